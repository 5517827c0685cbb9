"""Names that can be read, and by which nobody passes for somebody else."""

from __future__ import annotations

import unicodedata
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pandemonium.core.game import Refusal
from pandemonium.core.words import LANGUAGES
from pandemonium.server.people.language import words_of
from pandemonium.server.people.names import bot_names, guest_name
from pandemonium.server.people.naming import checked_name, may_sit_with, outline
from tests.server.serving import guest, in_a_loop

CARDS = "little-devils"


@pytest.mark.parametrize(
    ("given", "kept"),
    [
        ("  Anna   Maria ", "Anna Maria"),
        ("Zoë", "Zoë"),
        ("Zoe\u0308", "Zoë"),
        ("Jean-Luc O’Neil 2", "Jean-Luc O’Neil 2"),
        ("Ольга", "Ольга"),
        ("Ελένη", "Ελένη"),
        ("さくら 花 Hana", "さくら 花 Hana"),
        ("محمد", "محمد"),
        ("לְאָה שָּׁרוֹן", unicodedata.normalize("NFKC", "לְאָה שָּׁרוֹן")),
        ("Işıl Gökçe", "Işıl Gökçe"),
        ("Łukasz Żółć", "Łukasz Żółć"),
        ("Søren Ångström", "Søren Ångström"),
        ("Đặng Thị Ý", "Đặng Thị Ý"),
        ("Ólafur Þór", "Ólafur Þór"),
        ("Ŋura Əliyev", "Ŋura Əliyev"),
        ("Ɛmma Ɔkɔmfo", "Ɛmma Ɔkɔmfo"),
        ("ᏣᎳᎩ", "ᏣᎳᎩ"),
        ("Elisabeth II", "Elisabeth II"),
        ("Liv", "Liv"),
        ("Anna!", "Anna!"),
        ("王小明", "王小明"),
        ("김민수", "김민수"),
        ("Nguyễn Thị Hạnh", "Nguyễn Thị Hạnh"),
        ("श्रीदेवी", "श्रीदेवी"),
        ("ประไพศรี", "ประไพศรี"),
        ("ရွှံ့မြို့", "ရွှံ့မြို့"),
        ("Мар\u02bcяна", "Мар\u02bcяна"),  # The apostrophe of Ukraine is a letter for Unicode,
        ("Ka\u02bbiulani", "Ka\u02bbiulani"),  # and so are the okina of Hawaii
        ("\u02bfAlī", "\u02bfAlī"),  # and the ain of who writes Arabic in Latin letters.
        ("An\u200bna", "An na"),
        ("\u202eannA", "annA"),
        ("An\u3164na", "Anna"),
        ("Ａｎｎａ", "Anna"),
        ("𝔄𝔫𝔫𝔞", "Anna"),
        ("🦊", "🦊"),
    ],
)
def test_a_name_is_kept_as_it_can_be_read(given: str, kept: str) -> None:
    assert checked_name(given) == kept


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("", "bad-name"),
        ("\u200b\u2060", "bad-name"),
        ("\u3164\u3164", "bad-name"),
        ("\u2800", "bad-name"),
        ("...", "bad-name"),
        ("Аnna", "name-mixes-scripts"),  # The first letter is Cyrillic.
        ("Annα", "name-mixes-scripts"),
        ("ОlgΑ", "name-mixes-scripts"),
        ("Lilith", "name-of-a-bot"),
        ("lilith", "name-of-a-bot"),
        ("LiIith", "name-of-a-bot"),  # A capital i.
        ("L1lith", "name-of-a-bot"),
        ("Mephisto", "name-of-a-bot"),
        ("M é p h i s t o", "name-of-a-bot"),
        ("Méphisto 2", "name-of-a-bot"),
        ("Lilith!", "name-of-a-bot"),
        ("¡Lilith!", "name-of-a-bot"),
        ("Lilith|", "name-of-a-bot"),
        ("Lilith ✓", "name-of-a-bot"),
        ("Lilith II", "name-of-a-bot"),
        ("LilithIV", "name-of-a-bot"),
        ("Lilith Ⅱ", "name-of-a-bot"),
        ("Lilith ②", "name-of-a-bot"),
        ("Lilith ❷", "name-of-a-bot"),
        ("Lilith²", "name-of-a-bot"),
        ("Baa| 2", "name-of-a-bot"),
        ("Bɑɑl", "name-of-a-bot"),  # The alpha of Latin phonetics.
        ("ʟɪʟɪᴛʜ", "name-of-a-bot"),
        ("Sɪtri", "name-of-a-bot"),
        ("Liłith", "name-of-a-bot"),
        ("🅻🅸🅻🅸🆃🅷", "name-of-a-bot"),
        ("🅛🅘🅛🅘🅣🅗", "name-of-a-bot"),
        ("🇱🇮🇱🇮🇹🇭", "name-of-a-bot"),
        ("ꓡꓲꓡꓲꓔꓧ", "name-of-a-bot"),  # Lisu
        ("ᏞᎥᏞᎥᎢᎻ", "name-of-a-bot"),  # and Cherokee.
        ("Kobold", "name-of-a-bot"),
        ("ARCHDEVIL", "name-of-a-bot"),
        ("Tentateur", "name-of-a-bot"),
        ("Erzteufel 3", "name-of-a-bot"),
        ("Ваal", "name-mixes-scripts"),
        ("ВААГ", None),
        ("⚙ Careful", "name-of-a-program"),
        ("Careful⚙\ufe0f", "name-of-a-program"),
        ("Z" + "\u0334\u0317\u0318\u0319" * 3, "name-piles-marks"),
        ("ก" + "\u0e47" * 9, "name-piles-marks"),
        ("ก" + "\u0e47\u0e34\u0e35" * 2, "name-piles-marks"),
        ("Anna" + "\u20dd" * 4, "name-piles-marks"),
        ("Anna\u0e47", "name-mixes-scripts"),
    ],
)
def test_a_name_that_is_made_to_deceive_is_refused(name: str, why: str | None) -> None:
    if why is None:
        assert checked_name(name)
        return
    with pytest.raises(Refusal) as refused:
        checked_name(name)

    assert refused.value.key == why


