"""The rules of Diavolo, one claim at a time."""

from __future__ import annotations

import re
from importlib.resources import files
from pathlib import Path
from random import Random

import pytest

import pandemonium
from pandemonium.core.chance import LooseChance
from pandemonium.core.game import NATURE, Due, Illegal, Mover, Seat
from pandemonium.core.match import AnyMatch, Match, first_untrue
from pandemonium.games.diavolo import GAME, rules
from pandemonium.games.diavolo.dice import Colour, Place, Throw, right_colour
from pandemonium.games.diavolo.rules import Action, Bell, Choose, Event, Grab, Options, Order, Roller, Void
from tests.games.diavolo.diavolo_scenes import GREY, RED, SHEET, rounds, scene, seats_of, whole_match

SHEET_THROW = Throw("largest-sum", (2, 3, 6), (3, 5, 5), (1, 5, 6))


def refused(match: AnyMatch, by: Mover, what: Action | Event) -> str:
    """Why not; and nothing has changed."""
    before = match.state
    with pytest.raises(Illegal) as why:
        match.play(by, what)
    assert match.state is before
    return why.value.key


# 1 and 2: material and set-up


def test_three_dice_of_each_colour_and_one_order_die_are_thrown() -> None:
    """1.1"""
    match = pandemonium.begin("diavolo", 4, seed=1)
    throw = match.state.thrown.throw

    assert [len(throw.black), len(throw.red), len(throw.white), len(throw.places)] == [3, 3, 3, 10]


def test_thirty_gems_are_enough_for_six() -> None:
    """1.2, 2.1"""
    assert rules.start(Options(), 6).table.gems == (5,) * 6


@pytest.mark.parametrize(
    ("players", "imps"),
    [(2, (1, 1, 1, 1)), (3, (2, 2, 2, 1)), (4, (3, 3, 3, 1)), (5, (3, 3, 3, 1)), (6, (3, 3, 3, 1))],
)
def test_fewer_imps_stand_in_the_middle_for_fewer_players(players: int, imps: tuple[int, ...]) -> None:
    """1.2, 2.2"""
    assert rules.start(Options(), players).imps == imps


def test_imps_are_removed_when_a_player_is_eliminated() -> None:
    """2.2"""
    three_left = scene(*rounds(5, "0 grab red", "1 grab red", "2 grab red"), seats=4)
    two_left = scene(*rounds(5, "0 grab red", "1 grab red"), seats=3)

    assert (three_left.state.imps, two_left.state.imps) == ((2, 2, 2, 1), (1, 1, 1, 1))


def test_four_of_five_players_keep_all_imps() -> None:
    """2.2"""
    last_one_late = ["0 grab red", "1 grab red", "2 grab red"], ["0 grab red", "1 grab red", "3 grab red"]
    match = scene(*rounds(2, *last_one_late[0]), *rounds(3, *last_one_late[1]), seats=5)

    assert match.state.table.gems == (5, 5, 2, 3, 0)
    assert match.state.imps == (3, 3, 3, 1)


def test_all_imps_are_put_back_for_the_next_round() -> None:
    """2.1"""
    assert scene(RED, "0 grab black", "1 grab red", "nature bell").state.imps == (3, 3, 3, 1)


def test_the_first_roller_is_drawn_by_lot() -> None:
    """2.3"""
    drawn = {pandemonium.begin("diavolo", 3, seed=seed).moves[0].what for seed in range(40)}

    assert drawn == {Roller(Seat(0)), Roller(Seat(1)), Roller(Seat(2))}


def test_the_next_player_to_the_left_rolls_next() -> None:
    """2.3"""
    match = scene(*rounds(1, "0 grab red", "1 grab red", "2 grab red"), roller=3)

    assert match.state.table.roller == 0


