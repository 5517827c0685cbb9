"""Compiled code lives in processes of its own: none of it is ever in the house's."""

from __future__ import annotations

import re
from pathlib import Path

from tests.cli.test_serve import opened
from tests.server.serving import guest, in_a_loop, position
from tests.server.test_hints import hint

COMPILED = re.compile(r"numba|llvmlite")


def has_compiled_code(pid: int | str) -> bool:
    """Whether a library that compiles, or what it has compiled, is in the memory of this process, as Linux says."""
    return COMPILED.search(Path(f"/proc/{pid}/maps").read_text(encoding="utf-8")) is not None


def children(pid: int) -> list[str]:
    return Path(f"/proc/{pid}/task/{pid}/children").read_text(encoding="utf-8").split()


@in_a_loop
async def test_a_move_against_an_archdevil_brings_no_compiled_code_into_the_house(tmp_path: Path) -> None:
    with opened(tmp_path, "serve", "--port", "0") as (house, said):
        found = re.search(r"http://localhost:(\d+)", said)
        assert found, said
        async with guest(int(found[1])) as host:
            table = await host.sets("little-devils", "you", "archdevil", "archdevil")
            async with host.at(table["id"]) as page:
                now = position(await page.hears("welcome"))
                while 0 not in now["toAct"]:
                    now = position(await page.hears("news"))
                assert (await hint(host, table["id"]))["moves"], "somebody has thought"
                answer = await page.asks("act", seat=0, what=now["legal"][0])
                assert answer["type"] == "done", answer
                while 0 not in position(await page.hears("news"))["toAct"]:
                    pass

                assert not has_compiled_code(house.pid)
                assert any(map(has_compiled_code, children(house.pid))), "it is looked for in the right way"
