"""What the house counts while it works, for Prometheus. docs/watching.md explains every figure.

A registry of the house's own, since several houses may live in one process. A move costs three tallies and a plain
number or two; they, and what the house knows anyway, are read only when somebody asks (standing.py).
"""

from __future__ import annotations

from collections import Counter as Counted
from typing import Final

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram
from prometheus_client.process_collector import ProcessCollector

from pandemonium.server.watch.tally import Tally
from pandemonium.server.wire.messages import Receipt

SHORT: Final = (0.0005, 0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5)
"""Seconds."""
POWERS: Final = (1, 2, 4, 8, 16, 32, 64, 128, 256, 512)
CORRECTIONS: Final = (0.001, 0.002, 0.005, 0.01, 0.02, 0.03, 0.045, 0.1, 0.2, 0.4)
"""Seconds."""


class GameFigures:
    """Those of one game, found once for each table."""

    __slots__ = ("acknowledged", "bots", "nature", "people", "taken_back")

    def __init__(self) -> None:
        self.people = 0
        """Moves."""
        self.bots = 0
        self.nature = 0
        self.taken_back = 0
        self.acknowledged = Tally(SHORT)
        """So many seconds after a move had come in, it was on disk and said to be done."""


class Figures:
    """Everything that is counted as it happens."""

    def __init__(self) -> None:
        self.registry = registry = CollectorRegistry(auto_describe=False)
        ProcessCollector(registry=registry)
        self.games: dict[str, GameFigures] = {}
        self.batches, self.flushes = Tally(POWERS), Tally(SHORT)
        """How many writes shared a flush to disk, and how many seconds it took."""
        self.not_saved = Counter(
            "pandemonium_not_saved", "What could not be written down, and was refused", registry=registry
        )
        self._bot = Histogram(
            "pandemonium_bot_seconds",
            "From asking a bot to its answer",
            ["game", "level"],
            buckets=SHORT,
            registry=registry,
        )
        self.thoughtless = Counter(
            "pandemonium_bot_without_thought",
            "Answers of thinking bots that could not think",
            ["game"],
            registry=registry,
        )
        self.thinking: Counted[tuple[str, str]] = Counted()
        """Bots that were asked and have not answered, by game and level."""
        self._refusals = Counter("pandemonium_refusals", "What was refused, by reason", ["reason"], registry=registry)
        self.arrivals = Counter("pandemonium_arrivals", "Pages that came to a table", registry=registry)
        self.reconnections = Counter(
            "pandemonium_reconnections", "Pages among them that came back with what they had seen", registry=registry
        )
        self._rounds = Counter(
            "pandemonium_race_rounds", "Rounds of races, decided or called off", ["outcome"], registry=registry
        )
        self._attempts = Counter(
            "pandemonium_race_attempts", "People's attempts, by verdict", ["verdict"], registry=registry
        )
        self._corrected = Histogram(
            "pandemonium_race_correction_seconds",
            "How far the reaction that counted lies from what the page claimed",
            buckets=CORRECTIONS,
            registry=registry,
        )
        self.connections = Gauge(
            "pandemonium_connections", "Connections of any kind, tables' pages too", registry=registry
        )

    def of(self, game: str) -> GameFigures:
        figures = self.games.get(game)
        if figures is None:
            figures = self.games[game] = GameFigures()
        return figures

    def flushed(self, jobs: int, seconds: float) -> None:
        """From the thread that writes."""
        self.batches.observe(jobs)
        self.flushes.observe(seconds)

    def bot_answered(self, game: str, level: str, seconds: float) -> None:
        self._bot.labels(game, level).observe(seconds)

    def refused(self, reason: str) -> None:
        """The reason is a key of the catalogues, never what somebody sent."""
        self._refusals.labels(reason).inc()

    def raced(self, receipt: Receipt) -> None:
        self._rounds.labels("called-off" if receipt.stumbled else "decided").inc()
        for line in receipt.lines:
            if not line.bot:
                self._attempts.labels(line.verdict).inc()
                if line.claimed is not None and line.counted is not None:
                    self._corrected.observe(abs(line.correction) / 1000)
