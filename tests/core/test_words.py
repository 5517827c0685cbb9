"""Everything a player reads exists in French, English and German."""

from __future__ import annotations

import json
import re
from pathlib import Path
from string import Formatter
from typing import Any, get_args

import msgspec
import pytest

import pandemonium
from pandemonium.core.game import AnyGame
from pandemonium.core.options import read_options
from pandemonium.core.words import LANGUAGES, Words
from pandemonium.games import folder, is_ours
from pandemonium.server.api.boxes import box
from pandemonium.server.boards import has_board

SOURCE = Path(pandemonium.__file__).parent
PAGE = Path(__file__).parents[2] / "web" / "words"
GAMES = list(pandemonium.shelf().values())
FOLDERS = [SOURCE, *(folder(game) for game in GAMES if not is_ours(game))]
CATALOGUES = sorted(found.parent for place in FOLDERS for found in place.rglob("words/en.json"))


def catalogue(folder: Path, language: str) -> dict[str, str | dict[str, str]]:
    return dict(json.loads((folder / f"{language}.json").read_text(encoding="utf-8"), object_pairs_hook=each_once))


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Of two sentences under one key nobody would hear the first."""
    keys = [key for key, _ in pairs]
    assert (twice := sorted({key for key in keys if keys.count(key) > 1})) == [], f"said twice: {twice}"
    return dict(pairs)


def facts(sentence: str | dict[str, str]) -> set[str]:
    forms = [sentence] if isinstance(sentence, str) else list(sentence.values())
    chosen_by = set() if isinstance(sentence, str) else {sentence.get("by", "n")}
    return chosen_by | {name for form in forms for _, name, _, _ in Formatter().parse(form) if name is not None}


@pytest.mark.parametrize("folder", CATALOGUES, ids=[folder.parent.name for folder in CATALOGUES])
def test_the_three_languages_say_the_same_things(folder: Path) -> None:
    french, english, german = (catalogue(folder, language) for language in LANGUAGES)

    assert french.keys() == english.keys() == german.keys()
    for key, sentence in english.items():
        assert facts(french[key]) == facts(sentence) == facts(german[key]), key


@pytest.mark.parametrize("folder", CATALOGUES, ids=[folder.parent.name for folder in CATALOGUES])
def test_sentences_that_depend_on_a_fact_have_the_same_forms_in_all_languages(folder: Path) -> None:
    """Those that depend on a number have both plural forms."""
    french, english, german = (catalogue(folder, language) for language in LANGUAGES)
    for key, forms in english.items():
        if not isinstance(forms, str):
            assert forms.keys() == dict(french[key]).keys() == dict(german[key]).keys(), key  # type: ignore[arg-type]
            assert "other" in forms or "by" in forms, key


HOUSES = [SOURCE / "words", SOURCE / "server" / "words", PAGE]
"""Those that every game is played with."""


@pytest.mark.parametrize("folder", HOUSES, ids=["house", "server", "page"])
@pytest.mark.parametrize(
    ("language", "thing"),
    [("en", r"dice|grab\w*"), ("fr", r"dés|attrap\w*"), ("de", r"würfel\w*|\w*griff\w*|\w*greif\w*")],
)
def test_in_what_every_game_is_played_with_a_race_or_a_hint_is_not_one_for_dice(
    folder: Path, language: str, thing: str
) -> None:
    """A game says it in its own words where it has some: `race.ready` of the game is heard before that of the house."""
    about = re.compile(r"(no|race|key|table)\.")
    named = [
        key
        for key, sentence in catalogue(folder, language).items()
        if about.match(key) and re.search(rf"\b({thing})\b", str(sentence), re.IGNORECASE)
    ]

    assert [key for key in named if key not in ("no.not-yours-to-do", "key.undo")] == [], "these count kinds of luck"


@pytest.mark.parametrize("folder", CATALOGUES, ids=[folder.parent.name for folder in CATALOGUES])
def test_no_sentence_is_left_in_english(folder: Path) -> None:
    """Whole sentences that are the same in two languages were forgotten."""
    french, english, german = (catalogue(folder, language) for language in LANGUAGES)
    for key, sentence in english.items():
        if isinstance(sentence, str) and len(re.sub(r"\{\w*\}", "", sentence).split()) > 3:
            assert french[key] != sentence, key
            assert german[key] != sentence, key


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_refusal_can_be_said(game: AnyGame) -> None:
    """Each key that the code of a game or of the house raises has its sentence."""
    raised = set()
    for file in (
        *folder(game).glob("*.py"),
        *SOURCE.glob("c*/*.py"),
        *SOURCE.glob("storage/*.py"),
    ):
        raised |= set(re.findall(r"(?:Illegal|Refusal)\(\s*\"([a-z-]+)\"", file.read_text(encoding="utf-8")))
    for language in LANGUAGES:
        words = Words(language, game)
        assert [key for key in raised if f"no.{key}" not in words] == []


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_option_and_every_value_has_a_name(game: AnyGame) -> None:
    """And each choice its sentence: nobody has to read what stands on paper."""
    for language in LANGUAGES:
        words = Words(language, game)
        for option in box(game).options:
            name = f"option.{option.name}"
            wanted = [name]
            if option.values == ("yes", "no"):
                wanted.append(f"{name}.hint")
            else:
                values = [value for value in option.values if value != "-"]
                wanted += [key for value in values for key in (f"{name}.{value}", f"{name}.{value}.hint")]
                wanted += [f"{name}.none"] if "-" in option.values else []
                wanted += [f"{name}.is", f"{name}.hint"] if option.most is not None else []
            assert [key for key in wanted if not words.catalogue.get(key)] == []


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_variant_has_a_name_and_a_sentence(game: AnyGame) -> None:
    """Its options are such as can be chosen, and the first one is as it comes out of the box."""
    for number, (name, options) in enumerate(game.variants.items()):
        chosen = read_options(game.options, options)
        assert (chosen == game.options()) == (number == 0)
        for language in LANGUAGES:
            words = Words(language, game)
            assert words(f"variant.{name}")
            assert words(f"variant.{name}.hint")[-1] in ".?!"


@pytest.mark.parametrize("game", [game for game in GAMES if has_board(game)], ids=lambda game: game.slug)
def test_a_box_with_a_board_says_what_it_is_about(game: AnyGame) -> None:
    """On the shelf in a line; before the first match what one wants and what one does, a sentence each."""
    assert game.minutes > 0
    for language in LANGUAGES:
        words = Words(language, game)
        for key in ("box.line", "box.want", "box.do"):
            assert len(re.findall(r"[.!?](?= |$)", words(key))) == 1, f"{key} in {language} is a sentence"
        assert len(words("box.line")) < 80


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_the_rules_and_the_shelf_say_how_long_a_match_takes(game: AnyGame) -> None:
    """One truth, in every language."""
    books = list(folder(game).glob("RULES*.md"))
    assert len(books) == len(LANGUAGES)
    for book in books:
        opening = book.read_text(encoding="utf-8").partition("\n## ")[0]
        assert re.findall(r"(\d+)\s+minute", opening.lower()) == [str(game.minutes)], book.name


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_question_has_its_place_in_the_rules(game: AnyGame) -> None:
    """Where the page opens them for whoever is asked."""
    asked = {kind.__struct_config__.tag for kind in tagged(game.question)}
    assert game.asked_in.keys() == asked
    for book in folder(game).glob("RULES*.md"):
        text = book.read_text(encoding="utf-8")
        assert [rule for rule in game.asked_in.values() if f"**{rule}**" not in text] == []


def tagged(union: Any) -> list[Any]:
    kinds = get_args(union) or (union,)
    return [kind for kind in kinds if kind is not type(None)]


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_fact_and_every_question_can_be_said(game: AnyGame) -> None:
    """With nothing in a sentence that its fact does not have."""
    for prefix, union in (("told", game.fact), ("ask", game.question)):
        for kind in tagged(union):
            key, fields = f"{prefix}.{kind.__struct_config__.tag}", set(kind.__struct_fields__)
            for language in LANGUAGES:
                words = Words(language, game)
                assert key in words
                assert facts(words.catalogue[key]) <= fields, key  # type: ignore[arg-type]


def test_french_counts_nought_as_one() -> None:
    for language, nought in (("fr", "one"), ("en", "other"), ("de", "other")):
        words = Words(language)
        words.catalogue = {"sheep": {"one": "one", "other": "other"}}
        assert words("sheep", n=0) == nought
        assert words("sheep", n=1) == "one"
        assert words("sheep", n=2) == "other"


FRENCH_SIGN = re.compile(
    r"""
    (?<!\u202f)(?<!«\u00a0)[;!?] |        # the narrow space, or a sign that is quoted
    (?<!\u00a0):(?=\s|$) |               # a whole one before the colon
    «(?!\u00a0) | (?<!\u00a0)» |
    (?<=\w)[ ]… | \.\.\. | '
