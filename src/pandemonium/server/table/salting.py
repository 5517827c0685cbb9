"""What the players add to the luck: pledged by all before it is shown by any, so that nobody can choose it.

The house's seed is fixed, and its fingerprint published, before anybody pledges. A pledge is the SHA-256 of a salt.
When everybody who is there has pledged, the pledges are sealed: no more of them are taken, and each shows his salt.
Whoever then leaves, or does not show it, makes all of it void: a new seed, new pledges. A match begins with every salt
that was sealed, and with no other. Bots add nothing.
"""

from __future__ import annotations

from collections.abc import Collection
from hashlib import sha256

from msgspec.structs import replace

from pandemonium.core.game import Refusal, Seat
from pandemonium.storage.records import Seating, TableRecord


def salting_seats(record: TableRecord) -> dict[Seat, str]:
    """Of every person the first seat, under which his salt is kept; and who it is."""
    seats: dict[Seat, str] = {}
    for seat, chair in enumerate(record.chairs):
        if chair.kind == "person" and chair.person not in seats.values():
            seats[Seat(seat)] = chair.person
    return seats


def pledge(record: TableRecord, person: str, seat: int, digest: str) -> TableRecord:
    """Raises Refusal for a seat that is not the person's first, and when it is too late."""
    _own(record, person, seat)
    if record.sealed:
        raise Refusal("pledges-are-sealed")
    return replace(record, pledges={**record.pledges, seat: digest})


def show(record: TableRecord, person: str, seat: int, salt: str) -> TableRecord:
    """Raises Refusal for a salt that was not pledged, and before all pledges are sealed."""
    _own(record, person, seat)
    if not record.sealed:
        raise Refusal("pledges-are-open")
    if sha256(bytes.fromhex(salt)).hexdigest() != record.pledges.get(seat):
        raise Refusal("not-pledged")
    return replace(record, salts={**record.salts, seat: salt})


def all_pledged(record: TableRecord) -> bool:
    return all(seat in record.pledges for seat in salting_seats(record))


def all_shown(record: TableRecord) -> bool:
    return record.pledges.keys() == record.salts.keys()


def sealed(record: TableRecord, here: Collection[str]) -> TableRecord:
    """No more pledges; whoever is not here to show his salt adds none."""
    kept = {seat: digest for seat, digest in record.pledges.items() if record.chairs[seat].person in here}
    return replace(record, sealed=True, pledges=kept, salts={})


def silent(record: TableRecord) -> set[str]:
    """Who has pledged and shows nothing."""
    return {record.chairs[seat].person for seat in record.pledges.keys() - record.salts.keys()}


def without(record: TableRecord, people: Collection[str]) -> TableRecord:
    """These give their seats up."""
    chairs = tuple(Seating("open") if chair.person in people else chair for chair in record.chairs)
    return replace(record, chairs=chairs)


def opened(record: TableRecord) -> TableRecord:
    """Pledges are taken once more for the same seed: from who is alone. Others' could be fitted to what he showed."""
    return replace(record, pledges={}, salts={}, sealed=False)


def anew(record: TableRecord, seed: bytes) -> TableRecord:
    """Everything about the luck from the beginning."""
    return replace(opened(record), seed=seed)


def _own(record: TableRecord, person: str, seat: int) -> None:
    if record.state != "gathering":
        raise Refusal("has-begun")
    if salting_seats(record).get(Seat(seat)) != person:
        raise Refusal("not-your-seat")
