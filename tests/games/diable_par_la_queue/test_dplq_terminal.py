"""Le Diable par la queue in a terminal: all that a player needs, in three languages, with or without colours."""

from __future__ import annotations

import io
import re

import pytest
from msgspec.structs import replace
from rich.console import Console

from pandemonium.core.game import NATURE, PUBLIC, Move, Seat
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_par_la_queue import GAME, terminal
from pandemonium.games.diable_par_la_queue.board import BY_NAME, LETTERS, Cell, Kind, Turn
from pandemonium.games.diable_par_la_queue.rules import Draw, First, Lay, Name
from pandemonium.games.diable_par_la_queue.sight import View
from tests.games.diable_par_la_queue.dplq_scenes import ROUND, at_random, says, told

PEOPLE = ("Anna", "Béa", "Carl", "Dominique")
EN = Words("en", GAME)


def shown(view: View, words: Words = EN, width: int = 80, height: int = 25, *, colour: bool = False) -> str:
    file = io.StringIO()
    console = Console(
        width=width, height=height, file=file, force_terminal=colour, color_system="truecolor" if colour else None
    )
    console.print(terminal.draw(view, words, PEOPLE[: view.seats]))
    return file.getvalue()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 3, 4])
def test_every_moment_can_be_drawn_in_80_columns(language: str, seats: int) -> None:
    for moves in (0, 1, 33, 34, 70, 10_000):
        text = shown(at_random(seats, seed=moves, moves=moves).view(PUBLIC), Words(language, GAME))

        assert max(map(len, text.splitlines())) <= 80
        assert len(text.splitlines()) <= 40


def test_bodies_and_tail_ends_stand_round_the_board() -> None:
    """1.4"""
    board = "".join(line[:62] for line in shown(told(2, "nature first 0").view(PUBLIC)).splitlines()[:26])

    for letter in LETTERS:
        assert len(re.findall(rf"(?<![a-z]){letter}(?![a-z])", board)) >= 1
        assert len(re.findall(rf"(?<![a-zA-Z]){letter.lower()}(?![a-z0-9])", board)) >= 1


def test_cells_that_may_be_named_bear_their_name_and_others_only_a_number() -> None:
    """4.3"""
    text = shown(told(2, "nature first 0").view(Seat(0)))

    assert " u8 " in text
    assert " l8 " not in text
    assert " 8 " in text


def test_the_cell_where_the_card_goes_stands_out_without_colours() -> None:
    """4.1"""
    text = shown(told(2, "nature first 0", "0 name u14", "nature draw 02-14-35").view(Seat(0)))

    assert "▸u14◂" in text
    assert [turn in text for turn in ("lay 0", "lay 1", "lay 2", "lay 3")] == [True, True, True, False]


def test_each_turn_of_the_card_says_what_it_would_do() -> None:
    """6.3"""
    text = shown(told(2, "nature first 0", "0 name u1", "nature draw 01-25-34").view(Seat(0)))

    assert "C 0→1…" in text
    assert "C 0→1✓c" in text


def test_the_sides_are_told_with_points_and_tails() -> None:
    """6.3"""
    text = shown(told(2, "nature first 0", "0 name u1", f"nature draw {ROUND}", "0 lay 0").view(PUBLIC))

    assert re.search(r"── Anna +1  A 0…  B 0…  C 1✓c", text)
    assert re.search(r"╌╌ ▸Béa +0  K 0… ", text)


def test_a_team_is_told_together() -> None:
    """3.1"""
    text = shown(told(4, "nature first 2").view(PUBLIC))

    assert "── Anna + ▸Carl" in text
    assert "╌╌ Béa + Domini…" in text


def test_what_lies_face_down_is_counted() -> None:
    """7"""
    text = shown(told(2, "nature first 0").view(PUBLIC))

    assert "56 face down" in text
    assert text.count("8×") == 7


