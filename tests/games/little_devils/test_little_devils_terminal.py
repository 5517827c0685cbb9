"""Does the terminal show what a player of Little Devils needs, in every language?"""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files
from random import Random

import msgspec
import pytest
from rich.console import Console, RenderableType

from pandemonium import begin
from pandemonium.core.game import PUBLIC, Eyes, Seat
from pandemonium.core.match import AnyMatch
from pandemonium.core.screen import screen_of
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.little_devils import GAME, rules, sight
from pandemonium.games.little_devils.rules import Options, State
from tests.games.little_devils.scenes import NAMES, dealt, example_one, example_two, played

SCREEN = screen_of(GAME)
ENGLISH = Words("en", GAME)


def lines_of(drawing: RenderableType) -> list[str]:
    """As it looks without colours, on the narrowest terminal that we promise to fit."""
    console = Console(width=80, force_terminal=True, color_system=None, no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get().splitlines()


def drawn(state: State, eyes: Eyes, language: str = "en") -> str:
    view = sight.view(state, eyes)
    return "\n".join(lines_of(SCREEN.draw(view, Words(language, GAME), NAMES[: view.seats])))


def a_match(seats: int, seed: int, options: Mapping[str, object]) -> tuple[AnyMatch, Random]:
    return begin(GAME, seats, options, seed=seed), Random(seed)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("seats", GAME.seats)
def test_every_moment_of_a_match_can_be_drawn_and_answered(seats: int, language: str) -> None:
    words = Words(language, GAME)
    match, luck = a_match(seats, seats, {"rounds": 2, "memory-aid": seats % 2 == 0})
    state = rules.start(match.options, seats)
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    for move in match.moves:
        for acting in rules.to_act(state):
            assert SCREEN.answers(rules.legal(state, acting), words)
        state = rules.apply(state, move)
        if luck.random() < 0.3:
            eyes: Eyes = luck.choice([*map(Seat, range(seats)), PUBLIC])
            lines = lines_of(SCREEN.draw(sight.view(state, eyes), words, NAMES[:seats]))
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 19


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_table_shows_names_hand_trick_and_call(language: str) -> None:
    """5.1"""
    picture = drawn(played(example_one(), 22, 30), Seat(2), language)

    assert all(name in picture for name in NAMES[:5])
    assert "▶ Cleo" in picture
    assert "▲" in picture
    assert "Ben (30)" in picture
    assert all(str(card) in picture for card in sight.view(played(example_one(), 22, 30), Seat(2)).hand)


def test_a_failure_and_its_taker_are_marked() -> None:
    """3.4, 3.5"""
    picture = drawn(played(example_two(), 37, 31, 39), PUBLIC)

    assert "▼ DOWN: below 37" in picture
    assert "✗ fails ◆" in picture
    assert "turned round: Cleo (39) would take 3 ψ" in picture


def test_a_five_is_drawn_in_a_double_frame_with_five_devils() -> None:
    """1.2"""
    hand = drawn(dealt(3, {0: [2, 15]}), Seat(0)).splitlines()

    assert any("║ 15  ║" in line for line in hand)
    assert any("║ψψψψψ║" in line for line in hand)


def test_playable_cards_stand_higher_than_the_others_without_any_colour() -> None:
    """3.4"""
    state = played(dealt(3, {0: [10], 1: [20], 2: [1, 2, 3, 4, 5, 6, 7, 11, 12]}), 10, 20)

    lines = drawn(state, Seat(2)).splitlines()

    high = next(number for number, line in enumerate(lines) if "│ 11  │" in line)
    low = next(number for number, line in enumerate(lines) if "┆  7  ┆" in line)
    assert low == high + 1


def test_in_somebody_elses_turn_no_card_is_raised_or_lowered() -> None:
    state = dealt(3, {1: [1, 2, 3, 4, 5, 6, 7, 8, 15]})

    frames = drawn(state, Seat(1)).splitlines()[-4]

    assert frames == "╭─────╮ " * 8 + "╔═════╗"


def test_the_public_sees_no_hand() -> None:
    """5.3"""
    state = dealt(4, {0: [36]})

    assert "36" in drawn(state, Seat(0))
    assert "36" not in drawn(state, PUBLIC)


def test_the_last_trick_is_shown_with_its_taker() -> None:
    """5.1"""
    state = played(example_one(), 22, 30, 27, 34, 23)

    assert "Last trick (Anna led): 22 30 27 34◆ 23 → Dora, 7 devils" in drawn(state, PUBLIC)


@pytest.mark.parametrize("aid", [True, False])
def test_the_round_is_remembered_only_with_the_memory_aid(aid: bool) -> None:
    """5.2"""
    options = Options(memory_aid=aid)
    state = played(dealt(3, {0: [10], 1: [11], 2: [12]}, options=options), 10, 11, 12)

    picture = drawn(state, PUBLIC)

    assert ("Played this round: 10–12" in picture) is aid
    assert ("0ψ +6" in picture) is aid


def test_totals_and_limit_are_shown() -> None:
    """4.2"""
    match, luck = a_match(4, 5, {"limit": 60})
    while match.view(PUBLIC).round < 2:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))

    picture = drawn(match.state, PUBLIC)

    assert "ends over 60 ψ" in picture
    assert all(f" {total}ψ" in picture for total in match.view(PUBLIC).totals)


