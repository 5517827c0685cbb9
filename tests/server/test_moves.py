"""The path of a move: to the disk, then to the mover, then to each pair of eyes what it may see."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from tests.server.serving import Facts, Guest, Page, guest, in_a_loop, moves, position

GAME = "little-devils"


class Three:
    """Three people at a table of Little Devils, and where each has come to."""

    def __init__(self, table: str, people: list[Guest], pages: list[Page], positions: list[Facts]) -> None:
        self.table = table
        self.people = people
        self.pages = pages
        self.positions = positions

    @property
    def turn(self) -> int:
        (seat,) = self.positions[0]["toAct"]
        return int(seat)

    @property
    def mover(self) -> Page:
        return self.pages[self.turn]

    @property
    def others(self) -> list[Page]:
        return [page for seat, page in enumerate(self.pages) if seat != self.turn]

    def legal(self) -> list[Facts]:
        return list(self.positions[self.turn]["legal"])

    async def plays(self, id: str) -> Facts:
        """The one whose turn it is plays the first legal card; all hear of it."""
        turn, what = self.turn, self.legal()[0]
        done = await self.pages[turn].asks("act", id, seat=turn, what=what)
        assert done["type"] == "done", done
        self.positions = [position(await page.hears("news")) for page in self.pages]
        return what


@asynccontextmanager
async def three(port: int, **wish: object) -> AsyncIterator[Three]:
    async with guest(port) as one, guest(port) as two, guest(port) as three:
        table = (await one.sets(GAME, "you", "open", "open", **wish))["id"]
        async with one.at(table) as first, two.at(table) as second, three.at(table) as third:
            pages = [first, second, third]
            for page in pages:
                await page.hears("welcome")
            await second.asks("sit", seat=1)
            await third.asks("sit", seat=2)
            positions = [position(await page.hears("news")) for page in pages]
            yield Three(table, [one, two, three], pages, positions)


@in_a_loop
async def test_a_move_is_done_for_the_mover_and_news_for_everybody(port: int) -> None:
    async with three(port) as at:
        turn, card = at.turn, at.legal()[0]["card"]
        await at.mover.sends("act", "x", seat=turn, what={"type": "play", "card": card})

        assert await at.mover.hears("done") == {"type": "done", "id": "x", "version": 5}
        for page in at.pages:
            news = await page.hears("news")
            assert [(move["by"], move["text"]) for move in moves(news)] == [(turn, f"play {card}")]
            assert position(news)["version"] == 5
            assert position(news)["view"]["trick"]["cards"] == [{"seat": turn, "card": card, "did": "led"}]


@in_a_loop
async def test_everybody_sees_his_own_hand_and_no_other(port: int) -> None:
    async with three(port) as at:
        hands = [at.positions[seat]["view"]["hand"] for seat in range(3)]

        assert sorted(card for hand in hands for card in hand) == list(range(1, 28))
        for seat, page in enumerate(at.pages):
            (news,) = [text for text in page.heard if '"deal"' in text]
            for other, hand in enumerate(hands):
                assert (f'"cards":{str(hand).replace(" ", "")}' in news) == (other == seat)


@in_a_loop
async def test_a_refusal_reaches_only_the_mover_and_in_his_language(port: int) -> None:
    async with three(port) as at:
        await at.mover.asks("speak", language="de")
        card = next(card for card in range(1, 28) if card not in at.positions[at.turn]["view"]["hand"])
        refused = await at.mover.asks("act", seat=at.turn, what={"type": "play", "card": card})

        assert refused["type"] == "refused"
        assert refused["key"] == "not-in-hand"
        assert "Hand" in refused["reason"]
        for page in at.others:
            assert await page.has_heard() == []


@pytest.mark.parametrize(
    "what", [{"type": "deal", "seat": 0, "cards": [1]}, {"type": "nonsense"}, 7, None, {"type": "play", "card": 10**30}]
)
@in_a_loop
async def test_what_is_no_move_of_a_player_is_refused(port: int, what: object) -> None:
    async with three(port) as at:
        refused = await at.mover.asks("act", seat=at.turn, what=what)

        assert refused["type"] == "refused"
        await at.plays("then")


@in_a_loop
async def test_nobody_moves_for_another(port: int) -> None:
    async with three(port) as at:
        refused = await at.others[0].asks("act", seat=at.turn, what=at.legal()[0])
        assert refused["key"] == "not-your-seat"

        refused = await at.others[0].asks("undo", seat=at.turn)
        assert refused["key"] == "not-your-seat"


@in_a_loop
async def test_out_of_turn_is_refused(port: int) -> None:
    async with three(port) as at:
        seat = (at.turn + 1) % 3
        card = at.positions[seat]["view"]["hand"][0]

        refused = await at.pages[seat].asks("act", seat=seat, what={"type": "play", "card": card})

        assert refused["key"] == "not-your-turn"


@in_a_loop
async def test_sent_twice_is_done_once(port: int) -> None:
    async with three(port) as at:
        turn, mover, what = at.turn, at.mover, at.legal()[0]
        await at.plays("same")

        again = await mover.asks("act", "same", seat=turn, what=what)

        assert again == {"type": "done", "id": "same", "version": 5}
        for page in at.pages:
            assert await page.has_heard() == []


@in_a_loop
async def test_the_id_of_another_person_is_another_request(port: int) -> None:
    async with three(port) as at:
        await at.plays("same")
        before = at.positions[0]["version"]
        await at.plays("same")

        assert at.positions[0]["version"] == before + 1


@in_a_loop
async def test_who_comes_back_gets_what_he_missed(port: int) -> None:
    async with three(port) as at:
        await at.plays("a")
        known = at.positions[0]["version"]
        await at.plays("b")
        async with at.people[0].at(at.table, version=known) as page:
            welcome = await page.hears("welcome")

        assert welcome["since"] == known
        assert [move["seq"] for move in moves(welcome)] == [known + 1]
        assert position(welcome)["view"] == at.positions[0]["view"]


@in_a_loop
async def test_two_tabs_are_one_person_and_both_hear_everything(port: int) -> None:
    async with three(port) as at:
        turn = at.turn
        async with at.people[turn].at(at.table) as tab:
            welcome = await tab.hears("welcome")
            assert [chair["yours"] for chair in welcome["table"]["chairs"]] == [seat == turn for seat in range(3)]
            assert welcome["table"]["watchers"] == 0

            done = await tab.asks("act", "tab", seat=turn, what=position(welcome)["legal"][0])
            assert done["type"] == "done"
            assert moves(await at.pages[turn].hears("news")) == moves(await tab.hears("news"))


@in_a_loop
async def test_who_watches_sees_what_the_public_sees_and_moves_nothing(port: int) -> None:
    async with three(port) as at, guest(port) as watcher, guest(port, known=False) as stranger:
        for who in (watcher, stranger):
            async with who.at(at.table) as page:
                welcome = await page.hears("welcome")
                assert position(welcome)["eyes"] == "public"
                assert position(welcome)["view"]["hand"] == []
                assert position(welcome)["legal"] == []
                assert all(move["what"].get("cards") is None for move in moves(welcome))
                refused = await page.asks("act", seat=at.turn, what=at.legal()[0])
                assert refused["type"] == "refused"


@in_a_loop
async def test_ones_own_last_move_can_be_taken_back(port: int) -> None:
    async with three(port) as at:
        turn, mover = at.turn, at.mover
        await at.plays("a")
        assert at.positions[turn]["canUndo"]
        assert not at.positions[(turn + 1) % 3]["canUndo"]
        done = await mover.asks("undo", seat=turn)

        assert done["version"] == 6
        for page in at.pages:
            news = await page.hears("news")
            assert news["since"] == 4
            assert [move["seq"] for move in moves(news)] == [4]
            assert position(news)["toAct"] == [turn]


@in_a_loop
async def test_a_page_that_missed_a_taking_back_forgets_the_move(port: int) -> None:
    async with three(port) as at:
        turn, mover = at.turn, at.mover
        await at.plays("a")
        await mover.asks("undo", seat=turn)
        at.positions = [position(await page.hears("news")) for page in at.pages]
        await at.plays("b")
        async with at.people[0].at(at.table, version=5) as page:
            welcome = await page.hears("welcome")

        assert welcome["since"] == 4
        assert [move["seq"] for move in moves(welcome)] == [7]


@in_a_loop
async def test_nothing_is_taken_back_after_another_has_moved(port: int) -> None:
    async with three(port) as at:
        turn, mover = at.turn, at.mover
        await at.plays("a")
        await at.plays("b")

        assert (await mover.asks("undo", seat=turn))["key"] == "nothing-to-undo"


@in_a_loop
async def test_nothing_is_taken_back_after_nature_has_moved(port: int) -> None:
    async with guest(port) as one, guest(port) as two:
        table = (await one.sets("diable-par-la-queue", "you", "open"))["id"]
        async with one.at(table) as first, two.at(table) as second:
            await second.asks("sit", seat=1)
            at = position(await second.hears("news"))
            (turn,) = at["toAct"]
            page = (first, second)[turn]
            legal = at["legal"] or position(await first.hears("news"))["legal"]
            await page.asks("act", seat=turn, what=legal[0])

            assert not position(await page.hears("news"))["canUndo"]
            assert (await page.asks("undo", seat=turn))["key"] == "nothing-to-undo"


@in_a_loop
async def test_a_match_is_played_out_and_its_seed_published_only_then(port: int) -> None:
    async with guest(port) as one:
        table = await one.sets(GAME, "you", "sensible", "random", options={"rounds": "1", "memory-aid": "no"})
        id = table["id"]
        before = await one.http.get(f"/api/tables/{id}/paper")
        assert "seed" not in before.text
        assert (await one.http.get(f"/api/tables/{id}/replay")).status_code == 409
        async with one.at(id) as page:
            at = position(await page.hears("welcome"))
            while at["result"] is None:
                if at["legal"]:
                    await page.asks("act", seat=0, what=at["legal"][0])
                at = position(await page.hears("news"))
            assert (await page.hears("table"))["table"]["state"] == "over"
        replay = (await one.http.get(f"/api/tables/{id}/replay?eyes=1")).json()

        assert replay["result"] == at["result"]
        assert replay["paper"].splitlines()[3] == f"seed {replay['seed']}"
        assert replay["salts"] == []
        assert len(replay["moments"]) == 1 + len(replay["paper"].splitlines()) - 4


@in_a_loop
async def test_a_match_goes_on_from_paper(port: int) -> None:
    async with guest(port) as one:
        wish = {
            "game": GAME,
            "chairs": [{"kind": "you"}, {"kind": "bot"}, {"kind": "bot"}],
            "paper": "game little-devils\nseats 3\nnature dealer 0\n",
        }
        answer = await one.http.post("/api/tables", json=wish)
        assert answer.status_code == 201, answer.text
        table = answer.json()

        assert table["continued"] == 1
        assert table["moves"] == 4
        assert table["state"] == "playing"


@in_a_loop
async def test_against_bots_their_answers_are_taken_back_too(port: int) -> None:
    """Until one's next move; the page keeps what was before, and the bots go on from there."""
    async with guest(port) as one:
        table = await one.sets(GAME, "you", "random", "random")
        async with one.at(table["id"]) as page:
            at = position(await page.hears("welcome"))
            while not at["legal"]:
                at = position(await page.hears("news"))
            before, first = at["moments"][-1]["seq"], at["legal"][0]
            await page.asks("act", seat=0, what=first)
            at = position(await page.hears("news"))
            while not at["legal"]:
                at = position(await page.hears("news"))
            assert at["canUndo"]
            assert (await page.asks("undo", seat=0))["type"] == "done"
            news = await page.hears("news")

            assert news["since"] == before
            assert first in position(news)["legal"]
            assert not position(news)["canUndo"]
            assert (await page.asks("undo", seat=0))["key"] == "nothing-to-undo"
