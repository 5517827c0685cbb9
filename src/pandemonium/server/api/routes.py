"""What can be asked of the house over HTTP."""

from __future__ import annotations

from functools import partial
from typing import Annotated, Final

from litestar import Controller, Request, Response, delete, get, patch, post
from litestar.datastructures import Cookie, State
from litestar.openapi import ResponseSpec
from litestar.params import FromQuery, JSONBody, PathParameter, QueryParameter

from pandemonium.core.game import PUBLIC, Refusal
from pandemonium.server.addresses import for_others
from pandemonium.server.api.boxes import boxes
from pandemonium.server.api.openapi import PROBLEMS
from pandemonium.server.api.qr import zipped_svg
from pandemonium.server.api.zipped import IS_ZIPPED, unwrapped
from pandemonium.server.house import House
from pandemonium.server.limits import TURN, address_of
from pandemonium.server.people.guests import COOKIE, TWO_YEARS
from pandemonium.server.people.language import preferred
from pandemonium.server.people.naming import checked_name
from pandemonium.server.people.programs import is_person
from pandemonium.server.table.hints import hint
from pandemonium.server.table.replay import paper, replay
from pandemonium.server.wire.answers import (
    Address,
    Box,
    Brought,
    BroughtNow,
    ChangeGuest,
    Guest,
    Hint,
    Matches,
    NewProgram,
    NewTable,
    PersonalLink,
    Replay,
    Whose,
)
from pandemonium.server.wire.messages import Receipt
from pandemonium.server.wire.table import Table
from pandemonium.storage.records import Person, Program

Asking = Request[None, None, State]
TableId = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{1,64}$(?!\n)")]
Secret = Annotated[str, PathParameter(pattern=r"^[A-Za-z0-9_-]{16,64}$(?!\n)")]
REPLAY: Final = ResponseSpec(Replay, generate_examples=False, description="The whole match.")
CODE: Final = ResponseSpec(bytes, media_type="image/svg+xml", generate_examples=False, description="The code.")
Before = Annotated[str | None, QueryParameter(pattern=r"^[0-9]{1,15}-[A-Za-z0-9_-]{1,64}$(?!\n)")]
Slug = Annotated[str | None, QueryParameter(pattern=r"^[A-Za-z0-9_-]{0,64}$(?!\n)")]
LONGEST_PATH: Final = 120
"""No page of ours has a longer one, and the larger a code, the longer it takes to make."""


def house_of(request: Asking) -> House:
    house: House = request.app.state.house
    return house


async def reader(request: Asking) -> Person | None:
    """Who asks, if the house knows him."""
    return await house_of(request).who(request.headers)


async def guest(request: Asking) -> Person:
    """Who asks; somebody new gets a name."""
    known, house = await reader(request), house_of(request)
    if known is not None:
        return known
    if not house.allowed.guests.takes(address_of(request.scope["client"])):
        raise Refusal("too-fast")
    return await house.people.welcome(preferred(request.headers.get("accept-language")))


def cookies_for(request: Asking, person: Person) -> list[Cookie]:
    """What makes this browser that person from now on. A program has its token, and nothing that outlives it."""
    if person.owner:
        return []
    cookie = Cookie(
        key=COOKIE,
        value=house_of(request).people.signed(person.id),
        max_age=TWO_YEARS,
        path=f"{house_of(request).settings.base}/",
        httponly=True,
        samesite="lax",
        secure=request.url.scheme == "https",
    )
    return [cookie]


async def person_asking(request: Asking) -> Person:
    """Who asks, where programs may not. What he is given outlives his cookie: whether that is still good is looked up
    and not remembered, since the operator may have forgotten the secret at another node."""
    await house_of(request).people.read_secrets()
    person = await guest(request)
    is_person(person)
    return person


def _guest(person: Person) -> Guest:
    return Guest(person.name, person.language, program=bool(person.owner))  # type: ignore[arg-type]


def _brought(program: Program) -> Brought:
    return Brought(program.id, program.name, program.made, program.used)


class Shelf(Controller):
    path = "/api/boxes"

    @get(responses=PROBLEMS)
    async def shelf(self) -> list[Box]:
        """Every box on the shelf."""
        return boxes()


