"""Whatever is sent, the house stays well: some seconds of it here, minutes of it with scripts/fuzz."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from pandemonium.games import shelf
from tests.server.fuzzing import Bytes, Script, kept_bytes, kept_scripts, raw, scripts, survives, survives_bytes
from tests.server.serving import PATIENCE, Serving

SOME = 25


@pytest.fixture(scope="module")
def fuzzed(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Serving]:
    with Serving(tmp_path_factory.mktemp("fuzzed")) as serving:
        yield serving


@settings(max_examples=SOME, suppress_health_check=list(HealthCheck))
@given(script=scripts())
def test_whatever_is_sent_the_house_stays_well(fuzzed: Serving, script: Script) -> None:
    asyncio.run(asyncio.wait_for(survives(fuzzed, script), 2 * PATIENCE))


@settings(max_examples=SOME, suppress_health_check=list(HealthCheck))
@given(sent=raw())
def test_whatever_bytes_come_over_a_connection_the_house_stays_well(fuzzed: Serving, sent: Bytes) -> None:
    """Before it is a socket, and afterwards."""
    asyncio.run(asyncio.wait_for(survives_bytes(fuzzed, sent), 2 * PATIENCE))


@pytest.mark.parametrize("sent", kept_bytes())
def test_what_came_over_a_connection_once_is_survived_for_ever(fuzzed: Serving, sent: Bytes) -> None:
    asyncio.run(asyncio.wait_for(survives_bytes(fuzzed, sent), 2 * PATIENCE))


@pytest.mark.parametrize("script", kept_scripts(), ids=lambda script: f"{script.game}-{len(script.frames)}")
def test_what_was_found_once_is_survived_for_ever(fuzzed: Serving, script: Script) -> None:
    asyncio.run(asyncio.wait_for(survives(fuzzed, script), 2 * PATIENCE))


def test_there_is_a_corpus_of_people_alone_and_in_company_at_every_box() -> None:
    kept = kept_scripts()

    assert {script.game for script in kept if not script.by} == set(shelf())
    assert {script.game for script in kept if len(set(script.by)) > 2} == set(shelf())
