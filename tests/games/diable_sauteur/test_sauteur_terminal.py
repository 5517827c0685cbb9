"""Does the terminal show and say what a player of Le Diable Sauteur needs, in every language?"""

from __future__ import annotations

import re
from importlib.resources import files
from random import Random

import msgspec
import pytest
from rich.console import Console, RenderableType

from pandemonium import begin
from pandemonium.core.game import PUBLIC, Eyes, Seat
from pandemonium.core.moments import timeline
from pandemonium.core.screen import screen_of
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_sauteur import GAME, rules, sight
from pandemonium.games.diable_sauteur.circuit import borders, frame, loop_for
from pandemonium.games.diable_sauteur.material import State
from tests.games.diable_sauteur.sauteur_scenes import NAMES, PURSUED, PURSUIT, RACE, race, story, tell_on

SCREEN = screen_of(GAME)
ENGLISH = Words("en", GAME)


def lines_of(drawing: RenderableType) -> list[str]:
    """As it looks without colours, on the narrowest terminal that we promise to fit."""
    console = Console(width=80, force_terminal=True, color_system=None, no_color=True, highlight=False)
    with console.capture() as capture:
        console.print(drawing)
    return capture.get().splitlines()


def drawn(state: State, eyes: Eyes = PURSUED, words: Words = ENGLISH) -> str:
    return "\n".join(lines_of(SCREEN.draw(sight.view(state, eyes), words, NAMES)))


def asked(state: State, words: Words = ENGLISH) -> str:
    (seat,) = rules.to_act(state)
    return words.question(sight.question(state, seat), NAMES)


def answers(state: State) -> str:
    (seat,) = rules.to_act(state)
    return SCREEN.answers(rules.legal(state, seat), ENGLISH)


OPTIONS: list[dict[str, object]] = [
    {"rounds": 2, "track": 30},
    {"rounds": 4, "track": 12, "dice": "mixed"},
    {"rule": "b", "track": 60},
    {"rule": "b", "track": 17, "dice": "mixed"},
]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("options", OPTIONS)
def test_every_moment_of_a_match_can_be_drawn_asked_and_told(options: dict[str, object], language: str) -> None:
    words = Words(language, GAME)
    match, luck = begin(GAME, options=options, seed=5), Random(5)
    while match.result is None:
        (seat,) = match.to_act
        assert asked(match.state, words)
        match.play(seat, luck.choice(match.legal(seat)))
    for number, moment in enumerate(timeline(match, PUBLIC)):
        sentence = words.told(moment.facts, NAMES)
        assert bool(sentence) == (number > 0)
        assert not re.search(r"[{}×=→ψ]", sentence)
        if number % 5 == 0 or moment.view.over:
            lines = lines_of(SCREEN.draw(moment.view, words, NAMES))
            assert max(map(len, lines)) <= 80
            assert len(lines) <= 23


@pytest.mark.parametrize("track", range(12, 61))
def test_every_track_is_a_closed_loop_that_fits(track: int) -> None:
    loop = loop_for(track)
    lines = borders(loop)

    assert loop.room == track + track % 2
    assert len(lines) == loop.lines <= 17
    assert {len(line) for line in lines} == {loop.columns}
    assert loop.columns <= 79
    assert len({frame(loop, nth) for nth in range(loop.room)}) == loop.room
    places = [loop.place(nth) for nth in range(loop.room)]
    steps = [abs(x - u) + abs(y - v) for (x, y), (u, v) in zip(places, places[1:] + places[:1], strict=True)]
    assert set(steps) == {1}


@pytest.mark.parametrize("track", [12, 13, 30, 39, 60])
def test_every_cell_is_on_the_board_with_its_number(track: int) -> None:
    text = drawn(story(PURSUIT, track=track))
    numbers = {int(number) for number in re.findall(r"\d+", text.split("┌")[1].split("└")[0])}

    assert numbers >= set(range(7, track))


def test_figures_stand_on_their_cells() -> None:
    """3.2"""
    text = drawn(story(PURSUIT))

    assert [label in text for label in ("•0 ψ", "•2 B", "•4 O", "•6 G")] == [True] * 4


def test_in_french_green_is_a_v() -> None:
    assert "•6 V" in drawn(story(PURSUIT), words=Words("fr", GAME))


def test_only_the_hider_sees_the_devil_under_the_lid() -> None:
    """5"""
    state = story(f"{PURSUIT} · hide 3")

    assert "░░ψ░░" in drawn(state, Seat(0))
    assert "░░ψ░░" not in drawn(state, Seat(1))
    assert drawn(state, PUBLIC) == drawn(story(f"{PURSUIT} · hide 1"), PUBLIC)