class Me(Controller):
    path = "/api/me"

    @get(responses=PROBLEMS)
    async def me(self, request: Asking) -> Response[Guest]:
        """Who the reader is; a newcomer is given a name and a cookie."""
        person = await guest(request)
        return Response(_guest(person), cookies=cookies_for(request, person))

    @patch(responses=PROBLEMS)
    async def change(self, request: Asking, data: JSONBody[ChangeGuest]) -> Response[Guest]:
        """Another name, another language. Every table where he sits is shown a name: it is a word like any other."""
        house, person = house_of(request), await guest(request)
        if data.name is not None and (name := checked_name(data.name)) != person.name:
            address = address_of(request.scope["client"])
            house.moderation.let_speak(person, address)
            await house.may_be_called(person, name)
            if not house.allowed.words.takes(person.id, address):
                raise Refusal("name-too-often")
        person = await house.people.change(person, data.name, data.language)
        await house.rename(person)
        return Response(_guest(person), cookies=cookies_for(request, person))

    @get("/matches", responses=PROBLEMS)
    async def matches(self, request: Asking, game: Slug = None, before: Before = None) -> Matches:
        """What the reader has played to its end, the last first; nobody else can ask for it."""
        person = await reader(request)
        if person is None:
            return Matches(matches=(), before=None)
        return await house_of(request).lists.matches_of(person.id, game, before)

    @post("/link", responses=PROBLEMS)
    async def link(self, request: Asking) -> Response[PersonalLink]:
        """A path that makes another device the same person."""
        person = await person_asking(request)
        secret, expires = await house_of(request).people.link(person)
        return Response(
            PersonalLink(f"{house_of(request).settings.base}/me/{secret}", expires),
            cookies=cookies_for(request, person),
        )

    @get("/link/{token:str}", responses=PROBLEMS)
    async def whose(self, request: Asking, token: Secret) -> Whose:
        """Who the reader would become by a personal link. Nothing happens to it, or to him."""
        person, known = await house_of(request).people.whose(token), await reader(request)
        return Whose(person.name, yours=known is not None and known.id == person.id)

    @post("/link/{token:str}", responses=PROBLEMS, status_code=200)
    async def become(self, request: Asking, token: Secret) -> Response[Guest]:
        """This device becomes the person of a personal link, which is used up by it."""
        if (known := await reader(request)) is not None:
            is_person(known)
        person = await house_of(request).people.follow(token)
        return Response(_guest(person), cookies=cookies_for(request, person))

    @get("/programs", responses=PROBLEMS)
    async def programs(self, request: Asking) -> list[Brought]:
        """The programs that the reader has brought along, the newest first."""
        person = await reader(request)
        return [] if person is None else [*map(_brought, await house_of(request).programs.of(person.id))]

    @post("/programs", responses=PROBLEMS)
    async def bring(self, request: Asking, data: JSONBody[NewProgram]) -> Response[BroughtNow]:
        """Bring a program along: the answer has its token, which is shown this once."""
        house, person = house_of(request), await person_asking(request)
        house.moderation.let_speak(person, address_of(request.scope["client"]))  # By its name.
        if not house.allowed.programs.takes(address_of(request.scope["client"])):
            raise Refusal("too-fast")
        program, token = await house.programs.bring(person, data.name)
        return Response(BroughtNow(_brought(program), token), status_code=201, cookies=cookies_for(request, person))

    @delete("/programs/{id:str}", responses=PROBLEMS)
    async def send_away(self, request: Asking, id: TableId) -> None:
        """Take a program's token back: it gives up its seats and does not come in again. Its owner may do that, and
        whoever has the token (`me`)."""
        house, person = house_of(request), await reader(request)
        if person is None:
            raise Refusal("no-program")
        await house.send_program_away(person.id if id == "me" else id, person)


