"""Kaar: how the black die comes into play, and who never receives it."""

from __future__ import annotations

import pytest

import embertable
from embertable.engine.chance import seeded
from embertable.games.lueur.archipelago import Sail
from embertable.games.lueur.cromaug import CompanionRaised, Raise
from embertable.games.lueur.dice import counted_symbols
from embertable.games.lueur.effects import GiveUpCompanion
from embertable.games.lueur.kaar import ChooseBlackDieSpace, MoveBlackDie
from embertable.games.lueur.morning import (
    ChooseCompanion,
    ChooseCull,
    ClearTrack,
    CompanionRecruited,
    Cull,
    Recruit,
)
from embertable.games.lueur.noon import CardResolved, Resolve
from embertable.games.lueur.view import view
from tests.games.lueur.scene import CONTENT, LUEUR, Scene, scene, showing

KAAR = "A20"
BLACK = CONTENT.black_die
SPACES = ("fire", "water", "mineral", "air", "nature")


def track(*companions: str, adventurers: str, luck: str = "", first: int = 0) -> Scene:
    """Companions on the track from left to right; an empty word leaves its space empty."""
    table = scene(adventurers, first=first)
    for space, companion in zip(SPACES, companions, strict=True):
        table.lay(space, companion)
    if luck:
        table.luck(luck)
    return table


def place_of(die: int, table: Scene) -> str:
    (place,) = [space for space in SPACES if die in table.space(space).dice]
    return place


THREE = "pocana eoles taetyss"


# The die comes into play.


@pytest.mark.rule("L-KAAR-01")
def test_taking_kaar_rolls_the_black_die_onto_the_track():
    table = track(KAAR, "A01", "A02", "A03", "A04", adventurers=THREE, luck="mineral")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert place_of(BLACK, table) == "mineral"
    assert BLACK not in table.state.reserve
    assert BLACK not in table.player(0).dice
    table.act(Recruit(1, "mineral"))
    assert BLACK in table.player(1).dice


@pytest.mark.rule("L-KAAR-02")
def test_the_space_kaar_came_from_is_empty():
    table = track(KAAR, "A01", "A02", "A03", "A04", adventurers=THREE, luck="fire fire air")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert place_of(BLACK, table) == "air"


@pytest.mark.rule("L-KAAR-02")
def test_a_space_already_recruited_from_is_empty():
    table = track("A01", KAAR, "A02", "A03", "A04", adventurers=THREE, luck="fire nature")
    table.morning()
    table.act(Recruit(0, "fire"), Recruit(1, "water"))
    assert place_of(BLACK, table) == "nature"


@pytest.mark.rule("L-KAAR-02")
def test_a_culled_space_is_empty_whatever_lies_there():
    table = track("A01", KAAR, "A02", "A03", "A04", adventurers="pocana eoles", luck="mineral air")
    table.lay("mineral", "A02", dice="small green mineral", footprints=2)
    table.morning()
    table.act(Recruit(0, "fire"), Cull(0, "mineral"), Recruit(1, "water"))
    assert place_of(BLACK, table) == "air"


@pytest.mark.rule("L-KAAR-02")
def test_a_minus_is_rolled_again_and_costs_nothing():
    table = track(KAAR, "A01", "A02", "A03", "A04", adventurers=THREE, luck="special special water")
    table.morning()
    table.act(Recruit(0, "fire"))
    assert place_of(BLACK, table) == "water"
    assert table.player(0).bursts == 10


@pytest.mark.rule("L-KAAR-02", "L-CROMAUG-07")
@pytest.mark.parametrize("space", SPACES)
def test_at_noon_only_a_minus_is_rolled_again(space):
    table = scene(luck=f"special {space}")
    table.state.cemetery = [KAAR]
    table.give(0, companions="B41", dice="large red air")
    table.noon()
    table.act(Raise(0, KAAR))
    assert place_of(BLACK, table) == space
    assert table.player(0).bursts == 10


@pytest.mark.rule("L-KAAR-03", "L-RECRUIT-07")
def test_if_nobody_takes_kaar_the_black_die_stays_in_reserve():
    table = track("A01", "A02", KAAR, "A03", "A04", adventurers=THREE)
    table.luck("")  # any roll would be a fault
    table.morning()
    table.act(Recruit(0, "fire"), Recruit(1, "water"), Recruit(2, "air"))
    table.run(ClearTrack())
    assert KAAR in table.state.cemetery
    assert BLACK in table.state.reserve


