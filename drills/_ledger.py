"""What the house has promised to its guests, and what it has told them."""

from __future__ import annotations

from collections import Counter, defaultdict
from sys import intern
from typing import Any

from msgspec import Struct

Facts = dict[str, Any]


class Promise(Struct, frozen=True):
    """Something that a page has asked for, and the house has said that it is done: it is on disk."""

    page: int
    """Which page: what one of them was promised is in the log in that order."""
    table: str
    id: str
    kind: str
    seat: int | None
    """Where he who asked sits, or wants to."""
    what: Any
    version: int
    person: str = ""
    commitment: str = ""
    """Of the seed that the table had when it was asked for: pledges and salts are for that one."""

    @property
    def request(self) -> str:
        """Under which name the house has it in its books."""
        return f"{self.person}/{self.id}"


class Names(Struct):
    """What a guest may be called: as he was promised last, or as he has asked since."""

    promised: str | None = None
    asked: str | None = None


class Ledger:
    """All promises of a drill, what went wrong, and how often what happened."""

    def __init__(self) -> None:
        self.faults: list[str] = []
        self.counts: Counter[str] = Counter()
        self.pages = 0
        self.drop_what_is_audited()

    def drop_what_is_audited(self) -> None:
        """Another house begins: what the last one has promised has been looked up."""
        self.promises: list[Promise] = []
        self.tables: dict[str, Facts] = {}
        """Those that were set, as they were shown when they were."""
        self.names: dict[str, Names] = {}
        """By guest: everybody who was given a cookie."""
        self.told: defaultdict[str, dict[tuple[int, Any], tuple[Any, str]]] = defaultdict(dict)
        """By table: by number and eyes, whose move it was and how it looked. No number is ever given to two."""
        self.versions: Counter[str] = Counter()
        """By table, the newest that anybody was told of."""

    def page(self) -> int:
        self.pages += 1
        return self.pages

    def fault(self, what: str) -> None:
        """Something that must not happen has happened."""
        self.faults.append(what)

    def tell(self, table: str, position: Facts) -> None:
        """A page has heard this: whoever looks through the same eyes hears the same, then and later."""
        self.versions[table] = max(self.versions[table], position["version"])
        told, eyes = self.told[table], position["eyes"]
        for moment in position["moments"]:
            new = (moment["by"], intern(moment["text"]))
            old = told.setdefault((moment["seq"], eyes), new)
            if old != new:
                self.fault(f"table {table}: move {moment['seq']} was {old} to {eyes}, and is {new}")
