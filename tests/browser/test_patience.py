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


def test_nobody_waits_for_a_time() -> None:
    """But until he looks again: a machine may be slower than any time."""
    waits = {each.name for each in HERE.glob("*.py") if "wait_for_timeout(" in _told(each)}

    assert waits == {"people.py", "test_every_box.py", "test_one_screen.py"}, "as long as they look again and again"


def test_a_name_is_read_when_the_page_knows_it() -> None:
    """A page that has just been loaded shows `…` where its reader's name will stand."""
    hasty = re.compile(r"\.who\b[^\n]*\b(inner_text|text_content|all_inner_texts)\(")

    assert [each.name for each in HERE.glob("*.py") if hasty.search(_told(each))] == []


def _told(file: Path) -> str:
    return "" if file.name == Path(__file__).name else file.read_text(encoding="utf-8")
