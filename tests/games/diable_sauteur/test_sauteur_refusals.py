"""Does Le Diable Sauteur refuse whatever is not right, with a reason that every language has?"""

from __future__ import annotations

import re
from importlib.resources import files
from typing import Any

import pytest

from pandemonium.core.game import NATURE, Move, Seat
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games.diable_sauteur import GAME, rules
from pandemonium.games.diable_sauteur.material import Action, Event, FirstDevil, Hide, Jump, Key, OnRed, Press, State
from tests.games.diable_sauteur.sauteur_scenes import (
    DEVIL,
    PURSUED,
    PURSUIT,
    RACE,
    race,
    refused,
    refused_action,
    story,
)

OVER = "hide 4 · press 4 · jump devil"
TO_HIDE = story(PURSUIT)
TO_PRESS = story(f"{PURSUIT} · hide 3")
TO_JUMP = story(f"{PURSUIT} · hide 3 · press 2")
TO_MOVE = story(f"{PURSUIT} · hide 3 · press 2 · jump 4")
TO_CHOOSE = story(f"{PURSUIT} · hide 3 · press 2 · jump 4 · move blue")
IS_OVER = story(f"{PURSUIT} · {OVER} · {OVER}")
BEFORE_THE_LOT = rules.start(TO_HIDE.table.options, 2)
RACE_TO_CHOOSE = race(f"{RACE} · hide 3 · press 2 · jump 4")


@pytest.mark.parametrize(
    ("state", "by", "text", "why"),
    [
        (TO_HIDE, PURSUED, "hide 1", "not-your-turn"),
        (TO_HIDE, NATURE, "hide 1", "not-your-turn"),
        (TO_HIDE, 7, "hide 1", "not-your-turn"),
        (TO_HIDE, DEVIL, "hide 0", "no-such-key"),
        (TO_HIDE, DEVIL, "hide 5", "no-such-key"),
        (TO_HIDE, DEVIL, "hide ?", "covered"),
        (TO_HIDE, DEVIL, "press 1", "hide-first"),
        (TO_HIDE, DEVIL, "move blue", "hide-first"),
        (TO_HIDE, DEVIL, "again", "hide-first"),
        (TO_HIDE, DEVIL, "stop", "race-only"),
        (TO_HIDE, NATURE, "jump 3", "nothing-jumps"),
        (TO_HIDE, NATURE, "devil 0", "lot-is-drawn"),
        (TO_PRESS, DEVIL, "press 1", "not-your-turn"),
        (TO_PRESS, PURSUED, "press 0", "no-such-key"),
        (TO_PRESS, PURSUED, "press 999999999999", "no-such-key"),
        (TO_PRESS, PURSUED, "hide 1", "you-press"),
        (TO_PRESS, PURSUED, "move blue", "nothing-to-move"),
        (TO_PRESS, PURSUED, "again", "press-first"),
        (TO_JUMP, PURSUED, "press 1", "not-your-turn"),
        (TO_JUMP, PURSUED, "jump 3", "not-yours-to-do"),
        (TO_JUMP, NATURE, "press 1", "not-your-turn"),
        (TO_JUMP, NATURE, "jump 0", "no-such-face"),
        (TO_JUMP, NATURE, "jump 7", "no-such-face"),
        (TO_MOVE, PURSUED, "press 1", "move-first"),
        (TO_MOVE, PURSUED, "again", "move-first"),
        (TO_MOVE, PURSUED, "hide 1", "you-press"),
        (TO_MOVE, NATURE, "jump 4", "nothing-jumps"),
        (TO_CHOOSE, PURSUED, "press 2", "key-is-up"),
        (TO_CHOOSE, PURSUED, "move blue", "nothing-to-move"),
        (TO_CHOOSE, PURSUED, "stop", "race-only"),
        (TO_CHOOSE, PURSUED, "hide 1", "you-press"),
        (RACE_TO_CHOOSE, PURSUED, "again", "pursuit-only"),
        (RACE_TO_CHOOSE, PURSUED, "move blue", "nothing-to-move"),
        (RACE_TO_CHOOSE, DEVIL, "stop", "not-your-turn"),
        (RACE_TO_CHOOSE, NATURE, "red 0", "lot-is-drawn"),
        (BEFORE_THE_LOT, DEVIL, "hide 1", "not-your-turn"),
        (BEFORE_THE_LOT, DEVIL, "devil 0", "not-yours-to-do"),
        (BEFORE_THE_LOT, NATURE, "devil 2", "no-such-seat"),
        (BEFORE_THE_LOT, NATURE, "red 0", "another-lot"),
        (BEFORE_THE_LOT, NATURE, "hider 0", "another-lot"),
        (IS_OVER, DEVIL, "hide 1", "match-over"),
        (IS_OVER, PURSUED, "press 1", "match-over"),
        (IS_OVER, NATURE, "jump 1", "match-over"),
        (IS_OVER, NATURE, "devil 1", "match-over"),
        (IS_OVER, PURSUED, "jump 1", "match-over"),
    ],
)
def test_what_is_not_right_is_refused_with_its_reason(state: State, by: Any, text: str, why: str) -> None:
    assert refused(state, by, text) == why


