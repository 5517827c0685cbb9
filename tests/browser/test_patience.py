"""How these tests wait."""

from __future__ import annotations

import re
from pathlib import Path

HERE = Path(__file__).parent
A_FUNCTION = r"(async )?(\w+|\([^)]*\)) =>"


def test_what_is_waited_for_in_a_page_is_a_function() -> None:
    """An expression is looked at once from outside, and after that from inside, where the house's own policy forbids to
    make code of words: a test that has to wait for it fails, and one that need not passes."""
    found = [
        (each.name, wanted)
        for each in sorted(HERE.glob("*.py"))
        for wanted in re.findall(r"wait_for_function\(\s*(?:#[^\n]*\n\s*)?\"+(.*)", each.read_text(encoding="utf-8"))
    ]

    assert len(found) >= 5, "as long as there are some"
    assert [(name, wanted) for name, wanted in found if not re.match(A_FUNCTION, wanted)] == []
