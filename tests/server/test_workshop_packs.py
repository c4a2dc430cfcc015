"""Any pack that the workshop lets through loads, is played, and survives a file byte for byte."""

from __future__ import annotations

import tomllib

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from embertable.engine.chance import seeded
from embertable.engine.errors import EmbertableError
from embertable.engine.playout import playout
from embertable.games import GAMES, load
from embertable.server.content_packs import read_pack
from embertable.server.errors import CannotRewrite
from embertable.server.workshop.forms import standard_tables, standard_text
from embertable.server.workshop.packs import check, composed, differences, file_of, opened
from embertable.server.workshop.toml_text import rewritten, same
from embertable.server.workshop.types import CheckPack, Edit, PackBox, PackPair
from tests.server.random_packs import RandomPack, passing

GAMES_EACH = 50


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("seed", range(2))
def test_a_pack_that_passes_loads_plays_and_survives_a_file(game, seed):
    box = passing(game, seed)
    assert box.edits
    file = file_of(game, box)
    assert file_of(game, PackBox(base=file.content)) == file
    assert same(tomllib.loads(file.content), composed(load(game), box).tables)
    content = read_pack(game, file.content)
    assert content is not None
    assert content.hash == file.hash == check(game, box, "en").hash
    variants = load(game).variants()
    for number in range(GAMES_EACH):
        options = load(game).mend(variants[number % len(variants)], content)
        table = load(game).set_up(options, seeded(number), content)
        assert playout(table, number, 20_000) < 20_000


@pytest.mark.parametrize("game", GAMES)
def test_a_changed_value_that_goes_back_gives_the_standard_file_again(game):
    text, old = standard_text(game), standard_tables(game)
    assert file_of(game, PackBox()).content == text
    edits = [edit for edit in RandomPack(game, 7).changes(20) if type(edit.value) in (int, bool)]
    changed = composed(load(game), PackBox(edits=edits))
    assert changed.text != text
    assert rewritten(changed.text, changed.tables, old) == text


def test_the_test_would_see_a_pack_that_cannot_be_played():
    """The negative control: a value that the forms refuse is found, and a fault in play is one."""
    wrong = CheckPack(edits=[Edit(path=["companion", "A01", "points"], value=1000)])
    assert check("lueur", wrong, "en").problems
    with pytest.raises(AssertionError):
        assert playout(load("lueur").set_up({}, seeded(1)), 1, 10) < 10


PLAIN = st.one_of(
    st.booleans(),
    st.integers(-(10**6), 10**6),
    st.floats(allow_nan=False, allow_infinity=False),
    st.text(max_size=20).filter(lambda text: text.isprintable() or "\n" in text),
)
VALUES = st.recursive(
    PLAIN,
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)
TEXT = """\
# A remark.
top = 1   # kept
[a]
one = "x" # kept too
many = [1, 2, # inside
  3]
[a.b]
"quoted key" = { x = 1, y = [true] }
[[row]]
id = "r1"
effects = [{ op = "gain", n = 1 }]
[row.sub]
n = 2
[[row]]
id = "r2"
text = '''
several lines'''
"""


@settings(deadline=None, max_examples=60)
@given(VALUES, st.sampled_from(["top", "one", "many", "quoted", "effects", "sub", "text", "new"]))
def test_any_value_can_be_written_and_the_rest_stays(value, place):
    old = tomllib.loads(TEXT)
    wanted = tomllib.loads(TEXT)
    holder, key = {
        "top": (wanted, "top"),
        "one": (wanted["a"], "one"),
        "many": (wanted["a"], "many"),
        "quoted": (wanted["a"]["b"], "quoted key"),
        "effects": (wanted["row"][0], "effects"),
        "sub": (wanted["row"][0]["sub"], "n"),
        "text": (wanted["row"][1], "text"),
        "new": (wanted["row"][0], "brand new"),
    }[place]
    holder[key] = value
    text = rewritten(TEXT, old, wanted)
    assert same(tomllib.loads(text), wanted)
    assert "# A remark." in text
    assert "# kept too" in text
    if place != "new":
        assert rewritten(text, wanted, old).count("# ") >= text.count("# ") - 1


@pytest.mark.parametrize(
    "value", [float("nan"), float("inf"), "\ud800", None, {"a": None}, [b"bytes"]]
)
def test_what_no_pack_can_hold_is_refused(value):
    old = tomllib.loads(TEXT)
    with pytest.raises(CannotRewrite):
        rewritten(TEXT, old, {**old, "top": value})


def test_rows_neither_come_nor_go():
    old = tomllib.loads(TEXT)
    with pytest.raises(CannotRewrite):
        rewritten(TEXT, old, {**old, "row": old["row"][:1]})


# Problems, sentences and differences.


def checked(game, *edits, row=(), language="en"):
    changes = [Edit(path=list(path), value=value) for path, value in edits]
    return check(game, CheckPack(edits=changes, row=list(row)), language)


def test_every_problem_is_told_at_its_field_in_words():
    found = checked(
        "lueur",
        (("companion", "A01", "points"), 700),
        (("companion", "A01", "fireflies"), -1),
        (("companion", "A02", "trigger", "effects", 0, "n"), 0),
        (("companion", "A03", "trigger", "once"), "perhaps"),
    )
    told = {tuple(problem.path): problem.text for problem in found.problems}
    assert told[("companion", "A01", "points")] == "It may be -99 to 99."
    assert told[("companion", "A01", "fireflies")] == "It may be 0 to 9."
    assert told[("companion", "A02", "trigger", "effects", 0, "n")] == "It may be 1 to 99."
    assert "true or false" in told[("companion", "A03", "trigger", "once")]
    assert found.hash == ""
    italian = checked("lueur", (("companion", "A01", "points"), 700), language="it")
    assert italian.problems[0].text == "Può andare da -99 a 99."


