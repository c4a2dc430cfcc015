"""Serialising the game: Morning goes in turn, the other steps in any interleaving (3.16)."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from embertable import new_table
from embertable.engine.chance import Chance, seeded
from embertable.engine.errors import NothingToDecide
from embertable.engine.seat_view import seat_view
from embertable.engine.table import Action, Choice, Seat, Table
from embertable.games.lueur.archipelago import StayMoored
from embertable.games.lueur.cromaug import ChooseRaise, LeaveCemetery, Raise
from embertable.games.lueur.effects import ChooseLoss, GiveUpHiddenSpell, RerollsGained
from embertable.games.lueur.evening import PutDiceBack
from embertable.games.lueur.kaar import BlackDiePlaced
from embertable.games.lueur.late_morning import (
    ChooseDice,
    DiceRerolled,
    KeepDice,
    LateMorning,
    PickDie,
    RollPicked,
)
from embertable.games.lueur.morning import ChooseCompanion, Recruit
from embertable.games.lueur.noon import CardResolved, ChooseCard, Resolve
from embertable.games.lueur.province import DIE, FREE, ChooseWay, StopWalking, WalkTo
from embertable.games.lueur.sketals import DieTaken
from tests.games.lueur.scene import CONTENT, LUEUR, Scene, new_game, scene
from tests.records.play import MOST_DECISIONS, Picks

# Morning


@pytest.mark.rule("L-SERIAL-01", "L-RECRUIT-01")
def test_morning_is_sequential_and_public():
    table = scene("pocana eoles noctiluca", first=1)
    for element, companion in zip(
        ["fire", "water", "mineral", "air", "nature"],
        ["A01", "A02", "A03", "A04", "A05"],
        strict=True,
    ):
        table.lay(element, companion)
    table.morning()
    for seat, space in ((1, "fire"), (2, "water"), (0, "air")):
        assert [choice.seat for choice in table.table.choices()] == [seat]
        for other in {0, 1, 2} - {seat}:
            assert table.table.offered(other) == []
            with pytest.raises(NothingToDecide):
                table.table.apply(Recruit(other, space), other)
        table.act(Recruit(seat, space))
        for watcher in (0, 1, 2, None):
            view = LUEUR.view(table.table, watcher)
            assert view.players[seat].companions, "everybody sees it"  # type: ignore[attr-defined]


# Any interleaving


@dataclass
class Decision:
    """What a seat decided, and all that it was offered."""

    offered: list[Action]
    action: Action


class Interleaved:
    """One game played again and again: the same decisions of each seat in different orders.

    The seats' progress, how many decisions each has made, must be enough to tell the position.
    """

    def __init__(self, options: dict[str, str], seed: int) -> None:
        self.options = options
        self.seed = seed
        self.decisions: list[list[Decision]] = [[] for _ in range(int(options["players"]))]
        self.positions: dict[tuple[int, ...], str] = {}
        self.met_again = 0

    def play(self, order: Callable[[list[Seat]], Seat]) -> None:
        """A whole game; `order` says which of the seats that may answer does so next."""
        table = new_table(LUEUR, self.options, self.seed)
        picks = [Picks(self.seed + seat) for seat in range(len(self.decisions))]
        progress = [0] * len(self.decisions)
        for _ in range(MOST_DECISIONS):
            seats = [choice.seat for choice in table.choices()]
            self.compare(tuple(progress), LUEUR.state_hash(table))
            if not seats:
                return
            seat = order(seats)
            decision = self.decide(seat, progress[seat], table.offered(seat), picks[seat])
            progress[seat] += 1
            table.apply(decision.action, seat)
        raise AssertionError("the game does not end")

    def decide(self, seat: Seat, number: int, offered: list[Action], picks: Picks) -> Decision:
        known = self.decisions[seat]
        if number == len(known):
            known.append(Decision(list(offered), picks.one_of(offered)))
        assert offered == known[number].offered, "another seat changed what this one is offered"
        return known[number]

    def compare(self, progress: tuple[int, ...], position: str) -> None:
        self.met_again += progress in self.positions
        assert self.positions.setdefault(progress, position) == position


@pytest.mark.rule("L-SERIAL-02", "L-SERIAL-03", "L-SERIAL-05")
@pytest.mark.parametrize(
    ("players", "journey", "seed"),
    [
        ("2", "province", 11),
        ("3", "province", 7),
        ("4", "province", 6),
        ("2", "archipelago", 6),
        ("3", "archipelago", 4),
        ("4", "archipelago", 6),
    ],
)
def test_the_order_of_answers_never_matters(players, journey, seed):
    game = Interleaved({"players": players, "journey": journey, "adventurers": "random"}, seed)
    game.play(lambda seats: seats[0])
    in_turn_order = len(game.positions)
    game.play(lambda seats: seats[-1])
    assert len(game.positions) > in_turn_order, "the order was truly another"
    for order in range(3):
        game.play(Picks(100 + order).seat_of)
    assert game.met_again > 4 * 8 * int(players), "at least every Morning, in each of four games"


@pytest.mark.rule("L-SERIAL-02")
def test_a_strictly_sequential_client_is_served_in_turn_order():
    table = new_table(LUEUR, {"players": "3", "adventurers": "random"}, 7)
    picks = Picks(7)
    several = 0
    for _ in range(200):
        choices = table.choices()
        order = list(table.state.turn_order())
        seats = [choice.seat for choice in choices]
        assert seats == [seat for seat in order if seat in seats]
        several += len(seats) > 1
        table.apply(picks.one_of(table.offered()))
        if table.next_choice() is None:
            break
    assert several


def every_interleaving(table: Table[Any], plans: dict[Seat, list[Action]]) -> Iterator[Table[Any]]:
    """The tables that follow from each order in which seats can carry out their plans."""
    if not any(plans.values()):
        yield table
    for seat, plan in plans.items():
        if plan:
            after = table.copy(table.chance.copy())
            after.apply(plan[0], seat)
            after.next_choice()
            yield from every_interleaving(after, {**plans, seat: plan[1:]})


def ends(table: Scene, plans: dict[Seat, list[Action]]) -> list[Any]:
    """The state after each interleaving, as JSON, and where each stream of luck then is."""
    codec = LUEUR.codec()
    return [
        (codec.encode(end.state), end.chance.positions())
        for end in every_interleaving(table.table, plans)
    ]


@pytest.mark.rule("L-SERIAL-02", "L-SERIAL-05")
def test_late_morning_in_every_interleaving():
    table = scene("pocana eoles taetyss")
    table.table.chance = seeded(5)
    for seat in range(3):
        table.give(seat, rerolls=2, bursts=0)
    table.roll()
    table.late_morning()
    plans: dict[Seat, list[Action]] = {}
    for seat in range(3):
        die = table.player(seat).dice[0]
        plans[seat] = [PickDie(seat, die), RollPicked(seat, "token")]
    found = ends(table, plans)
    assert len(found) == 90, "6! / (2! 2! 2!)"
    assert all(end == found[0] for end in found)


@pytest.mark.rule("L-SERIAL-02", "L-SERIAL-03", "L-CROMAUG-03")
def test_noon_in_every_interleaving_with_all_that_players_share():
    """Xar'gok casts, a Sketal dies, Briki dies, and Cromaug raises Kaar, in any order."""
    table = scene("pocana braccio taetyss noctiluca")
    table.table.chance = seeded(8)
    table.state.spell_pile = ["S1", "S2", "S3", "S4"]
    table.state.cemetery = ["A20", "A01"]
    table.give(0, companions="A10 A05", dice="small red fire, large red fire")
    table.give(
        1,
        companions="A15 A04",
        dice="large green nature, large orange mineral, small orange mineral",
    )
    table.give(2, companions="A11 B31", dice="small blue water, small green water")
    table.give(3, companions="B41 A22", dice="large purple air")
    table.noon()
    plans: dict[Seat, list[Action]] = {
        0: [Resolve(0, "A10")],
        1: [Resolve(1, "A15")],
        2: [Resolve(2, "A11")],
        3: [Resolve(3, "B41"), Raise(3, "A20")],
    }
    found = ends(table, plans)
    assert len(found) == 60, "5! / 2!"
    assert all(end == found[0] for end in found)
    table.act(*plans[3], *plans[2], *plans[1], *plans[0])
    assert table.player(3).companions == ["A22", "A20"]
    assert sorted(table.state.cemetery) == ["A01", "A10", "A11", "A15", "B41"]
    assert [len(player.hidden_spells) for player in table.state.players] == [0, 1, 1, 1]


