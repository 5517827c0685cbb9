"""What a drill can be told: in every one its seed, in some how long is too long."""

from __future__ import annotations

from argparse import ArgumentParser


def wishes(drill: str, about: str | None) -> ArgumentParser:
    parser = ArgumentParser(prog=f"./pandemonium drill {drill}", description=about)
    parser.add_argument("--seed", type=int, default=0, help="for the moments, the moves and everything else (0)")
    return parser


def takes_patience(parser: ArgumentParser, what: str, usual: float) -> None:
    """`what` must be so within these seconds: more of them for a machine that is busy with other things."""
    parser.add_argument(
        "--patience",
        type=float,
        default=usual,
        metavar="S",
        help=f"{what} within so many seconds, or it is a fault ({usual:g}); more for a busy machine",
    )
