"""A chat model plays over HTTP: both APIs, rubbish, failures, budgets, and nothing lost."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import time

import pytest

from embertable.agents import endpoints
from embertable.agents.endpoints import APIS, BadAddress, NoAnswer, NotAReply, Refused
from tests.agents.fake_model import fake_model, last_option
from tests.cli import Commands

KEY = "sk-very-secret"
CHAT = [{"role": "system", "content": "Play."}, {"role": "user", "content": "1) Go"}]


@pytest.fixture
def command(capsys, monkeypatch, tmp_path):
    for name in ("OPENAI_BASE_URL", "ANTHROPIC_BASE_URL", "EMBERTABLE_LANG"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setenv("ANTHROPIC_API_KEY", KEY)
    monkeypatch.setattr("time.sleep", lambda _: None)
    monkeypatch.chdir(tmp_path)
    return Commands(capsys)


def call(model, *more, game="setawatch", api="openai"):
    usual = ("--option", "players=1") if game == "setawatch" else ()
    url = model if isinstance(model, str) else model.address
    return ("chat", game, "--model", "m", "--url", url, "--api", api, "--out", "run", *usual, *more)


def transcript(folder):
    lines = (folder / "run" / "transcript.jsonl").read_text(encoding="utf-8").splitlines()
    return [json.loads(line) for line in lines]


# Endpoints.


@pytest.mark.parametrize(
    ("api", "path", "header", "value", "tokens"),
    [
        ("openai", "/chat/completions", "authorization", f"Bearer {KEY}", 100),
        ("anthropic", "/v1/messages", "x-api-key", KEY, 100),
    ],
)
def test_both_apis_are_spoken(api, path, header, value, tokens):
    with fake_model(lambda _: "1") as model:
        reply = APIS[api](model.address + "/", "m", KEY).ask(CHAT)
    assert (reply.text, reply.tokens) == ("1", tokens)
    assert model.paths == [path]
    assert model.headers[0][header] == value
    (request,) = model.requests
    assert request["model"] == "m"
    if api == "anthropic":
        assert request["system"] == "Play."
        assert request["max_tokens"] > 0
        assert [one["role"] for one in request["messages"]] == ["user"]
    else:
        assert request["messages"] == CHAT


def test_a_busy_endpoint_is_tried_again_with_back_off():
    said = iter([503, 429, b"not json", b'{"choices": []}', "1"])
    slept: list[float] = []
    with fake_model(lambda _: next(said)) as model:
        reply = APIS["openai"](model.address, "m", "", slept.append).ask(CHAT)
    assert reply.text == "1"
    assert slept == [1, 7, 4, 8]  # seven seconds were asked for
    assert "authorization" not in model.headers[0]


@pytest.mark.parametrize(
    ("said", "error", "requests"),
    [
        (500, Refused, endpoints.ATTEMPTS),
        (b"rubbish", NotAReply, endpoints.ATTEMPTS),
        (401, Refused, 1),
        (302, Refused, 1),
    ],
)
def test_an_endpoint_that_fails_is_given_up(said, error, requests):
    with (
        fake_model(lambda _: said) as model,
        pytest.raises(error) as raised,
    ):
        APIS["openai"](model.address, "m", KEY, lambda _: None).ask(CHAT)
    assert len(model.requests) == requests
    assert KEY not in str(raised.value)
    assert "\n" not in str(raised.value)


def test_an_address_that_never_answered_is_not_tried_again():
    slept: list[float] = []
    with fake_model(lambda _: "1") as model:
        endpoint = APIS["openai"](model.address, "m", "", slept.append)
        endpoint.ask(CHAT)
    with pytest.raises(NoAnswer):
        endpoint.ask(CHAT)  # it has answered before
    assert len(slept) == endpoints.ATTEMPTS - 1
    slept.clear()
    with pytest.raises(NoAnswer):
        APIS["openai"](model.address, "m", "", slept.append).ask(CHAT)
    assert slept == []


@pytest.mark.parametrize("address", ["file:///etc/passwd", "localhost:11434", "http://", "ftp://a"])
def test_only_addresses_of_http_are_taken(address):
    with pytest.raises(BadAddress):
        APIS["openai"](address, "m", "")


# Whole games.


@pytest.mark.parametrize("api", sorted(APIS))
def test_a_model_plays_whole_games(command, tmp_path, api):
    with fake_model(last_option) as model:
        said = command(*call(model, "--games", 2, "--json", "--lang", "en", api=api))
        assert said.code == 0, said.err
        results = said.json()
        asked = len(model.requests)
        again = command(*call(model, "--games", 2, "--json", "--lang", "en", api=api))
    assert [one["seed"] for one in results["games"]] == [1, 2]
    assert all(one["outcome"] and one["refused"] == 0 for one in results["games"])
    assert results["replies"] == asked
    assert results["tokens"] == 100 * asked
    assert json.loads((tmp_path / "run" / "results.json").read_text()) == results
    # Nothing is left to do, so nothing is asked.
    assert len(model.requests) == asked
    assert again.json() == results
    for seed in (1, 2):
        checked = command("replay", f"run/game-{seed}.json", "--verify", "--json")
        assert checked.json()["ok"] is True
    assert all(KEY not in file.read_text() for file in (tmp_path / "run").iterdir())
    lines = transcript(tmp_path)
    assert {line["seed"] for line in lines} == {1, 2}
    assert all(line["action"] for line in lines)


def test_the_model_reads_rules_table_changes_and_options(command):
    with fake_model(last_option) as model:
        command(*call(model, "--turns", 12, "--lang", "en", "--history", 5, game="lueur"))
    first, second, *_ = [request["messages"] for request in model.requests]
    assert first[0]["role"] == "system"
    assert "bursts of light" in first[0]["content"]
    assert "\n1) Play Braccio (2 large green dice" in first[-1]["content"]
    assert second[1:2] == first[1:]
    lengths = [len(request["messages"]) for request in model.requests]
    assert max(lengths) == 12  # the system's text, five turns and their replies, and the open turn
    assert lengths[6] == 2
    assert "\n1 Round " in model.requests[6]["messages"][-1]["content"]  # the whole table


def test_rubbish_is_refused_with_a_sentence_and_the_game_goes_on(command, tmp_path):
    said = iter(["I like trains.", "", "0"] * 500)
    with fake_model(lambda _: next(said)) as model:
        done = command(*call(model, "--turns", 9, "--lang", "en"))
    assert done.code == 0
    assert "Seed 1: not finished; 3 decisions, 9 replies refused, 3 by chance." in done.out
    assert "9 replies, 900 tokens." in done.out
    told = model.requests[1]["messages"][-1]["content"]
    assert told.startswith("This names no option: I like trains.;")
    assert model.requests[2]["messages"][-2]["content"] == "-"
    lines = transcript(tmp_path)
    chance = [line for line in lines if line.get("by_chance")]
    assert len(chance) == 3
    assert all(line["action"] for line in chance)
    assert [line["decision"] for line in chance] == sorted({line["decision"] for line in lines})
    games = json.loads((tmp_path / "run" / "results.json").read_text())["games"]
    assert (games[0]["refused"], games[0]["by_chance"], games[0]["outcome"]) == (9, 3, None)


def test_a_model_states_actions_where_options_are_withheld(command, tmp_path):
    def says(messages):
        adventurers = ("gandalf", "braccio")
        tries = len([one for one in messages if one["role"] == "assistant"])
        return f"TakeAdventurer adventurer={adventurers[min(tries, 1)]}"

    with fake_model(says) as model:
        command(*call(model, "--withhold", "--turns", 2, "--lang", "en", game="lueur"))
    first, second = model.requests
    assert "1) " not in first["messages"][-1]["content"]
    assert "TakeAdventurer(adventurer)" in first["messages"][-1]["content"]
    assert "adventurer=gandalf" in second["messages"][-1]["content"]
    assert [bool(line["action"]) for line in transcript(tmp_path)] == [False, True]


def test_each_seat_has_its_own_conversation(command, tmp_path):
    with fake_model(last_option) as model:
        command(*call(model, "--turns", 8, "--seats", "agent,agent", game="lueur"))
    read: dict[int, set[str]] = {0: set(), 1: set()}
    for line in transcript(tmp_path):
        read[line["seat"]].add(line["read"])
    assert all(read.values())
    for request in model.requests:
        own = {one["content"] for one in request["messages"] if one["role"] == "user"}
        assert own <= read[0] or own <= read[1]


def test_a_run_goes_on_where_the_endpoint_failed(command, tmp_path):
    left = iter(range(7))

    def says(messages):
        return last_option(messages) if next(left, None) is not None else 401

    with fake_model(says) as model:
        said = command(*call(model, "--lang", "en"))
        assert said.code == 1
        assert "refuses with status 401: no, not with ***. What was played is saved" in said.err
        before = transcript(tmp_path)
        model.says = last_option
        file = tmp_path / "run" / "transcript.jsonl"
        file.write_text(file.read_text() + '{"cut sh')
        done = command(*call(model, "--lang", "en", "--json"))
    assert done.code == 0, done.err
    text = (tmp_path / "run" / "transcript.jsonl").read_text().splitlines()
    assert [json.loads(line) for line in text[: len(before)]] == before
    assert text[len(before)] == '{"cut sh'
    after = json.loads(text[len(before) + 1])
    assert after["decision"] > before[-1]["decision"]
    # Whoever goes on has forgotten everything, and is shown the whole table.
    assert "\n1 " in after["read"]
    assert done.json()["games"][0]["outcome"]


def test_an_interrupted_game_ends_like_one_that_was_not(command, tmp_path):
    with fake_model(last_option) as model:
        for turns in (3, 9, 17, 0):
            command(*call(model, "--turns", turns, game="lueur"))
        interrupted = json.loads((tmp_path / "run" / "game-1.json").read_text())
        (tmp_path / "run").rename(tmp_path / "first")
        command(*call(model, game="lueur"))
    assert json.loads((tmp_path / "run" / "game-1.json").read_text()) == interrupted


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        (("--url", "nowhere"), "nowhere is not an address of an API"),
        (("--seats", "me"), "There is no seat called me"),
        (("--seats", "agent,agent,agent,agent,agent"), "players"),
        (("--games", "0"), "0 is not in the range"),
        (("--tokens", "-1"), "-1 is not in the range"),
        (("--history", "0"), "0 is not in the range"),
        (("--api", "telepathy"), "telepathy"),
        (("--url", "http://127.0.0.1:9"), "http://127.0.0.1:9 cannot be reached"),
    ],
)
def test_a_wrong_call_gets_one_sentence(command, more, sentence):
    said = command(*call("http://127.0.0.1:9", "--lang", "en", game="lueur"), *more)
    assert said.code in (1, 2)
    assert sentence in said.err
    assert said.err.count("\n") == 1


def test_a_folder_keeps_to_its_run(command):
    with fake_model(last_option) as model:
        command(*call(model, "--turns", 2))
        said = command(*call(model, "--turns", 4, "--model", "other", "--lang", "en"))
        assert "run has games of another run, which differs in model" in said.sentence()
        asked = len(model.requests)
        assert command(*call(model, "--turns", 4)).code == 0
    assert len(model.requests) == asked + 2


@pytest.mark.skipif(sys.platform == "win32", reason="sends a signal")
def test_ctrl_c_loses_nothing(tmp_path):
    with fake_model(slowly(last_option)) as model:
        arguments = [*map(str, call(model, "--lang", "en"))]
        process = subprocess.Popen(
            [sys.executable, "-m", "embertable", *arguments],
            cwd=tmp_path,
            stderr=subprocess.PIPE,
            env={**os.environ, "OPENAI_API_KEY": KEY},
            text=True,
        )
        deadline = time.monotonic() + 90
        while len(model.requests) < 5 and time.monotonic() < deadline:
            time.sleep(0.05)
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=60)
    assert process.returncode in (130, -signal.SIGINT)
    assert "Everything is saved in run; the same command continues." in said
    lines = transcript(tmp_path)
    assert len(lines) >= 4
    record = json.loads((tmp_path / "run" / "game-1.json").read_text())
    decided = [entry["do"] for entry in record["entries"]]
    assert all(line["action"] in decided for line in lines)
    assert not list((tmp_path / "run").glob(".*json.*"))


def slowly(says):
    def later(messages):
        time.sleep(0.1)
        return says(messages)

    return later
