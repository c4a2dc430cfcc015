import pytest

from embertable.lab.statistics import median_interval, sign_test, wilson


def test_wilson_of_textbook_cases():
    assert wilson(0, 10) == pytest.approx((0.0, 0.2775), abs=1e-4)
    assert wilson(5, 10) == pytest.approx((0.2366, 0.7634), abs=1e-4)
    assert wilson(10, 10) == pytest.approx((0.7225, 1.0), abs=1e-4)
    assert wilson(300, 300) == pytest.approx((0.9874, 1.0), abs=1e-4)


def test_nothing_is_known_before_the_first_trial():
    assert wilson(0, 0) == (0.0, 1.0)


def test_sign_test_of_textbook_cases():
    assert sign_test(9, 1) == pytest.approx(0.0215, abs=1e-4)
    assert sign_test(1, 9) == sign_test(9, 1)
    assert sign_test(5, 5) == 1.0
    assert sign_test(0, 0) == 1.0


def test_the_median_lies_between_order_statistics():
    assert median_interval(range(1, 11)) == (2, 9)
    assert median_interval([3.0, 1.0, 2.0]) == (1.0, 3.0)
