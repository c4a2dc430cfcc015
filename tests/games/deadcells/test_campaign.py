"""What survives a Run: the Mutation board, Runes, the saved campaign and its reset (section 22)."""

from __future__ import annotations

import json
from typing import Any, cast

import pytest

from embertable import new_table
from embertable.engine.errors import BadOption, DamagedCampaign, NewerVersion, UnreadableFile
from embertable.engine.table import Table
from embertable.games.deadcells.campaign import (
    Campaign,
    campaign_of_text,
    campaign_to_json,
    campaign_to_text,
    is_saved_up,
    new_campaign,
)
from embertable.games.deadcells.campaign_file import VERSIONS, load_campaign, new_file
from embertable.games.deadcells.effects import Damage, Gain, Summon
from embertable.games.deadcells.end_of_run import BuyUpgrade, campaign_after
from embertable.games.deadcells.explore import ChooseCorridor
from embertable.games.deadcells.mutations import DeathPrevented, MutationUsed
from embertable.games.deadcells.setup import ChooseBossCells, GiveToken, SetBossCells, TakeBeheaded
from embertable.games.deadcells.state import DeadCellsState
from tests.games.deadcells.scene import CONTENT, GAME, scene


def seated(campaign, players="2"):
    return new_table(GAME, {"players": players, "campaign": campaign}, seed=1)


def begun(campaign=None):
    table = seated(campaign_to_text(GAME, campaign) if campaign else "")
    for action in (TakeBeheaded(0, "flayed"), TakeBeheaded(1, "poisoned"), GiveToken(0, 0)):
        table.apply(action)
    table.next_choice()
    return table


# The Mutation board.


@pytest.mark.rule("D-MUT-01")
def test_the_sections_have_their_slots():
    assert CONTENT.slots == (6, 6, 1)
    assert (len(CONTENT.runes), len(CONTENT.boss_cells)) == (7, 5)


@pytest.mark.rule("D-MUT-02", "D-RUNE-01", "D-RUNE-02", "D-SAVE-01")
def test_what_lies_on_the_board_survives_death():
    table = scene()
    table.mutate("SV-07", "BR-02", "TC-17")
    table.happens(Gain("rune", rune="vine"))
    table.happens("damage 3 first_player")
    kept = campaign_after(table.table)
    assert kept.mutations == (("SV-07",), ("BR-02",), ("TC-17",))
    assert kept.runes == ("vine",)
    later = begun(kept)
    assert cast(DeadCellsState, later.state).campaign.runes == ("vine",)


@pytest.mark.rule("D-MUT-03")
def test_mods_act_from_the_set_up_on():
    campaign = new_campaign(CONTENT)
    campaign.mutations = (("SV-02", "SV-17", "TC-05"), (), ())
    table = begun(campaign)
    assert isinstance(table.next_choice(), ChooseCorridor)
    assert [(one.max_health, one.slots) for one in table.state.characters] == [(5, 2), (5, 2)]


@pytest.mark.rule("D-MUT-03")
def test_during_cards_act_in_the_run_and_start_cards_only_at_its_start():
    table = scene()
    table.mutate("SV-09", "TC-02")
    table.character(0).damage = 2
    table.happens("gain food")
    assert table.health() == [3, 3, 3]
    table.explore()
    assert table.events(MutationUsed) == []
    assert table.state.teeth == 0


@pytest.mark.rule("D-MUT-05")
def test_the_group_chooses_how_many_boss_cells_are_active_in_their_order():
    campaign = new_campaign(CONTENT)
    campaign.boss_cells = 2
    table = begun(campaign)
    assert table.next_choice() == ChooseBossCells(0)
    assert table.offered() == [SetBossCells(0, n) for n in (0, 1, 2)]
    table.apply(SetBossCells(0, 1))
    table.next_choice()
    state = cast(DeadCellsState, table.state)
    assert state.mod("elite_health") == 1
    assert state.mod("shop_times", "healer") == 0


@pytest.mark.rule("D-MUT-05")
def test_without_boss_cells_nobody_is_asked():
    assert isinstance(begun(new_campaign(CONTENT)).next_choice(), ChooseCorridor)


@pytest.mark.rule("D-MUT-05", "D-INTER-02")
def test_active_boss_cells_make_the_run_harder():
    table = scene()
    table.campaign.boss_cells = 5
    table.state.cells_active = 5
    assert table.enemy(1, "b1_zombie").health == 3
    assert table.enemy(2, "b1_elite_archer").health == 4
    table.state.fighting = False
    table.state.enemies = []
    table.explore("promenade")
    assert table.health() == [2, 3, 3]
    table.state.teeth = 1
    table.leave("exit_a")
    assert table.state.offers == [2, 2, 1]


