"""`scripts/audit`: what the tools say is read, and their silence is no clean bill."""

from __future__ import annotations

import json
from pathlib import Path
from runpy import run_path
from types import SimpleNamespace

import pytest

findings = SimpleNamespace(**run_path(str(Path(__file__).parent.parent / "scripts" / "findings.py")))

PYTHON = {
    "dependencies": [
        {"name": "whole", "version": "1.0", "vulns": []},
        {
            "name": "leaky",
            "version": "2.1",
            "vulns": [{"id": "PYSEC-1", "fix_versions": ["2.2", "3.0"]}, {"id": "PYSEC-2", "fix_versions": []}],
        },
        {"name": "ours", "skip_reason": "not found"},
    ],
    "fixes": [],
}
NODE = {
    "auditReportVersion": 2,
    "vulnerabilities": {
        "leaky": {
            "range": "<2.2.0",
            "via": [{"url": "advisory/1", "title": "A hole"}],
            "fixAvailable": {"name": "leaky", "version": "2.2.0"},
        },
        "uses-leaky": {"range": "*", "via": ["leaky"], "fixAvailable": True},
        "lost": {"range": "*", "via": [{"title": "No address"}], "fixAvailable": False},
    },
}


def test_known_holes_are_read_with_where_they_are_mended() -> None:
    assert list(map(str, findings.of_python(json.dumps(PYTHON)))) == [
        "leaky 2.1: PYSEC-1 (mended in 2.2, 3.0)",
        "leaky 2.1: PYSEC-2 (not mended yet)",
    ]


def test_of_the_page_only_what_has_a_hole_itself_is_named() -> None:
    assert list(map(str, findings.of_npm(json.dumps(NODE)))) == [
        "leaky <2.2.0: advisory/1 (mended in 2.2.0)",
        "lost *: No address (not mended yet)",
    ]


def test_where_nothing_is_known_there_is_nothing() -> None:
    assert findings.of_python('{"dependencies": []}') == []
    assert findings.of_npm('{"vulnerabilities": {}}') == []


@pytest.mark.parametrize(
    "text",
    ["", "ERROR: no route to host", '{"message": "request failed"}', "[]", '{"error": {"code": "E404"}}'],
)
def test_who_cannot_be_asked_has_not_said_that_all_is_well(text: str) -> None:
    for read in (findings.of_python, findings.of_npm):
        with pytest.raises(findings.Unreachable):
            read(text)


def test_why_nobody_could_be_asked_is_said() -> None:
    with pytest.raises(findings.Unreachable, match="request failed"):
        findings.of_npm('{\n  "message": "request failed",\n  "error": {}\n}')
