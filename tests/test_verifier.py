"""Is the page on fairness enough to check our luck with a program of one's own?"""

import ast
import hashlib
import json
import random
import re
import subprocess
import sys
from importlib.resources import files
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

import pandemonium
from examples.verify_luck import LUCK, false_moves, read_paper
from pandemonium.core.chance import lots

ROOT = Path(__file__).parent.parent
VERIFIER = ROOT / "examples" / "verify_luck.py"
PAGE = ROOT / "docs" / "fairness.md"
GOLDEN = sorted([*(ROOT / "tests" / "playthroughs").glob("*.paper"), *(ROOT / "examples").glob("*/*/tests/*.paper")])
BOX = next(iter(pandemonium.shelf()))
SALTS = {0: b"sixteen bytes, 0", 1: b"sixteen bytes, 1"}

every_golden_paper = pytest.mark.parametrize("paper", GOLDEN, ids=lambda paper: paper.stem)
every_box = pytest.mark.parametrize("slug", pandemonium.shelf())


def game_of(text: str) -> str:
    found = re.search(r"^game (\S+)$", text, re.MULTILINE)
    return found[1] if found else ""


def luck_file(slug: str) -> Path:
    return Path(str(files(pandemonium.shelf()[slug].package))) / "luck.json"


def luck_of(text: str) -> Any:
    return json.loads(luck_file(game_of(text)).read_text("utf-8"))


def faults(text: str) -> list[str]:
    return list(false_moves(read_paper(text, None if game_of(text) in LUCK else luck_of(text))))


def ask_verifier(paper: Path, *more: str) -> subprocess.CompletedProcess[str]:
    slug = game_of(paper.read_text("utf-8"))
    known = [] if slug in LUCK or slug not in pandemonium.shelf() else ["--luck", str(luck_file(slug))]
    command = [
        sys.executable,
        "-I",
        "-S",
        str(VERIFIER),
        str(paper),
        *known,
        *more,
    ]  # without site-packages: without us
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=False)


def is_true(text: str) -> bool:
    return not faults(text)


def simulate(slug: str, seed: int) -> str:
    command = [sys.executable, "-P", "-m", "pandemonium", "simulate", slug, "--seed", str(seed)]
    return subprocess.run(command, capture_output=True, encoding="utf-8", check=True).stdout


def salted_paper(slug: str) -> str:
    match = pandemonium.begin(slug, seed="salted", salts=SALTS)
    whim = random.Random(1)
    for _ in range(60):
        if match.result is not None:
            break
        if seats := sorted(match.to_act):
            match.play(seats[0], whim.choice(match.legal(seats[0])))
        else:
            match.wait()
    return match.text()


def seed_of(text: str) -> str:
    found = re.search(r"^seed (\w+)$", text, re.MULTILINE)
    assert found
    return found[1]


def otherwise(word: str) -> str:
    """The word with its first digit changed; backwards, if it has none."""
    changed = re.sub(r"\d", lambda digit: str((int(digit[0]) + 1) % 10), word, count=1)
    return changed if changed != word else word[::-1]


def forgeries(text: str) -> list[tuple[int, str]]:
    """Papers with one word of nature changed: every word of the last line of each verb that luck decides, and the
    line's number."""
    draws = luck_of(text)["draws"]
    lines = text.splitlines()
    last = {line.split()[1]: number for number, line in enumerate(lines) if line.startswith("nature ")}
    forged = []
    for number in last.values():
        words = lines[number].split()
        forms = draws[words[1]]
        by_rule = {2 + place for place, form in enumerate(forms) if isinstance(form, dict) and "written" in form}
        for place in range(1, len(words)):
            if place in by_rule:
                continue
            line = " ".join([*words[:place], otherwise(words[place]), *words[place + 1 :]])
            forged.append((number + 1, "\n".join([*lines[:number], line, *lines[number + 1 :]])))
    return forged


