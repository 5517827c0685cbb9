"""A race at the keyboard: the dice fall, the keys are timed, and the bots are as fast as they are."""

from __future__ import annotations

import contextlib
import secrets
import select
import sys
import time
from collections.abc import Iterator
from typing import Any, cast

from rich.text import Text

from pandemonium.cli.evening import Evening, Leave
from pandemonium.core.game import NATURE, Illegal, Refusal, Seat
from pandemonium.core.screen import RaceScreen


def race(evening: Evening) -> None:
    """One round: what came of the last one, then ready, steady, and the throw."""
    match = evening.match
    runners = [seat for seat in evening.people if seat in match.to_act]
    if not runners:
        evening.company.play_on(match)
        evening.catch_up()
        return
    keys = _keys(evening, runners)
    # Nature has thrown already; what is shown first is the table as it was before that.
    evening.show(match.game.sight.view(evening.before, evening.eyes))
    for seat in runners:
        whose = ", ".join(key for key, (its, _) in keys.items() if its == seat)
        evening.console.print(Text(evening.words("race.your-keys", name=evening.names[seat], keys=whose)))
    evening.read_line(evening.words("race.ready") + " ")
    evening.console.print(evening.words("race.steady"))
    with _keyboard() as keyboard:
        time.sleep(0.6 + secrets.randbelow(900) / 1000)
        early = keyboard.drain()
        evening.show(match.view(evening.eyes))
        if early:
            evening.console.print(evening.words("race.too-early"))
        evening.console.file.flush()
        _run(evening, keyboard, keys)


def _run(evening: Evening, keyboard: Keyboard, keys: dict[str, tuple[Seat, Any]]) -> None:
    match, screen = evening.match, cast(RaceScreen[Any, Any], evening.screen)
    begun, start, logged = time.monotonic(), match.now, len(match.moves)
    bots = evening.company.answers(match)
    due = match.owed
    while not any(move.by == NATURE for move in match.moves[logged:]):
        bell = due.at - start if due is not None else 0
        wake = min(bots[0].ms if bots else bell, bell)
        key = keyboard.read(begun + wake / 1000 - time.monotonic())
        ms = int((time.monotonic() - begun) * 1000)
        if key is None and bots and wake == bots[0].ms:
            bot = bots.pop(0)
            with contextlib.suppress(Illegal):  # Somebody was faster.
                match.play(bot.seat, bot.action, at=max(match.now, start + bot.ms))
        elif key is None:
            match.wait(until=start + bell)
        elif key == "q":
            raise Leave
        elif key in keys:
            seat, action = keys[key]
            try:
                match.play(seat, screen.timed(action, ms), at=max(match.now, start + ms))
            except Illegal as illegal:
                evening.console.print(Text(evening.words.refusal(illegal), style="red"))
        _tell_what_is_new(evening)


def _tell_what_is_new(evening: Evening) -> None:
    """Say it as it happens, and again above the explanation of the round."""
    heard = len(evening.news)
    evening.catch_up()
    for sentence in evening.news[heard:]:
        evening.console.print(Text("· " + sentence))


def _keys(evening: Evening, runners: list[Seat]) -> dict[str, tuple[Seat, Any]]:
    screen = cast(RaceScreen[Any, Any], evening.screen)
    hands = screen.keys(len(evening.people))
    if len(hands) < len(evening.people):
        raise Refusal("too-many-people", game=evening.match.game.title, most=len(hands))
    if not sys.stdin.isatty():
        raise Refusal("needs-terminal")
    mine = dict(zip(evening.people, hands, strict=False))
    return {key: (seat, action) for seat in runners for key, action in mine[seat].items()}


class Keyboard:
    """Single keys, with a patience."""

    def read(self, patience: float) -> str | None:
        """The next key, or None if none comes in time."""
        ready, _, _ = select.select([sys.stdin], [], [], max(0.0, patience))
        return sys.stdin.read(1).lower() if ready else None

    def drain(self) -> bool:
        """Forget the keys that were pressed too early."""
        early = False
        while self.read(0) is not None:
            early = True
        return early


class _WindowsKeyboard(Keyboard):
    def read(self, patience: float) -> str | None:
        import msvcrt

        until = time.monotonic() + patience
        while True:
            if msvcrt.kbhit():  # type: ignore[attr-defined]
                return str(msvcrt.getwch()).lower()  # type: ignore[attr-defined]
            if time.monotonic() >= until:
                return None
            time.sleep(0.002)


@contextlib.contextmanager
def _keyboard() -> Iterator[Keyboard]:
    """The keyboard without waiting for Enter and without echo, and as it was afterwards."""
    if sys.platform == "win32":
        yield _WindowsKeyboard()
        return
    import termios
    import tty

    before = termios.tcgetattr(sys.stdin)
    try:
        tty.setcbreak(sys.stdin)
        yield Keyboard()
    finally:
        termios.tcsetattr(sys.stdin, termios.TCSADRAIN, before)
