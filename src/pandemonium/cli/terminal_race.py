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

from pandemonium.cli.terminal_table import Leave, TerminalTable
from pandemonium.core.game import NATURE, Illegal, Refusal, Seat
from pandemonium.core.screen import RaceScreen


def race(table: TerminalTable) -> None:
    """One round: what came of the last one, then ready, steady, and the throw."""
    match = table.match
    runners = [seat for seat in table.people if seat in match.to_act]
    if not runners:
        table.reveal()
        table.bots.play_on(match)
        table.catch_up()
        return
    keys = _keys(table, runners)
    # Nature has thrown already; what is shown first is the table as it was before that.
    table.show(match.game.sight.view(table.before, table.eyes))
    for seat in runners:
        whose = ", ".join(key for key, (its, _) in keys.items() if its == seat)
        table.console.print(Text(table.words("race.your-keys", name=table.names[seat], keys=whose)))
    table.read_line(table.words("race.ready") + " ")
    table.console.print(table.words("race.steady"))
    with _keyboard() as keyboard:
        time.sleep(0.6 + secrets.randbelow(900) / 1000)
        early = keyboard.drain()
        table.reveal()
        table.show(match.view(table.eyes))
        if early:
            table.console.print(table.words("race.too-early"))
        table.console.file.flush()
        _run(table, keyboard, keys)


def _run(table: TerminalTable, keyboard: Keyboard, keys: dict[str, tuple[Seat, Any]]) -> None:
    match = table.match
    race = match.game.race
    assert race is not None
    begun, start, logged = time.monotonic(), match.now, len(match.moves)
    bots = table.bots.answers(match)
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
                match.play(seat, race.timed(action, ms), at=max(match.now, start + ms))
            except Illegal as illegal:
                table.console.print(Text(table.words.refusal(illegal), style="red"))
        _tell_what_is_new(table)


def _tell_what_is_new(table: TerminalTable) -> None:
    """Say it as it happens, and again above the explanation of the round."""
    heard = len(table.news)
    table.catch_up()
    for sentence in table.news[heard:]:
        table.console.print(Text("· " + sentence))


def _keys(table: TerminalTable, runners: list[Seat]) -> dict[str, tuple[Seat, Any]]:
    screen = cast(RaceScreen[Any, Any], table.screen)
    hands = screen.keys(len(table.people))
    if len(hands) < len(table.people):
        raise Refusal("too-many-people", game=table.match.game.title, most=len(hands))
    if not sys.stdin.isatty():
        raise Refusal("needs-terminal")
    mine = dict(zip(table.people, hands, strict=False))
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