@every_golden_paper
def test_a_golden_paper_is_true(paper: Path) -> None:
    text = paper.read_text("utf-8")
    commitment = hashlib.sha256(bytes.fromhex(seed_of(text))).hexdigest()
    moves = len(re.findall(r"^nature ", text, re.MULTILINE))

    answer = ask_verifier(paper, "--commitment", commitment)

    assert answer.stdout == f"true: {moves} moves of nature follow from the seed\n"
    assert answer.returncode == 0


@every_box
@pytest.mark.parametrize("seed", [1, 2])
def test_the_paper_of_a_random_match_is_true(slug: str, seed: int, tmp_path: Path) -> None:
    paper = tmp_path / "match.paper"
    paper.write_text(simulate(slug, seed), "utf-8")

    answer = ask_verifier(paper)

    assert answer.stdout.startswith("true: ")
    assert answer.returncode == 0


@every_golden_paper
def test_a_changed_seed_makes_a_paper_false(paper: Path, tmp_path: Path) -> None:
    text = paper.read_text("utf-8")
    forged = tmp_path / "forged.paper"
    forged.write_text(text.replace(seed_of(text), hashlib.sha256(text.encode()).hexdigest()), "utf-8")

    answer = ask_verifier(forged)

    assert answer.stdout.endswith("\nfalse\n")
    assert answer.returncode == 1


@every_golden_paper
def test_a_changed_word_of_nature_is_named_with_its_line(paper: Path) -> None:
    forged = forgeries(paper.read_text("utf-8"))

    assert forged
    for line, text in forged:
        assert f"line {line}" in [fault.partition(":")[0] for fault in faults(text)]


@every_golden_paper
def test_a_false_move_is_said_with_what_the_seed_gives(paper: Path, tmp_path: Path) -> None:
    _changed_verb, (line, text), *_ = forgeries(paper.read_text("utf-8"))
    forged = tmp_path / "forged.paper"
    forged.write_text(text, "utf-8")
    written = text.splitlines()[line - 1].removeprefix("nature ")
    true = paper.read_text("utf-8").splitlines()[line - 1].removeprefix("nature ")

    answer = ask_verifier(forged)

    assert f"line {line}: written {written}, the seed gives {true}\n" in answer.stdout
    assert answer.returncode == 1


@every_golden_paper
def test_a_move_of_nature_that_was_left_out_makes_a_paper_false(paper: Path) -> None:
    lines = paper.read_text("utf-8").splitlines()
    first = next(number for number, line in enumerate(lines) if line.startswith("nature "))

    assert not is_true("\n".join(lines[:first] + lines[first + 1 :]))


@every_box
def test_salts_are_part_of_the_luck(slug: str) -> None:
    text = salted_paper(slug)
    mine, theirs = (f"salt {seat} {salt.hex()}\n" for seat, salt in SALTS.items())

    assert is_true(text)
    assert is_true(text.replace(mine + theirs, theirs + mine))
    assert not is_true(text.replace(mine, ""))
    assert not is_true(text.replace(theirs, ""))
    assert not is_true(text.replace("salt 0", "salt x").replace("salt 1", "salt 0").replace("salt x", "salt 1"))


@every_golden_paper
def test_a_salt_that_was_put_on_paper_afterwards_makes_it_false(paper: Path) -> None:
    text = paper.read_text("utf-8")

    assert not is_true(text.replace("seed ", f"salt 0 {SALTS[0].hex()}\nseed ", 1))


def raced(change: dict[str, Any] | None = None) -> tuple[str, list[dict[str, Any]]]:
    """A paper, and receipts of two rounds as the house would write them for its seed: three lots."""
    text = salted_paper(BOX)
    chance = pandemonium.read(text).chance
    assert chance is not None
    receipts = []
    for number, companies in ((1, [(0, 2)]), (4, [(0, 1, 2), (3, 5)])):
        luck = lots(chance, number)
        drawn = [{"seats": list(seats), "winner": luck.pick(seats)} for seats in companies]
        lines = [{"seat": seat, "verdict": "lot"} for seats in companies for seat in seats]
        receipts.append(
            {"round": number, "version": 9, "lines": [*lines, {"seat": 4, "verdict": "cut"}], "lots": drawn}
        )
    receipts[1] |= change or {}
    return text, receipts


