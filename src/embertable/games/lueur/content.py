"""Lueur's components, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from embertable.engine.content import WHOLE_FILE, Content, Row, read_toml, short
from embertable.engine.errors import BadContent

ELEMENTS: Final = ("nature", "water", "air", "fire", "mineral")
FOOTPRINTS: Final = "footprints"
BURSTS: Final = "bursts"
MINUS_BURSTS: Final = "minus_bursts"
SPECIAL_SYMBOLS: Final = (FOOTPRINTS, BURSTS, MINUS_BURSTS)
SYMBOLS: Final = (*ELEMENTS, *SPECIAL_SYMBOLS)
BLACK: Final = "black"
COLOURS: Final = ("green", "blue", "azure", "red", "orange", "purple", "yellow", BLACK)
ANY_COLOUR: Final = "any"
PACKS: Final = ("A", "B")
MOST_PLAYERS: Final = 4
MOST_DICE: Final = 60

NUMBER_OPS: Final = (
    "gain_bursts",
    "lose_bursts",
    "gain_footprints",
    "lose_footprints",
    "gain_fireflies",
    "gain_rerolls",
)
SINGLE_CARD_OPS: Final = ("cast_spells", "raise_companion")
COMPANION_OPS: Final = (*NUMBER_OPS, "to_cemetery", *SINGLE_CARD_OPS)
KILL_LAST: Final = "kill_last_recruited"
SPELL_OPS: Final = (*NUMBER_OPS, KILL_LAST)
PAY_FOOTPRINTS: Final = "pay_footprints"
ARRIVAL_OPS: Final = (
    "gain_bursts",
    "lose_bursts",
    "gain_footprints",
    "gain_fireflies",
    "gain_rerolls",
    "lose_companion_or_spell",
)
JOURNEY_OPS: Final = (*ARRIVAL_OPS, PAY_FOOTPRINTS)
OPS_WITHOUT_NUMBER: Final = ("to_cemetery", *SINGLE_CARD_OPS, KILL_LAST, "lose_companion_or_spell")

TABLES: Final = (
    *("meta", "vocabulary", "element", "special_symbol", "die_type", "dice_reserve"),
    *("opening_roll", "meeting_space", "score_track", "rerolls", "scoring", "player_count"),
    *("deck", "small_token", "piece", "player_colour", "adventurer", "companion", "spell"),
    *("province", "archipelago"),
)

FIXED: Final[dict[str, dict[str, object]]] = {
    "meta": {"players_min": 2, "players_max": 4, "journeys": ["province", "archipelago"]},
    "dice_reserve": {"small": [BLACK]},
    "opening_roll": {"reroll_faces": [FOOTPRINTS], "footprints_on_empty_space": 1},
    "score_track": {"first": 0, "last": 99, "minimum_total": 0, "wraps": True},
    "scoring": {"tie_break": ["reroll_tokens", "shared_victory"]},
    "deck": {"packs": list(PACKS), "top_pack": PACKS[0], "cards_per_round": len(ELEMENTS)},
    "province": {"footprint_replaces": ["element", "crossed"]},
    "archipelago": {"footprint_replaces": ["missing_element"]},
}
"""What a pack may repeat but not change, because the rules themselves say it."""


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
            symbol, n = self.need[0]
            times = counts.get(symbol, 0) // n
            for symbol, n in self.need[1:]:
                times = min(times, counts.get(symbol, 0) // n)
        elif self.identical:
            times = 0
            for count in counts.values():
                times += count // self.identical
        return min(times, 1) if self.once else times


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
        check_tables(root)
        self.dice = read_dice(root)
        self.black_die = next(die.id for die in self.dice if die.colour == BLACK)
        self.face_effects = read_face_effects(root, self.dice)
        self.reserve_colours = read_reserve(root, self.dice)
        self.adventurers = {
            card.id: card for card in read_adventurers(root, self.dice, self.reserve_colours)
        }
        self.companions = {card.id: card for card in read_companions(root, self.reserve_colours)}
        self.cards = {**self.adventurers, **self.companions}
        self.spells = {spell.id: spell for spell in read_spells(root)}
        check_ids(root, self.adventurers, self.companions, self.spells)
        self.spaces = read_meeting_spaces(root)
        track = root.row("score_track")
        self.start_bursts = track.number("start", 0, 99)
        self.reroll_spaces = read_reroll_spaces(track)
        self.last_track_total = track.number("rerolls_blocked_from_total", 1, 1000) - 1
        rerolls = root.row("rerolls")
        self.dice_per_reroll = rerolls.number("dice_per_reroll_max", 1, 30)
        self.rerolls_to_set = rerolls.number("rerolls_to_set_a_die", 1, 10)
        scoring = root.row("scoring")
        self.firefly_bonus = scoring.number("firefly_bonus", 0, 100)
        self.bursts_per_footprint = scoring.number("bursts_per_footprint", 0, 100)
        self.rounds = root.row("meta").number("rounds", 1, 8)
        self.removed_per_pack = root.row("deck").number("removed_per_pack", 0, 20)
        check_deck(root, self.companions, self.rounds)
        self.boats = root.row("archipelago").number("boats_per_player", 1, 10)
        self.province = read_province(root.row("province"))
        self.archipelago = read_archipelago(root.row("archipelago"))


def read_lueur(path: Path) -> LueurContent:
    tables, hash = read_toml(path)
    return LueurContent(hash, Row(path.name, WHOLE_FILE, tables))


def check_tables(root: Row) -> None:
    """No table is misspelt, and none says otherwise than the rules do."""
    root.only(*TABLES)
    for name in [name for name in FIXED if name in root.fields]:
        row = root.row(name)
        for field, value in FIXED[name].items():
            if row.fields.get(field, value) != value:
                raise row.wrong(field, f"is {short(row.get(field))}, but the rules have {value!r}")


def check_ids(root: Row, *kinds: Iterable[str]) -> None:
    """Rules find adventurers, companions and spells by their ids alone."""
    known: list[str] = []
    for table, ids in zip(("adventurer", "companion", "spell"), kinds, strict=True):
        for id in ids:
            if id in known:
                raise BadContent(root.file, f"{table} {id}", "id", "stands twice")
            known.append(id)


def check_deck(root: Row, companions: dict[str, Card], rounds: int) -> None:
    """Eight rounds of five need forty companions, the A cards first (L-SETUP-09)."""
    deck = root.row("deck")
    size = deck.number("cards_per_pack", 1, 99)
    for pack in PACKS:
        cards = sum([card.pack == pack for card in companions.values()])
        if cards != size:
            raise root.wrong("companion", f"has {cards} cards of pack {pack}, not {size}")
    dealt = len(PACKS) * (size - deck.number("removed_per_pack", 0, 20))
    if dealt != rounds * len(ELEMENTS):
        needed = rounds * len(ELEMENTS)
        raise deck.wrong("removed_per_pack", f"leaves {dealt} companions, not {needed}")


def read_dice(root: Row) -> tuple[Die, ...]:
    dice: list[Die] = []
    for row in root.rows("die_type", key="colour"):
        row.only("colour", "large", "small", "faces")
        colour = row.text("colour", COLOURS)
        faces = row.words("faces", SYMBOLS)
        if len(faces) != 6 or not set(ELEMENTS) <= set(faces):
            raise row.wrong("faces", "are not each element and a sixth face")
        if (MINUS_BURSTS in faces) != (colour == BLACK):
            raise row.wrong("faces", f"show {MINUS_BURSTS}, or not: it is the black die's alone")
        black = colour == BLACK
        for _ in range(row.number("large", 0, 0 if black else 10)):
            dice.append(Die(len(dice), colour, True, faces))
        for _ in range(row.number("small", 1 if black else 0, 1 if black else 10)):
            dice.append(Die(len(dice), colour, False, faces))
    if not any([die.colour == BLACK for die in dice]):
        raise root.wrong("die_type", "has no black die")
    if len(dice) > MOST_DICE:
        raise root.wrong("die_type", f"has {len(dice)} dice where {MOST_DICE} are the most")
    return tuple(dice)


def large_of(dice: tuple[Die, ...], colour: str) -> int:
    return sum([die.large and die.colour == colour for die in dice])


def read_reserve(root: Row, dice: tuple[Die, ...]) -> tuple[str, ...]:
    """One large die of each colour named."""
    row = root.row("dice_reserve")
    colours = row.words("large", COLOURS)
    for colour in colours:
        if not large_of(dice, colour):
            raise row.wrong("large", f"holds {colour}, which no large die has")
        if colours.count(colour) > 1:
            raise row.wrong("large", f"holds {colour} twice")
    return colours


def read_face_effects(root: Row, dice: tuple[Die, ...]) -> dict[str, tuple[Effect, ...]]:
    """What special faces give at Noon; every special face of a die has its row."""
    found: dict[str, tuple[Effect, ...]] = {}
    for row in root.rows("special_symbol"):
        row.only("id", "icon", "die_colour", "immediate")
        symbol = row.text("id", SPECIAL_SYMBOLS)
        found[symbol] = read_effects(row, "immediate", NUMBER_OPS)
    for die in dice:
        for face in die.faces:
            if face not in ELEMENTS and face not in found:
                raise root.wrong("special_symbol", f"has no row for {face}")
    return found


def read_meeting_spaces(root: Row) -> tuple[str, ...]:
    """From left to right, one for each element."""
    found: dict[int, str] = {}
    for row in root.rows("meeting_space"):
        row.only("id", "element", "position")
        position = row.number("position", 1, len(ELEMENTS))
        element = row.text("element", ELEMENTS)
        if position in found:
            raise row.wrong("position", f"is {position}, like that of the {found[position]} space")
        if element in found.values():
            raise row.wrong("element", f"is {element}, which has a space already")
        found[position] = element
    if len(found) < len(ELEMENTS):
        raise root.wrong("meeting_space", "does not have a space for each element")
    return tuple([found[position] for position in sorted(found)])


def read_reroll_spaces(track: Row) -> tuple[int, ...]:
    spaces = track.numbers("reroll_spaces", 0, 99)
    if not spaces:
        raise track.wrong("reroll_spaces", "are none")
    for space in spaces:
        if spaces.count(space) > 1:
            raise track.wrong("reroll_spaces", f"hold {space} twice")
    return tuple(sorted(spaces))


def read_adventurers(root: Row, dice: tuple[Die, ...], reserve: Sequence[str]) -> list[Card]:
    """Each has large dice of a colour of its own, besides the one in the reserve."""
    cards: list[Card] = []
    for row in root.rows("adventurer"):
        row.only("id", "number", "name", "colour", "large_dice", "points", "trigger")
        power = row.row("large_dice")
        power.only("colour", "n")
        colour = power.text("colour", COLOURS)
        if any([card.die_colour == colour for card in cards]):
            raise power.wrong("colour", f"is {colour}, like that of another adventurer")
        cards.append(
            Card(
                id=row.text("id"),
                name=row.text("name"),
                pack="",
                points=row.number("points", -99, 99),
                fireflies=0,
                rerolls=0,
                die_colour=colour,
                dice=power.number("n", 1, large_of(dice, colour) - (colour in reserve)),
                rules_black_die=False,
                trigger=read_trigger(row, NUMBER_OPS) if "trigger" in row.fields else None,
            )
        )
    if len(cards) < MOST_PLAYERS:
        raise root.wrong("adventurer", f"has {len(cards)} where {MOST_PLAYERS} may play")
    return cards


def read_companions(root: Row, reserve: Sequence[str]) -> list[Card]:
    cards: list[Card] = []
    special: list[str] = []
    for row in root.rows("companion"):
        row.only(
            *("id", "number", "deck", "name", "points", "fireflies", "rerolls_per_round"),
            *("large_die", "black_die_owner", "trigger"),
        )
        card = Card(
            id=row.text("id"),
            name=row.text("name"),
            pack=row.text("deck", PACKS),
            points=row.number("points", -99, 99),
            fireflies=row.number("fireflies", 0, 9),
            rerolls=row.number("rerolls_per_round", 0, 9),
            die_colour=row.text("large_die", (*reserve, ANY_COLOUR))
            if "large_die" in row.fields
            else "",
            dice=0,
            rules_black_die="black_die_owner" in row.fields and row.flag("black_die_owner"),
            trigger=read_trigger(row, COMPANION_OPS) if "trigger" in row.fields else None,
        )
        cards.append(card)
        effects = card.trigger.effects if card.trigger else ()
        for op in [effect.op for effect in effects if effect.op in SINGLE_CARD_OPS]:
            if op in special:
                raise row.wrong("trigger", f"has {op}, which only one card may (L-SERIAL-03)")
            special.append(op)
        if card.rules_black_die and any([other.rules_black_die for other in cards[:-1]]):
            raise row.wrong("black_die_owner", "is true on a second card (L-SERIAL-03)")
    return cards


def read_spells(root: Row) -> list[Spell]:
    """One that kills the last recruited companion lies on it, and waits while there is none."""
    spells: list[Spell] = []
    for row in root.rows("spell"):
        row.only("id", "placed_on_last_recruited", "trigger")
        trigger = read_trigger(row, SPELL_OPS)
        if not trigger.once:
            raise row.row("trigger").wrong("once", "is false, but a spell is used once (L-DEF-13)")
        placed = row.flag("placed_on_last_recruited")
        if placed != any([effect.op == KILL_LAST for effect in trigger.effects]):
            raise row.wrong("placed_on_last_recruited", f"is for spells with {KILL_LAST} alone")
        spells.append(Spell(row.text("id"), placed, trigger))
    return spells


def read_trigger(row: Row, ops: Sequence[str]) -> Trigger:
    trigger = row.row("trigger")
    trigger.only("need", "identical", "absent", "once", "effects")
    need = trigger.words("need", ELEMENTS)
    identical = trigger.number("identical", 0, 10)
    absent = trigger.words("absent", ELEMENTS)
    if need and identical:
        raise trigger.wrong("identical", "cannot stand beside listed elements")
    if not (need or identical or absent):
        raise trigger.wrong("need", "asks for nothing")
    for element in absent:
        if element in need:
            raise trigger.wrong("absent", f"forbids {element}, which is needed")
    once = trigger.flag("once")
    effects = read_effects(trigger, "effects", ops)
    if not effects:
        raise trigger.wrong("effects", "are none")
    named = [effect.op for effect in effects if effect.op in OPS_WITHOUT_NUMBER]
    for op in named:
        if named.count(op) > 1:
            raise trigger.wrong("effects", f"hold {op} twice")
    if not once and (absent or named):
        raise trigger.wrong("once", "is false beside a crossed element or a skull (L-DEF-13)")
    return Trigger(
        need=tuple([(element, need.count(element)) for element in ELEMENTS if element in need]),
        identical=identical,
        absent=absent,
        once=once,
        effects=effects,
    )


def read_effects(row: Row, field: str, ops: Sequence[str]) -> tuple[Effect, ...]:
    effects: list[Effect] = []
    for number, fields in enumerate(row.many(field), start=1):
        effect = Row(row.file, f"{row.name}.{field} {number}", fields)
        op = effect.text("op", ops)
        effect.only(*(("op",) if op in OPS_WITHOUT_NUMBER else ("op", "n")))
        effects.append(Effect(op, 0 if op in OPS_WITHOUT_NUMBER else effect.number("n", 1, 99)))
    return tuple(effects)


def read_province(board: Row) -> Board:
    places: dict[str, Place] = {}
    for row in board.rows("space"):
        kind = row.text("kind", ("start", "element", "crossed", "village"))
        if (kind == "start") != (row.text("id") == board.get("start")):
            raise row.wrong("kind", "is start for the start space, and for no other")
        asks = kind in {"element", "crossed"}
        row.only("id", "kind", "points", "on_enter", "pos", *(["element"] if asks else []))
        element = row.text("element", ELEMENTS) if asks else ""
        places[row.text("id")] = read_place(row, kind, element, JOURNEY_OPS)
    return read_board(board, "spaces", places, ("a", "b", "on_cross"))


def read_archipelago(board: Row) -> Board:
    """Islands ask for nothing: what a sailing costs stands on its path."""
    places: dict[str, Place] = {}
    for row in board.rows("island"):
        row.only("id", "points", "on_enter", "pos")
        places[row.text("id")] = read_place(row, "island", "", ARRIVAL_OPS)
    return read_board(board, "islands", places, ("a", "b", "min", "max", "on_cross"))


def read_place(row: Row, kind: str, element: str, ops: Sequence[str]) -> Place:
    """Boats count where they lie, a company only by its encampment in a village (L-END-03)."""
    position = row.numbers("pos", 0, 100)
    if len(position) != 2:
        raise row.wrong("pos", "is not two numbers, across and down")
    return Place(
        id=row.text("id"),
        kind=kind,
        element=element,
        points=row.number("points", 0, 99 if kind in {"village", "island"} else 0),
        effects=read_effects(row, "on_enter", ops),
        position=position,
    )


def read_board(board: Row, size: str, places: dict[str, Place], fields: Sequence[str]) -> Board:
    if board.number(size, 1, 999) != len(places):
        raise board.wrong(size, f"is {board.get(size)}, but there are {len(places)}")
    found = Board(board.text("start", list(places)), places)
    for number, edge in enumerate(board.many("edge"), start=1):
        row = Row(board.file, f"{board.name}.edge {number}", edge)
        row.only(*fields)
        a, b = row.text("a", list(places)), row.text("b", list(places))
        if a == b or b in found.paths[a]:
            raise row.wrong("b", f"leads from {a} to {b}, where no other path can be")
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
