"""Checks of the rules: games end, options are what is accepted, and nothing hidden matters."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import fields, replace
from typing import Any

from embertable.contract.playout import Decision, Playout, require
from embertable.engine.errors import GameOver, IllegalAction, NothingToDecide
from embertable.engine.table import SYSTEM, Action, Choice, Seat, Step, Table

INTRUDERS = 6
SEGMENT = 24


def check_ending(playout: Playout) -> None:
    """The game ends with a result about its own seats, and then accepts no action."""
    table = playout.table
    seats = list(range(playout.game.seats(table)))
    action: Action | None = None
    for decision in playout.decisions():
        action = decision.action
        awaited = [seat for choice in table.choices() for seat in choice.answerers(table)]
        require(len(set(awaited)) == len(awaited), f"one seat has two choices: {awaited}")
        is_asked = decision.seat in seats or decision.seat == SYSTEM
        require(is_asked, f"seat {decision.seat} is asked and does not exist")
        lanes = [lane.seat for lane in table.lanes]
        require(lanes in ([], awaited), f"the lanes of seats {lanes} ask seats {awaited}")
        require(not table.has_ended(), "the game has a result and goes on asking")
    result = table.result
    if result is None:
        raise AssertionError("nothing is asked and there is no result")
    require(set(result.winners) <= set(seats), f"the winners {result.winners} are no seats")
    require(len(result.scores) == len(seats), f"{len(seats)} seats, scores {result.scores}")
    require(not table.pending and not table.lanes, "something is pending after the end")
    require(not table.offered() and not table.choices(), "something is offered after the end")
    if action is not None:
        require(
            is_refused(table, action, action.seat, GameOver), "an action is taken after the end"
        )


def check_options(playout: Playout) -> None:
    """Options are never empty or double, the same when asked twice, and asking changes nothing."""
    table = playout.table
    codec = playout.game.codec()
    for decision in playout.decisions():
        sampled = decision.number % playout.every == 0
        before = playout.hash() if sampled else ""
        counts = (table.barrier(), len(table.log))
        for choice, seat in answering(table):
            options = table.offered(seat)
            require(len(options) > 0, f"{choice!r} offers nothing")
            double = [option for option in options if options.count(option) > 1]
            require(not double, f"{choice!r} offers twice: {double}")
            require(len(set(options)) == len(options), f"equal options of {choice!r} hash apart")
            if choice.free_field():
                require_range(choice, table.legal(seat))
                require_shortlist(choice, table, seat)
            again = choice.shortlist(table) if choice.free_field() else table.legal(seat)
            require(list(again) == list(options), f"{choice!r} changes its options")
            again = choice.offered_to(table, seat)
            require(list(again) == list(table.legal(seat)), f"{choice!r} changes its options")
            for option in options:
                require(option.seat == choice.seat, f"{option!r} is offered to seat {choice.seat}")
                require(codec.decode(codec.encode(option)) == option, f"{option!r} is not its JSON")
        after = (table.barrier(), len(table.log))
        require(counts == after, "asking for options draws, reveals or tells")
        if sampled:
            require(playout.hash() == before, "asking for options changes the table")


def require_range(choice: Choice, legal: Sequence[Action]) -> None:
    """The options of a choice with a free field differ in that number alone, without a gap."""
    field = choice.free_field()
    first = getattr(legal[0], field)
    wanted = [replace(legal[0], **{field: first + number}) for number in range(len(legal))]
    require(list(legal) == wanted, f"the options of {choice!r} are no range of {field}")


def require_shortlist(choice: Choice, table: Table[Any], seat: Seat) -> None:
    legal = set(table.legal(seat))
    beyond = [option for option in table.offered(seat) if option not in legal]
    require(not beyond, f"the shortlist of {choice!r} has what is no option: {beyond}")


def answering(table: Table[Any]) -> list[tuple[Choice, Seat]]:
    """Every seat that may answer now, with its choice."""
    return [(choice, seat) for choice in table.choices() for seat in choice.answerers(table)]


def check_acceptance(playout: Playout) -> None:
    """Offered actions are accepted; others are refused and change nothing."""
    known: dict[Action, None] = {}
    table = playout.table
    for decision in playout.samples():
        for choice in table.choices():
            for option in table.offered(choice.seat):
                known[option] = None
                copy = table.copy(playout.other_chance())
                copy.apply(option, choice.seat)
                copy.next_choice()
                playout.tally["accepted"] += 1
        before = playout.hash()
        marks = (table.barrier(), len(table.log))
        for seat in range(playout.game.seats(table)):
            for intruder in intruders(playout, decision, list(known), table.legal(seat)):
                refusal = IllegalAction if table.legal(seat) else NothingToDecide
                require(
                    is_refused(table, intruder, seat, refusal),
                    f"{intruder!r} is not offered to seat {seat} and is not refused",
                )
                playout.tally["refused"] += 1
        require(
            playout.hash() == before and marks == (table.barrier(), len(table.log)),
            "a refused action leaves a trace",
        )


def intruders(
    playout: Playout, decision: Decision, known: list[Action], offered: Sequence[Action]
) -> list[Action]:
    """Actions of other moments and seats, and offered ones with a field changed."""
    found = [playout.chance.pick("intruders", known) for _ in range(INTRUDERS)]
    found.extend(mutants(playout.chance.pick("intruders", decision.options)))
    return [action for action in found if action not in offered]


def mutants(action: Action) -> Iterator[Action]:
    for field in fields(action):
        value = getattr(action, field.name)
        others: list[Any] = []
        if isinstance(value, int):
            others = [value + 1, -1]
        elif isinstance(value, str):
            others = [value + "?", ""]
        for other in others:
            yield replace(action, **{field.name: other})


def is_refused(table: Table[Any], action: Action, seat: Seat, refusal: type[Exception]) -> bool:
    try:
        table.apply(action, seat)
    except refusal:
        return True
    return False


def check_steps(playout: Playout) -> None:
    """Pending steps and chosen actions never change."""
    codec = playout.game.codec()
    watched: list[tuple[Step, Any]] = []
    for decision in playout.decisions():
        for step, form in watched:
            require(codec.encode(step) == form, f"{form} has become {step!r}")
        table = playout.table
        steps: list[Step] = [decision.action, *table.pending]
        for lane in table.lanes:
            steps.extend(lane.pending)
        watched = [(step, codec.encode(step)) for step in steps]


def check_log(playout: Playout) -> None:
    """No rule reads the log: without one the game continues the same."""
    table = playout.table
    silent = table.copy(table.chance.copy())
    for decision in playout.decisions():
        silent.log.clear()
        require(silent.legal(decision.seat) == decision.options, "the log has given an option")
        if decision.number % playout.every == 0:
            require(playout.hash(silent) == playout.hash(), "the log has decided something")
        silent.apply(decision.action, decision.seat)
    require(playout.hash(silent) == playout.hash(), "the log has decided something")


Order = Callable[[list[Choice]], Choice]


def check_orders(playout: Playout) -> None:
    """Where several seats decide simultaneously, the order of their answers does not matter."""
    chance = playout.chance
    orders: dict[str, Order] = {
        "in turn order": lambda choices: choices[0],
        "in reverse order": lambda choices: choices[-1],
        "in random order": lambda choices: chance.pick("orders", choices),
    }
    for _decision in playout.samples():
        table = playout.table
        if len(table.choices()) < 2:
            continue
        first = table.copy(table.chance.copy())
        answers: list[tuple[Seat, Action]] = []
        for _ in range(SEGMENT):
            decision = playout.decide(first)
            if decision is None:
                break
            first.apply(decision.action, decision.seat)
            answers.append((decision.seat, decision.action))
        end = playout.hash(first)
        for name, order in orders.items():
            again = table.copy(table.chance.copy())
            answer(again, answers, order, name)
            require(
                playout.hash(again) == end,
                f"the same answers {name} lead elsewhere: {answers}",
            )
            playout.tally["orders"] += 1


def answer(table: Table[Any], answers: list[tuple[Seat, Action]], order: Order, name: str) -> None:
    """Give each seat's answers in their own order, the seats in another."""
    left: dict[Seat, list[Action]] = {}
    for seat, action in answers:
        left.setdefault(seat, []).append(action)
    for _ in answers:
        open_choices = [choice for choice in table.choices() if left.get(choice.seat)]
        require(len(open_choices) > 0, f"{name} nobody may answer, left are {left}")
        seat = order(open_choices).seat
        action = left[seat].pop(0)
        require(action in table.legal(seat), f"{name} seat {seat} is not offered {action!r}")
        table.apply(action, seat)
