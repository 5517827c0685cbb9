"""A person who has a table set for programs, and the tokens with which they come."""

from __future__ import annotations

from typing import Any, Self

import httpx

from pandemonium.online import House
from tests.server.serving import Facts

PATIENCE = 60


class Host:
    """Somebody in a browser: he asks over HTTP, with his cookie."""

    def __init__(self, port: int) -> None:
        self.url = f"http://127.0.0.1:{port}"
        self.http = httpx.Client(base_url=self.url, timeout=PATIENCE, headers={"accept-language": "en"})
        self.http.get("/api/me").raise_for_status()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.http.close()

    @staticmethod
    def anybody(url: str) -> httpx.Client:
        """Somebody whom the house does not know yet."""
        return httpx.Client(base_url=url, timeout=PATIENCE)

    def brings(self, name: str = "Careful") -> tuple[str, str]:
        """A new program: its id and its token."""
        answer = self.http.post("/api/me/programs", json={"name": name})
        assert answer.status_code == 201, answer.text
        return answer.json()["program"]["id"], answer.json()["token"]

    def program(self, name: str = "Careful") -> House:
        """The house, as a new program of his sees it."""
        return House(self.url, self.brings(name)[1], patience=PATIENCE)

    def sets(self, game: str, *chairs: str, **wish: Any) -> Facts:
        asked = [{"kind": chair} if chair in ("you", "open") else {"kind": "bot", "level": chair} for chair in chairs]
        answer = self.http.post("/api/tables", json={"game": game, "chairs": asked, "programs": True, **wish})
        assert answer.status_code == 201, answer.text
        table: Facts = answer.json()
        return table

    def sees(self, table: str) -> Facts:
        found: Facts = self.http.get(f"/api/tables/{table}").json()
        return found

    def replays(self, table: str) -> Facts:
        answer = self.http.get(f"/api/tables/{table}/replay")
        assert answer.status_code == 200, answer.text
        found: Facts = answer.json()
        return found
