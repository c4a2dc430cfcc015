"""The ladder: all bots play the same seeds, and what was played once is not played again."""

import json

from embertable.games import GAMES, load
from embertable.lab import ladder
from embertable.lab.ladder import Match, climb, every_match, rungs_of, summed_up, usual_rungs
from embertable.lab.ladder_lines import lines_of
from embertable.lab.sequential import Hypotheses

LUEUR = {"players": "2"}


def test_rivals_meet_in_every_seating_of_each_seed():
    (rung,) = rungs_of("lueur", {"players": "3"}, ["random", "greedy"], 2, 1)
    assert [(match.bots.index("greedy"), match.seat, match.number) for match in rung.mine] == [
        (seat, seat, number) for number in (0, 1) for seat in (0, 1, 2)
    ]
    assert all([match.bots.count("random") == 2 for match in rung.mine])


def test_parties_are_compared_on_the_same_seeds():
    first, second = rungs_of("faceless", {"players": "3"}, ["random", "greedy"], 3, 1)
    assert first.against == ""
    assert second.theirs == first.mine
    assert [match.number for match in second.mine] == [match.number for match in first.mine]
    assert len(every_match([first, second])) == 6


def test_the_usual_ladder_has_every_game_and_its_share_of_games():
    rungs = usual_rungs(None, [], 20, 1, {})
    assert {rung.game for rung in rungs} == set(GAMES)
    for rung in rungs:
        (line,) = [one for one in lines_of(load(rung.game)) if one.options == rung.options]
        numbers = {match.number for match in rung.mine}
        assert numbers == set(range(line.games(20)))
        assert rung.bot in line.bots


def test_ones_own_bots_and_settings_replace_the_usual_ones():
    (rung,) = usual_rungs("lueur", ["random", "search@9"], 3, 1, {"players": "4"})
    assert (rung.bot, rung.against, len(rung.mine)) == ("search@9", "random", 12)
    assert rung.options == {"players": "4"}


def test_greedy_stands_above_random():
    (rung,) = climb(rungs_of("lueur", LUEUR, ["random", "greedy"], 2, 1), None, 1)
    assert (rung["bot"], rung["against"], rung["games"], rung["won"]) == ("greedy", "random", 4, 4)
    low, high = rung["rate_95"]
    assert 0.5 < low < high == 1.0


def test_what_was_kept_is_not_played_again(tmp_path, monkeypatch):
    file = tmp_path / "kept.jsonl"
    few = rungs_of("lueur", LUEUR, ["random", "random"], 1, 1)
    more = rungs_of("lueur", LUEUR, ["random", "random"], 2, 1)
    climb(few, file, 1)
    kept = file.read_text()
    asked = []
    outcome_of = ladder.outcome_of

    def watched(match):
        asked.append(match.number)
        return outcome_of(match)

    monkeypatch.setattr(ladder, "outcome_of", watched)
    found = climb(more, file, 1)
    assert set(asked) == {1}
    assert file.read_text().startswith(kept)
    assert found == climb(more, None, 1)


def test_another_version_of_the_rules_is_played_anew(tmp_path):
    file = tmp_path / "kept.jsonl"
    rungs = rungs_of("lueur", LUEUR, ["random", "random"], 1, 1)
    (first, *_) = every_match(rungs)
    file.write_text(json.dumps([first.key().replace("lueur/", "lueur/9"), 1.0]) + "\n")
    assert ladder.read_kept(rungs, file) == {}
    file.write_text(json.dumps([first.key(), 1.0]) + "\n")
    assert ladder.read_kept(rungs, file) == {first: 1.0}


def test_what_other_bots_played_is_played_anew(tmp_path, monkeypatch):
    file = tmp_path / "kept.jsonl"
    rungs = rungs_of("lueur", LUEUR, ["random", "random"], 1, 1)
    (first, *_) = every_match(rungs)
    file.write_text(json.dumps([first.key(), 1.0]) + "\n")
    monkeypatch.setattr(ladder, "bots_now", lambda game: "others")
    assert ladder.read_kept(rungs, file) == {}