@pytest.mark.rule("L-SERIAL-02", "L-JOURNEY-06")
def test_afternoon_in_every_interleaving_with_spells_given_up():
    table = scene("pocana eoles taetyss")
    for seat, spell in enumerate(["S6", "S2", "S4"]):
        table.give(seat, company="P15", dice="small azure air" if seat < 2 else "")
        table.player(seat).hidden_spells = [spell]
    table.give(2, company="P46", footprints=2)
    table.afternoon()
    plans: dict[Seat, list[Action]] = {
        0: [WalkTo(0, "P16", DIE), GiveUpHiddenSpell(0)],
        1: [WalkTo(1, "P16", DIE), GiveUpHiddenSpell(1)],
        2: [WalkTo(2, "P47", "footprint"), StopWalking(2)],
    }
    found = ends(table, plans)
    assert len(found) == 90, "6! / (2! 2! 2!)"
    assert all(end == found[0] for end in found)


@pytest.mark.rule("L-SERIAL-02", "L-ROUND-03")
def test_a_step_waits_for_the_last_player_of_the_one_before():
    table = scene("noctiluca orium")
    for seat in (0, 1):
        table.give(seat, dice="large purple nature", company="P46", rerolls=1)
    table.late_morning()
    table.act(KeepDice(1))
    assert [choice.seat for choice in table.table.choices()] == [0]
    assert isinstance(table.waiting(), ChooseDice)
    assert table.offered(1) == []


