"""What a search of Lueur knows beyond the greedy bot: weights fitted to many games, and rolls after rolls."""

import pytest

from embertable.bots import GreedyBot, ask
from embertable.bots.greedy import value_after
from embertable.bots.lueur.evaluator import LueurEvaluator
from embertable.bots.lueur.expected_gains import expected_gains_of
from embertable.bots.lueur.fitted_weights import (
    PRICES,
    ROLLS,
    Holding,
    features_of,
    fitted_values,
    token_prices,
)
from embertable.bots.lueur.rerolls import FREE, Rerolls, odds_of, total
from embertable.bots.lueur.rollout import LueurRollout
from embertable.bots.lueur.two_roll_lookahead import TwoRollLookahead
from embertable.engine.chance import seeded
from embertable.games.lueur.late_morning import PickDie, RollPicked
from embertable.games.lueur.morning import ChooseCompanion, ChooseCull, Cull, Recruit
from embertable.games.lueur.setup import TakeAdventurer
from tests.games.lueur.scene import CONTENT, LUEUR, Scene, scene

LAST = CONTENT.rounds
KAAR = next(card.id for card in CONTENT.companions.values() if card.rules_black_die)
TWO_FREE_ROLLS = "A18 B45 B31"


def holding(cards: str, rolls: int, **more: int) -> Holding:
    held = {"footprints": 0, "fireflies": 0, "rerolls": 0, "large": 2, **more}
    return Holding(
        cards=cards.split(),
        spells=[],
        colours=("azure", "blue", "blue", "green"),
        journey=10.0,
        sails=False,
        rolls=rolls,
        **held,
    )


def worth(held: Holding) -> float:
    return total(fitted_values(held, CONTENT, expected_gains_of(CONTENT, ROLLS)))


# Fitted weights.


def test_every_lesson_has_a_price_and_every_price_a_lesson():
    names = set()
    for rolls in range(1, LAST + 1):
        for sails in (False, True):
            held = holding(" ".join(CONTENT.cards), rolls)
            held.sails = sails
            expected = expected_gains_of(CONTENT, ROLLS)
            names |= set(features_of(held, CONTENT, expected))
    assert names == set(PRICES)


@pytest.mark.parametrize("what", ["footprints", "rerolls"])
@pytest.mark.parametrize("rolls", [8, 5, 2])
def test_tokens_are_worth_having(what, rolls):
    assert worth(holding("taetyss B31", rolls, **{what: 3})) > worth(holding("taetyss B31", rolls))


def test_a_die_more_is_worth_more_the_longer_it_is_rolled():
    gains = [
        worth(holding("taetyss", rolls, large=3)) - worth(holding("taetyss", rolls))
        for rolls in (8, 4)
    ]
    assert gains[0] > gains[1]


def test_cards_that_like_the_same_dice_swing_more_than_cards_that_do_not():
    expected = expected_gains_of(CONTENT, ROLLS)
    colours = ("azure", "blue", "blue", "green")

    def swing(cards: str) -> float:
        return expected.swing([CONTENT.cards[name] for name in cards.split()], colours)

    assert swing("A03 B27") > swing("A03") + 0.9 * swing("B27")
    assert swing("B31 B38") < swing("B31") + 0.9 * swing("B38")
    assert swing("pocana") == 0.0


@pytest.mark.parametrize("taken", ["taetyss", "noctiluca"])
def test_a_rival_is_expected_to_set_out_as_a_greedy_bot_does(taken):
    table = LUEUR.set_up(LUEUR.check({"players": "2"}), seeded(3))
    choice = table.next_choice()
    assert choice is not None
    policy = LueurRollout(table, choice)
    table.apply(TakeAdventurer(choice.seat, taken))
    rival = table.next_choice()
    assert rival is not None
    assert policy.act(table, rival) == ask(GreedyBot(1), table, rival.seat)


def test_culls_what_the_fitted_weights_say_the_rival_likes():
    table = scene("taetyss eoles")
    for space, companion in (("fire", "A10"), ("water", "B31"), ("air", "B30")):
        table.lay(space, companion)
    table.run(ChooseCull(0))
    assert ask(GreedyBot(1, full_model=True), table.table, 0) == Cull(0, "water")


def test_a_companion_counted_at_once_is_worth_what_it_is_once_recruited():
    table = scene("taetyss eoles", first=1)
    table.give(0, companions=f"{KAAR} B44")
    table.lay("fire", "A13", dice="small red")
    table.lay("water", "B31", footprints=2)
    table.lay("air", "B45", dice="small black")
    table.run(ChooseCompanion(0))
    choice = table.table.next_choice()
    assert choice is not None
    evaluator = LueurEvaluator(table.table, choice)
    evaluator.use_full_model()
    for option in table.table.offered(0):
        played = value_after(evaluator, table.table, seeded(1), choice, option)
        assert evaluator.exact_value(option) == pytest.approx(played), option