@pytest.mark.rule("D-MUT-06", "D-V-22")
def test_a_limit_of_once_per_run_holds_for_the_run():
    table = scene()
    table.mutate("SV-12")
    table.character(0).tokens = [2, 1, 1, 1]
    table.happens("damage 5 first_player")
    assert table.events(DeathPrevented) == [DeathPrevented(0)]
    assert table.health() == [1, 3, 3]
    assert table.character(0).tokens == [0, 0, 0, 0]
    table.explore("promenade")
    table.happens("damage first_player")
    assert table.state.dead == 0


# Saving.


def lived_in() -> Campaign:
    """A campaign in which everything differs from a new one."""
    campaign = new_campaign(CONTENT)
    campaign.runes = ("vine", "ram")
    campaign.mutations = (("SV-02",), ("BR-02",), ("BR-11",))
    campaign.boss_cells = 1
    campaign.drawn = (11, 2, 0, 21)
    campaign.prices = (3, 2, 2)
    campaign.decks = (
        (*campaign.decks[0][1:], "BR-01c"),
        *campaign.decks[1:4],
        (*campaign.decks[4], "BR-04c"),
    )
    campaign.treasure = (*campaign.treasure[1:], "broadsword", "x_mimic")
    campaign.blueprints = (campaign.blueprints[0][1:], *campaign.blueprints[1:])
    campaign.monsters = ("x_rancid_rat", "x_rancid_rat")
    campaign.shop_times = (1, 0, 0)
    campaign.shop_costs = (-1, -1, -1, -1)
    campaign.box = ("BR-03", "IM-1", "W-01")
    campaign.starts = ("prisoners_quarters", "stilt_village")
    campaign.next_run = (
        Gain("tooth", 2),
        Damage(to="first_player"),
    )
    campaign.peeked = ("TC-01",)
    campaign.won = True
    campaign.history = ("died promenade", "beat concierge")
    return campaign


@pytest.mark.rule("D-SAVE-01")
def test_everything_that_is_kept_survives_being_saved():
    campaign = lived_in()
    new = new_campaign(CONTENT)
    for name in Campaign.__dataclass_fields__:
        assert getattr(campaign, name) != getattr(new, name), name
    text = campaign_to_text(GAME, campaign)
    assert campaign_of_text(GAME, text, CONTENT) == campaign


@pytest.mark.rule("D-SAVE-01")
def test_a_file_of_it_can_be_carried_elsewhere(tmp_path):
    file = new_file(GAME)
    file.campaign = lived_in()
    file.save(GAME, tmp_path / "ours.json")
    text = (tmp_path / "ours.json").read_text(encoding="utf-8")
    assert str(tmp_path) not in text
    elsewhere = tmp_path / "elsewhere"
    elsewhere.mkdir()
    (elsewhere / "theirs.json").write_text(text, encoding="utf-8")
    assert load_campaign(GAME, elsewhere / "theirs.json").campaign == lived_in()


@pytest.mark.rule("D-SAVE-02")
def test_a_run_in_progress_is_saved_with_its_campaign():
    campaign = new_campaign(CONTENT)
    campaign.mutations = ((), ("SV-05",), ())
    campaign.runes = ("vine",)
    table = begun(campaign)
    table.apply(table.offered()[0])
    table.apply(table.offered()[0])
    saved = json.loads(json.dumps(table.to_json()))
    again: Table[DeadCellsState] = Table.from_json(saved, GAME)
    assert again.offered() == table.offered()
    assert GAME.state_hash(again) == GAME.state_hash(table)
    assert again.state.campaign == campaign
    assert again.state.place == "a1"


@pytest.mark.rule("D-SAVE-01")
def test_a_finished_run_hands_its_campaign_on_only_when_it_is_over():
    table = scene()
    table.state.cells = 2
    table.campaign.drawn = (1, 0, 0, 0)
    table.happens("damage 3 first_player")
    with pytest.raises(AssertionError):
        campaign_after(table.table)
    table.act(BuyUpgrade(0, "brutality"))
    kept = campaign_after(table.table)
    assert kept.mutations[1] == ("BR-02",)
    assert kept.history == ("died prisoners_quarters",)


