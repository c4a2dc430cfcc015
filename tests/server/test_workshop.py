"""The workshop over HTTP: forms, checks, kept packs, and tables that play with one."""

from __future__ import annotations

import json

import msgspec
import pytest

from embertable.engine.catalogue import catalogue_file, read_catalogue
from embertable.engine.record import record_from_json
from embertable.games import GAMES, load
from embertable.server.client import ApiError
from embertable.server.errors import NoForms
from embertable.server.export_import import export_lines
from embertable.server.privacy import forget_documents
from embertable.server.store import Document
from embertable.server.workshop.forms import Forms, names_of, root_of, standard_text, workshop
from embertable.server.workshop.kept_packs import read
from embertable.server.workshop.packs import check
from embertable.server.workshop.types import CheckPack, Edit, FormNode
from tests.server.running import run, serving, signed_in

CHANGE = {"path": ["companion", "A01", "points"], "value": 7}


@pytest.mark.parametrize(("language", "said"), [("en", "It may be 0 to 30."), ("it", "da 0 a 30")])
def test_a_number_of_a_list_is_refused_with_its_range(language, said):
    row: list[str | int] = ["creatures", "wyvern"]
    healths = [*row, "healths"]
    wrong = CheckPack(edits=[Edit(path=[*healths, 0], value=200)], row=row)
    [problem] = check("setawatch", wrong, language).problems
    assert problem.path == healths
    assert said in problem.text


@pytest.mark.parametrize("language", ["en", "it"])
@pytest.mark.parametrize("game", GAMES)
def test_every_game_has_forms_whose_words_are_translated(game, language):
    found = workshop(load(game), language)
    assert found.rows
    for section in found.sections:
        assert found.definitions[section.of]
    catalogue = read_catalogue(catalogue_file("workshop", language))
    ids = {str(row.path[-1]) for row in found.rows} | set(names_of(load(game), language))
    fields = [field for fields in found.definitions.values() for field in fields]
    assert {f"label.{field.key.lower()}" for field in fields} <= set(catalogue)
    for field in fields:
        node: FormNode | None = field.node
        while node is not None:
            group = "op" if node.kind == "effect" else "word"
            for word in node.words:
                id = f"{group}.{word.word.lower().replace(' ', '_')}"
                assert word.label
                assert word.word in ids or id in catalogue or word.word.isdigit()
            node = node.item
    assert {row.source for row in found.rows} <= {"rulebook", "public", "designed"}


def test_numbers_have_their_ranges_and_words_their_choices():
    forms = Forms(load("deadcells"), "en")
    fields = {field.key: field.node for field in forms.definitions["Equipment"]}
    assert (fields["copies"].low, fields["copies"].high) == (0, 9)
    assert [word.word for word in fields["kind"].words] == [
        "weapon",
        "skill",
        "companion",
        "passive",
    ]
    effects = fields["do"].item
    assert effects is not None
    assert effects.kind == "effect"
    damage = dict(zip([word.word for word in effects.words], effects.of, strict=True))["damage"]
    count = next(field.node for field in forms.definitions[damage] if field.key == "n")
    assert (count.low, count.high) == (1, 99)
    assert [word.word for word in count.words] == ["health", "down_to_1"]


def test_what_names_another_card_is_chosen_by_its_name():
    found = workshop(load("deadcells"), "it")

    def node(definition, key):
        return next(one.node for one in found.definitions[definition] if one.key == key)

    hand = node("Beheaded", "deck").item
    assert hand is not None
    assert hand.kind == "choice"
    assert {"IM-1": "Spazzata di cenere"}.items() <= {
        word.word: word.label for word in hand.words
    }.items()
    decks = {word.word: word.label for word in node("Equipment", "deck").words}
    assert decks["starter"] == "carta iniziale"
    assert decks["promenade"] == "Passeggiata dei condannati"
    # A name is written, and numbers of a short range are all there.
    assert node("Equipment", "name").kind == "text"
    assert [word.label for word in node("Equipment", "rounds").words] == ["0", "1", "2", "3"]
    # Camp spaces lead to camp actions, although one of them is called like a space.
    actions = next(
        one.node for one in workshop(load("setawatch"), "en").definitions["SpaceRow"]
    ).words
    assert [word.label for word in actions][:2] == ["Chop Wood", "Scout Ahead"]


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("language", ["en", "it"])
def test_every_component_has_a_name_of_its_own(game, language):
    rows = workshop(load(game), language).rows
    assert len({(row.section, row.name) for row in rows}) == len(rows)


def test_namesakes_that_differ_are_told_apart():
    health = [Edit(path=["monster", id, "health"], value=9) for id in ("b1_zombie", "b2_zombie")]
    found = check("deadcells", CheckPack(edits=health), "en").differences
    assert len({one.name for one in found}) == len(found) == 2


def test_what_no_rule_reads_is_not_offered():
    forms = Forms(load("setawatch"), "en")
    assert "special" not in [field.key for field in forms.definitions["AdventurerRow"]]
    assert not [section for section in forms.sections if section.way[0] == "vocabulary"]


def test_a_game_without_forms_says_so(monkeypatch):
    game = load("lueur")
    monkeypatch.setattr(type(game), "pack_definition", lambda self: None)
    with pytest.raises(NoForms):
        root_of(game)


