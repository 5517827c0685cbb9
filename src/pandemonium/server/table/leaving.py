"""How somebody leaves a table: for a while, for good, or so that it is there no more; and how the house closes one."""

from __future__ import annotations

from typing import Final, Literal

from msgspec.structs import replace

from pandemonium.core.game import USUAL_LEVEL, Refusal
from pandemonium.server.table.seating import cover, seats_of, with_chair
from pandemonium.server.wire.table import WayOut
from pandemonium.storage.records import Event, Seating, TableRecord

EVENTS_KEPT: Final = 100
"""Who goes to and fro for ever shall not make a table heavier."""


def ways_out(record: TableRecord, person: str | None) -> tuple[WayOut, ...]:
    """How this person may leave."""
    why_not = {"leave": _stays(record, person), "resign": _plays_on(record, person), "dismiss": _keeps(record, person)}
    return tuple(way for way, reason in why_not.items() if reason is None)  # type: ignore[misc]


def leave(record: TableRecord, person: str) -> TableRecord:
    """While the company gathers, for good; in play, a bot sits in until he comes back. Raises Refusal."""
    _refuse(_stays(record, person))
    if record.state == "playing":
        for seat in seats_of(record, person):
            record = cover(record, seat, covered=True)
        return record
    for seat in seats_of(record, person):
        record = with_chair(record, seat, Seating("open"))
    return _with_another_host(record, person) or _over(record, "dismissed")


def resign(record: TableRecord, person: str, name: str) -> TableRecord:
    """For good: a bot takes the seat over, under the same name and sign. Where that leaves one seat, or nobody, it is
    over. Raises Refusal."""
    _refuse(_plays_on(record, person))
    pledges = record.pledges
    for seat in seats_of(record, person):
        bot = Seating("bot", name=name, level=USUAL_LEVEL, gave_up=person, program=record.chairs[seat].program)
        record = with_chair(record, seat, bot)
    record = replace(record, pledges=pledges)  # What he has added to the luck stays in it.
    without = _with_another_host(record, person)
    return _over(without or record, "resigned") if without is None or record.seats <= 2 else without


def dismiss(record: TableRecord, person: str) -> TableRecord:
    """The table is there no more. Raises Refusal."""
    _refuse(_keeps(record, person))
    return _over(record, "dismissed")


def close(record: TableRecord) -> TableRecord:
    """The house itself wants it so, whoever plays. Raises Refusal."""
    _refuse("match-over" if record.state == "over" else None)
    return _over(record, "closed")


def noted(record: TableRecord, event: Event) -> TableRecord:
    """The same table, at which this has happened."""
    return replace(record, events=(*record.events, event)[-EVENTS_KEPT:])


# Why somebody may not leave in some way: a refusal's key, or nothing


def _stays(record: TableRecord, person: str | None) -> str | None:
    seats = seats_of(record, person)
    if record.state == "over":
        return "match-over"
    if not seats and (record.state == "playing" or person != record.host):
        return "no-seat-here"
    if record.state == "playing" and not _others(record, person):
        return "table-waits"
    return None


def _plays_on(record: TableRecord, person: str | None) -> str | None:
    if record.state != "playing":
        return "match-over" if record.state == "over" else "not-begun"
    if not seats_of(record, person):
        return "no-seat-here"
    return "one-screen-stays" if record.one_screen else None


def _keeps(record: TableRecord, person: str | None) -> str | None:
    if record.state == "over":
        return "match-over"
    if person is None or person != record.host:
        return "not-the-host"
    return "others-play" if record.state == "playing" and _others(record, person) else None


def _others(record: TableRecord, person: str | None) -> list[str]:
    """The people beside him who play: nobody for whom a bot sits in."""
    return [chair.person for chair in record.chairs if chair.person not in ("", person) and not chair.covered]


def _with_another_host(record: TableRecord, person: str) -> TableRecord | None:
    """The table without this person; None if nobody is left."""
    # A person rather than a program: a host decides for others.
    people = [chair.person for chair in sorted(record.chairs, key=lambda chair: chair.program) if chair.person]
    if not people:
        return None
    return replace(record, host=people[0]) if record.host == person else record


def _over(record: TableRecord, why: Literal["resigned", "dismissed", "closed"]) -> TableRecord:
    return replace(record, state="over", stopped=why)


def _refuse(why: str | None) -> None:
    if why is not None:
        raise Refusal(why)
