"""Tutorial tables."""

from __future__ import annotations

import pytest

from embertable.games import GAMES, load
from embertable.server.protocol import Done
from embertable.tutorials import tutorial_of
from tests.server.running import run, serving, signed_in


@pytest.mark.parametrize("game", GAMES)
def test_a_guided_table_teaches_its_pupil_and_nobody_else(tmp_path, game):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            known = await ada.get("/api/games")
            assert next(one for one in known["games"] if one["name"] == game)["tutorial"]
            made = await ada.post("/api/tables", {"game": game, "tutorial": True})
            table, invite = made["id"], made["invite"]
            live = (await server.rooms.room(table)).live
            assert live.session.record.seed == tutorial_of(load(game)).seed
            assert live.marks() == ["seeded", "tutorial"]
            async with ada.sit(table) as seat:
                position = await seat.my_turn()
                assert position.lessons[0].id == "welcome"
                assert (
                    position.lessons[0].text
                    == live.game.catalogue("en").templates["lesson.welcome"]
                )
                assert all(lesson.at and lesson.of >= 10 for lesson in position.lessons)
                told = len(position.lessons)
                for _ in range(3):
                    assert isinstance(await seat.act(position.options[0]), Done)
                    position = await seat.my_turn()
                assert len(position.lessons) > told
                last = [(one.id, one.current) for one in position.lessons]
            bruno = await signed_in(address, "Bruno")
            async with bruno.sit(table, invite=invite) as watching:
                assert (await watching.position()).lessons == []
            reread = await server.rooms.read(table)
            assert reread.tutor is not None
            assert [(one.id, one in reread.tutor.fresh) for one in reread.tutor.given] == last

    run(evening)
