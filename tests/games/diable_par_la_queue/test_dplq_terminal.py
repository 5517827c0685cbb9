"""Le Diable par la queue in a terminal: all that a player needs, in three languages, with or without colours."""

from __future__ import annotations

import io
import re

import pytest
from rich.console import Console

from pandemonium.cli.typed_move import chosen
from pandemonium.core.game import PUBLIC, Illegal, Seat
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_par_la_queue import GAME, terminal
from pandemonium.games.diable_par_la_queue.board import BY_NAME, LETTERS
from pandemonium.games.diable_par_la_queue.rules import Name
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
def test_every_moment_can_be_drawn_in_80_columns_and_19_lines(language: str, seats: int) -> None:
    for moves in (0, 1, 33, 34, 70, 10_000):
        text = shown(at_random(seats, seed=moves, moves=moves).view(PUBLIC), Words(language, GAME), height=24)

        assert max(map(len, text.splitlines())) <= 80
        assert len(text.splitlines()) <= 19


def test_bodies_and_tail_ends_stand_round_the_board() -> None:
    """1.4"""
    board = "".join(line[:50] for line in shown(told(2, "nature first 0").view(PUBLIC)).splitlines()[:19])

    for letter in LETTERS:
        assert len(re.findall(rf"(?<![a-z]){letter}(?![a-z])", board)) >= 1
        assert len(re.findall(rf"(?<![a-zA-Z]){letter.lower()}(?![a-z0-9])", board)) >= 1


def test_cells_that_may_be_named_bear_their_name_and_others_only_a_number() -> None:
    """4.3"""
    text = shown(told(2, "nature first 0").view(Seat(0)))

    assert "+8" in text
    assert "−8" not in text
    assert re.search(r"[^+−0-9]8[^×0-9]", text)


def test_the_cell_where_the_card_goes_stands_out_without_colours() -> None:
    """4.1"""
    text = shown(told(2, "nature first 0", "0 name u14", "nature draw 02-14-35").view(Seat(0)))

    assert "▸+14◂" in text
    assert [turn in text for turn in ("lay 0", "lay 1", "lay 2", "lay 3")] == [True, True, True, False]


def test_each_turn_of_the_card_says_what_it_would_do() -> None:
    """6.3"""
    text = shown(told(2, "nature first 0", "0 name u1", "nature draw 01-25-34").view(Seat(0)))

    assert "C 0→1…" in text
    assert "C 0→1✓c" in text


def test_the_sides_are_told_with_points_and_tails() -> None:
    """6.3"""
    text = shown(told(2, "nature first 0", "0 name u1", f"nature draw {ROUND}", "0 lay 0").view(PUBLIC))

    assert re.search(r"── Anna 1 A0… B0… C1✓c", text)
    assert re.search(r"╌╌ ▸Béa 0 K0… ", text)


def test_a_team_is_told_together() -> None:
    """3.1"""
    text = shown(told(4, "nature first 2").view(PUBLIC))

    assert "── Anna + ▸Carl" in text
    assert "╌╌ Béa + Dominiq…" in text


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
def test_the_player_is_told_how_to_answer(language: str) -> None:
    words = Words(language, GAME)
    match = told(2, "nature first 0")
    assert "+1" in terminal.answers(match.legal(Seat(0)), words)

    for line in ("0 name u14", "nature draw 02-14-35"):
        says(match, line)
    assert terminal.answers(match.legal(Seat(0)), words) == words("answer.lay", n=3)

    for line in ("0 lay 0", f"nature draw {ROUND}"):
        says(match, line)
    assert terminal.answers(match.legal(Seat(1)), words) == words("answer.lay", n=1)


def test_a_cell_is_called_at_the_terminal_as_on_the_board() -> None:
    """1.2 In every language: plus is above the middle line, minus below it; what paper writes is understood as well."""
    match = told(2, "nature first 0")

    for typed, cell in (("+14", "u14"), ("-14", "l14"), ("u14", "u14")):
        assert chosen(typed, match, Seat(0), EN, terminal) == Name(BY_NAME[cell])
    with pytest.raises(Illegal) as refused:
        chosen("-8", match, Seat(0), EN, terminal)
    assert refused.value.facts["cell"] == "−8"