def ask_of_receipts(folder: Path, text: str, receipts: Any) -> subprocess.CompletedProcess[str]:
    paper, beside = folder / "match.paper", folder / "receipts.json"
    paper.write_text(text, "utf-8")
    beside.write_text(json.dumps(receipts), "utf-8")
    return ask_verifier(paper, "--receipts", str(beside))


def test_the_lots_of_a_race_are_drawn_again_from_its_receipts(tmp_path: Path) -> None:
    answer = ask_of_receipts(tmp_path, *raced())

    assert re.fullmatch(r"true: \d+ moves of nature and 3 lots follow from the seed\n", answer.stdout)
    assert answer.returncode == 0


@pytest.mark.parametrize(
    "forged",
    [
        {"lots": [{"seats": [0, 1, 2], "winner": 4}, {"seats": [3, 5], "winner": 4}]},
        {"lots": [{"seats": [], "winner": 0}]},
        {"lots": [{"seats": [0, 1, 2], "winner": 0}]},
        {"lots": []},
        {"lines": []},
    ],
)
def test_a_forged_receipt_is_named_with_its_round(forged: dict[str, Any], tmp_path: Path) -> None:
    answer = ask_of_receipts(tmp_path, *raced(forged))

    assert answer.stdout.startswith("round 4: ")
    assert answer.stdout.endswith("\nfalse\n")
    assert answer.returncode == 1


def test_a_lot_that_fell_on_another_is_said_with_whom_the_seed_gives(tmp_path: Path) -> None:
    text, (first, second) = raced()
    (lot,) = first["lots"]
    true, false = lot["winner"], 2 - lot["winner"]
    lot["winner"] = false

    answer = ask_of_receipts(tmp_path, text, [first, second])

    assert answer.stdout == f"round 1: the lot fell on seat {false}, the seed gives {true}\nfalse\n"


def test_a_lot_of_an_older_house_is_known_from_who_was_in_it(tmp_path: Path) -> None:
    """The first of them on the receipt had it."""
    text, (first, _) = raced()
    (lot,) = first["lots"]
    lines = sorted(first["lines"][:2], key=lambda line: line["seat"] != lot["winner"])

    assert ask_of_receipts(tmp_path, text, [{**first, "lots": [], "lines": lines}]).returncode == 0
    assert ask_of_receipts(tmp_path, text, [{**first, "lots": [], "lines": lines[::-1]}]).returncode == 1


RACE = next(game for game in pandemonium.shelf().values() if game.race)


def race_on_paper() -> tuple[str, list[dict[str, Any]]]:
    """A golden race, and receipts of its rounds in which nobody was as fast as another."""
    text = next(text for paper in GOLDEN if game_of(text := paper.read_text("utf-8")) == RACE.slug)
    who = [words[0] for line in text.splitlines() if (words := line.split()) and words[0] in ("nature", *"012345")]
    receipts: list[dict[str, Any]] = []
    for version, (one, after) in enumerate(pairwise([*who, "nature"]), 1):
        if one != "nature":
            if who[version - 2] == "nature":
                receipts.append({"round": len(receipts) + 1, "lines": [], "lots": []})
            receipts[-1]["lines"].append({"seat": int(one), "verdict": "counted"})
            if after == "nature":
                receipts[-1]["version"] = version + 1
    return text, receipts


