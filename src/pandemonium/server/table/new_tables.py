"""How a new table is set: by whom and with whom, and how the company sets it again."""

from __future__ import annotations

import logging
from collections.abc import Collection
from hashlib import blake2b
from typing import TYPE_CHECKING, Final

from msgspec.structs import replace

from pandemonium.core.game import AnyGame, Refusal
from pandemonium.core.options import check_seats, read_options, write_options
from pandemonium.games import open as open_box
from pandemonium.search.installed import level_called
from pandemonium.server.boards import has_board
from pandemonium.server.people.names import bot_names
from pandemonium.server.table import rematch
from pandemonium.server.table.logbook import begin, go_on, taken_over
from pandemonium.server.transport.connection import Connection
from pandemonium.server.watch.logs import note
from pandemonium.server.wire.answers import NewChair, NewTable
from pandemonium.storage.records import Person, Seating, TableRecord

if TYPE_CHECKING:
    from pandemonium.server.house import House

CLOSES: Final = "house-closes"
"""How whoever asks for what a house does not begin any more is refused: it is open again soon."""


class NewTables:
    """Where they are set."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._settings = house.settings

    async def set_table(self, wish: NewTable, maker: Person, address: str) -> TableRecord:
        """A new table; with no open seat it begins at once. Raises Refusal."""
        self._may_set(maker.id, address, public=wish.public)
        if maker.owner:
            await self._may_be_set_by_a_program(wish, maker)
        game = open_box(wish.game)
        if not (self._settings.any_game or has_board(game)):
            raise Refusal("no-board", game=game.title)
        so_far = None
        if wish.paper is not None:
            self._house.studies(address)
            so_far = await self._house.threads.take(go_on, wish.paper, len(wish.chairs))
        if so_far is not None and so_far.game is not game:
            raise Refusal("unknown-game", game=so_far.game.slug, known=game.slug)
        check_seats(game, len(wish.chairs))
        alone = sum(chair.kind != "bot" for chair in wish.chairs) == 1
        wishes = {**(game.alone if alone else {}), **wish.options}
        options = read_options(game.options, wishes) if so_far is None else so_far.options
        record = TableRecord(
            id=self._settings.new_id(),
            game=game.slug,
            options=dict(write_options(options)),
            chairs=self._chairs(game, wish, maker),
            state="gathering",
            public=wish.public,
            one_screen=wish.one_screen,
            learning=wish.learning,
            programs=wish.programs,
            per_move=None if wish.clock is None else wish.clock.per_move,
            host=maker.id,
            maker=self._sign(address) if wish.public else "",
            seed=self._settings.new_seed(),
            made=self._settings.now(),
        )
        _note(record)
        if so_far is not None:
            began = record.made - so_far.now
            record = replace(record, state="playing", began=began, continued=len(so_far.moves))
            book, entries = await self._house.threads.take(taken_over, so_far, record)
        elif wish.salted or any(chair.kind == "open" for chair in record.chairs):
            await self._house.store.new_table(record)
            return record
        else:
            record = replace(record, state="playing", began=record.made)
            book = begin(record)
            entries = book.write_down(record.made)
        if book.result is not None:
            record = replace(record, state="over", result=book.result, ended=record.made)
        await self._house.store.new_table(record, entries)
        note(logging.INFO, "match-begun", table=record.id, game=record.game)
        return record

    def _may_set(self, maker: str, address: str, *, public: bool) -> None:
        """Raises Refusal."""
        if self._house.is_closing:
            raise Refusal(CLOSES)
        if not self._house.takes_new_tables:
            raise Refusal("no-new-tables")
        if not self._house.allowed.tables.takes(maker, address):
            raise Refusal("too-fast")
        if public and not self._house.allowed.public_tables.takes(maker, address):
            raise Refusal("too-fast")

    async def _may_be_set_by_a_program(self, wish: NewTable, maker: Person) -> None:
        """It says that it is one, and takes one seat. Raises Refusal."""
        if not wish.programs:
            raise Refusal("no-programs")
        if wish.one_screen or sum(chair.kind == "you" for chair in wish.chairs) != 1:
            raise Refusal("one-seat-each")
        await self._house.has_room_for(maker.id)

    def _sign(self, address: str) -> str:
        """For an address: the same for all its tables, in the whole house and after a restart, and nobody else's."""
        return blake2b(address.encode(), key=self._house.secret, person=b"maker", digest_size=8).hexdigest()

    def _chairs(self, game: AnyGame, wish: NewTable, maker: Person) -> tuple[Seating, ...]:
        names = iter(bot_names(len(wish.chairs), self._settings.luck()))

        def seating(chair: NewChair) -> Seating:
            match chair.kind:
                case "you":
                    return Seating("person", person=maker.id, program=bool(maker.owner))
                case "open" if wish.one_screen or wish.paper is not None:
                    raise Refusal("one-screen-only")
                case "open":
                    return Seating("open")
            level_called(game, chair.level)
            return Seating("bot", name=next(names), level=chair.level)

        return tuple(map(seating, wish.chairs))

    def again(self, old: TableRecord, page: Connection, maker: str, here: Collection[str]) -> TableRecord:
        """A new table for the same company. Raises Refusal."""
        self._may_set(maker, page.address, public=old.public)
        new = self._settings
        names = iter(bot_names(2 * old.seats, new.luck()))
        made = rematch.anew(
            old, maker, here, names, program=page.program, id=new.new_id(), seed=new.new_seed(), made=new.now()
        )
        _note(made)
        return replace(made, maker=self._sign(page.address) if made.public else "")


def _note(record: TableRecord) -> None:
    note(logging.INFO, "table-set", table=record.id, game=record.game, seats=record.seats)