@pytest.mark.rule("D-RESET-01")
def test_a_reset_takes_all_cards_back():
    fresh = seated("").state.campaign
    assert fresh == new_campaign(CONTENT)
    assert (fresh.runes, fresh.box, fresh.monsters) == ((), (), ())
    assert fresh.drawn == (0, 0, 0, 0)
    assert [len(deck) for deck in fresh.decks] == [6, 6, 6, 6, 3]


@pytest.mark.rule("D-RESET-01")
def test_playing_never_changes_a_new_campaign():
    table = scene()
    table.happens("gain blueprint")
    table.happens("damage 3 first_player")
    assert new_campaign(CONTENT).blueprints[0][0] == "broadsword"


# What is refused.


def broken(name, value):
    saved = campaign_to_json(GAME, new_campaign(CONTENT))
    if value is None:
        del saved[name]
    else:
        saved[name] = value
    return saved


def first_deck(*cards):
    decks = [list(deck) for deck in new_campaign(CONTENT).decks]
    decks[0] = list(cards)
    return decks


IMMOLATED = [f"IM-{n}" for n in range(1, 7)]
REFUSED: list[tuple[str, Any, str]] = [
    ("runes", None, "'runes' is missing"),
    ("malaise", [], "'malaise' is not known"),
    ("runes", "vine", "'runes' is not a list of words"),
    ("runes", ["lava"], "'lava', which does not exist"),
    ("runes", ["vine", "vine"], "twice among vine, vine"),
    ("mutations", [[], [], [], []], "'mutations' has 4 entries, not 3"),
    ("mutations", [["BR-02"], [], []], "'BR-02' in the section start"),
    ("mutations", [[], [], ["BR-11", "SV-12"]], "2 cards in the section ability"),
    ("boss_cells", 6, "'boss_cells' is not a number up to 5"),
    ("boss_cells", True, "'boss_cells' is not a number up to 5"),
    ("drawn", [21, 0, 0, 0], "'drawn' says 21 of 20 cards"),
    ("drawn", [0, 0, 0, -1], "'drawn' says -1 of 21 cards"),
    ("prices", [0, 2, 2], "'prices' are not between 1 and 9"),
    ("prices", [2, 2, 10], "'prices' are not between 1 and 9"),
    ("prices", [2, 2, True], "'prices' is not a list of whole numbers"),
    ("decks", first_deck(*IMMOLATED[1:]), "5 cards for immolated, not 6"),
    ("decks", first_deck(*IMMOLATED, "FL-1"), "'FL-1' to immolated"),
    ("decks", first_deck(*IMMOLATED, "IM-1"), "a card twice"),
    ("treasure", ["excalibur"], "'excalibur', which does not exist"),
    ("blueprints", [["quick_bow", "broadsword"], *[[]] * 6], "out of order in prisoners_quarters"),
    ("monsters", [7], "'monsters' is not a list of words"),
    ("monsters", ["b9_dragon"], "'b9_dragon', which does not exist"),
    ("shop_costs", [0, 0, 0, -100], "out of bounds"),
    ("shop_costs", [0, 0, 0, 100], "out of bounds"),
    ("shop_times", [-100, 0, 0], "out of bounds"),
    ("shop_times", [100, 0, 0], "out of bounds"),
    ("decks", "deck", "'decks' is not a list of lists of words"),
    ("decks", [[1]], "'decks' is not a list of lists of words"),
    ("box", ["W-99"], "'W-99', which does not exist"),
    ("peeked", ["W-01"], "'W-01', which does not exist"),
    ("starts", ["stilt_village"], "'starts' is without prisoners_quarters"),
    ("starts", ["prisoners_quarters", "promenade"], "'promenade', which does not exist"),
    ("starts", ["prisoners_quarters", "prisoners_quarters"], "twice among"),
    ("next_run", ["a purse"], "'next_run' holds no effects"),
    ("next_run", 3, "'next_run' holds no effects"),
    ("won", 1, "'won' is neither true nor false"),
    ("history", [1], "'history' is not a list of words"),
]


@pytest.mark.rule("D-SAVE-01")
@pytest.mark.parametrize(("name", "value", "problem"), REFUSED)
def test_an_unsound_campaign_is_refused_in_one_sentence(name, value, problem):
    with pytest.raises(BadOption) as caught:
        seated(json.dumps(broken(name, value)))
    sentence = str(caught.value)
    assert problem in sentence
    assert "\n" not in sentence


