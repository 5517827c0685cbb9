"""The company plays again: who sits there at once, who is invited first, and what he says."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from msgspec.structs import replace

from pandemonium.core.game import Refusal
from pandemonium.storage.records import Seating, TableRecord


def anew(
    old: TableRecord,
    maker: str,
    here: Collection[str],
    names: Iterator[str],
    *,
    program: bool,
    id: str,
    seed: bytes,
    made: int,
) -> TableRecord:
    """A new table like the old one. Whoever wants it sits there again, with the bots. Nobody else is dragged in: for
    those who played to the end, or gave up and are still here, a chair is kept until they say whether they do."""
    taken = {chair.name for chair in old.chairs}

    def again(chair: Seating) -> Seating:
        player = chair.person or chair.gave_up
        if player == maker:
            return Seating("person", person=maker, program=program)
        if chair.person or player in here:
            return Seating("open", kept=player)
        if player:
            return Seating("bot", name=next(name for name in names if name not in taken), level=chair.level)
        return replace(chair, covered=False)

    return replace(
        old,
        id=id,
        revision=0,
        chairs=tuple(map(again, old.chairs)),
        state="gathering",
        host=maker,
        seed=seed,
        pledges={},
        sealed=False,
        salts={},
        called=False,
        made=made,
        began=0,
        continued=0,
        rematch=None,
        events=(),
        stopped=None,
        ended=0,
        result=None,
    )


def decline(record: TableRecord, person: str) -> TableRecord:
    """Not this time: whoever comes may have the chair. Raises Refusal."""
    if record.state != "gathering":
        raise Refusal("has-begun")
    if person not in record.invited:
        raise Refusal("not-invited")
    chairs = tuple(replace(chair, declined=True) if chair.kept == person else chair for chair in record.chairs)
    return replace(record, chairs=chairs)
