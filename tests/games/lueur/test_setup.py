"""Setting up: who begins, adventurers and pieces, the deck, and the opening dice."""

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import IllegalAction
from embertable.games.lueur.setup import ChooseAdventurer, TakeAdventurer
from embertable.games.lueur.view import view
from tests.games.lueur.scene import CONTENT, LUEUR, new_game

COLOURS = {
    "braccio": "green",
    "taetyss": "blue",
    "eoles": "azure",
    "pocana": "red",
    "moloch": "orange",
    "noctiluca": "purple",
    "orium": "yellow",
}


def unshuffled(cards):
    """The draws of a shuffle that leaves things as they lay."""
    return " ".join(str(place) for place in range(cards - 1, 0, -1))


def opening(dice, first=0, **options):
    """A game set up with nothing shuffled and these faces of the nine coloured small dice."""
    luck = f"{first} {unshuffled(7)} {unshuffled(23)} {unshuffled(23)} {dice}"
    table = new_game(luck, **options)
    while isinstance(table.next_choice(), ChooseAdventurer):
        table.apply(table.offered()[0])
    return table


def set_up(seed=1, **options):
    table = LUEUR.set_up({"adventurers": "random", **options}, seeded(seed))
    table.next_choice()
    return table


def colours(dice):
    return [CONTENT.dice[die].colour for die in dice]


@pytest.mark.rule("L-SETUP-01")
def test_the_table_agrees_on_one_journey():
    province = set_up(journey="province").state.players
    archipelago = set_up(journey="archipelago").state.players
    assert [(player.company, player.boats) for player in province] == [("P00", [])] * 2
    assert [(player.company, player.boats) for player in archipelago] == [("", ["I00"] * 4)] * 2


@pytest.mark.rule("L-SETUP-02")
@pytest.mark.parametrize("adventurer", COLOURS)
def test_an_adventurer_comes_with_its_large_dice_in_its_colour(adventurer):
    table = new_game("0")
    table.apply(TakeAdventurer(0, adventurer))
    table.next_choice()
    player = table.state.players[0]
    number = 3 if adventurer == "pocana" else 2
    assert player.adventurer == adventurer
    assert colours(player.dice) == [COLOURS[adventurer]] * number
    assert all(CONTENT.dice[die].large for die in player.dice)


@pytest.mark.rule("L-SETUP-02")
def test_each_player_takes_a_different_adventurer():
    table = new_game("0")
    table.apply(TakeAdventurer(0, "eoles"))
    assert len(table.offered()) == 6
    with pytest.raises(IllegalAction):
        table.apply(TakeAdventurer(1, "eoles"))


@pytest.mark.rule("L-SETUP-02")
def test_the_first_player_is_drawn_before_adventurers_are_chosen_in_turn_order():
    table = new_game("2", players="4")
    order = []
    choice = table.next_choice()
    while isinstance(choice, ChooseAdventurer):
        assert table.state.first == 2
        order.append(choice.seat)
        table.apply(table.offered()[0])
        choice = table.next_choice()
    assert order == [2, 3, 0, 1]


@pytest.mark.rule("L-SETUP-02")
def test_adventurers_may_be_assigned_by_luck():
    drawn = set()
    for seed in range(8):
        adventurers = [player.adventurer for player in set_up(seed, players="4").state.players]
        assert len(set(adventurers)) == 4
        drawn.update(adventurers)
    assert drawn == set(COLOURS)


@pytest.mark.rule("L-SETUP-03")
def test_each_score_token_starts_on_10():
    seen = view(set_up(players="3"))
    assert [player.score_space for player in seen.players] == [10, 10, 10]


@pytest.mark.rule("L-SETUP-04")
def test_company_and_encampment_start_on_the_start_space():
    for player in set_up(players="4", journey="province").state.players:
        assert (player.company, player.encampment) == ("P00", "P00")


@pytest.mark.rule("L-SETUP-05")
def test_four_boats_start_on_the_central_island_and_the_fifth_never_plays():
    for player in set_up(players="4", journey="archipelago").state.players:
        assert player.boats == ["I00", "I00", "I00", "I00"]


@pytest.mark.rule("L-SETUP-06")
def test_the_reserve_holds_five_large_dice_and_the_black_die():
    reserve = [CONTENT.dice[die] for die in set_up(players="4").state.reserve]
    assert sorted(die.colour for die in reserve if die.large) == [
        *("azure", "blue", "green", "orange", "red"),
    ]
    assert [die.colour for die in reserve if not die.large] == ["black"]


@pytest.mark.rule("L-SETUP-06")
def test_dice_of_the_reserve_belong_to_no_adventurer():
    table = new_game("0", players="4")
    for seat, adventurer in enumerate(["pocana", "taetyss", "braccio", "eoles"]):
        table.apply(TakeAdventurer(seat, adventurer))
    table.next_choice()
    dice = [die for player in table.state.players for die in player.dice] + table.state.reserve
    assert len(dice) == len(set(dice)) == 3 + 2 + 2 + 2 + 6


