"""A token for a program that shall play online, without a page; and how to make one useless."""

from __future__ import annotations

from argparse import ArgumentParser, Namespace
from typing import Final

from pandemonium.core.game import Refusal
from pandemonium.core.words import Words

USUAL: Final = "http://localhost:8666"


def add_flags(parser: ArgumentParser, words: Words) -> None:
    parser.add_argument("name", metavar="NAME", nargs="?", help=words("help.token-name"))
    parser.add_argument("--house", metavar="URL", default=USUAL, help=words("help.token-house"))
    parser.add_argument("--link", metavar="LINK", help=words("help.token-link"))
    parser.add_argument("--revoke", metavar="TOKEN", help=words("help.token-revoke"))


def token(args: Namespace, words: Words) -> int:
    """Alone on standard output stands the token: it can be put straight into a file or a variable."""
    import sys

    from pandemonium.online import House, Refused, Unreachable
    from pandemonium.online.house import bring

    if not args.name and not args.revoke:
        raise Refusal("token-of-whom")
    try:
        if args.revoke:
            House(args.house, args.revoke).revoke()
            print(words("token.revoked"))
            return 0
        brought, link = bring(args.house, args.name, args.link, words.language)
    except Refused as refused:
        raise Refusal("house-says", reason=refused.reason or refused.key) from None
    except (Unreachable, ValueError) as error:
        raise Refusal("no-house-there", why=error) from None
    print(words("token.made", name=brought.program.name, link=link), file=sys.stderr)
    print(brought.token)
    return 0
