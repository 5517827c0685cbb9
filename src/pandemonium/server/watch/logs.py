"""What the house writes to its log: one line for each event, with the ids of tables and moves, and nobody's secrets.

No name, no person, no action, no seed and no token is ever a fact of an event: tests/server/test_logs.py holds this.
Bans and programs are called by their ids, which open nothing.
"""

from __future__ import annotations

import logging
from datetime import UTC, datetime
from typing import Any, Final, Literal

from pandemonium.core.game import Refusal
from pandemonium.storage.records import ENCODE

Format = Literal["text", "json"]
FORMATS: Final[tuple[Format, ...]] = ("text", "json")
OURS: Final = "pandemonium"
_FACTS: Final = "pandemonium_facts"
log: Final = logging.getLogger("pandemonium.events")


def note(level: int, event: str, /, **facts: str | int) -> None:
    """Something has happened. Each fact is a number, the id of a table, a ban or a program, or a word of ours."""
    if log.isEnabledFor(level):
        log.log(level, event, extra={_FACTS: facts})


def configure(level: str, form: Format) -> None:
    """From now on everything goes to standard error, in this form. Of other libraries nothing below `info`: at `debug`
    some write down every frame, and what players hold is in it."""
    handler = logging.StreamHandler()
    handler.setFormatter(Json() if form == "json" else Text())
    logging.basicConfig(level=at_least_info(level).upper(), handlers=[handler])
    logging.getLogger(OURS).setLevel(level.upper())


def checked_format(text: str) -> Format:
    """Raises Refusal."""
    for form in FORMATS:
        if text.lower() == form:
            return form
    raise Refusal("unknown-format-of-log", form=text[:40], known=", ".join(FORMATS))


def at_least_info(level: str) -> str:
    return "info" if level == "debug" else level


class Text(logging.Formatter):
    """For people."""

    def __init__(self) -> None:
        super().__init__("%(asctime)s %(levelname)s %(name)s: %(message)s")

    def formatMessage(self, record: logging.LogRecord) -> str:  # noqa: N802
        facts = getattr(record, _FACTS, {})
        return " ".join([super().formatMessage(record), *(f"{name}={value}" for name, value in facts.items())])


class Json(logging.Formatter):
    """For programs: one object a line, whatever is in it."""

    def format(self, record: logging.LogRecord) -> str:
        facts: dict[str, Any] | None = getattr(record, _FACTS, None)
        at = datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds")
        said: dict[str, Any] = {"at": at, "level": record.levelname.lower(), "logger": record.name}
        said |= {"message": record.getMessage()} if facts is None else {"event": record.getMessage(), **facts}
        if record.exc_info:
            said["trace"] = self.formatException(record.exc_info)
        return ENCODE(said).decode()
