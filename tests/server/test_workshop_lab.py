"""Does it matter? Pairs of games with the same luck, played part by part, and one sentence."""

from __future__ import annotations

import re

import pytest

from embertable.server.client import ApiError
from embertable.server.workshop import matter
from embertable.server.workshop.packs import file_of
from embertable.server.workshop.types import Edit, MatterAnswer, PackBox
from tests.server.running import run, serving, signed_in

STRONG = PackBox(edits=[Edit(path=["scoring", "bursts_per_footprint"], value=100)])


@pytest.fixture
def quick_bots(monkeypatch):
    monkeypatch.setattr(matter, "BOT", "random")


@pytest.mark.usefixtures("quick_bots")
def test_a_strong_change_matters_and_none_does_not():
    file = file_of("lueur", STRONG)
    rows = matter.play_part("lueur", file.content, 0, 12)
    assert len(rows) == 24
    found = matter.answer("lueur", file.hash, rows, 12, "en")
    assert found.verdict == "matters"
    assert found.low > 0
    assert found.low <= found.mean <= found.high
    assert re.match(r"Yes, it matters: [\d.]+ points more on average", found.text)
    early = matter.answer("lueur", file.hash, rows, 40, "en")
    assert early.verdict == "waits"
    assert early.text.startswith("So far: ")
    italian = matter.answer("lueur", file.hash, rows, 12, "it")
    assert re.match(r"Sì, conta: [\d,]+ punti in più in media", italian.text)
    rows = matter.play_part("lueur", "", 0, 12)
    same = matter.answer("lueur", "", rows, 12, "en")
    assert (same.verdict, same.mean, same.low, same.high) == ("hardly", 0, 0, 0)


@pytest.mark.parametrize(
    ("mean", "en", "it"),
    [
        (-1.5, "the party gets 1.5 steps less far", "il gruppo si ferma 1,5 passi prima"),
        (2.0, "the party gets 2 steps farther", "il gruppo arriva 2 passi più avanti"),
    ],
)
def test_a_change_for_the_worse_is_told_in_words(mean, en, it):
    found = MatterAnswer(
        pairs=40, of=40, verdict="unclear", text="", measure="reach", mean=mean, low=-3.5, high=2.5
    )
    assert en in matter.sentence(found, "en")
    assert it in matter.sentence(found, "it")
    assert "da −3,5 a +2,5" in matter.sentence(found, "it")


@pytest.mark.usefixtures("quick_bots")
@pytest.mark.parametrize("game", ["deadcells", "faceless", "setawatch"])
def test_games_that_are_won_together_are_judged_as_a_whole(game):
    rows = matter.play_part(game, "", 0, 10)
    found = matter.answer(game, "", rows, 10, "en")
    assert found.measure in ("won", "reach")
    assert found.text.endswith(".")


@pytest.mark.usefixtures("quick_bots")
def test_a_question_goes_on_where_it_was_and_too_few_pairs_are_not_told():
    questions = matter.Questions()
    assert questions.is_new("lueur", "x")
    first = matter.play_part("lueur", "", 0, 3)
    questions.add("lueur", "x", 0, first)
    assert matter.next_part(questions.rows("lueur", "x"), 5) == (3, 2)
    # Somebody else asked the same meanwhile.
    questions.add("lueur", "x", 0, first)
    assert len(questions.rows("lueur", "x")) == 6
    waits = matter.answer("lueur", "x", questions.rows("lueur", "x"), 40, "en")
    assert (waits.verdict, waits.pairs, waits.text) == ("waits", 3, "")
    for number in range(matter.MOST_QUESTIONS):
        questions.rows("lueur", str(number))
    assert questions.is_new("lueur", "x")


def test_pairs_are_played_for_a_person_and_remembered(tmp_path):
    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (server, address):
            ada = await signed_in(address)
            asked = {"edits": [{"path": ["companion", "A01", "points"], "value": 7}], "pairs": 2}
            at = "/api/games/lueur/workshop/matter"
            # Starting a worker takes longer than a request may on a busy machine.
            for workers in (server.readers, server.lab):
                await workers.run("lueur", matter.next_part, [], 0)
            found = await ada.post(at, asked)
            while found["pairs"] < 2:
                found = await ada.post(at, asked)
            assert (found["pairs"], found["of"]) == (2, 2)
            assert found["verdict"] != "waits"
            bad = {"edits": [{"path": ["companion", "A01", "points"], "value": 700}]}
            with pytest.raises(ApiError, match="points"):
                await ada.post(at, bad)
            ((_, rows),) = [(key, rows) for key, rows in server.questions._rows.items() if rows]
            assert len(rows) == 4

    run(evening)


def test_a_stranger_asks_nothing(tmp_path):
    from embertable.server.client import Client

    async def evening():
        async with serving(tmp_path / "tables.sqlite") as (_, address):
            with pytest.raises(ApiError, match="name first"):
                await Client(address).post("/api/games/lueur/workshop/matter", {})

    run(evening)
