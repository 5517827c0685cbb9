"""Messages between nodes: whoever changes what they look like says so, since nodes of two releases may meet."""

from __future__ import annotations

import json
from hashlib import sha256
from typing import get_args

from pandemonium.server.nodes.bus import Bus
from pandemonium.server.nodes.messages import VERSION, AnyMessage

KNOWN = {1: "c29dd5019d143011"}
"""What each version looks like; one that was published is never changed."""


def looks() -> str:
    """All messages, their fields and their types, in order."""
    kinds = [(its.__struct_config__.tag, [*its.__annotations__.items()]) for its in get_args(AnyMessage)]
    return sha256(json.dumps(sorted(kinds)).encode()).hexdigest()[:16]


def test_messages_that_look_otherwise_have_another_version() -> None:
    assert KNOWN.get(VERSION) == looks(), "add a version: nodes that were not closed yet would misread these messages"


def test_nodes_of_two_versions_do_not_hear_each_other() -> None:
    async def nobody(_: object) -> None: ...

    bus = Bus("house", "me", nobody, lambda: None)

    assert f".{VERSION}." in bus._everybody
    assert f".{VERSION}." in bus._place
