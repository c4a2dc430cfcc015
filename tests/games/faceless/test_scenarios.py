"""Scenarios, Nightmare Mode, and games with any set of expansions."""

import itertools

import pytest

from embertable.engine.chance import seeded
from embertable.engine.errors import ContradictingOptions
from embertable.engine.playout import playout
from embertable.engine.session import Session, open_record
from embertable.engine.table import SYSTEM
from embertable.games.faceless.content import EXPANSIONS, SCENARIOS
from embertable.games.faceless.expansions.eyes import Eyes
from embertable.games.faceless.expansions.servants import Servants
from embertable.games.faceless.expansions.special_rules import (
    SayWord,
    WordSaid,
    says_forbidden_word,
)
from embertable.games.faceless.expansions.swamp import Swamps
from embertable.games.faceless.threats import ThreatStruck
from embertable.games.faceless.walk import PlayCard
from tests.games.faceless.parts import avatars_of, part_of, servants_of, view_of
from tests.games.faceless.scene import (
    BOARD,
    CONTENT,
    FACELESS,
    at,
    billygoat,
    ext,
    open_field,
    set_up,
    stride,
)

PARTS = {
    "billygoat_project": {"portals", "eyes"},
    "rabbit_hole": {"servants", "haunted_places", "crossroads"},
    "evil_intentions": {"creepy_die", "den", "avatars"},
    "collecting_bugs": {"servants"},
    "one_memory": {"swamp", "avatars", "crossroads"},
    "silence": {"avatars", "nightworld"},
    "goat_go_faster": {"hourglass", "nightworld"},
    "goatbusters": {"avatars", "crossroads", "fog"},
}
KIDS = {
    "billygoat_project": ["lily", "casper", "dylan", "emily"],
    "rabbit_hole": ["matt", "julie", "lily", "luke"],
    "evil_intentions": ["emily", "pj", "dylan", "karyn"],
    "collecting_bugs": ["karyn", "pj", "luke", "casper"],
    "one_memory": ["tommy", "luke", "julie", "matt"],
    "silence": ["casper", "matt", "pj", "emily"],
    "goat_go_faster": ["dylan", "luke", "karyn", "julie"],
    "goatbusters": ["tommy", "lily", "emily", "casper"],
}


@pytest.mark.rule("F-SCEN-01", "F-SCEN-02", "F-SCEN-03", "F-SCEN-04", "F-SCEN-05", "F-SCEN-06")
@pytest.mark.rule("F-SCEN-07", "F-SCEN-08", "F-SCEN-GEN-01", "F-SETUP-14", "F-DIFF-13")
@pytest.mark.parametrize("scenario", SCENARIOS)
@pytest.mark.parametrize("players", [2, 3, 4])
def test_a_scenario_fixes_its_components_and_kids(scenario, players):
    table = set_up(players, scenario=scenario, players=str(players))
    assert set(table.state.parts) == PARTS[scenario]
    assert sorted(table.state.kids) == sorted(KIDS[scenario][:players])
    if scenario == "rabbit_hole":
        assert len(servants_of(table).spaces) == 4
        assert len(part_of(table, "haunted_places").spaces) == 4
    if scenario == "collecting_bugs":
        assert len(servants_of(table).spaces) == 8


@pytest.mark.rule("F-SCEN-GEN-02")
def test_the_list_of_kids_is_a_recommendation():
    seen = set()
    for seed in range(12):
        seen.update(set_up(seed, scenario="silence", scenario_kids="any").state.kids)
    assert not seen <= set(KIDS["silence"])


@pytest.mark.rule("F-NIGHTMARE-01")
@pytest.mark.parametrize("scenario", SCENARIOS)
def test_nightmare_mode_adds_the_fog_to_any_scenario(scenario):
    table = set_up(1, scenario=scenario, fog="on")
    assert set(table.state.parts) == PARTS[scenario] | {"fog"}
    assert view_of(table).needle is None


def bugs(team: int, entrance: int, **arguments):
    table = open_field(team, scenario="collecting_bugs", **arguments)
    table.state.parts["servants"] = Servants("carrier", [], [], [0])
    table.obstacle(0, entrance)
    table.state.memory_spaces = [at(0, 1)]
    return table


