"""The honest player of `bench siege`: moves all the time and comes back now and then, and says how long he waited."""

from __future__ import annotations

import asyncio
import json
import sys
import time
from contextlib import suppress
from typing import Any, Final

import httpx
from websockets.asyncio.client import connect
from websockets.exceptions import WebSocketException

GAME: Final = "little-devils"
PACE: Final = 0.04
"""So many seconds from one move to the next: as fast as a page may."""
COMES_BACK: Final = 0.3
PATIENCE: Final = 20.0
LOST: Final = (OSError, WebSocketException, TimeoutError)


class Honest:
    def __init__(self, port: int) -> None:
        self.port = port
        self.moves: list[float] = []
        self.returns: list[float] = []
        self.over = False

    async def sits_down(self) -> None:
        async with httpx.AsyncClient(base_url=f"http://127.0.0.1:{self.port}", timeout=PATIENCE) as http:
            chairs = [{"kind": "you"}] * 3
            wish = {"game": GAME, "chairs": chairs, "oneScreen": True, "options": {"rounds": "20"}}
            answer = await http.post("/api/tables", json=wish)
            self.table: str = answer.json()["id"]
            self.cookie = "; ".join(f"{name}={value}" for name, value in http.cookies.items())

    def _socket(self) -> Any:
        address = f"ws://127.0.0.1:{self.port}/api/tables/{self.table}/socket?language=en"
        headers = {"Cookie": self.cookie}
        return connect(address, additional_headers=headers, open_timeout=PATIENCE, max_queue=None, compression=None)

    async def plays(self) -> None:
        """One move after the other. Whoever hangs up on him makes him wait until he is back and has made his move."""
        number, began = 0, time.perf_counter()
        while not self.over:
            with suppress(*LOST):
                async with self._socket() as socket:
                    positions = (await hears(socket, "welcome"))["positions"]
                    while not self.over:
                        (seat,) = positions[0]["toAct"]
                        what = positions[seat]["legal"][number % len(positions[seat]["legal"])]
                        number += 1
                        await socket.send(json.dumps({"type": "act", "id": f"m{number}", "seat": seat, "what": what}))
                        positions = (await hears(socket, "news"))["positions"]
                        waited = time.perf_counter() - began
                        self.moves.append(waited)
                        await asyncio.sleep(max(0.0, PACE - waited))
                        began = time.perf_counter()

    async def comes_back(self) -> None:
        while not self.over:
            began, is_back = time.perf_counter(), False
            while not is_back:
                with suppress(*LOST):
                    async with self._socket() as socket:
                        await hears(socket, "welcome")
                        self.returns.append(time.perf_counter() - began)
                        is_back = True
            await asyncio.sleep(COMES_BACK)


async def hears(socket: Any, type: str) -> Any:
    while True:
        message = json.loads(await asyncio.wait_for(socket.recv(), PATIENCE))
        if message["type"] == type:
            return message


async def main(port: int) -> None:
    """Says `ready TABLE`; plays until it reads a line; says what it measured, in ms."""
    honest = Honest(port)
    await honest.sits_down()
    loop = asyncio.get_running_loop()
    print(f"ready {honest.table}", flush=True)
    await loop.run_in_executor(None, sys.stdin.readline)
    playing = [asyncio.create_task(honest.plays()), asyncio.create_task(honest.comes_back())]
    await loop.run_in_executor(None, sys.stdin.readline)
    honest.over = True
    await asyncio.wait_for(asyncio.gather(*playing), 2 * PATIENCE)
    told = {"moves": [1000 * its for its in honest.moves], "returns": [1000 * its for its in honest.returns]}
    print(json.dumps(told), flush=True)


if __name__ == "__main__":
    asyncio.run(main(int(sys.argv[1])))
