"""Names and texts of a pack's own: shown at the table in their language, refused at their field, kept in the file."""

from __future__ import annotations

import tomllib

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import BadContent
from embertable.engine.playout import playout
from embertable.games import GAMES, load
from embertable.server.components import name_of
from embertable.server.content_packs import read_pack
from embertable.server.workshop.forms import standard_text, workshop
from embertable.server.workshop.packs import check, composed, file_of
from embertable.server.workshop.types import CheckPack, Edit, PackBox
from tests.server.running import run, serving, signed_in

NAMED = [
    ("lueur", "A01", "card"),
    ("lueur", "S1", "card"),
    ("setawatch", "wyvern", "title"),
    ("setawatch", "wyvern", "the"),
    ("deadcells", "b1_zombie", "card"),
    ("deadcells", "b1_zombie", "foe"),
    ("faceless", "lily", "kid"),
]
WILD = '<img src=x onerror=alert(1)> & "Ada’s"'


def pack(game, *edits):
    box = PackBox(edits=[Edit(path=list(path), value=value) for path, value in edits])
    return file_of(game, box).content


def named(game, text, group, id, language):
    content = read_pack(game, text)
    return name_of(load(game).catalogue(language, None, content), group, id)


@pytest.mark.parametrize(("game", "id", "group"), NAMED)
def test_a_name_is_shown_in_its_language_and_in_no_other(game, id, group):
    text = pack(game, (("names", "it", id), WILD))
    assert named(game, text, group, id, "it") == WILD
    assert named(game, text, group, id, "en") == named(game, "", group, id, "en")
    both = pack(game, (("names", "it", id), "Uno"), (("names", "en", id), "One"))
    assert [named(game, both, group, id, language) for language in ("en", "it")] == ["One", "Uno"]


def test_a_renamed_card_is_translated_too():
    text = pack(
        "lueur", (("companion", "A01", "name"), "Cub"), (("names", "it", "A01"), "Cucciolo")
    )
    assert named("lueur", text, "card", "A01", "en") == "Cub"
    assert named("lueur", text, "card", "A01", "it") == "Cucciolo"


def test_a_text_is_shown_in_its_language():
    text = pack("setawatch", (("texts", "it", "wyvern"), "Costa legna."))
    assert named("setawatch", text, "text", "wyvern-1", "it") == "Costa legna."
    assert named("setawatch", text, "text", "wyvern-1", "en") != "Costa legna."


def test_the_file_takes_the_words_and_gives_them_back():
    standard = standard_text("lueur")
    text = pack("lueur", (("names", "it", "A01"), "Cucciolo"))
    assert text.endswith(standard[1:])
    assert tomllib.loads(text)["names"] == {"it": {"A01": "Cucciolo"}}
    assert file_of("lueur", PackBox(base=text)).content == text
    gone = PackBox(base=text, edits=[Edit(path=["names", "it", "A01"])])
    assert file_of("lueur", gone).content == standard
    more = PackBox(base=text, edits=[Edit(path=["names", "en", "A02"], value="Two")])
    assert composed(load("lueur"), more).tables["names"] == {
        "it": {"A01": "Cucciolo"},
        "en": {"A02": "Two"},
    }


@pytest.mark.parametrize(
    ("path", "value"),
    [
        (("names", "it", "Z99"), "Nobody"),
        (("names", "it", "A01"), "x" * 61),
        (("names", "it", "A01"), "  "),
        (("names", "it", "A01"), "line\nbreak"),
        (("names", "it", "A01"), "{n}"),
        (("names", "it", "A01"), 7),
        (("texts", "it", "A01"), "Its text is made from its effects."),
        (("names", "<b>", "A01"), "No language"),
    ],
)
def test_a_wrong_word_is_told_at_its_field(path, value):
    found = check("lueur", CheckPack(edits=[Edit(path=list(path), value=value)]), "en")
    assert found.problems
    assert found.problems[0].path[:2] == list(path[:2])
    assert found.hash == ""


@pytest.mark.parametrize(
    "path", [["names"], ["names", "it"], ["names", "it", "A01", "x"], ["names", 1, 2]]
)
def test_strange_places_for_words_are_told_and_left_out(path):
    found = check("lueur", CheckPack(edits=[Edit(path=path, value="x")]), "en")
    assert found.problems
    assert found.differences == []


def test_tables_that_are_none_are_refused():
    for line in ("names = 3", 'names = { it = "x" }', "texts = [1]"):
        with pytest.raises(BadContent):
            read_pack("lueur", f"{line}\n{standard_text('lueur')}")


def test_what_differs_names_the_language():
    edits = [Edit(path=["names", "it", "A01"], value=WILD)]
    (one,) = check("lueur", CheckPack(edits=edits), "en").differences
    assert (one.name, one.field, one.before, one.after) == ("Likyar", "Name in IT", "Likyar", WILD)


@pytest.mark.parametrize("game", GAMES)
def test_whatever_the_workshop_offers_to_name_can_be_named_and_played(game):
    rows = [row for row in workshop(load(game), "en").rows if row.words]
    assert len(rows) > 10
    edits = [
        Edit(path=[kind, language, row.path[-1]], value=f"{kind} {number}")
        for number, row in enumerate(rows)
        for kind in row.words
        for language in ("en", "it")
    ]
    box = CheckPack(edits=edits)
    assert check(game, box, "en").problems == []
    content = read_pack(game, file_of(game, box).content)
    assert content is not None
    table = load(game).set_up({}, seeded(1), content)
    plain = load(game).set_up({}, seeded(1))
    assert playout(table, 1, 20_000) == playout(plain, 1, 20_000)
    assert table.result == plain.result


def test_a_table_shows_the_words_to_each_in_their_language(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada = await signed_in(address)
            text = pack("lueur", (("names", "it", "A01"), WILD))
            wish = {"game": "lueur", "content": text}
            table = await ada.post("/api/tables", wish)
            wanted = {"wanted": [{"group": "card", "id": "A01"}]}
            names = f"/api/tables/{table['id']}/names"
            assert (await ada.post(names, wanted))["names"] == ["Likyar"]
            await ada.post("/api/session", {"name": "Ada", "language": "it"})
            assert (await ada.post(f"{names}?lang=it", wanted))["names"] == [WILD]

    run(evening)
