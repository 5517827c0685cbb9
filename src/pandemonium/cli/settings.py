"""What a host can set, by a flag of `serve` or in the environment: all of it, in one place."""

from __future__ import annotations

import os
from argparse import ArgumentParser, Namespace
from collections.abc import Collection
from typing import Final, NamedTuple

from pandemonium.core.words import Words
from pandemonium.server.people.language import HouseWords


class Setting(NamedTuple):
    """`--public-url URL`, or PANDEMONIUM_PUBLIC_URL; `serve.help-public-url` says what it is."""

    name: str
    metavar: str
    usual: str | None = None
    several: bool = False
    """The flag can be given several times; in the environment there are commas between them."""

    @property
    def flag(self) -> str:
        return f"--{self.name}"

    @property
    def dest(self) -> str:
        return self.name.replace("-", "_")

    @property
    def variable(self) -> str:
        return f"PANDEMONIUM_{self.dest.upper()}"


SETTINGS: Final = (
    Setting("port", "N", "8666"),
    Setting("host", "ADDRESS", "127.0.0.1"),
    Setting("data", "FOLDER"),
    Setting("database", "URL"),
    Setting("bus", "URL"),
    Setting("public-url", "URL"),
    Setting("base-path", "PATH"),
    Setting("source-url", "URL"),
    Setting("allow-host", "NAME", several=True),
    Setting("proxy", "ADDRESS"),
    Setting("workers", "N"),
    Setting("keep-days", "N"),
    Setting("log-level", "LEVEL", "warning"),
    Setting("log-format", "FORMAT", "text"),
    Setting("operator", "ADDRESS:PORT"),
    Setting("operator-token", "TOKEN"),
)


def add_flags(parser: ArgumentParser, words: Words, only: Collection[str] | None = None) -> None:
    """What can be said after `serve`, or some of it."""
    said = HouseWords(words.language)
    for setting in SETTINGS:
        if only is not None and setting.name not in only:
            continue
        parser.add_argument(
            setting.flag,
            metavar=setting.metavar,
            action="append" if setting.several else "store",
            help=f"{said(f'serve.help-{setting.name}')} [{setting.variable}]",
        )


class Chosen:
    """What was set: by a flag, else in the environment, else as usual. An empty variable sets nothing."""

    def __init__(self, args: Namespace) -> None:
        self._args = args
        self._by_name = {setting.name: setting for setting in SETTINGS}

    def __call__(self, name: str) -> str | None:
        setting = self._by_name[name]
        given: str | None = getattr(self._args, setting.dest)
        return given if given is not None else os.environ.get(setting.variable) or setting.usual

    def several(self, name: str) -> list[str]:
        setting = self._by_name[name]
        given: list[str] | None = getattr(self._args, setting.dest)
        if given is not None:
            return given
        return [each.strip() for each in os.environ.get(setting.variable, "").split(",") if each.strip()]

    def called(self, name: str) -> str:
        """What a refusal calls it: as the host has."""
        setting = self._by_name[name]
        by_flag = getattr(self._args, setting.dest) is not None
        return setting.variable if not by_flag and os.environ.get(setting.variable) else setting.flag
