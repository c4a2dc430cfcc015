"""The chat of games with rules about talking."""

from __future__ import annotations

import secrets

import pytest

from embertable.engine.table import SYSTEM
from embertable.server.protocol import (
    Chat,
    ChatLine,
    Done,
    Partner,
    PartnerOptions,
    Point,
    Pointed,
    Refused,
    Suggest,
    Suggested,
)
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


@pytest.mark.rule("F-TURN-07")
def test_players_of_the_base_game_talk_and_point_on_anybodys_turn(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = await signed_in(address), await signed_in(address, "Bruno")
            seats = [{"kind": "me"}, {"kind": "open"}]
            wish = {"game": "faceless", "seats": seats, "options": {"players": "2"}, "seed": 5}
            table = await ada.post("/api/tables", wish)
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            async with ada.sit(table["id"]) as one, bruno.sit(table["id"]) as other:
                for speaker, listener in ((one, other), (other, one)):
                    said = Chat(id=secrets.token_hex(8), text="Turn Sam to the north!")
                    assert isinstance(await speaker.ask(said), Done)
                    assert (await listener.expect(ChatLine)).text == said.text
                    await speaker.send(Point(thing="figure.1"))
                    assert (await listener.expect(Pointed)).thing == "figure.1"

    run(evening)


@pytest.mark.rule("D-COMBAT-PREP-04")
@pytest.mark.parametrize(("talk", "closed"), [("signals", True), ("aloud", False)])
def test_where_signals_replace_the_talk_the_chat_is_closed_until_the_reveal(tmp_path, talk, closed):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada = await signed_in(address)
            options = {"players": "2", "talk": talk}
            wish = {"game": "deadcells", "seats": BOTH, "options": options, "seed": 3}
            table = (await ada.post("/api/tables", wish))["id"]
            async with ada.sit(table) as seat:
                position = await until(seat, lambda position: position.view["fighting"])
                assert bool(position.silence) == position.chat_blocked == closed
                answer = await seat.ask(Chat(id=secrets.token_hex(8), text="I hold a Block"))
                assert isinstance(answer, Refused if closed else Done)
                if isinstance(answer, Refused):
                    assert position.silence == answer.text
                    assert "Only signals count now" in answer.text
                position = await until(seat, lambda position: position.view["round"] > 0)
                assert (position.silence, position.chat_blocked) == ("", False)
                said = Chat(id=secrets.token_hex(8), text="Well done")
                assert isinstance(await seat.ask(said), Done)

    async def until(seat, holds):
        for _ in range(40):
            position = await seat.my_turn()
            if holds(position):
                return position
            assert isinstance(await seat.act(position.options[0]), Done)
        raise AssertionError("the fight did not come")


def test_a_partner_is_proposed_an_option_and_shares_what_they_consider(tmp_path):
    async def evening():
        async with serving(tmp_path / "t.sqlite") as (_, address):
            ada, bruno = await signed_in(address), await signed_in(address, "Bruno")
            seats = [{"kind": "me"}, {"kind": "open"}]
            wish = {"game": "faceless", "seats": seats, "options": {"players": "2"}, "seed": 5}
            table = await ada.post("/api/tables", wish)
            await bruno.post(f"/api/tables/{table['id']}/join", {"invite": table["invite"]})
            async with (
                ada.sit(table["id"]) as one,
                bruno.sit(table["id"], language="it") as two,
            ):
                first, second = await one.position(), await two.position()
                decider, other = (one, two) if first.options else (two, one)
                awaited = first.awaited[0]
                options = (first.options or second.options)[:2]
                partner = await other.ask(Partner(id=secrets.token_hex(8)))
                assert isinstance(partner, PartnerOptions)
                assert partner.seat == awaited
                assert [option.action for option in partner.options[:2]] == [
                    option.action for option in options
                ]
                await other.send(Suggest(seq=partner.seq, option=2))
                proposed = await decider.expect(Suggested)
                assert (proposed.seat, proposed.to, proposed.option) == (1 - awaited, awaited, 2)
                assert proposed.text == options[1].text
                await other.expect(Suggested)
                # The decider's own suggestion is what they consider, in the language of whoever hears it.
                await decider.send(Suggest(seq=partner.seq, option=1))
                considered = await other.expect(Suggested)
                assert (considered.seat, considered.to) == (awaited, awaited)
                assert considered.text == partner.options[0].text
                # What is stale or not on offer is told to nobody.
                await other.send(Suggest(seq=partner.seq, option=999))
                await other.send(Suggest(seq=partner.seq + 7, option=1))
                await other.send(Suggest(seq=partner.seq, option=0))
                await decider.expect(Suggested)
                assert (await decider.expect(Suggested)).option == 0

    run(evening)