def test_the_points_are_computed_before_the_eyes() -> None:
    """2.2"""
    text = drawn(story(f"{PURSUIT} · hide 3 · press 2 · jump 4"))

    assert "4×2=8" in text
    assert "4 × key 2 = 8 to move" in text


def test_where_everybody_would_land_is_shown() -> None:
    """3.3"""
    text = drawn(story(f"{PURSUIT} · hide 3 · press 4 · jump 6"))

    assert "Blue, cell 2, 28 to go → 26" in text
    assert "Green, cell 6, 24 to go → home" in text
    assert "26 b" in text


def test_points_at_risk_add_up_on_the_board() -> None:
    """4.4"""
    text = drawn(race(f"{RACE} · hide 1 · press 3 · jump 5 · press 4 · jump 2"))

    assert "5 × key 3 + 2 × key 4 = 23 at risk" in text


def test_a_devil_stays_in_sight_until_the_next_hiding() -> None:
    """2.4"""
    text = drawn(story(f"{PURSUIT} · hide 1 · press 1 · jump devil"))

    assert "│╲   ╱│" in text
    assert "ψ +3" in text
    assert "The die of devils was under key 1." in text
    assert "Blue, caught" in text


def test_a_question_says_what_there_is_to_choose_from() -> None:
    """3.3, 3.5, 4.4"""
    moving = story(f"{PURSUIT} · hide 1 · press 2 · jump 4")

    assert asked(moving) == "Who moves 8 cells? On the track: Blue, Orange, and Green."
    assert asked(tell_on(moving, "move blue")) == "Press another key (1, 3, 4), or have the dice hidden again?"
    assert asked(race(f"{RACE} · hide 1 · press 2 · jump 4")) == (
        "Press another key (1, 3, 4), or stop and run 8 cells?"
    )


def test_who_is_asked_where_to_hide_hears_no_key() -> None:
    """5 Somebody may be listening."""
    assert not re.search(r"\d", asked(story(PURSUIT)))


def test_the_terminal_says_how_to_answer() -> None:
    assert answers(story(PURSUIT)) == "Answer: 1, 2, 3, 4"
    assert answers(story(f"{PURSUIT} · hide 1 · press 2 · jump 4")) == "Answer: Blue, Orange, Green"
    assert answers(story(f"{PURSUIT} · hide 1 · press 2 · jump 4 · move blue")) == "Answer: 1, 3, 4, again"
    assert answers(race(f"{RACE} · hide 1 · press 2 · jump 4")) == "Answer: 1, 3, 4, stop"


def test_names_are_not_read_as_markup() -> None:
    view = sight.view(story(PURSUIT), PUBLIC)

    assert "[bold]Eve[/]" in "\n".join(lines_of(SCREEN.draw(view, ENGLISH, ("[bold]Eve[/]", "Bo"))))


Sentences = dict[str, str | dict[str, str]]


def catalogue(language: str) -> Sentences:
    text = files(GAME.package).joinpath("words", f"{language}.json").read_bytes()
    return msgspec.json.decode(text, type=Sentences)


def facts(sentence: str | dict[str, str]) -> set[str]:
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    return {fact for form in forms for fact in re.findall(r"{(\w+)", form)}


@pytest.mark.parametrize("language", ["en", "de"])
def test_every_language_has_the_same_sentences_with_the_same_facts(language: str) -> None:
    french, other = catalogue("fr"), catalogue(language)

    assert {key: facts(sentence) for key, sentence in french.items()} == {
        key: facts(sentence) for key, sentence in other.items()
    }


@pytest.mark.parametrize("name", ["RULES.md", "RULES.fr.md", "RULES.de.md"])
def test_the_rules_have_all_their_numbers_in_every_language(name: str) -> None:
    text = files(GAME.package).joinpath(name).read_text(encoding="utf-8")
    counts = {1: 4, 2: 4, 3: 7, 4: 5}

    assert re.findall(r"^\*\*(\d\.\d)\*\*", text, re.MULTILINE) == [
        f"{chapter}.{number}" for chapter, count in counts.items() for number in range(1, count + 1)
    ]
    assert re.search(r"^## 5 ", text, re.MULTILINE)


def test_french_typography_is_respected() -> None:
    """No sign that needs a space before it has a plain one, or none."""
    forms = [
        form
        for sentence in catalogue("fr").values()
        for form in ([sentence] if isinstance(sentence, str) else sentence.values())
    ]
    wrong = [form for form in forms if re.search(r" [:;!?»]|« |\w[;!?]|\w:(?!\w)", form)]

    assert wrong == []
