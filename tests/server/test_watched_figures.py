"""Figures for whoever watches over the house: true, of this house alone, and cheap."""

from __future__ import annotations

import asyncio
import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import pandemonium
from pandemonium.server.house import House
from pandemonium.server.race.at_table import LiveRace
from pandemonium.server.watch.figures import Figures
from pandemonium.server.wire.messages import Receipt, ReceiptLine
from tests.server.serving import Serving, guest, in_a_loop

CARDS = "little-devils"
ROOT = Path(__file__).parents[2]
DASHBOARD = json.loads((ROOT / "hosting" / "grafana.json").read_text(encoding="utf-8"))


def figure(house: House, name: str, **labels: str) -> float:
    """As Prometheus would read it now; nothing has been counted yet: 0."""
    return house.figures.registry.get_sample_value(f"pandemonium_{name}", labels) or 0.0


async def becomes(house: House, wanted: float, name: str, **labels: str) -> None:
    """Wait for a state that another thread brings about."""
    while figure(house, name, **labels) != wanted:  # noqa: ASYNC110
        await asyncio.sleep(0.005)


@in_a_loop
async def test_every_move_is_counted_where_it_was_made_and_how_long_its_sender_waited(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        house = serving.house
        async with guest(serving.port) as host:
            table = await host.sets(CARDS, "you", "you", "you", oneScreen=True)
            async with host.at(table["id"]) as page:
                at = (await page.hears("welcome"))["positions"]
                (seat,) = at[0]["toAct"]
                assert (await page.asks("act", seat=seat, what=at[seat]["legal"][0]))["type"] == "done"
                await page.hears("news")
                assert (await page.asks("act", seat=seat, what=at[seat]["legal"][1]))["type"] == "refused"

                await becomes(house, 1, "moves_total", game=CARDS, by="person")
                await becomes(house, 1, "ack_seconds_count", game=CARDS)
                await becomes(house, 1, "refusals_total", reason="not-your-turn")
                await becomes(house, 1, "tables", game=CARDS, state="playing")
                await becomes(house, 3, "seats", kind="person")
                for name in ("sockets", "people", "arrivals_total"):
                    await becomes(house, 1, name)
                assert figure(house, "connections") >= 1
                assert figure(house, "moves_total", game=CARDS, by="bot") == 0

                await page.asks("undo", seat=seat)
                await becomes(house, 1, "moves_taken_back_total", game=CARDS)
            await becomes(house, 0, "sockets")
            await becomes(house, 3, "seats", kind="away")
            assert figure(house, "reconnections_total") == 0
            async with host.at(table["id"], version=3) as page:
                await page.hears("welcome")
                await becomes(house, 1, "reconnections_total")


@in_a_loop
async def test_bots_and_nature_are_counted_apart_from_people_and_timed_by_level(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        house = serving.house
        async with guest(serving.port) as host:
            table = await host.sets(CARDS, "kobold", "kobold", "tempter", options={"rounds": "1"})
            async with host.at(table["id"]) as page:
                while (await page.hears("table"))["table"]["state"] != "over":
                    pass

        await becomes(house, 0, "bot_queue", game=CARDS, level="tempter")
        timed = [figure(house, "bot_seconds_count", game=CARDS, level=level) for level in ("kobold", "tempter")]
        await becomes(house, sum(timed), "moves_total", game=CARDS, by="bot")
        assert min(timed) > 0
        assert figure(house, "moves_total", game=CARDS, by="person") == 0


@in_a_loop
async def test_what_is_flushed_to_disk_is_counted_with_its_size_and_time(tmp_path: Path) -> None:
    with Serving(tmp_path) as serving:
        house = serving.house
        async with guest(serving.port) as host:
            await host.sets(CARDS, "you", "open", "open")
        writer = house.store.writer

        await serving.until(lambda: figure(house, "commit_seconds_count") == writer.flushes > 0)
        await serving.until(lambda: figure(house, "commit_jobs_count") == writer.flushes)
        await serving.until(lambda: figure(house, "commit_jobs_sum") == writer.written)
        assert await house.store.count_tables() == {(CARDS, "gathering"): 1}


def test_two_houses_in_one_process_have_figures_of_their_own() -> None:
    one, other = Figures(), Figures()
    one.refused("too-fast")

    assert one.registry.get_sample_value("pandemonium_refusals_total", {"reason": "too-fast"}) == 1
    assert other.registry.get_sample_value("pandemonium_refusals_total", {"reason": "too-fast"}) is None


def test_a_round_of_a_race_is_counted_with_its_corrections() -> None:
    def line(verdict: str, correction: int, *, bot: bool = False) -> ReceiptLine:
        return ReceiptLine(
            seat=0,
            claimed=300,
            arrived=340,
            round_trip=30,
            correction=correction,
            uncertainty=8,
            counted=300 + correction,
            verdict=verdict,  # type: ignore[arg-type]
            bot=bot,
            steady=False,
        )

    figures = Figures()
    figures.raced(Receipt(1, 5, (line("counted", 0), line("cut", 25), line("counted", 0, bot=True)), 0))
    figures.raced(Receipt(2, 9, (), 120))

    read: Callable[..., float | None] = figures.registry.get_sample_value
    assert read("pandemonium_race_attempts_total", {"verdict": "counted"}) == 1, "bots need no correction"
    assert read("pandemonium_race_attempts_total", {"verdict": "cut"}) == 1
    assert read("pandemonium_race_correction_seconds_sum") == pytest.approx(0.025)
    assert read("pandemonium_race_rounds_total", {"outcome": "decided"}) == 1
    assert read("pandemonium_race_rounds_total", {"outcome": "called-off"}) == 1


RACES = [game.slug for game in pandemonium.shelf().values() if game.race is not None]


@pytest.mark.parametrize("game", RACES)
@in_a_loop
async def test_every_race_is_counted_when_its_rounds_end(tmp_path: Path, game: str) -> None:
    with Serving(tmp_path, race_look=0, suspense=(0, 0)) as serving:
        async with guest(serving.port) as host:
            table = await host.sets(game, "archdevil", "archdevil")
            async with host.at(table["id"]) as page:
                await page.hears("receipt")
                race = serving.house.tables[table["id"]].race

        assert isinstance(race, LiveRace)
        await serving.until(lambda: figure(serving.house, "race_rounds_total", outcome="decided") > 0)


# What is said about them


def queries(part: Any) -> Iterator[str]:
    """All that the dashboard asks of Prometheus."""
    if isinstance(part, dict):
        yield from (part[name] for name in ("expr", "query") if isinstance(part.get(name), str))
    for within in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        yield from queries(within)


def known(house: House) -> dict[str, set[str]]:
    """Every figure by the names under which Prometheus keeps it, and its labels."""
    suffixes = {"counter": ("_total",), "histogram": ("_bucket", "_count", "_sum"), "info": ("_info",)}
    return {
        family.name + suffix: {label for sample in family.samples for label in sample.labels}
        | set(_labels(house, family))
        for family in house.figures.registry.collect()
        for suffix in suffixes.get(family.type, ("",))
    }


def _labels(house: House, family: Any) -> tuple[str, ...]:
    """Also of what has not been counted yet."""
    return getattr(family, "_labelnames", ()) or getattr(
        house.figures.registry._names_to_collectors.get(family.name), "_labelnames", ()
    )


def test_every_figure_that_the_dashboard_asks_for_exists_with_its_labels(serving: Serving) -> None:
    exposed, asked = known(serving.house), list(queries(DASHBOARD))
    names = {name for query in asked for name in re.findall(r"\b(?:pandemonium|process)_\w+", query)}

    assert len(asked) > 30
    assert sorted(names - exposed.keys()) == []
    for query in asked:
        named = re.findall(r"\b(?:pandemonium|process)_\w+", query)
        by = {label for labels in re.findall(r"sum by \(([^)]*)\)", query) for label in labels.split(", ")}
        assert not by or by <= exposed[named[0]] | {"le"}, query


def test_every_figure_is_explained_and_shown(serving: Serving) -> None:
    page = (ROOT / "docs" / "watching.md").read_text(encoding="utf-8")
    shown = " ".join(queries(DASHBOARD))
    ours = [family for family in serving.house.figures.registry.collect() if family.name.startswith("pandemonium")]

    assert len(ours) > 20
    assert [family.name for family in ours if f"`{family.name}" not in page] == []
    assert [family.name for family in ours if family.name not in shown] == []