def test_the_end_names_who_has_the_fewest_devils() -> None:
    """4.3"""
    match, luck = a_match(3, 6, {"rounds": 1})
    while match.result is None:
        (seat,) = match.to_act
        match.play(seat, luck.choice(match.legal(seat)))
    totals = match.view(PUBLIC).totals
    winners = ", ".join(NAMES[seat] for seat in match.result.winners)

    assert f"Fewest devils: {winners}, with {min(totals)}." in drawn(match.state, PUBLIC)


def test_a_name_is_never_read_as_markup() -> None:
    view = sight.view(dealt(3, {}), PUBLIC)

    picture = "\n".join(lines_of(SCREEN.draw(view, ENGLISH, ["[bold]x", "Ben", "Cleo"])))

    assert "[bold]x" in picture


def test_an_answer_is_one_of_the_cards_that_may_be_played() -> None:
    """3.4"""
    state = played(example_two(), 37, 31)
    (seat,) = rules.to_act(state)

    assert SCREEN.answers(rules.legal(state, seat), ENGLISH) == "Which card? 38 39 40 41 42 43 44 45"


# The catalogues


def test_all_languages_have_the_same_keys_and_facts() -> None:
    def facts(sentence: str | Mapping[str, str]) -> list[set[str]]:
        forms = [sentence] if isinstance(sentence, str) else sentence.values()
        return [set(re.findall(r"{(\w+)[:}]", form)) for form in forms]

    catalogues = [
        {key: facts(sentence) for key, sentence in Words(language, GAME).catalogue.items()} for language in LANGUAGES
    ]

    assert catalogues[0] == catalogues[1] == catalogues[2]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_box_and_its_options_are_described(language: str) -> None:
    """4.4"""
    words = Words(language, GAME)

    assert all(words(key) for key in ("box.blurb", "option.limit", "option.rounds", "option.memory-aid"))


def test_french_spaces_before_high_punctuation_do_not_break() -> None:
    text = files(GAME.package).joinpath("words", "fr.json").read_bytes()
    catalogue = msgspec.json.decode(text, type=dict[str, str | dict[str, str]])
    sentences = [
        form
        for sentence in catalogue.values()
        for form in ([sentence] if isinstance(sentence, str) else sentence.values())
    ]

    assert not [sentence for sentence in sentences if any(f" {sign}" in sentence for sign in ":;!?»")]


@pytest.mark.parametrize("name", ["RULES.md", "RULES.fr.md", "RULES.de.md"])
def test_the_rulebook_has_every_number_once_in_order(name: str) -> None:
    text = files(GAME.package).joinpath(name).read_text(encoding="utf-8")

    numbers = re.findall(r"^\*\*(\d\.\d)\*\*", text, re.MULTILINE)

    last = {1: 2, 2: 3, 3: 6, 4: 4, 5: 3, 6: 2}
    assert numbers == [f"{chapter}.{rule}" for chapter, most in last.items() for rule in range(1, most + 1)]
    assert "Michael Feldkötter" in text
    assert "2012" in text
