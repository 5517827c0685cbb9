"""The operator's own address: figures for Prometheus, a page, and the power to close a table or to take no new ones.

Never on the port that players come to. Whoever can reach a local address is the operator; on any other, he has a token.
"""

from __future__ import annotations

import hmac
import logging
import re
import secrets
from asyncio import sleep
from base64 import b64decode
from binascii import Error as NotBase64
from collections.abc import Callable, Mapping
from ipaddress import ip_address
from typing import Final
from urllib.parse import parse_qs

from prometheus_client import CONTENT_TYPE_LATEST, generate_latest

from pandemonium.core.game import Refusal
from pandemonium.server.asgi import Receive, Scope, Send
from pandemonium.server.house import House
from pandemonium.server.origin import LAST_PORT, headers_of, is_called_rightly, same_origin
from pandemonium.server.people.language import HouseWords, preferred, words_of
from pandemonium.server.transport.connection import Connection
from pandemonium.server.watch.logs import note
from pandemonium.server.watch.operator_html import house_html, message_html, table_html
from pandemonium.server.watch.people_html import people_html
from pandemonium.storage.records import Person
from pandemonium.storage.store import NOT_SAVED, NotSaved

SHORTEST_TOKEN: Final = 16
RESTS: Final = 100
"""So many times longer than it takes to count the tables on disk, nobody counts them again."""
LEAST_REST: Final = 1.0
"""In seconds."""
LARGEST_FORM: Final = 4_000
SLOWLY: Final = 1.0
"""So many seconds a wrong token waits for its answer, once there were many. The right one never waits: whoever guesses
shall not shut the operator out."""
MOST_WAITING: Final = 8
"""They hold lines: whoever else comes with a wrong one hears at once that it is too much."""
TOLD_AGAIN: Final = 10.0
"""So many seconds pass at least between two lines of the log about wrong tokens."""
_PLACE: Final = re.compile(r"(?P<host>[A-Za-z0-9._-]+|\[[0-9A-Fa-f:.]+\]):(?P<port>[0-9]{1,5})")
_TABLE: Final = re.compile("/tables/([A-Za-z0-9_-]{1,64})(/close)?")
_LIFT: Final = re.compile("/bans/([A-Za-z0-9_-]{1,64})/lift")
_PROGRAM: Final = re.compile("/programs/([A-Za-z0-9_-]{1,64})/send-away")
_HOURS: Final = re.compile("[0-9]{1,5}")
_HTML: Final = "text/html; charset=utf-8"
_SAFE: Final = {
    "content-security-policy": (
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
    ),
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cache-control": "no-store",
}
Answer = tuple[int, Mapping[str, str], bytes]


def checked_place(text: str, token: str) -> tuple[str, int]:
    """Where the operator's address is. Raises Refusal: beyond this machine it needs a token that nobody guesses."""
    found = _PLACE.fullmatch(text)
    if found is None or int(found["port"]) > LAST_PORT:
        raise Refusal("bad-operator", text=text[:60])
    if token and (len(token) < SHORTEST_TOKEN or not token.isascii() or not token.isprintable()):
        raise Refusal("weak-operator-token", least=SHORTEST_TOKEN)
    host = found["host"].strip("[]")
    if not token and not _is_local(host):
        raise Refusal("operator-needs-token", text=text[:60])
    return host, int(found["port"])


