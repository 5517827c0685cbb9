"""Le Diable par la queue is played as chapters 3, 4 and 5 say."""

from __future__ import annotations

import msgspec

from pandemonium.core.chance import Chance
from pandemonium.core.game import NATURE, Move, Seat
from pandemonium.games.diable_par_la_queue import rules
from pandemonium.games.diable_par_la_queue.board import BY_NAME, KINDS, LETTERS, NAMES, SECTOR, Cell, Devil, Kind, Turn
from pandemonium.games.diable_par_la_queue.rules import Draw, Lay, Name, nameable
from pandemonium.games.diable_par_la_queue.tails import side_of
from tests.games.diable_par_la_queue.dplq_scenes import (
    ROUND,
    ROUND_ONE,
    TailMatch,
    at_random,
    cells,
    refused,
    says,
    state,
    told,
)


def names(match: TailMatch, seat: int) -> set[str]:
    return {NAMES[action.cell] for action in match.legal(Seat(seat)) if isinstance(action, Name)}


def named(text: str) -> set[str]:
    return set(text.split())


def test_two_cards_are_left_over() -> None:
    """2.3"""
    for seats in (2, 3, 4):
        assert len(at_random(seats, seed=1).state.stock) == 2


def test_a_kind_of_which_eight_have_been_drawn_cannot_come_again() -> None:
    """2.1, 2.3"""
    at = state(2, phase="draw", cell=Cell(0), stock=bytes([0, 0, 6]))

    assert refused(at, NATURE, Draw(Kind(1))) == "none-left"


def test_two_players_have_a_to_i_and_k_to_t() -> None:
    """3.1"""
    assert owned_by(seats=2) == ["ABCDEFGHI", "KLMNOPRST"]


def test_three_players_have_six_devils_each() -> None:
    """3.1"""
    assert owned_by(seats=3) == ["ABCDEF", "GHIKLM", "NOPRST"]


def test_two_teams_own_the_devils_as_two_players_do() -> None:
    """3.1"""
    assert owned_by(seats=4) == ["ABCDEFGHI", "KLMNOPRST"]


def owned_by(seats: int) -> list[str]:
    shares = ["", "", ""]
    for devil, letter in enumerate(LETTERS):
        shares[side_of(Devil(devil), seats)] += letter
    return [share for share in shares if share]


def test_a_lot_decides_who_begins() -> None:
    """3.2"""
    firsts = {at_random(3, seed, moves=0).to_act for seed in range(30)}

    assert firsts == {(0,), (1,), (2,)}


def test_play_goes_clockwise() -> None:
    """3.2"""
    match = told(4, "nature first 3", "3 name u14", f"nature draw {ROUND}", "3 lay 0", f"nature draw {ROUND}")

    assert match.to_act == (0,)


def test_a_cell_is_named_before_the_card_is_drawn() -> None:
    """4.1"""
    match = told(2, "nature first 0")

    assert refused(match.state, NATURE, Draw(Kind(0))) == "no-card-is-due"
    assert refused(match.state, Seat(0), Lay(Turn(0))) == "name-first"


def test_the_first_turn_is_one_card() -> None:
    """4.1"""
    match = told(2, *ROUND_ONE, f"nature draw {ROUND}")

    assert match.to_act == (1,)


def test_a_card_may_be_turned_in_three_ways() -> None:
    """4.1"""
    match = told(2, "nature first 0", "0 name u14", "nature draw 02-14-35")

    assert match.legal(Seat(0)) == [Lay(Turn(0)), Lay(Turn(1)), Lay(Turn(2))]


def test_a_card_that_looks_the_same_in_all_turns_is_laid_in_one() -> None:
    """2.1"""
    match = told(2, "nature first 0", "0 name u14", f"nature draw {ROUND}")

    assert match.legal(Seat(0)) == [Lay(Turn(0))]
    assert refused(match.state, Seat(0), Lay(Turn(1))) == "looks-the-same"
    assert refused(match.state, Seat(0), Lay(Turn(3))) == "no-such-turn"


