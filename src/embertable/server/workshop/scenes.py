"""A card tried in a small scene: a position in which it plays a part, and what follows with the standard pack and with another.

Positions come from games that are played at random with the standard pack. For a card that never comes up, it
takes the place of one of its kind.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, fields, is_dataclass
from difflib import SequenceMatcher
from functools import cache
from typing import Any, Final

from embertable.engine.chance import seeded
from embertable.engine.content import Content
from embertable.engine.errors import EmbertableError, IllegalAction
from embertable.engine.game import FarStart, Game
from embertable.engine.messages import message_of
from embertable.engine.playout import MODULUS, MULTIPLIER
from embertable.engine.record import Record
from embertable.engine.seat_view import may_see
from embertable.engine.session import Session
from embertable.engine.table import Action, Table
from embertable.games import load
from embertable.server.content_packs import read_pack
from embertable.server.errors import NoScene, NothingDiffers
from embertable.server.workshop.forms import row_titles, standard_tables
from embertable.server.workshop.packs import composed
from embertable.server.workshop.scene_views import decided, drawn
from embertable.server.workshop.types import PackBox, Scene, SceneLine, TryCard
from embertable.text_view import text_view

GAMES_PLAYED: Final = 200
"""So many games are searched for positions; what is counted from here on are the far starts of the game."""
FAR_ON: Final = 4
"""A far start is so many decisions after the set-up."""
COMPARED: Final = 24
"""So many games are played with both packs to find where a change first matters."""
DECISIONS_COMPARED: Final = 4000
LONGEST: Final = 800
"""So many decisions of each."""
EACH: Final = 8
"""So many positions are kept of each card."""
SIBLINGS: Final = 12
"""In the place of so many cards another is tried."""
ENOUGH: Final = 7
"""So many sentences make a good scene."""
COPY: Final = re.compile(r"-\d+$")


@dataclass(frozen=True)
class Spot:
    """A decision of a random game after which something happens with a card."""

    game: int
    number: int
    kinds: tuple[str, ...]
    """The events that name the card."""


@dataclass(frozen=True)
class Outcome:
    """What follows from a decision, in sentences, and what is asked then."""

    lines: list[str]
    then: str
    luck: bool = False
    """Whether something is rolled, drawn or shuffled on the way."""


@dataclass(frozen=True)
class Tried:
    """A decision, and what follows with both packs."""

    table: Table[Any]
    """The position with the standard pack."""
    changed: Table[Any] | None
    """The position with the changed one; None where that leads elsewhere."""
    action: Action
    spot: Spot
    is_real: bool
    """Whether a game led to it, and no card took the place of another."""
    before: Outcome
    after: Outcome | None
    """None where the changed pack does not allow it."""

    def rank(self, name: str) -> tuple[bool, bool, bool, bool, int]:
        """What differs comes first, then what both packs allow, what names the card, what a game led to, and what has enough to tell and not too much."""
        length = abs(len(self.before.lines) - ENOUGH)
        named = any([name in line.casefold() for line in self.before.lines])
        return self.before == self.after, self.after is None, not named, not self.is_real, length


# Positions.


def options_of(game: Game, number: int) -> dict[str, str]:
    """Every other game has the default settings."""
    if number >= GAMES_PLAYED:
        return far_starts(game.name)[number - GAMES_PLAYED].options
    if number % 2 == 0:
        return {}
    variants = game.variants()
    return dict(game.mend(variants[number // 2 % len(variants)], game.content()))


@cache
def far_starts(game_name: str) -> list[FarStart]:
    return list(load(game_name).far_starts())


def is_far(game: Game, number: int) -> bool:
    """Whether a game begins where its options alone do not lead."""
    if number < GAMES_PLAYED:
        return False
    start = far_starts(game.name)[number - GAMES_PLAYED]
    return bool(start.steps or start.state)


def far_position(game: Game, number: int) -> dict[str, Any]:
    """The position of a far start, its steps still to be run."""
    start = far_starts(game.name)[number - GAMES_PLAYED]
    table = game.set_up(start.options, seeded(number))
    for _ in range(FAR_ON):
        table.next_choice()
        table.apply(table.offered()[number % len(table.offered())])
    saved = game.to_json(table)
    steps = [game.codec().encode(step) for step in reversed(start.steps)]
    return {
        **saved,
        "state": {**saved["state"], **start.state},
        "pending": [*saved["pending"], *steps],
    }


def walk(game: Game, number: int) -> Iterator[tuple[Table[Any], Action]]:
    """The decisions of a random game, each before it is made."""
    if is_far(game, number):
        table = game.from_json(far_position(game, number))
    else:
        table = game.set_up(options_of(game, number), seeded(number))
    # Games with numbers next to each other would begin alike.
    value = pow(MULTIPLIER, number + 1, MODULUS) if number >= GAMES_PLAYED else number + 1
    for _ in range(LONGEST):
        if table.next_choice() is None:
            return
        offered = table.offered()
        value = value * MULTIPLIER % MODULUS
        action = offered[value % len(offered)]
        yield table, action
        table.apply(action)


@cache
def spots(game_name: str) -> dict[str, tuple[Spot, ...]]:
    """Positions for every id that an event or a decision names, one for each kind of thing that happens."""
    game = load(game_name)
    found: dict[str, dict[tuple[str, ...], Spot]] = {}
    for number in range(GAMES_PLAYED + len(far_starts(game_name))):
        read = 0
        at = -1
        known: Table[Any] | None = None
        decided: tuple[str, ...] = ()
        for at, (table, action) in enumerate(walk(game, number)):
            note(game, found, table, decided, read, Spot(number, at - 1, ()))
            read, known = len(table.log), table
            decided = game.rows_about(table, action)
        if known is not None:
            note(game, found, known, decided, read, Spot(number, at, ()))
    return {id: tuple(kinds.values())[:EACH] for id, kinds in found.items()}


def note(
    game: Game,
    found: dict[str, dict[tuple[str, ...], Spot]],
    table: Table[Any],
    decided: tuple[str, ...],
    read: int,
    spot: Spot,
) -> None:
    """Note what a decision was about, and what its events name: those from number `read` on."""
    if spot.number < 0:
        return
    named: dict[str, list[str]] = {id: ["decided"] for id in decided}
    for event in table.log[read:]:
        for id in {*texts_in(event), *game.rows_about(table, event)}:
            named.setdefault(id, []).append(type(event).__name__)
    for id, names in named.items():
        kinds = tuple(sorted(set(names)))
        known = found.setdefault(id, {})
        if len(known) < EACH:
            known.setdefault(kinds, Spot(spot.game, spot.number, kinds))


def texts_in(value: Any) -> Iterator[str]:
    """The ids in an event; copies of a card count as the card."""
    if isinstance(value, str):
        yield value
        if COPY.search(value):
            yield COPY.sub("", value)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from texts_in(one)
    elif is_dataclass(value):
        for field in fields(value):
            yield from texts_in(getattr(value, field.name))


@dataclass(frozen=True)
class Path:
    """The way to a spot: the position at the start and the decisions, the last of which is tried."""

    start: dict[str, Any]
    decisions: list[Any]

    def with_swapped(self, first: str, second: str) -> Path:
        """The same with one card in the place of another from the start."""
        parts = ("state", "pending", "lanes")
        moved = {part: swapped(self.start[part], first, second) for part in parts}
        return Path({**self.start, **moved}, swapped(self.decisions, first, second))


def path_to(game: Game, spot: Spot, *, dealt: bool = False) -> Path:
    """The way from the start of a game; of a far one from before its first steps, unless all shall be dealt already."""
    start = far_position(game, spot.game) if is_far(game, spot.game) and not dealt else {}
    decisions: list[Any] = []
    for at, (table, action) in enumerate(walk(game, spot.game)):
        start = start or game.to_json(table)
        decisions.append(game.codec().encode(action))
        if at == spot.number:
            break
    return Path(start, decisions)


def swapped(value: Any, first: str, second: str) -> Any:
    """The same with two ids in each other's place, copies included."""
    if isinstance(value, str):
        stem = COPY.sub("", value)
        for one, other in ((first, second), (second, first)):
            if value == one:
                return other
            if stem == one:
                return other + value[len(stem) :]
        return value
    if isinstance(value, list):
        return [swapped(one, first, second) for one in value]
    if isinstance(value, dict):
        return {
            swapped(key, first, second): swapped(one, first, second) for key, one in value.items()
        }
    return value


