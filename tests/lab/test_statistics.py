import math
import random

import pytest

from embertable.lab.statistics import (
    Estimate,
    clustered_sign_test,
    correlation,
    correlation_interval,
    effective_trials,
    estimate,
    holm,
    median_interval,
    sign_test,
    student_limit,
    student_p,
    two_sided,
    wilson,
)


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


# Against SciPy, which the suite has and the product does not need.


@pytest.mark.parametrize("freedom", [1, 2, 5, 30, 1000])
def test_students_t_agrees_with_scipy(freedom):
    stats = pytest.importorskip("scipy.stats")
    for t in (0.0, 0.3, 1.96, 5.0):
        assert student_p(t, freedom) == pytest.approx(2 * stats.t.sf(t, freedom), rel=1e-9)
    assert student_limit(freedom) == pytest.approx(stats.t.ppf(0.975, freedom), rel=1e-9)


def test_clusters_of_one_give_the_paired_t_test():
    stats = pytest.importorskip("scipy.stats")
    values = [0.4, -0.1, 0.9, 0.3, -0.2, 0.5, 0.1]
    found = estimate(values, range(7))
    known = stats.ttest_1samp(values, 0.0)
    interval = known.confidence_interval()
    assert found.p_value() == pytest.approx(known.pvalue)
    assert found.interval() == pytest.approx((interval.low, interval.high))


def test_a_value_told_twice_counts_once():
    values = [0.4, -0.1, 0.9, 0.3, -0.2, 0.5, 0.1]
    once, twice = estimate(values, range(7)), estimate(values * 2, [*range(7)] * 2)
    assert twice.error == pytest.approx(once.error)
    assert twice.clusters == 7
    # The fault that this is about: as if they were independent.
    assert estimate(values * 2, range(14)).error < 0.75 * once.error


def test_clustered_games_of_one_rate():
    won = [1.0] * 30 + [0.0] * 70
    assert effective_trials(won, range(100)) == pytest.approx(99)
    assert effective_trials(won * 4, [*range(100)] * 4) == pytest.approx(99)
    assert effective_trials([1.0] * 400, [*range(100)] * 4) == 100
    # Both sides of a game: one of them wins, always.
    assert effective_trials([1.0, 0.0] * 50, [n for n in range(50) for _ in "ab"]) == 100


def test_the_sign_test_counts_a_seed_once():
    assert clustered_sign_test([1, 1, 1, 1, -1, 0], [0, 0, 1, 1, 2, 3]) == sign_test(2, 1)


def test_intervals_cover_the_truth_as_often_as_they_say():
    """Clusters of three with a common part: 95 % hold the mean, and far fewer without clusters."""
    numbers = random.Random(5)
    clustered = naive = 0
    for _ in range(400):
        values, seeds = [], []
        for seed in range(25):
            common = numbers.gauss(0, 1)
            for _ in range(3):
                values.append(common + numbers.gauss(0, 0.5))
                seeds.append(seed)
        low, high = estimate(values, seeds).interval()
        clustered += low <= 0 <= high
        low, high = estimate(values, range(75)).interval()
        naive += low <= 0 <= high
    assert 0.92 <= clustered / 400 <= 0.98
    assert naive / 400 < 0.85


def test_more_games_until_an_interval_excludes_zero_or_fits_the_margin():
    found = Estimate(0.1, 0.1, 100)
    assert found.more_clusters(0.05) == pytest.approx(100 * 1.984**2 - 100, abs=2)
    assert Estimate(0.3, 0.1, 100).more_clusters(0.05) == 0
    assert Estimate(0.0, 0.02, 100).more_clusters(0.05) == 0
    # Nearly zero: until the interval fits between the margins.
    assert Estimate(0.0, 0.05, 100).more_clusters(0.05) == pytest.approx(294, abs=2)
    assert Estimate(0.0, 0.0, 1).more_clusters(0.05) is None


def test_a_correlation_and_its_interval():
    numbers = random.Random(3)
    ones = [numbers.gauss(0, 1) for _ in range(400)]
    others = [x + numbers.gauss(0, 1) for x in ones]
    found = correlation_interval(ones, others, range(400))
    assert found is not None
    whole, low, high = found
    assert low < 2**-0.5 < high
    assert whole == pytest.approx(correlation(ones, others))
    # Fisher's z has an error of 1 / sqrt(n - 3).
    half = (math.atanh(high) - math.atanh(low)) / 2
    assert half == pytest.approx(1.966 / math.sqrt(397), rel=0.15)
    doubled = correlation_interval(ones * 2, others * 2, [*range(400)] * 2)
    assert doubled == pytest.approx(found)
    assert correlation_interval([1, 2, 3], [5, 5, 5], range(3)) is None


def test_corrections_and_tests_by_known_values():
    assert two_sided(1.959964) == pytest.approx(0.05, abs=1e-6)
    assert sign_test(8, 2) == pytest.approx(0.109375)
    assert sign_test(0, 0) == 1.0
    assert sign_test(600, 500) == pytest.approx(0.0028, abs=2e-4)
    assert holm([0.01, 0.04, 0.03]) == pytest.approx([0.03, 0.06, 0.06])
    assert correlation([1, 2, 3], [2, 4, 6]) == pytest.approx(1.0)
    assert correlation([1, 2, 3], [5, 5, 5]) is None
