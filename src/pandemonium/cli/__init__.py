"""The command of the house: what can be asked of it, and who answers."""

from __future__ import annotations

import sys
from argparse import ArgumentParser, Namespace, RawDescriptionHelpFormatter
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

import pandemonium
from pandemonium.cli.new_game import add_flags as add_name_of_game
from pandemonium.cli.parser import Parser
from pandemonium.cli.plain import IN_A_CLONE, INSTALLED, settle, words_here
from pandemonium.cli.program_token import add_flags as add_flags_of_token
from pandemonium.cli.settings import add_flags
from pandemonium.cli.solve import add_flags as add_options_to_solve
from pandemonium.core.game import USUAL_LEVEL, Refusal
from pandemonium.core.words import LANGUAGES, Words, spoken_here
from pandemonium.games import shelf
from pandemonium.server.release import is_installed

NOT_UNDERSTOOD = 2
PASSES = 75
"""EX_TEMPFAIL: who starts the house may try again."""
PASSING = frozenset({"no-database", "no-bus"})
"""What others may mend while nobody touches this machine: whatever else is refused stays refused."""


def main(arguments: Sequence[str] | None = None) -> int:
    given = list(sys.argv[1:] if arguments is None else arguments)
    settle()
    try:
        words = words_here(_language(given))
    except Refusal as refusal:
        print(words_here(spoken_here()).refusal(refusal), file=sys.stderr)
        return NOT_UNDERSTOOD
    try:
        args = _parser(words).parse_args(given)
        return _answer(args, words)
    except Refusal as refusal:
        print(words.refusal(refusal), file=sys.stderr)
        return PASSES if refusal.key in PASSING else NOT_UNDERSTOOD
    except BrokenPipeError:
        sys.stderr.close()  # Whoever was reading has read enough.
        return 0
    except KeyboardInterrupt:
        return 130


def _answer(args: Namespace, words: Words) -> int:
    match args.command:
        case "play":
            from pandemonium.cli.play import play

            return play(args, words)
        case "simulate":
            from pandemonium.cli.simulate import simulate

            return simulate(args, words)
        case "arena":
            from pandemonium.cli.arena import arena

            return arena(args, words)
        case "replay":
            from pandemonium.cli.on_paper import replay

            return replay(args, words)
        case "legal":
            from pandemonium.cli.on_paper import legal

            return legal(args)
        case "verify":
            from pandemonium.cli.on_paper import verify

            return verify(args, words)
        case "rules":
            from pandemonium.cli.rulebook import rules

            return rules(args, words)
        case "shelf":
            from pandemonium.cli.terminal_shelf import show_shelf

            return show_shelf(words)
        case "solve":
            from pandemonium.cli.solve import solve

            return solve(args, words)
        case "backup":
            from pandemonium.cli.backup import backup

            return backup(args, words)
        case "restore":
            from pandemonium.cli.backup import restore

            return restore(args, words)
        case "migrate":
            from pandemonium.cli.migrate import to_version

            return to_version(args, words)
        case "new-game":
            from pandemonium.cli.new_game import new_game

            return new_game(args, words)
        case "token":
            from pandemonium.cli.program_token import token

            return token(args, words)
        case "saved":
            from pandemonium.cli.saved import saved

            return saved(args, words)
    from pandemonium.cli.serve import serve

    return serve(args, words)


def _language(given: Sequence[str]) -> str:
    """The language asked for; it is needed before anything else can be said."""
    for place, word in enumerate(given):
        name, _, value = word.partition("=")
        if name == "--lang":
            language = value or "".join(given[place + 1 : place + 2])
            if language not in LANGUAGES:
                raise Refusal("unknown-language", language=language[:40], known=", ".join(LANGUAGES))
            return language
    return spoken_here()