# What is shared


@pytest.mark.rule("L-SERIAL-03", "L-CROMAUG-03")
def test_companions_that_others_lose_in_the_same_noon_cannot_be_raised():
    table = scene("orium taetyss")
    table.state.cemetery = ["A01"]
    table.give(0, companions="B41 A22", dice="large yellow air")
    table.give(1, companions="A11", dice="small blue water, small green water")
    table.noon()
    assert table.player(1).fallen == ["A11"], "already lost when Cromaug is resolved"
    table.act(Resolve(0, "B41"))
    assert isinstance(table.waiting(), ChooseRaise)
    assert table.offered() == [Raise(0, "A01"), LeaveCemetery(0)]
    table.act(Raise(0, "A01"))
    assert table.state.cemetery == ["B41", "A11"], "visible to all takers after the step"


@pytest.mark.rule("L-SERIAL-03", "L-CROMAUG-06")
def test_dice_that_others_return_in_the_same_noon_cannot_be_taken():
    table = scene("orium taetyss")
    table.state.cemetery = ["A13"]
    orange = [die for die in table.state.reserve if CONTENT.dice[die].colour == "orange"]
    table.state.reserve.remove(orange[0])
    table.give(0, companions="B41 A22", dice="large yellow air")
    table.give(1, companions="A13", dice="large orange water, small blue water, small green water")
    table.state.cemetery = ["B44"]
    table.state.reserve = [table.state.content.black_die]
    table.noon()
    assert len(table.player(1).returned) == 1
    table.act(Resolve(0, "B41"), Raise(0, "B44"))
    assert not table.events(DieTaken), "the reserve as Noon found it held no large die"
    assert len(table.state.reserve) == 2, "now the orange die is there for all"


@pytest.mark.rule("L-SERIAL-03", "L-SPELL-01")
def test_only_xar_gok_draws_from_the_spell_pile_and_once_a_noon():
    table = scene("pocana orium taetyss")
    table.state.spell_pile = ["S1", "S2", "S3", "S4"]
    table.give(0, companions="A10 B41", dice="large red fire, large red fire, large red air")
    for seat in (1, 2):
        table.give(seat, dice="")
    table.noon()
    table.act(Resolve(0, "A10"), Raise(0, "A10"))
    assert table.waiting() is None, "raised again, Xar'gok waits for the next round"
    assert table.state.spell_pile == ["S1", "S2"]
    assert table.player(1).hidden_spells == ["S4"]
    assert table.player(2).hidden_spells == ["S3"]


@pytest.mark.rule("L-SERIAL-03", "L-CROMAUG-07")
def test_the_track_changes_at_noon_only_by_kaar_through_cromaug():
    table = scene("orium taetyss", luck="water")
    table.state.cemetery = ["A20", "A01"]
    table.lay("fire", dice="small red fire", footprints=2)
    before = [space.copy() for space in table.state.track]
    table.give(0, companions="B41 A22", dice="large yellow air")
    table.give(1, companions="A11", dice="small blue water, small green water")
    table.noon()
    assert table.state.track == before
    table.act(Resolve(0, "B41"), Raise(0, "A20"))
    assert table.space("water").dice == [CONTENT.black_die]
    assert len(table.events(BlackDiePlaced)) == 1
    table.space("water").dice.clear()
    assert table.state.track == before


@pytest.mark.rule("L-SERIAL-03", "L-COMP-04")
def test_supplies_are_unlimited():
    table = scene("moloch eoles")
    for seat in (0, 1):
        table.give(seat, footprints=60, rerolls=90, fireflies=80, dice="")
    table.give(0, companions="B33 A01 B32", dice="large red fire, small green nature")
    table.noon()
    while table.waiting() is not None:
        table.act(table.offered()[0])
    assert (table.player(0).footprints, table.player(0).rerolls) == (61, 91)
    assert table.player(0).fireflies == 82


