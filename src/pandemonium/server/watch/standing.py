"""How the house stands at this moment: read when somebody asks, and never before."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from prometheus_client.core import (
    CounterMetricFamily,
    GaugeMetricFamily,
    HistogramMetricFamily,
    InfoMetricFamily,
    Metric,
)
from prometheus_client.registry import Collector

from pandemonium import __version__
from pandemonium.server.watch.tally import Tally

if TYPE_CHECKING:
    from pandemonium.server.house import House


class Standing(Collector):
    """What the house knows without having counted it."""

    def __init__(self, house: House) -> None:
        self._house = house
        self.held: Mapping[tuple[str, str], int] = {}
        """Tables on disk, by game and state, when they were last counted."""

    def collect(self) -> Iterator[Metric]:
        house = self._house
        yield InfoMetricFamily("pandemonium", "The house", {"version": __version__})
        yield _gauge(
            "pandemonium_takes_new_tables",
            "1 while new tables can be set",
            {(): house.takes_new_tables and not house.is_closing},
        )
        yield _gauge("pandemonium_disk_fails", "1 while nothing can be written down", {(): house.is_failing})
        yield from self._tables()
        figures = house.figures
        moves = CounterMetricFamily("pandemonium_moves", "Moves on disk, by game and mover", labels=["game", "by"])
        undone = CounterMetricFamily("pandemonium_moves_taken_back", "Moves taken back", labels=["game"])
        for game, its in list(figures.games.items()):
            for by, count in (("person", its.people), ("bot", its.bots), ("nature", its.nature)):
                moves.add_metric([game, by], count)
            undone.add_metric([game], its.taken_back)
        yield moves
        yield undone
        yield _histogram(
            "pandemonium_ack_seconds",
            "From a move's coming in to its being on disk and acknowledged",
            {(game,): its.acknowledged for game, its in figures.games.items()},
            "game",
        )
        yield _histogram("pandemonium_commit_jobs", "Writes that shared a flush to disk", {(): figures.batches})
        yield _histogram("pandemonium_commit_seconds", "How long a flush to disk took", {(): figures.flushes})
        yield _gauge(
            "pandemonium_bot_queue", "Bots that were asked and have not answered", figures.thinking, "game", "level"
        )
        waiting = {(): house.thinking.waiting}
        yield _gauge("pandemonium_thoughts_waiting", "Thoughts that no process has taken up yet", waiting)

    def _tables(self) -> Iterator[Metric]:
        awake: Counter[tuple[str, ...]] = Counter()
        seats: Counter[tuple[str, ...]] = Counter({(kind,): 0 for kind in ("person", "away", "bot", "open")})
        people: set[str] = set()
        tables = list(self._house.tables.values())
        for table in tables:
            awake[table.record.game, table.record.state] += 1
            people |= table.pages.here
            for chair in table.record.chairs:
                seats["away" if chair.kind == "person" and chair.person not in table.pages.here else chair.kind,] += 1
        yield _gauge("pandemonium_tables", "Tables awake, in memory", awake, "game", "state")
        yield _gauge("pandemonium_tables_held", "Tables kept on disk", self.held, "game", "state")
        yield _gauge("pandemonium_seats", "Seats at tables awake", seats, "kind")
        pages = sum(self._house.pages.values())
        yield _gauge("pandemonium_sockets", "Open sockets of tables' pages", {(): pages})
        yield _gauge("pandemonium_people", "People whose pages are open", {(): len(people)})


def _gauge(
    name: str,
    what: str,
    values: Mapping[tuple[()], float] | Mapping[tuple[str, ...], float] | Mapping[tuple[str, str], float],
    *labels: str,
) -> Metric:
    family = GaugeMetricFamily(name, what, labels=labels)
    for its, value in values.items():
        family.add_metric(its, value)
    return family


def _histogram(name: str, what: str, tallies: Mapping[tuple[str, ...], Tally], *labels: str) -> Metric:
    family = HistogramMetricFamily(name, what, labels=labels)
    for its, tally in tallies.items():
        family.add_metric(its, tally.buckets(), tally.total)
    return family