ACCEPTED: list[tuple[str, Any]] = [
    ("prices", [1, 9, 1]),
    ("shop_times", [-99, 99, 0]),
    ("shop_costs", [-99, 99, 0, 0]),
    ("drawn", [20, 0, 0, 21]),
    ("boss_cells", 0),
    ("boss_cells", 5),
    ("won", False),
    ("decks", first_deck(*IMMOLATED)),
]


@pytest.mark.rule("D-SAVE-01", "D-CARD-03")
@pytest.mark.parametrize(("name", "value"), ACCEPTED)
def test_a_campaign_at_its_bounds_is_taken_up(name, value):
    table = seated(json.dumps(broken(name, value)))
    kept = getattr(cast(DeadCellsState, table.state).campaign, name)
    assert json.loads(json.dumps(kept)) == value


@pytest.mark.rule("D-CELLS-02")
@pytest.mark.parametrize(("n", "sound"), [(1, True), (999, True), (0, False), (1000, False)])
def test_saved_up_cells_are_a_number_from_1_to_999(n, sound):
    assert is_saved_up(Gain("cell", n)) is sound
    assert not is_saved_up(Gain("tooth", n))
    assert not is_saved_up(Damage(n))


@pytest.mark.rule("D-SAVE-01")
def test_what_is_no_campaign_is_quoted_up_to_forty_characters():
    with pytest.raises(BadOption) as caught:
        seated("{" + "x" * 60)
    assert "{" + "x" * 39 in str(caught.value)
    assert "x" * 40 not in str(caught.value)


@pytest.mark.rule("D-V-30", "D-SAVE-01")
def test_only_what_a_card_promises_can_wait_for_the_next_run():
    campaign = new_campaign(CONTENT)
    for effect in (Summon("z_tentacle"), Damage(9, "all")):
        campaign.next_run = (effect,)
        with pytest.raises(BadOption, match="what no card promises"):
            seated(campaign_to_text(GAME, campaign))


@pytest.mark.rule("D-SAVE-01")
@pytest.mark.parametrize("text", ["{", "[]", "null", "3", '"campaign"', "[" * 100_000])
def test_what_is_no_campaign_at_all_is_refused(text):
    with pytest.raises(BadOption):
        seated(text)


def saved_file(tmp_path):
    file = new_file(GAME)
    file.campaign = lived_in()
    path = tmp_path / "ours.json"
    file.save(GAME, path)
    return path


@pytest.mark.parametrize(
    ("old", "new"), [('"vine"', '"spider"'), ('"boss_cells": 1', '"boss_cells": 5'), ("}\n", "\n")]
)
def test_an_edited_or_damaged_file_is_refused_and_stays_as_it_is(tmp_path, old, new):
    path = saved_file(tmp_path)
    text = path.read_text(encoding="utf-8")
    assert old in text
    path.write_text(text.replace(old, new), encoding="utf-8")
    before = path.read_bytes()
    with pytest.raises(DamagedCampaign) as caught:
        load_campaign(GAME, path)
    assert "\n" not in str(caught.value)
    assert path.read_bytes() == before


def test_a_newer_file_is_refused_with_a_hint(tmp_path):
    path = saved_file(tmp_path)
    text = path.read_text(encoding="utf-8")
    now, newer = VERSIONS.current, VERSIONS.current + 1
    path.write_text(text.replace(f'"version": {now}', f'"version": {newer}'), encoding="utf-8")
    with pytest.raises(NewerVersion, match=f"version {newer}"):
        load_campaign(GAME, path)


def test_a_file_cut_at_any_length_is_refused(tmp_path):
    path = saved_file(tmp_path)
    whole = path.read_bytes()
    for length in range(0, len(whole) - 2, 97):
        path.write_bytes(whole[:length])
        with pytest.raises(DamagedCampaign):
            load_campaign(GAME, path)


def test_a_file_that_cannot_be_written_leaves_the_old_one_untouched(tmp_path, monkeypatch):
    path = saved_file(tmp_path)
    before = path.read_bytes()

    def fails(number):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr("embertable.engine.files.os.fsync", fails)
    with pytest.raises(UnreadableFile):
        new_file(GAME).save(GAME, path)
    assert path.read_bytes() == before
    assert [one.name for one in tmp_path.iterdir()] == ["ours.json"]


def test_a_campaign_of_another_content_pack_is_refused(tmp_path):
    path = saved_file(tmp_path)
    file = new_file(GAME)
    file.content = "0" * 32
    file.save(GAME, path)
    with pytest.raises(DamagedCampaign, match="content pack"):
        load_campaign(GAME, path)
