"""Measures are measured, not timed in tests: only their shape and their honesty are looked at."""

from embertable import load, new_table
from embertable.engine.playout import playout
from embertable.lab import bench


def test_a_playout_plays_to_the_end():
    table = new_table(load("lueur"), {"players": "3"}, seed=4)
    decisions = bench.driven_playout(table, 4)
    assert table.result is not None
    assert decisions > 50


def test_both_playouts_play_the_same_game():
    game = load("lueur")
    inside, outside = (new_table(game, {"players": "3"}, seed=4) for _ in range(2))
    assert playout(inside, 7) == bench.driven_playout(outside, 7)
    assert game.state_hash(inside) == game.state_hash(outside)


def test_every_figure_is_there():
    measured = bench.measure([load("lueur")], seconds=0.05)
    speed = measured["games"]["lueur"]
    assert all(value > 0 for value in speed.values())
    assert speed["per_reference"] == round(
        speed["decisions_per_second"] / measured["reference_per_second"], 6
    )
    turns = speed["hash_us"] * measured["reference_per_second"] / 1e6
    assert speed["hash_turns"] == round(turns, 1)
    lines = bench.as_lines(measured)
    assert lines[0].startswith(measured["build"])
    assert len(lines) == 2 + len(speed)


def test_the_build_is_what_the_rules_were_loaded_from(monkeypatch):
    monkeypatch.setattr("embertable.engine.table.__file__", "table.cpython-311-x86_64-linux-gnu.so")
    assert bench.build() == "compiled"
    monkeypatch.setattr("embertable.engine.table.__file__", "table.py")
    assert bench.build() == "pure"