def test_a_race_draws_red_before_the_hider() -> None:
    """4.1, 4.2"""
    state = rules.start(race(RACE).table.options, 2)

    assert refused(state, NATURE, "hider 0") == "another-lot"
    assert refused(state, NATURE, "devil 0") == "another-lot"
    assert refused(rules.apply(state, Move(NATURE, OnRed(DEVIL))), NATURE, "red 0") == "another-lot"


def test_a_person_who_is_home_or_caught_cannot_be_moved() -> None:
    """3.3, 3.4"""
    home = story(f"{PURSUIT} · hide 1 · press 4 · jump 6 · move green · press 3 · jump 1")
    caught = story(f"{PURSUIT} · hide 1 · press 1 · jump devil · hide 1 · press 2 · jump 1")

    assert refused(home, PURSUED, "move green") == "not-on-the-track"
    assert refused(caught, PURSUED, "move blue") == "not-on-the-track"


@pytest.mark.parametrize("action", [FirstDevil(Seat(-1)), Jump(-3), Jump(0), Hide(Key(-1)), Press(Key(-4))])
@pytest.mark.parametrize("state", [TO_HIDE, TO_PRESS, TO_JUMP, TO_MOVE, TO_CHOOSE, IS_OVER, BEFORE_THE_LOT])
@pytest.mark.parametrize("by", [DEVIL, PURSUED, NATURE, -1])
def test_numbers_below_zero_are_refused_everywhere(action: Action | Event, state: State, by: Any) -> None:
    assert refused_action(state, by, action)


REASONS = (
    "hide-first",
    "you-press",
    "press-first",
    "move-first",
    "nothing-to-move",
    "not-on-the-track",
    "no-such-key",
    "key-is-up",
    "pursuit-only",
    "race-only",
    "nothing-jumps",
    "no-such-face",
    "lot-is-drawn",
    "another-lot",
    "not-your-turn",
    "not-yours-to-do",
    "no-such-seat",
    "covered",
    "match-over",
)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("key", REASONS)
def test_every_reason_is_a_sentence_in_every_language(language: str, key: str) -> None:
    sentence = Words(language, GAME)(f"no.{key}", number=7, person="blue", face="devil", n=8, seat=3)

    assert sentence.endswith((".", "».", "“.", "”."))


def test_no_reason_is_missing_here() -> None:
    """Whatever the rules can answer stands above."""
    text = files(GAME.package).joinpath("rules.py").read_text(encoding="utf-8")
    raised = {key for call in re.findall(r"Illegal\(([^\n]*)\)", text) for key in re.findall(r'"([a-z-]{4,})"', call)}

    assert raised - {"over", "hide", "press"} == set(REASONS)
