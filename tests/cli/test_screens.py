"""What a terminal shows: laws for every box, at every number of seats, in every language."""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace
from rich.console import Console
from rich.status import Status

import pandemonium
from pandemonium.cli import main, plain, terminal_table
from pandemonium.cli.terminal_table import KEYS, NOT_IN_A_RACE, TerminalTable
from pandemonium.cli.typed_move import MOST, SOME, called, chosen
from pandemonium.core.evaluation import Budget, Evaluation
from pandemonium.core.game import AnyGame, Refusal, Seat
from pandemonium.core.match import AnyMatch, Match, begin
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.laws import any_options

COLUMNS, LINES = 80, 24
TABLES = [(game, seats) for game in pandemonium.shelf().values() for seats in game.seats]
EVERY_TABLE = pytest.mark.parametrize(("game", "seats"), TABLES, ids=[f"{game.slug}-{seats}" for game, seats in TABLES])
THAT_THINK = [game for game in pandemonium.shelf().values() if game.evaluate is not None]
STYLE = re.compile(r"\x1b\[[0-9;]*[A-Za-z]")
SENTENCE = "Somebody has done something that takes rather many words to be told, as sometimes happens at this table."


def moments(game: AnyGame, seats: int, how_many: int) -> Iterator[tuple[AnyMatch, str]]:
    """Some decisions of some matches at some tables, in each language."""
    luck = Random(f"{game.slug} {seats}")
    for number in range(how_many):
        match = begin(game, seats, any_options(game, luck) if number else {}, seed=luck.randbytes(32))
        for _ in range(luck.choice((0, 1, 2, 3, 9, 20, 33, 60))):
            before = len(match.moves)
            if match.to_act:
                seat = luck.choice(match.to_act)
                match.play(seat, luck.choice(match.legal(seat)))
            else:
                match.wait()
            if match.result is not None or len(match.moves) == before:
                break
        yield match, LANGUAGES[number % 3]


def shown(match: AnyMatch, language: str, encoding: str = "utf-8") -> str:
    """The screen of whoever is to act, with more news than it has room for."""
    table = TerminalTable(match, {Seat(seat): "random" for seat in range(1, match.seats)}, language)
    file = io.TextIOWrapper(io.BytesIO(), encoding=encoding, errors=plain.HANDLER)
    table.console = Console(file=file, width=COLUMNS, height=LINES, force_terminal=True, highlight=False, no_color=True)
    table.story, table.heard = [SENTENCE] * 30, 0
    seat = next(iter(match.to_act), None)
    if seat is None or match.game.race is not None:
        is_ready = match.game.race is not None and not match.to_act and match.result is None
        table.show(match.view(Seat(0)), table.ready([Seat(0)]) if is_ready else [])
    else:
        table.show(match.view(seat), table.question(seat))
    file.flush()
    return file.buffer.getvalue().decode(encoding)


@pytest.fixture(params=["utf-8", "ascii"])
def encoding(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch, home: Path) -> str:  # noqa: ARG001
    """A terminal that has all our signs, and one that has ASCII."""
    plain.settle()
    monkeypatch.setattr(plain, "is_plain", lambda: request.param == "ascii")
    return str(request.param)


@EVERY_TABLE
def test_a_turn_is_one_screen_with_the_newest_of_the_news(game: AnyGame, seats: int, encoding: str) -> None:
    """80 columns and 24 lines are enough for the table, something of what happened, what is asked, and the answer."""
    for match, language in moments(game, seats, how_many=12):
        text = shown(match, language, encoding)
        lines = STYLE.sub("", text).splitlines()

        assert len(lines) + 1 <= LINES, f"{language} {match.options}\n" + "\n".join(lines)
        assert max(map(len, lines)) <= COLUMNS
        words = plain.words_here(language)
        for key, name in KEYS.items():
            can = (game.race is None or name not in NOT_IN_A_RACE) and (name != "hint" or game.evaluate is not None)
            assert (f"{key} {words(f'brief.{name}')}" in lines[0]) == can
        news = [line for line in lines if line.startswith(("· S", ". S"))]
        assert news or match.result is not None, f"{language} {match.options}\n" + "\n".join(lines)


@pytest.mark.parametrize("game", THAT_THINK, ids=lambda game: game.slug)
def test_where_a_game_has_no_hints_none_is_offered(game: AnyGame, encoding: str) -> None:
    """Nor does anybody wait for one that is asked for all the same."""
    match = begin(replace(game, evaluate=None), seed=1)
    table = TerminalTable(match, {}, "en")

    assert "hint" not in table.keys.values()
    assert "hint" not in STYLE.sub("", shown(match, "en", encoding)).splitlines()[0]
    for alone in (True, False):
        table.people = table.people[:1] if alone else [Seat(0), Seat(1)]
        with pytest.raises(Refusal, match="no-hint" if alone else "hint-among-people"):
            table.show_hint(Seat(0))