def siblings(game_name: str, row: list[str | int]) -> list[str]:
    """Other rows of the same list, those most like this one first."""
    value: Any = standard_tables(game_name)
    for key in row[:-1]:
        if isinstance(value, list):
            value = next((one for one in value if key in one.values()), None)
        else:
            value = value.get(key) if isinstance(value, dict) else None
    if not isinstance(value, list):
        return []
    rows = [one for one in value if isinstance(one, dict)]
    mine = next((one for one in rows if row[-1] in one.values()), None)
    if mine is None:
        return []
    key = next(name for name, one in mine.items() if one == row[-1])

    def alike(one: dict[str, Any]) -> int:
        return -len([name for name, value in mine.items() if one.get(name) == value])

    others = [one for one in rows if one is not mine and isinstance(one.get(key), str)]
    return [str(one[key]) for one in sorted(others, key=alike)]


# What follows.


def arrived(game: Game, path: Path, content: Content) -> Table[Any] | None:
    """The position before the last decision of a path; None where a pack leads elsewhere."""
    table = game.from_json({**path.start, "content": content.hash}, None, content)
    for saved in path.decisions[:-1]:
        table.next_choice()
        action = game.codec().decode(saved)
        if action not in table.offered():
            return None
        table.apply(action)
    table.next_choice()
    return table


