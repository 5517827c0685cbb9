"""Bots that think in other processes, each in a way of its own."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from random import Random
from threading import Thread
from typing import Any

from pandemonium.core.evaluation import Budget, Evaluation, NotYet, Worth
from pandemonium.search.thinker import Thinker
from pandemonium.search.unfinished import is_unfinished, unfinished


def _all(legal: Sequence[str]) -> Evaluation[str]:
    return Evaluation("letters", tuple(Worth(its, 0.0, 0.0, 0) for its in legal), 0)


def says_the_seconds(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    """Thinks for as long as it may, and answers with how long that was."""
    time.sleep(budget.seconds or 0)
    return _all([str(budget.seconds)])


def says_who(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    """Answers with its process and its luck."""
    return _all([f"{os.getpid()} {luck.random()}"])


def works_something_out(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    """Until there is a file of the name that it sees; but it answers at once, with its process."""

    def work() -> None:
        with unfinished():
            while not Path(view).exists():
                time.sleep(0.01)

    begun = Thread(target=work, daemon=True)
    begun.start()
    while not is_unfinished():
        time.sleep(0.001)
    return _all([str(os.getpid())])


def never_ends(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    """Says in the file whose name it sees that it has begun, and in which process."""
    Path(view).write_text(str(os.getpid()))
    while True:
        time.sleep(60)


def thinks_aloud(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    print("Hm.", flush=True)
    os.write(1, b"As compiled code would print it.")
    return _all(legal)


def answers_what_cannot_be_sent(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[Any]:  # noqa: ARG001
    return Evaluation("letters", (Worth(lambda: None, 0.0, 0.0, 0),), 0)


def _cannot_be_read() -> None:
    raise ValueError("nobody can read this")


class Unreadable:
    """It can be sent, and not be read where it arrives."""

    def __reduce__(self) -> tuple[Callable[[], None], tuple[()]]:
        return _cannot_be_read, ()


def answers_what_cannot_be_read(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[Any]:  # noqa: ARG001
    return Evaluation("letters", (Worth(Unreadable(), 0.0, 0.0, 0),), 0)


def breaks(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    raise ValueError("the dice are gone")


def works_it_out(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    raise NotYet(0.4)


def dies(view: str, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    os._exit(7)


def quickly(view: str, legal: Sequence[str], luck: Random) -> str:  # noqa: ARG001
    return legal[-1]


def says_nothing(view: object, legal: Sequence[str], luck: Random) -> None:  # noqa: ARG001
    return None


def warm_up() -> None:
    """A game that is warm at once."""


def cannot_warm_up() -> None:
    raise ImportError("no compiler")


def takes_long_to_warm_up() -> None:
    time.sleep(600)


def thinker(evaluate: object, seconds: float = 0.01) -> Thinker[str, str]:
    return Thinker(evaluate, Budget(seconds=seconds), meanwhile=quickly)  # type: ignore[arg-type]


NOTE = "PANDEMONIUM_TEST_NOTE"
"""The environment says where a thinker leaves a note."""


def stumbles_once(view: object, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    """Never comes to an end, unless somebody has come to none before; leaves a note of its process."""
    note = Path(os.environ[NOTE])
    if not note.exists():
        note.write_text(str(os.getpid()))
        time.sleep(600)
    return _all(legal)


def leaves_a_note(view: object, legal: Sequence[str], budget: Budget, luck: Random) -> Evaluation[str]:  # noqa: ARG001
    Path(os.environ[NOTE]).write_text(str(os.getpid()))
    return _all(legal)