@EVERY_TABLE
def test_every_move_is_called_by_name_and_understood_by_it(game: AnyGame, seats: int, encoding: str) -> None:  # noqa: ARG001
    """What nothing typed lists, in the order of the rules, can be typed, and so can what the last line proposes."""
    for match, language in moments(game, seats, how_many=6):
        table = TerminalTable(match, {}, language)
        for seat in match.to_act if game.race is None else ():
            legal = match.legal(seat)
            names = [called(action, match, table.words, table.screen) for action in legal]

            assert [chosen(name, match, seat, table.words, table.screen) for name in names] == legal
            if len(legal) > 1:
                with pytest.raises(Refusal, check=lambda refusal: refusal.key == "choose-one") as refused:
                    chosen("", match, seat, table.words, table.screen)
                choices = str(refused.value.facts["choices"]).removesuffix(" …").split(" · ")
                listed = [choice.partition(" (")[0] for choice in choices]
                assert listed == names[: len(listed)]
                assert len(listed) == (len(names) if len(names) <= MOST else SOME)


@pytest.mark.parametrize("game", THAT_THINK, ids=lambda game: game.slug)
def test_a_hint_is_one_screen(game: AnyGame, encoding: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """And the table comes back when it has been read."""
    match = begin(game, seed=1)
    (seat,) = match.to_act
    bots = {Seat(each): "random" for each in range(match.seats) if each != seat}
    told = match.hint(seat, Budget(simulations=40))
    monkeypatch.setattr(Match, "hint", lambda *_: told)
    for language in LANGUAGES:
        table, file, asked = TerminalTable(match, bots, language), io.StringIO(), list[str]()
        table.console = Console(file=file, width=COLUMNS, height=LINES, force_terminal=True, no_color=True)
        monkeypatch.setattr(table, "read_line", asked.append)

        table.show_hint(seat)

        lines = STYLE.sub("", file.getvalue().rpartition("\x1b[H")[2]).splitlines()
        assert lines[0].startswith(called(told.best, match, table.words, table.screen))
        assert len(lines) + len(asked) <= LINES
        assert told.moves[0].error == 0 or (" +/- " if encoding == "ascii" else " ± ") in lines[0]
        assert asked == [table.words("table.go-on") + " "]


def test_who_wins_alone_against_bots_is_told_so_himself(home: Path) -> None:  # noqa: ARG001
    match = begin(pandemonium.shelf()["little-devils"], 3)
    alone = TerminalTable(match, {Seat(1): "random", Seat(2): "random"}, "en")
    together = TerminalTable(match, {Seat(2): "random"}, "en")
    (own, other, _), (words, one, two) = alone.names, (alone.words, Seat(0), Seat(1))

    assert alone.who_won([one]) == words("table.won-you")
    assert alone.who_won([one, two]) == words("table.won-with-you", names=other)
    assert alone.who_won([two]) == words("table.won", names=other)
    assert together.who_won([one]) == words("table.won", names=own)


def test_where_two_share_a_keyboard_there_is_no_hint(home: Path) -> None:  # noqa: ARG001
    match = begin(THAT_THINK[0], seed=1)
    (seat,) = match.to_act

    with pytest.raises(Refusal, match="hint-among-people"):
        TerminalTable(match, {}, "en").show_hint(seat)


def test_a_hint_that_has_to_be_worked_out_first_says_how_far_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    match = begin(THAT_THINK[0], seed=1)
    (seat,) = match.to_act
    told, parts = match.hint(seat, Budget(simulations=40)), [40, 70]

    def hint(*_: object) -> Evaluation[Any]:
        if parts:
            raise Refusal("works-it-out", percent=parts.pop(0))
        return told

    monkeypatch.setattr(Match, "hint", hint)
    monkeypatch.setattr(terminal_table, "A_MOMENT", 0.0)
    said = list[str]()
    monkeypatch.setattr(Status, "update", lambda _, text: said.append(text))
    table = TerminalTable(match, {}, "en")
    table.people = [seat]
    monkeypatch.setattr(table, "read_line", lambda _: "")

    table.show_hint(seat)

    assert said == ["Thinking… 40\u00a0%", "Thinking… 70\u00a0%"]


@EVERY_TABLE
def test_without_colours_there_are_none(game: AnyGame, seats: int, home: Path) -> None:  # noqa: ARG001
    """NO_COLOR: bold and dim are no colours."""
    plain.settle()
    for match, language in moments(game, seats, how_many=3):
        styles = {
            code for codes in re.findall(r"\x1b\[([0-9;]*)m", shown(match, language)) for code in codes.split(";")
        }
        assert styles <= {"", "0", "1", "2", "3", "7"}


@EVERY_TABLE
def test_no_move_is_written_like_a_key(game: AnyGame, seats: int) -> None:
    """`u` takes back, in every game: it is never a part of a move that somebody types."""
    for match, _ in moments(game, seats, how_many=6):
        for seat in match.to_act:
            words = {word for action in match.legal(seat) for word in match.game.notation.write(action).split()}
            assert not words & KEYS.keys()


@pytest.mark.parametrize("language", LANGUAGES)
def test_help_names_every_key(language: str, home: Path) -> None:  # noqa: ARG001
    for game in pandemonium.shelf().values():
        table = TerminalTable(begin(game, hold=True), {}, language)
        console = Console(file=io.StringIO(), width=COLUMNS)
        console.print(table.help())
        text = console.file.getvalue()  # type: ignore[attr-defined]

        assert [key for key in table.keys if not re.search(rf"^ +{re.escape(key)} ", text, re.MULTILINE)] == []
        assert len(text.splitlines()) < LINES


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_help_of_the_command_line_is_whole(language: str, capsys: pytest.CaptureFixture[str]) -> None:
    """That of the house and of every command that it names; none of it is argparse's own English."""
    said = helped([], language, capsys)
    commands = re.findall(r"^    ([a-z-]+)  ", said, re.MULTILINE)

    assert len(commands) > 12
    for text in (said, *(helped([command], language, capsys) for command in commands)):
        assert text.count("--help") == 1, text
        assert text.startswith(plain.words_here(language)("help.usage")), text
        if language != "en":
            assert not re.search(r"show this|message and exit|positional|usage:|\bthe\b", text), text
        if language == "fr":
            assert not re.search(r"\w:$", text, re.MULTILINE), text


def helped(command: list[str], language: str, capsys: pytest.CaptureFixture[str]) -> str:
    with pytest.raises(SystemExit):
        main([*command, "--help", "--lang", language])
    return capsys.readouterr().out


@pytest.mark.parametrize(("language", "said"), [("en", "1 move"), ("fr", "1 coup"), ("de", "1 Zug")])
def test_a_match_put_aside_after_one_move_has_one(language: str, said: str) -> None:
    """So has a race that was left before its first throw: only the lot was drawn."""
    line = Words(language)("saved.match", game="Diavolo", seats=4, moves=1, when="today")

    assert said in line.split(" · ")


def test_every_sign_of_ours_has_one_in_ascii() -> None:
    """One for one, so that frames stay frames; and in Diavolo each colour keeps a shape of its own."""
    for sign in "╭─╮│╰╯╔═╗║╚╝╌┆░▒▀▄ψ▯◆◇●⠿⣀é…·→✓✗×Σ↑":
        assert len(plain.in_ascii(sign)) == 1
        assert plain.in_ascii(sign).isascii()
        assert plain.in_ascii(sign) != "?"
    assert len({plain.in_ascii(sign) for sign in "■▲○▒"}) == 4
    assert plain.in_ascii("☃") == "?"


@pytest.mark.parametrize("slug", pandemonium.shelf())
def test_whatever_a_box_says_or_draws_has_a_sign_in_ascii(slug: str) -> None:
    """Its words, its rules, and the signs in its Python files."""
    folder = Path(str(files(pandemonium.open(slug).package)))
    texts = [*folder.glob("words/*.json"), *folder.glob("RULES*.md"), *folder.glob("*.py")]
    signs = {sign for text in texts for sign in text.read_text(encoding="utf-8") if not sign.isascii()}

    assert sorted(sign for sign in signs if plain.in_ascii(sign) == "?") == []


def test_sentences_are_spelt_as_one_types_them() -> None:
    assert plain.spelt("Zurück, großer Œdipe … « é »") == 'Zurueck, grosser Oedipe ... "e"'


@pytest.mark.parametrize(
    ("environment", "is_c"),
    [
        ({"LANG": "C"}, True),
        ({"LANG": "POSIX"}, True),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, True),  # As Python itself puts it.
        ({"LC_ALL": "C", "LANG": "de_DE.UTF-8"}, True),
        ({"LANG": "de_DE.UTF-8"}, False),
        ({"LANG": "C", "LC_CTYPE": "fr_FR.UTF-8"}, False),
        ({"LC_ALL": "C.UTF-8", "LANG": "C"}, False),
        ({}, False),
    ],
)
def test_a_terminal_in_the_c_locale_gets_ascii(
    environment: dict[str, str], is_c: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    for name in ("LC_ALL", "LC_CTYPE", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)

    assert plain.is_c_locale() == is_c
