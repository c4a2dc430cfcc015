"""Speed of the rules: random playouts, copies, set-up, search, and a reference loop."""

from __future__ import annotations

import platform
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import Any

from embertable.bots import SearchBot, ask
from embertable.bots.rollout import Rollout, rollout_of
from embertable.bots.search import Budget
from embertable.engine import table as engine_table
from embertable.engine.chance import seeded
from embertable.engine.game import Game, new_table
from embertable.engine.playout import MODULUS, MULTIPLIER, playout
from embertable.engine.table import Table

SEARCHED = 240
"""Playouts per decision of the measured search: 0.1 to 0.75 s in a compiled build."""
BARE = 0.2
"""Time for bare playouts, as a share of the search time they are compared with."""
MIDDLE = 60
"""Copies and views are measured at this decision at the latest."""


@dataclass
class Speed:
    """The measurements of one game.

    Playouts run inside the engine; `driven_per_second` counts decisions of playouts that Python
    code drives from outside, as bots do. `per_reference` is relative to the reference loop and so
    hardly depends on the machine; `copy_turns`, `imagine_turns` and `hash_turns` are turns of that
    loop, too, and `base_per_reference` counts games of the default settings with their set-up.
    `search_share` is the search's decisions on imagined tables per
    second of processor time, relative to bare random playouts; 0 if it plays nothing out.
    `search_share_at_random` is the same for a search with random rollouts, which shows what
    evaluating, imagining, copying and comparing cost by themselves.
    """

    decisions_per_second: float
    driven_per_second: float
    copy_us: float
    set_up_ms: float
    imagine_us: float
    view_us: float
    hash_us: float
    decisions_per_game: float
    games: int
    per_reference: float
    base_per_reference: float
    copy_turns: float
    imagine_turns: float
    hash_turns: float
    search_per_second: float
    search_share: float
    search_share_at_random: float


def measure(
    games: list[Game], seconds: float = 2.0, on_progress: Callable[[int], None] = lambda _: None
) -> dict[str, Any]:
    """Measure each game for about `seconds`, in this process and with this build."""
    reference = reference_loop(seconds / 4)
    speeds: dict[str, Any] = {}
    for game in games:
        speeds[game.name] = asdict(measure_game(game, seconds, reference))
        on_progress(1)
    return {
        "build": build(),
        "python": platform.python_version(),
        "reference_per_second": reference,
        "games": speeds,
    }


def build() -> str:
    return "pure" if str(engine_table.__file__).endswith(".py") else "compiled"


def measure_game(game: Game, seconds: float, reference: float) -> Speed:
    options = game.variants()
    rate, games, decisions = playouts(game, options, seconds / 3, playout)
    driven, _, _ = playouts(game, options, seconds / 6, driven_playout)
    base, _, _ = playouts(game, [{}], seconds / 6, playout, with_set_up=True)
    middle = half_played(game, options[-1])
    share = seconds / 10
    chance = seeded(0)
    copy = micros(lambda: middle.copy(chance), share)
    imagine = micros(lambda: game.imagine(middle, 0, chance), share)
    hash = micros(lambda: game.state_hash(middle), share)
    turns = reference / 1e6
    searched, bare = search_rates(game, options[0], seconds / 3, rollout_of)
    at_random, bare_then = search_rates(game, options[0], seconds / 3, lambda _: Rollout)
    return Speed(
        decisions_per_second=round(rate, 1),
        driven_per_second=round(driven, 1),
        copy_us=copy,
        set_up_ms=round(micros(lambda: set_up(game), share) / 1000, 4),
        imagine_us=imagine,
        view_us=micros(lambda: game.view(middle, 0), share),
        hash_us=hash,
        decisions_per_game=round(decisions / games, 1),
        games=games,
        per_reference=round(rate / reference, 6),
        base_per_reference=round(base / reference, 6),
        copy_turns=round(copy * turns, 1),
        imagine_turns=round(imagine * turns, 1),
        hash_turns=round(hash * turns, 1),
        search_per_second=round(searched, 1),
        search_share=round(searched / bare, 3),
        search_share_at_random=round(at_random / bare_then, 3),
    )


