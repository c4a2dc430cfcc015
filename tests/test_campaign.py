"""Campaign files: carried from Run to Run, forked, reset, replayed, and refused when unsound."""

from __future__ import annotations

import json
from typing import Any

import pytest

from embertable import load
from embertable.cli import run
from embertable.engine.chance import seeded
from embertable.engine.codec import digest
from embertable.engine.errors import BadOption, DamagedCampaign, NewerVersion, UnreadableFile
from embertable.engine.record import load_record
from embertable.engine.session import resume
from embertable.games.deadcells.campaign_file import load_campaign
from embertable.lab.campaigns import median_of, play_campaign, play_next, report

GAME = load("deadcells")
CAMPAIGNS: Any = GAME.campaigns()


@pytest.fixture
def ours(tmp_path):
    file = tmp_path / "ours.json"
    assert run(["campaign", "new", str(file)]) == 0
    return file


def edited(file, change, check=True):
    """Change the file; with its check mended, so that only the change itself can be found."""
    saved = json.loads(file.read_text())
    change(saved)
    if check:
        saved["check"] = digest({name: one for name, one in saved.items() if name != "check"})
    file.write_text(json.dumps(saved))


@pytest.mark.slow
@pytest.mark.rule("D-SAVE-01")
def test_thirty_runs_are_kept_with_their_records_and_replay_to_the_same_hash(ours, capsys):
    assert run(["campaign", "run", str(ours), "--bots", "random", "--runs", "30"]) == 0
    kept = load_campaign(GAME, ours)
    assert len(kept.runs) == len(kept.campaign.history) == 30
    last = load_record(ours.parent / kept.runs[-1].record)
    assert GAME.state_hash(resume(GAME, last).table) == kept.runs[-1].hash
    assert run(["campaign", "verify", str(ours)]) == 0
    assert run(["campaign", "show", str(ours), "--lang", "it"]) == 0
    assert "Partita 30" in capsys.readouterr().out


def test_a_run_that_ended_otherwise_is_found(ours):
    assert run(["campaign", "run", str(ours), "--bots", "random", "--runs", "2"]) == 0
    edited(ours, lambda saved: saved["runs"][1].update(hash=saved["runs"][0]["hash"]))
    assert run(["campaign", "verify", str(ours)]) == 1


@pytest.mark.rule("D-SAVE-01", "D-SETUP-20")
def test_any_number_of_players_goes_on_with_it():
    saved = CAMPAIGNS.begin()
    for number, players in enumerate((3, 1, 4, 2)):
        table = play_next(GAME, saved, ["random"], players, number).table
        saved = CAMPAIGNS.after(saved, table, "")
    assert [played.players for played in CAMPAIGNS.games(saved)] == [3, 1, 4, 2]


def test_a_file_can_be_forked_and_both_go_on(ours):
    theirs = ours.parent / "theirs.json"
    run(["campaign", "run", str(ours), "--bots", "random"])
    assert run(["campaign", "fork", str(ours), str(theirs)]) == 0
    assert load_campaign(GAME, theirs).campaign == load_campaign(GAME, ours).campaign
    assert load_campaign(GAME, theirs).id != load_campaign(GAME, ours).id
    assert run(["campaign", "fork", str(ours), str(theirs)]) == 1
    run(["campaign", "run", str(theirs), "--bots", "random", "--seed", "9"])
    assert len(load_campaign(GAME, ours).runs) == 1
    assert len(load_campaign(GAME, theirs).runs) == 2


@pytest.mark.rule("D-RESET-01")
def test_a_reset_puts_everything_back(ours):
    first = load_campaign(GAME, ours)
    run(["campaign", "run", str(ours), "--bots", "random", "--runs", "3"])
    assert load_campaign(GAME, ours).campaign != first.campaign
    assert run(["campaign", "reset", str(ours), "--yes"]) == 0
    after = load_campaign(GAME, ours)
    assert (after.campaign, after.runs, after.open) == (first.campaign, [], None)
    assert after.id != first.id


