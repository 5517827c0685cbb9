"""The same judge without sockets: rounds on a clock that is only imagined, for statistics that need many of them."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from random import Random
from typing import Final, NamedTuple

from benchmarks._network import NETWORKS, any_order, painted, reaction
from benchmarks._tally import Round, Tally

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import Seat
from pandemonium.server.race.judge import Account, Heat
from pandemonium.server.race.round_trips import RoundTrips

ROUNDS_OF_A_MATCH: Final = 15
PINGS_OF_A_ROUND: Final = 3
HELD_UP_BY: Final = 3
"""So many packets can hold a reveal up, or an attempt: itself, and pings or news just before."""
NOTHING: Final = lambda _: 0.0  # noqa: E731


class Attack(NamedTuple):
    """How somebody cheats: what his page claims instead of the truth, and by how much it answers pings too late."""

    claims: Callable[[float], float] = lambda truth: truth
    late: Callable[[Random], float] = NOTHING
    kernel: float = 0.0
    """By how many ms his whole connection pretends to be longer, below his browser."""


HONEST: Final = Attack()


class Player:
    """Somebody on a network, and what the house has measured of him."""

    def __init__(self, network: int, attack: Attack, luck: Random, *, kernel: bool) -> None:
        self.network = NETWORKS[network]
        self.attack = attack
        self.luck = luck
        self.other_luck = Random(network)
        shortest = min(self._round_trip() for _ in range(20)) + attack.kernel
        self.trips = RoundTrips(lambda: shortest if kernel else None)
        self.account = Account()
        self.measure(20)

    def measure(self, times: int) -> None:
        for _ in range(times):
            late = self.attack.late(self.other_luck) + self.attack.kernel
            self.trips.heard(self._round_trip() + late)

    def _round_trip(self) -> float:
        return self.network.leg(self.luck) + self.network.leg(self.luck)


def race(rounds: int, attacks: Mapping[int, Attack] | None = None, *, seed: int = 1, kernel: bool = True) -> Tally:
    """So many rounds among one player on each network."""
    luck, tally = Random(seed), Tally()
    players: list[Player] = []
    for number in range(rounds):
        if number % ROUNDS_OF_A_MATCH == 0:
            players = [Player(its, (attacks or {}).get(its, HONEST), luck, kernel=kernel) for its in NETWORKS]
        tally.add(_round(players, luck))
    return tally


def _round(players: list[Player], luck: Random) -> Round:
    order, truth, coming = any_order(luck), {}, []
    heat = Heat(
        {Seat(seat): player.account for seat, player in enumerate(players)},
        10_000,
        100,
        LooseChance(Random(luck.random())),
    )
    for seat, player in enumerate(players):
        player.measure(PINGS_OF_A_ROUND)
        truth[seat] = its = reaction(order, luck)
        arrives = player.network.leg(luck, HELD_UP_BY) + painted(luck) + its + player.network.leg(luck, HELD_UP_BY)
        coming.append((arrives, seat, round(player.attack.claims(its))))
    coming.sort(reverse=True)
    arrived = tuple(seat for _, seat, _ in reversed(coming))
    heat.watches({Seat(seat): player.trips.link() for seat, player in enumerate(players)})
    decided = []
    while coming or heat.pending:
        settled = heat.settles_at()
        if coming and (settled is None or coming[-1][0] <= settled):
            arrives, seat, claim = coming.pop()
            heat.time(Seat(seat), None, claim, arrives, players[seat].trips.link())
            heat.links.pop(Seat(seat), None)
        elif settled is not None and (attempt := heat.next(settled, lambda *_: True)) is not None:
            decided.append(int(attempt.seat))
    networks = dict(enumerate(NETWORKS))
    return Round(
        truth={networks[seat]: its for seat, its in truth.items()},
        decided=[networks[seat] for seat in decided],
        arrived=[networks[seat] for seat in arrived],
    )