def test_receipts_are_asked_for_of_every_round_in_which_somebody_moved(tmp_path: Path) -> None:
    text, receipts = race_on_paper()
    first, second, *others = receipts
    silent = {**second, "lines": [{**line, "verdict": "gone"} for line in second["lines"]]}

    assert ask_of_receipts(tmp_path, text, receipts).stdout.startswith("true: ")
    for shown, left in (([first, *others], 1), ([first, silent, *others], 1), (others, 2), ([], len(receipts))):
        answer = ask_of_receipts(tmp_path, text, shown)
        assert re.fullmatch(
            rf"partly: \d+ moves of nature follow from the seed; of {left} rounds no receipt .*\n", answer.stdout
        )
        assert answer.returncode == 1


def test_without_receipts_the_verifier_speaks_of_moves_of_nature_and_no_lots(tmp_path: Path) -> None:
    paper = tmp_path / "match.paper"
    paper.write_text(race_on_paper()[0], "utf-8")

    assert re.fullmatch(r"true: \d+ moves of nature follow from the seed\n", ask_verifier(paper).stdout)


EMPTY = {"round": 1, "version": 1, "lines": [], "lots": []}


@pytest.mark.parametrize(
    "receipts", [7, [7], [{}], [{**EMPTY, "round": "1"}], [{**EMPTY, "round": 2**31}], [{**EMPTY, "version": None}]]
)
def test_receipts_that_cannot_be_read_are_refused_in_a_sentence(receipts: Any, tmp_path: Path) -> None:
    answer = ask_of_receipts(tmp_path, salted_paper(BOX), receipts)

    assert answer.returncode == 2
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1


def test_another_commitment_makes_a_paper_false() -> None:
    answer = ask_verifier(GOLDEN[0], "--commitment", "0" * 64)

    assert answer.stdout == "the seed is not the one that was committed to\nfalse\n"
    assert answer.returncode == 1


def sealed_table(text: str, **otherwise: Any) -> dict[str, Any]:
    """As the house told it when everybody had pledged."""
    match = pandemonium.read(text)
    pledges = {seat: hashlib.sha256(salt).hexdigest() for seat, salt in SALTS.items()}
    return {
        "game": match.game.slug,
        "seats": match.seats,
        "options": dict(re.findall(r"^option (\S+) (\S+)$", text, re.MULTILINE)),
        "commitment": hashlib.sha256(bytes.fromhex(seed_of(text))).hexdigest(),
        "sealed": True,
        "chairs": [{"kind": "person", "pledge": pledges.get(seat, "")} for seat in range(match.seats)],
        **otherwise,
    }


def ask_of_table(folder: Path, text: str, table: Any) -> subprocess.CompletedProcess[str]:
    paper, beside = folder / "match.paper", folder / "table.json"
    paper.write_text(text, "utf-8")
    beside.write_text(json.dumps(table), "utf-8")
    return ask_verifier(paper, "--table", str(beside))


def test_a_paper_is_held_to_the_table_as_it_was_before_anybody_showed_his_salt(tmp_path: Path) -> None:
    text = salted_paper(BOX)
    honest = sealed_table(text)
    chairs = honest["chairs"]

    assert ask_of_table(tmp_path, text, honest).returncode == 0
    for forged, fault in (
        ({"commitment": "0" * 64}, "the seed is not the one that was committed to"),
        ({"game": "tarot"}, "the table was set for another game, or for others"),
        ({"seats": 12}, "the table was set for another game, or for others"),
        ({"options": {**honest["options"], "moon": "full"}}, "the table was set with other options"),
        ({"chairs": [*chairs[1:], chairs[0]]}, "the salt of seat 0 is not what was pledged"),
    ):
        answer = ask_of_table(tmp_path, text, {**honest, **forged})
        assert fault in answer.stdout.splitlines()
        assert answer.returncode == 1


