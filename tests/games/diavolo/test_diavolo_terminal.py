"""How Diavolo looks and speaks in a terminal."""

from __future__ import annotations

from collections.abc import Iterator
from importlib.resources import files
from io import StringIO
from itertools import combinations
from random import Random
from string import Formatter

import msgspec
import pytest
from rich.console import Console

from pandemonium.core.chance import LooseChance
from pandemonium.core.game import Seat
from pandemonium.core.options import choices
from pandemonium.core.screen import RaceScreen, screen_of
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diavolo import GAME, picture, rules, sight, terminal
from pandemonium.games.diavolo.dice import COLOURS, Place, Throw, nearest, right_colour
from pandemonium.games.diavolo.rules import Action, Choose, Grab, Options
from pandemonium.games.diavolo.scatter import thrown
from pandemonium.games.diavolo.sight import View
from tests.games.diavolo.diavolo_scenes import GREY, RED, rounds, scene, whole_match

NAMES = ["Ann", "Béatrice", "Cid", "Dorothea-Maria", "Emil", "Fritz"]
MOST_LINES = 23


def drawn(view: View, language: str = "en") -> str:
    console = Console(width=80, record=True, file=StringIO(), no_color=True)
    console.print(terminal.draw(view, Words(language, GAME), NAMES[: view.seats]))
    return console.export_text().replace("\N{NO-BREAK SPACE}", " ")


def catalogue(language: str) -> dict[str, str | dict[str, str]]:
    text = files(GAME.package).joinpath("words", f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=dict[str, str | dict[str, str]])


def placeholders(sentence: str | dict[str, str]) -> set[str | None]:
    sentences = [sentence] if isinstance(sentence, str) else sentence.values()
    return {name for one in sentences for _, name, _, _ in Formatter().parse(one) if name is not None}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", [2, 6])
def test_every_moment_of_a_match_can_be_drawn(seats: int, language: str) -> None:
    words = Words(language, GAME)
    for match in (whole_match(5, seats), whole_match(5, seats, order_first="yes", dice_per_colour=2, calm="yes")):
        state = rules.start(match.options, seats)
        for move in match.moves:
            state = rules.apply(state, move)
            view = sight.view(state, Seat(0))
            lines = drawn(view, language).splitlines()
            assert max(map(len, lines)) <= 80
            assert len(lines) <= MOST_LINES
            if state.racing:
                assert len(terminal.answers(rules.legal(state, state.racing[0]), words)) <= 80


def test_the_table_shows_the_order_the_dice_the_imps_and_the_gems() -> None:
    text = drawn(scene(*rounds(2, "0 grab red", "1 grab red", "2 grab red"), GREY, "1 grab grey 740").view(Seat(1)))

    assert "HIGHEST DIE" in text
    assert "b  ■ black   ■ ■ ■" in text
    assert "w  ○ white   ○ ○ ○" in text
    assert "▸ Béatrice    ◆◆◆◆◆ ▒ grey 0.74 s" in text
    assert "Dorothea-M… ◆◆◆◇◇" in text


def test_the_dice_are_not_sorted_for_whoever_races_to_read_them() -> None:
    """3.1, 6.4 At a calm table they are; and so they are when all is over."""
    lost = [line for _ in range(5) for line in (RED, "0 grab red", "nature bell")]

    assert "2 3 6" not in drawn(scene(RED).view(Seat(0)))
    assert "2 3 6" in drawn(scene(RED, calm="yes").view(Seat(0)))
    assert "2 3 6" in drawn(scene(*lost, seats=2).view(Seat(0)))


def test_times_are_the_same_beside_the_table_as_in_what_is_told() -> None:
    """5.3"""
    match = scene(RED, "1 grab red 1315")
    told = Words("en", GAME).told(sight.told(match.state, match.moves[-1], match.state, "public"), NAMES)

    assert told.replace("\N{NO-BREAK SPACE}", " ") == "Béatrice grabs red after 1.32 s."
    assert "1.32 s" in drawn(match.view("public"))


