"""A long way to the house: everything that passes through takes its time, in both directions.

`python network.py PORT MS` opens a port, prints it, and leads from there to PORT, so many ms of round trip away.
"""

from __future__ import annotations

import asyncio
import subprocess
import sys


class LongWay:
    """In a process of its own, so that nothing but the network is slow."""

    def __init__(self, port: int, ms: int) -> None:
        command = [sys.executable, __file__, str(port), str(ms)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        assert self._process.stdout is not None
        self.url = f"http://127.0.0.1:{self._process.stdout.readline().strip()}"

    def close(self) -> None:
        self._process.kill()
        self._process.communicate()


async def lead(port: int, leg: float) -> None:
    """Bytes stay in order, as on any TCP connection."""

    async def passes(near: asyncio.StreamReader, back: asyncio.StreamWriter) -> None:
        far, there = await asyncio.open_connection("127.0.0.1", port)
        await asyncio.gather(carries(near, there), carries(far, back))

    async def carries(come: asyncio.StreamReader, go: asyncio.StreamWriter) -> None:
        under_way: asyncio.Queue[tuple[float, bytes]] = asyncio.Queue()
        handing = asyncio.create_task(hands_on(under_way, go))
        data = b"?"
        while data:
            try:
                data = await come.read(65_536)
            except ConnectionError:  # torn off, as when a page goes while something is still on its way to it
                data = b""
            under_way.put_nowait((asyncio.get_running_loop().time() + leg, data))
        await handing

    async def hands_on(under_way: asyncio.Queue[tuple[float, bytes]], go: asyncio.StreamWriter) -> None:
        while True:
            due, data = await under_way.get()
            await asyncio.sleep(due - asyncio.get_running_loop().time())
            if not data:
                go.close()
                return
            go.write(data)

    server = await asyncio.start_server(passes, "127.0.0.1", 0)
    print(server.sockets[0].getsockname()[1], flush=True)
    await server.serve_forever()


if __name__ == "__main__":
    asyncio.run(lead(int(sys.argv[1]), int(sys.argv[2]) / 2000))