def test_after_14_the_next_player_must_lay_on_the_other_14() -> None:
    """4.2, the example of the sheet"""
    match = told(2, *ROUND_ONE)

    assert match.state.phase == "draw"
    assert NAMES[match.state.cell or 0] == "l14"


def test_the_forced_card_is_not_named() -> None:
    """4.2"""
    match = told(2, *ROUND_ONE, f"nature draw {ROUND}")

    assert refused(match.state, Seat(1), Name(Cell(3))) == "twin-first"


def test_after_the_forced_card_the_same_player_names_a_cell() -> None:
    """4.2, the example of RULES.md"""
    match = told(2, *ROUND_ONE, f"nature draw {ROUND}", "1 lay 0")
    assert match.to_act == (1,)

    for line in ("1 name u20", f"nature draw {ROUND}", "1 lay 0", f"nature draw {ROUND}"):
        says(match, line)

    assert match.to_act == (0,)
    assert NAMES[match.state.cell or 0] == "l20"


def test_of_four_players_the_forced_twin_is_the_next_opponents() -> None:
    """4.2, 3.1"""
    match = told(4, *ROUND_ONE, f"nature draw {ROUND}", "1 lay 0", "1 name u20", f"nature draw {ROUND}", "1 lay 0")
    says(match, f"nature draw {ROUND}")

    assert match.to_act == (2,)
    assert NAMES[match.state.cell or 0] == "l20"


def test_nobody_names_a_cell_with_an_opponents_body() -> None:
    """4.3, the example of RULES.md"""
    match = told(2, "nature first 0")

    assert refused(match.state, Seat(0), Name(BY_NAME["l8"])) == "opponents-body"
    assert names(match, 0) == set(NAMES) - named("l17 l8 l1 l2 l4 l6 l7 l16 l27")


def test_the_other_player_may_not_name_the_cells_with_a_to_i() -> None:
    """4.3"""
    match = told(2, "nature first 1")

    assert names(match, 1) == set(NAMES) - named("u17 u8 u1 u2 u4 u6 u7 u16 u27")


def test_of_three_players_each_has_two_opponents() -> None:
    """4.3, 5.2"""
    match = told(3, "nature first 1")

    assert names(match, 1) == set(NAMES) - named("u17 u8 u1 u2 u4 u6 l2 l4 l6 l7 l16 l27")


def test_a_team_mates_body_is_no_opponents() -> None:
    """4.3"""
    match = told(4, "nature first 2")

    assert "u8" in names(match, 2)
    assert refused(match.state, Seat(2), Name(BY_NAME["l8"])) == "opponents-body"


def test_the_forced_card_may_go_to_an_opponents_body() -> None:
    """4.3: seat 0 could not name l8, where L sits, but would have to lay there."""
    free = rules.start(rules.Options(), 2).free[1:]
    at = state(2, phase="lay", turn=Seat(0), cell=BY_NAME["l8"], drawn=Kind(0), last=BY_NAME["u8"], free=free)

    assert rules.apply(at, Move(Seat(0), Lay(Turn(0)))).last == BY_NAME["l8"]


def test_who_names_the_cell_of_his_own_devil_sends_the_next_player_to_one_of_his() -> None:
    """4.3, the example of RULES.md"""
    match = told(2, "nature first 0", "0 name u8", f"nature draw {ROUND}", "0 lay 0", f"nature draw {ROUND}")

    assert match.to_act == (1,)
    assert NAMES[match.state.cell or 0] == "l8"


def test_the_last_turn_is_the_forced_card_alone() -> None:
    """4.4"""
    for seats in (2, 4):
        what = [type(move.what).__name__ for move in at_random(seats, seed=4).moves]

        assert what[-5:] == ["Name", "Draw", "Lay", "Draw", "Lay"]
        assert what.count("Name") == 27
        assert what.count("Lay") == 54


