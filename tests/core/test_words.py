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
from pandemonium.core.words import LANGUAGES, Words

SOURCE = Path(pandemonium.__file__).parent
CATALOGUES = sorted(found.parent for found in SOURCE.rglob("words/en.json"))
PAGE = Path(__file__).parents[2] / "web" / "words"
GAMES = list(pandemonium.shelf().values())


def catalogue(folder: Path, language: str) -> dict[str, str | dict[str, str]]:
    return dict(json.loads((folder / f"{language}.json").read_text(encoding="utf-8")))


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
        *Path(SOURCE / "games" / game.package.rpartition(".")[2]).glob("*.py"),
        *SOURCE.glob("c*/*.py"),
        *SOURCE.glob("storage/*.py"),
    ):
        raised |= set(re.findall(r"(?:Illegal|Refusal)\(\s*\"([a-z-]+)\"", file.read_text(encoding="utf-8")))
    for language in LANGUAGES:
        words = Words(language, game)
        assert [key for key in raised if f"no.{key}" not in words] == []


@pytest.mark.parametrize("game", GAMES, ids=[game.slug for game in GAMES])
def test_every_option_has_a_label(game: AnyGame) -> None:
    from msgspec.structs import fields

    for language in LANGUAGES:
        words = Words(language, game)
        assert [field.encode_name for field in fields(game.options) if f"option.{field.encode_name}" not in words] == []


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


def french_texts() -> dict[str, str]:
    """All that a reader of French is shown, by where it stands."""
    texts = {
        f"{book.parent.name}/{book.name}": book.read_text(encoding="utf-8") for book in SOURCE.rglob("RULES.fr.md")
    }
    for folder in (*CATALOGUES, PAGE):
        for key, sentence in catalogue(folder, "fr").items():
            forms = {"": sentence} if isinstance(sentence, str) else sentence
            texts |= {f"{folder.parent.name} {key} {form}": said for form, said in forms.items()}
    return texts


def test_french_signs_have_their_spaces_that_do_not_break() -> None:
    """A narrow one before ; ! ?, a whole one before the colon and inside the quotation marks."""
    wrong = {
        where: found
        for where, text in french_texts().items()
        if (
            found := [
                text[max(0, sign.start() - 20) : sign.end()] for sign in FRENCH_SIGN.finditer(NOT_FRENCH.sub("x", text))
            ]
        )
    }
    assert wrong == {}


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
