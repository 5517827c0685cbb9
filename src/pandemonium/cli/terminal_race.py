"""A race at the keyboard: the start is shown, the keys are timed, and the bots are as fast as they are."""

from __future__ import annotations

import contextlib
import secrets
import select
import sys
import time
from collections.abc import Iterator
from typing import Any, Final

from pandemonium.cli.terminal_table import Leave, TerminalTable
from pandemonium.core.game import NATURE, Illegal, Move, Refusal, Seat
from pandemonium.core.paper import shorten

LATE: Final = 0.4
"""Who presses a key so many seconds after the end at most meant the round, and does not answer what is asked next."""


def race(table: TerminalTable) -> None:
    """One round: what came of the last one, then ready, steady, and the start."""
    match = table.match
    if match.to_act:  # Somebody left while the round ran.
        _let_pass(table)
        table.notice = table.words("race.went-on")
        return
    runners = _runners(table)
    if not runners:
        match.release()
        _let_pass(table)
        return
    keys = _keys(table, runners)
    while True:
        _ask_ready(table, runners)
        if table.told == len(match.moves):
            break
        table.catch_up()  # What nature did before the start can be seen now.
    table.heard = len(table.story)
    table.console.print(table.words("race.steady"))
    with _keyboard() as keyboard:
        time.sleep(0.6 + secrets.randbelow(900) / 1000)
        if keyboard.drain():
            table.notice = table.words("race.too-early")
        match.release()
        table.catch_up()
        table.heard = len(table.story)  # The start can be seen; nobody reads it out.
        _show(table)
        _run(table, keyboard, keys)
        time.sleep(LATE)
        keyboard.drain()
    table.notice = ""


def _ask_ready(table: TerminalTable, runners: list[Seat]) -> None:
    view = table.match.game.sight.view(table.state, table.eyes)
    while text := table.ask(view, table.ready(runners), table.words("race.ready") + " "):
        table.notice = table.words("no.no-such-choice", text=shorten(text))


def _runners(table: TerminalTable) -> list[Seat]:
    """The people who may act when nature has done what it holds back. It is not done for that."""
    match, due = table.match, table.match.owed
    assert due is not None
    state = match.state
    for what in (due.what, *due.then):
        state = match.game.rules.apply(state, Move(NATURE, what, match.now))
    return [seat for seat in table.people if seat in match.game.rules.to_act(state)]


def _let_pass(table: TerminalTable) -> None:
    """The round goes on without the people."""
    table.bots.play_on(table.match)
    table.catch_up()


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
                table.notice = table.words.refusal(illegal)
        else:
            continue
        table.catch_up()
        _show(table)


def _show(table: TerminalTable) -> None:
    """The round, and what everybody has done so far."""
    table.show(table.match.game.sight.view(table.state, table.eyes))
    table.console.file.flush()


def _keys(table: TerminalTable, runners: list[Seat]) -> dict[str, tuple[Seat, Any]]:
    hands = table.hands()
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