def _is_local(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return host.lower() == "localhost"


class Operator:
    """What answers on the operator's address."""

    def __init__(self, house: Callable[[], House], token: str) -> None:
        self._house_now = house
        self._token = token
        self._form_key = secrets.token_urlsafe(24)
        """In every form of his page: other sites cannot read it, so that they cannot send one in his name."""
        self._counts_at = 0.0
        self._waiting = 0
        self._wrong = 0
        """Wrong tokens of which the log does not know yet."""
        self._told_at = 0.0

    @property
    def _house(self) -> House:
        return self._house_now()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        headers = headers_of(scope)
        words = words_of(preferred(headers.get("accept-language")), None)
        status, told, body = await self._answer(scope, headers, receive, words)
        told = {**_SAFE, **told, "content-length": str(len(body))}
        raw = [(name.encode(), value.encode("latin-1")) for name, value in told.items()]
        await send({"type": "http.response.start", "status": status, "headers": raw})
        await send({"type": "http.response.body", "body": b"" if scope["method"] == "HEAD" else body})

    async def _answer(self, scope: Scope, headers: Mapping[str, str], receive: Receive, words: HouseWords) -> Answer:
        # A stranger's page whose name leads here (DNS rebinding) calls the house by that name.
        if not self._token and not is_called_rightly(headers, ("localhost",)):
            return _html(421, message_html(words, words("no.wrong-host")))
        credentials = headers.get("authorization", "")
        if not self._knows(credentials):
            return await self._turn_away(words, is_wrong=bool(credentials))
        path, method = scope["path"], scope["method"]
        if method == "POST":
            form = await _form(receive)
            by_program = credentials.lower().startswith("bearer ")
            if not by_program and not (same_origin(headers) and self._is_ours(form)):
                return _html(403, message_html(words, words("no.wrong-origin")))
            try:
                return await self._do(path, form, words)
            except NotSaved:
                return _html(503, message_html(words, words(f"no.{NOT_SAVED}")))
        if method not in ("GET", "HEAD"):
            return _html(405, message_html(words, words("no.wrong-method")), {"allow": "GET, HEAD, POST"})
        return await self._show(path, words)

    async def _turn_away(self, words: HouseWords, *, is_wrong: bool) -> Answer:
        """And hang up: to call again has a limit too. Who has no token yet is asked for it; a wrong one is written
        down, and waits when there were many."""
        asks = {"www-authenticate": 'Basic realm="Pandemonium", charset="UTF-8"', "connection": "close"}
        if is_wrong:
            self._note_wrong_token()
            if not self._house.allowed.operator_tokens.takes():
                if self._waiting >= MOST_WAITING:
                    return _html(429, message_html(words, words("no.too-fast")), {"connection": "close"})
                self._waiting += 1
                try:
                    await sleep(SLOWLY)
                finally:
                    self._waiting -= 1
        return _html(401, message_html(words, words("operator.who")), asks)

    def _note_wrong_token(self) -> None:
        """One line for many: nobody shall fill the log."""
        self._wrong += 1
        now = self._house.loop.time()
        if now >= self._told_at:
            note(logging.WARNING, "wrong-operator-token", times=self._wrong)
            self._wrong, self._told_at = 0, now + TOLD_AGAIN

    def _knows(self, credentials: str) -> bool:
        if not self._token:
            return True
        kind, _, given = credentials.partition(" ")
        if kind.lower() == "basic":  # From a browser, under any name.
            try:
                given = b64decode(given, validate=True).decode().partition(":")[2]
            except (NotBase64, ValueError):
                return False
        return kind.lower() in ("basic", "bearer") and hmac.compare_digest(given.encode(), self._token.encode())

    def _is_ours(self, form: Mapping[str, str]) -> bool:
        return hmac.compare_digest(form.get("key", "").encode(), self._form_key.encode())

    async def _show(self, path: str, words: HouseWords) -> Answer:
        house = self._house
        if path == "/metrics":
            await self._count()
            return 200, {"content-type": CONTENT_TYPE_LATEST}, generate_latest(house.figures.registry)
        if path == "/":
            await self._count()
            return _html(200, house_html(house, words, self._form_key))
        if path == "/people":
            return _html(200, people_html(house, await house.programs.all(), words, self._form_key))
        found = _TABLE.fullmatch(path)
        table = None if found is None or found[2] else house.tables.get(found[1])
        if table is None:
            return _html(404, message_html(words, words("no.not-found" if found is None else "no.no-table")))
        here = await house.people.all_known(sorted(table.pages.here))
        people = [(person, self._handle(person.id)) for person in here.values()]
        return _html(200, table_html(table, words, self._form_key, house.settings.now(), people))

    async def _do(self, path: str, form: Mapping[str, str], words: HouseWords) -> Answer:
        house, found = self._house, _TABLE.fullmatch(path)
        if path in ("/bans", "/secret") or path.startswith(("/bans/", "/programs/")):
            try:
                return await self._decide(path, form, words)
            except Refusal as refusal:
                return _html(409, message_html(words, words.refusal(refusal)))
        if path == "/new-tables" and form.get("take") in ("yes", "no"):
            await house.moderation.take_new_tables(take=form["take"] == "yes")
            note(logging.INFO, "new-tables", take=form["take"])
        elif found is not None and found[2]:
            try:
                await house.close_table(found[1])
                note(logging.INFO, "table-closed", table=found[1])
            except Refusal as refusal:
                return _html(409, message_html(words, words.refusal(refusal)))
        else:
            return _html(404, message_html(words, words("no.not-found")))
        return 303, {"location": "/"}, b""

    async def _decide(self, path: str, form: Mapping[str, str], words: HouseWords) -> Answer:
        """About people and their programs. Raises Refusal."""
        house = self._house
        if path == "/secret" and form.get("old") in ("keep", "forget"):
            await house.people.new_secret(at_once=form["old"] == "forget")
            await house.read_again()
            note(logging.INFO, "new-secret", old=form["old"])
        elif path == "/bans" and (form := _decided(form)).get("what") in ("silence", "bar"):
            hours = form.get("hours", "")
            await house.ban(
                "bar" if form["what"] == "bar" else "silence",
                int(hours) if _HOURS.fullmatch(hours) else 0,
                guest=await self._meant(form),
                address=self._address(form),
            )
        elif lifted := _LIFT.fullmatch(path):
            await house.moderation.lift(lifted[1])
            note(logging.INFO, "ban-lifted", ban=lifted[1])
        elif program := _PROGRAM.fullmatch(path):
            await house.send_program_away(program[1], None)
            note(logging.INFO, "program-sent-away", program=program[1])
        else:
            return _html(404, message_html(words, words("no.not-found")))
        return 303, {"location": "/people"}, b""

    def _handle(self, person: str) -> str:
        """What somebody is called in a form: nothing that is of any use elsewhere."""
        return hmac.new(self._form_key.encode(), person.encode(), "sha256").hexdigest()[:24]

    async def _meant(self, form: Mapping[str, str]) -> Person | None:
        if form.get("whom", "guest") != "guest" or form.get("address"):
            return None
        wanted = next(iter(self._pages_of(form)), None)
        id = form.get("guest", "") if wanted is None else wanted.person or ""
        return await self._house.people.known(id)

    def _address(self, form: Mapping[str, str]) -> str:
        if form.get("whom") == "address":
            return next((page.address for page in self._pages_of(form)), "")
        return form.get("address", "")

    def _pages_of(self, form: Mapping[str, str]) -> list[Connection]:
        """Those that somebody whom the operator has seen at a table has open there."""
        table = self._house.tables.get(form.get("table", ""))
        pages = () if table is None else table.pages
        return [page for page in pages if page.person and self._handle(page.person) == form.get("person")]

    async def _count(self) -> None:
        house = self._house
        began = house.loop.time()
        if began >= self._counts_at:
            self._counts_at = float("inf")  # One at a time.
            try:
                house.standing.held = await house.store.count_tables()
            finally:
                now = house.loop.time()
                self._counts_at = now + max(LEAST_REST, RESTS * (now - began))


def _decided(form: Mapping[str, str]) -> Mapping[str, str]:
    """On the page of a table, one choice says what is done and about whom: `bar address`."""
    what, _, whom = form.get("decision", "").partition(" ")
    return {**form, "what": what, "whom": whom} if whom else form


def _html(status: int, text: str, headers: Mapping[str, str] | None = None) -> Answer:
    return status, {"content-type": _HTML, **(headers or {})}, text.encode()


async def _form(receive: Receive) -> dict[str, str]:
    """What was filled in; nothing, if it is too large to be a form of ours."""
    body, more = b"", True
    while more and len(body) <= LARGEST_FORM:
        message = await receive()
        body += message.get("body", b"")
        more = message.get("more_body", False)
    if len(body) > LARGEST_FORM:
        return {}
    return {name: values[0] for name, values in parse_qs(body.decode("latin-1")).items()}
