"""What a board draws: components as in the content file, and names in every language."""

from __future__ import annotations

import pytest

from embertable.games import GAMES, load
from embertable.server.client import ApiError
from embertable.server.components import components, names
from embertable.server.http_types import Thing
from tests.server.running import run, serving, signed_in


@pytest.mark.parametrize("game", GAMES)
def test_every_game_gives_its_components_with_their_source_and_without_notes(game):
    content = components(load(game))
    assert len(content) > 1
    assert "source" in set(keys(content))
    assert not {"note", "source_note"} & set(keys(content))


def keys(part):
    """Every field name, at any depth."""
    if isinstance(part, dict):
        yield from part
        part = list(part.values())
    if isinstance(part, list):
        for one in part:
            yield from keys(one)


def test_things_are_named_in_the_language_asked_for_and_unknown_ones_are_not(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada = await signed_in(address)
            wanted = {"wanted": [{"group": "card", "id": "A07"}, {"group": "symbol", "id": "fire"}]}
            english = await ada.post("/api/games/lueur/names?lang=en", wanted)
            italian = await ada.post("/api/games/lueur/names?lang=it", wanted)
            assert all(english["names"])
            assert all(italian["names"])
            assert english["names"][1] != italian["names"][1]

    run(evening)


@pytest.mark.parametrize(
    ("group", "id"), [("card", "Z99"), ("card", 7), ("nothing", "x"), ("", "x"), ("a|b", 2)]
)
def test_what_has_no_name_gets_none(group, id):
    game = load("lueur")
    assert names(game, game.content(), "en", [Thing(group=group, id=id)]) == [""]


def test_a_private_table_gives_its_components_to_the_invited_alone(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            ada, mallory = [await signed_in(address, name) for name in ("Ada", "Mallory")]
            table = await ada.post("/api/tables", {"game": "lueur"})
            at = f"/api/tables/{table['id']}"
            wanted = {"wanted": [{"group": "card", "id": "A07"}]}
            assert (await ada.get(f"{at}/components"))["game"] == "lueur"
            assert all((await ada.post(f"{at}/names", wanted))["names"])
            for asked in (mallory.get(f"{at}/components"), mallory.post(f"{at}/names", wanted)):
                with pytest.raises(ApiError) as caught:
                    await asked
                assert caught.value.body["error"] == "NeedsInvite"
            shown = await mallory.get(f"{at}/components?invite={table['invite']}")
            assert shown == await mallory.get("/api/games/lueur/components")

    run(evening)
