"""Who was first in a race: what a page says it measured, within what the house measured itself. No socket, no game.

Times are in milliseconds; where nothing else is said, after the reveal. docs/fairness.md explains every figure.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from statistics import pstdev
from typing import Any, Final, NamedTuple

from pandemonium.core.chance import Chance
from pandemonium.core.game import Seat
from pandemonium.server.wire.messages import Lot, Receipt, ReceiptLine, Verdict

FRAME: Final = 17.0
"""A frame of a screen: what may well lie between a message and the moment in which it is seen."""
MOST_GIVEN: Final = 45.0
"""No claim lies further below the house's own reckoning."""
USUALLY_GIVEN: Final = 15.0
"""Nor do somebody's claims on the average."""
MOST_LEEWAY: Final = 60.0
SLACK: Final = 5.0
"""What the house's own clock may be late by."""
MOST_ROUND_TRIP: Final = 400.0
"""Whoever is further away is at a disadvantage: the others cannot wait for ever."""
MOST_DOUBT: Final = 40.0
MOST_CLAIMED: Final = 1_000_000
BURNT: Final = 500.0
"""Who was faster than a hand has burnt his fingers: for so long nothing that he tries counts. Otherwise a program
that tries a hundred times a second would have the fastest hand that can be."""
STEADY_AFTER: Final = 8
"""So many attempts, and it can be said whether somebody reacts as people do."""
STEADY: Final = 20.0
"""Nobody's reactions to something that he has to read lie so close together, by their standard deviation."""
LONGEST_SETTLE: Final = 500.0
"""No attempt waits longer for an earlier one than this."""


REFUSED: Final = ("inhuman", "burnt", "late", "void")


class Link(NamedTuple):
    """What the house has measured of a connection, in ms."""

    least: float
    """The shortest round trip lately."""
    usual: float
    """The middle one: what a player is credited with."""
    spread: float
    """How much longer than that is nothing unusual."""


HERE: Final = Link(0.0, 0.0, 0.0)
"""A connection without a way, or one that nothing is known of: no credit."""


class Account:
    """How far a player's claims have been below the house's reckoning. A little is natural (a screen's frame, a slow
    packet), but who is always at the limit of what can be believed is believed a little less."""

    __slots__ = ("leeway",)

    def __init__(self) -> None:
        self.leeway = MOST_LEEWAY

    def spend(self, given: float) -> None:
        self.leeway = min(MOST_LEEWAY, self.leeway + USUALLY_GIVEN - max(0.0, given))


def given(link: Link, leeway: float) -> float:
    """How far below the house's own reckoning a claim may lie."""
    return min(FRAME + link.spread, MOST_GIVEN, max(0.0, leeway))


def bounds(arrived: float, link: Link, leeway: float = MOST_LEEWAY) -> tuple[float, float]:
    """Between which reactions the truth lies, if an attempt came in so long after the reveal was sent."""
    return arrived - link.usual - given(link, leeway), arrived - link.least + SLACK


def doubt(link: Link) -> float:
    """How uncertain a reaction on this connection is."""
    return min(MOST_DOUBT, FRAME / 2 + link.spread) if link != HERE else 0.0


def is_steady(reactions: Sequence[float]) -> bool:
    """Whether these are a program's. It is not refused for it: it is said."""
    return len(reactions) >= STEADY_AFTER and pstdev(reactions) < STEADY


class Timed:
    """An attempt, and the reaction that counts for it."""

    __slots__ = ("arrived", "bot", "claimed", "counted", "doubt", "link", "seat", "verdict", "what")

    def __init__(
        self, seat: Seat, what: Any, claimed: int | None, arrived: float, link: Link, *, bot: bool = False
    ) -> None:
        self.seat = seat
        self.what = what
        self.claimed = claimed
        self.arrived = arrived
        self.link = link
        self.bot = bot
        self.counted = arrived
        self.doubt = doubt(link)
        self.verdict: Verdict = "counted"

    def line(self, *, steady: bool = False) -> ReceiptLine:
        counted = round(self.counted)
        return ReceiptLine(
            seat=self.seat,
            claimed=self.claimed,
            arrived=round(self.arrived),
            round_trip=round(self.link.usual),
            correction=0 if self.claimed is None else counted - self.claimed,
            uncertainty=round(self.doubt),
            counted=None if self.verdict in REFUSED else counted,
            verdict=self.verdict,
            bot=self.bot,
            steady=steady,
        )


