"""What the tables of the database look like, and how older ones become like them."""

from __future__ import annotations

import sqlite3
from typing import Final, NamedTuple

from pandemonium.core.game import Refusal


class Step(NamedTuple):
    """From one version to the next, and back to it: what an older house has no place for is lost on the way back."""

    forward: str
    back: str


# One step for each version, in order. A step that has been published is never changed: add another.
# Written as SQLite reads it; `for_postgres` is how PostgreSQL does.
STEPS: Final = (
    Step(
        """
        CREATE TABLE people (
            id TEXT PRIMARY KEY, name TEXT NOT NULL, language TEXT, made INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE tokens (
            digest BLOB PRIMARY KEY, person TEXT NOT NULL, expires INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE tables (
            id TEXT PRIMARY KEY, game TEXT NOT NULL, state TEXT NOT NULL, public INTEGER NOT NULL,
            made INTEGER NOT NULL, record BLOB NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX lobby ON tables (made) WHERE public AND state <> 'over';
        CREATE TABLE company (
            person TEXT NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, table_id)
        ) WITHOUT ROWID;
        CREATE TABLE events (
            table_id TEXT NOT NULL, seq INTEGER NOT NULL, by INTEGER, what TEXT,
            at INTEGER NOT NULL, made INTEGER NOT NULL, asked TEXT,
            PRIMARY KEY (table_id, seq)
        ) WITHOUT ROWID;
        CREATE UNIQUE INDEX asked_once ON events (table_id, asked) WHERE asked IS NOT NULL;
        CREATE TABLE chat (
            table_id TEXT NOT NULL, seq INTEGER NOT NULL, person TEXT NOT NULL, name TEXT NOT NULL,
            seat INTEGER, text TEXT NOT NULL, at INTEGER NOT NULL, asked TEXT NOT NULL,
            PRIMARY KEY (table_id, seq), UNIQUE (table_id, asked)
        ) WITHOUT ROWID;
        """,
        """
        DROP TABLE people; DROP TABLE tokens; DROP TABLE tables; DROP TABLE company; DROP TABLE events; DROP TABLE chat;
        """,
    ),
    Step(
        """
        CREATE TABLE receipts (
            table_id TEXT NOT NULL, version INTEGER NOT NULL, receipt BLOB NOT NULL, PRIMARY KEY (table_id, version)
        ) WITHOUT ROWID;
        """,
        """
        DROP TABLE receipts;
        """,
    ),
    Step(
        """
        CREATE TABLE played (
            person TEXT NOT NULL, ended INTEGER NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, ended, table_id)
        ) WITHOUT ROWID;
        INSERT INTO played SELECT person,
            coalesce((SELECT made FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), made), table_id
            FROM company JOIN tables ON tables.id = company.table_id WHERE state = 'over';
        """,
        """
        DROP TABLE played;
        """,
    ),
    Step(
        """
        ALTER TABLE people ADD COLUMN owner TEXT NOT NULL DEFAULT '';
        CREATE TABLE programs (
            person TEXT PRIMARY KEY, owner TEXT NOT NULL, digest BLOB NOT NULL UNIQUE,
            made INTEGER NOT NULL, used INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX programs_of ON programs (owner);
        """,
        """
        DROP TABLE programs;
        ALTER TABLE people DROP COLUMN owner;
        """,
    ),
    Step(
        """
        ALTER TABLE tables ADD COLUMN revision INTEGER NOT NULL DEFAULT 0;
        """,
        """
        ALTER TABLE tables DROP COLUMN revision;
        """,
    ),
    Step(
        """
        CREATE TABLE bans (
            id TEXT PRIMARY KEY, what TEXT NOT NULL, guest TEXT NOT NULL, address TEXT NOT NULL, name TEXT NOT NULL,
            until INTEGER NOT NULL, made INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE TABLE secrets (
            secret BLOB PRIMARY KEY, made INTEGER NOT NULL, older_until INTEGER NOT NULL
        ) WITHOUT ROWID;
        """,
        """
        DROP TABLE bans;
        DROP TABLE secrets;
        """,
    ),
    # Who has set the tables from before is not known: each counts for itself, and no more of them than were looked at.
    Step(
        """
        DROP INDEX lobby;
        CREATE TABLE lobby (
            table_id TEXT PRIMARY KEY, maker TEXT NOT NULL, host TEXT NOT NULL, made INTEGER NOT NULL
        ) WITHOUT ROWID;
        CREATE INDEX lobby_of ON lobby (maker, made);
        CREATE INDEX lobby_since ON lobby (made);
        INSERT INTO lobby SELECT id, id, id, made FROM tables WHERE public AND state <> 'over'
            ORDER BY made DESC LIMIT 200;
        """,
        """
        DROP TABLE lobby;
        CREATE INDEX lobby ON tables (made) WHERE public AND state <> 'over';
        """,
    ),
)
SECRETS_SINCE: Final = 6
"""An older house signs with one secret for ever: that is the first, unless `SIGNS` finds another on the way back."""
SIGNS: Final = "SELECT secret FROM secrets ORDER BY made DESC, secret LIMIT 1"
_OTHER_WORDS: Final = (
    ("public INTEGER", "public BOOLEAN"),
    (" INTEGER", " BIGINT"),
    (" BLOB", " BYTEA"),
    (" TEXT", ' TEXT COLLATE "C"'),
    (") WITHOUT ROWID", ")"),
)
"""What one calls what the other calls something else; letters are ordered by their numbers, as SQLite does."""


def for_postgres(text: str) -> str:
    for theirs, ours in _OTHER_WORDS:
        text = text.replace(theirs, ours)
    return text


def loses_secrets(version: int, to: int) -> bool:
    """Whether there is no place for them any more on this way."""
    return to < SECRETS_SINCE <= version


def way(version: int, to: int) -> list[tuple[str, int]]:
    """What is to be done to come from one version to another, and which version each leads to. Raises Refusal for one
    that a newer house has made."""
    if max(version, to) > len(STEPS):
        raise Refusal("newer-house", version=max(version, to), known=len(STEPS))
    if version <= to:
        return [(STEPS[number].forward, number + 1) for number in range(version, to)]
    return [(STEPS[number].back, number) for number in reversed(range(to, version))]


def migrate(disk: sqlite3.Connection, to: int | None = None) -> None:
    """Bring a database up to date, or to some version, forward or back. Raises Refusal for one that a newer house has
    made."""
    (version,) = disk.execute("PRAGMA user_version").fetchone()
    for text, number in way(version, len(STEPS) if to is None else to):
        disk.executescript(f"BEGIN IMMEDIATE; {text} PRAGMA user_version = {number}; COMMIT;")