def outcome(
    game: Game, before: Table[Any], action: Action, content: Content, language: str
) -> Outcome | None:
    """What follows, as whoever decides would read it; None if it is not offered."""
    if action not in before.offered():
        return None
    seat = before.seat_for(action)
    draws = before.chance.draws
    table = decided(before, action)
    choice = table.next_choice()
    catalogue = game.catalogue(language, game.view(table, seat), content)
    lines = [catalogue.render(message_of(event)) for event in table.log if may_see(event, seat)]
    if table.result is not None:
        then = catalogue.render(message_of(table.result))
    else:
        then = "" if choice is None else catalogue.render(message_of(choice))
    return Outcome([line for line in lines if line.strip()], then, table.chance.draws != draws)


def attempt(
    game: Game, spot: Spot, path: Path, content: Content, language: str, *, is_real: bool
) -> Tried | None:
    """A spot with both packs; None where it cannot be reached or nothing is told."""
    action = game.codec().decode(path.decisions[-1])
    table = arrived(game, path, game.content())
    before = None if table is None else outcome(game, table, action, game.content(), language)
    if table is None or before is None or not before.lines:
        return None
    changed = arrived(game, path, content)
    after = None if changed is None else outcome(game, changed, action, content, language)
    return Tried(table, changed, action, spot, is_real, before, after)


def tried(
    game: Game, row: list[str | int], content: Content, language: str, alone: Content | None = None
) -> list[Tried]:
    """Every scene of a card, the most telling first.

    Where none of them tells a difference, `alone` has the changes of this row and no others: the scene is then
    one in which these matter.
    """
    known = spots(game.name)
    id = str(row[-1])
    found = [
        attempt(
            game, spot, path_to(game, spot), content, language, is_real=not is_far(game, spot.game)
        )
        for spot in known.get(id, ())
    ]
    if not any(found):
        for sibling in siblings(game.name, row)[:SIBLINGS]:
            for spot in known.get(sibling, ()):
                found.append(in_place_of(game, spot, (id, sibling), content, language))
            if sum(one is not None for one in found) >= EACH:
                break
    told = [one for one in found if one is not None and one.before != one.after]
    if not told and alone is not None:
        played = dict.fromkeys(spot.game for spot in known.get(id, ()))
        found.append(where_it_matters(game, content, language, alone, tuple(played)))
    name = row_titles(game, language).get(tuple(row), id).casefold()
    return sorted([one for one in found if one is not None], key=lambda one: one.rank(name))


def where_it_matters(
    game: Game, content: Content, language: str, alone: Content, played: tuple[int, ...]
) -> Tried | None:
    """The first decision of a known game after which something else happens with another row, first of those in which it came up."""
    left = DECISIONS_COMPARED
    far = range(GAMES_PLAYED, GAMES_PLAYED + len(far_starts(game.name)))
    for number in dict.fromkeys((*played, *range(COMPARED), *far)):
        path = path_to(game, Spot(number, LONGEST, ()))
        left -= len(path.decisions)
        if left < 0:
            return None
        at = first_difference(game, path, alone)
        if at is not None:
            path = Path(path.start, path.decisions[: at + 1])
            is_real = not is_far(game, number)
            found = attempt(game, Spot(number, at, ()), path, content, language, is_real=is_real)
            if found is not None and found.before != found.after:
                return found
    return None


def first_difference(game: Game, path: Path, content: Content) -> int | None:
    """The first decision of a path that is not offered with another pack, or leads to other events."""
    codec = game.codec()
    ours, theirs = [
        game.from_json({**path.start, "content": one.hash}, None, one)
        for one in (game.content(), content)
    ]
    for at, saved in enumerate(path.decisions):
        action = codec.decode(saved)
        ours.next_choice()
        theirs.next_choice()
        if action not in theirs.offered():
            return at
        told = len(ours.log), len(theirs.log)
        ours.apply(action)
        theirs.apply(action)
        ours.next_choice()
        theirs.next_choice()
        if codec.encode(ours.log[told[0] :]) != codec.encode(theirs.log[told[1] :]):
            return at
    return None


