"""Diavolo on paper."""

from __future__ import annotations

import pytest

import pandemonium
from pandemonium.core.game import Refusal, Seat
from pandemonium.games.diavolo.dice import Place, Throw
from pandemonium.games.diavolo.notation import read, write
from pandemonium.games.diavolo.rules import Action, Bell, Choose, Event, Grab, Order, Roller
from tests.games.diavolo.diavolo_scenes import moves_on_paper, rounds, scene, whole_match
from tests.oracles.diavolo import recount

PLACES = tuple(Place(x, -x / 2, 36.0 * die) for die, x in enumerate((-4.5, -3.25, -2, -1.4, 0.06, 0, 1, 2.01, 3, 4)))

WRITTEN = (
    *("-4.5:2.25:0", "-3.25:1.625:36", "-2:1:72", "-1.4:0.7:108", "0.06:-0.03:144"),
    *("0:0:180", "1:-0.5:216", "2.01:-1.005:252", "3:-1.5:288", "4:-2:324"),
)


@pytest.mark.parametrize(
    ("action", "line"),
    [
        (Roller(Seat(2)), "roller 2"),
        (Order("most-odd"), "order most-odd"),
        (Bell(), "bell"),
        (Grab("red", 743), "grab red 743"),
        (Grab("grey"), "grab grey"),
        (Choose("red", 743), "choose red 743"),
        (Choose(None, 743), "choose ? 743"),
        (Choose(None), "choose ?"),
        (Bell(("red", None, "grey")), "bell red,-,grey"),
        (
            Throw("largest-sum", (2, 3, 6), (3, 5, 5), (1, 5, 6)),
            "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6",
        ),
        (
            Throw("closest", (2, 3, 6), (3, 5, 5), (1, 5, 6), PLACES),
            "throw closest black=2,3,6 red=3,5,5 white=1,5,6 at=" + ";".join(WRITTEN),
        ),
    ],
)
def test_every_move_is_written_so_and_read_back(action: Action | Event, line: str) -> None:
    assert write(action) == line
    assert read(line.split()) == action


def test_a_minus_nought_is_a_nought() -> None:
    throw = read(["throw", "closest", "black=1", "red=1", "white=1", "at=-0:-0.0:0"])

    assert write(throw).endswith("at=0:0:0")


@pytest.mark.parametrize(
    "line",
    [
        "",
        "grab",
        "grab blue",
        "grab red 1 2",
        "Grab red",
        "roller",
        "roller 1 2",
        "order",
        "order closer",
        "bell 1",
        "bell red,",
        "bell red,?",
        "bell red grey",
        "grab ?",
        "choose",
        "choose blue",
        "choose red 1 2",
        "press 3",
        "throw",
        "throw largest-sum",
        "throw largest black=2,3,6 red=3,5,5 white=1,5,6",
        "throw largest-sum red=3,5,5 black=2,3,6 white=1,5,6",
        "throw largest-sum 2,3,6 3,5,5 1,5,6",
        "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 0:0:0",
        "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 at=",
        "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 at=0:0",
        "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 at=0:0:0:0",
        "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 at=0:0:0;",
        "throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 at=0:0:0 at=0:0:0",
    ],
)
def test_what_is_no_move_is_refused(line: str) -> None:
    with pytest.raises(Refusal) as why:
        read(line.split())

    assert why.value.key == "unknown-move"


@pytest.mark.parametrize(
    "line",
    [
        "grab red fast",
        "grab red -5",
        "grab red 07",
        "grab red 1e3",
        "grab red ٣٤٥",
        "grab red 99999999999999999999",
        "roller -1",
        "roller one",
        "throw largest-sum black= red=3,5,5 white=1,5,6",
        "throw largest-sum black=2,,6 red=3,5,5 white=1,5,6",
        "throw largest-sum black=2.0,3,6 red=3,5,5 white=1,5,6",
        *(
            f"throw largest-sum black=2,3,6 red=3,5,5 white=1,5,6 at=0:{strange}:0"
            for strange in (
                "nan",
                "inf",
                "-inf",
                "1e3",
                "00",
                "--1",
                "+1",
                "1.",
                ".5",
                "1_0",
                "٣",
                "99999",
                "0.1234567",
            )
        ),
    ],
)
def test_what_is_no_number_is_refused(line: str) -> None:
    with pytest.raises(Refusal) as why:
        read(line.split())

    assert why.value.key == "not-a-number"


@pytest.mark.parametrize("calm", ["no", "yes"])
@pytest.mark.parametrize("order_first", ["no", "yes"])
@pytest.mark.parametrize("dice", [3, 2])
@pytest.mark.parametrize("seats", [2, 3, 4, 5, 6])
def test_a_whole_match_survives_its_paper_and_adds_up(seats: int, dice: int, order_first: str, calm: str) -> None:
    """3.1 to 3.6, counted once more by somebody else."""
    options = {"dice-per-colour": str(dice), "order-first": order_first, "calm": calm}
    for seed in range(5):
        match = whole_match(seed, seats, dice_per_colour=dice, order_first=order_first, calm=calm)
        again = pandemonium.read(match.text())

        assert again.text() == match.text()
        assert again.state == match.state
        assert match.result is not None
        assert recount(moves_on_paper(match), seats, options) == [its.points for its in match.result.standings]


@pytest.mark.parametrize("gone", [0, 1, -1])
def test_the_other_counter_protests_when_a_line_is_missing(gone: int) -> None:
    lines = moves_on_paper(whole_match(3, 2))
    del lines[gone]

    with pytest.raises((AssertionError, IndexError)):
        recount(lines, 2, {})


def test_the_other_counter_notices_another_order() -> None:
    lines = moves_on_paper(scene(*rounds(5, "0 grab red"), seats=2))
    before = recount(lines, 2, {})
    for words in lines:
        if words[1] == "throw":
            words[2] = "smallest-sum"

    assert (before, recount(lines, 2, {})) == ([5, 0], [0, 0])