class Heat:
    """One round of a race: takes the attempts as they come in, and gives them out in the order in which they count."""

    def __init__(self, accounts: Mapping[Seat, Account], deadline: float, fastest: float, lots: Chance) -> None:
        self.accounts = dict(accounts)
        """Of those whose pages claim something."""
        self.deadline = deadline
        self.fastest = fastest
        self.links: dict[Seat, Link] = {}
        """Of those who may still send something."""
        self.pending: list[Timed] = []
        self.decided: list[Timed] = []
        self._burnt: dict[Seat, float] = {}
        """Until when nothing that they try counts."""
        self._lots = lots
        self.lots: list[Lot] = []
        """Those that were drawn."""

    def watches(self, links: Mapping[Seat, Link]) -> None:
        """On which connections an earlier attempt may still be on its way."""
        self.links = dict(links)

    def time(self, seat: Seat, what: Any, claimed: int | None, arrived: float, link: Link) -> Timed:
        """An attempt came in. Its claim is cut to what the connection allows, never refused for it."""
        if claimed is not None:
            claimed = min(max(claimed, 0), MOST_CLAIMED)
        attempt = Timed(seat, what, claimed, arrived, link)
        if arrived < self._burnt.get(seat, 0.0):
            attempt.verdict = "burnt"
            self.decided.append(attempt)
            return attempt
        account = self.accounts[seat]
        own = attempt.counted = arrived - link.usual
        if claimed is not None:
            low, high = bounds(arrived, link, account.leeway)
            attempt.counted = min(max(claimed, low), high)
            if round(attempt.counted) != claimed:
                attempt.verdict = "cut"
        if round(attempt.counted) >= self.fastest:
            account.spend(own - attempt.counted)
        return self._take(attempt)

    def enter(self, seat: Seat, what: Any, ms: int) -> Timed:
        """An attempt of somebody who plays in the house itself: his reaction is known."""
        return self._take(Timed(seat, what, ms, ms, HERE, bot=True))

    def _take(self, attempt: Timed) -> Timed:
        counted = round(attempt.counted)  # What the rules will be told: nobody is refused here whom they would let in.
        if counted < self.fastest:
            attempt.verdict = "inhuman"
            self._burnt[attempt.seat] = attempt.arrived + BURNT
        elif counted > self.deadline:
            attempt.verdict = "late"
        if attempt.verdict in REFUSED:
            self.decided.append(attempt)
        else:
            self.pending.append(attempt)
        return attempt

    def settles_at(self) -> float | None:
        """When nobody can come before the earliest attempt any more; None if there is none."""
        if not self.pending:
            return None
        head = self._head()
        return min(head.arrived + LONGEST_SETTLE, self._settled(head.counted + head.doubt, but=head.seat))

    def ends_at(self) -> float:
        """When nothing can come in any more that was in time."""
        return self._settled(self.deadline, but=None)

    def next(self, now: float, clash: Callable[[Timed, Timed], bool]) -> Timed | None:
        """The next attempt that counts, if that is certain. `clash`: only one of the two can have what he wants."""
        settled = self.settles_at()
        if settled is None or now < settled:
            return None
        first = self._head()
        rivals = [
            attempt
            for attempt in self.pending
            if attempt is not first
            and attempt.counted - first.counted <= min(MOST_DOUBT, (first.doubt**2 + attempt.doubt**2) ** 0.5)
            and clash(first, attempt)
        ]
        if rivals:
            for attempt in (first, *rivals):
                attempt.verdict = "lot"
            among = sorted([first, *rivals], key=lambda attempt: attempt.seat)
            first = self._lots.pick(among)
            self.lots.append(Lot(tuple(attempt.seat for attempt in among), first.seat))
        self.pending.remove(first)
        self.decided.append(first)
        return first

    def call_off(self) -> list[Timed]:
        """The round does not count. Whatever was still waiting."""
        waiting, self.pending = self.pending, []
        self.decided += sorted(waiting, key=_order)
        for attempt in self.decided:
            attempt.verdict = "void"
        self.lots = []
        return waiting

    def drop(self) -> list[Timed]:
        """The round is over: what still waited came too late to matter."""
        left = sorted(self.pending, key=_order)
        for attempt in left:
            self.gone(attempt)
        self.decided += left
        self.pending = []
        return left

    @staticmethod
    def gone(attempt: Timed) -> None:
        """What it reached for was gone. Who lost a lot still reads that it was one."""
        if attempt.verdict != "lot":
            attempt.verdict = "gone"

    def receipt(self, round: int, version: int, steady: Collection[Seat] = (), stumbled: int = 0) -> Receipt:
        """`steady`: whose reactions lie closer together than a person's; `stumbled`: why it does not count, in ms."""
        lines = tuple(attempt.line(steady=attempt.seat in steady) for attempt in self.decided)
        return Receipt(round, version, lines, stumbled, tuple(self.lots))

    def hands(self) -> list[float]:
        """When people's attempts came in that could have counted."""
        attempts = (*self.decided, *self.pending)
        return [
            attempt.arrived for attempt in attempts if not attempt.bot and attempt.verdict not in ("inhuman", "burnt")
        ]

    def _head(self) -> Timed:
        return min(self.pending, key=_order)

    def _settled(self, reaction: float, but: Seat | None) -> float:
        """When a reaction as fast as this can not come in any more from anybody who has sent nothing."""
        silent = self._silent(but)
        return reaction + max((link.usual + given(link, MOST_LEEWAY) for link in silent), default=0.0)

    def _silent(self, but: Seat | None) -> Iterable[Link]:
        waiting = {attempt.seat for attempt in self.pending}
        return [link for seat, link in self.links.items() if seat != but and seat not in waiting]


def _order(attempt: Timed) -> tuple[float, float]:
    return attempt.counted, attempt.arrived
