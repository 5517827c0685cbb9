"""`python -m pandemonium.server`: the server alone, for development and tests."""

from __future__ import annotations

from argparse import ArgumentParser
from pathlib import Path

from msgspec.structs import replace

from pandemonium.server.limits import without_limits
from pandemonium.server.run import server
from pandemonium.server.settings import Settings


def main() -> None:
    parser = ArgumentParser(prog="python -m pandemonium.server")
    parser.add_argument("--port", type=int, default=8666)
    parser.add_argument("--host", default="127.0.0.1")
    parser.add_argument("--data", type=Path, required=True)
    parser.add_argument("--database", default="", help="PostgreSQL instead of a file in the data folder")
    parser.add_argument("--bus", default="", help="NATS, where there are other nodes")
    parser.add_argument("--site", type=Path, help="the folder of the built site")
    parser.add_argument("--proxy", default="", help="address of a proxy in front")
    parser.add_argument("--bot-pause", type=float, default=0.35, help="seconds")
    parser.add_argument("--grace", type=float, default=60, help="seconds")
    parser.add_argument("--idle", type=float, default=120, help="seconds until an empty table goes to sleep")
    parser.add_argument("--workers", type=int, help="processes that think for bots")
    parser.add_argument("--any-game", action="store_true", help="also those without a board for the page")
    parser.add_argument("--no-limits", action="store_true", help="for load tests: nobody is too fast")
    args = parser.parse_args()
    settings = Settings(
        data=args.data,
        database=args.database,
        bus=args.bus,
        site=args.site,
        proxy=args.proxy,
        bot_pause=args.bot_pause,
        grace=args.grace,
        idle=args.idle,
        workers=args.workers,
        any_game=args.any_game,
    )
    if args.no_limits:
        settings = replace(settings, limits=without_limits())
    server(settings, host=args.host, port=args.port).run()


main()
