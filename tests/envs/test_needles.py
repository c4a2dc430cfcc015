"""The needle in bulk reads what the engine reads."""

from __future__ import annotations

import numpy as np
import pytest

from embertable.envs.faceless.needles import Needles, random_positions
from embertable.games import load
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import NORTH
from embertable.games.faceless.content import FacelessContent

POSITIONS = 20_000


def compass_of():
    content = load("faceless").content()
    assert isinstance(content, FacelessContent)
    return content.compass


def engine(compass, places, headings, spaces, before=NORTH):
    rows = zip(places.tolist(), headings.tolist(), spaces.tolist(), strict=True)
    return np.array([compass.read(*row, before) for row in rows])


def test_numpy_reads_what_the_engine_reads():
    compass = compass_of()
    positions = random_positions(compass, POSITIONS, seed=1)
    assert (Needles(compass).read(*positions) == engine(compass, *positions)).all()


def test_a_needle_stays_where_the_field_is_too_weak():
    compass = compass_of()
    places = np.full((3, 4), AWAY)
    headings, spaces = np.zeros((3, 4), np.int64), np.arange(3)
    assert Needles(compass).read(places, headings, spaces, 7).tolist() == [7, 7, 7]
    assert engine(compass, places, headings, spaces, 7).tolist() == [7, 7, 7]


def test_a_table_with_another_sign_is_found():
    """The control: one planted sign."""
    compass = compass_of()
    positions = random_positions(compass, 2_000, seed=2)
    needles = Needles(compass)
    needles.cross = -needles.cross
    assert (needles.read(*positions) != engine(compass, *positions)).mean() > 0.5


def test_torch_reads_the_same_but_for_the_last_bit():
    torch = pytest.importorskip("torch")
    compass = compass_of()
    positions = random_positions(compass, POSITIONS, seed=3)
    tensors = [torch.from_numpy(one) for one in positions]
    read = Needles(compass, torch).read(*tensors).numpy()
    assert np.abs(read - engine(compass, *positions)).max() <= 1
