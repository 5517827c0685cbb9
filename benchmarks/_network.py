"""Players and the networks between them and the house, as `bench fairness` imagines both."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from pandemonium.games.diavolo.bots import PRACTISED
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
