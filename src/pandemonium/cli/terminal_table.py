"""A match at one terminal, from the first deal to the last: who is asked, what is shown to whom."""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from typing import Any

from rich.console import Console
from rich.markdown import Markdown
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pandemonium.cli import match_files
from pandemonium.cli.player_names import at_table
from pandemonium.cli.rulebook import rulebook
from pandemonium.cli.typed_move import chosen
from pandemonium.core.bots import Bots, bot_of
from pandemonium.core.game import PUBLIC, Eyes, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.screen import screen_of
from pandemonium.core.words import Words


class Leave(Exception):
    """Somebody gets up from the table."""


class TerminalTable:
    """The people and bots round one match, and the terminal between them."""

    def __init__(self, match: AnyMatch, levels: dict[Seat, str], language: str) -> None:
        self.match = match
        self.levels = levels
        self.people = [Seat(seat) for seat in range(match.seats) if seat not in levels]
        self.names = at_table(match.seats, self.people)
        self.words = Words(language, match.game)
        self.screen = screen_of(match.game)
        self.console = Console(highlight=False)
        self.bots = Bots(
            {seat: bot_of(match.game, level) for seat, level in levels.items()}, luck=secrets.token_hex(16)
        )
        self.before = self.state = match.game.rules.start(match.options, match.seats)
        self.told = 0
        self.news: list[str] = []
        self.awaited = ""
        self.last_at_keyboard: Seat | None = self.people[0] if len(self.people) == 1 else None
        self.catch_up()
        self.news.clear()

    @property
    def eyes(self) -> Eyes:
        """Through whose eyes the news is told: everybody at the keyboard may read it."""
        return self.people[0] if len(self.people) == 1 else PUBLIC

    def catch_up(self) -> None:
        """Fold what has happened since, and put each move into a sentence."""
        game = self.match.game
        for move in self.match.moves[self.told :]:
            self.before, self.state = self.state, game.rules.apply(self.state, move)
            facts = game.sight.told(self.before, move, self.state, self.eyes)
            sentence = self.words.told(facts, self.names)
            if self._begins_race():
                self.awaited = sentence
            elif sentence:
                self.news.append(sentence)
        self.told = len(self.match.moves)

    def reveal(self) -> None:
        """Everybody is ready: tell what the race is about."""
        self.news.append(self.awaited)

    def _begins_race(self) -> bool:
        rules = self.match.game.rules
        return bool(self.match.game.race and rules.to_act(self.state) and not rules.to_act(self.before))

    def leave(self) -> None:
        match_files.put_aside(self.match, self.levels)
        self.console.print(self.words("table.saved"))

    # Turns

    def person_acts(self, seat: Seat) -> None:
        """Show a person the table through his eyes, and ask until he has made a move."""
        self.hand_over_to(seat)
        self.show(self.match.view(seat))
        while True:
            legal = self.match.legal(seat)
            asked = self.words.asked(self.match.game.sight.question(self.match.state, seat), self.names)
            self.console.print(Text(asked, style="bold"))
            self.console.print(Text(self.screen.answers(legal, self.words)))
            try:
                text = self.read_line(f"{self.names[seat]} > ")
                if text == "?":
                    self.console.print(Markdown(rulebook(self.match.game, self.words.language)))
                    continue
                self.match.play(seat, chosen(text, self.match, seat))
            except Refusal as refusal:
                self.console.print(Text(self.words.refusal(refusal), style="red"))
                continue
            self.catch_up()
            return

    def hand_over_to(self, seat: Seat) -> None:
        """A screen between hidden hands: nobody sees what is not his."""
        if self.last_at_keyboard != seat and len(self.people) > 1 and self.match.game.secrets:
            self.clear()
            self.read_line(self.words("table.pass-to", name=self.names[seat]) + " ")
        self.last_at_keyboard = seat

    # The terminal

    def show(self, view: Any) -> None:
        self.clear()
        self.console.print(Rule(f"{self.match.game.title} · {self.words('table.prompt')}", style="dim"))
        for sentence in self.news:
            self.console.print(Text("· " + sentence, style="dim"))
        self.news.clear()
        self.console.print(self.screen.draw(view, self.words, self.names))

    def clear(self) -> None:
        """A clean screen, the lines that have scrolled away included: they may show a hand."""
        if self.console.is_terminal:
            self.console.file.write("\x1b[2J\x1b[3J\x1b[H")

    def read_line(self, prompt: str) -> str:
        try:
            text = self.console.input(Text(prompt, style="bold")).strip()
        except (EOFError, KeyboardInterrupt):
            self.console.print()
            raise Leave from None
        if text.lower() == "q":
            raise Leave
        return text

    def show_result(self) -> None:
        result = self.match.result
        if result is None:
            return
        self.catch_up()
        self.show(self.match.view(self.eyes))
        standings = sorted(enumerate(result.standings), key=lambda each: each[1].place)
        self.console.print(self._standings(standings))
        self.console.print(Text(self._who_won(result.winners), style="bold"))
        file = match_files.archive(self.match)
        self.console.print(Text(self.words("table.kept", file=file)), soft_wrap=True)
        self.console.print(Text(self.words("table.check", file=file)), soft_wrap=True)

    def _standings(self, standings: Sequence[tuple[int, Any]]) -> Table:
        table = Table()
        table.add_column(self.words("table.place"), justify="right")
        table.add_column(self.words("table.player"))
        table.add_column(self.words("table.points"), justify="right")
        for seat, standing in standings:
            table.add_row(str(standing.place), self.names[seat], str(standing.points))
        return table

    def _who_won(self, winners: Collection[Seat]) -> str:
        names = ", ".join(self.names[seat] for seat in winners)
        match len(winners):
            case 0:
                return self.words("table.nobody-won")
            case 1:
                return self.words("table.won", names=names)
        return self.words("table.won-together", names=names)