def test_before_the_last_turn_there_is_always_a_cell_to_name() -> None:
    """4.4: where only twins with bodies are left, one of the two is one's own."""
    for seat in (Seat(0), Seat(1)):
        assert nameable(cells("u8 l8"), None, 2, seat) == cells("u8" if seat == 0 else "l8")


def test_of_three_players_a_turn_is_one_card_and_the_twin_does_not_matter() -> None:
    """5.1"""
    match = told(3, *ROUND_ONE)

    assert match.to_act == (1,)
    assert match.state.phase == "name"


def test_the_cell_must_lie_in_another_sector_than_the_last() -> None:
    """5.2"""
    match = told(3, *ROUND_ONE)
    last = SECTOR[BY_NAME["u14"]]

    assert names(match, 1)
    assert all(SECTOR[BY_NAME[name]] != last for name in names(match, 1))
    assert refused(match.state, Seat(1), Name(BY_NAME["u15"])) == "same-sector"


def test_the_first_of_three_players_is_bound_by_no_sector() -> None:
    """5.2"""
    match = told(3, "nature first 0")

    assert {SECTOR[BY_NAME[name]] for name in names(match, 0)} == {0, 1, 2, 3, 4, 5}


def test_the_same_sector_is_open_when_no_cell_elsewhere_may_be_named() -> None:
    """5.3: l9 lies in the sector of the last card, u1 touches the body of an opponent."""
    free = cells("l9 u1")

    assert nameable(free, BY_NAME["l18"], 3, Seat(1)) == cells("l9")


def test_the_same_sector_is_closed_while_a_cell_elsewhere_may_be_named() -> None:
    """5.3"""
    free = cells("l9 u1")

    assert nameable(free, BY_NAME["l18"], 3, Seat(0)) == cells("u1")


def test_who_may_name_nothing_at_all_passes() -> None:
    """5.3: only G's cell is left, so A's owner and N's owner pass, and G's owner lays again in the same sector."""
    free = cells("u7 u16")
    at = state(3, phase="lay", turn=Seat(1), cell=BY_NAME["u16"], drawn=Kind(0), last=BY_NAME["l3"], free=free)

    after = rules.apply(at, Move(Seat(1), Lay(Turn(0))))

    assert rules.to_act(after) == (1,)
    assert after.nameable == cells("u7")


def test_after_a_pass_the_sector_of_the_last_card_binds() -> None:
    """5.3: seat 2 passes, for u1 and l17 touch bodies of others; seat 0 must leave the sector of the last card."""
    free = cells("u1 u2 l17 u9")
    at = state(3, phase="lay", turn=Seat(1), cell=BY_NAME["u9"], drawn=Kind(0), last=BY_NAME["l3"], free=free)

    after = rules.apply(at, Move(Seat(1), Lay(Turn(0))))

    assert rules.to_act(after) == (0,)
    assert after.nameable == cells("u2")


def test_a_match_ends_when_all_cells_are_full() -> None:
    """6.1"""
    for seats in (2, 3, 4):
        match = at_random(seats, seed=9)

        assert match.result is not None
        assert 0 not in match.state.board
        assert match.to_act == ()
        assert all(match.legal(Seat(seat)) == [] for seat in range(seats))


def test_every_card_face_down_may_be_drawn_with_the_chance_of_its_number() -> None:
    """2.3, 7"""
    at = state(2, phase="draw", cell=Cell(0), stock=bytes([1, 1, 1, 5]))
    seen = [msgspec.to_builtins(rules.nature(at, Fixed(number)))["what"]["kind"] for number in range(4)]

    assert seen == [1, 1, 1, 5]


class Fixed(Chance):
    def __init__(self, number: int) -> None:
        self.number = number

    def below(self, n: int) -> int:
        assert self.number < n
        return self.number


def test_all_kinds_come_up() -> None:
    """2.1"""
    drawn = {move.what.kind for move in at_random(2, seed=2).moves if isinstance(move.what, Draw)}

    assert drawn == set(range(len(KINDS)))
