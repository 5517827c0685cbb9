"""The server of the house as a process: uvicorn with the settings that fit it."""

from __future__ import annotations

import sys

import uvicorn

from pandemonium.server.app import create_app
from pandemonium.server.settings import Settings
from pandemonium.server.transport.protocol import TableProtocol
from pandemonium.server.transport.session import LARGEST_FRAME


def server(settings: Settings, *, host: str, port: int, log_level: str = "warning") -> uvicorn.Server:
    """Not yet running: `run()` it."""
    sys.setswitchinterval(0.0005)  # The thread that writes to disk shall not wait long for Python's lock.
    return uvicorn.Server(
        uvicorn.Config(
            create_app(settings),
            host=host,
            port=port,
            log_level=log_level,
            access_log=False,
            ws=TableProtocol,
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,  # A quarter of a megabyte of memory for each page, to save some kilobytes.
            forwarded_allow_ips=settings.proxy or "127.0.0.1",
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=5,
        )
    )