@pytest.mark.rule("F-SCEN-04a")
def test_the_team_must_come_back_to_the_entrance():
    table = bugs(at(0, 0), at(3, 0))
    stride(table, "NE")
    assert table.table.result is None
    stride(table, "SE", "E", "NE")
    assert table.outcome == "victory"
    table = bugs(at(0, 0), at(1, 1))
    stride(table, "NE")
    assert table.outcome == "victory"


@pytest.mark.rule("F-INT-33")
def test_a_space_on_a_swamp_entrance_does_not_count():
    table = bugs(at(1, 0), at(2, 0), swamp="on", memories="bow")
    table.obstacle(0, at(2, 0), at(3, 0))
    table.state.parts["swamp"] = Swamps([0])
    table.state.memory_spaces = [-1]
    table.state.team = at(3, -1)
    table.state.team = at(4, 0)
    stride(table, "W")
    assert table.state.team == at(3, 0)
    assert table.table.result is None
    stride(table, "E")
    assert table.outcome == "victory"


@pytest.mark.rule("F-INT-15")
def test_all_conditions_of_victory_at_once():
    table = bugs(at(0, 0), at(1, 1), eyes="on")
    table.state.parts["eyes"] = Eyes([at(-1, 2), at(5, -5)], [True, False])
    stride(table, "NE")
    assert table.table.result is None
    stride(table, "NW", "E")
    assert table.outcome == "victory"


@pytest.mark.rule("F-SCEN-06a")
def test_the_word_costs_a_card_that_strikes():
    table = open_field(at(0, 0), scenario="silence", kids="matt luke pj", deck="blue-1")
    table.turn()
    table.act(SayWord(0))
    assert table.events(WordSaid) == [WordSaid(0, "blue-1")]
    assert table.events(ThreatStruck) == [ThreatStruck("blue", 1)]


@pytest.mark.rule("F-SCEN-06a")
@pytest.mark.parametrize(
    "text", ["Billygoat!", "look, a BILLY-GOAT", "b i l l y g o a t", "Bíllygöat"]
)
def test_the_word_is_found_in_many_spellings(text):
    assert says_forbidden_word(CONTENT, text)


@pytest.mark.rule("F-SCEN-06a")
def test_other_words_are_free():
    assert not says_forbidden_word(CONTENT, "Billy has got a goat")
    assert not says_forbidden_word(CONTENT, "he comes closer")


@pytest.mark.rule("F-SCEN-06a")
def test_who_keeps_the_table_punishes_a_message_of_the_current_player_alone():
    table = open_field(at(0, 0), scenario="silence", kids="matt luke pj", deck="blue-1")
    table.turn()
    assert FACELESS.penalty_for_speech(table.table, 1, "Billygoat!") is None
    assert FACELESS.penalty_for_speech(table.table, 0, "run!") is None
    owed = FACELESS.penalty_for_speech(table.table, 0, "Billygoat!")
    assert owed == SayWord(SYSTEM)
    table.act(owed)
    assert table.events(WordSaid) == [WordSaid(0, "blue-1")]


@pytest.mark.rule("F-SCEN-06a")
def test_a_message_while_a_figure_is_posed_is_punished_after_the_action():
    table = open_field(at(0, 0), scenario="silence", kids="matt luke pj")
    table.turn()
    assert SayWord(SYSTEM) in table.table.offered(SYSTEM)
    table.act(table.offered(PlayCard)[0])
    assert SayWord(SYSTEM) not in table.table.offered(SYSTEM)


def test_elsewhere_any_word_is_free():
    table = open_field(at(0, 0), kids="matt luke pj")
    table.turn()
    assert FACELESS.penalty_for_speech(table.table, 0, "Billygoat!") is None


@pytest.mark.rule("F-INT-64")
def test_the_word_can_be_reported_during_silence():
    from embertable.games.faceless.expansions.avatars.cards import Avatars

    table = open_field(at(0, 0), scenario="silence", kids="matt luke pj", deck="blue-1")
    table.state.parts["avatars"] = Avatars(["unspeakable"], is_silent=True)
    table.turn()
    assert table.offered(SayWord)


@pytest.mark.rule("F-INT-65")
def test_the_word_drawing_purple_leaves_the_eyes_alone():
    table = open_field(
        at(0, 0), scenario="silence", eyes="on", kids="matt luke pj", deck="purple-1"
    )
    table.state.parts["eyes"] = Eyes([at(5, -5), at(-5, 0)], [True, True])
    table.point("E")
    size = len(table.state.deck)
    table.turn()
    table.act(SayWord(0))
    assert len(table.state.deck) == size - 1
    assert table.events(ThreatStruck) == [ThreatStruck("purple", 1)]