REFUSED = [
    ("lueur", ["province", "space", "P40", "points"], 3, "Solo un villaggio ha punti."),
    ("lueur", ["meeting_space", "air", "element"], "fire", "Un altro ce l'ha già."),
    ("lueur", ["companion", "A05", "trigger", "effects"], [], "Qui ne serve almeno uno."),
    ("lueur", ["names", "en", "air"], "Wind", "Qui non c'è un nome o un testo da cambiare."),
    ("lueur", ["names", "it", "B41"], "{n}", "Ha segni che non si possono mostrare"),
    ("setawatch", ["difficulties", "hard", "summons"], 9, "Le carte Evocazione sono 4."),
    ("faceless", ["event_deck", "total"], 5, "Qui deve essere 50."),
    ("deadcells", ["serenade", "power_track"], [], "Gli spazi sono 1, 2 e 3."),
]


@pytest.mark.parametrize(("game", "path", "value", "told"), REFUSED)
def test_what_a_game_refuses_is_told_in_both_languages(game, path, value, told):
    problems = checked(game, (path, value), language="it").problems
    assert any(problem.text.startswith(told) for problem in problems)
    for english in checked(game, (path, value)).problems:
        assert english.text.endswith(".")
        assert "The game refuses this" not in english.text


@pytest.mark.parametrize("game", GAMES)
def test_what_the_forms_allow_and_the_game_refuses_has_a_sentence(game):
    """Random changes within the forms, told in Italian without a word of the loader's English."""
    told = [
        problem.text
        for seed in range(2)
        for edit in RandomPack(game, seed).changes(12)
        for problem in check(game, CheckPack(edits=[edit]), "it").problems
    ]
    assert told
    assert not [text for text in told if "Il gioco lo rifiuta" in text]


def test_a_problem_of_a_whole_row_or_of_several_is_told_where_it_stands():
    stranger = checked("deadcells", (("monster", "b1_zombie", "biome"), "nowhere"))
    assert [problem.path for problem in stranger.problems] == [["monster", "b1_zombie", "biome"]]
    range_ = checked("deadcells", (("combat_card", "PO-3", "r1", 0, "range"), [0]))
    assert [problem.path for problem in range_.problems] == [
        ["combat_card", "PO-3", "r1", 0, "range"]
    ]
    total = checked("faceless", (("event_deck", "total"), 5))
    assert [problem.path for problem in total.problems] == [["event_deck", "total"]]


def test_a_row_says_what_a_player_will_read_in_both_languages():
    found = checked(
        "deadcells", (("monster", "b1_zombie", "health"), 9), row=("monster", "b1_zombie")
    )
    assert found.sentences["en"].startswith("Health 9;")
    assert found.sentences["it"].startswith("Salute 9;")


def test_what_differs_is_told_by_names():
    found = checked(
        "lueur",
        (("companion", "A01", "points"), 7),
        (("province", "edge", 3, "on_cross"), [{"op": "gain_bursts", "n": 2}]),
        (("scoring", "firefly_bonus"), 9),
    )
    told = [(one.name, one.field, one.before, one.after) for one in found.differences]
    assert ("Likyar", "Points", "0", "7") in told
    assert {one.path[0] for one in found.differences} == {"companion", "province", "scoring"}
    pair = PackPair(
        first=PackBox(edits=[Edit(path=["companion", "A01", "points"], value=7)]),
        second=PackBox(edits=[Edit(path=["companion", "A01", "points"], value=8)]),
    )
    (between,) = differences("lueur", pair, "it").differences
    assert (between.before, between.after) == ("7", "8")


def test_a_change_whose_place_is_gone_is_told_and_left_out():
    found = checked("lueur", (("companion", "Z99", "points"), 7))
    assert [problem.path for problem in found.problems] == [["companion", "Z99", "points"]]
    assert found.differences == []


@pytest.mark.parametrize(
    "path",
    [
        ["companion"],
        ["companion", -1, "points"],
        ["companion", 10**9],
        ["meta", "rounds", "x"],
        [""],
    ],
)
def test_strange_paths_change_nothing_and_break_nothing(path):
    found = checked("lueur", (path, {"deep": [[["x"]]]}))
    assert found.problems


@pytest.mark.parametrize("language", ["en", "it"])
def test_only_a_pack_of_the_game_is_opened(language):
    """One with mistakes is, since they are mended at their fields; others are refused with a sentence."""
    text = standard_text("lueur")
    mistaken = file_of("lueur", PackBox(edits=[Edit(path=["meta", "rounds"], value=70)]))
    assert opened("lueur", mistaken.content).content["meta"]["rounds"] == 70
    newer = "schema = 99\n" + text.replace("schema = 1", "")
    for foreign in (standard_text("setawatch"), newer, "x = 1", "", "no = [pack"):
        with pytest.raises(EmbertableError) as refused:
            opened("lueur", foreign)
        assert refused.value.render(language).endswith(".")


def test_names_with_markup_are_only_names():
    text = '<script>alert(1)</script> & “quotes” \\ "\n'
    found = checked("lueur", (("companion", "A01", "name"), text), row=("companion", "A01"))
    assert found.differences[0].after == text
    assert (
        opened(
            "lueur",
            file_of(
                "lueur", PackBox(edits=[Edit(path=["companion", "A01", "name"], value=text)])
            ).content,
        ).content["companion"][0]["name"]
        == text
    )
