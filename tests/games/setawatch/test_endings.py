"""The final round, winning and losing (W-FINAL, W-WIN, W-LOSE)."""

import pytest

from embertable import new_table
from embertable.engine.playout import playout
from embertable.engine.table import PARTY
from embertable.games.setawatch.events import FirewoodChanged, Rested, Rolled
from embertable.games.setawatch.fire import ChooseFuel
from embertable.games.setawatch.rounds import PlayRound
from embertable.games.setawatch.state import NOBODY
from embertable.games.setawatch.watch import ChooseAction, Stoke
from tests.games.setawatch.scene import GAME, camp, scene


def last_ready(table, ability: str, letters: str = "HBRT") -> None:
    """Exhaust everything of these adventurers but one card."""
    for letter in letters:
        one = table.adventurer(letter)
        one.exhausted = [card != ability for card in one.board]


@pytest.mark.rule("W-FINAL-01")
def test_in_the_final_round_all_four_roll_and_are_on_watch():
    table = scene(
        round=8, resting="R", map_deck="forbidden_tower", deck="bear, wolf", phase="watch"
    )
    choice = table.end_watch()
    assert table.state.round == 9
    assert isinstance(choice, ChooseAction), "no Camp and no Merchant"
    assert len(table.events(Rolled)) == 4
    assert table.events(Rested) == []
    assert table.state.resting == NOBODY
    assert [one.participating for one in table.state.adventurers] == [True] * 4


@pytest.mark.rule("W-FINAL-02")
def test_the_horde_joins_the_line_face_down_from_its_top():
    deck = "bear, wolf, eagle, fae, wyvern, bandit, goblins, treant, skeletons, shade"
    table = scene(
        round=9, location="forbidden_tower", deck=deck, horde="vampire, lich, hydra", firewood=1
    )
    table.begin_watch()
    assert len(table.line) == 9 + 3
    assert table.line[8:] == ["skeletons down", "vampire down", "lich down", "hydra down"]
    assert table.horde == []
    assert table.deck == ["shade"]


@pytest.mark.rule("W-FINAL-02")
def test_the_horde_does_not_join_an_earlier_line():
    table = scene(round=8, location="mountain_keep", deck="bear, wolf", horde="hydra")
    table.begin_watch()
    assert len(table.line) == 2
    assert table.horde == ["hydra"]


@pytest.mark.rule("W-FINAL-03")
def test_the_final_watch_runs_by_the_normal_rules():
    table = scene(
        round=9, location="forbidden_tower", deck="bear 4, wolf", horde="hydra", dice="R 4"
    )
    table.begin_watch()
    table.attack("R 4", 1)
    assert table.line == ["wolf", "hydra"]
    table.give_up()
    table.exhaust("hex")
    table.exhaust("premonition", "withering_curse", "weighted_net")
    assert table.horde == ["hydra", "wolf"]
    table.end_watch()
    assert table.result is not None
    assert table.result.outcome == "won"


@pytest.mark.rule("W-FINAL-04")
def test_cards_that_a_location_adds_come_before_the_horde():
    table = scene(
        round=9, location="mountain_keep", deck="bear, wolf, eagle, fae, goblins",
        graveyard="lich", horde="hydra", firewood=1,
    )  # fmt: skip
    table.begin_watch()
    assert table.line[-2:] == ["lich down", "hydra down"]


@pytest.mark.rule("W-FINAL-05")
def test_the_modifier_of_the_final_location_is_applied_when_it_is_drawn():
    table = scene(round=8, map_deck="the_catacombs", firewood=10, deck="bear, wolf")
    table.end_watch()
    assert table.events(FirewoodChanged)[0].firewood == 6
    assert table.state.location == "the_catacombs"


@pytest.mark.rule("W-FINAL-06")
def test_cards_for_the_start_of_the_watch_see_the_horde_in_the_line():
    table = scene(round=9, location="forbidden_tower", deck="bear, wolf", horde="lich, hydra")
    table.give("H", items="brass_spyglass")
    table.begin_watch()
    assert [one.card for one in table.view().line] == ["bear-1", "wolf-1", "lich", "hydra"]


