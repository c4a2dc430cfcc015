"""Catalogues: messages become sentences, and every language says the same things."""

from __future__ import annotations

import errno
import inspect
import re
from string import Formatter

import pytest

from embertable.engine import errors
from embertable.engine.catalogue import (
    LANGUAGES,
    LOCALES,
    Catalogue,
    Message,
    catalogue_file,
    decimal,
    language_for,
    load_catalogue,
    plural_category,
    read_catalogue,
    templates_of,
)
from embertable.engine.errors import EmbertableError, UnknownGame
from embertable.games import GAMES, load
from embertable.ledger import load_ledger

CATALOGUE = Catalogue(
    "en",
    {
        "list.nothing": "nothing",
        "list.middle": "{before}, {last}",
        "list.last": "{before} and {last}",
        "event.Won": "{seat} wins {n:point|points}.",
        "event.Met": "They meet {beasts:beast}.",
        "event.Said": "{who} says: {what}",
        "event.Lost": "{:loss} is gone.",
        "beast.wolf": "a wolf",
        "beast.owl": "an owl",
        "loss.much": "Much of {n}",
        "odd": "{{braces}}",
    },
)


def said(id: str, **arguments) -> str:
    return CATALOGUE.render(Message(id, arguments))


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (0, "1 wins 0 points."),
        (1, "1 wins 1 point."),
        (2, "1 wins 2 points."),
        (-1, "1 wins −1 point."),
        (-4, "1 wins −4 points."),
        (21, "1 wins 21 points."),
    ],
)
def test_a_number_takes_its_noun(n, sentence):
    assert said("event.Won", seat=1, n=n) == sentence


@pytest.mark.parametrize(
    ("beasts", "sentence"),
    [
        ((), "They meet nothing."),
        (("wolf",), "They meet a wolf."),
        (("wolf", "owl"), "They meet a wolf and an owl."),
        (("wolf", "owl", "wolf"), "They meet a wolf, an owl and a wolf."),
        (["owl", "owl", "owl", "owl"], "They meet an owl, an owl, an owl and an owl."),
    ],
)
def test_lists_are_spoken(beasts, sentence):
    assert said("event.Met", beasts=beasts) == sentence


def test_a_message_may_stand_in_a_message():
    inner = Message("event.Won", {"seat": 0, "n": 1})
    assert said("event.Said", who="Ada", what=inner) == "Ada says: 0 wins 1 point."


def test_a_namer_names_what_no_catalogue_lists():
    words = CATALOGUE.with_namers(
        {"beast": lambda value: Message("event.Said", {"who": value, "what": "!"})}
    )
    assert words.render(Message("event.Met", {"beasts": ("yak",)})) == "They meet yak says: !."
    with pytest.raises(KeyError):
        said("event.Met", beasts=("yak",))


def test_a_name_at_the_start_of_a_sentence_begins_with_a_capital():
    words = CATALOGUE.with_namers({"beast": lambda value: Message("name.plain", {"name": value})})
    words.templates = {
        **words.templates,
        "name.plain": "the {name}",
        "event.Slept": "{who:Beast} sleeps.",
    }
    assert words.render(Message("event.Slept", {"who": "yak"})) == "The yak sleeps."


def test_a_detail_follows_from_all_arguments():
    words = CATALOGUE.with_namers({}, {"loss": lambda args: Message("loss.much", {"n": args["n"]})})
    assert words.render(Message("event.Lost", {"n": 3})) == "Much of 3 is gone."


def test_braces_can_be_said():
    assert said("odd") == "{braces}"


def test_a_catalogue_is_read_by_group_and_name(tmp_path):
    (tmp_path / "en.toml").write_text('[event]\nWon = "won"\n[list]\nnothing = "none"\n')
    assert read_catalogue(tmp_path / "en.toml") == {"event.Won": "won", "list.nothing": "none"}


def test_a_part_has_its_own_messages_and_the_shared_ones():
    server = load_catalogue("server", "en")
    assert server.has("error.StoreFailed")
    assert server.has("error.UnknownGame")
    assert server is load_catalogue("server", "en")


@pytest.mark.parametrize(
    ("language", "n", "category"),
    [
        ("en", 1, "one"),
        ("en", -1, "one"),
        ("en", 0, "other"),
        ("en", 1_000_000, "other"),
        ("it", -1, "one"),
        ("it", 1_000_000, "many"),
        ("fr", 0, "one"),
        ("pl", 22, "few"),
        ("pl", 25, "many"),
        ("ja", 1, "other"),
        ("pt-BR", 0, "one"),
        ("en-XA", 1, "one"),
        ("xx", 2, "other"),
    ],
)
def test_plural_categories_are_those_of_cldr(language, n, category):
    assert plural_category(language, n) == category


@pytest.mark.parametrize("n", [*range(-30, 130), 999, 1000, 10**6, -(10**6)])
@pytest.mark.parametrize("language", ["en", "it"])
def test_english_and_italian_have_one_form_for_one_and_another_for_all_else(language, n):
    words = Catalogue(language, {"n": "{n:one|many}"})
    sign = "\u2212" if n < 0 else ""
    assert words.text("n", n=n) == f"{sign}{abs(n)} {'one' if n in {1, -1} else 'many'}"


@pytest.mark.parametrize("n", ["7", "1", None])
def test_what_is_no_number_takes_the_other_form(n):
    assert CATALOGUE.text("event.Won", seat=1, n=n) == f"1 wins {n} points."


