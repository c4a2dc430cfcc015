"""The commands: what they print, what they exit with, and the sentence when something is wrong."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from click.shell_completion import BashComplete

from embertable import load, rule_coverage
from embertable.agents.endpoints import ChatError
from embertable.cli import COMMANDS, embertable
from embertable.commands import serve
from embertable.commands.completion import VARIABLE
from embertable.engine.catalogue import catalogue_file, read_catalogue
from embertable.engine.errors import EmbertableError
from embertable.games import GAMES
from embertable.server import run
from tests.cli import Commands, saved

PACKAGE = Path(__file__).parents[1] / "src" / "embertable"


@pytest.fixture
def command(capsys, monkeypatch) -> Commands:
    for name in ("EMBERTABLE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    return Commands(capsys)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    return saved(tmp_path / "game.json")


# Help.


@pytest.mark.parametrize("name", [*COMMANDS, "content check", ""])
def test_every_command_has_help_with_an_example(command, name):
    said = command(*name.split(), "--help")
    assert said.code == 0
    assert "Example: embertable" in said.out


def test_the_version(command):
    assert command("--version").out.startswith("Embertable ")


# A server's page.


def test_a_client_that_is_not_there_is_refused(command, tmp_path):
    said = command("serve", "--store", tmp_path / "t.sqlite", "--client", tmp_path / "nowhere")
    assert said.code == 2
    assert said.sentence().startswith("There is no built client in ")


def test_a_server_without_a_client_says_so(command, monkeypatch, tmp_path):
    monkeypatch.setattr(serve, "built_client", lambda: None)
    monkeypatch.setattr(run, "serve", lambda server, listening, ready: ready())
    said = command("serve", "--port", "0", "--store", tmp_path / "t.sqlite")
    assert said.code == 0
    assert said.out.startswith("Embertable is at http://127.0.0.1:")
    assert "this server has no page" in said.err
    assert said.err.count("\n") == 1


# What programs read.


def test_games_with_their_settings(command):
    assert "players=2|3|4" in command("games").out
    players = command("games", "--json").json()["lueur"]["settings"]["players"]
    assert players == {"values": ["2", "3", "4"], "default": "2", "clause": ""}


def test_one_game_by_its_name(command):
    assert list(command("games", "Lueur", "--json").json()) == ["lueur"]
    shown = command("games", "lueur").out
    assert shown.startswith("lueur  Lueur\n")
    assert "faceless" not in shown


def test_the_command_line_explains_the_settings_of_one_game(command):
    english, italian = command("games", "setawatch"), command("games", "setawatch", "--lang", "it")
    assert "Who may end the watch, so that what is left gets past. (W-END-01)" in english.out
    assert "on_watch: Only players with an adventurer on Watch may say so." in english.out
    assert "Chi può chiudere la guardia, lasciando passare ciò che resta. (W-END-01)" in italian.out
    assert "end the watch" not in command("games").out


# Completion.


@pytest.mark.parametrize(
    ("line", "found"),
    [
        (" ", {"simulate", "completion", "play"}),
        ("sim", {"simulate"}),
        ("simulate ", {"lueur", "deadcells", "faceless", "setawatch"}),
        ("simulate lu", {"lueur"}),
        ("play lueur --se", {"--seats", "--seed"}),
        ("simulate lueur --bots gr", {"greedy"}),
        ("simulate lueur --bots greedy,ra", {"greedy,random"}),
        ("play lueur --seats human,bot:fl", {"human,bot:flame"}),
        ("play lueur --option players", {"players=2", "players=3", "players=4"}),
        ("games ", {"lueur"}),
        ("completion ", {"bash", "zsh", "fish"}),
        ("gone lu", set()),
        ("simulate gone --lang ", {"en", "it"}),
    ],
)
def test_a_shell_completes(line, found):
    *words, last = line.split(" ")
    shell = BashComplete(embertable, {}, "embertable", VARIABLE)
    told = {one.value for one in shell.get_completions([one for one in words if one], last)}
    assert found <= told
    if last:
        assert all(one.startswith(last) for one in told)


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_a_shell_gets_its_script(command, shell):
    said = command("completion", shell)
    assert said.code == 0
    assert f"{VARIABLE}={shell}_complete" in said.out
    assert command("completion", "tcsh").code == 2


def test_bash_reads_the_script_and_is_answered(tmp_path):
    if shutil.which("bash") is None:
        pytest.skip("there is no bash here")
    script = tmp_path / "completion.bash"
    with start("completion", "bash") as process:
        script.write_text(process.communicate(timeout=60)[0])
    with running("bash", "-c", f". {script}; complete -p embertable") as process:
        assert "embertable" in process.communicate(timeout=60)[0]
    asked = {VARIABLE: "bash_complete", "COMP_WORDS": "embertable simulate lu", "COMP_CWORD": "2"}
    with start(env={**os.environ, **asked}) as process:
        out, err = process.communicate(timeout=60)
    assert (out.strip(), err) == ("plain,lueur", "")


def test_simulate_counts_and_repeats(command):
    call = ("simulate", "lueur", "--games", 6, "--bots", "random", "--seed", 3, "--json")
    first, second = command(*call).json(), command(*call).json()
    assert first["game"] == "lueur"
    assert first["games"] == 6
    assert first["decisions"] > 600
    assert first["seconds"] >= 0
    assert sum(first["results"].values()) == 6
    assert first["digest"] == second["digest"]
    assert command(*call, "--seed", 4).json()["digest"] != first["digest"]


def test_simulate_tells_people(command):
    said = command("simulate", "lueur", "--games", 2, "--bots", "random,random,random")
    assert said.code == 0
    assert "2 games of lueur" in said.out
    assert "random: " in said.out


def test_the_ladder_compares_bots(command):
    call = ("ladder", "lueur", "--games", 1, "--bots", "random,random", "-o", "players=2")
    (rung,) = command(*call, "--json").json()
    assert (rung["games"], rung["won"]) == (2, 1.0), "the same luck from both seats"
    assert "| lueur | players=2 | random | random | 2 | 50.0 % (9.4–90.5) |" in command(*call).out


def test_coverage_of_the_rules(command):
    found = command("rules", "lueur", "--coverage", "--json").json()["lueur"]
    assert found["clauses"] >= 171
    assert found["proven"] + len(found["unproven"]) + len(found["no_counterpart"]) >= 171
    assert "lueur: 171 clauses" in command("rules", "--coverage").out


def test_a_clause_by_its_id_and_by_a_word(command):
    said = command("rules", "lueur", "l-end-06")
    assert said.out.startswith("End of the game\n") or "L-END-06" in said.out
    assert "L-REROLL-07" in command("rules", "lueur", "setting", "a", "die").out
    assert (
        command("rules", "lueur", "zeppelin").sentence()
        == "Neither a clause nor a component of lueur contains zeppelin."
    )
    assert command("rules", "lueur", "L-END-66").code == 1


@pytest.mark.parametrize("game", GAMES)
def test_rules_tell_what_is_ours(command, game):
    shown = command("rules", game, "--sources", "--json")
    rows = json.loads(shown.out)[game]
    sources = {row["source"] for row in rows}
    assert sources <= {"rulebook", "public", "designed"}
    counts = json.loads(command("games", game, "--json").out)[game]["sources"]
    assert sum(counts.values()) > 50
    told = command("rules", game, "--sources").out
    assert ("are ours" in told) == (counts.get("designed", 0) > 0)
    ours = [row["title"] for row in rows if row["source"] == "designed"]
    assert all(name.split()[0] in told for name in ours)


def test_rules_find_components_by_name(command):
    said = command("rules", "setawatch", "corpse bolt")
    assert said.code == 0
    assert said.out.startswith("Corpse Bolt, ability card\n    The Heretic: Deal damage")
    assert "[ours, the printed one may differ]" in said.out
    assert "Dardo funesto" in command("rules", "setawatch", "Corpse", "Bolt", "--lang", "it").out
    slip = command("rules", "setawatch", "Copse Bolt")
    assert (slip.code, slip.out) == (1, "")
    assert "(did you mean Corpse Bolt?)" in slip.err
    (row,) = command("rules", "setawatch", "Corpse Bolt", "--json").json()["setawatch"]
    assert (row["title"], row["section"], row["source"]) == (
        "Corpse Bolt",
        "ability card",
        "designed",
    )
    # Whole words: "the hat" is not in every "that".
    assert "F-TURN" not in command("rules", "faceless", "the hat").out


def test_rules_as_json(command):
    clauses = command("rules", "lueur", "L-END-01", "--json").json()["lueur"]
    assert [clause["id"] for clause in clauses] == ["L-END-01"]


def test_replay_verifies(command, record):
    facts = command("replay", record, "--verify", "--json").json()
    assert facts["ok"] is True
    assert facts["decisions"] == 40
    assert facts["hash"] == json.loads(record.read_text())["entries"][-1]["hash"]
    assert "40 decisions" in command("replay", record, "--verify").out


def test_replay_tells_the_game_by_the_players_names(command, record):
    english = command("replay", record).out
    italian = command("replay", record, "--lang", "it").out
    assert "Ada" in english
    assert "Soot" in english
    assert len(english.splitlines()) == len(italian.splitlines()) > 40
    assert english != italian


def test_replay_shows_any_position(command, record):
    start = command("replay", record, "--at", 0).out
    later = command("replay", record, "--at", 30).out
    assert start != later
    assert "decision 30 of 40" in later
    seen = command("replay", record, "--at", 30, "--json").json()
    assert seen["sight"]["view"]["is"] == "LueurView"


def test_replay_shows_a_seat_its_own_options_only(command, record):
    shown = [
        command("replay", record, "--at", 20, "--view", seat, "--json").json() for seat in (0, 1)
    ]
    awaited = shown[0]["sight"]["awaited"]
    for seat in (0, 1):
        assert bool(shown[seat]["sight"]["options"]) == (seat in awaited)


def test_bench_measures(command):
    found = command("bench", "--json", "--seconds", 0.1).json()
    assert found["build"] in {"pure", "compiled"}
    speed = found["games"]["lueur"]
    assert min(speed["decisions_per_second"], speed["copy_us"], speed["set_up_ms"]) > 0
    assert "decisions_per_second" in command("bench", "--seconds", 0.1, "--game", "lueur").out


def test_fuzz_finds_nothing(command, tmp_path):
    said = command("fuzz", "lueur", "--seconds", 0.1, "--seed", 2, "--out", tmp_path)
    assert said.code == 0
    assert "nothing broken" in said.out
    assert list(tmp_path.iterdir()) == []


def test_content_is_checked(command, tmp_path):
    printed = load("lueur").folder() / "content" / "lueur.toml"
    said = command("content", "check", printed)
    assert said.code == 0
    assert load("lueur").content().hash in said.out


def test_a_hint_is_one_sentence_with_its_reason(command, record):
    said = command("hint", record)
    assert said.code == 0
    assert said.out.count("\n") == 1
    assert said.out.endswith(".\n")
    assert command("hint", record, "--lang", "it").out != said.out


def test_a_review_names_decisions_that_cost(command, record):
    said = command("review", record, "--seat", 0)
    assert said.code == 0
    for line in said.out.splitlines():
        assert re.fullmatch(r"Decision \d+, .*: I would choose “.*”\. .*", line)
    found = command("review", record, "--seat", 0, "--json").json()
    assert len(found) == len(said.out.splitlines()) > 0
    assert all([one["seat"] == 0 for one in found])
    assert "0 to 1" in command("review", record, "--seat", 7).sentence()


def test_there_is_no_hint_after_the_end(command, tmp_path):
    over = saved(tmp_path / "over.json", decisions=1000)
    assert "finished game" in command("hint", over).sentence()


# Playing.


def test_play_saves_and_resumes(command, tmp_path, monkeypatch):
    file = tmp_path / "evening.json"
    type_in(monkeypatch, "1\n1\n1\n")
    said = command("play", "lueur", "--plain", "--seed", 3, "--save", file)
    assert said.code == 0
    before = json.loads(file.read_text())
    assert before["players"][0].startswith("human:")
    assert before["players"][1].startswith("bot:ember")
    assert before["seed"] == 3
    type_in(monkeypatch, "1\n")
    assert command("play", "--plain", "--resume", file).code == 0
    after = json.loads(file.read_text())
    assert after["entries"][: len(before["entries"])] == before["entries"]
    assert len(after["entries"]) > len(before["entries"])


def test_play_seats_as_many_as_are_named(command, tmp_path, monkeypatch):
    file = tmp_path / "three.json"
    type_in(monkeypatch, "")
    seats = "human:Ada,bot:random,human:Bo"
    assert command("play", "--plain", "--seats", seats, "--save", file).code == 0
    saved_game = json.loads(file.read_text())
    assert saved_game["options"]["players"] == "3"
    assert saved_game["players"][0] == "human:Ada"
    assert saved_game["players"][1].startswith("bot:random")


def test_bare_embertable_plays_lueur_against_a_bot(command, tmp_path, monkeypatch):
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    type_in(monkeypatch, "")
    assert command().code == 0
    (file,) = tmp_path.rglob("*.json")
    game = json.loads(file.read_text())
    assert game["game"] == "lueur"
    assert [name.split(":")[0] for name in game["players"]] == ["human", "bot"]


def type_in(monkeypatch, text: str) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO(text))


# Wrong usage: one sentence, exit code 2.


@pytest.mark.parametrize(
    ("call", "hint"),
    [
        ("chess", "simulate"),
        ("simulate chess", "lueur"),
        ("play chess", "lueur"),
        ("fuzz chess", "lueur"),
        ("rules chess", "lueur"),
        ("content check x.toml --game chess", "lueur"),
        ("simulate lueur --bots greedy,alphago", "greedy, random"),
        ("simulate lueur --option colour=red", "players, journey, adventurers"),
        ("simulate lueur --option players=9", "2, 3, 4"),
        ("simulate lueur --option players", "NAME=VALUE"),
        ("simulate lueur --option =3", "NAME=VALUE"),
        ("simulate lueur --games none", "simulate --help"),
        ("simulate lueur --games 0", "from 1 to 10000000"),
        ("simulate lueur --gmaes 3", "--games"),
        ("simulate", "GAME"),
        ("ladder chess", "lueur"),
        ("ladder lueur --bots greedy,search@", "greedy, random"),
        ("play lueur --seats human,bot:alphago", "greedy, random"),
        ("play lueur --seats human,cat", "human"),
        ("play lueur --seats human", "2, 3, 4"),
        ("play lueur --seats human,human --option players=3", "2 seats"),
        ("play lueur --option journey=moon", "province"),
        ("play lueur --lang de", "en"),
        ("replay", "FILE"),
    ],
)
def test_wrong_usage_names_what_would_do(command, call, hint):
    said = command(*call.split())
    assert said.code == 2
    assert hint in said.sentence()


@pytest.mark.parametrize(
    ("call", "guess"),
    [
        ("simualte lueur", "simulate"),
        ("simulate luer", "lueur"),
        ("play Set-a-Watch", "setawatch"),
        ("simulate lueur --bots greddy", "greedy"),
        ("play lueur --seats human,bot:flam", "flame"),
        ("simulate lueur -o player=2", "players"),
    ],
)
def test_a_slip_is_guessed(command, call, guess):
    said = command(*call.split())
    assert said.code == 2
    assert f"(did you mean {guess}?)" in said.sentence()
    assert f"(forse {guess}?)" in command(*call.split(), "--lang", "it").sentence()


@pytest.mark.parametrize(
    "call",
    [
        "Simulate LUEUR --games 1 --bots Random -o PLAYERS=2 -o Journey=Province --lang EN",
        "rules Lueur l-end-01",
        "ladder Lueur --games 1 --bots RANDOM,Search@1 -o Players=2",
    ],
)
def test_names_are_found_whatever_their_case(command, call):
    assert command(*call.split()).code == 0


@pytest.mark.parametrize("bots", ["", ",", "greedy,", " ,random"])
@pytest.mark.parametrize("call", ["simulate lueur", "ladder lueur"])
def test_a_missing_bot_is_not_an_unknown_one(command, call, bots):
    said = command(*call.split(), "--bots", bots)
    assert said.code == 2
    assert said.sentence() == (
        "A name is missing in --bots; try blaze, ember, flame, greedy, random, spark."
    )


def test_a_ladder_of_rivals_needs_two_bots(command):
    said = command("ladder", "lueur", "--bots", "greedy")
    assert said.code == 2
    assert "name two" in said.sentence()


def test_a_full_disk_is_one_sentence():
    if not Path("/dev/full").exists():
        pytest.skip("there is no /dev/full here")
    with Path("/dev/full").open("w") as full, start("rules", "lueur", stdout=full) as process:
        _, err = process.communicate(timeout=60)
    assert process.returncode == 1
    assert err == "stdout cannot be read or written: No space left on device.\n"


def test_a_group_alone_shows_its_help(command):
    said = command("content")
    assert said.code == 2
    assert "content check" in said.err


@pytest.mark.parametrize("call", ["simulate chess", "simulate lueur --option players=9"])
def test_errors_speak_the_chosen_language(command, call):
    english = command(*call.split()).sentence()
    italian = command(*call.split(), "--lang", "it").sentence()
    assert english != italian


@pytest.mark.parametrize("call", ["chess", "simulate lueur --gmaes 3", "simulate", "bench --zap"])
def test_wrong_lines_are_told_in_italian_too(command, call):
    said = command(*call.split(), "--lang", "it")
    assert said.code == 2
    assert said.sentence() != command(*call.split()).sentence()


def test_a_record_that_names_its_players_otherwise_is_played_all_the_same(
    command, record, monkeypatch
):
    saved_game = json.loads(record.read_text())
    for players in ([], ["somebody", "somebody else"], ["human:Ada"]):
        record.write_text(json.dumps({**saved_game, "players": players}))
        assert "Player 1" in command("replay", record).out
        type_in(monkeypatch, "")
        assert command("play", "--plain", "--resume", record).code == 0
        assert len(json.loads(record.read_text())["players"]) == 2


def test_the_language_of_the_system_is_used(command, monkeypatch):
    monkeypatch.setenv("LANG", "it_IT.UTF-8")
    assert command("simulate", "chess").sentence().startswith("Non c'è")
    assert command("simulate", "chess", "--lang=en").sentence().startswith("There is no")


def test_positions_and_seats_that_do_not_exist(command, record):
    assert "0 (the start) to 40" in command("replay", record, "--at", 41).sentence()
    assert "0 to 1" in command("replay", record, "--view", 2).sentence()
    assert command("replay", record, "--at", 41).code == 2


# Records that cannot be used: one sentence, exit code 1.


def test_a_record_cut_anywhere_is_damaged(command, record):
    whole = record.read_bytes()
    for length in [*range(0, len(whole) - 2, 97), len(whole) - 3, len(whole) - 2]:
        record.write_bytes(whole[:length])
        for call in (("replay", record, "--verify"), ("hint", record)):
            said = command(*call)
            assert said.code == 1, length
            assert str(record) in said.sentence()
        assert record.read_bytes() == whole[:length]


@pytest.mark.parametrize(
    "content", [b"", b"{}", b"[1]", b"hello", b"\xff\xfe\x00", b'{"a": 1}', b"3"]
)
def test_a_foreign_file_is_no_record(command, tmp_path, content):
    file = tmp_path / "foreign.json"
    file.write_bytes(content)
    assert "is not an Embertable record" in command("replay", file).sentence()
    assert command("play", "--plain", "--resume", file).code == 1
    assert file.read_bytes() == content


def test_a_deeply_nested_file_is_no_record(command, tmp_path):
    file = tmp_path / "deep.json"
    file.write_text("[" * 100_000)
    assert command("replay", file).code == 1


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ({"version": 99}, "a newer release"),
        ({"game": "chess"}, "a record of chess"),
        ({"rules": 99}, "rules version 99"),
        ({"content": "0" * 32}, "--content"),
        ({"options": {"players": "9"}}, "2, 3, 4"),
        ({"options": {"colour": "red"}}, "players, journey"),
        ({"options": {"players": 2}}, "options"),
        ({"seed": 2}, "promised"),
        ({"seed": None}, "neither seed nor key"),
        ({"seed": "one"}, "'seed'"),
        ({"start": "0" * 32}, "after entry 0"),
        ({"entries": {}}, "'entries'"),
        ({"entries": [7]}, "entry 1"),
        ({"entries": [{"seat": 0, "hash": "x"}]}, "entry 1"),
        ({"entries": [{"seat": 0, "undo": True, "hash": "x"}]}, "entry 1"),
        ({"entries": [{"seat": 0, "do": {"is": "Cheat"}, "hash": "x"}]}, "Cheat"),
        ({"entries": [{"seat": 0, "do": {"is": "LueurState"}, "hash": "x"}]}, "entry 1"),
        ({"entries": [{"seat": 0, "do": {"is": "KeepDice", "seat": 0}, "hash": "x"}]}, "entry 1"),
    ],
)
def test_a_changed_record_is_refused(command, record, change, says):
    saved_game = json.loads(record.read_text())
    record.write_text(json.dumps({**saved_game, **change}))
    said = command("replay", record, "--verify")
    assert said.code == 1
    sentence = said.sentence()
    assert says in sentence
    assert str(record) in sentence
    assert ".." not in sentence.replace(str(record), "")


def test_a_wrong_hash_names_its_entry(command, record):
    saved_game = json.loads(record.read_text())
    saved_game["entries"][16]["hash"] = "0" * 32
    record.write_text(json.dumps(saved_game))
    assert "after entry 17" in command("replay", record, "--verify").sentence()
    assert command("replay", record, "--at", 16).code == 0


def test_an_illegal_action_names_what_was_legal(command, record):
    saved_game = json.loads(record.read_text())
    saved_game["entries"][0]["do"] = {"is": "TakeAdventurer", "seat": 0, "adventurer": "nobody"}
    saved_game["entries"][0]["seat"] = 0
    record.write_text(json.dumps(saved_game))
    assert "entry 1" in command("replay", record).sentence()


def test_a_failed_verification_is_json_too(command, record):
    record.write_text(record.read_text()[:-200])
    said = command("replay", record, "--verify", "--json")
    assert said.code == 1
    assert said.json()["ok"] is False
    assert said.json()["error"] == said.err.strip()


@pytest.mark.parametrize("name", ["nowhere.json", "."])
def test_a_file_that_cannot_be_read(command, tmp_path, name):
    for call in (["replay"], ["hint"], ["content", "check"], ["play", "--plain", "--resume"]):
        said = command(*call, tmp_path / name)
        assert said.code == 1
        assert said.sentence()


def test_resuming_another_game(command, record):
    assert command("play", "chess", "--plain", "--resume", record).code == 2
    assert command("play", "--plain", "--resume", record, "--seats", "human").code == 2


# Content packs.


@pytest.mark.parametrize(
    ("old", "new", "place"),
    [
        ("points = 5", 'points = "many"', "points"),
        ('"gain_bursts"', '"gain_bursst"', "gain_bursst"),
        ('id = "A10"', 'id = "A11"', "A11"),
        ("[meta]", "[meta", "lueur.toml"),
    ],
)
def test_a_bad_row_is_named(command, tmp_path, old, new, place):
    printed = (load("lueur").folder() / "content" / "lueur.toml").read_text(encoding="utf-8")
    assert old in printed
    file = tmp_path / "lueur.toml"
    file.write_text(printed.replace(old, new, 1), encoding="utf-8")
    for call in (
        ["content", "check", file],
        ["simulate", "lueur", "--content", file],
        ["play", "--plain", "--content", file],
    ):
        said = command(*call)
        assert said.code == 1
        assert "lueur.toml" in said.sentence()
        assert place in said.sentence()


def test_another_content_is_played_recorded_and_asked_for(command, tmp_path, monkeypatch):
    printed = (load("lueur").folder() / "content" / "lueur.toml").read_text(encoding="utf-8")
    pack = tmp_path / "mine.toml"
    pack.write_text(printed.replace("firefly_bonus = 10", "firefly_bonus = 11"), encoding="utf-8")
    file = tmp_path / "mine.json"
    type_in(monkeypatch, "1\n")
    assert command("play", "--plain", "--content", pack, "--save", file).code == 0
    assert "--content" in command("replay", file).sentence()
    assert command("replay", file, "--verify", "--content", pack).code == 0
    call = ("simulate", "lueur", "--games", 2, "--bots", "random", "--json")
    assert command(*call).json()["digest"] != command(*call, "--content", pack).json()["digest"]


# Saving.


def test_a_place_that_cannot_be_written_is_told_before_the_game(command, tmp_path, monkeypatch):
    type_in(monkeypatch, "1\n")
    said = command("play", "--plain", "--save", tmp_path / "no" / "such" / "game.json")
    assert said.code == 1
    assert "game.json" in said.sentence()
    assert list(tmp_path.iterdir()) == []


def test_a_file_that_exists_is_not_replaced(command, tmp_path):
    file = tmp_path / "thesis.json"
    file.write_text("years of work")
    said = command("play", "--plain", "--save", file)
    assert said.code == 1
    assert "--resume" in said.sentence()
    assert file.read_text() == "years of work"


# Processes.


def start(*arguments: str, **how) -> subprocess.Popen[str]:
    return running(sys.executable, "-m", "embertable", *arguments, **how)


def running(*command: str, **how) -> subprocess.Popen[str]:
    usual = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, "encoding": "utf-8"}
    return subprocess.Popen(command, text=True, **{**usual, **how})


def test_a_closed_pipe_is_silent():
    with start("rules", "lueur") as process:
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdout.readline()
        process.stdout.close()
        assert process.stderr.read() == ""
    assert process.returncode == 0


@pytest.mark.parametrize(
    ("call", "says"),
    [
        ("simulate lueur --games 2 --bots random", "1 of 2 games"),
        ("ladder lueur --games 1 --bots random,random -o players=2", "1 of 2 games"),
        ("bench --seconds 0.1 --game lueur", "1 of 1 games"),
        ("fuzz lueur --seconds 0.1", "a second, "),
    ],
)
def test_long_work_tells_its_progress_on_stderr(command, monkeypatch, call, says):
    monkeypatch.setattr("embertable.commands.progress.FIRST", 0.0)
    monkeypatch.setattr("embertable.commands.progress.BETWEEN", 0.0)
    said = command(*call.split())
    assert said.code == 0
    assert says in said.err
    for line in said.err.splitlines():
        assert line.endswith(" left") or re.search(r" after \d+:\d\d$", line)
    assert says not in said.out


def test_ctrl_c_leaves_a_saved_game(tmp_path):
    file = tmp_path / "left.json"
    call = ("play", "--plain", "--save", str(file))
    with start(*call, stdin=subprocess.PIPE) as process:
        assert process.stdout is not None
        while "1. " not in process.stdout.readline():
            pass
        process.send_signal(signal.SIGINT)
        _, err = process.communicate(timeout=60)
    assert process.returncode == 130
    assert err.strip() == ""
    assert json.loads(file.read_text())["game"] == "lueur"


def test_letters_that_a_pipe_cannot_carry_are_replaced():
    environment = {**os.environ, "PYTHONIOENCODING": "latin-1"}
    with start("rules", "lueur", env=environment, encoding="latin-1") as process:
        out, err = process.communicate(timeout=60)
    assert process.returncode == 0
    assert err == ""
    assert "Morning ? recruit" in out


def test_several_processes_give_the_same_digest(command):
    call = ("simulate", "lueur", "--games", "25", "--bots", "random,random,random", "--json")
    with start(*call, "--workers", "2") as process:
        out, _ = process.communicate(timeout=100)
    assert json.loads(out)["digest"] == command(*call, "--workers", "1").json()["digest"]


# Words.


def all_errors(base: type[EmbertableError]) -> list[type[EmbertableError]]:
    return [cls for one in base.__subclasses__() for cls in (one, *all_errors(one))]


def test_every_message_is_used_and_every_error_has_one():
    speakers = [*(PACKAGE / "commands").glob("*.py"), *(PACKAGE / "agents").glob("*.py")]
    checks = PACKAGE / "engine" / "campaign_checks.py"
    others = [PACKAGE / "ledger.py", Path(rule_coverage.__file__), checks]
    sources = "".join(path.read_text(encoding="utf-8") for path in [*speakers, *others])
    usage = (PACKAGE / "commands" / "usage.py").read_text(encoding="utf-8")
    ids = read_catalogue(catalogue_file("commands", "en"))
    assert ChatError.part == "commands"
    errors = {cls.__name__ for cls in all_errors(EmbertableError) if cls.part == "commands"}
    for id in ids:
        group, _, name = id.rpartition(".")
        if group == "error":
            assert name in errors or f'"{name}"' in usage
        else:
            # A family of messages is named by its first word: f"campaign.problem_{kind}".
            family = f'f"{group}.{name.partition("_")[0]}_{{'
            assert f'"{id}"' in sources or family in sources, id