def _parser(words: Words) -> ArgumentParser:
    own = {"test": words("help.test"), "bench": words("help.bench"), "drill": words("help.drill")}
    of_the_clone = "\n".join(f"{IN_A_CLONE} {name:<7} {what}" for name, what in own.items())
    parser = Parser(
        words,
        prog=INSTALLED if is_installed() else IN_A_CLONE,
        description=words("help.house"),
        epilog=None if is_installed() else of_the_clone,
        formatter_class=RawDescriptionHelpFormatter,
    )
    parser.add_argument("--lang", help=words("help.lang"))
    parser.add_argument(
        "--version", action="version", version=f"Pandémonium {pandemonium.__version__}", help=words("help.version")
    )
    speaking: Any = partial(Parser, words)
    commands = parser.add_subparsers(metavar="…", title=words("help.commands"), parser_class=speaking)

    def command(name: str) -> ArgumentParser:
        added: ArgumentParser = commands.add_parser(name, help=words(f"help.{name}"), description=words(f"help.{name}"))
        added.set_defaults(command=name)
        added.add_argument("--lang", help=words("help.lang"))
        return added

    serve = command("serve")
    add_flags(serve, words)
    parser.set_defaults(**vars(serve.parse_args([])))  # Who says nothing wants the house opened.
    _kept(command, words)
    command("shelf")
    known = words("help.game", known=", ".join(shelf()))
    play = command("play")
    play.add_argument("game", nargs="?", help=known)
    _table(play, words)
    play.add_argument("--bots", metavar="LEVEL", default=USUAL_LEVEL, help=words("help.bots"))
    play.add_argument("--people", metavar="N", default="1", help=words("help.people"))
    play.add_argument("--seed", metavar="S", help=words("help.seed"))
    play.add_argument("--resume", metavar="N", nargs="?", const="1", help=words("help.resume"))
    command("saved").add_argument("--delete", metavar="N", help=words("help.delete"))
    simulate = command("simulate")
    simulate.add_argument("game", help=known)
    _table(simulate, words)
    simulate.add_argument("--bots", metavar="LEVEL,…", default=USUAL_LEVEL, help=words("help.bots-each"))
    simulate.add_argument("--seed", metavar="S", help=words("help.seed"))
    simulate.add_argument("--matches", metavar="N", default="1", help=words("help.matches"))
    simulate.add_argument("--jobs", metavar="N", default="1", help=words("help.jobs"))
    simulate.add_argument("--json", action="store_true", help=words("help.json"))
    _arena(command("arena"), known, words)
    replay = command("replay")
    replay.add_argument("file", metavar="FILE", help=words("help.file"))
    replay.add_argument("--at", metavar="N", help=words("help.at"))
    replay.add_argument("--eyes", metavar="SEAT", help=words("help.eyes"))
    replay.add_argument("--told", action="store_true", help=words("help.told"))
    for name in ("legal", "verify"):
        command(name).add_argument("file", metavar="FILE", help=words("help.file"))
    command("rules").add_argument("game", help=known)
    solve = command("solve")
    solve.add_argument("game", help=known)
    add_options_to_solve(solve, words)
    add_name_of_game(command("new-game"), words)
    add_flags_of_token(command("token"), words)
    return parser


def _arena(arena: ArgumentParser, known: str, words: Words) -> None:
    arena.add_argument("game", help=known)
    _table(arena, words)
    arena.add_argument("--bots", metavar="A,B,…", required=True, help=words("help.arena-bots"))
    arena.add_argument("--matches", metavar="N", default="100", help=words("help.arena-matches"))
    arena.add_argument("--time", metavar="S", help=words("help.time"))
    arena.add_argument("--simulations", metavar="N", help=words("help.simulations"))
    arena.add_argument("--jobs", metavar="N", help=words("help.arena-jobs"))
    arena.add_argument("--ray", metavar="ADDRESS", help=words("help.ray"))
    arena.add_argument("--seed", metavar="S", default="arena", help=words("help.seed"))
    arena.add_argument("--out", metavar="FILE", help=words("help.out"))
    arena.add_argument("--json", action="store_true", help=words("help.json"))


def _kept(command: Callable[[str], ArgumentParser], words: Words) -> None:
    """What is done to all that the house keeps."""
    for name in ("backup", "restore"):
        added = command(name)
        added.add_argument("file", metavar="FILE", help=words("help.backup-file"))
        add_flags(added, words, only=("data",))
    migrate = command("migrate")
    migrate.add_argument("--to", metavar="N", help=words("help.migrate-to"))
    add_flags(migrate, words, only=("data", "database"))


def _table(parser: ArgumentParser, words: Words) -> None:
    parser.add_argument("--seats", metavar="N", help=words("help.seats"))
    parser.add_argument("--option", metavar="k=v", action="append", default=[], help=words("help.option"))
