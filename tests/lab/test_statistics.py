import pytest

from embertable.lab.statistics import wilson


def test_wilson_of_textbook_cases():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(300, 300) == pytest.approx((0.9874, 1.0), abs=1e-4)


def test_nothing_is_known_before_the_first_trial():
    assert wilson(0, 0) == (0.0, 1.0)