def test_a_salt_that_the_house_adds_when_it_knows_the_others_is_found_out(tmp_path: Path) -> None:
    """It follows from the seed that was committed to, and would be as good as choosing the deal."""
    fitted = salted_paper(BOX)
    person, _, *others = sealed_table(fitted)["chairs"]
    bot = {"kind": "bot", "pledge": ""}

    assert is_true(fitted)
    answer = ask_of_table(tmp_path, fitted, sealed_table(fitted, chairs=[person, bot, *others]))
    assert answer.stdout == "the salt of seat 1 is not what was pledged\nfalse\n"


@pytest.mark.parametrize("table", [{}, [], "no table", None, {"sealed": False}], ids=str)
def test_a_table_that_holds_nobody_to_anything_is_refused_in_a_sentence(table: Any, tmp_path: Path) -> None:
    text = salted_paper(BOX)
    told = {**sealed_table(text), **table} if isinstance(table, dict) and table else table

    answer = ask_of_table(tmp_path, text, told)

    assert answer.returncode == 2
    assert len(answer.stderr.splitlines()) == 1


@pytest.mark.parametrize(
    "text",
    [
        f"game {BOX}\nseats 3\n",
        f"game tarot\nseats 3\nseed {'0' * 64}\n",
        f"seats 3\nseed {'0' * 64}\n",
        f"game {BOX}\nseed {'0' * 64}\n",
        f"game {BOX}\nseats 0\nseed {'0' * 64}\n",
        f"game {BOX}\nseats 3\nseed 00\n",
        f"game {BOX}\nseats 3\nseed {'0' * 64}\nseed {'1' * 64}\n",
        f"game {BOX}\nseats 3\nseed {'0' * 64}\nsalt 0 00\n",
        f"game {BOX}\nseats 3\nseed {'0' * 64}\nsalt 00 {'0' * 32}\n",
        f"game {BOX}\nseats 3\nseed {'0' * 64}\nsalt +1 {'0' * 32}\n",
        f"game {BOX}\nseats 3\nseed {'0' * 64}\nsalt 3 {'0' * 32}\n",
        f"game {BOX}\nseats 3\nseed {'0' * 64}\nonce upon a time\n",
    ],
)
def test_a_paper_that_cannot_be_checked_is_refused_in_a_sentence(text: str, tmp_path: Path) -> None:
    paper = tmp_path / "match.paper"
    paper.write_text(text, "utf-8")

    answer = ask_verifier(paper)

    assert answer.returncode == 2
    assert answer.stdout == ""
    assert len(answer.stderr.splitlines()) == 1


def test_a_game_that_the_verifier_does_not_know_brings_its_data(tmp_path: Path) -> None:
    """What its rules say and no luck decides is taken as it stands; luck is not."""
    luck, paper = tmp_path / "luck.json", tmp_path / "match.paper"
    luck.write_text('{"options": {}, "draws": {"throw": [{"pick": ["1", "2", "3"]}, {"written": "seat"}]}}', "utf-8")
    true = set()
    for die in "123":
        for seat in "01":
            paper.write_text(f"game tarot\nseats 2\nseed {'0' * 64}\nnature throw {die} {seat}\n", "utf-8")
            if ask_verifier(paper, "--luck", str(luck)).returncode == 0:
                true.add((die, seat))

    assert {seat for _, seat in true} == {"0", "1"}
    assert len({die for die, _ in true}) == 1


def test_the_verifier_imports_nothing_of_ours() -> None:
    imported = set()
    for node in ast.walk(ast.parse(VERIFIER.read_text("utf-8"))):
        match node:
            case ast.Import(names):
                imported |= {alias.name.partition(".")[0] for alias in names}
            case ast.ImportFrom(module, _, level):
                assert level == 0
                imported.add(str(module).partition(".")[0])

    assert imported <= sys.stdlib_module_names


def test_the_verifier_carries_the_data_of_the_page() -> None:
    blocks = re.findall(r"^```json\n(.*?)^```", PAGE.read_text("utf-8"), re.MULTILINE | re.DOTALL)

    assert list(LUCK.values()) == [json.loads(block) for block in blocks]
    assert set(LUCK) <= set(pandemonium.shelf())
