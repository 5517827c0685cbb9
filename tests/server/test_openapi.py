"""Whatever the OpenAPI promises holds: many requests made from it, good and bad, get the answers that it names."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, settings
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from tests.server.serving import Serving


@pytest.fixture(scope="module")
def described(tmp_path_factory: pytest.TempPathFactory) -> Iterator[schemathesis.BaseSchema]:
    with Serving(tmp_path_factory.mktemp("house")) as serving:
        yield schemathesis.openapi.from_url(f"http://127.0.0.1:{serving.port}/api/openapi.json")


schema = schemathesis.pytest.from_fixture("described")


@schema.parametrize()
@settings(max_examples=25, phases=[Phase.explicit, Phase.generate], suppress_health_check=list(HealthCheck))
def test_the_api_keeps_its_promises(case: schemathesis.Case[Any]) -> None:
    case.call_and_validate(
        checks=[
            not_a_server_error,
            status_code_conformance,
            content_type_conformance,
            response_schema_conformance,
        ]
    )
