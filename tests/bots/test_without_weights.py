"""Missing, damaged and foreign files of weights: one sentence, and the level without them plays."""

import inspect
import json
from pathlib import Path

import pytest

from embertable import ask, get_bot, load, new_table
from embertable.bots import fitted
from embertable.bots.faceless import rollout as faceless_rollout
from embertable.bots.faceless import win_probability
from embertable.bots.lueur import fitted_weights
from embertable.bots.rollout import rollout_of
from embertable.bots.setawatch import dawn

READERS = {
    "faceless": win_probability.fitted_weights,
    "lueur": fitted_weights.read_prices,
    "setawatch": dawn.dawn_weights,
}


def spoil(place: Path, kind: str) -> None:
    """Put a file of that kind there; nothing where it is missing."""
    shipped = Path(win_probability.__file__).with_name(win_probability.FILE)
    if kind == "damaged":
        place.write_bytes(shipped.read_bytes().replace(b"1.6103", b"1.7103"))
    elif kind == "foreign":
        saved = json.loads(shipped.read_bytes())
        saved["weights"]["next card"] = 1.0
        place.write_text(json.dumps({**saved, "check": fitted.check_of(saved)}))


@pytest.mark.parametrize("kind", ["missing", "damaged", "foreign"])
@pytest.mark.parametrize(("name", "read"), READERS.items())
def test_no_good_file_gives_a_sentence_and_no_weights(
    name, read, kind, tmp_path, caplog, monkeypatch
):
    module = inspect.getmodule(read)
    assert module is not None
    place = tmp_path / module.FILE
    spoil(place, kind)
    monkeypatch.setattr(module, "__file__", str(tmp_path / "module.py"))
    for _ in range(2):
        assert not read()
    (said,) = caplog.messages
    problem = "foreign" if kind == "damaged" and name != "faceless" else kind
    assert said == f"{place} is {problem}; bots play {name} without it."


def decisions(name: str, options: dict[str, str], most: int):
    """The first decisions of a game with more than one option, by blaze."""
    table = new_table(load(name), options, 3)
    bot = get_bot("blaze", 3)
    while (choice := table.next_choice()) is not None and most:
        action = ask(bot, table, choice.seat)
        if len(table.offered(choice.seat)) > 1:
            most -= 1
            yield table, choice, action
        table.apply(action, choice.seat)


def test_lueur_without_weights_plays_by_what_is_expected():
    shipped = dict(fitted_weights.PRICES)
    with_weights = [action for _, _, action in decisions("lueur", {"players": "2"}, 12)]
    fitted_weights.use_prices({})
    try:
        assert fitted_weights.tariff_at(8).prices[0] == 1.0
        without = [action for _, _, action in decisions("lueur", {"players": "2"}, 12)]
    finally:
        fitted_weights.use_prices(shipped)
    assert len(without) == 12
    assert without != with_weights


def test_the_faceless_without_weights_plays_at_first_sight(monkeypatch):
    monkeypatch.setattr(faceless_rollout, "fitted_weights", tuple)
    turns = 0
    for table, choice, action in decisions("faceless", {"players": "3"}, 12):
        policy = rollout_of(table.game)(table, choice)
        assert not policy.is_worth_a_search()
        assert action == ask(get_bot("flame", 3), table, choice.seat)
        turns = table.state.turn
    assert turns


def test_the_faceless_without_weights_still_has_a_winning_chance(monkeypatch):
    """By games that are played to their end."""
    monkeypatch.setattr(faceless_rollout, "fitted_weights", tuple)
    *_, (table, choice, _) = decisions("faceless", {"players": "3"}, 8)
    assert table.state.turn
    policy = rollout_of(table.game)(table, choice)
    ended = table.copy(table.chance.copy())
    policy.play_on(ended)
    assert ended.result is not None
    assert policy.estimate(ended) in (0.0, 1.0)
