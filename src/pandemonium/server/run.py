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
from msgspec.structs import replace

from pandemonium.server.app import create_app
from pandemonium.server.asgi import App
from pandemonium.server.house import House
from pandemonium.server.settings import Settings
from pandemonium.server.transport.admission import Admission
from pandemonium.server.transport.http_protocol import HttpProtocol
from pandemonium.server.transport.protocol import TableProtocol
from pandemonium.server.transport.proxies import Proxies
from pandemonium.server.transport.session import LARGEST_FRAME
from pandemonium.server.watch.operator_address import Operator
from pandemonium.storage.folder import DataFolder

SELDOM: Final = 10_000, 10, 3
"""How many new objects the garbage collector waits for. With Python's own numbers (700, 10, 10) it took a tenth of the
time of a move: a match grows by objects that stay, and almost all others go by themselves."""

OPERATOR_LINES: Final = 64
OPERATOR_LINES_FROM_ADDRESS: Final = 16
"""A browser has six, whoever reads the figures has one."""


class Beside(uvicorn.Server):
    """A second server in the loop of the first, for the operator: it opens and shuts when it is told to.

    Anybody may call where it listens before he has shown a token: whoever holds on to a line is hung up on as at the
    house's own door, and there are so few lines that none of the house's files are taken."""

    def __init__(self, app: App, listening: socket.socket, settings: Settings) -> None:
        proxies, most = Proxies(settings.proxy), settings.limits
        admission = Admission(
            replace(
                most,
                connections=min(most.connections, OPERATOR_LINES),
                connections_from_address=min(most.connections_from_address, OPERATOR_LINES_FROM_ADDRESS),
            ),
            proxies,
        )
        self.admission = admission
        super().__init__(
            uvicorn.Config(
                cast(Any, app),
                log_config=None,
                access_log=False,
                http=cast(Any, partial(HttpProtocol, admission=admission, patience=settings.patience)),
                ws="none",
                lifespan="off",
                server_header=False,
                forwarded_allow_ips=proxies.named,
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
        self.beside = beside

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
            if self.beside is not None:
                await self.beside.open()
            self._opened()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await self.house.leave_off()
        await super().shutdown(sockets)
        if self.force_exit:  # Somebody said so twice, and uvicorn would leave the house as it stands.
            await self.lifespan.shutdown()
        if self.beside is not None:
            await self.beside.shut()
        gc.unfreeze()


def server(
    settings: Settings,
    *,
    host: str,
    port: int,
    folder: DataFolder | None = None,
    opened: Callable[[], None] = lambda: None,
    log_level: str = "error",
    operator: socket.socket | None = None,
) -> Server:
    """Not yet running: `run()` it. `operator`: where its operator is answered, and nobody else. `log_level`: that of
    uvicorn alone. At `debug` it would write down every frame, at `info` the address of everybody who opens a socket, at
    `warning` a line for each request that is no HTTP, so that whoever sends them could fill the log."""
    sys.setswitchinterval(0.0005)  # The thread that writes to disk shall not wait long for Python's lock.
    proxies = Proxies(settings.proxy)
    admission = Admission(settings.limits, proxies)
    http = partial(HttpProtocol, admission=admission, patience=settings.patience)
    ws = partial(TableProtocol, limits=settings.limits, admission=admission, clock=settings.monotonic)
    door = create_app(settings, folder)
    beside = (
        None
        if operator is None
        else Beside(Operator(lambda: door.api.state.house, settings.operator_token), operator, settings)
    )
    return Server(
        uvicorn.Config(
            door,
            host=host,
            port=port,
            log_level=log_level,
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