def test_who_is_out_does_not_roll() -> None:
    """2.3"""
    match = scene(*rounds(5, "0 grab red", "1 grab red"), seats=3, roller=0)
    rollers = [match.state.table.roller]
    match.play(NATURE, SHEET_THROW)
    match.play(NATURE, Bell())
    rollers.append(match.state.table.roller)

    assert rollers == [0, 1]  # After 0 1 2 0 1 the third would roll, but has no gem.


# 3: a round


def test_everybody_may_grab_at_the_same_time() -> None:
    """3.3"""
    assert scene(RED).to_act == (0, 1, 2, 3)


def test_an_imp_cannot_be_exchanged() -> None:
    """3.3"""
    assert refused(scene(RED, "0 grab black"), Seat(0), Grab("red")) == "has-grabbed"


def test_who_comes_too_late_finds_none_of_that_colour() -> None:
    """3.3"""
    match = scene(RED, "0 grab black", seats=2)

    assert Grab("black") not in match.legal(Seat(1))
    assert refused(match, Seat(1), Grab("black")) == "no-such-imp-left"


def test_every_grab_takes_an_imp_from_the_middle() -> None:
    """3.3"""
    assert scene(RED, "0 grab black", "1 grab grey").state.imps == (2, 3, 3, 0)


def test_a_wrong_colour_costs_a_gem() -> None:
    """3.4"""
    match = scene(RED, "0 grab white", "1 grab red", "2 grab red", "3 grab red", "nature bell")

    assert match.state.table.gems == (4, 5, 5, 5)


def test_no_imp_costs_a_gem() -> None:
    """3.4"""
    assert scene(RED, "1 grab red", "nature bell", seats=3).state.table.gems == (4, 5, 4)


def test_the_grey_imp_earns_a_gem_when_grey_is_right() -> None:
    """3.4"""
    lost_one = rounds(1, "1 grab red", "2 grab red", "3 grab red")

    assert scene(*lost_one, GREY, "0 grab grey", "nature bell").state.table.gems == (5, 4, 4, 4)


def test_nobody_has_more_than_five_gems() -> None:
    """3.4"""
    assert scene(GREY, "0 grab grey", "nature bell").state.table.gems == (5, 4, 4, 4)


def test_the_grey_imp_costs_a_gem_when_grey_is_wrong() -> None:
    """3.4"""
    match = scene(RED, "0 grab grey", "1 grab red", "2 grab red", "3 grab red", "nature bell")

    assert match.state.table.gems == (4, 5, 5, 5)


def test_a_round_is_decided_when_all_have_grabbed() -> None:
    """3.5"""
    match = scene(RED, "0 grab black", "1 grab black", seats=3)
    match.play(Seat(2), Grab("white"))

    assert match.to_act == ()


def test_a_round_is_decided_when_no_right_imp_is_left() -> None:
    """3.5"""
    match = scene(RED, "3 grab red", "1 grab red", "0 grab red")

    assert match.to_act == ()
    assert refused(match, Seat(2), Grab("black")) == "round-is-decided"


def test_a_round_goes_on_when_a_wrong_colour_is_exhausted() -> None:
    """3.5"""
    assert scene(RED, "0 grab grey").to_act == (1, 2, 3)


def test_the_bell_rings_at_once_when_the_round_is_decided() -> None:
    """3.5"""
    match = pandemonium.begin("diavolo", 2, seed=3)
    match.play(Seat(0), Grab(match.state.thrown.right))

    assert match.state.table.round == 2


@pytest.mark.parametrize("deadline", [3, 10, 30])
def test_the_bell_rings_at_the_deadline(deadline: int) -> None:
    """3.5"""
    match = pandemonium.begin("diavolo", 2, {"deadline": deadline}, seed=3)
    match.wait(1000 * deadline - 1)
    waiting = match.state.table.round
    match.wait(1000 * deadline)

    assert (waiting, match.state.table.round) == (1, 2)


def test_the_deadline_counts_from_the_throw_of_the_round() -> None:
    """3.5"""
    match = pandemonium.begin("diavolo", 2, seed=3)
    match.play(Seat(0), Grab(match.state.thrown.right), at=4000)

    assert match.owed is not None
    assert (match.owed.what, match.owed.at) == (Bell(), 14000)


