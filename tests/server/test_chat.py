"""The chat of a game with a rule that punishes talking."""

from __future__ import annotations

import secrets

import pytest

from embertable.engine.table import SYSTEM
from embertable.server.protocol import Chat, Done
from tests.server.running import run, serving, signed_in

BOTH = [{"kind": "me"}, {"kind": "me"}]
SILENCE = {"scenario": "silence", "players": "2", "scenario_kids": "any"}


@pytest.mark.rule("F-SCEN-06a")
def test_the_forbidden_word_in_the_chat_costs_a_card_once_nothing_is_resolved(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (server, address):
            ada = await signed_in(address)
            wish = {"game": "faceless", "seats": BOTH, "options": SILENCE, "seed": 5}
            table = (await ada.post("/api/tables", wish))["id"]
            room = await server.rooms.room(table)
            async with ada.sit(table) as seat:
                position = await seat.my_turn()
                while position.choice is not None and position.choice.data["is"] != "ChooseAction":
                    position = await take(seat, position.options[0])
                await render(seat, "Here he comes!")
                assert keepers(room) == 0
                await render(seat, "Billy-Goat!")
                assert keepers(room) == 1
                position = await seat.until(room.live.position)
                while not any(one.action["is"] == "PlayCard" for one in position.options):
                    position = await take(seat, position.options[0])
                card = next(one for one in position.options if one.action["is"] == "PlayCard")
                await take(seat, card)
                await render(seat, "Billygoat, again")
                assert keepers(room) == 1
                assert room.live.penalties.due
                reread = await server.rooms.read(table)
                assert reread.penalties.due == room.live.penalties.due
                for _ in range(40):
                    position = await seat.my_turn()
                    if keepers(room) == 2 or position.result:
                        break
                    await take(seat, position.options[0])
                assert keepers(room) == 2
                assert not room.live.penalties.due

    def keepers(room):
        return sum(entry.seat == SYSTEM for entry in room.live.session.record.entries)

    async def take(seat, option):
        assert isinstance(await seat.act(option), Done)
        return await seat.my_turn()

    async def render(seat, text):
        assert isinstance(await seat.ask(Chat(id=secrets.token_hex(8), text=text)), Done)

    run(evening)
