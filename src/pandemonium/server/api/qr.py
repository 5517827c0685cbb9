"""Codes that a phone reads, for paths of this house and no others."""

from __future__ import annotations

import gzip
import re
from io import BytesIO
from typing import Final

import segno

from pandemonium.core.game import Refusal

_OURS: Final = re.compile(r"/(?!/)[A-Za-z0-9._~/?&=%-]*")


def zipped_svg(house: str, path: str) -> bytes:
    """Raises Refusal for what is no path of ours."""
    return gzip.compress(svg(house, path), mtime=0)


def svg(house: str, path: str) -> bytes:
    """Raises Refusal for what is no path of ours."""
    if not _OURS.fullmatch(path):
        raise Refusal("not-found")
    code = segno.make(house + path, error="m", micro=False)
    out = BytesIO()
    code.save(out, kind="svg", border=3, xmldecl=False, omitsize=True, dark="#000", light="#fff")
    return out.getvalue()
