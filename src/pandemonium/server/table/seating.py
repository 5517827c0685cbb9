"""Who may sit where: every change of a table's company, as a new record or a refusal."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from pandemonium.core.game import PUBLIC, Eyes, Refusal, Seat
from pandemonium.games import open as open_box
from pandemonium.search.installed import level_called
from pandemonium.storage.records import Seating, TableRecord


def seats_of(record: TableRecord, person: str | None) -> tuple[Seat, ...]:
    """The seats that belong to a person."""
    if person is None:
        return ()
    return tuple(Seat(seat) for seat, chair in enumerate(record.chairs) if chair.person == person)


def moves_himself(chair: Seating) -> bool:
    """A person, and no bot sits in for him."""
    return chair.kind == "person" and not chair.covered


def eyes_of(record: TableRecord, person: str | None) -> tuple[Eyes, ...]:
    """Through whose eyes a person sees the table."""
    return seats_of(record, person) or (PUBLIC,)


def may_have_hints(record: TableRecord) -> bool:
    """Who plays alone against bots, and everybody at a table where people have come to learn."""
    alone = sum(chair.kind == "person" or bool(chair.gave_up) for chair in record.chairs) == 1
    is_full = all(chair.kind != "open" for chair in record.chairs)
    return open_box(record.game).evaluate is not None and (record.learning or (alone and is_full))


def sit(record: TableRecord, person: str, seat: int, *, program: bool = False) -> TableRecord:
    """One person, one seat; whoever has another one moves over. Programs sit only where they may."""
    if program and not record.programs:
        raise Refusal("no-programs")
    chair = _chair(record, seat)
    if chair.person == person:
        return cover(record, seat, covered=False)
    _only_while_gathering(record)
    if chair.kind != "open":
        raise Refusal("seat-taken")
    if chair.kept != person and chair.kept in record.invited:
        raise Refusal("seat-kept")
    for old, other in enumerate(record.chairs):
        if person in (other.person, other.kept):
            record = with_chair(record, old, Seating("open"))
    return with_chair(record, seat, Seating("person", person=person, program=program))


def rise(record: TableRecord, person: str, seat: int) -> TableRecord:
    if _chair(record, seat).person != person:
        raise Refusal("not-your-seat")
    _only_while_gathering(record)
    return with_chair(record, seat, Seating("open"))


def fill(record: TableRecord, person: str, level: str, names: Sequence[str]) -> TableRecord:
    """Bots for the seats that are open. The host may do so; when there is nobody to wait for, any player."""
    _only_while_gathering(record)
    is_full = all(chair.kind != "open" for chair in record.chairs)
    if person != record.host and not (is_full and seats_of(record, person)):
        raise Refusal("not-the-host")
    level_called(open_box(record.game), level)
    taken = {chair.name for chair in record.chairs}
    free = (name for name in names if name not in taken)
    chairs = tuple(
        Seating("bot", name=next(free), level=level) if chair.kind == "open" else chair for chair in record.chairs
    )
    return replace(record, chairs=chairs, called=True)


def cover(record: TableRecord, seat: int, *, covered: bool) -> TableRecord:
    return with_chair(record, seat, replace(_chair(record, seat), covered=covered))


def with_chair(record: TableRecord, seat: int, chair: Seating) -> TableRecord:
    """The table with another on this chair; a pledge goes with the person who gave it."""
    old = record.chairs[seat]
    chairs = (*record.chairs[:seat], chair, *record.chairs[seat + 1 :])
    pledges = record.pledges
    if old.person != chair.person:
        pledges = {at: pledge for at, pledge in pledges.items() if at != seat}
    return replace(record, chairs=chairs, pledges=pledges)


def _chair(record: TableRecord, seat: int) -> Seating:
    if not 0 <= seat < record.seats:
        raise Refusal("no-such-seat", seat=seat)
    return record.chairs[seat]


def _only_while_gathering(record: TableRecord) -> None:
    if record.state != "gathering":
        raise Refusal("has-begun")