def test_who_has_no_gem_left_is_out() -> None:
    """3.6"""
    match = scene(*rounds(5, "0 grab red", "1 grab red", "2 grab red"), RED)

    assert match.to_act == (0, 1, 2)
    assert match.state.table.out == (None, None, None, 5)
    assert refused(match, Seat(3), Grab("red")) == "is-out"


def test_the_last_player_with_a_gem_wins() -> None:
    """3.6"""
    match = scene(*rounds(5, "0 grab red"), seats=2)

    assert match.result is not None
    assert [(its.points, its.place) for its in match.result.standings] == [(5, 1), (0, 2)]


def test_nobody_wins_if_the_last_gems_are_lost_together() -> None:
    """3.6"""
    match = scene(*rounds(5), seats=3)

    assert match.result is not None
    assert match.result.winners == ()
    assert [(its.points, its.place) for its in match.result.standings] == [(0, 2)] * 3


def test_who_lasted_longer_comes_before() -> None:
    """3.6"""
    match = scene(*rounds(5, "0 grab red", "1 grab red"), *rounds(5, "1 grab red"))

    assert match.result is not None
    assert [its.place for its in match.result.standings] == [2, 1, 3, 3]


def test_the_first_to_fall_stay_last_when_nobody_wins() -> None:
    """3.6"""
    match = scene(*rounds(4), *rounds(1, "0 grab red", "2 grab red"), *rounds(1), seats=4)

    assert match.result is not None
    assert [its.place for its in match.result.standings] == [2, 4, 2, 4]


def test_there_is_no_result_while_two_have_gems() -> None:
    """3.6"""
    assert scene(*rounds(4), seats=2).result is None


# 5: real time


def test_a_grab_carries_the_reaction_time_that_counts() -> None:
    """5.1"""
    assert [rules.reaction(action) for action in (Grab("red", 743), Grab("red"), Bell())] == [743, None, None]


def test_the_order_of_the_grabs_is_the_order_in_which_they_were_decided() -> None:
    """5.2, 5.5 A lot inside the uncertainty may put a slightly larger time first."""
    match = scene(RED, "1 grab red 640", "0 grab red 632", "nature bell", seats=3)

    assert match.state.table.gems == (5, 5, 4)


def test_the_time_of_every_grab_is_open_to_all() -> None:
    """5.3"""
    match = scene(RED, "1 grab red 640")

    assert [(its.seat, its.colour, its.ms) for its in match.view("public").grabs] == [(1, "red", 640)]


def test_a_press_before_the_dice_are_visible_is_not_a_grab() -> None:
    """5.4"""
    assert refused(scene(), Seat(0), Grab("red", 300)) == "no-throw-yet"


@pytest.mark.parametrize(("ms", "key"), [(99, "inhuman"), (0, "inhuman"), (-5, "inhuman"), (10_001, "too-late")])
def test_no_hand_is_faster_than_a_tenth_of_a_second_or_slower_than_the_bell(ms: int, key: str) -> None:
    """5.4, 3.5"""
    assert refused(scene(RED), Seat(0), Grab("red", ms)) == key


@pytest.mark.parametrize("ms", [100, 10_000, None])
def test_a_grab_within_the_bounds_counts(ms: int | None) -> None:
    """5.4, 3.5"""
    match = scene(RED)
    match.play(Seat(0), Grab("red", ms))

    assert len(match.state.grabs) == 1


def test_a_void_round_has_not_been() -> None:
    """5.6 The imps go back, nobody wins or loses, and the same player throws again: other dice, from the same seed."""
    before = scene(*rounds(2, "0 grab red"))
    after = scene(*rounds(2, "0 grab red"), RED, "1 grab red", "0 grab white", "nature void")
    assert after.state == before.state
    match = pandemonium.begin("diavolo", 2, {"order-first": "yes"}, seed=7)
    thrown = match.state.thrown.throw
    match.play(Seat(0), Grab("white"))
    match.call_off()

    assert match.state.table.round == 1
    assert match.state.table.gems == (5, 5)
    assert match.state.thrown.throw != thrown
    assert match.to_act == (0, 1)
    assert first_untrue(match) is None
    assert pandemonium.read(match.text()).state == match.state