@pytest.mark.rule("L-KAAR-03", "L-RECRUIT-07")
def test_a_culled_kaar_brings_no_black_die():
    table = track("A01", "A02", KAAR, "A03", "A04", adventurers="pocana eoles")
    table.luck("")
    table.morning()
    table.act(Recruit(0, "fire"), Cull(0, "mineral"))
    assert table.state.cemetery == [KAAR]
    assert BLACK in table.state.reserve


@pytest.mark.rule("L-KAAR-03", "L-KAAR-04", "L-KAAR-05")
def test_in_whole_games_the_black_die_follows_kaar():
    """It leaves the reserve with Kaar, never comes back, and never lies before Kaar's owner."""
    with_kaar = 0
    for seed in range(12):
        players = str(2 + seed % 3)
        table = embertable.new_table(LUEUR, {"players": players}, seed=seed)
        luck = seeded(seed)
        taken = False
        while table.next_choice() is not None:
            for event in table.log:
                if isinstance(event, CompanionRecruited | CompanionRaised):
                    taken = taken or event.companion == KAAR
            table.log.clear()
            placing = isinstance(table.next_choice(), ChooseCull | ChooseCompanion)
            assert (BLACK in table.state.reserve) != taken
            for player in table.state.players:
                if placing and KAAR in player.companions:
                    assert BLACK not in player.dice
            table.apply(luck.pick("play", table.offered()))
        with_kaar += taken
    assert 0 < with_kaar < 12


# It stays in play.


@pytest.mark.rule("L-KAAR-04", "L-EVENING-02")
def test_the_black_die_goes_back_to_the_track_in_the_evening():
    table = scene()
    table.give(1, dice="small black water, small green air")
    table.state.deck = ["A01", "A02", "A03", "A04", "A05"]
    table.evening()
    assert place_of(BLACK, table) == "water"
    table.morning()
    table.act(Recruit(1, "water"))
    assert BLACK in table.player(1).dice


@pytest.mark.rule("L-KAAR-04", "L-CURSE-01")
def test_interaction_07_black_die_and_kaars_loss():
    table = track("A01", "A02", "A03", "A04", "A05", adventurers=THREE, first=1)
    table.lay("air", "A04", dice="small black air")
    table.lay("nature", "A05", dice="small green nature")
    table.give(0, companions=KAAR, spells="S3", dice="large red air, large red air")
    table.noon()
    assert table.state.cemetery == [KAAR]
    assert place_of(BLACK, table) == "air"
    table.state.first = 0
    table.morning()
    table.act(Recruit(0, "air"))  # no longer protected: the die comes along, unasked
    assert BLACK in table.player(0).dice


@pytest.mark.rule("L-KAAR-04")
def test_kaar_taken_again_rolls_nothing():
    table = scene()
    table.lay("air", dice="small black air")
    table.state.cemetery = [KAAR]
    table.give(0, companions="B41", dice="large red air")
    table.luck("")  # any roll would be a fault
    table.noon()
    table.act(Raise(0, KAAR))
    assert table.player(0).companions == [KAAR]
    assert place_of(BLACK, table) == "air"


# Kaar's owner.


@pytest.mark.rule("L-KAAR-05")
def test_kaars_owner_must_move_the_black_die_before_recruiting():
    table = track("A01", "A02", "A03", "A04", "", adventurers=THREE)
    table.lay("water", "A02", dice="small black water, small blue water", footprints=1)
    table.give(0, companions=KAAR)
    table.morning()
    assert isinstance(table.act(Recruit(0, "water")), ChooseBlackDieSpace)
    assert table.player(0).companions == [KAAR]  # the move comes first
    assert table.offered() == [
        MoveBlackDie(0, "water", space) for space in ("fire", "mineral", "air")
    ]
    table.act(MoveBlackDie(0, "water", "air"))
    player = table.player(0)
    assert player.companions == [KAAR, "A02"]
    assert [CONTENT.dice[die].colour for die in player.dice] == ["red", "red", "red", "blue"]
    assert player.footprints == 1
    assert place_of(BLACK, table) == "air"


@pytest.mark.rule("L-KAAR-05")
def test_kaars_owner_recruits_elsewhere_without_touching_the_black_die():
    table = track("A01", "A02", "A03", "A04", "A05", adventurers=THREE)
    table.lay("water", "A02", dice="small black water")
    table.give(0, companions=KAAR)
    table.morning()
    assert table.act(Recruit(0, "fire")) == ChooseCompanion(1)
    assert place_of(BLACK, table) == "water"


