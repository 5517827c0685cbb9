"""Whether this house comes from a release or lies in a clone of the repository, and where its site is."""

from __future__ import annotations

from pathlib import Path
from typing import Final

_PACKAGE: Final = Path(__file__).parent.parent
_PACKAGED: Final = _PACKAGE / "site"


def is_installed() -> bool:
    """From a release, which has the built site beside the code."""
    return _PACKAGED.is_dir()


def usual_place() -> Path:
    """Of the built site."""
    return _PACKAGED if is_installed() else _PACKAGE.parent.parent / "web" / "dist"
