"""The server of the house as a process: uvicorn with the settings that fit it."""

from __future__ import annotations

import gc
import socket
import sys
from asyncio import Task, create_task
from collections.abc import Callable
from functools import partial
from typing import Any, Final, cast

import uvicorn

from pandemonium.server.app import create_app
from pandemonium.server.asgi import App
from pandemonium.server.house import House
from pandemonium.server.settings import Settings
from pandemonium.server.transport.admission import Admission
from pandemonium.server.transport.http_protocol import HttpProtocol
from pandemonium.server.transport.protocol import TableProtocol
from pandemonium.server.transport.proxies import Proxies
from pandemonium.server.transport.session import LARGEST_FRAME
from pandemonium.server.watch.logs import at_least_info
from pandemonium.server.watch.operator import Operator
from pandemonium.storage.folder import DataFolder

SELDOM: Final = 10_000, 10, 3
"""How many new objects the garbage collector waits for. With Python's own numbers (700, 10, 10) it took a tenth of the
time of a move: a match grows by objects that stay, and almost all others go by themselves."""


class Beside(uvicorn.Server):
    """A second server in the loop of the first, for the operator: it opens and shuts when it is told to."""

    def __init__(self, app: App, listening: socket.socket) -> None:
        super().__init__(
            uvicorn.Config(
                cast(Any, app), log_config=None, access_log=False, ws="none", lifespan="off", server_header=False
            )
        )
        self._listening = [listening]
        self._beats: Task[None] | None = None

    async def open(self) -> None:
        self.config.load()
        self.lifespan = self.config.lifespan_class(self.config)
        await self.startup(self._listening)
        self._beats = create_task(self.main_loop())

    async def shut(self) -> None:
        if self._beats is not None:
            self.should_exit = True
            await self._beats
            await self.shutdown(self._listening)


class Server(uvicorn.Server):
    """Says that it is open when it is, and not before."""

    def __init__(
        self, config: uvicorn.Config, admission: Admission, opened: Callable[[], None], beside: Beside | None
    ) -> None:
        super().__init__(config)
        self.admission = admission
        self._opened = opened
        self._beside = beside

    @property
    def house(self) -> House:
        app: Any = self.config.app
        house: House = app.api.state.house
        return house

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        gc.collect()
        gc.freeze()  # Code and catalogues stay: they need not be looked through again and again for what can go.
        gc.set_threshold(*SELDOM)
        if self.started:
            self.house.figures.connections.set_function(lambda: len(self.admission.open))
            if self._beside is not None:
                await self._beside.open()
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.leave_off()
        await super().shutdown(sockets)
        if self._beside is not None:
            await self._beside.shut()
        gc.unfreeze()


def server(
    settings: Settings,
    *,
    host: str,
    port: int,
    folder: DataFolder | None = None,
    opened: Callable[[], None] = lambda: None,
    log_level: str = "warning",
    operator: socket.socket | None = None,
) -> Server:
    """Not yet running: `run()` it. `operator`: where its operator is answered, and nobody else."""
    sys.setswitchinterval(0.0005)  # The thread that writes to disk shall not wait long for Python's lock.
    proxies = Proxies(settings.proxy)
    admission = Admission(settings.limits, proxies)
    http = partial(HttpProtocol, admission=admission, patience=settings.patience)
    ws = partial(TableProtocol, limits=settings.limits, admission=admission, clock=settings.monotonic)
    door = create_app(settings, folder)
    beside = (
        None if operator is None else Beside(Operator(lambda: door.api.state.house, settings.operator_token), operator)
    )
    return Server(
        uvicorn.Config(
            door,
            host=host,
            port=port,
            log_level=at_least_info(log_level),  # At `debug` it would write down every frame.
            log_config=None,  # Its own would shut the handlers of all others who log in this process.
            access_log=False,
            http=cast(Any, http),
            ws=cast(Any, ws),
            ws_max_size=LARGEST_FRAME,
            ws_per_message_deflate=False,  # A quarter of a megabyte of memory for each page, to save some kilobytes.
            forwarded_allow_ips=proxies.named,
            server_header=False,
            lifespan="on",
            timeout_graceful_shutdown=5,
        ),
        admission,
        opened,
        beside,
    )
