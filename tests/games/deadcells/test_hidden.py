"""What is hidden is shown to nobody before its time (section 29)."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import fields
from typing import cast

import pytest

from embertable import new_table
from embertable.engine.chance import seeded
from embertable.engine.seat_view import may_see, seat_view, seat_view_to_json
from embertable.engine.table import Event, Seat, Table
from embertable.games.deadcells.cards import CardsDrawn, HandDrawn, PileShuffled, RefillHand
from embertable.games.deadcells.preparation import LayCard, MarkEnemy, Prepare
from embertable.games.deadcells.state import HIDDEN, Character, DeadCellsState
from tests.games.deadcells.scene import CONTENT, GAME, Scene, scene
from tests.records.play import MOST_DECISIONS, Picks

RUNS = [
    ({"players": players, "beheaded": "random", "talk": talk}, seed)
    for players, talk in (("1", "aloud"), ("2", "signals"), ("3", "aloud"), ("4", "signals"))
    for seed in (1, 2, 3)
]


def watchers(table: Table[DeadCellsState]) -> list[Seat | None]:
    return [*range(int(table.options["players"])), None]


def shown(table: Table[DeadCellsState], seat: Seat | None) -> object:
    """Everything a seat is shown of a position, its choice and options too."""
    return seat_view_to_json(table, seat_view(table, seat, len(table.log)))


def moments(options: dict[str, str], seed: int) -> Iterator[tuple[Table[DeadCellsState], int]]:
    """A whole Run: the table at every decision, with the number of events told before."""
    table = new_table(GAME, options, seed)
    picks = Picks(seed)
    told = 0
    for _ in range(MOST_DECISIONS):
        seats = [choice.seat for choice in table.choices()]
        yield table, told
        if not seats:
            return
        told = len(table.log)
        seat = picks.seat_of(seats)
        table.apply(picks.one_of(table.offered(seat)), seat)


# Another table that the seat cannot tell from the true one.


def stir(state: DeadCellsState, seat: Seat | None) -> None:
    """Turn round everything that the seat must not know."""
    for deck in (state.monsters, state.elites, state.treasure, state.attacks):
        deck.reverse()
    for character in state.characters:
        if character.is_serenade():
            character.draw[:-1] = reversed(character.draw[:-1])
            continue
        if character.seat != seat:
            stir_hand(state, character)
        character.draw.reverse()
    stir_tiles(state)


def stir_hand(state: DeadCellsState, character: Character) -> None:
    """The bottom of the draw pile becomes the hand, and a face-down card one that fits too."""
    if not state.shown:
        for place, told in enumerate(character.announced):
            kind, round = told.split()
            for pile in (character.draw, character.hand):
                for at, card in enumerate(pile):
                    if kind in state.content.cards[card].kinds[int(round)]:
                        pile[at], character.active[place] = character.active[place], card
                        break
    unseen = [*character.draw, *character.hand]
    count = len(character.hand)
    character.hand = sorted(unseen[:count])
    character.draw = unseen[count:]


def stir_tiles(state: DeadCellsState) -> None:
    """Face-down tiles of one shape change places with each other and with those left over."""
    tiles = state.content.tiles
    hidden = [place for place, face in enumerate(state.faces) if face == HIDDEN]
    pool = [*[state.tiles[place] for place in hidden], *state.leftover]
    for place in hidden:
        shape = tiles[state.tiles[place]].shape
        last = max(at for at, tile in enumerate(pool) if tiles[tile].shape == shape)
        state.tiles[place] = pool.pop(last)
    state.leftover = pool


@pytest.mark.parametrize(("options", "seed"), RUNS)
def test_what_a_seat_must_not_know_makes_no_difference_to_what_it_is_shown(options, seed):
    fought = stirred = 0
    for table, _ in moments(options, seed):
        for seat in watchers(table):
            other = table.copy(seeded(0))
            stir(other.state, seat)
            assert shown(other, seat) == shown(table, seat), f"seat {seat} sees it"
            hands = [one.hand for one in table.state.characters]
            stirred += [one.hand for one in other.state.characters] != hands
        fought += table.state.fighting
    assert fought, "the Run had no Combat"
    assert stirred, "no hand was ever changed"


@pytest.mark.parametrize(("options", "seed"), RUNS)
def test_events_name_no_card_that_only_its_owner_knows(options, seed):
    for table, told in moments(options, seed):
        new = table.log[told:]
        if any(isinstance(event, PileShuffled) for event in new):
            continue  # what was open before may be in a pile now
        for seat in watchers(table):
            secret = {
                card
                for one in table.state.characters
                if one.seat != seat and not one.is_serenade()
                for card in [*one.hand, *one.draw, *([] if table.state.shown else one.active)]
            }
            heard = {word for event in new if may_see(event, seat) for word in words_of(event)}
            assert not secret & (heard - deck_news(new)), f"told to seat {seat}"


def words_of(event: Event) -> set[str]:
    values = [getattr(event, one.name) for one in fields(event)]  # type: ignore[arg-type]
    lists = [value for value in values if isinstance(value, tuple)]
    return {str(word) for word in [*values, *[one for some in lists for one in some]]}


def deck_news(events: list[Event]) -> set[str]:
    """Decks are composed openly: who gets or loses a Combat card may be told."""
    open_news = ("CombatCardGiven", "CombatCardRemoved")
    return {word for one in events if type(one).__name__ in open_news for word in words_of(one)}


# Row by row.


def fight(talk: str = "aloud") -> Scene:
    table = scene(talk=talk)
    table.hand(0, "PO-1", "PO-2", "PO-3")
    table.hand(1, "FL-1", "FL-2", "FL-3")
    table.hand(2, "IM-1", "IM-2", "IM-3")
    table.enemy(1, "b1_zombie")
    table.run(Prepare())
    return table


def test_a_hand_is_seen_by_its_owner_only():
    table = fight()
    assert table.view(1).characters[1].hand == ("FL-1", "FL-2", "FL-3")
    for seat in (0, 2, None):
        seen = table.view(seat).characters[1]
        assert (seen.hand, seen.cards_in_hand) == ((), 3)


@pytest.mark.rule("D-SETUP-23")
def test_drawn_cards_are_told_to_their_owner_and_their_number_to_all():
    table = scene()
    table.run(RefillHand(0))
    assert table.events(CardsDrawn) == [CardsDrawn(0, 3)]
    (drawn,) = table.events(HandDrawn)
    assert [may_see(drawn, seat) for seat in (0, 1, None)] == [True, False, False]
    assert set(drawn.cards) == set(table.character(0).hand)


@pytest.mark.rule("D-COMBAT-PLAY-02", "D-COMBAT-PLAY-04")
def test_a_face_down_card_is_seen_by_its_owner_and_its_announcement_by_all():
    table = fight()
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    assert table.view(0).characters[0].active[0].card == "PO-1"
    for seat in (1, 2, None):
        card = table.view(seat).characters[0].active[0]
        assert (card.card, card.announced, card.hidden) == ("", "poison 2", True)
        assert "PO-1" in table.view(seat).characters[0].unseen  # as possible as the others
    table.act(LayCard(1, 1, "FL-1", "skill", 1), LayCard(2, 2, "IM-1", "loot", 3))
    assert table.view(None).characters[0].active[0].card == "PO-1"


def test_of_a_draw_pile_the_set_is_known_and_never_the_order():
    table = fight()
    own = table.view(0).characters[0]
    assert (own.unseen, own.draw) == (("PO-4", "PO-5", "PO-6"), 3)
    table.character(0).draw = ["PO-6", "PO-4", "PO-5"]
    assert table.view(0).characters[0] == own
    other = table.view(1).characters[0]
    assert other.unseen == ("PO-1", "PO-2", "PO-3", "PO-4", "PO-5", "PO-6")


def test_boards_equipment_damage_and_discards_are_public():
    table = fight()
    table.scrolls(1, green=1, red=2)
    table.equip(1, "torch", "leghugger")
    table.character(1).damage = 1
    table.character(1).discard = ["FL-6", "FL-5"]
    table.bears(table.character(1), poison=2)
    for seat in (0, None):
        seen = table.view(seat).characters[1]
        assert (seen.scrolls, seen.equipment) == ((1, 0, 2), ("torch", "leghugger"))
        assert (seen.health, seen.max_health, seen.discard) == (3, 4, ("FL-6", "FL-5"))
        assert seen.tokens == (2, 0, 0, 0)


def test_of_a_face_down_tile_the_shape_is_public():
    table = scene()
    seen = table.view(0).spaces[0]
    board = CONTENT.biomes["prisoners_quarters"].spaces[0]
    assert (seen.id, seen.shape, seen.tile) == (board.id, board.shape, "")
    table.state.faces[0] = 1
    assert table.view(None).spaces[0].tile == table.state.tiles[0]


def test_of_decks_the_numbers_the_composition_and_the_discards_are_public():
    table = fight()
    table.state.monsters_out = ["b1_zombie"]
    table.state.treasure_out = ["torch"]
    seen = table.view(None)
    assert (seen.monsters, seen.elites) == (len(table.state.monsters), len(table.state.elites))
    assert (seen.discards, seen.treasure_out) == (("b1_zombie",), ("torch",))
    assert seen.board.treasure == tuple(sorted(table.campaign.treasure))
    assert len(seen.board.treasure) == 20
    assert seen.blueprints_left == 6
    assert seen.board.left == (20, 20, 20, 21)
    assert seen.board.prices[0] == 2


@pytest.mark.rule("D-BOSS-05")
def test_the_attack_card_lies_open_before_the_talk_and_the_others_do_not():
    table = scene()
    table.meet("concierge")
    seen = table.view(None)
    assert (seen.attack, seen.attacks) == (table.state.attack, len(table.state.attacks))
    table.state.attacks.reverse()
    assert table.view(None) == seen


@pytest.mark.rule("D-SOLO-01")
def test_of_serenades_pile_the_top_card_is_public():
    table = scene("poisoned serenade")
    pile = table.character(1).draw
    seen = table.view(None).characters[1]
    assert (seen.top, seen.draw) == (pile[-1], 3)
    pile[0], pile[1] = pile[1], pile[0]
    assert table.view(0).characters[1] == seen


@pytest.mark.rule("D-COMBAT-PREP-04")
def test_signals_are_public_and_a_spectator_sees_what_a_player_without_a_hand_sees():
    table = fight(talk="signals")
    table.act(MarkEnemy(1, 1, "focus", 1))
    assert table.view(None).characters[1].signal == "focus 1"
    spectator, player = table.view(None), table.view(2)
    assert spectator.characters[:2] == player.characters[:2]
    for one in fields(player):
        if one.name != "characters":
            assert getattr(spectator, one.name) == getattr(player, one.name)


def test_the_bag_the_collector_and_the_combat_board_are_public():
    table = fight()
    table.state.teeth, table.state.cells, table.state.found = 2, 1, ["torch"]
    table.state.collector = ["broadsword"]
    table.state.loot = ["cell"]
    table.on(1).damage = 1
    seen = table.view(None)
    assert (seen.teeth, seen.cells, seen.bag, seen.loot) == (2, 1, ("torch",), ("cell",))
    assert seen.collector == ("broadsword",)
    assert [(enemy.card, enemy.damage) for enemy in seen.enemies] == [("b1_zombie", 1)]


# Imagining.


@pytest.mark.parametrize("seat", [0, 1, None])
def test_imagining_deals_hands_and_decks_anew_and_keeps_what_was_announced(seat):
    table = fight()
    table.act(LayCard(0, 0, "PO-1", "poison", 2))
    true = table.state
    hands = set()
    for number in range(20):
        other = GAME.imagine(table.table, seat, seeded(number))
        imagined = cast(DeadCellsState, other.state)
        assert shown(other, seat) == shown(table.table, seat)
        hands.add(tuple(imagined.characters[2].hand))
        for one, card in enumerate(imagined.characters[0].active):
            assert "poison" in imagined.content.cards[card].kinds[2], one
        if seat == 0:
            assert imagined.characters[0].hand == true.characters[0].hand
        for mine, theirs in zip(true.characters, imagined.characters, strict=True):
            assert sorted([*mine.hand, *mine.draw, *mine.active]) == sorted(
                [*theirs.hand, *theirs.draw, *theirs.active]
            )
    assert len(hands) > 1
