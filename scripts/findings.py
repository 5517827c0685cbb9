"""What pip-audit and npm audit say, in one form; and when they could not say anything."""

import json
from typing import Any, NamedTuple


class Unreachable(Exception):
    """Nobody could be asked: nothing is known, which is not the same as nothing being wrong."""


class Finding(NamedTuple):
    """A hole that is known, in something that we use."""

    package: str
    version: str
    id: str
    mended_in: str
    """Empty: nowhere yet."""

    def __str__(self) -> str:
        mended = f"mended in {self.mended_in}" if self.mended_in else "not mended yet"
        return f"{self.package} {self.version}: {self.id} ({mended})"


def of_python(text: str) -> list[Finding]:
    """From `pip-audit --format json`. Raises Unreachable."""
    return [
        Finding(each["name"], each.get("version", "?"), hole["id"], ", ".join(hole.get("fix_versions", ())))
        for each in _read(text, "dependencies")
        for hole in each.get("vulns", ())
    ]


def of_npm(text: str) -> list[Finding]:
    """From `npm audit --json`: only what has a hole itself, and not whoever uses it. Raises Unreachable."""
    found = []
    for name, each in _read(text, "vulnerabilities").items():
        for hole in each["via"]:
            if isinstance(hole, dict):
                mended = each.get("fixAvailable")
                version = mended["version"] if isinstance(mended, dict) else "a newer one" if mended else ""
                found.append(Finding(name, each.get("range", "?"), hole.get("url") or hole.get("title", "?"), version))
    return found


def _read(text: str, part: str) -> Any:
    try:
        said = json.loads(text)
    except ValueError:
        lines = text.strip().splitlines()
        raise Unreachable(lines[-1][:300] if lines else "no answer") from None
    if not isinstance(said, dict) or part not in said:
        reason = said.get("message") or said.get("error") if isinstance(said, dict) else None
        raise Unreachable(str(reason or said)[:300])
    return said[part]
