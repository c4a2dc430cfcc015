"""Eight rounds of five steps, each begun when everybody has finished the one before."""

from collections import Counter

import pytest

from embertable import new_table
from embertable.engine.errors import NothingToDecide
from embertable.games.lueur.archipelago import BoatSailed
from embertable.games.lueur.evening import CompanionsDealt, FirstPlayerChanged
from embertable.games.lueur.final_count import SourceCounted
from embertable.games.lueur.late_morning import (
    ChooseDice,
    DiceRerolled,
    DiceRolled,
    KeepDice,
    PickDie,
)
from embertable.games.lueur.morning import CompanionRecruited, Cull, Recruit, TrackCleared
from embertable.games.lueur.noon import CardResolved, ChooseCard, FacePaid, Resolve
from embertable.games.lueur.province import ChooseWay, CompanyMoved, StopWalking
from embertable.games.lueur.rounds import PlayRound, RoundStarted
from tests.games.lueur.scene import LUEUR, scene

STEPS = (
    (RoundStarted,),
    (CompanionRecruited,),
    (TrackCleared,),
    (DiceRolled,),
    (DiceRerolled,),
    (FacePaid,),
    (CardResolved,),
    (CompanyMoved, BoatSailed),
    (CompanionsDealt, SourceCounted),
    (FirstPlayerChanged,),
)


def play_to_the_end(table):
    """Some whole game: each choice takes another of its options than the one before."""
    decisions = 0
    while table.next_choice() is not None:
        offered = table.offered()
        table.apply(offered[decisions * 7 % len(offered)])
        decisions += 1
        assert decisions < 5000
    return table


def game(seed, **options):
    return play_to_the_end(new_table(LUEUR, options, seed))


def rounds_of(table):
    """The log cut into rounds, each event as the number of its step."""
    rounds: list[list[int]] = []
    for event in table.log:
        for step, kinds in enumerate(STEPS):
            if isinstance(event, kinds):
                if step == 0:
                    rounds.append([])
                if rounds:
                    rounds[-1].append(step)
    return rounds


@pytest.mark.rule("L-ROUND-01", "L-ROUND-03")
@pytest.mark.parametrize("journey", ["province", "archipelago"])
@pytest.mark.parametrize("players", ["2", "3", "4"])
def test_eight_rounds_each_in_the_order_of_its_steps(players, journey):
    seen: set[int] = set()
    for seed in range(4):
        table = game(seed, players=players, journey=journey)
        started = [event.round for event in table.log if isinstance(event, RoundStarted)]
        assert started == [1, 2, 3, 4, 5, 6, 7, 8]
        for steps in rounds_of(table):
            assert steps == sorted(steps)
            assert Counter(steps)[1] == Counter(steps)[3] == int(players)
            seen.update(steps)
        assert table.result is not None
    assert seen == set(range(len(STEPS)))


@pytest.mark.rule("L-ROUND-02", "L-SPELL-02")
def test_hidden_spells_are_revealed_when_the_round_starts():
    table = scene("pocana eoles orium")
    table.lay("fire", "A01")
    table.give(0, hidden_spells="S1")
    table.give(2, hidden_spells="S2 S3", spells="S4")
    assert [player.hidden_spells for player in table.view().players] == [1, 0, 2]
    table.run(PlayRound())
    spells = [[spell.id for spell in player.spells] for player in table.view().players]
    assert spells == [["S1"], [], ["S4", "S2", "S3"]]
    assert [player.hidden_spells for player in table.view().players] == [0, 0, 0]


def round_of_two(faces):
    """A round about to begin: a reroll token each, two yellow dice against two purple ones."""
    table = scene("orium noctiluca")
    for space, companion in [("fire", "A01"), ("water", "A02"), ("air", "A03"), ("nature", "A04")]:
        table.lay(space, companion)
    table.state.deck = ["A09", "A08", "A07", "A06", "A05"]
    for seat in (0, 1):
        table.give(seat, rerolls=1, bursts=0)
    table.luck(faces)
    table.run(PlayRound())
    return table


def recruited(faces):
    """The same in the Late morning, with these faces rolled: yellow ones first."""
    table = round_of_two(faces)
    table.act(Recruit(0, "fire"), Cull(0, "air"), Recruit(1, "water"))
    return table


@pytest.mark.rule("L-ROUND-03")
def test_nobody_rolls_before_all_have_recruited():
    table = round_of_two("fire fire fire fire")
    table.act(Recruit(0, "fire"), Cull(0, "air"))
    assert table.events(DiceRolled) == []
    with pytest.raises(NothingToDecide):
        table.act(PickDie(0, table.die("large yellow")))
    table.act(Recruit(1, "water"))
    assert [event.seat for event in table.events(DiceRolled)] == [0, 1]


@pytest.mark.rule("L-ROUND-03")
def test_noon_begins_when_all_keep_their_dice():
    table = recruited("special fire special water")
    assert [type(choice) for choice in table.table.choices()] == [ChooseDice, ChooseDice]
    table.act(KeepDice(0))
    assert table.offered(0) == []
    assert table.player(0).bursts == 0
    table.act(KeepDice(1))
    assert (table.player(0).bursts, table.player(1).footprints) == (3, 2)


@pytest.mark.rule("L-ROUND-03")
def test_the_afternoon_begins_when_all_have_resolved_their_cards():
    table = recruited("fire nature water air")
    table.give(1, companions="A02 A09 B31")
    table.act(KeepDice(0), KeepDice(1))
    assert [type(choice) for choice in table.table.choices()] == [ChooseCard]
    assert table.offered(0) == []
    table.act(Resolve(1, "A09"))
    assert [type(choice) for choice in table.table.choices()] == [ChooseWay]
    table.act(StopWalking(0))


@pytest.mark.rule("L-ROUND-03")
def test_the_evening_begins_when_all_have_travelled():
    table = recruited("fire fire nature fire")
    table.act(KeepDice(0), KeepDice(1))
    assert [type(choice) for choice in table.table.choices()] == [ChooseWay, ChooseWay]
    table.act(StopWalking(1))
    assert table.events(CompanionsDealt) == []
    table.act(StopWalking(0))
    assert len(table.events(CompanionsDealt)) == 1
    assert table.state.round == 3


@pytest.mark.rule("L-SETUP-09", "L-END-01")
@pytest.mark.parametrize("seed", range(3))
def test_x12_forty_cards_feed_eight_rounds(seed):
    table = game(seed, players="3")
    dealt = [event.companions for event in table.log if isinstance(event, CompanionsDealt)]
    assert [len(companions) for companions in dealt] == [5] * 8
    packs = ["".join(sorted({card[0] for card in companions})) for companions in dealt]
    assert packs == ["A"] * 4 + ["B"] * 4
    assert table.state.deck == []
    assert Counter(card[0] for card in table.state.boxed) == {"A": 3, "B": 3}
    cards = [*table.state.cemetery, *table.state.boxed]
    cards += [card for player in table.state.players for card in player.companions]
    assert len(cards) == len(set(cards)) == 46
