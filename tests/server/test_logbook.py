"""A match and its log in memory: what was taken back, and what that costs."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

import pandemonium
from pandemonium.core.game import NATURE, AnyGame, Refusal, Seat
from pandemonium.core.match import first_untrue, replay
from pandemonium.server.table import logbook
from pandemonium.server.table.logbook import Logbook, begin, fold
from pandemonium.storage.records import Entry, Seating, TableRecord

RECORD = TableRecord(
    id="table",
    game="little-devils",
    options={"rounds": "20"},
    chairs=(Seating("person", person="one"),) * 4,
    state="playing",
    public=False,
    one_screen=True,
    per_move=None,
    host="one",
    seed=bytes(32),
    made=0,
)
YOU = Seat(0)
TURNS = [(game, seats) for game in pandemonium.shelf().values() if game.race is None for seats in game.seats]


def played(moves: int) -> tuple[Logbook, list[Entry]]:
    """A match of so many moves, none of them nature's last, and its log."""
    book = begin(RECORD)
    log = book.write_down(0)
    while len(book.match.moves) < moves or book.match.moves[-1].by == "nature":
        (seat,) = book.match.to_act
        log += book.play(seat, book.match.legal(seat)[0], book.match.now + 10, 0)
    return book, log


def last_mover(book: Logbook) -> Any:
    return book.match.moves[-1].by


def test_taking_back_leads_to_where_the_rest_of_the_log_leads() -> None:
    book, log = played(100)
    match = book.match
    while book.can_undo(last_mover(book)):
        log += book.undo(last_mover(book), 0, None)
        again = replay(match.game, match.seats, match.options, match.moves)
        woken = fold(RECORD, log)

        assert again.state == book.match.state == woken.match.state
        assert again.now == book.match.now
        assert woken.can_undo(last_mover(woken)) == book.can_undo(last_mover(book))
    assert match.moves[-1].by == "nature"
    (seat,) = match.to_act
    book.play(seat, match.legal(seat)[0], match.now, 0)


def test_taking_back_costs_the_same_in_a_long_match(monkeypatch: pytest.MonkeyPatch) -> None:
    book, _ = played(600)
    match = book.match
    before = replay(match.game, match.seats, match.options, match.moves[:-1]).state

    def never(*_: Any) -> None:
        pytest.fail("the whole match was played again")

    monkeypatch.setattr(Logbook, "_fold", never)
    monkeypatch.setattr(type(match), "play", never)
    book.undo(last_mover(book), 0, None)

    assert match.state == before