@pytest.mark.rule("F-INT-73")
def test_the_word_drawing_red_moves_servants_but_wakes_no_avatar():
    from embertable.games.faceless.expansions.avatars.cards import Avatars

    table = open_field(
        at(0, 0), scenario="silence", servants="roaming", kids="matt luke pj", deck="red-1"
    )
    table.state.parts["servants"] = Servants("roaming", [at(-4, 2)], [], [0])
    table.state.parts["avatars"] = Avatars(["unspeakable"])
    billygoat(table, at(5, 0))
    table.state.places[:3] = [ext(8), ext(15), ext(22)]
    table.turn()
    table.act(SayWord(0))
    assert servants_of(table.table).spaces == [at(-3, 2)]
    assert BOARD.distances[table.state.billygoat()][at(0, 0)] == 4
    assert not avatars_of(table.table).is_silent


VALUES = {"avatars": "random", "servants": "roaming"}


@pytest.mark.rule("F-EXP-GEN-01", "F-EXP-GEN-04")
@pytest.mark.parametrize("pair", list(itertools.combinations(EXPANSIONS, 2)), ids="-".join)
def test_every_pair_of_expansions_plays_to_the_end(pair):
    options = {name: VALUES.get(name, "on") for name in pair}
    for seed in range(2):
        table = FACELESS.set_up({**options, "players": "234"[seed]}, seeded(seed))
        table.next_choice()
        playout(table, seed, 5000)
        assert table.result is not None


@pytest.mark.rule("F-EXP-GEN-01")
@pytest.mark.parametrize("seed", range(30))
def test_random_sets_of_expansions_play_to_the_end(seed):
    luck = seeded(seed)
    options = {"difficulty": luck.pick("x", ["easy", "medium", "hard", "hell"])}
    for name in EXPANSIONS:
        if luck.draw("x", 2):
            options[name] = VALUES.get(name, "on")
    if options.get("servants"):
        options["servants"] = luck.pick("x", ["roaming", "carrier"])
    table = FACELESS.set_up(options, seeded(seed))
    playout(table, seed, 5000)
    assert table.result is not None
    assert set(options) - {"difficulty"} <= {*table.state.parts}


CONTRADICTIONS = [
    ("one_memory", "avatars", "demon"),
    ("one_memory", "avatars", "random"),
    ("one_memory", "avatars", "puppetmaster"),
    ("collecting_bugs", "servants", "roaming"),
    ("rabbit_hole", "servants", "carrier"),
]


@pytest.mark.rule("F-SCEN-GEN-01", "F-EXP-AVATAR-02", "F-EXP-GEN-04")
@pytest.mark.parametrize(("scenario", "name", "value"), CONTRADICTIONS)
def test_a_setting_that_contradicts_the_scenario_is_refused(scenario, name, value):
    with pytest.raises(ContradictingOptions, match=f"{name}={value} and scenario={scenario}"):
        FACELESS.check({"scenario": scenario, name: value})
    FACELESS.check({"scenario": scenario, "fog": "on", "eyes": "on"})
    FACELESS.check({name: value})


@pytest.mark.rule("F-SCEN-GEN-01")
def test_the_scenarios_own_settings_may_be_named():
    FACELESS.check({"scenario": "collecting_bugs", "servants": "carrier"})
    FACELESS.check({"scenario": "evil_intentions", "avatars": "demon"})


@pytest.mark.rule("F-SCEN-GEN-01")
def test_a_game_of_earlier_rules_opens_with_what_it_ignored():
    record = Session(FACELESS, {"scenario": "collecting_bugs"}, seeded(3)).record
    record.options = {**record.options, "servants": "roaming"}
    with pytest.raises(ContradictingOptions):
        open_record(FACELESS, record)
    record.rules -= 1
    assert open_record(FACELESS, record).table.options["servants"] == "none"


@pytest.mark.rule("F-EXP-GEN-03")
def test_each_expansion_has_its_advice():
    assert CONTENT.expansions == {
        "portals": 3,
        "avatars": 4,
        "creepy_die": 5,
        "crossroads": 5,
        "eyes": 6,
        "haunted_places": 6,
        "den": 8,
        "servants": 8,
        "swamp": 8,
        "hourglass": 12,
        "nightworld": 12,
        "fog": 15,
    }
