"""A match at one terminal, from the first deal to the last: who is asked, what is shown to whom."""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable, Collection, Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from rich.console import Console, Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from pandemonium.arena.outside import find_bot
from pandemonium.cli import match_files, pager
from pandemonium.cli.plain import as_here, words_here
from pandemonium.cli.player_names import at_table
from pandemonium.cli.rulebook import show_rules
from pandemonium.cli.typed_move import called, chosen
from pandemonium.cli.waking import Waking
from pandemonium.core.bots import Bots
from pandemonium.core.evaluation import Evaluation
from pandemonium.core.game import PUBLIC, Eyes, Refusal, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.screen import race_screen_of, screen_of

KEYS: Final = {"?": "help", "h": "hint", "l": "log", "u": "undo", "q": "leave"}
"""What can be typed instead of a move: the same in every language."""
NOT_IN_A_RACE: Final = ("hint", "undo")


A_MOMENT: Final = 0.3
"""In seconds: so often a hint that is being worked out says how far it is."""
HINTS: Final = 3
"""So many moves a hint compares."""


class Leave(Exception):
    """Somebody gets up from the table."""


class TerminalTable:
    """The people and bots round one match, and the terminal between them."""

    def __init__(self, match: AnyMatch, levels: dict[Seat, str], language: str, place: Path | None = None) -> None:
        self.match = match
        match.hold = match.game.race is not None
        self.levels = levels
        self.place = place or match_files.new_place(match)
        self.people = [Seat(seat) for seat in range(match.seats) if seat not in levels]
        self.names = at_table(match.seats, self.people)
        self.words = words_here(language, match.game)
        self.screen = screen_of(match.game)
        self.console = Console(highlight=False)
        self.waking = Waking(
            match.game, {seat: find_bot(match.game, level) for seat, level in levels.items()}, self.words
        )
        self.bots = Bots(self.waking.bots, luck=secrets.token_hex(16))
        self.story: list[str] = []
        """All that has happened, in sentences."""
        self.heard = 0
        """How many of them the player has read."""
        self.notice = ""
        """Why the last answer would not do."""
        self.floor = 0
        """So many moves stood when somebody last took one back."""
        self.last_at_keyboard: Seat | None = self.people[0] if len(self.people) == 1 else None
        self.begin_again()

    @property
    def eyes(self) -> Eyes:
        """Through whose eyes the news is told: everybody at the keyboard may read it."""
        return self.people[0] if len(self.people) == 1 else PUBLIC

    @property
    def keys(self) -> dict[str, str]:
        """What can be typed at this table instead of a move."""
        game = self.match.game
        missing = {*(() if game.evaluate is not None else ("hint",)), *(() if game.race is None else NOT_IN_A_RACE)}
        return {key: name for key, name in KEYS.items() if name not in missing}

    # What has happened

    def begin_again(self) -> None:
        """Fold the whole match; none of it is news."""
        self.state = self.match.game.rules.start(self.match.options, self.match.seats)
        self.story, self.told = [], 0
        while self.told < len(self.match.moves):
            self.catch_up()
        self.heard = len(self.story)

    def catch_up(self) -> None:
        """Fold what has happened since, to the end of a round at most, and put each move into a sentence.

        It is on disk before it is seen: who pulls the plug finds the same luck, and none is drawn again."""
        match_files.put_aside(self.place, self.match, self.levels)
        game, race = self.match.game, self.match.game.race
        for move in self.match.moves[self.told :]:
            before, self.state = self.state, game.rules.apply(self.state, move)
            self.told += 1
            if sentence := self.words.told(game.sight.told(before, move, self.state, self.eyes), self.names):
                self.story.append(sentence)
            if race is not None and race.round(before) != race.round(self.state):
                return

    def take_back(self, seat: Seat) -> None:
        """One's last move and what bots did upon it. Raises Refusal."""
        match, alone = self.match, len(self.people) == 1
        match.take_back(seat, tuple(self.levels) if alone else (), self.floor if alone else 0)
        self.floor = len(match.moves)
        self.begin_again()
        match_files.put_aside(self.place, match, self.levels)

    def leave(self) -> None:
        match_files.put_aside(self.place, self.match, self.levels)
        self.console.print(self.words("table.saved"))

    # Turns

    def person_acts(self, seat: Seat) -> None:
        """Show a person the table through his eyes, and ask until he has made a move, or taken one back."""
        self.hand_over_to(seat)
        while True:
            text = self.ask(self.match.view(seat), self.question(seat), f"{self.names[seat]} > ")
            try:
                if text.lower() == "h":
                    self.show_hint(seat)
                    continue
                if text.lower() == "u":
                    self.take_back(seat)
                else:
                    self.match.play(seat, chosen(text, self.match, seat, self.words, self.screen))
            except Refusal as refusal:
                self.notice = self.words.refusal(refusal)
                continue
            self.heard = len(self.story)
            self.catch_up()
            return

    def show_hint(self, seat: Seat) -> None:
        """The best moves, what they are worth, and why: on a screen of their own, for the table fills one. Raises
        Refusal."""
        if len(self.people) > 1:
            raise Refusal("hint-among-people")
        if self.match.game.evaluate is None:
            raise Refusal("no-hint")
        if len(self.match.legal(seat)) == 1:
            raise Refusal("only-one-move")
        told = self._thought_about(seat)
        self.clear()
        for its in told.moves[:HINTS]:
            worth = as_here(self.words.worth(told.unit, its.mean, its.error))
            self.console.print(Text(f"{called(its.action, self.match, self.words, self.screen)} · {worth}", "bold"))
            if its.because is not None:
                self.console.print(Text(self.words.why(its.because)))
        self.read_line(self.words("table.go-on") + " ")

    def _thought_about(self, seat: Seat) -> Evaluation[Any]:
        """What the house thinks of each move. What it has to work out first, it works out, and says how far it is."""
        with self.console.status(self.words("hint.thinking"), spinner="line") as status:
            if not self.console.is_terminal:
                self.console.print(self.words("hint.thinking"))
            self.waking.wait()
            while True:
                try:
                    return self.match.hint(seat)
                except Refusal as refusal:
                    if refusal.key != "works-it-out":
                        raise
                    status.update(self.words("hint.so-far", **refusal.facts))
                    time.sleep(A_MOMENT)

    def question(self, seat: Seat) -> list[Text]:
        """What he is asked, and how he can answer."""
        asked = self.words.question(self.match.game.sight.question(self.match.state, seat), self.names)
        return [Text(asked, style="bold"), Text(self.screen.answers(self.match.legal(seat), self.words))]

    def ready(self, runners: Collection[Seat]) -> list[Text]:
        """Before a race: whose keys are which."""
        hands = dict(zip(self.people, self.hands(), strict=False))
        return [
            Text(self.words("race.your-keys", name=self.names[seat], keys=", ".join(hands[seat])))
            for seat in self.people
            if seat in runners
        ]

    def hands(self) -> Sequence[Mapping[str, Any]]:
        """In a race, the action behind each key, for each who finds room at the keyboard."""
        return race_screen_of(self.match.game).keys(self.match.options, len(self.people), self.words)

    def hand_over_to(self, seat: Seat) -> None:
        """A screen between hidden hands: nobody sees what is not his."""
        if self.last_at_keyboard != seat and len(self.people) > 1 and self.match.game.secrets:
            self.clear()
            self.read_line(self.words("table.pass-to", name=self.names[seat]) + " ")
        self.last_at_keyboard = seat

    # The terminal

    def ask(self, view: Any, below: Sequence[RenderableType], prompt: str) -> str:
        """Show the table, and read what is typed; whoever wants to read something first, reads."""
        readings: dict[str, Callable[[], bool]] = {"?": self._show_help, "l": self._show_log}
        while True:
            self.show(view, below)
            text = self.read_line(prompt)
            self.notice = ""
            if text.lower() not in readings:
                return text
            self.clear()
            if not readings[text.lower()]():
                self.read_line(self.words("table.go-on") + " ")

    def show(self, view: Any, below: Sequence[RenderableType] = ()) -> None:
        """One screen: the table, what is new, as much of it as there is room for, and what is asked."""
        self.clear()
        keys = " · ".join(f"{key} {self.words(f'brief.{name}')}" for key, name in self.keys.items())
        title = Rule(f"{self.match.game.title} · {keys}", style="dim")
        drawn = Group(title, self.screen.draw(view, self.words, self.names))
        said = [Text(text, style) for text, style in ((self.notice, "red"), (self.waking.says, "dim")) if text]
        asked = Group(*said, *below)
        news = [Text("· " + sentence, style="dim") for sentence in self.story[self.heard :]]
        if self.console.is_terminal:
            self._fit(news, self.console.height - 1 - self._lines(drawn) - self._lines(asked))
        self.console.print(Group(drawn, *news, asked))

    def _fit(self, news: list[Text], room: int) -> None:
        """The newest of the news in so many lines; the log has the rest."""
        while len(news) > 1 and self._lines(Group(*news)) > room:
            news.pop(0)
        if room < 1:
            news.clear()
        elif news and self._lines(news[0]) > room:
            news[0].no_wrap, news[0].overflow = True, "ellipsis"

    def _lines(self, drawn: RenderableType) -> int:
        return len(self.console.render_lines(drawn, pad=False))

    def clear(self) -> None:
        """A clean screen, the lines that have scrolled away included: they may show a hand."""
        if self.console.is_terminal and not self.console.is_dumb_terminal:
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

    def _show_log(self) -> bool:
        return pager.show(self.console, Text("\n".join(f"· {sentence}" for sentence in self.story)), self.words)

    def _show_help(self) -> bool:
        return show_rules(self.console, self.match.game, self.words, self.help(), Text())

    def help(self) -> RenderableType:
        """Every key, and how a move is typed."""
        keys = Table.grid(padding=(0, 2))
        for key, name in self.keys.items():
            keys.add_row(Text(f"  {key}", "bold"), Text(self.words(f"key.{name}")))
        how = "key.race" if self.match.game.race is not None else "key.move"
        return Group(Text(self.match.game.title, "bold"), Text(), Text(self.words(how)), Text(), keys)

    # The end

    def show_result(self) -> None:
        result = self.match.result
        if result is None:
            return
        while self.told < len(self.match.moves):
            self.catch_up()
        file = match_files.archive(self.match)
        match_files.forget(self.place)
        with suppress(Leave):
            self.ask(self.match.view(self.eyes), [], self.words("table.see-result") + " ")
        self.clear()
        standings = sorted(enumerate(result.standings), key=lambda each: each[1].place)
        self.console.print(self._standings(standings))
        self.console.print(Text(self.who_won(result.winners), style="bold"))
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

    def who_won(self, winners: Collection[Seat]) -> str:
        alone = self.people[0] if len(self.people) == 1 else None
        names = self.words.list(self.names[seat] for seat in winners if seat != alone)
        match len(winners), alone in winners:
            case 0, _:
                return self.words("table.nobody-won")
            case 1, True:
                return self.words("table.won-you")
            case _, True:
                return self.words("table.won-with-you", names=names)
            case 1, _:
                return self.words("table.won", names=names)
        return self.words("table.won-together", names=names)