""",
    re.VERBOSE,
)
NOT_FRENCH = re.compile(r"`[^`]*`|\{[^}]*\}|^[?] |^\*[^*]+\*,", re.MULTILINE)
"""What is typed, what is filled in, and a title in another language."""


def texts_in(language: str) -> dict[str, str]:
    """All that a reader of this language is shown, by where it stands."""
    books = [book for place in FOLDERS for book in place.rglob(f"RULES.{language}.md")]
    texts = {f"{book.parent.name}/{book.name}": book.read_text(encoding="utf-8") for book in books}
    for place in (*CATALOGUES, PAGE):
        for key, sentence in catalogue(place, language).items():
            forms = {"": sentence} if isinstance(sentence, str) else sentence
            texts |= {f"{place.parent.name} {key} {form}": said for form, said in forms.items()}
    return texts


def found_in(language: str, wrong: re.Pattern[str], but: re.Pattern[str]) -> dict[str, list[str]]:
    texts = {where: but.sub("x", text) for where, text in texts_in(language).items()}
    found = {
        where: [text[max(0, sign.start() - 20) : sign.end()] for sign in wrong.finditer(text)]
        for where, text in texts.items()
    }
    return {where: its for where, its in found.items() if its}


def test_french_signs_have_their_spaces_that_do_not_break() -> None:
    """A narrow one before ; ! ?, a whole one before the colon and inside the quotation marks."""
    assert found_in("fr", FRENCH_SIGN, NOT_FRENCH) == {}


GERMAN_SIGN = re.compile(
    r"""
    \wen[ ]Sie\b |                       # we are on first-name terms here
    ["”] | „[^“]*(?:„|$) | ' |
    [ ][;:!?](?=\s|$) | (?<=\w\w)…(?=\s|$) | \.\.\.
""",
    re.VERBOSE,
)
NOT_GERMAN = re.compile(r"`[^`]*`|\{[^}]*\}")


def test_german_says_du_and_has_its_own_quotation_marks() -> None:
    assert found_in("de", GERMAN_SIGN, NOT_GERMAN) == {}


NOT_SAID = {
    "fr": re.compile(r"échou(?:e|ez|ent)\b|\bannul(?:er|ez)\b", re.IGNORECASE),
    "de": re.compile(r"Rundbahn|Rundkurs|drei Menschen"),
}


@pytest.mark.parametrize("language", NOT_SAID)
def test_one_thing_has_one_name_and_that_of_card_players(language: str) -> None:
    assert found_in(language, NOT_SAID[language], re.compile("$^")) == {}


SHARED = json.loads((Path(__file__).parent.parent / "words.json").read_text(encoding="utf-8"))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("said", SHARED["said"], ids=[said["en"] or "nothing" for said in SHARED["said"]])
def test_facts_are_said_as_the_page_says_them(language: str, said: dict[str, Any]) -> None:
    """web/test/words.test.ts reads the same file."""
    words = Words(language)
    words.catalogue = SHARED["catalogue"]
    fact = said["fact"]
    kind = msgspec.defstruct("Fact", list(fact.keys() - {"type"}), tag=fact["type"])

    assert (
        words.told([kind(**{name: value for name, value in fact.items() if name != "type"})], SHARED["names"])
        == said[language]
    )
