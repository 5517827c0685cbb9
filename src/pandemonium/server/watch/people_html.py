"""The same about people: who is silenced or barred, which programs come in, what cookies are signed with."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from typing import TYPE_CHECKING

from pandemonium.server.people.language import HouseWords
from pandemonium.server.people.moderation import hour_of
from pandemonium.server.watch.operator_html import back, button, hours, whole
from pandemonium.storage.records import Program

if TYPE_CHECKING:
    from pandemonium.server.house import House


def people_html(house: House, programs: Sequence[Program], words: HouseWords, key: str) -> str:
    """It does not come anew by itself: nothing moves while he decides."""
    sections = (
        _bans(house, words, key),
        _address(words, key),
        _programs(house, programs, words, key),
        _secret(words, key),
    )
    return whole(words, words("operator.bans"), "".join(sections) + back(words))


def _bans(house: House, words: HouseWords, key: str) -> str:
    rows = [
        (
            ban.name or ban.address,
            words(f"operator.{ban.what}"),
            words("operator.until-when", when=hour_of(ban.until)),
            button(f"/bans/{ban.id}/lift", key, words("operator.lift")),
        )
        for ban in house.moderation.bans
    ]
    return _table(rows) or f"<p>{escape(words('operator.no-bans'))}</p>"


def _address(words: HouseWords, key: str) -> str:
    options = "".join(
        f'<option value="{what}">{escape(words(f"operator.{what}-address"))}</option>' for what in ("bar", "silence")
    )
    return (
        f'<form method="post" action="/bans"><input type="hidden" name="key" value="{escape(key)}"><p>'
        f'<input name="address" required maxlength="60" aria-label="{escape(words("operator.address"))}" '
        f'placeholder="203.0.113.7"> <select name="what" aria-label="{escape(words("operator.decision"))}">'
        f"{options}</select> {hours(words)} <button>{escape(words('operator.decide'))}</button></p></form>"
    )


def _programs(house: House, programs: Sequence[Program], words: HouseWords, key: str) -> str:
    """Those from before the secrets were forgotten are marked: whoever brought one may have forged his cookie."""
    forgot = house.people.forgot_at
    rows = [
        (
            program.name,
            words("operator.since-before" if program.made <= forgot else "operator.since", when=hour_of(program.made)),
            words("operator.used", when=hour_of(program.used)) if program.used else words("operator.never"),
            button(f"/programs/{program.id}/send-away", key, words("operator.send-away")),
        )
        for program in programs
    ]
    shown = _table(rows) or f"<p>{escape(words('operator.no-programs'))}</p>"
    if any(program.made <= forgot for program in programs):
        shown = f'<p class="warns">{escape(words("operator.look-at-programs", when=hour_of(forgot)))}</p>{shown}'
    return f"<h2>{escape(words('operator.programs'))}</h2>{shown}"


def _secret(words: HouseWords, key: str) -> str:
    return (
        f"<h2>{escape(words('operator.cookies'))}</h2><p>{escape(words('operator.secret-means'))}</p>"
        + button("/secret", key, words("operator.secret-new"), old="keep")
        + f"<p>{escape(words('operator.secret-forget-means'))}</p>"
        + button("/secret", key, words("operator.secret-forget"), old="forget")
    )


def _table(rows: Sequence[tuple[str, str, str, str]]) -> str:
    """The last of each row is made already."""
    if not rows:
        return ""
    told = "".join(
        f'<tr><th scope="row">{escape(name)}</th><td>{escape(one)}</td><td>{escape(other)}</td><td>{made}</td></tr>'
        for name, one, other, made in rows
    )
    return f'<div class="scroll rows"><table><tbody>{told}</tbody></table></div>'