@pytest.mark.rule("L-KAAR-05")
def test_other_players_take_the_black_die_with_the_rest():
    table = track("A01", "A02", "A03", "A04", "A05", adventurers=THREE, first=1)
    table.lay("water", "A02", dice="small black water")
    table.give(0, companions=KAAR)
    table.morning()
    assert table.act(Recruit(1, "water")) == ChooseCompanion(2)
    assert BLACK in table.player(1).dice


@pytest.mark.rule("L-KAAR-05")
def test_the_last_of_four_players_still_finds_another_companion():
    table = track("", "", "", "A04", "A05", adventurers="pocana eoles taetyss orium")
    table.lay("air", "A04", dice="small black air")
    table.give(3, companions=KAAR)
    table.run(ChooseCompanion(3))
    table.act(Recruit(3, "air"))
    assert table.offered() == [MoveBlackDie(3, "air", "nature")]
    table.act(MoveBlackDie(3, "air", "nature"))
    assert BLACK not in table.player(3).dice


@pytest.mark.rule("L-KAAR-01", "L-KAAR-02", "L-RECRUIT-05")
def test_interaction_08_kaar_taken_by_the_last_recruiter():
    adventurers = "pocana eoles taetyss orium"
    luck = "fire water mineral air special nature"
    table = track("A01", "A02", "A03", KAAR, "A04", adventurers=adventurers, luck=luck)
    table.morning()
    for seat, space in enumerate(("fire", "water", "mineral", "air")):
        table.act(Recruit(seat, space))
    assert place_of(BLACK, table) == "nature"
    table.run(ClearTrack())
    assert table.state.cemetery == ["A04"]
    assert place_of(BLACK, table) == "nature"


@pytest.mark.rule("L-RECRUIT-06", "L-KAAR-01")
def test_interaction_09_kaar_and_the_cull():
    table = track(KAAR, "A01", "A02", "A03", "A04", adventurers="pocana eoles", luck="mineral")
    table.morning()
    assert isinstance(table.act(Recruit(0, "fire")), ChooseCull)
    assert place_of(BLACK, table) == "mineral"  # placed before the cull
    table.act(Cull(0, "mineral"))
    assert table.state.cemetery == ["A02"]
    assert place_of(BLACK, table) == "mineral"
    assert table.offered() == [Recruit(1, space) for space in ("water", "air", "nature")]


@pytest.mark.rule("L-KAAR-06")
def test_kaar_at_noon_does_not_lift_the_curse_of_that_round():
    table = scene()
    table.state.cemetery = [KAAR]
    table.give(0, companions="B41 A05 A04", bursts=10)
    table.give(0, dice="small black fire, " + showing("fire fire air mineral"))
    table.noon()
    table.act(Resolve(0, "B41"), Raise(0, KAAR))
    assert counted_symbols(table.state, 0) == {"air": 1, "mineral": 1}
    assert table.player(0).bursts == 11  # Tamnuca alone; two fire are not there for Ladawa
    assert BLACK in table.player(0).dice


@pytest.mark.rule("L-KAAR-07")
@pytest.mark.parametrize(
    "symbols",
    ["", *[" ".join([element] * 4) for element in SPACES], "nature water air fire mineral"],
)
def test_no_dice_trigger_kaar(symbols):
    table = scene()
    table.give(0, companions=KAAR, dice=showing(symbols))
    assert table.noon() is None
    assert table.player(0).companions == [KAAR]
    assert table.events(CardResolved) == []


@pytest.mark.rule("L-KAAR-07", "L-SPELL-06")
def test_a_spell_or_the_journey_takes_kaar():
    table = scene(journey="archipelago")
    table.give(0, companions=KAAR, spells="S3", dice=showing("air air"))
    table.noon()
    assert table.state.cemetery == [KAAR]
    table.state.cemetery = []
    table.give(0, companions=KAAR, boats=["I00", "I00", "I00", "I01"])
    table.afternoon()
    table.act(Sail(0, "I01", "I02"), GiveUpCompanion(0, KAAR))
    assert KAAR in table.view().cemetery


@pytest.mark.rule("L-KAAR-05")
def test_a_moved_black_die_shows_the_element_of_its_new_space():
    table = scene("braccio eoles")
    table.lay("fire", "A01")
    table.state.faces[BLACK] = "water"
    table.state.space("fire").dice.append(BLACK)
    shown = view(table.table)
    (die,) = [die for die in shown.track[0].dice if die.id == BLACK]
    assert die.face == "fire"
