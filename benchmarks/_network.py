"""Players and the networks between them and the house, as `bench fairness` imagines both."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from pandemonium.games.diavolo.dice import ORDERS, OrderFace


class Network(NamedTuple):
    """A way to the house and back, in ms. Both legs have half of the round trip, a random delay on top (the queues of
    routers and radios: exponential), and now and then a lost packet, which is sent again later."""

    round_trip: float
    jitter: float
    """On each leg, on the average."""
    loss: float
    """Of all packets."""

    def leg(self, luck: Random, packets: int = 1) -> float:
        """How long it takes; TCP keeps the order, so what is lost just before holds up what comes after."""
        delay = self.round_trip / 2 + luck.expovariate(1 / self.jitter)
        return delay + 200 + self.round_trip if luck.random() < packets * self.loss else delay


NETWORKS: Final = {
    5: Network(5, 0.5, 0.0005),
    40: Network(40, 2, 0.001),
    120: Network(120, 4, 0.0015),
    250: Network(250, 8, 0.0025),
}


class Skill(NamedTuple):
    """How somebody who does nothing else all day reads one face of the Order die. Times are in ms and ex-Gaussian: a
    bell curve about `usual` with a tail of slower moments, `tail` long on average."""

    usual: float
    varies: float
    tail: float


PRACTISED: Final[dict[OrderFace, Skill]] = {
    "highest-value": Skill(usual=500, varies=70, tail=200),
    "closest": Skill(usual=500, varies=80, tail=250),
    "most-odd": Skill(usual=800, varies=110, tail=300),
    "largest-sum": Skill(usual=1000, varies=140, tail=400),
    "smallest-sum": Skill(usual=1050, varies=140, tail=400),
    "largest-spread": Skill(usual=1050, varies=150, tail=450),
}
FRAME: Final = 1000 / 60


def painted(luck: Random) -> float:
    """From a message to the frame in which a screen of 60 Hz shows it."""
    return luck.uniform(1, 1 + FRAME)


def reaction(order: OrderFace, luck: Random) -> float:
    """From seeing the dice to the press: ex-Gaussian, 400 to 1,500 ms by order, alike for everybody."""
    skill = PRACTISED[order]
    return max(150.0, luck.gauss(skill.usual, skill.varies) + luck.expovariate(1 / skill.tail))


def any_order(luck: Random) -> OrderFace:
    return luck.choice(ORDERS)