# Nothing is secret


@pytest.mark.rule("L-SERIAL-04", "L-ROLL-02")
def test_rolls_and_actions_are_shown_to_all_as_they_happen():
    table = new_game(players="3", adventurers="random")
    while not isinstance(table.next_choice(), ChooseDice):
        table.apply(table.offered()[0])
    seat = table.choices()[1].seat
    die = table.state.players[seat].dice[0]
    table.apply(PickDie(seat, die), seat)
    table.next_choice()
    table.apply(table.offered(seat)[0], seat)
    table.next_choice()
    for watcher in (0, 1, 2, None):
        shown = seat_view(table, watcher)
        faces = [one.face for one in shown.view.players[seat].dice if one.id == die]  # type: ignore[attr-defined]
        assert faces == [table.state.faces[die]]
        assert any(isinstance(event, DiceRerolled) for event in shown.events)
        assert len(shown.awaited) > 1, "while others are still deciding"


@pytest.mark.rule("L-SERIAL-04")
def test_no_event_is_kept_from_anybody():
    table = new_table(LUEUR, {"players": "4", "adventurers": "random"}, 6)
    picks = Picks(6)
    for _ in range(MOST_DECISIONS):
        if table.next_choice() is None:
            break
        table.apply(picks.one_of(table.offered()))
    assert len({type(event) for event in table.log}) > 25
    assert all(event.seen_by() is None for event in table.log)


# Luck


class Watched(Chance):
    """Seeded luck that remembers which streams were drawn from."""

    def __init__(self, seed: int) -> None:
        luck = seeded(seed)
        super().__init__(luck.key, luck.seed)
        self.asked: list[str] = []

    def draw(self, stream: str, sides: int) -> int:
        self.asked.append(stream)
        return super().draw(stream, sides)


@pytest.mark.rule("L-SERIAL-05")
def test_the_table_s_luck_sets_the_game_up():
    luck = Watched(1)
    table = LUEUR.set_up({"players": "3"}, luck)
    while not isinstance(table.next_choice(), ChooseCompanion):
        table.apply(table.offered()[0])
    assert set(luck.asked) == {"table"}
    shuffles = 6 + 22 + 22
    assert len(luck.asked) >= 1 + shuffles + 9, "first player, spells, packs and nine small dice"


@pytest.mark.rule("L-SERIAL-05")
def test_each_player_rolls_with_luck_of_their_own():
    luck = Watched(1)
    table = scene("pocana eoles taetyss", first=1)
    table.table.chance = luck
    table.roll()
    assert luck.asked == ["seat-1"] * 2 + ["seat-2"] * 2 + ["seat-0"] * 3
    luck.asked.clear()
    table.give(2, rerolls=1)
    table.late_morning()
    table.act(PickDie(2, table.player(2).dice[0]), RollPicked(2, "token"))
    assert luck.asked == ["seat-2"]


@pytest.mark.rule("L-SERIAL-05", "L-KAAR-01")
def test_kaar_s_placement_is_rolled_with_its_owner_s_luck():
    luck = Watched(3)
    table = scene("pocana eoles taetyss", first=2)
    for element, companion in (("fire", "A20"), ("water", "A02"), ("air", "A04")):
        table.lay(element, companion)
    table.table.chance = luck
    table.morning()
    table.act(Recruit(2, "fire"))
    assert set(luck.asked) == {"seat-2"}


@pytest.mark.rule("L-SERIAL-05", "L-EVENING-03")
def test_evening_rerolls_use_the_table_s_luck_in_turn_order():
    table = scene("pocana eoles", first=1, luck="air water")
    table.give(0, dice="small black minus_bursts")
    table.give(1, dice="small purple footprints")
    table.run(PutDiceBack())
    assert [CONTENT.dice[die].colour for die in table.space("air").dice] == ["purple"]
    assert [CONTENT.dice[die].colour for die in table.space("water").dice] == ["black"]

    luck = Watched(3)
    table = scene("pocana eoles")
    table.give(0, dice="small purple footprints")
    table.table.chance = luck
    table.run(PutDiceBack())
    assert set(luck.asked) == {"table"}


@pytest.mark.rule("L-SERIAL-05")
def test_what_one_player_rolls_does_not_depend_on_how_often_another_rerolls():
    rolls = []
    for rerolls in (0, 4):
        table = scene("pocana eoles")
        table.table.chance = seeded(11)
        table.give(0, rerolls=4)
        table.give(1, rerolls=1)
        table.roll()
        table.late_morning()
        die = table.player(0).dice[0]
        for _ in range(rerolls):
            table.act(PickDie(0, die), RollPicked(0, "token"))
        table.act(PickDie(1, table.player(1).dice[0]), RollPicked(1, "token"))
        rolls.append(table.faces(1))
    assert rolls[0] == rolls[1]


