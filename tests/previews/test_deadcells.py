"""Forecasts of Dead Cells hold: the bound on Damage, whom a card hits, where corridors lead."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from embertable import load, load_record, new_table
from embertable.bots import ask, get_bot
from embertable.engine.chance import seeded
from embertable.engine.session import open_record, replay
from embertable.engine.table import Action, Table
from embertable.games.deadcells.combat import RoundBegan
from embertable.games.deadcells.damage_to_group import ChooseBlock, DamageTaken
from embertable.games.deadcells.explore import ChooseCorridor, TakeCorridor
from embertable.games.deadcells.preparation import ChooseCard
from embertable.previews import forecast
from embertable.previews.deadcells import DeadCellsAhead

RECORDS = Path(__file__).parents[1] / "records"
BLOW = 141
"""In the golden victory: the Concierge strikes in Round II, all cards are open."""


def positions(kind: type, seed: int, most: int = 250) -> Iterator[tuple[Table[Any], int, Action]]:
    """Positions of a greedy Run at which a choice of this kind is open, and what is chosen."""
    table: Table[Any] = new_table(load("deadcells"), {"players": "3"}, seed)
    bot = get_bot("greedy", 1)
    for _ in range(most):
        choice = table.next_choice()
        if choice is None:
            return
        seat = choice.answerers(table)[0]
        action = ask(bot, table, seat)
        if isinstance(choice, kind):
            yield table, seat, action
        table.apply(action, seat)


def ahead_of(table: Table[Any], seat: int) -> DeadCellsAhead:
    data = forecast(table, seat).data
    assert isinstance(data, DeadCellsAhead)
    return data


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_no_round_deals_more_than_at_most(seed):
    fights = 0
    for table, seat, _ in positions(ChooseCard, seed):
        fight = ahead_of(table, seat).fight
        assert fight is not None
        assert not fight.played_out
        most = {one.round: one.high for one in fight.rounds}
        true = table.copy(table.chance.copy())
        luck = seeded(seed)
        while true.next_choice() is not None and true.state.fighting:
            true.apply(luck.pick("options", true.offered()))
        taken: dict[int, int] = {}
        round = 0
        for event in true.log:
            if isinstance(event, RoundBegan):
                round = event.round
            elif isinstance(event, DamageTaken):
                taken[round] = taken.get(round, 0) + event.n
        fights += 1
        # Round IV follows Round III without an event of its own.
        assert sum(taken.values()) <= sum(most.values())
        for one in (0, 1, 2):
            assert taken.get(one, 0) <= most.get(one, 0)
    assert fights > 3


def test_a_card_hits_enemies_that_stand_there():
    hits = 0
    for table, seat, _ in positions(ChooseCard, 4):
        ahead = ahead_of(table, seat)
        hand = table.state.characters[seat].hand
        assert {one.card for one in ahead.cards} <= set(hand)
        cards = {enemy.card for enemy in table.state.enemies}
        for card in ahead.cards:
            for hit in card.hits:
                hits += 1
                assert hit.card in cards
                assert hit.dies == (hit.health <= 0) or hit.dies
    assert hits > 10


def test_a_card_that_strikes_with_own_health_strikes_with_no_more():
    """Final Argument deals Damage equal to own Health: two here."""
    record = load_record(RECORDS / "deadcells-far-on-three.json")
    session = open_record(load("deadcells"), record)
    for _ in replay(session, record, upto=100):
        pass
    table = session.table
    assert table.state.characters[2].health() == 2
    hits = next(one.hits for one in ahead_of(table, 2).cards if one.card == "BR-18c")
    assert hits[-1].round == 3
    assert 0 < hits[-1].damage <= 2


def test_corridors_say_what_is_given_up_and_tiles_what_may_lie_there():
    walks = 0
    for table, seat, action in positions(ChooseCorridor, 5):
        ahead = ahead_of(table, seat)
        assert isinstance(action, TakeCorridor)
        state = table.state
        chances = {one.space: one.kinds for one in ahead.spaces}
        for at, space in enumerate(state.content.biomes[state.biome].spaces):
            if space.id in chances:
                kinds = chances[space.id]
                assert kinds[state.content.tiles[state.tiles[at]].kind] > 0
                assert sum(kinds.values()) == pytest.approx(1)
        taken = next(one for one in ahead.corridors if one.number == action.number)
        assert action.space in taken.reach
        assert not set(taken.reach) & set(taken.given_up)
        walks += 1
    assert walks > 3


def test_a_boss_is_foreseen_to_the_end_of_its_turn():
    """New cards follow, which nobody knows: what they bring is not counted."""
    record = load_record(RECORDS / "deadcells-victory.json")
    session = open_record(load("deadcells"), record)
    for _ in replay(session, record, BLOW):
        pass
    found = forecast(session.table, 2)
    assert isinstance(found.data, DeadCellsAhead)
    fight = found.data.fight
    assert fight is not None
    assert fight.played_out
    # "1 to one of you" in Round II, "1 to two of you" in Round III.
    assert [(one.round, one.high) for one in fight.rounds] == [(2, 1), (3, 2)]
    assert fight.high <= 3
    assert fight.may_die == []
    assert found.threat is not None
    assert found.threat.line is not None
    assert found.threat.line.id == "threat.nobody"


def test_who_may_die_is_who_can_be_hit_by_enough():
    table, seat, _ = next(positions(ChooseCard, 1))
    state = table.state
    enemy = state.enemies[0]
    state.enemies = [enemy]
    # 1 Damage in Round I, Poison at the end of Round III, and 1 Damage when it dies.
    enemy.card, enemy.damage = "b3_disgusting_worm", 0
    weak, *others = state.participants()
    for one in (weak, *others):
        state.characters[one].damage += state.characters[one].health() - 4
    fight = ahead_of(table, seat).fight
    assert fight is not None
    assert (fight.high, fight.can_take, fight.may_die) == (3, 9, [])
    state.characters[weak].damage += 1
    found = forecast(table, seat)
    assert isinstance(found.data, DeadCellsAhead)
    assert found.data.fight is not None
    assert found.data.fight.may_die == [weak]
    assert found.threat is not None
    assert found.threat.line is not None
    assert found.threat.line.id == "threat.person"


def test_a_blow_that_a_shield_may_stop_is_a_threat_though_it_is_the_last():
    """Nobody reads that nothing threatens beside the question whether to use Shields."""
    found = 0
    for table, seat, _ in positions(ChooseBlock, 1, 700):
        threat = forecast(table, seat).threat
        assert threat is not None
        assert threat.level != "none"
        found += threat.head.id == "threat.stoppable"
    assert found


def test_a_skill_is_known_by_whose_board_it_is():
    table, seat, _ = next(positions(ChooseCard, 1))
    state = table.state
    skills = ahead_of(table, seat).skills
    assert len(skills) == len(state.characters)
    for one, known in enumerate(skills):
        assert known == [step.id for step in state.steps_of(one) if step.kind == "skill"]
    state.characters[0].equipment.append("fire_grenade")
    assert ahead_of(table, seat).skills[0][-1] == "fire_grenade"
