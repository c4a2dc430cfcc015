"""Lueur's components, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from embertable.engine.content import Content, Row, read_toml

ELEMENTS = ("nature", "water", "air", "fire", "mineral")
FOOTPRINTS = "footprints"
BURSTS = "bursts"
MINUS_BURSTS = "minus_bursts"
SYMBOLS = (*ELEMENTS, FOOTPRINTS, BURSTS, MINUS_BURSTS)
BLACK = "black"
ANY_COLOUR = "any"

OPS = (
    "gain_bursts",
    "lose_bursts",
    "gain_footprints",
    "lose_footprints",
    "pay_footprints",
    "gain_fireflies",
    "gain_rerolls",
    "to_cemetery",
    "cast_spells",
    "raise_companion",
    "kill_last_recruited",
    "lose_companion_or_spell",
)
OPS_WITHOUT_NUMBER = OPS[7:]
CARD_OPS = tuple(op for op in OPS if op not in {"pay_footprints", "lose_companion_or_spell"})
JOURNEY_OPS = (
    "gain_bursts",
    "lose_bursts",
    "gain_footprints",
    "pay_footprints",
    "gain_fireflies",
    "gain_rerolls",
    "lose_companion_or_spell",
)


@dataclass
class Die:
    """A die by its number; large dice belong to cards, small ones circulate."""

    id: int
    colour: str
    large: bool
    faces: tuple[str, ...]


@dataclass
class Effect:
    op: str
    n: int


@dataclass
class Trigger:
    """The condition and the effects of a card or spell (L-DEF-12)."""

    need: tuple[tuple[str, int], ...]
    identical: int
    absent: tuple[str, ...]
    once: bool
    effects: tuple[Effect, ...]

    def activations(self, counts: dict[str, int]) -> int:
        """How often the counted symbols meet the condition (L-COND-05)."""
        for element in self.absent:
            if element in counts:
                return 0
        times = 1
        if self.need:
            times = min([counts.get(symbol, 0) // n for symbol, n in self.need])
        elif self.identical:
            times = sum([count // self.identical for count in counts.values()])
        return min(times, 1) if self.once else times


NEVER = Trigger((), 0, ELEMENTS, once=True, effects=())


@dataclass
class Card:
    """An adventurer or a companion."""

    id: str
    name: str
    pack: str
    points: int
    fireflies: int
    rerolls: int
    die_colour: str
    dice: int
    rules_black_die: bool
    trigger: Trigger | None


@dataclass
class Spell:
    id: str
    on_last_recruited: bool
    trigger: Trigger


@dataclass
class Place:
    """A space of the Province or an island of the Archipelago."""

    id: str
    kind: str
    element: str
    points: int
    effects: tuple[Effect, ...]
    position: tuple[int, ...]


@dataclass
class Way:
    """A path between two places, with its icon; low and high count different elements."""

    effects: tuple[Effect, ...]
    low: int
    high: int


class Board:
    """A journey board: places, and for each place its neighbours with the path between."""

    def __init__(self, start: str, places: dict[str, Place]) -> None:
        self.start = start
        self.places = places
        self.paths: dict[str, dict[str, Way]] = {name: {} for name in places}

    def join(self, a: str, b: str, path: Way) -> None:
        self.paths[a][b] = path
        self.paths[b][a] = path


class LueurContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, root: Row) -> None:
        super().__init__(hash)
        self.dice = read_dice(root)
        self.adventurers = {card.id: card for card in read_adventurers(root)}
        self.companions = {card.id: card for card in read_companions(root)}
        self.cards = {**self.adventurers, **self.companions}
        self.spells = {spell.id: spell for spell in read_spells(root)}
        spaces = sorted(root.rows("meeting_space"), key=lambda row: row.number("position", 1, 5))
        self.spaces = tuple([row.text("element", ELEMENTS) for row in spaces])
        if sorted(self.spaces) != sorted(ELEMENTS):
            raise root.wrong("meeting_space", "does not have one space for each element")
        track = root.row("score_track")
        self.start_bursts = track.number("start", 0, 99)
        self.reroll_spaces = tuple(sorted(track.numbers("reroll_spaces", 0, 99)))
        self.last_track_total = track.number("rerolls_blocked_from_total", 1, 1000) - 1
        rerolls = root.row("rerolls")
        self.dice_per_reroll = rerolls.number("dice_per_reroll_max", 1, 30)
        self.rerolls_to_set = rerolls.number("rerolls_to_set_a_die", 1, 10)
        reserve = root.row("dice_reserve")
        self.reserve_colours = reserve.words("large", [die.colour for die in self.dice])
        deck = root.row("deck")
        self.removed_per_pack = deck.number("removed_per_pack", 0, 20)
        scoring = root.row("scoring")
        self.firefly_bonus = scoring.number("firefly_bonus", 0, 100)
        self.bursts_per_footprint = scoring.number("bursts_per_footprint", 0, 100)
        self.rounds = root.row("meta").number("rounds", 1, 8)
        self.face_effects = read_face_effects(root)
        self.boats = root.row("archipelago").number("boats_per_player", 1, 10)
        self.province = read_province(root.row("province"))
        self.archipelago = read_archipelago(root.row("archipelago"))
        self.black_die = next(die.id for die in self.dice if die.colour == BLACK)
        self.check_deck(root)

    def check_deck(self, root: Row) -> None:
        """Eight rounds of five need forty companions, the A cards first (L-SETUP-09)."""
        dealt = {
            pack: sum(card.pack == pack for card in self.companions.values())
            - self.removed_per_pack
            for pack in ("A", "B")
        }
        needed = self.rounds * len(self.spaces)
        if min(dealt.values()) < 0 or sum(dealt.values()) != needed:
            raise root.wrong(
                "companion", f"deals {sum(dealt.values())} companions where {needed} are needed"
            )
        for card in self.companions.values():
            colour = card.die_colour
            if colour and colour != ANY_COLOUR and colour not in self.reserve_colours:
                raise root.wrong("companion", f"{card.id} takes a {colour} die never in reserve")


def read_lueur(path: Path) -> LueurContent:
    tables, hash = read_toml(path)
    return LueurContent(hash, Row(path.name, "(file)", tables))


def read_dice(root: Row) -> tuple[Die, ...]:
    dice: list[Die] = []
    for row in root.rows("die_type", key="colour"):
        colour = row.text("colour")
        faces = row.words("faces", SYMBOLS)
        if len(faces) != 6 or not set(ELEMENTS) <= set(faces):
            raise row.wrong("faces", "are not each element and a sixth face")
        for _ in range(row.number("large", 0, 10)):
            dice.append(Die(len(dice), colour, True, faces))
        for _ in range(row.number("small", 0, 10)):
            dice.append(Die(len(dice), colour, False, faces))
    if sum(die.colour == BLACK for die in dice) != 1:
        raise root.wrong("die_type", "needs exactly one black die")
    return tuple(dice)


def read_face_effects(root: Row) -> dict[str, tuple[Effect, ...]]:
    return {
        row.text("id", SYMBOLS): read_effects(row, "immediate", JOURNEY_OPS)
        for row in root.rows("special_symbol")
    }


def read_adventurers(root: Row) -> list[Card]:
    cards: list[Card] = []
    for row in root.rows("adventurer"):
        dice = row.row("large_dice")
        cards.append(
            Card(
                id=row.text("id"),
                name=row.text("name"),
                pack="",
                points=row.number("points", -99, 99),
                fireflies=0,
                rerolls=0,
                die_colour=dice.text("colour"),
                dice=dice.number("n", 0, 10),
                rules_black_die=False,
                trigger=read_trigger(row),
            )
        )
    return cards


def read_companions(root: Row) -> list[Card]:
    return [
        Card(
            id=row.text("id"),
            name=row.text("name"),
            pack=row.text("deck", ("A", "B")),
            points=row.number("points", -99, 99),
            fireflies=row.number("fireflies", 0, 9),
            rerolls=row.number("rerolls_per_round", 0, 9),
            die_colour=row.text("large_die") if "large_die" in row.fields else "",
            dice=0,
            rules_black_die="black_die_owner" in row.fields and row.flag("black_die_owner"),
            trigger=read_trigger(row),
        )
        for row in root.rows("companion")
    ]


def read_spells(root: Row) -> list[Spell]:
    return [
        Spell(row.text("id"), row.flag("placed_on_last_recruited"), read_trigger(row) or NEVER)
        for row in root.rows("spell")
    ]


def read_trigger(row: Row) -> Trigger | None:
    if "trigger" not in row.fields:
        return None
    trigger = row.row("trigger")
    need = trigger.words("need", ELEMENTS)
    identical = trigger.number("identical", 0, 10)
    absent = trigger.words("absent", ELEMENTS)
    if need and identical:
        raise trigger.wrong("identical", "cannot stand beside listed elements")
    if not (need or identical or absent):
        raise trigger.wrong("need", "asks for nothing")
    effects = read_effects(trigger, "effects", CARD_OPS)
    if not effects:
        raise trigger.wrong("effects", "are none")
    return Trigger(
        need=tuple([(element, need.count(element)) for element in ELEMENTS if element in need]),
        identical=identical,
        absent=absent,
        once=trigger.flag("once"),
        effects=effects,
    )


def read_effects(row: Row, field: str, ops: Sequence[str]) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    for number, fields in enumerate(row.many(field), start=1):
        effect = Row(row.file, f"{row.name}.{field} {number}", fields)
        op = effect.text("op", ops)
        effects.append(Effect(op, 0 if op in OPS_WITHOUT_NUMBER else effect.number("n", 1, 99)))
    return tuple(effects)


def read_province(board: Row) -> Board:
    places: dict[str, Place] = {}
    for row in board.rows("space"):
        kind = row.text("kind", ("start", "element", "crossed", "village"))
        element = row.text("element", ELEMENTS) if kind in {"element", "crossed"} else ""
        places[row.text("id")] = read_place(row, kind, element)
    return read_board(board, places)


def read_archipelago(board: Row) -> Board:
    places = {row.text("id"): read_place(row, "island", "") for row in board.rows("island")}
    return read_board(board, places)


def read_place(row: Row, kind: str, element: str) -> Place:
    return Place(
        id=row.text("id"),
        kind=kind,
        element=element,
        points=row.number("points", 0, 99),
        effects=read_effects(row, "on_enter", JOURNEY_OPS),
        position=row.numbers("pos", 0, 100),
    )


def read_board(board: Row, places: dict[str, Place]) -> Board:
    found = Board(board.text("start", list(places)), places)
    for number, fields in enumerate(board.many("edge"), start=1):
        row = Row(board.file, f"{board.name}.edge {number}", fields)
        a, b = row.text("a", list(places)), row.text("b", list(places))
        low = row.number("min", 0, 5) if "min" in row.fields else 0
        high = row.number("max", low, 5) if "max" in row.fields else 5
        found.join(a, b, Way(read_effects(row, "on_cross", JOURNEY_OPS), low, high))
    reached = [found.start]
    for place in reached:
        reached.extend([other for other in found.paths[place] if other not in reached])
    for name in places:
        if name not in reached:
            raise board.wrong("edge", f"leaves {name} out of reach of {found.start}")
    return found
