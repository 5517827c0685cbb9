"""How the house keeps its time, its luck and its patience; tests choose others."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from pathlib import Path
from random import Random, SystemRandom
from typing import Final

from msgspec import Struct

from pandemonium.server.limits import Limits

_SIGNS: Final = "23456789abcdefghijkmnpqrstuvwxyzABCDEFGHJKLMNPQRSTUVWXYZ"


def now() -> int:
    """In ms since 1970."""
    return time.time_ns() // 1_000_000


def new_id() -> str:
    """A name that nobody guesses and anybody can type: 12 signs, 69 bits."""
    return "".join(secrets.choice(_SIGNS) for _ in range(12))


def new_seed() -> bytes:
    return secrets.token_bytes(32)


class Settings(Struct, frozen=True, kw_only=True):
    """Everything that a host may want to change, and what a test must be able to fix. Times are in seconds."""

    data: Path
    database: str = ""
    """Where PostgreSQL is, for a house on many machines; empty: SQLite, in the folder of its data."""
    bus: str = ""
    """Where NATS is, between its nodes; empty: this is the only one."""
    site: Path | None = None
    """The folder of the built site; None: where it usually is."""
    bot_pause: float = 0.35
    """How long a bot waits with its move: pages show one move after the other, at the pace that their readers like."""
    grace: float = 60
    """How long somebody must be away before a bot may sit in for him."""
    dawdle: float = 180
    """How long somebody who is there may take for a move, where no clock runs, before a bot may sit in for him."""
    salt_pause: float = 1.5
    """How long a full table waits for what the browsers add to the luck."""
    idle: float = 120
    """How long a table stays in memory when nobody is there."""
    race_pause: float = 30
    """At a public table, how long people may look at what came of a round of a race, unless all are ready before."""
    race_look: float = 6
    """The same where nobody is waited for: only bots still race."""
    race_away: float = 30
    """How long a race waits for somebody who is away, before a bot sits in for him."""
    suspense: tuple[float, float] = (0.9, 2.4)
    """How long everybody waits for the start of a race, after he knows that it comes: at least and at most."""
    stumble: float = 0.08
    """For how long the house itself may stand still in a race before nobody can be timed fairly any more."""
    proxy: str = ""
    """Addresses of machines that end the pages' connections and open their own to the house: their word is taken for
    whom they speak, and the kernel, which knows only the way to them, is not asked how far away pages are. One on this
    machine is noticed without it."""
    public_url: str = ""
    """Where everybody finds the house, such as https://games.example; empty: where it was called."""
    base: str = ""
    """The path below which the house is found, such as /games; empty: it has the whole address."""
    source: str = ""
    """Where its source can be had; empty: from the house itself, if it has it."""
    network: tuple[str, ...] = ()
    """Where devices in the same network find it."""
    hosts: tuple[str, ...] = ()
    """The names by which the house may be called; none: by any."""
    operator_token: str = ""
    """What whoever comes to the operator's address must know; empty: whoever can reach it may."""
    clock_speed: float = 1
    """How fast the clocks of the tables run."""
    look_again: float = 5
    """How often the house reads what its operator has decided: it may have been at another node."""
    link_life: float = 15 * 60
    limits: Limits = Limits()
    patience: float = 10
    """How long somebody may take to say what he wants, and to read the next piece of what he gets."""
    keep: float | None = None
    """For how many days a finished table is kept, a program that nobody uses, and a guest who has neither; None: for
    ever."""
    workers: int | None = None
    """How many processes think for bots; None: one for each core but one."""
    any_game: bool = False
    """Also those that have no board for the page yet."""
    now: Callable[[], int] = now
    monotonic: Callable[[], float] = time.monotonic
    """The clock by which tables wait, round trips are measured and races are run, in seconds since whenever."""
    new_id: Callable[[], str] = new_id
    new_seed: Callable[[], bytes] = new_seed
    bot_luck: Callable[[str], Random] = lambda table: SystemRandom()  # noqa: ARG005
    luck: Callable[[], Random] = SystemRandom
    """For what is neither nature's nor a bot's: what bots and guests are called, how long suspense lasts."""
    new_name: Callable[[str], str] | None = None