def search_rates(
    game: Game,
    options: dict[str, str],
    seconds: float,
    rollouts: Callable[[Game], type[Rollout]],
) -> tuple[float, float]:
    """Decisions per second of processor time, in searches and in random playouts between them."""
    bot = SearchBot(1, Budget(playouts=SEARCHED), rollouts=rollouts)
    spent = thinking = playing = 0.0
    played = number = seeds = 0
    while spent < seconds or not number:
        table = new_table(game, options, number)
        while (choice := table.next_choice()) is not None and spent < seconds:
            before, decisions = time.process_time(), bot.decisions
            action = ask(bot, table, choice.seat)
            took = time.process_time() - before
            spent += took
            thinking += took if bot.decisions > decisions else 0.0
            table.apply(action, choice.seat)
        while playing < BARE * thinking or not played:
            other = new_table(game, options, seeds)
            other.next_choice()
            before = time.process_time()
            played += playout(other, seeds)
            playing += time.process_time() - before
            seeds += 1
        number += 1
    return bot.decisions / thinking if thinking else 0.0, played / playing


def playouts(
    game: Game,
    options: list[dict[str, str]],
    seconds: float,
    play: Callable[[Table[Any], int], int],
    with_set_up: bool = False,
) -> tuple[float, int, int]:
    """Decisions per second over games with all settings in turn, the games, and their decisions."""
    games = decisions = 0
    spent = 0.0
    while spent < seconds or games < len(options):
        begun = time.perf_counter()
        table = new_table(game, options[games % len(options)], games)
        table.next_choice()
        start = begun if with_set_up else time.perf_counter()
        decisions += play(table, games)
        spent += time.perf_counter() - start
        games += 1
    return decisions / spent, games, decisions


def driven_playout(table: Table[Any], seed: int) -> int:
    """The engine's playout, driven decision by decision from outside."""
    decisions = 0
    value = seed % (MODULUS - 1) + 1
    while table.next_choice() is not None:
        offered = table.offered()
        value = value * MULTIPLIER % MODULUS
        table.apply(offered[value % len(offered)])
        decisions += 1
    return decisions


def set_up(game: Game) -> None:
    """Set up a table and run it to the first choice."""
    new_table(game, {}, 1).next_choice()


def half_played(game: Game, options: dict[str, str]) -> Table[Any]:
    """A table in the middle of its game, or at decision `MIDDLE` of a long one."""
    decisions = playout(new_table(game, options, 1), 1)
    table = new_table(game, options, 1)
    playout(table, 1, min(decisions // 2, MIDDLE))
    table.next_choice()
    return table


def micros(act: Callable[[], object], seconds: float) -> float:
    """Microseconds per call, the best of several rounds."""
    act()
    times = 1
    while True:
        spent = timed(act, times)
        if spent >= seconds / 10:
            break
        times *= 2
    best = min([spent, *[timed(act, times) for _ in range(5)]])
    return round(best / times * 1e6, 3)


def timed(act: Callable[[], object], times: int) -> float:
    start = time.perf_counter()
    for _ in range(times):
        act()
    return time.perf_counter() - start


def reference_loop(seconds: float) -> float:
    """Rounds per second of a plain Python loop over a number, a list and a dict."""
    best = 0.0
    deadline = time.perf_counter() + seconds
    while time.perf_counter() < deadline:
        start = time.perf_counter()
        reference_rounds(20_000)
        best = max(best, 20_000 / (time.perf_counter() - start))
    return round(best, 1)


def reference_rounds(rounds: int) -> int:
    cards = list(range(16))
    counts: dict[int, int] = {}
    value = 1
    for _ in range(rounds):
        value = value * MULTIPLIER % MODULUS
        card = cards.pop(value % len(cards))
        counts[card] = counts.get(card, 0) + 1
        cards.append(card)
    return max(counts.values())


def as_lines(measured: dict[str, Any]) -> list[str]:
    """The measurements as a small text table."""
    reference = f"reference loop {measured['reference_per_second']:,.0f} rounds/s"
    lines = [f"{measured['build']} build, Python {measured['python']}, {reference}"]
    for name, speed in measured["games"].items():
        lines.append(name)
        for key, value in speed.items():
            lines.append(f"  {key:<22}{value:>14,}")
    return lines
