"""The sequential test ends soon where it may, and errs as rarely as it says."""

import math

import pytest

from embertable.engine.chance import seeded
from embertable.lab.sequential import HIGH, LOW, Hypotheses, fitted, log_likelihood_ratio, verdict

RATES = Hypotheses(0.5, 0.65)


def test_won_and_lost_give_walds_own_ratio():
    results = [1.0] * 30 + [0.0] * 12
    ratio = 30 * math.log(0.65 / 0.5) + 12 * math.log(0.35 / 0.5)
    assert log_likelihood_ratio(results, RATES) == pytest.approx(ratio, abs=0.01)


def test_the_order_of_results_does_not_matter_and_nothing_says_nothing():
    results = [1.0, 0.5, 0.0, 1.0, 0.5]
    assert log_likelihood_ratio(results, RATES) == log_likelihood_ratio(results[::-1], RATES)
    assert log_likelihood_ratio([], RATES) == 0.0
    assert verdict([], RATES) is None


def test_a_fitted_distribution_has_its_mean():
    values, weights = [0.0, 0.25, 0.5, 1.0], [3.0, 1.0, 4.0, 9.0]
    shares = fitted(values, weights, 0.55)
    assert math.fsum(shares) == pytest.approx(1)
    mean = math.fsum([share * value for share, value in zip(shares, values, strict=True)])
    assert mean == pytest.approx(0.55)


def test_results_that_vary_less_decide_sooner():
    """Two games of one seed that go one each are no evidence of strength, and hardly noise."""
    steady = [0.5, 0.5, 1.0, 0.5, 0.5, 1.0] * 6
    wild = [0.0, 1.0, 1.0, 0.0, 1.0, 1.0] * 6
    assert sum(steady) == sum(wild)
    assert log_likelihood_ratio(steady, RATES) > log_likelihood_ratio(wild, RATES) > 0


@pytest.mark.parametrize("rate", [0.0, 1.0])
def test_results_without_any_spread_decide(rate):
    assert verdict([rate] * 40, RATES) == (HIGH if rate else LOW)
    assert verdict([rate], RATES) is None


@pytest.mark.parametrize(("rate", "right"), [(0.5, LOW), (0.65, HIGH)])
def test_the_test_errs_as_rarely_as_it_says(rate, right):
    """Of 100 tests with 5 % of errors, 5 are expected; 14 would be four standard deviations more."""
    luck = seeded(4)
    wrong = 0
    played = []
    for _ in range(100):
        results: list[float] = []
        found = None
        while found is None:
            results.append(float(luck.draw("coin", 1000) < 1000 * rate))
            found = verdict(results, RATES)
        wrong += found != right
        played.append(len(results))
    assert wrong < 14
    assert sum(played) / len(played) < 120, "a fixed number of games would need 270"


def test_strength_against_several_rivals():
    among = Hypotheses(0.5, 0.65).among(4)
    assert among.low == 0.25
    assert among.high == pytest.approx(0.3824, abs=1e-4)
    assert Hypotheses(0.6, 0.7).among(2) == Hypotheses(0.6, 0.7)
