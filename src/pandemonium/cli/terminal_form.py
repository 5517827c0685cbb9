"""How a table shall be, asked one question after the other: what can be chosen has a name and a number."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeVar

from msgspec import structs
from rich.console import Console
from rich.table import Table
from rich.text import Text

from pandemonium.arena.outside import as_from_here, find_bot
from pandemonium.cli import arguments
from pandemonium.cli.plain import words_here
from pandemonium.cli.terminal_table import Leave, TerminalTable
from pandemonium.core.game import USUAL_LEVEL, AnyGame, Refusal, Seat
from pandemonium.core.match import AnyMatch, begin
from pandemonium.core.options import check_seats, choices, read_options, written
from pandemonium.core.words import Words
from pandemonium.search.installed import installed

T = TypeVar("T")


def ask(console: Console, words: Words, question: str, meant: Callable[[str], T]) -> T:
    """What is meant by what somebody types; who is not understood is told why, and asked again."""
    while True:
        try:
            text = console.input(Text(question + " > ", style="bold")).strip()
        except (EOFError, KeyboardInterrupt):
            raise Leave from None
        if text.lower() == "q":
            raise Leave
        try:
            return meant(text)
        except Refusal as refusal:
            console.print(Text(words.refusal(refusal), style="red"))


class Form:
    """The questions for a table of one box; Enter takes what is usual."""

    def __init__(self, console: Console, game: AnyGame, language: str) -> None:
        self.console = console
        self.game = game
        self.words = words_here(language, game)

    def table(self) -> TerminalTable:
        self.console.print(
            Text(self.game.title, style="bold red"), Text(self.words("box.blurb"), style="italic"), sep="\n"
        )
        variant = self._variant()
        seats = self._seats()
        people = self._ask(
            self.words("shelf.people", n=seats),
            lambda text: arguments.count(text or "1", least=1, most=seats),
        )
        levels = dict.fromkeys(map(Seat, range(people, seats)), self._level() if people < seats else "")
        match = self._match(seats, (self.game.alone if people == 1 else {}) | dict(variant))
        return TerminalTable(match, levels, self.words.language)

    def _variant(self) -> Mapping[str, object]:
        """The options of the way to play that is chosen, where there are several."""
        ways = [*self.game.variants]
        if len(ways) < 2:
            return {}
        which = self._listed("set.variant", "variant", ways, usual=ways[0])
        return self.game.variants[self._ask(which, lambda text: _one_of(ways, text or "1"))]

    def _seats(self) -> int:
        usual, allowed = self.game.seats_or(None), ", ".join(map(str, self.game.seats))
        if len(self.game.seats) == 1:
            return usual
        question = self.words("shelf.seats", allowed=allowed, usual=usual)

        def meant(text: str) -> int:
            seats = arguments.count(text or str(usual), least=self.game.seats[0], most=self.game.seats[-1])
            check_seats(self.game, seats)
            return seats

        return self._ask(question, meant)

    def _level(self) -> str:
        """How good the bots are: one of the levels, or a bot of one's own."""
        levels = [*self.game.bots, *installed(self.game)]
        which = self._listed("gather.level", "level", levels, usual=USUAL_LEVEL)

        def meant(text: str) -> str:
            level = _one_of(levels, text) if text.isdigit() else text or USUAL_LEVEL
            find_bot(self.game, level)
            return as_from_here(level)

        return self._ask(which, meant)

    def _match(self, seats: int, usual: dict[str, object]) -> AnyMatch:
        """With whatever else is chosen, by name and value as they stand on paper."""
        allowed = choices(self.game.options)
        if not allowed:
            return begin(self.game, seats, usual, hold=self.game.race is not None)
        now = map(written, structs.astuple(read_options(self.game.options, usual)))
        self._print(
            (f"{name}={value}", self._option(name, values))
            for (name, values, _), value in zip(allowed, now, strict=True)
        )

        def meant(text: str) -> AnyMatch:
            options = usual | arguments.options(text.split())
            return begin(self.game, seats, options, hold=self.game.race is not None)

        return self._ask(self.words("shelf.options"), meant)

    def _option(self, name: str, allowed: str) -> Text:
        """What it is, and what its values are called; those without a name tell what is allowed."""
        own, key = self.words, f"option.{name}"
        values = ", ".join(
            f"{value} = {own(f'{key}.{value}')}" for value in allowed.split(" | ") if f"{key}.{value}" in own
        )
        return _called(own(key), values or f"{own(f'{key}.hint')} ({allowed})")

    def _listed(self, title: str, kind: str, names: Sequence[str], usual: str) -> str:
        """Show them with a number, a title and a sentence, as far as there is one; and how one of them is asked for."""
        own = self.words
        self.console.print(Text(own(title), style="bold"))
        self._print((str(number), self._named(f"{kind}.{name}", name)) for number, name in enumerate(names, start=1))
        return own("shelf.which", n=len(names), usual=names.index(usual) + 1)

    def _named(self, key: str, name: str) -> Text:
        """Other people's bots have neither title nor sentence."""
        return _called(*(self.words(each) for each in (key, f"{key}.hint") if each in self.words)) or Text(name)

    def _print(self, rows: Iterable[tuple[str, Text]]) -> None:
        grid = Table.grid(padding=(0, 2))
        for what, said in rows:
            grid.add_row(Text(f"  {what}", no_wrap=True), said)
        self.console.print(grid)

    def _ask(self, question: str, meant: Callable[[str], T]) -> T:
        return ask(self.console, self.words, question, meant)


def _called(title: str = "", sentence: str = "") -> Text:
    return Text.assemble((title, "bold"), f" – {sentence}" if sentence else "")


def _one_of(names: Sequence[str], text: str) -> str:
    return names[arguments.count(text, least=1, most=len(names)) - 1]