@pytest.fixture
def applied(monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    """Each move that the rules of the game are asked about from now on."""
    rules: Any = pandemonium.open(RECORD.game).rules
    true, asked = rules.apply, list[Any]()

    def counted(state: Any, move: Any) -> Any:
        asked.append(move)
        return true(state, move)

    monkeypatch.setattr(rules, "apply", counted)
    return asked


def test_to_take_back_many_moves_in_a_row_and_tell_of_it_is_never_long_work(applied: list[Any]) -> None:
    """A dozen takebacks use up the newest moves that are kept: then the whole match was played again, in the loop."""
    book, log = played(600)
    while [move.by for move in book.match.moves[-30:]].count(NATURE):
        (seat,) = book.match.to_act
        log += book.play(seat, book.match.legal(seat)[0], book.match.now + 10, 0)
    for _ in range(25):
        applied.clear()
        log += book.undo(last_mover(book), 0, None)
        steps = book.steps_after(book.since(book.version - 1))

        assert len(applied) <= 2 * logbook.EVERY
        assert steps[-1].after == book.match.state
        woken = fold(RECORD, log)
        assert [its.after for its in woken.steps_after(0)] == [its.after for its in book.steps_after(0)]
    for _ in range(3 * logbook.EVERY):
        (seat,) = book.match.to_act
        log += book.play(seat, book.match.legal(seat)[0], book.match.now, 0)
    assert book.steps_after(0)[-1].after == book.match.state == fold(RECORD, log).match.state


def test_nobody_goes_to_and_fro_for_ever() -> None:
    book, _ = played(30)
    (seat,) = book.match.to_act
    for _ in range(logbook.MOST_TAKEBACKS):
        book.play(seat, book.match.legal(seat)[0], book.match.now, 0)
        book.undo(seat, 0, None)
    book.play(seat, book.match.legal(seat)[0], book.match.now, 0)

    assert not book.can_undo(seat)
    with pytest.raises(Refusal, match="undone-enough"):
        book.undo(seat, 0, None)


def test_every_game_can_be_taken_back_as_far_as_nature_allows() -> None:
    """For whichever box has several moves of players in a row: the log folds to the same."""
    for game in pandemonium.shelf().values():
        if game.race is not None:
            continue
        chairs = (Seating("person", person="one"),) * game.seats[0]
        record = replace(RECORD, game=game.slug, options={}, chairs=chairs)
        book = begin(record)
        book.write_down(0)
        for _ in range(20):
            if book.result is not None:
                break
            seat = book.match.to_act[0]
            book.play(seat, book.match.legal(seat)[0], 0, 0)
        while book.can_undo(last_mover(book)):
            book.undo(last_mover(book), 0, None)
            match = book.match
            assert replay(game, match.seats, match.options, match.moves).state == match.state


def alone(game: AnyGame, seats: int) -> TableRecord:
    """A table of one person and bots."""
    chairs = (Seating("person", person="one"), *(Seating("bot", name="devil", level="random") for _ in range(1, seats)))
    return replace(RECORD, game=game.slug, options={}, chairs=chairs, one_screen=False)


def answered(book: Logbook, log: list[Entry]) -> None:
    """The bots move until the person is to."""
    while book.result is None and YOU not in book.match.to_act:
        seat = book.match.to_act[0]
        log += book.play(seat, book.match.legal(seat)[-1], book.match.now, 0)


@pytest.mark.parametrize(("game", "seats"), TURNS)
def test_against_bots_a_move_is_taken_back_with_their_answers_but_never_past_nature(game: AnyGame, seats: int) -> None:
    """A law of every box: whenever it is the person's turn again, what stands before his last move stands after it."""
    record = alone(game, seats)
    book = begin(record)
    log = book.write_down(0)
    answered(book, log)
    for _ in range(60):
        if book.result is not None:
            break
        match = book.match
        before, played = match.state, len(match.moves)
        log += book.play(YOU, match.legal(YOU)[0], match.now, 0)
        answered(book, log)
        nature_moved = any(move.by == NATURE for move in match.moves[played:])

        assert book.can_undo(YOU) == (not nature_moved and book.result is None)
        if book.can_undo(YOU):
            log += book.undo(YOU, 0, "again")
            assert (match.state, len(match.moves)) == (before, played)
            assert not book.can_undo(YOU), "one decision, and not the one before it"
            woken = fold(record, log)
            assert woken.match.state == before
            assert woken.version == book.version == woken.done["again"]
            assert not woken.can_undo(YOU)
            log += book.play(YOU, match.legal(YOU)[-1], match.now, 0)
            answered(book, log)
    if book.result is None:
        assert first_untrue(fold(record, log).match) is None, "and the luck is as true as before"


def test_against_people_the_bots_answers_stay() -> None:
    chairs = (Seating("person", person="one"), Seating("bot"), Seating("person", person="two"), Seating("bot"))
    book = begin(replace(RECORD, chairs=chairs))
    log = book.write_down(0)
    answered(book, log)
    book.play(YOU, book.match.legal(YOU)[0], 0, 0)
    assert book.can_undo(YOU)
    seat = book.match.to_act[0]
    book.play(seat, book.match.legal(seat)[0], 0, 0)

    assert not book.can_undo(YOU)


def test_who_holds_two_seats_is_not_alone() -> None:
    chairs = (*(Seating("person", person="one"),) * 2, Seating("bot"), Seating("bot"))

    assert begin(replace(RECORD, chairs=chairs)).bots == frozenset()
