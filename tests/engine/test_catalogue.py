"""Words: messages become sentences, and both languages say the same things."""

from __future__ import annotations

import inspect
from string import Formatter

import pytest

from embertable.engine import errors
from embertable.engine.catalogue import (
    LANGUAGES,
    Catalogue,
    Message,
    load_catalogue,
    read_catalogue,
)
from embertable.engine.errors import EmbertableError, UnknownGame

WORDS = Catalogue(
    "en",
    {
        "list.nothing": "nothing",
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
    return WORDS.render(Message(id, arguments))


@pytest.mark.parametrize(
    ("n", "sentence"),
    [
        (0, "1 wins 0 points."),
        (1, "1 wins 1 point."),
        (2, "1 wins 2 points."),
        (-1, "1 wins -1 point."),
        (-4, "1 wins -4 points."),
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
    words = WORDS.with_namers(
        {"beast": lambda value: Message("event.Said", {"who": value, "what": "!"})}
    )
    assert words.render(Message("event.Met", {"beasts": ("yak",)})) == "They meet yak says: !."
    with pytest.raises(KeyError):
        said("event.Met", beasts=("yak",))


def test_a_detail_follows_from_all_arguments():
    words = WORDS.with_namers({}, {"loss": lambda args: Message("loss.much", {"n": args["n"]})})
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


def test_both_languages_have_the_same_shared_words():
    assert LANGUAGES == ("en", "it")
    english, italian = (load_catalogue("engine", language).templates for language in LANGUAGES)
    assert list(english) == list(italian)
    for id, template in english.items():
        assert names(template) == names(italian[id]), id


def names(template: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(template) if name}


ERRORS = [
    cls
    for _, cls in inspect.getmembers(errors, inspect.isclass)
    if issubclass(cls, EmbertableError) and cls not in (EmbertableError, errors.UsageFault)
]


@pytest.mark.parametrize("error", ERRORS, ids=lambda error: error.__name__)
@pytest.mark.parametrize("language", LANGUAGES)
def test_every_error_has_its_sentence(error, language):
    arguments = {
        name: 3
        if parameter.annotation == "int"
        else ["one", "two"]
        if "list" in str(parameter)
        else "x"
        for name, parameter in list(inspect.signature(error.__init__).parameters.items())[1:]
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


def test_no_sentence_stands_for_an_error_that_is_gone():
    spoken = {
        id.partition(".")[2]
        for id in load_catalogue("engine", "en").templates
        if id.startswith("error.")
    }
    assert spoken == {error.__name__ for error in ERRORS}


def test_an_error_is_its_english_sentence():
    assert str(UnknownGame("chess", ["lueur"])) == "There is no game called chess; try lueur."