def test_the_sides_have_colours_where_there_are_any() -> None:
    """3.1"""
    text = shown(at_random(3, seed=3, moves=60).view(PUBLIC), colour=True)

    assert all(colour in text for colour in ("38;2;213;94;0", "38;2;43;140;212", "38;2;0;158;115"))


def test_a_large_terminal_gets_a_large_board_and_a_narrow_one_the_cards_below() -> None:
    view = at_random(2, seed=3, moves=60).view(PUBLIC)

    assert len(shown(view, width=120, height=50).splitlines()) > len(shown(view).splitlines())
    assert len(shown(view, width=70).splitlines()) > len(shown(view).splitlines())


@pytest.mark.parametrize("language", LANGUAGES)
def test_moves_are_told_in_a_sentence(language: str) -> None:
    words = Words(language, GAME)
    match = told(2, "nature first 0", "0 name u1", f"nature draw {ROUND}", "0 lay 0")
    view = match.view(PUBLIC)
    sentences = [terminal.tell(move, view, words, PEOPLE) for move in match.moves]

    assert "Anna" in sentences[0]
    assert "u1" in sentences[1]
    assert sentences[2] == ""
    assert words("tell.scores", devil="C", n=1) in sentences[3]


def test_devils_tied_to_each_other_are_told_once() -> None:
    """6.1"""
    match = told(2, "nature first 0", "0 name u1", "nature draw 01-25-34", "0 lay 0")
    for line in (f"nature draw {ROUND}", "1 lay 0", "1 name u9", f"nature draw {ROUND}", "1 lay 0"):
        says(match, line)
    for line in (f"nature draw {ROUND}", "0 lay 0", "0 name u2", "nature draw 02-14-35", "0 lay 2"):
        says(match, line)

    told_ = terminal.tell(match.moves[-1], match.view(PUBLIC), EN, PEOPLE)

    assert told_ == "Anna lays a card on u2. C and D are tied to each other and score nothing."


def test_who_passes_is_told() -> None:
    """5.3"""
    view = replace(at_random(3, seed=1, moves=60).view(PUBLIC), phase="name", last=Cell(0), tails=(), turn=Seat(1))

    told_ = terminal.tell(Move(Seat(1), Lay(Turn(0))), view, EN, PEOPLE)

    assert "Carl finds no cell" in told_
    assert "Anna finds no cell" in told_
    assert "Béa finds no cell" not in told_


def test_who_is_next_in_turn_has_not_passed() -> None:
    """5.3"""
    view = replace(at_random(3, seed=1, moves=60).view(PUBLIC), phase="name", last=Cell(0), tails=(), turn=Seat(2))

    assert "no cell" not in terminal.tell(Move(Seat(1), Lay(Turn(0))), view, EN, PEOPLE)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_player_is_asked_for_what_he_has_to_decide(language: str) -> None:
    words = Words(language, GAME)
    match = told(2, "nature first 0")
    assert "u1" in terminal.ask(match.view(Seat(0)), match.legal(Seat(0)), words)

    for line in ("0 name u14", "nature draw 02-14-35"):
        says(match, line)
    assert "u14" in terminal.ask(match.view(Seat(0)), match.legal(Seat(0)), words)

    for line in ("0 lay 0", f"nature draw {ROUND}"):
        says(match, line)
    forced = terminal.ask(match.view(Seat(1)), match.legal(Seat(1)), words)
    assert forced == words("ask.twin", n=1, cell="l14")


def test_nature_is_told_by_nobodys_name() -> None:
    view = at_random(2, seed=1, moves=0).view(PUBLIC)

    assert terminal.tell(Move(NATURE, Draw(Kind(0))), view, EN, PEOPLE) == ""
    assert terminal.tell(Move(NATURE, First(Seat(1))), view, EN, PEOPLE).count("Béa") == 1
    assert terminal.tell(Move(Seat(1), Name(BY_NAME["u3"])), view, EN, PEOPLE) == "Béa names u3."
