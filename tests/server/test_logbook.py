"""A match and its log in memory: what was taken back, and what that costs."""

from __future__ import annotations

from typing import Any

import pytest

import pandemonium
from pandemonium.core.game import Refusal
from pandemonium.core.match import replay
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
        log.append(book.undo(last_mover(book), 0, None))
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
        record = TableRecord(
            id="table",
            game=game.slug,
            options={},
            chairs=(Seating("person", person="one"),) * game.seats[0],
            state="playing",
            public=False,
            one_screen=True,
            per_move=None,
            host="one",
            seed=bytes(32),
            made=0,
        )
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