# Passing and forgetting


def open_choices(table: Scene) -> list[type[Choice]]:
    return [] if table.waiting() is None else [type(choice) for choice in table.table.choices()]


@pytest.mark.rule("L-SERIAL-06")
def test_a_player_without_a_reroll_passes_by_themselves():
    table = scene()
    table.give(0, bursts=0, rerolls=0)
    table.give(1, bursts=0, rerolls=1)
    table.roll()
    table.late_morning()
    assert [choice.seat for choice in table.table.choices()] == [1]
    table.act(PickDie(1, table.player(1).dice[0]), RollPicked(1, "token"))
    assert table.waiting() is None, "the last token is spent"


@pytest.mark.rule("L-SERIAL-06", "L-REROLL-01")
def test_a_player_may_stop_before_the_rerolls_are_used_up():
    table = scene()
    table.give(0, rerolls=5)
    table.give(1, bursts=0)
    table.roll()
    table.run(LateMorning(0))
    assert KeepDice(0) in table.offered()
    assert table.act(KeepDice(0)) is None
    assert table.player(0).rerolls == 5


@pytest.mark.rule("L-SERIAL-06")
def test_a_player_without_a_met_card_passes_noon():
    table = scene("eoles taetyss")
    for seat in (0, 1):
        table.give(seat, dice="large red fire", companions="A11")
    assert table.noon() is None
    assert not table.events(CardResolved)


@pytest.mark.rule("L-SERIAL-06", "L-JOURNEY-01")
def test_a_player_with_no_move_and_no_village_passes_the_afternoon():
    table = scene()
    table.give(0, company="P46", dice="small red fire")
    table.give(1, company="P59", encampment="P59", dice="small azure air, small orange mineral")
    table.afternoon()
    assert open_choices(table) == [ChooseWay], "seat 1 may walk to P60"
    table.act(StopWalking(1))
    assert table.waiting() is None

    table = scene(journey="archipelago")
    table.give(0, dice="")
    table.give(1, dice="small red fire")
    table.afternoon()
    assert [choice.seat for choice in table.table.choices()] == [1]
    assert table.act(StayMoored(1)) is None


@pytest.mark.rule("L-SERIAL-06")
def test_a_possible_encampment_keeps_the_afternoon_open():
    table = scene()
    table.give(0, company="P14", dice="")
    table.give(1, dice="", company="P46")
    table.afternoon()
    assert [choice.seat for choice in table.table.choices()] == [0]


@pytest.mark.rule("L-SERIAL-07", "L-RESOLVE-06")
def test_no_compulsory_effect_can_be_forgotten():
    table = scene("eoles taetyss")
    table.give(
        0, companions="B30 A04", dice="small blue water, small green water, large azure mineral"
    )
    table.give(1, dice="")
    table.noon()
    assert isinstance(table.waiting(), ChooseCard)
    assert all(isinstance(option, Resolve) for option in table.offered()), "there is no passing"
    table.act(Resolve(0, "A04"))
    assert table.waiting() is None
    resolved = [event.card for event in table.events(CardResolved)]
    assert resolved == ["A04", "B30"], "the last one, a loss, came by itself"


@pytest.mark.rule("L-SERIAL-07", "L-SKETAL-01", "L-JOURNEY-03")
def test_dice_and_tokens_are_taken_without_asking():
    table = scene()
    table.lay("fire", "A16")
    table.lay("water", "A02")
    table.lay("air", "A04")
    table.run(ChooseCompanion(0))
    table.act(Recruit(0, "fire"))
    assert [CONTENT.dice[event.die].colour for event in table.events(DieTaken)] == ["blue"]

    table = scene()
    table.give(0, company="P60", dice="", footprints=1)
    table.give(1, dice="", company="P46")
    table.afternoon()
    table.act(WalkTo(0, "P59", FREE))
    assert len(table.events(RerollsGained)) == 1


@pytest.mark.rule("L-SERIAL-07", "L-JOURNEY-06")
def test_the_skull_and_spell_icon_cannot_be_passed_over():
    table = scene()
    table.give(0, company="P15", dice="small azure air", companions="A01")
    table.give(1, dice="", company="P46")
    table.afternoon()
    table.act(WalkTo(0, "P16", DIE))
    assert open_choices(table) == [ChooseLoss]
    assert len(table.offered()) == 1
    assert StopWalking(0) not in table.offered()