def in_place_of(
    game: Game, spot: Spot, pair: tuple[str, str], content: Content, language: str
) -> Tried | None:
    """A scene in which a card lies where another lay; None if the game has no such position."""
    path = path_to(game, spot, dealt=True).with_swapped(*pair)
    try:
        return attempt(game, spot, path, content, language, is_real=False)
    except Exception:  # noqa: BLE001 - no game begins like this, so the rules may not know what to do
        return None


# What the server asks its workers.


def content_of(game: Game, text: str) -> Content:
    content = read_pack(game.name, text)
    return game.content() if content is None else content


def scene(game_name: str, wanted: TryCard, language: str) -> Scene:
    """A card in a scene, with the standard pack and with this one.

    Raises:
        NoScene: no position is known in which anything happens with it.

    """
    game = load(game_name)
    content = content_of(game, composed(game, wanted).text)
    alone = changed_alone(game, wanted)
    if not wanted.row:
        raise NoScene
    found = tried(game, wanted.row, content, language, alone)
    if not found:
        raise NoScene if alone is None else NothingDiffers
    number = wanted.number % len(found)
    one = found[number]
    table = one.table
    choice = table.next_choice()
    seat = table.seat_for(one.action)
    view = game.view(table, seat)
    catalogue = game.catalogue(language, view, game.content())
    after = one.after or Outcome([], "")
    return Scene(
        number=number,
        of=len(found),
        question="" if choice is None else catalogue.render(message_of(choice)),
        option=catalogue.render(message_of(one.action)),
        table=text_view(game, view, catalogue, seat, game.content()),
        lines=merged(one.before.lines, after.lines) if one.after else plain(one.before.lines),
        then_before=one.before.then,
        then_after=after.then,
        allowed=one.after is not None,
        alike=one.before == one.after,
        luck=one.before.luck or after.luck,
        playable=one.is_real and one.after is not None,
        seat=seat,
        seats=game.seats(table),
        drawn=drawn(table.copy(table.chance.copy()), seat, language, game.content()),
        drawn_before=drawn(decided(table, one.action), seat, language, game.content()),
        drawn_after=(
            drawn(decided(one.changed, one.action), seat, language, content)
            if one.changed and one.after
            else None
        ),
    )


def changed_alone(game: Game, wanted: TryCard) -> Content | None:
    """The standard pack with the changes of the tried row and no others; None if there are none."""
    row = wanted.row
    edits = [edit for edit in wanted.edits if row and edit.path[: len(row)] == row]
    if not edits:
        return None
    try:
        content = content_of(game, composed(game, PackBox(edits=edits)).text)
    except EmbertableError:
        return None  # It makes sense only together with changes of other rows.
    return None if content.hash == game.content().hash else content


def plain(lines: list[str]) -> list[SceneLine]:
    return [SceneLine(text=line, of="both") for line in lines]


def merged(before: list[str], after: list[str]) -> list[SceneLine]:
    """Both stories as one: what they share, and what only one of them tells."""
    found: list[SceneLine] = []
    for tag, a, b, c, d in SequenceMatcher(None, before, after, autojunk=False).get_opcodes():
        if tag == "equal":
            found += plain(before[a:b])
        else:
            found += [SceneLine(text=line, of="before") for line in before[a:b]]
            found += [SceneLine(text=line, of="after") for line in after[c:d]]
    return found


@dataclass(frozen=True)
class Opening:
    """A game that stands at a scene, ready to be played on."""

    record: Record
    content: str
    seat: int
    seats: int


def opening(game_name: str, wanted: TryCard) -> Opening:
    """The scene as a game with this pack, up to the decision.

    Raises:
        NoScene: no game with this pack leads there.

    """
    game = load(game_name)
    pack = composed(game, wanted)
    text = "" if pack.tables == standard_tables(game_name) else pack.text
    content = content_of(game, text)
    if not wanted.row:
        raise NoScene
    real = [
        one
        for one in tried(game, wanted.row, content, "en", changed_alone(game, wanted))
        if one.is_real and one.after
    ]
    if not real:
        raise NoScene
    spot = real[wanted.number % len(real)].spot
    try:
        session = Session(game, options_of(game, spot.game), spot.game, content)
        for at, (table, action) in enumerate(walk(game, spot.game)):
            session.table.next_choice()
            if at == spot.number:
                seats = game.seats(table)
                return Opening(session.record, text, table.seat_for(action), seats)
            session.play(action)
    except IllegalAction as error:
        raise NoScene from error
    raise NoScene
