"""The network between machines, as far as a drill needs it: wires that can be cut, or carry nothing for a while."""

from __future__ import annotations

from asyncio import Event, Server, StreamReader, StreamWriter, Task, gather, open_connection, start_server
from contextlib import suppress
from typing import Final

AT_ONCE: Final = 65_536


class Wire:
    """Whoever calls its port speaks with the port behind it."""

    def __init__(self, target: int) -> None:
        self.port = 0
        self._target = target
        self._flows = Event()
        self._flows.set()
        self._is_cut = False
        self._ends: set[StreamWriter] = set()
        self._server: Server | None = None
        self._talking: set[Task[None]] = set()

    async def open(self) -> None:
        self._server = await start_server(self._talk, "127.0.0.1", self.port)
        self.port = self._server.sockets[0].getsockname()[1]

    def cut(self) -> None:
        """Everybody is hung up on, and whoever calls again is too."""
        self._is_cut = True
        for end in list(self._ends):
            end.transport.abort()

    def hang(self) -> None:
        """Nothing comes through, and nobody is told so; it comes later, if it is mended before he has hung up."""
        self._flows.clear()

    def mend(self) -> None:
        self._is_cut = False
        self._flows.set()

    async def close(self) -> None:
        self.cut()
        if self._server is not None:
            self._server.close()

    async def _talk(self, reader: StreamReader, writer: StreamWriter) -> None:
        if self._is_cut:
            writer.transport.abort()
            return
        self._ends.add(writer)
        try:
            await self._flows.wait()
            there, back = await open_connection("127.0.0.1", self._target)
        except OSError:
            writer.transport.abort()
            self._ends.discard(writer)
            return
        self._ends.add(back)
        try:
            await gather(self._pump(reader, back, writer), self._pump(there, writer, writer))
        finally:
            for end in (writer, back):
                end.transport.abort()
                self._ends.discard(end)

    async def carries(self, data: bytes, caller: StreamWriter, *, back: bool) -> None:  # noqa: ARG002
        """What somebody says is on its way, or what he is answered: it goes on when this returns."""
        await self._flows.wait()

    async def _pump(self, source: StreamReader, sink: StreamWriter, caller: StreamWriter) -> None:
        with suppress(OSError):
            while data := await source.read(AT_ONCE):
                await self.carries(data, caller, back=sink is caller)
                sink.write(data)
                await sink.drain()
        sink.transport.abort()
