"""The command line in the reader's language: argparse itself speaks English only."""

from __future__ import annotations

from argparse import ArgumentParser, HelpFormatter
from typing import Any, Final, NoReturn

from pandemonium.core.game import Refusal
from pandemonium.core.words import Words

_REASONS: Final = {
    "unrecognized arguments: ": "no.unknown-words",
    "the following arguments are required: ": "no.missing-words",
}


class Parser(ArgumentParser):
    """What is not understood is refused as everything else is."""

    def __init__(self, words: Words, *, formatter_class: type[HelpFormatter] = HelpFormatter, **settings: Any) -> None:
        class Formatter(formatter_class):  # type: ignore[misc,valid-type]
            def add_usage(self, usage: Any, actions: Any, groups: Any, prefix: str | None = None) -> None:
                super().add_usage(usage, actions, groups, words("help.usage") + " " if prefix is None else prefix)

            def start_section(self, heading: str | None) -> None:
                # argparse puts a colon behind it, and knows nothing of the space that French has before one.
                super().start_section(heading and heading.removesuffix(":"))

        super().__init__(add_help=False, formatter_class=Formatter, **settings)
        self.words = words
        self._positionals.title = words("help.words")
        self._optionals.title = words("help.flags")
        self.add_argument("-h", "--help", action="help", help=words("help.help"))

    def error(self, message: str) -> NoReturn:
        for start, key in _REASONS.items():
            if message.startswith(start):
                raise Refusal("bad-command", why=self.words(key, text=message.removeprefix(start)[:80]))
        name, _, reason = message.removeprefix("argument ").partition(": ")
        if reason.startswith("expected"):
            raise Refusal("bad-command", why=self.words("no.missing-value", text=name))
        # The name of what was typed says more than an English sentence.
        typed = reason.split("'")[1] if reason.count("'") > 1 else name
        raise Refusal("bad-command", why=self.words("no.unknown-words", text=typed[:80]))