@pytest.mark.rule("L-SETUP-07")
def test_dice_of_unused_adventurers_go_to_the_box():
    table = new_game("0")
    table.apply(TakeAdventurer(0, "eoles"))
    table.apply(TakeAdventurer(1, "moloch"))
    table.next_choice()
    state = table.state
    in_play = [die for player in state.players for die in player.dice] + state.reserve
    large = sorted(colours([die for die in in_play if CONTENT.dice[die].large]))
    assert large == sorted(["azure"] * 3 + ["orange"] * 3 + ["red", "blue", "green"])


@pytest.mark.rule("L-SETUP-08")
def test_spells_are_shuffled_face_down():
    piles = [tuple(set_up(seed).state.spell_pile) for seed in range(6)]
    assert len(set(piles)) > 1
    seen = view(set_up())
    assert seen.spell_pile == 7
    assert not any(spell in repr(seen) for spell in CONTENT.spells)


@pytest.mark.rule("L-SETUP-09")
@pytest.mark.parametrize("seed", range(5))
def test_20_unseen_a_cards_lie_on_20_b_cards(seed):
    state = set_up(seed).state
    dealt = [*state.deck, *[space.companion for space in reversed(state.track)]]
    assert [card[0] for card in dealt] == ["B"] * 20 + ["A"] * 20
    assert sorted(card[0] for card in state.boxed) == ["A"] * 3 + ["B"] * 3
    assert len({*dealt, *state.boxed}) == 46


@pytest.mark.rule("L-SETUP-09")
def test_packs_are_shuffled_and_the_boxed_cards_unseen():
    decks = {tuple(set_up(seed).state.deck) for seed in range(6)}
    boxes = {tuple(set_up(seed).state.boxed) for seed in range(6)}
    assert len(decks) == len(boxes) == 6
    table = set_up()
    seen = view(table)
    assert not any(card in repr(seen) for card in [*table.state.boxed, *table.state.deck])
    assert (seen.deck, seen.next_pack) == (35, "A")


@pytest.mark.rule("L-SETUP-10")
def test_the_top_five_companions_are_dealt_from_left_to_right():
    table = opening("fire " * 9)
    assert table.state.boxed == ["A23", "A22", "A21", "B46", "B45", "B44"]
    assert [(space.element, space.companion) for space in view(table).track] == [
        ("fire", "A20"),
        ("water", "A19"),
        ("mineral", "A18"),
        ("air", "A17"),
        ("nature", "A16"),
    ]


@pytest.mark.rule("L-SETUP-11")
@pytest.mark.parametrize(
    ("players", "first", "rerolls"),
    [
        ("2", 0, [0, 2]),
        ("2", 1, [2, 0]),
        ("3", 1, [2, 0, 0]),
        ("4", 0, [0, 0, 0, 2]),
        ("4", 3, [0, 0, 2, 0]),
    ],
)
def test_the_player_on_the_right_of_the_first_takes_two_rerolls(players, first, rerolls):
    table = opening("fire " * 9, first, players=players)
    assert table.state.first == first
    assert [player.rerolls for player in table.state.players] == rerolls


@pytest.mark.rule("L-SETUP-11")
def test_any_player_may_be_drawn_first():
    assert {set_up(seed, players="4").state.first for seed in range(20)} == {0, 1, 2, 3}


@pytest.mark.rule("L-SETUP-12")
def test_nine_coloured_dice_are_rolled_onto_the_spaces_of_their_elements():
    table = opening("nature water air fire mineral nature water air fire")
    laid = {
        element: sorted(colours(table.state.space(element).dice))
        for element in ("nature", "water", "air", "fire", "mineral")
    }
    # Rolled in the order green, green, blue, blue, azure, azure, red, orange, purple.
    assert laid == {
        "nature": ["azure", "green"],
        "water": ["green", "red"],
        "air": ["blue", "orange"],
        "fire": ["blue", "purple"],
        "mineral": ["azure"],
    }
    assert not any(CONTENT.dice[die].large for space in table.state.track for die in space.dice)


@pytest.mark.rule("L-SETUP-12")
def test_the_purple_die_is_rolled_again_while_it_shows_footprints():
    table = opening("fire fire fire fire fire fire fire fire special special water")
    assert colours(table.state.space("water").dice) == ["purple"]
    assert [player.footprints for player in table.state.players] == [0, 0]


@pytest.mark.rule("L-SETUP-12")
def test_a_sixth_face_of_a_coloured_die_is_its_own_element():
    table = opening("special " * 8 + "fire")
    assert colours(table.state.space("nature").dice) == ["green", "green"]
    assert colours(table.state.space("fire").dice) == ["red", "purple"]


@pytest.mark.rule("L-SETUP-12")
@pytest.mark.parametrize("seed", range(4))
def test_the_black_die_stays_in_the_reserve(seed):
    state = set_up(seed).state
    assert CONTENT.black_die in state.reserve
    assert all(CONTENT.black_die not in space.dice for space in state.track)


@pytest.mark.rule("L-SETUP-13")
def test_a_footprint_lies_on_each_space_without_a_die():
    table = opening("fire fire fire fire water water water water air")
    footprints = {space.element: space.footprints for space in view(table).track}
    assert footprints == {"fire": 0, "water": 0, "mineral": 1, "air": 0, "nature": 1}