def test_every_name_that_the_house_itself_gives_is_one_that_may_be_borne() -> None:
    luck = Random(1)
    for language in LANGUAGES:
        for _ in range(400):
            name = guest_name(language, luck)
            assert checked_name(name) == name


@pytest.mark.parametrize("language", LANGUAGES)
def test_nobody_is_called_by_what_says_how_good_a_bot_is(language: str) -> None:
    for level in ("kobold", "tempter", "fiend", "archdevil"):
        with pytest.raises(Refusal, match="name-of-a-bot"):
            checked_name(words_of(language, None)(f"level.{level}"))


def test_no_bot_has_a_name_that_a_person_may_bear() -> None:
    for name in bot_names(24, Random(1)):
        with pytest.raises(Refusal, match="name-of-a-bot"):
            checked_name(name)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Ocean", "Осеаn"),  # Cyrillic but for the last letter.
        ("Anna", "anna"),
        ("Anna", "A n n a"),
        ("Olga Petrovna", "Olga Petrovna."),
        ("Tom", "T0m"),
        ("corner", "comer"),
        ("Lina", "Iina"),
        ("Sly Fox", "SIy Fox"),
        ("Zoë", "Zoe"),
        ("ONeil", "O\u02bcNeil"),
    ],
)
def test_names_that_look_alike_have_one_outline(one: str, other: str) -> None:
    assert outline(one) == outline(other)