@pytest.mark.parametrize(
    ("change", "problem"),
    [
        (lambda saved: saved.update(format="else"), "does not say that it is"),
        (lambda saved: saved.update(version="1"), "'version'"),
        (lambda saved: saved.update(version=True), "'version'"),
        (lambda saved: saved.update(version=0), "'version'"),
        (lambda saved: saved.update(version=-1), "'version'"),
        (lambda saved: saved.update(game="lueur"), "'game'"),
        (lambda saved: saved.update(content="else"), "'content'"),
        (lambda saved: saved.update(runs=3), "'runs'"),
        (lambda saved: saved.update(runs=[{}]), "run 1"),
        (lambda saved: saved.update(campaign=[]), "is no object"),
        (lambda saved: saved["campaign"].pop("box"), "'box' is missing"),
        (lambda saved: saved["campaign"].update(more=1), "'more' is not known"),
        (lambda saved: saved["campaign"].update(runes=["moon"]), "'moon'"),
        (lambda saved: saved["campaign"].update(drawn=[0, 0, 0, 99]), "'drawn'"),
        (lambda saved: saved["campaign"].update(prices=[0, 2, 2]), "'prices'"),
        (lambda saved: saved["campaign"].update(boss_cells=9), "'boss_cells'"),
        (lambda saved: saved["campaign"].update(starts=[]), "'starts'"),
        (lambda saved: saved["campaign"].update(won=1), "'won'"),
        (lambda saved: saved["campaign"].update(next_run=[1]), "'next_run'"),
        (lambda saved: saved["campaign"]["decks"][0].pop(), "'decks'"),
        (lambda saved: saved["campaign"]["decks"][0].append("FL-1"), "'decks'"),
        (lambda saved: saved["campaign"]["mutations"][0].append("BR-02"), "'mutations'"),
        (lambda saved: saved["campaign"]["blueprints"][0].reverse(), "'blueprints'"),
        (lambda saved: saved["campaign"].update(treasure=["crown"]), "'crown'"),
    ],
)
def test_an_unsound_file_is_refused_with_its_place_and_stays_as_it_was(ours, change, problem):
    edited(ours, change)
    before = ours.read_bytes()
    with pytest.raises(DamagedCampaign) as refused:
        load_campaign(GAME, ours)
    assert problem in str(refused.value)
    assert run(["campaign", "run", str(ours), "--bots", "random"]) == 1
    assert ours.read_bytes() == before


def test_an_edited_cut_short_or_newer_file_is_refused(ours):
    text = ours.read_text()
    edited(ours, lambda saved: saved["campaign"].update(won=True), check=False)
    with pytest.raises(DamagedCampaign, match="edited"):
        load_campaign(GAME, ours)
    ours.write_text(text[: len(text) // 2])
    with pytest.raises(DamagedCampaign, match="JSON"):
        load_campaign(GAME, ours)
    ours.write_bytes(b"\xff\xfe")
    with pytest.raises(DamagedCampaign):
        load_campaign(GAME, ours)
    ours.write_text(text)
    edited(ours, lambda saved: saved.update(version=4))
    with pytest.raises(NewerVersion):
        load_campaign(GAME, ours)
    with pytest.raises(UnreadableFile):
        load_campaign(GAME, ours.parent / "nowhere.json")


def test_a_table_refuses_a_campaign_that_is_none():
    for text in ("{", "[]", '{"runes": []}'):
        with pytest.raises(BadOption):
            GAME.set_up({"campaign": text}, seeded(1))


def test_a_campaign_of_bots_is_the_same_each_time():
    assert play_campaign("deadcells", ["random"], 2, 4, 7) == play_campaign(
        "deadcells", ["random"], 2, 4, 7
    )


def test_a_campaign_to_its_first_victory_is_the_beginning_of_the_whole_one():
    whole = play_campaign("deadcells", ["greedy"], 4, 3, 6)
    begun = play_campaign("deadcells", ["greedy"], 4, 3, 6, to_victory=True)
    assert begun.history == whole.history[: whole.first_victory]
    assert whole.first_victory == begun.first_victory == 2


def test_the_report_counts_every_run():
    found = report("deadcells", ["random"], [2, 3], campaigns=2, games=3, seed=1)
    assert [sum(one["ends"].values()) for one in found["players"].values()] == [6, 6]


@pytest.mark.slow
def test_the_report_is_the_same_on_two_processes():
    one = report("deadcells", ["random"], [1], campaigns=2, games=2, seed=3)
    assert report("deadcells", ["random"], [1], campaigns=2, games=2, seed=3, processes=2) == one


def test_the_report_says_where_groups_died(capsys):
    call = ["campaign", "report", "--campaigns", "1", "--runs", "2", "--players", "2"]
    assert run([*call, "--bots", "random"]) == 0
    assert "died in Prisoners' Quarters: 2" in capsys.readouterr().out
    assert run([*call, "--bots", "random", "--lang", "it"]) == 0
    assert "morte (Quartiere" in capsys.readouterr().out


def test_campaigns_without_a_victory_count_in_the_median():
    assert median_of([3, 0, 7]) == 7
    assert median_of([3, 5, 7, 0]) == 5
    assert median_of([3, 0, 0]) is None


@pytest.mark.rule("D-SAVE-01")
def test_a_person_plays_the_next_run_of_a_campaign(ours, monkeypatch):
    import io

    monkeypatch.setattr("sys.stdin", io.StringIO("1\n" * 3000))
    call = ["play", "deadcells", "--plain", "--seats", "human,bot:random", "--campaign", str(ours)]
    run([*call, "--seed", "4"])
    assert len(load_campaign(GAME, ours).runs) == 1
