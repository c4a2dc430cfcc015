"""Score pads: they count as the rules do, their clauses exist, and a game without one has a default."""

from __future__ import annotations

import pytest

from embertable.engine.catalogue import LANGUAGES
from embertable.engine.chance import seeded
from embertable.engine.playout import playout
from embertable.games import GAMES, load
from embertable.ledger import load_ledger
from embertable.pads import DEFAULT, Pad, has_pad, outcomes, pad_of, texts


@pytest.mark.parametrize("game", GAMES)
def test_a_pad_cites_clauses_that_exist(game):
    pad = pad_of(load(game))
    cited = {line.clause for line in pad.lines} | {
        clause for part in pad.parts for step in part.steps for clause in step.clauses
    }
    assert cited - {""} <= set(load_ledger(load(game)).clauses)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_every_line_and_step_has_its_words(game, language):
    found = texts(load(game), language)
    pad = pad_of(load(game))
    own = load(game).catalogue(language).templates
    for line in pad.lines:
        assert f"pad.line.{line.id}" in own
    for part in pad.parts:
        assert f"pad.part.{part.id}" in own
        assert all(found[f"step.{step.id}"] and found[f"does.{step.id}"] for step in part.steps)
    assert not [text for text in found.values() if "{" in text]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("game", GAMES)
def test_no_word_of_a_pad_is_left_over(game, language):
    pad = pad_of(load(game))
    steps = {step.id for part in pad.parts for step in part.steps}
    lines = {line.id for line in pad.lines}
    known = {
        "line": lines | {"total"},
        "about": lines,
        "part": {part.id for part in pad.parts},
        "step": steps,
        "does": steps,
    }
    for id in load(game).catalogue(language).templates:
        if id.startswith("pad."):
            _, group, name = id.split(".")
            assert name in known[group], id


def total(pad: Pad, column: dict[str, int]) -> int:
    """The sum as web/src/pad/count.ts makes it."""
    found = 0
    for line in pad.lines:
        if line.kind == "bonus":
            first, second = line.at_least
            found += line.points if column[first] >= column[second] else 0
        elif line.kind == "number":
            found += column[line.id] * line.points
        found = found if pad.floor is None else max(found, pad.floor)
    return found


@pytest.mark.parametrize("journey", ["province", "archipelago"])
@pytest.mark.parametrize("seed", range(12))
def test_the_pad_of_lueur_counts_as_the_rules_do(seed, journey):
    """What a person reads off the table after the last round gives the program's own result."""
    game = load("lueur")
    table = game.set_up({"journey": journey, "players": str(2 + seed % 3)}, seeded(seed))
    playout(table, seed, 20_000)
    assert table.result is not None
    state, pad = table.state, pad_of(game)
    cards, companions = state.content.cards, state.content.companions
    ranks = []
    for player in state.players:
        column = {
            "bursts": player.count["game"],
            "cards": sum(cards[card].points for card in [player.adventurer, *player.companions]),
            "journey": player.count["journey"],
            "companions": len(player.companions),
            "fireflies": player.fireflies
            + sum(companions[card].fireflies for card in player.companions),
            "footprints": player.footprints,
            "rerolls": player.rerolls,
        }
        for line in pad.lines:
            assert line.kind == "bonus" or line.low <= column[line.id] <= line.high
        ranks.append((total(pad, column), *[column[id] for id in pad.ties]))
    assert tuple(rank[0] for rank in ranks) == table.result.scores
    assert [seat for seat, rank in enumerate(ranks) if rank == max(ranks)] == list(
        table.result.winners
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_result_of_the_game_can_be_entered(game):
    table = load(game).set_up({}, seeded(3))
    playout(table, 3, 20_000)
    assert table.result is not None
    assert table.result.outcome in outcomes(load(game))


def test_a_game_without_a_pad_counts_its_result_and_points(monkeypatch):
    monkeypatch.setattr("embertable.pads.has_pad", lambda game: False)
    pad_of.cache_clear()
    try:
        game = load("faceless")
        assert pad_of(game) == DEFAULT
        found = texts(game, "it")
        assert found["line.points"] == "Punti"
        assert found["outcome.caught"]
    finally:
        pad_of.cache_clear()


def test_our_games_describe_their_pads():
    assert all(has_pad(load(game)) for game in GAMES)
