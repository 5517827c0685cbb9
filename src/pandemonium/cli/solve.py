"""What a game is worth when everybody plays as well as can be."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace

from pandemonium.cli.progress import progress
from pandemonium.core.game import Refusal
from pandemonium.core.options import choices, read_options
from pandemonium.core.words import Words
from pandemonium.games import open as open_box
from pandemonium.games import shelf

ENOUGH = 1e-6
"""Whoever could gain more by playing otherwise would have shown that the game is not solved."""


def add_flags(parser: ArgumentParser, words: Words) -> None:
    """The options of every game that can be solved, each as a flag of its own."""
    parser.add_argument("--check", action="store_true", help=words("help.check"))
    parser.add_argument("--thumb", action="store_true", help=words("help.thumb"))
    parser.add_argument("--into", metavar="FOLDER", default="", help=words("help.into"))
    for name, allowed in sorted(_options().items()):
        parser.add_argument(
            f"--{name}", metavar=allowed.replace(" ", ""), dest=f"option_{name}", help=words("help.option-of")
        )


def solve(args: Namespace, words: Words) -> int:
    game = open_box(args.game)
    if game.solver is None:
        raise Refusal(
            "not-solved", game=game.title, known=", ".join(slug for slug, its in shelf().items() if its.solver)
        )
    given = {name: text for name in _options() if (text := getattr(args, f"option_{name}")) is not None}
    options = read_options(game.options, given)
    with progress(words("solve.solving")) as done:
        values = game.solver.solve(options, done)
    kept = game.solver.keep(options, args.into)
    for its in values:
        print(f"value {its.name} {its.size} {its.value:.9f}")
    if args.thumb:
        with progress(words("solve.thumbs")) as done:
            thumbs = game.solver.thumbs(options, done)
        for its in thumbs:
            print(f"thumb {its.name} {its.size} {its.value:.9f}")
    if not args.check:
        return 0
    with progress(words("solve.checking")) as done:
        gain = game.solver.check(options, kept, done)
    print(f"gain {gain:.1e}")
    return 0 if gain <= ENOUGH else 1


def _options() -> dict[str, str]:
    return {
        name: allowed
        for game in shelf().values()
        if game.solver is not None
        for name, allowed, _ in choices(game.options)
    }