@pytest.mark.parametrize(
    ("n", "sentence"), [(1, "1 rok"), (3, "3 lata"), (5, "5 lat"), (22, "22 lata"), (0, "0 lat")]
)
def test_a_language_may_have_more_than_two_forms(n, sentence):
    polish = Catalogue("pl", {"year": "{n:one=rok|few=lata|many=lat|other=roku}"})
    assert polish.text("year", n=n) == sentence


def test_a_form_that_is_missing_is_the_other_one():
    assert Catalogue("pl", {"year": "{n:one=rok|other=lat}"}).text("year", n=3) == "3 lat"


def test_numbers_take_the_decimal_sign_of_the_language():
    assert decimal("en", "12.5") == "12.5"
    assert decimal("it", "12.5") == decimal("fr", "12.5") == "12,5"
    assert decimal("it", "12") == "12"


@pytest.mark.parametrize(
    ("wanted", "language"),
    [
        (["it"], "it"),
        (["it-CH"], "it"),
        (["it_IT.UTF-8"], "it"),
        (["IT"], "it"),
        (["de", "it", "en"], "it"),
        (["C", "POSIX", "", "tlh"], "en"),
        ([], "en"),
        (["en-GB", "it"], "en"),
        (["italic"], "en"),
    ],
)
def test_somebody_gets_the_first_of_their_languages_that_we_have(wanted, language):
    assert language_for(wanted) == language


def test_what_a_language_does_not_say_is_said_in_english(tmp_path):
    for language, text in {"en": 'a = "one"\nb = "two"', "fr": 'a = "un"'}.items():
        (tmp_path / language).mkdir()
        (tmp_path / language / "toy.toml").write_text(f"[toy]\n{text}\n")
    assert templates_of("toy", "fr", tmp_path) == {"toy.a": "un", "toy.b": "two"}
    assert templates_of("toy", "de", tmp_path) == {"toy.a": "one", "toy.b": "two"}


def test_english_comes_first():
    assert LANGUAGES[0] == "en"
    assert "it" in LANGUAGES


PARTS = sorted(file.stem for file in (LOCALES / "en").iterdir())


@pytest.mark.parametrize("part", PARTS)
@pytest.mark.parametrize("language", LANGUAGES[1:])
def test_a_translation_says_what_english_says(language, part):
    if language != "it" and not catalogue_file(part, language).is_file():
        pytest.skip("what is not translated is said in English")
    english = read_catalogue(catalogue_file(part, "en"))
    translated = read_catalogue(catalogue_file(part, language))
    assert list(english) == list(translated)
    for id, template in english.items():
        assert names(template) == names(translated[id]), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_language_has_no_file_that_nobody_reads(language):
    # What `--help` says is English in the program itself.
    assert {file.stem for file in (LOCALES / language).iterdir()} <= {*PARTS, "help"}


def test_every_section_of_the_rules_has_its_title():
    sections = {c.section for game in GAMES for c in load_ledger(load(game)).clauses.values()}
    titled = read_catalogue(catalogue_file("sections", "en"))
    assert titled == {f"section.{section}": section for section in sections}


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


ERRORS = [
    cls
    for _, cls in inspect.getmembers(errors, inspect.isclass)
    if issubclass(cls, EmbertableError) and cls not in (EmbertableError, errors.UsageFault)
]


SAMPLES = {
    "kind": "record",
    "problem": "json",
    "damaged": errors.DamagedCampaign("x", "json"),
}


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_its_sentence(error, language):
    arguments = {
        name: SAMPLES[name]
        if name in SAMPLES
        else 3
        if parameter.annotation == "int"
        else ["one", "two"]
        if "list" in str(parameter)
        else "x"
        for name, parameter in list(inspect.signature(error.__init__).parameters.items())[1:]
        if parameter.kind is not parameter.VAR_KEYWORD
    }
    made = error(**arguments)
    sentence = load_catalogue("engine", language).render(made.message)
    assert sentence.endswith(".")
    assert "{" not in sentence
    assert sentence[0].isupper() or sentence.startswith(("x", "toy"))
    unused = set(made.message.arguments) - names(
        load_catalogue("engine", language).templates[made.message.id]
    )
    assert not unused


@pytest.mark.parametrize("language", LANGUAGES)
def test_why_the_system_refuses_a_file_is_said_in_ones_language(language):
    for name in errors.USUAL:
        error = OSError(getattr(errno, name), "by the system")
        assert "by the system" not in errors.UnreadableFile("x", error).render(language)
    assert "by the system" in errors.UnreadableFile("x", OSError(9999, "by the system")).render(
        language
    )


def test_every_kind_of_damage_that_is_told_has_its_words():
    """Every `DamagedRecord` and `DamagedCampaign` in the source names one, and each is named."""
    source = "".join(
        file.read_text(encoding="utf-8") for file in sorted(LOCALES.parent.rglob("*.py"))
    )
    told = set(re.findall(r'Damaged(?:Record|Campaign)\([^"]*?"(\w+)"', source))
    assert told == {
        id.partition(".")[2]
        for id in load_catalogue("engine", "en").templates
        if id.startswith("damage.")
    }


def test_no_sentence_stands_for_an_error_that_is_gone():
    spoken = {
        id.partition(".")[2]
        for id in load_catalogue("engine", "en").templates
        if id.startswith("error.")
    }
    assert spoken == {error.__name__ for error in ERRORS}


def test_an_error_is_its_english_sentence():
    assert str(UnknownGame("chess", ["lueur"])) == "There is no game called chess; try lueur."