def test_only_nature_calls_a_round_off_and_only_one_that_runs() -> None:
    """5.6"""
    assert refused(scene(RED), Seat(0), Void()) == "not-yours-to-do"
    assert refused(scene(), NATURE, Void()) == "no-throw-yet"


# 6: variants


def test_the_young_play_with_two_dice_of_each_colour() -> None:
    """6.1"""
    throw = pandemonium.begin("diavolo", 2, {"dice-per-colour": 2}, seed=1).state.thrown.throw

    assert [len(throw.black), len(throw.red), len(throw.white), len(throw.places)] == [2, 2, 2, 7]


def test_for_learning_the_order_die_is_thrown_first() -> None:
    """6.2"""
    moves = pandemonium.begin("diavolo", 2, {"order-first": True}, seed=1).moves
    order, throw = moves[1].what, moves[2].what

    assert isinstance(order, Order)
    assert throw.order == order.order


def test_the_order_die_does_not_turn_over() -> None:
    """6.2"""
    match = scene("nature order closest", order_first="yes")

    assert refused(match, NATURE, SHEET_THROW) == "other-order"


def test_the_order_die_is_thrown_anew_in_every_round() -> None:
    """6.2"""
    match = scene("nature order largest-sum", RED, "nature bell", order_first="yes")

    assert refused(match, NATURE, SHEET_THROW) == "order-comes-first"


def test_at_a_calm_table_whoever_grabs_right_is_safe() -> None:
    """6.4"""
    grabs = [f"{seat} grab red" for seat in range(6)]

    assert scene(RED, *grabs, "nature bell", seats=6, calm="yes").state.table.gems == (5,) * 6


def test_at_a_calm_table_every_colour_always_has_an_imp() -> None:
    """6.4"""
    match = scene(RED, "0 grab red", seats=2, calm="yes")

    assert [action.colour for action in match.legal(Seat(1))] == ["black", "red", "white", "grey"]


def test_at_a_calm_table_everybody_who_sees_the_tie_earns_a_gem() -> None:
    """6.4"""
    match = scene(*rounds(2), GREY, "0 grab grey", "1 grab grey", "nature bell", seats=3, calm="yes")

    assert match.state.table.gems == (4, 4, 2)


def test_at_a_calm_table_a_wrong_colour_still_costs_a_gem() -> None:
    """6.4"""
    match = scene(RED, "0 grab black", "1 grab red", "nature bell", seats=3, calm="yes")

    assert match.state.table.gems == (4, 5, 4)


def test_at_a_calm_table_all_choose_covertly_and_the_bell_uncovers_it() -> None:
    """6.4"""
    match = scene(RED, "0 choose black", "2 choose red", "nature bell black,-,red", seats=3, calm="yes")

    assert match.state.table.gems == (4, 4, 5)
    assert [(its.seat, its.colour) for its in match.state.table.last.grabs] == [(0, "black"), (2, "red")]


def test_at_a_calm_table_one_is_offered_a_covered_choice_of_every_colour() -> None:
    """6.4"""
    match = scene(RED, "0 choose red", seats=2, calm="yes")

    assert match.legal(Seat(1)) == [Choose("black"), Choose("red"), Choose("white"), Choose("grey")]


def test_the_bell_of_a_calm_table_rings_when_all_have_chosen_and_says_what() -> None:
    """3.5, 6.4"""
    some = scene(f"{RED} @4000", "1 choose red", seats=2, calm="yes")
    both = scene(f"{RED} @4000", "1 choose red", "0 choose grey", seats=2, calm="yes")
    luck = LooseChance(Random(1))

    assert rules.nature(some.state, luck) == Due(Bell((None, "red")), 14000)
    assert rules.nature(both.state, luck) == Due(Bell(("grey", "red")))


