"""What the house shows its operator in a browser, without a script: who is there, and no hand, no link, no secret."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from html import escape
from typing import TYPE_CHECKING, Final

from pandemonium.games import open as open_box
from pandemonium.server.people.language import HouseWords
from pandemonium.storage.records import Person

if TYPE_CHECKING:
    from pandemonium.server.house import House
    from pandemonium.server.table.live import LiveTable

EVERY: Final = 5
"""It comes anew after so many seconds."""
MOST_LISTED: Final = 200
_STYLE: Final = """
:root { color-scheme: light dark; --bg: #f3e8d2; --ink: #2a1810; --soft: #644a38; --line: #c9b48e; }
:root { --accent: #a8241b; --on: #fff6e6; }
@media (prefers-color-scheme: dark) {
  :root { --bg: #17100d; --ink: #f5e6d0; --soft: #c9ab90; --line: #55402f; --accent: #ff7a33; --on: #1d0d05; }
}
body { max-width: 68rem; margin: 0 auto; padding: 1rem; background: var(--bg); color: var(--ink); }
body { font: 1rem/1.5 Georgia, serif; }
h1 { line-height: 1.2; }
a { color: inherit; }
dl { display: grid; grid-template-columns: repeat(auto-fill, minmax(9rem, 1fr)); gap: .75rem; margin: 1rem 0; }
dl div { padding: .5rem .75rem; border: 1px solid var(--line); border-radius: 6px; }
dt, thead th { color: var(--soft); font-size: .875rem; }
dd { margin: 0; font-size: 1.5rem; font-variant-numeric: tabular-nums; }
.scroll { margin-block: 1rem; overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums; }
th, td { padding: .4rem .6rem; border-bottom: 1px solid var(--line); text-align: start; }
button, select, input { min-height: 44px; padding: .4rem 1rem; border: 1px solid var(--line); }
button, select, input { border-radius: 6px; font: inherit; max-width: 100%; box-sizing: border-box; }
button { border: 0; background: var(--accent); color: var(--on); }
select, input { background: transparent; color: inherit; }
option { background: var(--bg); }
form p { display: flex; flex-wrap: wrap; gap: .5rem; }
.rows td:last-child { text-align: end; }
@media (max-width: 36rem) {
  .rows tr { display: flex; flex-wrap: wrap; align-items: center; gap: 0 .75rem; padding-block: .4rem; }
  .rows tr { border-bottom: 1px solid var(--line); }
  .rows :is(th, td) { padding: 0; border: 0; }
  .rows th { flex: 1 0 100%; }
  .rows td:last-child { margin-inline-start: auto; }
  .named thead { display: none; }
  .named tr { display: flex; flex-wrap: wrap; gap: 0 1rem; padding-block: .4rem; }
  .named tr { border-bottom: 1px solid var(--line); }
  .named :is(th, td) { padding: 0; border: 0; }
  .named th { flex: 1 0 100%; }
  .named td::before { content: attr(data-name) " "; color: var(--soft); font-size: .875rem; }
}
:focus-visible { outline: 3px solid currentcolor; outline-offset: 2px; }
.warns { color: var(--accent); font-weight: bold; }
"""


def house_html(house: House, words: HouseWords, key: str) -> str:
    """Everything at a glance."""
    tables = sorted(house.tables.values(), key=lambda table: (-len(table.pages), -table.record.made))
    now = house.settings.now()
    moves = sum(its.people + its.bots for its in house.figures.games.values())
    figures = {
        "awake": len(tables),
        "held": sum(house.standing.held.values()),
        "people": len({person for table in tables for person in table.pages.here}),
        "sockets": sum(house.pages.values()),
        "moves": moves,
        "queue": sum(house.figures.thinking.values()),
    }
    cards = "".join(
        f"<div><dt>{escape(words(f'operator.{name}'))}</dt><dd>{value}</dd></div>" for name, value in figures.items()
    )
    takes = house.takes_new_tables
    state = words("operator.takes" if takes else "operator.takes-none")
    stop = button(
        "/new-tables", key, words("operator.stop" if takes else "operator.go-on"), take="no" if takes else "yes"
    )
    fails = f'<p class="warns" role="alert">{escape(words("operator.disk"))}</p>' if house.is_failing else ""
    link = f'<p><a href="/people">{escape(words("operator.bans"))}</a></p>'
    body = f"<dl>{cards}</dl>{fails}{link}<p>{escape(state)}</p>{stop}{_list(tables[:MOST_LISTED], words, now)}"
    if len(tables) > MOST_LISTED:
        body += f"<p>{escape(words('operator.more', n=len(tables) - MOST_LISTED))}</p>"
    return whole(words, words("operator.title"), body, refresh=True)


def table_html(table: LiveTable, words: HouseWords, key: str, now: int, here: Sequence[tuple[Person, str]]) -> str:
    """One table, and the button that closes it: it does not go away while it is being read."""
    record = table.record
    close = f"<p>{escape(words('operator.close-means'))}</p>" + button(
        f"/tables/{record.id}/close", key, words("operator.close")
    )
    people = "".join(_person(table, person, words, key, handle) for person, handle in here)
    shown = f"<h2>{escape(words('operator.people'))}</h2>{people}" if people else ""
    body = _list([table], words, now) + ("" if record.state == "over" else close) + shown + back(words)
    return whole(words, words("operator.table", id=record.id), body)


def _person(table: LiveTable, person: Person, words: HouseWords, key: str, handle: str) -> str:
    """Somebody who is here, by his name, and what can be done about him."""
    seats = [str(seat + 1) for seat, chair in enumerate(table.record.chairs) if chair.person == person.id]
    where = words("operator.seat", seat=", ".join(seats)) if seats else words("operator.watch")
    options = "".join(
        f'<option value="{what} {whom}">{escape(words(f"operator.{what}-{whom}"))}</option>'
        for what in ("silence", "bar")
        for whom in ("guest", "address")
    )
    hidden = _hidden({"key": key, "table": table.record.id, "person": handle})
    return (
        f'<form method="post" action="/bans">{hidden}<p><bdi><strong>{escape(person.name)}</strong></bdi> '
        f'· {escape(where)}</p><p><select name="decision" aria-label="{escape(words("operator.decision"))}">{options}'
        f"</select> {hours(words)} <button>{escape(words('operator.decide'))}</button></p></form>"
    )


def hours(words: HouseWords) -> str:
    """For how long."""
    options = "".join(
        f'<option value="{each}">{escape(words("operator.hours", n=each))}</option>' for each in (1, 24, 168, 720)
    )
    return f'<select name="hours" aria-label="{escape(words("operator.until"))}">{options}</select>'


def message_html(words: HouseWords, text: str) -> str:
    return whole(words, words("operator.title"), f"<p>{escape(text)}</p>{back(words)}")


def _list(tables: Iterable[LiveTable], words: HouseWords, now: int) -> str:
    columns = ("id", "game", "state", "age", "players", "bots", "watch", "moves")
    names = [escape(words(f"operator.{name}")) for name in columns]
    head = "".join(f'<th scope="col">{name}</th>' for name in names)
    rows = []
    for table in tables:
        record, here = table.record, table.pages.here
        seated = {chair.person for chair in record.chairs if chair.person}
        cells = (
            open_box(record.game).title,
            words(f"operator.{record.state}"),
            _age(now - record.made),
            f"{len(seated & here)}/{len(seated)}",
            str(sum(chair.kind == "bot" for chair in record.chairs)),
            str(len(here - seated)),
            str(table.moves_told),
        )
        link = f'<th scope="row"><a href="/tables/{escape(record.id)}">{escape(record.id)}</a></th>'
        told = (f'<td data-name="{name}">{escape(cell)}</td>' for name, cell in zip(names[1:], cells, strict=True))
        rows.append(f"<tr>{link}{''.join(told)}</tr>")
    if not rows:
        return f"<p>{escape(words('operator.nobody'))}</p>"
    body = f"<thead><tr>{head}</tr></thead><tbody>{''.join(rows)}</tbody>"
    return f'<div class="scroll named"><table>{body}</table></div>'


def _age(ms: int) -> str:
    """2:05 h, or 1 d 2:05 h for what is older than a day."""
    minutes = max(0, ms) // 60_000
    days, rest = divmod(minutes, 24 * 60)
    return (f"{days} d " if days else "") + f"{rest // 60}:{rest % 60:02} h"


def button(action: str, key: str, text: str, **facts: str) -> str:
    hidden = _hidden({"key": key, **facts})
    return f'<form method="post" action="{escape(action)}">{hidden}<button>{escape(text)}</button></form>'


def _hidden(facts: Mapping[str, str]) -> str:
    return "".join(
        f'<input type="hidden" name="{escape(name)}" value="{escape(value)}">' for name, value in facts.items()
    )


def back(words: HouseWords) -> str:
    return f'<p><a href="/">{escape(words("operator.back"))}</a></p>'


def whole(words: HouseWords, title: str, body: str, *, refresh: bool = False) -> str:
    again = f'<meta http-equiv="refresh" content="{EVERY}">' if refresh else ""
    return (
        f'<!doctype html><html lang="{words.language}"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">{again}<style>{_STYLE}</style></head>'
        f"<body><main><h1>{escape(title)}</h1>{body}</main></body></html>\n"
    )