def test_every_colour_has_a_shape() -> None:
    """6.3"""
    text = drawn(scene(RED).view("public"))

    assert len(set(picture.SHAPES.values())) == 4
    assert all(text.count(shape) >= 3 for shape in picture.SHAPES.values())


def test_an_imp_that_is_gone_leaves_a_dot() -> None:
    """3.3"""
    assert "▲ red     ▲ ▲ ·" in drawn(scene(RED, "2 grab red").view(Seat(0)))


def test_the_right_colour_is_not_drawn_before_the_end_of_the_round() -> None:
    assert "→" not in drawn(scene(RED, "0 grab red").view(Seat(1)))


def test_a_finished_round_is_explained() -> None:
    """3.1, 3.4"""
    text = drawn(scene(RED, "0 grab red", "1 grab white", "nature bell", seats=3).view(Seat(0)))

    assert "Round 1, largest sum:  ■ 11  ▲ 13  ○ 12 →  ▲ red" in text
    assert "Ann is safe. Béatrice and Cid lose a gem each." in text


@pytest.mark.parametrize(("language", "said"), [("en", "Ann has"), ("fr", "Ann garde"), ("de", "Ann hat")])
def test_the_winner_is_named(language: str, said: str) -> None:
    """3.6"""
    assert said in drawn(scene(*rounds(5, "0 grab red"), seats=2).view("public"), language)


def test_it_is_said_when_nobody_wins() -> None:
    """3.6"""
    assert "nobody wins" in drawn(scene(*rounds(5), seats=2).view("public"))


def test_what_lies_nearest_on_the_table_lies_nearest_on_the_screen() -> None:
    """4.1"""
    chance = LooseChance(Random(4))
    for number in range(1500):
        throw = thrown("closest", 2 + number % 2, chance)
        order, *others = picture.dice_on_the_table(throw)
        near = {
            colour: min(picture._distance(order.spot, die.spot) for die in others if die.colour == colour)
            for colour in ("black", "red", "white")
        }
        first, second, _ = sorted(near.values())
        assert near[right_colour(throw)] == first < second
        assert abs(near["red"] - nearest(throw)[1]) < 0.3


def test_no_die_covers_another_or_falls_off() -> None:
    """4.1"""
    chance = LooseChance(Random(5))
    for _ in range(500):
        dice = picture.dice_on_the_table(thrown("most-odd", 3, chance))
        assert all(
            abs(one.spot.column - other.spot.column) >= 4 or abs(one.spot.row - other.spot.row) >= 2
            for one, other in combinations(dice, 2)
        )
        assert all(0 <= die.spot.column <= picture.WIDTH - 4 for die in dice)
        assert all(0 <= die.spot.row <= picture.HEIGHT - 2 for die in dice)


def test_dice_thrown_on_a_huge_table_are_still_drawn() -> None:
    """4.1"""
    places = tuple(Place(200.0 * die - 1000, 900.0 - 150 * die, 0) for die in range(10))
    text = picture.picture(Throw("closest", (1, 2, 3), (1, 2, 3), (1, 2, 3), places)).plain

    assert {len(line) for line in text.splitlines()} == {picture.WIDTH}


@pytest.mark.parametrize(("language", "letters"), [("en", "brwg"), ("fr", "nrbg"), ("de", "srwg")])
def test_one_person_has_the_initials_of_the_colours_in_his_language(language: str, letters: str) -> None:
    words = Words(language, GAME)
    (hand,) = terminal.keys(Options(), 1, words)
    lines = drawn(scene(RED).view(Seat(0)), language)

    assert hand == {letter: Grab(colour) for letter, colour in zip(letters, COLOURS, strict=True)}
    for letter, colour in zip(letters, COLOURS, strict=True):
        assert f"{letter}  {picture.SHAPES[colour]} {words(f'colour.{colour}')} " in lines