@pytest.mark.rule("W-WIN-01")
def test_the_party_wins_with_an_empty_line_and_a_ready_card():
    table = scene(round=9, location="forbidden_tower", players=3)
    last_ready(table, "hex")
    table.end_watch()
    assert table.result is not None
    assert (table.result.outcome, table.result.winners) == ("won", (0, 1, 2))


@pytest.mark.rule("W-WIN-01")
def test_without_a_ready_card_the_party_does_not_win():
    table = scene(round=9, location="forbidden_tower")
    for letter in "HBRT":
        table.give(letter, exhausted="all")
    table.end_watch()
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-WIN-02")
def test_it_does_not_matter_whether_the_last_creatures_got_past():
    table = scene(line="bear", round=9, location="forbidden_tower")
    last_ready(table, "hex", "HBR")
    table.watch()
    table.give_up()
    table.exhaust("hex")
    table.end_watch()
    assert table.result is not None
    assert table.result.outcome == "won"


@pytest.mark.rule("W-LOSE-01")
def test_the_game_is_lost_the_moment_all_cards_on_watch_are_exhausted():
    table = scene(line="bear, wolf", resting="R")
    last_ready(table, "hex", "HBT")
    table.watch()
    table.act(Stoke(PARTY, 3, 0))
    assert table.result is not None
    assert (table.result.outcome, table.result.winners) == ("exhausted", ())
    assert table.ready("R") == 3, "the cards of who rests do not count"


@pytest.mark.rule("W-LOSE-02")
def test_a_summon_card_out_of_the_horde_needs_an_unhallowed_too():
    table = scene(line="bear", horde="summon")
    table.give("H", items="grave_salt")
    table.watch()
    table.use_item("grave_salt")
    table.exhaust("hex")
    assert table.result is not None
    assert table.result.outcome == "unhallowed"


@pytest.mark.rule("W-LOSE-03")
def test_exhausted_adventurers_have_not_lost_while_one_is_in_camp():
    table = scene(phase="camp")
    for letter in "HBT":
        table.give(letter, exhausted="all")
    table.rest("R", "6 3 3")
    table.place(3, "chop_wood")
    assert table.result is None
    table.place(3, "chop_wood")
    table.place(6, "chop_wood")
    assert table.result is None
    table.merchant()
    assert table.result is None
    table.begin_watch()
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-LOSE-03")
def test_a_card_exhausted_in_camp_counts_when_the_watch_begins():
    table = camp("R", "3 3 1", horde="summon", unhallowed="hydra, lich")
    last_ready(table, "hex", "HBT")
    table.cast(3, "vanquish", "seal")
    assert table.ready("HBT") == 0
    assert table.result is None
    table.place(1, "chop_wood")
    table.begin_watch()
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-LOSE-03", "W-LOSE-01")
def test_at_the_end_of_a_round_losing_is_tested_again():
    """The fire of the next location takes the last ready card of the Watch that ends."""
    table = scene(map_deck="witchs_shack", firewood=5, resting="R")
    last_ready(table, "hex", "HBT")
    assert isinstance(table.end_watch(), ChooseFuel)
    table.act(*table.offered())
    assert table.result is not None
    assert table.result.outcome == "exhausted"


@pytest.mark.rule("W-LOSE-04")
@pytest.mark.parametrize("seed", range(8))
def test_a_game_ends_in_one_of_three_ways_and_has_no_score(seed):
    table = new_table(GAME, {"players": "2", "difficulty": "insane"}, seed)
    playout(table, seed)
    assert table.result is not None
    assert table.result.outcome in ("won", "exhausted", "unhallowed")
    assert len(set(table.result.scores)) == 1, "the party wins or loses together"


@pytest.mark.rule("W-FINAL-01")
def test_the_final_round_asks_nobody_to_rest():
    table = scene(round=8, location="forbidden_tower", deck="bear, wolf", phase="end")
    assert isinstance(table.run(PlayRound(9)), ChooseAction)