def test_tokens_are_given_away_more_easily_by_those_who_have_many():
    prices = token_prices(6, is_last_round=False)
    assert prices == sorted(prices)
    assert token_prices(2, is_last_round=False) == prices[-2:]
    assert max(token_prices(9, is_last_round=True)) < min(prices)


# Rolls after rolls.


def late_morning(companions: str, dice: str) -> Scene:
    table = scene()
    table.state.round = LAST
    table.give(0, companions=companions, dice=dice, bursts=0)
    table.late_morning()
    return table


def both(table: Scene) -> tuple[Rerolls, TwoRollLookahead]:
    """One roll looked ahead, and two."""
    choice = table.table.choice_of(0)
    assert choice is not None
    evaluator = LueurEvaluator(table.table, choice)
    assert evaluator.rerolls is not None
    return evaluator.rerolls, TwoRollLookahead(table.table, 0, evaluator.noon_value, [])


def test_a_roll_is_worth_more_when_its_failure_can_be_rolled_again():
    table = late_morning(TWO_FREE_ROLLS, "large red fire, large red mineral")
    table.act(PickDie(0, table.die("large red mineral")))
    one, two = both(table)
    roll = RollPicked(0, "companion")
    assert total(two.exact_value(roll)) > total(one.exact_value(roll)) + 0.2


def test_the_last_roll_is_worth_what_it_is_alone():
    table = late_morning("A18 B31", "large red fire, large red mineral")
    table.act(PickDie(0, table.die("large red mineral")))
    one, two = both(table)
    roll = RollPicked(0, "companion")
    assert total(two.exact_value(roll)) == pytest.approx(total(one.exact_value(roll)))


def test_two_rolls_are_counted_out_to_the_last_face():
    table = late_morning(TWO_FREE_ROLLS, "large red fire")
    _, ahead = both(table)
    die = table.die("large red fire")
    kept = {face: total(ahead.turned(die, face)) for face, _ in odds_of(CONTENT.dice[die].faces)}
    again = sum([odds * kept[face] for face, odds in odds_of(CONTENT.dice[die].faces)]) - FREE
    hoped = sum([odds * max(kept[face], again) for face, odds in odds_of(CONTENT.dice[die].faces)])
    assert ahead.rolled([0]) == pytest.approx(hoped)


def test_a_hand_is_its_number():
    table = late_morning(
        "A18", "large red fire, large red fire, small green water, small black air"
    )
    _, ahead = both(table)
    assert sorted(ahead.faces_of(ahead.hand)) == ["air", "fire", "fire", "water"]
    black = ahead.dice.index(CONTENT.black_die)
    assert ahead.faces_of(ahead.hand)[black] == "air"


def test_counting_out_leaves_the_dice_as_they_lie():
    table = late_morning(TWO_FREE_ROLLS, "large red fire, large red water, small green nature")
    before = list(table.state.faces)
    _, ahead = both(table)
    for place in range(3):
        ahead.best_with(place)
    assert table.state.faces == before


# Rivals.

TRACKS = (
    {"fire": "A10", "water": "B31", "air": "B30"},
    {"fire": "A05", "water": "A16", "mineral": "A20", "nature": "A12"},
    {"water": "B25", "mineral": "B45", "air": "B44"},
)


def track(laid: dict[str, str]) -> Scene:
    table = scene("taetyss noctiluca")
    for space, companion in laid.items():
        table.lay(space, companion)
    return table


@pytest.mark.parametrize("laid", TRACKS)
def test_a_search_expects_rivals_to_recruit_as_a_greedy_bot_does(laid):
    table = track(laid)
    table.run(ChooseCompanion(1))
    policy = LueurRollout(table.table, ChooseCull(0))
    assert policy.recruit(table.table, 1) == ask(GreedyBot(1), table.table, 1)


@pytest.mark.parametrize("laid", TRACKS)
def test_a_cull_leaves_the_rival_what_it_wants_and_needs_least(laid):
    """Whatever is culled, the rival takes what a greedy bot would of the rest."""
    table = track(laid)
    table.run(ChooseCull(0))
    evaluator = LueurEvaluator(table.table, ChooseCull(0))
    evaluator.use_full_model()
    gets = {}
    for space in laid:
        left = track({other: laid[other] for other in laid if other != space})
        left.run(ChooseCompanion(1))
        taken = ask(GreedyBot(1), left.table, 1)
        assert isinstance(taken, Recruit)
        gets[space] = evaluator.lure(table.state, 1, taken.space)
    best = ask(GreedyBot(1, full_model=True), table.table, 0)
    assert isinstance(best, Cull)
    assert gets[best.space] == min(gets.values())


def test_a_companion_is_tried_without_a_trace():
    table = track({"fire": "A16", "water": "B44"})
    table.run(ChooseCompanion(0))
    before = table.state.copy()
    evaluator = LueurEvaluator(table.table, ChooseCompanion(0))
    worths = [
        evaluator.value_with(table.state, table.state.space(space)) for space in ("fire", "water")
    ]
    assert table.state == before
    assert worths[0] != worths[1]