def test_names_that_do_not_look_alike_have_different_ones() -> None:
    names = [
        "Anna",
        "Hanna",
        "Anne",
        "Sly Fox",
        "Sly Bat",
        "Player 1",
        "Player 2",
        "Smouldering Hobgoblin 01",
        "🦊",
        "🦉",
        "राम",
        "रीमा",
        "ปี",
        "ปู",
        "王〇",
        "王",
    ]

    assert len(set(map(outline, names))) == len(names)


@given(st.text(max_size=40))
def test_whatever_is_given_a_name_prints_on_one_line_or_is_refused(given: str) -> None:
    try:
        name = checked_name(given)
    except Refusal:
        return
    assert name.isprintable()
    assert name == " ".join(name.split())
    assert 0 < len(name) <= 32
    assert not any(unicodedata.category(sign) in ("Cf", "Cc", "Zl", "Zp") for sign in name)


def test_two_to_whom_the_house_gave_the_same_name_may_sit_together() -> None:
    """There are four hundred of them: it is nobody's fault. Who only looks like it is another matter."""
    name = guest_name("en", Random(1))

    may_sit_with(name, ["Otto", name])
    with pytest.raises(Refusal, match="name-taken-here"):
        may_sit_with(name.upper(), [name])
    with pytest.raises(Refusal, match="name-taken-here"):
        may_sit_with("Otto", ["Otto"])


def test_nobody_sits_with_somebody_whom_he_could_be_taken_for() -> None:
    may_sit_with("Anna", ["Hanna", "Otto"])
    with pytest.raises(Refusal, match="name-taken-here"):
        may_sit_with("0tto", ["Hanna", "Otto"])


@pytest.mark.parametrize(
    ("one", "other", "alike"),
    [
        ("Elia", "Ella", False),
        ("Jana", "Lana", False),
        ("elia", "ella", False),
        ("Ian", "Lan", False),
        ("Ian", "lan", True),
        ("Ella", "EIla", True),
        ("Elia", "EIia", True),
        ("Elia", "E1ia", True),
        ("Elia", "ELIA", True),
        ("elia", "el!a", True),
        ("Işıl", "Isil", True),
        ("Corner", "Comer", True),
        ("Anna", "Anna!", True),
        ("Anna", "¡Anna!", True),
        ("Anna", "Anna|", True),
        ("Anna", "ᴀnna", True),
        ("Anna", "Ɑnna", True),
        ("Anna", "🅰nna", True),
        ("Paul", "Pau!", True),
        ("Irma", "|rma", True),
        ("Soren", "Søren", True),
        ("Anna", "Anna 2", False),
        ("Anna I", "Anna V", False),
        ("Anna", "Annalisa", False),
    ],
)
def test_i_and_l_are_told_apart_where_names_are_written_as_names_are(one: str, other: str, alike: bool) -> None:
    for name, beside in ((one, other), (other, one)):
        if alike:
            with pytest.raises(Refusal, match="name-taken-here"):
                may_sit_with(name, [beside])
        else:
            may_sit_with(name, [beside])


@in_a_loop
async def test_at_a_table_and_over_http_too(port: int) -> None:
    async with guest(port) as host, guest(port) as other:
        assert (await host.http.patch("/api/me", json={"name": "Otto"})).status_code == 200
        bad = await other.http.patch("/api/me", json={"name": "Оtto"})
        assert bad.json()["key"] == "name-mixes-scripts"
        assert (await other.http.patch("/api/me", json={"name": "0tto"})).status_code == 200
        id = (await host.sets(CARDS, "you", "open", "random"))["id"]
        async with other.at(id) as page:
            assert (await page.asks("sit", seat=1))["key"] == "name-taken-here"
            assert (await other.http.patch("/api/me", json={"name": "Hanna"})).status_code == 200
            assert (await page.asks("sit", seat=1))["type"] == "done"
            # Nor does he take such a name once he sits there.
            taken = await other.http.patch("/api/me", json={"name": "OTTO"})
            assert taken.json()["key"] == "name-taken-here"
