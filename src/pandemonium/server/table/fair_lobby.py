"""What stands in the lobby: everybody's tables, and nobody's only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Final

from pandemonium.storage.records import TableRecord

FROM_A_GUEST: Final = 3
FROM_AN_ADDRESS: Final = 10


def fair(records: Iterable[TableRecord], makers: Mapping[str, str]) -> list[TableRecord]:
    """The first few of every guest, and of every address. `makers`: from which address a table was made, if known."""
    guests: Counter[str] = Counter()
    addresses: Counter[str] = Counter()
    listed = []
    for record in records:
        address = makers.get(record.id, "")
        if guests[record.host] < FROM_A_GUEST and addresses[address] < FROM_AN_ADDRESS:
            guests[record.host] += 1
            addresses[address] += bool(address)
            listed.append(record)
    return listed