def test_bots_are_known_by_what_they_are_made_of(tmp_path):
    prices = tmp_path / "fitted_weights.toml"
    prices.write_text("dear = 1")
    before = ladder.digest_of([prices])
    prices.write_text("dear = 2")
    assert ladder.digest_of([prices]) != before
    names = {ladder.bots_now("lueur"), ladder.bots_now("faceless"), ladder.bots_now("lueur")}
    assert len(names) == 2


def test_an_earlier_run_is_better_in_a_campaign():
    first, second = rungs_of("deadcells", {"players": "3"}, ["random", "greedy"], 3, 1)
    outcomes = dict(zip(first.mine, [9.0, 7.0, 13.0], strict=True))
    outcomes |= dict(zip(second.mine, [5.0, 8.0, 4.0], strict=True))
    found = summed_up(second, outcomes)
    assert found["median_run"] == 5.0
    assert (found["better"], found["worse"], found["sign_test_p"]) == (2, 1, 1.0)


def test_a_shared_victory_counts_in_part(monkeypatch):
    (rung,) = rungs_of("lueur", LUEUR, ["random", "greedy"], 1, 1)
    found = summed_up(rung, dict(zip(rung.mine, [1.0, 0.5], strict=True)))
    assert (found["won"], found["rate"]) == (1.5, 0.75)


def test_several_processes_find_the_same():
    rungs = rungs_of("lueur", LUEUR, ["random", "random"], 2, 1)
    assert climb(rungs, None, 2) == climb(rungs, None, 1)


def test_a_match_says_all_that_it_depends_on():
    match = Match("lueur", (("players", "2"),), ("random", "greedy"), 3, 4, 1)
    assert match.key().split("/")[3:] == ["players=2", "random+greedy", "3", "4", "1"]


RATES = Hypotheses(0.5, 0.65)


def test_a_test_ends_at_the_seed_that_decides(monkeypatch):
    (rung,) = rungs_of("lueur", LUEUR, ["random", "greedy"], 40, 1)
    played: list[int] = []

    def always_won(match: Match) -> float:
        played.append(match.number)
        return 1.0

    monkeypatch.setattr(ladder, "outcome_of", always_won)
    (found,) = climb([rung], None, 1, hypotheses=RATES)
    # log(0.65 / 0.5) for each seed, until log(19) is reached.
    assert (found["games"], found["verdict"]) == (2 * 12, "high")
    assert max(played) == 11, "no seed of the last batch beyond the decision"
    monkeypatch.setattr(ladder, "outcome_of", lambda match: match.seat * 1.0)
    (found,) = climb([rung], None, 1, hypotheses=RATES)
    assert (found["won"], found["verdict"]) == (found["games"] / 2, "low")
    assert found["games"] < 40, "both games of a seed together are one result without noise"


def test_a_test_of_parties_counts_the_seeds_that_end_differently(monkeypatch):
    rungs = rungs_of("faceless", {"players": "3"}, ["random", "greedy"], 60, 1)

    def every_third(match: Match) -> float:
        return float(match.bots[0] == "greedy" and match.number % 3 == 0)

    monkeypatch.setattr(ladder, "outcome_of", every_third)
    first, second = climb(rungs, None, 1, hypotheses=RATES)
    assert first["games"] == 60
    assert "verdict" not in first, "the first bot is compared with nobody"
    assert (second["better"], second["worse"], second["verdict"]) == (12, 0, "high")
    assert second["games"] == 34


def test_a_test_that_nothing_decides_stays_open(monkeypatch):
    (rung,) = rungs_of("lueur", {"players": "4"}, ["random", "greedy"], 4, 1)
    monkeypatch.setattr(ladder, "outcome_of", lambda match: float(match.number % 4 == match.seat))
    (found,) = climb([rung], None, 1, hypotheses=RATES)
    assert found["verdict"] is None
    assert found["tested"] == [0.25, 0.3824]
    assert found["games"] == 16


def test_processes_do_not_change_where_a_test_ends():
    rungs = rungs_of("lueur", LUEUR, ["random", "random"], 3, 1)
    close = Hypotheses(0.49, 0.51)
    assert climb(rungs, None, 2, hypotheses=close) == climb(rungs, None, 1, hypotheses=close)
