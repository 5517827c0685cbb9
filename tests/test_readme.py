"""What the README shows is run."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import pandemonium

ROOT = Path(__file__).parent.parent
EXAMPLES = re.findall(r"```python\n(.*?)```", (ROOT / "README.md").read_text(encoding="utf-8"), re.DOTALL)


@pytest.mark.parametrize("example", EXAMPLES)
def test_an_example_of_the_readme_plays_a_whole_match(example: str, capsys: pytest.CaptureFixture[str]) -> None:
    told: dict[str, object] = {}
    exec(example, told)

    assert capsys.readouterr().out
    match = told["match"]
    assert isinstance(match, pandemonium.Match)
    assert match.result is not None


def test_the_readme_has_an_example_of_about_a_dozen_lines() -> None:
    assert EXAMPLES
    assert len(EXAMPLES[0].strip().splitlines()) <= 14


def test_links_in_the_documents_lead_somewhere() -> None:
    for document in (*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md")):
        for target in re.findall(r"\]\(([^)#:]+)(?:#[^)]*)?\)", document.read_text(encoding="utf-8")):
            assert (document.parent / target).exists(), f"{document.name} links to {target}"