@pytest.mark.parametrize("took", [(), ("red",), ("red", "red"), ("black", None), (None, None), ("red", None, None)])
def test_the_bell_uncovers_what_was_chosen_and_nothing_else(took: tuple[Colour | None, ...]) -> None:
    """6.4"""
    match = scene(RED, "0 choose red", seats=2, calm="yes")

    assert refused(match, NATURE, Bell(took)) == "other-choices"


def test_nothing_is_uncovered_in_a_race() -> None:
    """3.3"""
    assert refused(scene(RED, "0 grab red", seats=2), NATURE, Bell(("red", None))) == "other-choices"


def test_nothing_is_covered_in_a_race() -> None:
    """3.3"""
    assert refused(scene(RED), Seat(0), Choose("red")) == "no-covers"


def test_what_is_covered_is_no_choice() -> None:
    """6.4"""
    assert refused(scene(RED, calm="yes"), Seat(0), Choose(None)) == "covered"


def test_what_was_chosen_is_kept() -> None:
    """3.3, 6.4"""
    assert refused(scene(RED, "0 choose red", calm="yes"), Seat(0), Choose("grey")) == "has-grabbed"


def test_a_round_that_is_void_uncovers_nothing_and_all_choose_again() -> None:
    """5.6, 6.4"""
    match = scene(RED, "0 choose red", "nature void", RED, "0 choose grey", "nature bell grey,-", seats=2, calm="yes")

    assert match.state.table.gems == (4, 4)


def test_at_a_calm_table_who_grabs_in_the_open_uncovers_nobody_else() -> None:
    """6.4"""
    lines = (RED, "0 choose red", "1 grab red", "2 choose grey", "nature bell red,-,grey")
    match = scene(*lines, seats=3, calm="yes")

    assert match.state.table.gems == (5, 5, 4)
    assert [its.colour for its in match.state.table.last.grabs] == ["red", "red", "grey"]


def test_papers_of_a_calm_table_on_which_all_lies_open_are_still_true() -> None:
    """6.4 As they were written before choices were covered."""
    match = pandemonium.begin("diavolo", 2, {"calm": True}, seed=7)
    while match.result is None:
        for seat in match.to_act:
            match.play(seat, Grab("red", 700))

    assert "nature bell\n" in match.text().replace(" @0", "")
    assert first_untrue(pandemonium.read(match.text())) is None


# What is refused


def test_a_player_does_not_do_nature_s_work() -> None:
    for what in (Roller(Seat(0)), Order("closest"), SHEET_THROW, Bell()):
        assert refused(scene(RED), Seat(0), what) == "not-yours-to-do"


def test_nature_does_not_grab() -> None:
    assert refused(scene(RED), NATURE, Grab("red")) == "not-your-turn"


def test_who_does_not_sit_at_the_table_does_not_grab() -> None:
    for seat in (-1, 4, 99):
        assert refused(scene(RED), Seat(seat), Grab("red")) == "no-such-seat"


def test_the_roller_is_drawn_once_and_sits_at_the_table() -> None:
    fresh: AnyMatch = Match(GAME, 4, Options())

    assert refused(fresh, NATURE, Roller(Seat(4))) == "no-such-seat"
    assert refused(fresh, NATURE, Roller(Seat(-1))) == "no-such-seat"
    assert refused(scene(), NATURE, Roller(Seat(0))) == "roller-is-known"


def test_nothing_is_thrown_before_somebody_rolls() -> None:
    fresh: AnyMatch = Match(GAME, 4, Options())

    assert refused(fresh, NATURE, SHEET_THROW) == "no-roller-yet"
    assert refused(fresh, NATURE, Order("closest")) == "no-roller-yet"
    assert refused(fresh, NATURE, Bell()) == "no-throw-yet"