class Tables(Controller):
    path = "/api/tables"

    @get(responses=PROBLEMS)
    async def lobby(self, request: Asking, game: Slug = None, mine: FromQuery[bool] = False) -> list[Table]:
        """The public tables, newest first; or the reader's own unfinished ones."""
        house, person = house_of(request), await reader(request)
        if not mine:
            return await house.lists.lobby(game, person.id if person else None)
        return await house.lists.tables_of(person.id, game) if person else []

    @post(responses=PROBLEMS)
    async def set_table(self, request: Asking, data: JSONBody[NewTable]) -> Response[Table]:
        """Set a table."""
        house, person = house_of(request), await guest(request)
        record = await house.new_tables.set_table(data, person, address_of(request.scope["client"]))
        return Response(
            await house.lists.shown(record.id, person.id), status_code=201, cookies=cookies_for(request, person)
        )

    @get("/{id:str}", responses=PROBLEMS)
    async def table(self, request: Asking, id: TableId) -> Table:
        """One table."""
        person = await reader(request)
        return await house_of(request).lists.shown(id, person.id if person else None)

    @get("/{id:str}/paper", media_type="text/plain", responses=PROBLEMS)
    async def paper(self, request: Asking, id: TableId, seat: FromQuery[int | None] = None) -> str:
        """The match on paper, as the reader may read it: all of it when it is over."""
        person = await reader(request)
        address = address_of(request.scope["client"])
        return await paper(house_of(request), id, person.id if person else None, seat, address)

    @get("/{id:str}/hint", responses=PROBLEMS)
    async def hint(self, request: Asking, id: TableId, seat: FromQuery[int]) -> Hint:
        """How good each move of the reader's seat is: alone against bots, or where all have come to learn."""
        house, person = house_of(request), await reader(request)
        if person is None:
            raise Refusal("not-your-seat")
        is_person(person)  # Who brings a program shall bring its thoughts as well.
        if not house.allowed.hints.takes(person.id, address_of(request.scope["client"])):
            raise Refusal("too-fast")
        request.scope[TURN]()  # type: ignore[typeddict-item]  # Others at this address shall not wait until it is thought.
        return await hint(house, id, person.id, seat)

    @get("/{id:str}/receipts", responses=PROBLEMS)
    async def receipts(self, request: Asking, id: TableId) -> list[Receipt]:
        """How each round of a race was decided, so far; the oldest first."""
        house = house_of(request)
        await house.lists.shown(id, None)
        return await house.receipts(id)

    @get("/{id:str}/replay", responses={**PROBLEMS, 200: REPLAY}, opt={IS_ZIPPED: True})
    async def replay(self, request: Asking, id: TableId, eyes: Slug = None) -> Response[bytes]:
        """A match that is over, move by move, through the eyes of a seat, of the public, or `own`: the reader's."""
        house, person = house_of(request), await reader(request)
        body = await replay(
            house, id, person.id if person else None, eyes or PUBLIC, address_of(request.scope["client"])
        )
        return await unwrapped(request, body, "application/json")


def _called(request: Asking) -> str:
    return f"{request.url.scheme}://{request.url.netloc}"


@get("/api/address", responses=PROBLEMS)
async def address(request: Asking) -> Address:
    """Where other devices find the house."""
    settings = house_of(request).settings
    return Address(for_others(_called(request), settings.public_url, settings.network))


@get("/api/qr.svg", responses={**PROBLEMS, 200: CODE}, opt={IS_ZIPPED: True})
async def qr(request: Asking, path: Annotated[str, QueryParameter(max_length=LONGEST_PATH)]) -> Response[bytes]:
    """A path of this house as a code that a phone reads."""
    house, called = house_of(request), _called(request)
    here = for_others(called, house.settings.public_url, house.settings.network) or called
    if (here, path) not in house.codes and not house.allowed.codes.takes(address_of(request.scope["client"])):
        raise Refusal("too-fast")
    body = await house.codes.get((here, path), partial(house.threads.take, zipped_svg, here, path))
    return await unwrapped(request, body, "image/svg+xml", cache="private, max-age=86400")


@get(["/health", "/healthz"], media_type="text/plain", include_in_schema=False)
async def health() -> str:
    """The house is open."""
    return "ok\n"


@get("/ready", media_type="text/plain", include_in_schema=False)
async def ready(request: Asking) -> str:
    """And what is played can be written down. Else 503, with the reason."""
    await house_of(request).can_write()
    return "ready\n"
