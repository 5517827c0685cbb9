"""What the tables of the database look like, and how older ones become like them."""

from __future__ import annotations

import sqlite3
from typing import Final

from pandemonium.core.game import Refusal

# One step for each version, in order. A step that has been published is never changed: add another.
STEPS: Final = (
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
    CREATE TABLE receipts (
        table_id TEXT NOT NULL, version INTEGER NOT NULL, receipt BLOB NOT NULL, PRIMARY KEY (table_id, version)
    ) WITHOUT ROWID;
    """,
    """
    CREATE TABLE played (
        person TEXT NOT NULL, ended INTEGER NOT NULL, table_id TEXT NOT NULL, PRIMARY KEY (person, ended, table_id)
    ) WITHOUT ROWID;
    INSERT INTO played SELECT person,
        coalesce((SELECT made FROM events WHERE table_id = tables.id ORDER BY seq DESC LIMIT 1), made), table_id
        FROM company JOIN tables ON tables.id = company.table_id WHERE state = 'over';
    """,
    """
    ALTER TABLE people ADD COLUMN owner TEXT NOT NULL DEFAULT '';
    CREATE TABLE programs (
        person TEXT PRIMARY KEY, owner TEXT NOT NULL, digest BLOB NOT NULL UNIQUE,
        made INTEGER NOT NULL, used INTEGER NOT NULL
    ) WITHOUT ROWID;
    CREATE INDEX programs_of ON programs (owner);
    """,
)


def migrate(disk: sqlite3.Connection) -> None:
    """Bring a database up to date. Raises Refusal for one that a newer house has made."""
    (version,) = disk.execute("PRAGMA user_version").fetchone()
    if version > len(STEPS):
        raise Refusal("newer-house", version=version, known=len(STEPS))
    for number in range(version, len(STEPS)):
        disk.executescript(f"BEGIN IMMEDIATE; {STEPS[number]} PRAGMA user_version = {number + 1}; COMMIT;")