def test_dice_are_thrown_once_a_round() -> None:
    assert refused(scene(RED), NATURE, SHEET_THROW) == "dice-are-thrown"
    assert refused(scene(RED), NATURE, Order("closest")) == "dice-are-thrown"


def test_the_bell_rings_once_a_round() -> None:
    assert refused(scene(RED, "nature bell"), NATURE, Bell()) == "no-throw-yet"


def test_the_order_die_is_thrown_alone_only_where_that_was_agreed() -> None:
    """6.2"""
    assert refused(scene(), NATURE, Order("closest")) == "all-dice-at-once"
    assert refused(scene("nature order closest", order_first="yes"), NATURE, Order("closest")) == "order-is-known"


@pytest.mark.parametrize(
    "throw",
    [
        Throw("largest-sum", (2, 3), (3, 5, 5), (1, 5, 6)),
        Throw("largest-sum", (2, 3, 6), (3, 5, 5, 5), (1, 5, 6)),
        Throw("largest-sum", (2, 3, 6), (3, 5, 5), ()),
        Throw("largest-sum", (0, 3, 6), (3, 5, 5), (1, 5, 6)),
        Throw("largest-sum", (2, 3, 6), (3, 5, 5), (1, 5, 7)),
        Throw("largest-sum", (2, 3, 6), (3, -5, 5), (1, 5, 6)),
    ],
)
def test_dice_that_are_not_in_the_box_are_refused(throw: Throw) -> None:
    """1.1"""
    assert refused(scene(), NATURE, throw) == "wrong-dice"


@pytest.mark.parametrize(
    "place",
    [
        Place(float("nan"), 0, 0),
        Place(0, float("inf"), 0),
        Place(0, float("-inf"), 0),
        Place(0, 0, float("nan")),
        Place(1000.5, 0, 0),
        Place(0, -2000, 0),
        Place(0, 0, 361),
        Place(1e-9, 0, 0),
        Place(0, 0.1 + 0.2, 0),
    ],
)
def test_a_die_lies_on_the_table(place: Place) -> None:
    """4.1"""
    places = (*(Place(2.0 * die, 0, 0) for die in range(9)), place)

    assert refused(scene(), NATURE, Throw("largest-sum", (2, 3, 6), (3, 5, 5), (1, 5, 6), places)) == "wrong-places"


def test_every_die_has_a_place_or_none_has() -> None:
    """4.1"""
    for count in (0, 9, 11):
        places = tuple(Place(2.0 * die, 0, 0) for die in range(count))
        throw = Throw("largest-sum", (2, 3, 6), (3, 5, 5), (1, 5, 6), places)
        assert refused(scene(), NATURE, throw) == "wrong-places"


def test_the_closest_die_needs_places() -> None:
    """4.1"""
    throw = Throw("closest", (2, 3, 6), (3, 5, 5), (1, 5, 6))

    assert refused(scene(), NATURE, throw) == "places-needed"


def test_nothing_happens_after_the_end() -> None:
    """3.6"""
    over = scene(*rounds(5, "0 grab red"), seats=2)
    everything = (Roller(Seat(0)), Order("closest"), SHEET_THROW, Bell())

    assert over.to_act == ()
    assert {refused(over, NATURE, what) for what in everything} == {"match-over"}
    assert {refused(over, seat, Grab("red")) for seat in seats_of(over)} == {"match-over"}


def test_what_is_legal_is_what_is_accepted() -> None:
    """3.3"""
    match = scene(f"nature throw smallest-sum {SHEET}", "0 grab red", "1 grab grey")
    for colour in ("black", "red", "white", "grey"):
        allowed = Grab(colour) in match.legal(Seat(2))
        try:
            rules.apply(match.state, pandemonium.Move(Seat(2), Grab(colour)))
            accepted = True
        except Illegal:
            accepted = False
        assert accepted == allowed == (colour != "grey")