def test_a_pack_is_made_kept_shared_and_forgotten(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (server, address):
            ada, bo = [await signed_in(address, name) for name in ("Ada", "Bo")]
            forms = await ada.get("/api/games/lueur/workshop")
            assert any(row["path"] == ["companion", "A01"] for row in forms["rows"])
            box = {"edits": [CHANGE]}
            found = await ada.post(
                "/api/games/lueur/workshop/check", {**box, "row": ["companion", "A01"]}
            )
            assert found["problems"] == []
            assert "7 bursts" in found["sentences"]["en"]
            file = await ada.post("/api/games/lueur/workshop/file", box)
            assert file["hash"] == found["hash"]
            opened = await ada.post("/api/games/lueur/workshop/open", {"base": file["content"]})
            assert opened["content"]["companion"][0]["points"] == 7
            kept = await ada.post("/api/packs", {"game": "lueur", "name": "My <b>box</b>", **box})
            assert (await ada.get("/api/packs"))["packs"][0]["name"] == "My <b>box</b>"
            seen = await bo.get(f"/api/packs/{kept['id']}")
            assert (seen["mine"], seen["by"], seen["edits"]) == (False, "Ada", [CHANGE])
            for call in (
                bo.post("/api/packs", {"id": kept["id"], "game": "lueur", "name": "x"}),
                bo.request("DELETE", f"/api/packs/{kept['id']}"),
            ):
                with pytest.raises(ApiError, match="not allowed"):
                    await call
            await ada.post("/api/packs", {"id": kept["id"], "game": "lueur", "name": "Second"})
            assert [one["name"] for one in (await ada.get("/api/packs"))["packs"]] == ["Second"]
            mine = await ada.get("/api/session/data")
            assert mine["packs"][0]["name"] == "Second"
            lines = [line async for line in export_lines(server.store)]
            assert any('"kind":"pack"' in line for line in lines)
            await forget_documents(server.store, (await server.store.all_of("pack"))[0].owner)
            with pytest.raises(ApiError, match="nothing here"):
                await bo.get(f"/api/packs/{kept['id']}")

    run(evening)


def test_a_pack_of_a_newer_release_is_refused_with_a_sentence():
    body = {"version": 99, "game": "lueur", "name": "x", "by": "Ada", "edits": []}
    with pytest.raises(Exception, match="newer"):
        read(Document("pack", "1", "ada", msgspec.json.encode(body), 0.0))


def test_whoever_sits_down_at_a_table_with_a_pack_accepts_it(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (server, address):
            ada, bo = [await signed_in(address, name) for name in ("Ada", "Bo")]
            file = await ada.post("/api/games/lueur/workshop/file", {"edits": [CHANGE]})
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = await ada.post(
                "/api/tables",
                {"game": "lueur", "seats": seats, "listed": True, "content": file["content"]},
            )
            assert "pack" in table["marks"]
            at = f"/api/tables/{table['id']}"
            shown = await bo.get(at)
            assert shown["pack"] == file["hash"]
            pack = await bo.get(f"{at}/pack")
            (differs,) = pack["differences"]
            assert (differs["name"], differs["before"], differs["after"]) == ("Likyar", "0", "7")
            for refused in ({}, {"pack": "something else"}):
                with pytest.raises(ApiError, match="accept it first"):
                    await bo.post(f"{at}/join", refused)
            await bo.post(f"{at}/join", {"pack": file["hash"]})
            room = await server.rooms.room(table["id"])
            record = record_from_json(json.loads(room.live.saved_record()))
            assert record.content == file["hash"]

    run(evening)


def test_a_table_of_the_printed_game_asks_for_nothing(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada, bo = [await signed_in(address, name) for name in ("Ada", "Bo")]
            seats = [{"kind": "me"}, {"kind": "open"}]
            table = await ada.post("/api/tables", {"game": "lueur", "seats": seats, "listed": True})
            at = f"/api/tables/{table['id']}"
            assert await bo.get(f"{at}/pack") == {"hash": "", "differences": []}
            assert "pack" not in table["marks"]
            await bo.post(f"{at}/join", {})

    run(evening)


DEEP = 0
for _ in range(300):
    DEEP = [DEEP]  # type: ignore[assignment]
HOSTILE = {
    "no TOML": {"base": "[["},
    "dotted keys": {"base": "\n".join(f"{'a.' * 200}b{n} = 1" for n in range(300))},
    "another game": {"base": standard_text("setawatch")},
    "a newer pack": {"base": "schema = 99\n" + standard_text("lueur").replace("schema = 1", "")},
    "nested": {"edits": [{"path": ["companion", "A01", "trigger"], "value": DEEP}]},
    "nothing": {"edits": [{"path": ["companion", "A01", "name"], "value": None}]},
    "huge": {"edits": [{"path": ["companion", "A01", "points"], "value": 10**60}]},
    "many": {"edits": [{"path": ["x", str(n)], "value": n} for n in range(2999)]},
    "whole": {"edits": [{"path": ["companion"], "value": []}]},
}


@pytest.mark.parametrize("name", HOSTILE)
def test_hostile_packs_are_refused_with_a_sentence_and_hurt_nobody(tmp_path, name):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (server, address):
            ada = await signed_in(address)
            found = await answer_or_error(ada, HOSTILE[name])
            assert found.get("hash", "") == ""
            texts = [problem["text"] for problem in found.get("problems", [found])]
            assert texts
            assert all(text.endswith(".") for text in texts)
            assert await server.store.tables() == []
            again = await ada.post("/api/games/lueur/workshop/check", {"edits": [CHANGE]})
            assert again["problems"] == []

    run(evening)


async def answer_or_error(client, body):
    """What the workshop says of a pack; the error if it does not even read it."""
    try:
        return await client.post("/api/games/lueur/workshop/check", body)
    except ApiError as error:
        return error.body if error.status == 400 else {"problems": []}