def test_where_two_initials_are_the_same_the_later_colour_has_the_next_letter_that_is_free() -> None:
    words = Words("en", GAME)
    words.catalogue = {**words.catalogue, "colour.red": "blood red", "colour.grey": "bone"}

    assert terminal.letters(words) == {"black": "b", "red": "l", "white": "w", "grey": "o"}


def test_several_people_do_not_share_a_key() -> None:
    for people in (2, 3):
        hands = terminal.keys(Options(), people, Words("en", GAME))
        assert [list(hand.values()) for hand in hands] == [[Grab(colour) for colour in COLOURS]] * people
        assert len({key for hand in hands for key in hand}) == 4 * people


def test_at_a_calm_table_the_keys_cover_what_they_choose() -> None:
    """6.4"""
    (keys,) = terminal.keys(Options(calm=True), 1, Words("en", GAME))

    assert keys["r"] == Choose("red")


def test_what_others_choose_at_a_calm_table_is_not_drawn_before_the_bell() -> None:
    """6.4"""
    match = scene(RED, "0 choose grey 740", "1 choose red 900", calm="yes")

    assert "▸ Béatrice    ◆◆◆◆◆ ▲ red 0.90 s" in drawn(match.view(Seat(1)))
    assert "◆◆◆◆◆ chosen 0.74 s" in drawn(match.view(Seat(1)))
    assert drawn(match.view("public")).count("chosen") == 2


def test_more_than_three_people_do_not_fit_at_a_keyboard() -> None:
    assert len(terminal.keys(Options(), 6, Words("en", GAME))) == 3


def test_the_terminal_is_a_race_screen() -> None:
    screen: RaceScreen[Action, View] = screen_of(GAME)  # type: ignore[assignment]

    assert screen is terminal


def test_the_imps_that_can_be_grabbed_are_listed() -> None:
    """3.3"""
    legal = scene(RED, "0 grab black", seats=2).legal(Seat(1))

    assert terminal.answers(legal, Words("en", GAME)) == "▲ red  ○ white  ▒ grey"
    assert terminal.answers(legal, Words("fr", GAME)) == "▲ rouge  ○ blanc  ▒ gris"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_words(language: str) -> None:
    ours, theirs = catalogue(language), catalogue("en")

    assert list(ours) == list(theirs)
    assert {key: placeholders(ours[key]) for key in ours} == {key: placeholders(theirs[key]) for key in theirs}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_option_has_a_label(language: str) -> None:
    words = Words(language, GAME)

    assert all(f"option.{name}" in words for name, _, _ in choices(GAME.options))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_game_has_a_sentence(language: str) -> None:
    """Those of the house are in its own catalogue."""
    words = Words(language, GAME)

    assert sorted(set(refusals())) > ["all-dice-at-once"]
    assert [key for key in refusals() if f"no.{key}" not in words] == []


def refusals() -> Iterator[str]:
    """Every key that the game's files raise."""
    for module in ("rules", "dice", "notation", "terminal"):
        text = files(GAME.package).joinpath(f"{module}.py").read_text(encoding="utf-8")
        for opening in ('Illegal("', 'Refusal("'):
            yield from (part.split('"')[0] for part in text.split(opening)[1:])


@pytest.mark.parametrize("language", LANGUAGES)
def test_explanations_of_the_orders_fit_beside_the_table(language: str) -> None:
    words = Words(language, GAME)

    assert max(len(words(f"why.{order}")) for order in picture.SIGNS) <= 80 - picture.WIDTH - 2


def test_french_has_its_spaces() -> None:
    """No line may break before a colon or an exclamation mark."""
    for sentence in catalogue("fr").values():
        for one in [sentence] if isinstance(sentence, str) else sentence.values():
            assert not any(f" {sign}" in one for sign in ":;!?»")