@pytest.mark.parametrize("calm", ["no", "yes"])
def test_whatever_anybody_tries_is_played_or_refused(calm: str) -> None:
    """Moves of other moments, other seats and no sense: nothing but Illegal is ever raised."""
    match = whole_match(1, 3, calm=calm)
    state = rules.start(match.options, 3)
    attempts: list[Action | Event] = [move.what for move in match.moves[::3]]
    attempts += [
        Roller(Seat(-9)),
        Throw("closest", (), (), (), ()),
        Throw("closest", (10**30,) * 3, (1,) * 3, (1,) * 3),
    ]
    attempts += [Grab("grey", -(10**30)), Grab("black", 10**30), Order("most-odd"), Bell()]
    attempts += [Choose("red"), Choose(None, -1), Bell(("red", None, None)), Bell(("red",) * 9)]
    movers: list[Mover] = [Seat(-1), Seat(0), Seat(2), Seat(3), Seat(10**30), NATURE]
    refusals = 0
    for move in match.moves:
        for by in movers:
            for what in attempts:
                try:
                    rules.apply(state, pandemonium.Move(by, what))
                except Illegal:
                    refusals += 1
        state = rules.apply(state, move)

    assert refusals > len(match.moves) * len(attempts)


@pytest.mark.parametrize("name", ["RULES.md", "RULES.fr.md", "RULES.de.md"])
def test_every_rule_has_its_number_in_every_language_and_a_test(name: str) -> None:
    book = files(GAME.package).joinpath(name).read_text(encoding="utf-8")
    numbers = re.findall(r"^\*\*(\d\.\d)\*\*", book, re.MULTILINE)
    tests = "".join(path.read_text(encoding="utf-8") for path in Path(__file__).parent.glob("test_*.py"))
    cited = " ".join(re.findall(r'^    """(\d.*)', tests, re.MULTILINE))

    assert len(numbers) == 24
    assert [number for number in numbers if number not in cited] == []


# A limit of rounds


def test_after_the_last_round_most_gems_win() -> None:
    """6.5"""
    match = scene(*rounds(1, "0 grab red", "1 grab red"), *rounds(1, "1 grab red"), seats=3, rounds=2)

    assert match.result is not None
    assert [(its.points, its.place) for its in match.result.standings] == [(4, 2), (5, 1), (3, 3)]
    assert match.state.table.last.round == 2


def test_who_has_as_many_gems_after_the_last_round_wins_together() -> None:
    """6.5"""
    match = scene(*rounds(3, "0 grab red", "2 grab red"), seats=3, rounds=3)

    assert match.result is not None
    assert match.result.winners == (Seat(0), Seat(2))


def test_who_is_out_comes_behind_all_who_are_left_after_the_last_round() -> None:
    """6.5"""
    match = scene(*rounds(5, "0 grab red", "1 grab red"), *rounds(1, "0 grab red"), seats=3, rounds=6)

    assert match.result is not None
    assert [(its.points, its.place) for its in match.result.standings] == [(5, 1), (4, 2), (0, 3)]


def test_a_match_may_be_over_before_its_last_round() -> None:
    """3.6, 6.5"""
    match = scene(*rounds(5, "0 grab red"), seats=2, rounds=10)

    assert match.result is not None
    assert match.result.winners == (Seat(0),)


@pytest.mark.parametrize("calm", [False, True])
def test_no_table_with_a_limit_goes_on_for_ever(calm: bool) -> None:
    """6.5 Not even where nobody ever errs."""
    match = pandemonium.begin("diavolo", 4, {"calm": calm, "rounds": 7}, seed=1)
    while match.result is None:
        right = right_colour(match.view(Seat(0)).throw)
        for seat in match.to_act:
            if any(action.colour == right for action in match.legal(seat)):
                match.play(seat, next(action for action in match.legal(seat) if action.colour == right))
        if match.to_act:
            match.wait()

    assert match.state.table.round <= 7


def test_a_calm_table_ends_as_it_comes_out_of_the_box() -> None:
    """6.5"""
    assert GAME.variants["calm"]["rounds"] is not None
