"""Whatever is sent, the house stays well: some seconds of it here, minutes of it with scripts/fuzz."""

from __future__ import annotations

import asyncio
from collections.abc import Iterator

import pytest
from hypothesis import HealthCheck, given, settings

from tests.server.fuzzing import Script, kept_scripts, scripts, survives
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


@pytest.mark.parametrize("script", kept_scripts(), ids=lambda script: f"{script.game}-{len(script.frames)}")
def test_what_was_found_once_is_survived_for_ever(fuzzed: Serving, script: Script) -> None:
    asyncio.run(asyncio.wait_for(survives(fuzzed, script), 2 * PATIENCE))


def test_there_is_a_corpus() -> None:
    assert kept_scripts()
