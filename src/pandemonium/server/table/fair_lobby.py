"""What stands in the lobby: everybody's tables, and nobody's only."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from operator import itemgetter
from typing import Final

from pandemonium.storage.records import TableRecord

FROM_A_GUEST: Final = 3
FROM_AN_ADDRESS: Final = 10


def fair(records: Iterable[TableRecord], most: int) -> list[TableRecord]:
    """The first few of every guest, and of every address, in their order. Where these are too many, the last of
    whoever has most of them go."""
    guests: Counter[str] = Counter()
    addresses: Counter[str] = Counter()
    listed: list[tuple[int, TableRecord]] = []
    """With each table, the how manieth of its address it is."""
    for record in records:
        maker = record.maker or record.host
        if guests[record.host] < FROM_A_GUEST and addresses[maker] < FROM_AN_ADDRESS:
            guests[record.host] += 1
            addresses[maker] += 1
            listed.append((addresses[maker], record))
    stay = {record.id for _, record in sorted(listed, key=itemgetter(0))[:most]}
    return [record for _, record in listed if record.id in stay]
