"""Lueur's components, read from TOML into definitions that rules look things up in."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any, Final, Literal

from embertable.engine.content import (
    WHOLE_FILE,
    Among,
    Between,
    Content,
    Derived,
    Keyed,
    Named,
    OneOf,
    Row,
    Via,
    read_row,
    read_toml,
    word_of,
)
from embertable.engine.errors import BadContent
from embertable.engine.own_words import take_own_words
from embertable.engine.unread import check_unread
from embertable.games.lueur.vocabulary import (
    Amount,
    CardEffect,
    CompanionEffect,
    Effect,
    JourneyAmount,
    JourneyEffect,
    PayFootprints,
    SingleCardEffect,
    SpellEffect,
)

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
ISLAND: Final = "island"
ASKING: Final = ("element", "crossed")
"""The kinds of spaces that ask for an element, or for none of it."""

PRINTED: Final = Path(__file__).parent / "content" / "lueur.toml"
UNREAD: Final = ("vocabulary", "player_count", "small_token", "piece")
"""What is in the printed box and in no rule."""

AN_ELEMENT = Among(ELEMENTS)
A_SYMBOL = Among(SYMBOLS)
A_COLOUR = Among(COLOURS)
Element = Annotated[str, AN_ELEMENT]
Symbol = Annotated[str, A_SYMBOL]
Colour = Annotated[str, A_COLOUR]
Points = Annotated[int, Between(-99, 99)]
Percent = Annotated[int, Between(0, 100)]
JourneyEffects = tuple[Annotated[Effect, OneOf(JourneyAmount, JourneyEffect, PayFootprints)], ...]


@dataclass
class Die:
    """A die by its number; large dice belong to cards, small ones circulate."""

    id: int
    colour: str
    large: bool
    faces: tuple[str, ...]


def counted(elements: tuple[str, ...]) -> tuple[tuple[str, int], ...]:
    return tuple([(one, elements.count(one)) for one in ELEMENTS if one in elements])


@dataclass
class Trigger:
    """The condition and the effects of a card or spell (L-DEF-12)."""

    need: Annotated[tuple[tuple[str, int], ...], Via(tuple[Element, ...], counted)]
    identical: Annotated[int, Between(0, 10)]
    absent: tuple[Element, ...]
    once: bool
    effects: tuple[Effect, ...]

    def check(self, row: Row) -> None:
        if self.need and self.identical:
            raise row.wrong("identical", "cannot stand beside listed elements")
        if not (self.need or self.identical or self.absent):
            raise row.wrong("need", "asks for nothing")
        for element, _ in self.need:
            if element in self.absent:
                raise row.wrong("absent", f"forbids {element}, which is needed")
        if not self.effects:
            raise row.wrong("effects", "are none")
        single = [word_of(type(one)) for one in self.effects if isinstance(one, CardEffect)]
        for word in single:
            if single.count(word) > 1:
                raise row.wrong("effects", f"hold {word} twice")
        if not self.once and (self.absent or single):
            raise row.wrong("once", "is false beside a crossed element or a skull (L-DEF-13)")

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
    """A companion as its row has it, or an adventurer."""

    id: str
    name: str
    pack: Annotated[str, Named("deck"), Among(PACKS)]
    points: Points
    fireflies: Annotated[int, Between(0, 9)]
    rerolls: Annotated[int, Named("rerolls_per_round"), Between(0, 9)]
    number: int
    die_colour: Annotated[str, Named("large_die"), Among((*COLOURS, ANY_COLOUR))] = ""
    dice: Annotated[int, Derived(0)] = 0
    rules_black_die: Annotated[bool, Named("black_die_owner")] = False
    trigger: Trigger | None = None

    def check(self, row: Row) -> None:
        check_effects(row, self.trigger, CompanionEffect)


@dataclass
class LargeDice:
    colour: Colour
    n: Annotated[int, Between(1, 10)]


@dataclass
class Adventurer:
    id: str
    name: str
    number: int
    colour: str
    large_dice: LargeDice
    points: Points
    trigger: Trigger | None = None

    def check(self, row: Row) -> None:
        check_effects(row, self.trigger, Amount)

    def card(self) -> Card:
        dice = self.large_dice
        return Card(
            *(self.id, self.name, "", self.points, 0, 0, self.number),
            die_colour=dice.colour,
            dice=dice.n,
            trigger=self.trigger,
        )


@dataclass
class Spell:
    """One that kills the last recruited companion lies on it, and waits while there is none."""

    id: str
    on_last_recruited: Annotated[bool, Named("placed_on_last_recruited")]
    trigger: Trigger

    def check(self, row: Row) -> None:
        check_effects(row, self.trigger, SpellEffect)
        if not self.trigger.once:
            text = "is false, but a spell is used once (L-DEF-13)"
            raise BadContent(row.file, f"{row.name}.trigger", "once", text)
        kills = any(isinstance(effect, SpellEffect) for effect in self.trigger.effects)
        if self.on_last_recruited != kills:
            raise row.wrong("placed_on_last_recruited", "is for spells that kill alone")


def check_effects(row: Row, trigger: Trigger | None, kind: type) -> None:
    """Besides numbers, a card has effects of its own kind alone."""
    for number, effect in enumerate(trigger.effects if trigger else (), start=1):
        if not isinstance(effect, Amount) and not isinstance(effect, kind):
            name = f"{row.name}.trigger.effects {number}"
            text = f"is {word_of(type(effect))!r}, which cannot be printed there"
            raise BadContent(row.file, name, "op", text)


@dataclass
class Place:
    """A space of the Province, or an island of the Archipelago, which asks for nothing."""

    id: str
    points: Annotated[int, Between(0, 99)]
    effects: Annotated[JourneyEffects, Named("on_enter")]
    position: Annotated[tuple[Percent, Percent], Named("pos")]
    kind: Annotated[str, Among(("start", *ASKING, "village"))] = ISLAND
    element: Element = ""

    def check(self, row: Row) -> None:
        """A company counts only by its encampment in a village (L-END-03)."""
        if self.points and self.kind not in ("village", ISLAND):
            raise row.wrong("points", f"is {self.points}, not 0: this is no village")
        if self.kind in ASKING and not self.element:
            raise row.wrong("element", "is missing")
        if self.element and self.kind not in ASKING:
            raise row.wrong("element", f"is not known where the kind is {self.kind}")


@dataclass
class Way:
    """A path between two places, with its icon; low and high count different elements."""

    a: str
    b: str
    effects: Annotated[JourneyEffects, Named("on_cross")]
    low: Annotated[int, Named("min"), Between(0, len(ELEMENTS))] = 0
    high: Annotated[int, Named("max"), Between(0, len(ELEMENTS))] = len(ELEMENTS)

    def check(self, row: Row) -> None:
        if self.high < self.low:
            raise row.wrong("max", f"is {self.high}, less than min")


class Board:
    """A journey board: places, and for each place its neighbours with the path between."""

    def __init__(self, start: str, places: Sequence[Place]) -> None:
        self.start = start
        self.places = {place.id: place for place in places}
        self.paths: dict[str, dict[str, Way]] = {name: {} for name in self.places}

    def add_paths(self, row: Row, ways: Sequence[Way]) -> Board:
        if self.start not in self.places:
            raise row.wrong("start", f"is {self.start!r}, which is no place")
        for number, way in enumerate(ways, start=1):
            name = f"{row.name}.edge {number}"
            for field, place in (("a", way.a), ("b", way.b)):
                if place not in self.places:
                    raise BadContent(row.file, name, field, f"is {place!r}, which is no place")
            if way.a == way.b or way.b in self.paths[way.a]:
                text = f"leads from {way.a} to {way.b}, where no other path can be"
                raise BadContent(row.file, name, "b", text)
            self.paths[way.a][way.b] = way
            self.paths[way.b][way.a] = way
        reached = [self.start]
        for place in reached:
            reached.extend([other for other in self.paths[place] if other not in reached])
        for name in self.places:
            if name not in reached:
                raise row.wrong("edge", f"leaves {name} out of reach of {self.start}")
        return self


@dataclass
class ProvinceTable:
    start: str
    spaces: int
    space: tuple[Place, ...]
    edge: tuple[Way, ...]
    footprint_replaces: tuple[Literal["element"], Literal["crossed"]] = ("element", "crossed")

    def check(self, row: Row) -> None:
        for space in self.space:
            name = f"{row.name}.space {space.id}"
            if space.kind == ISLAND:
                raise BadContent(row.file, name, "kind", "is missing")
            if (space.kind == "start") != (space.id == self.start):
                text = "is start for the start space, and for no other"
                raise BadContent(row.file, name, "kind", text)
        for number, edge in enumerate(self.edge, start=1):
            if edge.low or edge.high < len(ELEMENTS):
                name = f"{row.name}.edge {number}"
                raise BadContent(row.file, name, "min", "is not known in the Province")
        if self.spaces != len(self.space):
            raise row.wrong("spaces", f"is {self.spaces}, but there are {len(self.space)}")


@dataclass
class ArchipelagoTable:
    start: str
    islands: int
    boats_per_player: Annotated[int, Between(1, 10)]
    island: tuple[Place, ...]
    edge: tuple[Way, ...]
    footprint_replaces: tuple[Literal["missing_element"]] = ("missing_element",)

    def check(self, row: Row) -> None:
        for island in self.island:
            name = f"{row.name}.island {island.id}"
            if island.kind != ISLAND:
                raise BadContent(row.file, name, "kind", "is not known in the Archipelago")
            if any(isinstance(effect, PayFootprints) for effect in island.effects):
                text = "hold pay_footprints: what a sailing costs stands on its path"
                raise BadContent(row.file, name, "on_enter", text)
        if self.islands != len(self.island):
            raise row.wrong("islands", f"is {self.islands}, but there are {len(self.island)}")


@dataclass
class Meta:
    rounds: Annotated[int, Between(1, 8)]
    players_min: Literal[2] = 2
    players_max: Literal[4] = 4
    journeys: tuple[Literal["province"], Literal["archipelago"]] = ("province", "archipelago")
    id: str = ""
    title: str = ""
    title_en: str = ""
    designer: str = ""
    rules: str = ""
    schema: int = 1


@dataclass
class DieType:
    colour: Colour
    large: Annotated[int, Between(0, 10)]
    small: Annotated[int, Between(0, 10)]
    faces: tuple[Symbol, ...]

    def check(self, row: Row) -> None:
        if len(self.faces) != 6 or not set(ELEMENTS) <= set(self.faces):
            raise row.wrong("faces", "are not each element and a sixth face")
        if (MINUS_BURSTS in self.faces) != (self.colour == BLACK):
            raise row.wrong("faces", f"show {MINUS_BURSTS}, or not: it is the black die's alone")
        if self.colour == BLACK and self.large:
            raise row.wrong("large", "is not 0: the black die is small")
        if self.colour == BLACK and self.small != 1:
            raise row.wrong("small", "is not 1: there is one black die")


@dataclass
class SpecialSymbol:
    """A face that takes effect at Noon."""

    id: Annotated[str, Among(SPECIAL_SYMBOLS)]
    icon: str
    die_colour: Colour
    immediate: tuple[Amount, ...]


@dataclass
class Reserve:
    """One large die of each colour named."""

    large: tuple[Colour, ...]
    small: tuple[Literal["black"]] = ("black",)


@dataclass
class OpeningRoll:
    small_dice: dict[str, int]
    reroll_faces: tuple[Literal["footprints"]] = ("footprints",)
    footprints_on_empty_space: Literal[1] = 1


@dataclass
class MeetingRow:
    id: str
    element: Element
    position: Annotated[int, Between(1, len(ELEMENTS))]


@dataclass
class ScoreTrack:
    start: Annotated[int, Between(0, 99)]
    reroll_spaces: tuple[Annotated[int, Between(0, 99)], ...]
    rerolls_blocked_from_total: Annotated[int, Between(1, 1000)]
    first: Literal[0] = 0
    last: Literal[99] = 99
    minimum_total: Literal[0] = 0
    wraps: bool = True

    def check(self, row: Row) -> None:
        if not self.wraps:
            raise row.wrong("wraps", "is false, but the rules have true")
        if not self.reroll_spaces:
            raise row.wrong("reroll_spaces", "are none")
        for space in self.reroll_spaces:
            if self.reroll_spaces.count(space) > 1:
                raise row.wrong("reroll_spaces", f"hold {space} twice")


@dataclass
class Rerolls:
    dice_per_reroll_max: Annotated[int, Between(1, 30)]
    rerolls_to_set_a_die: Annotated[int, Between(1, 10)]


@dataclass
class Scoring:
    firefly_bonus: Annotated[int, Between(0, 100)]
    bursts_per_footprint: Annotated[int, Between(0, 100)]
    tie_break: tuple[Literal["reroll_tokens"], Literal["shared_victory"]] = (
        "reroll_tokens",
        "shared_victory",
    )


@dataclass
class Deck:
    cards_per_pack: Annotated[int, Between(1, 99)]
    removed_per_pack: Annotated[int, Between(0, 20)]
    cards_per_round: Literal[5] = 5
    packs: tuple[Literal["A"], Literal["B"]] = ("A", "B")
    top_pack: Literal["A"] = "A"


@dataclass
class Box:
    """The whole file; tables without a type are read by people and clients alone."""

    meta: Meta
    die_type: Annotated[tuple[DieType, ...], Keyed("colour")]
    special_symbol: tuple[SpecialSymbol, ...]
    dice_reserve: Reserve
    meeting_space: tuple[MeetingRow, ...]
    score_track: ScoreTrack
    rerolls: Rerolls
    scoring: Scoring
    deck: Deck
    adventurer: tuple[Adventurer, ...]
    companion: tuple[Card, ...]
    spell: tuple[Spell, ...]
    province: ProvinceTable
    archipelago: ArchipelagoTable
    opening_roll: OpeningRoll | None = None
    vocabulary: Any = None
    element: Any = None
    player_count: Any = None
    small_token: Any = None
    piece: Any = None
    player_colour: Any = None


class LueurContent(Content):
    """Everything in the box."""

    def __init__(self, hash: str, file: str, box: Box) -> None:
        super().__init__(hash)
        self.dice = dice_of(file, box.die_type)
        self.black_die = next(die.id for die in self.dice if die.colour == BLACK)
        self.face_effects = {one.id: one.immediate for one in box.special_symbol}
        self.reserve_colours = box.dice_reserve.large
        self.adventurers = {one.id: one.card() for one in box.adventurer}
        self.companions = {card.id: card for card in box.companion}
        self.cards = {**self.adventurers, **self.companions}
        self.spells = {spell.id: spell for spell in box.spell}
        self.spaces = spaces_of(file, box.meeting_space)
        self.start_bursts = box.score_track.start
        self.reroll_spaces = tuple(sorted(box.score_track.reroll_spaces))
        self.last_track_total = box.score_track.rerolls_blocked_from_total - 1
        self.dice_per_reroll = box.rerolls.dice_per_reroll_max
        self.rerolls_to_set = box.rerolls.rerolls_to_set_a_die
        self.firefly_bonus = box.scoring.firefly_bonus
        self.bursts_per_footprint = box.scoring.bursts_per_footprint
        self.rounds = box.meta.rounds
        self.removed_per_pack = box.deck.removed_per_pack
        self.boats = box.archipelago.boats_per_player
        self.province = Board(box.province.start, box.province.space)
        self.province.add_paths(Row(file, "province", {}), box.province.edge)
        self.bearings: dict[str, object] = {}  # By space, once somebody was told (`bearings.py`).
        self.archipelago = Board(box.archipelago.start, box.archipelago.island)
        self.archipelago.add_paths(Row(file, "archipelago", {}), box.archipelago.edge)
        self.check_dice(file)
        self.check_opening(file, box)
        self.check_cards(file)
        self.check_deck(file, box.deck)

    def check_dice(self, file: str) -> None:
        """Cards have the dice they need: adventurers their own, Sketals those of the reserve."""
        for die in self.dice:
            for face in die.faces:
                if face not in ELEMENTS and face not in self.face_effects:
                    raise BadContent(file, WHOLE_FILE, "special_symbol", f"has no row for {face}")
        reserve = self.reserve_colours
        for colour in reserve:
            if not self.large_dice(colour) or reserve.count(colour) > 1:
                wrong = "twice" if self.large_dice(colour) else "but there is no large die of it"
                raise BadContent(file, "dice_reserve", "large", f"holds {colour} {wrong}")
        taken: list[str] = []
        for card in self.adventurers.values():
            colour, row = card.die_colour, f"adventurer {card.id}.large_dice"
            free = self.large_dice(colour) - (colour in reserve)
            if colour in taken:
                raise BadContent(file, row, "colour", f"is {colour}, like another adventurer's")
            if card.dice > free:
                raise BadContent(file, row, "n", f"is {card.dice}, not from 1 to {free}")
            taken.append(colour)
        for card in self.companions.values():
            colour = card.die_colour
            if colour not in reserve and colour not in ("", ANY_COLOUR):
                text = f"is {colour!r}, not one of {', '.join(reserve)}, {ANY_COLOUR}"
                raise BadContent(file, f"companion {card.id}", "large_die", text)

    def check_opening(self, file: str, box: Box) -> None:
        """All coloured small dice open the game (L-SETUP-12); where a pack counts them, it counts so."""
        small = {one.colour: one.small for one in box.die_type if one.small and one.colour != BLACK}
        if box.opening_roll is not None and box.opening_roll.small_dice != small:
            text = f"are not the small dice of die_type: {small}"
            raise BadContent(file, "opening_roll", "small_dice", text)
        for symbol in box.special_symbol:
            faces = [one.faces for one in box.die_type if one.colour == symbol.die_colour]
            if not any(symbol.id in face for face in faces):
                text = f"is {symbol.die_colour}, whose dice do not show {symbol.id}"
                raise BadContent(file, f"special_symbol {symbol.id}", "die_colour", text)

    def large_dice(self, colour: str) -> int:
        return sum(die.large and die.colour == colour for die in self.dice)

    def check_cards(self, file: str) -> None:
        """Rules find cards and spells by their ids alone, and some powers are on one card."""
        if len(self.adventurers) < MOST_PLAYERS:
            text = f"has {len(self.adventurers)} where {MOST_PLAYERS} may play"
            raise BadContent(file, WHOLE_FILE, "adventurer", text)
        for id in self.companions:
            if id in self.adventurers:
                raise BadContent(file, f"companion {id}", "id", "stands twice")
        for id in self.spells:
            if id in self.cards:
                raise BadContent(file, f"spell {id}", "id", "stands twice")
        known: list[str] = []
        for card in self.companions.values():
            powers = [("black_die_owner", "true")] if card.rules_black_die else []
            for effect in card.trigger.effects if card.trigger else ():
                if isinstance(effect, SingleCardEffect):
                    powers.append(("trigger", word_of(type(effect))))
            for field, power in powers:
                if power in known:
                    text = f"has {power} on a second card, where one may (L-SERIAL-03)"
                    raise BadContent(file, f"companion {card.id}", field, text)
                known.append(power)

    def check_deck(self, file: str, deck: Deck) -> None:
        """Eight rounds of five need forty companions, the A cards first (L-SETUP-09)."""
        size = deck.cards_per_pack
        for pack in PACKS:
            cards = sum(card.pack == pack for card in self.companions.values())
            if cards != size:
                text = f"has {cards} cards of pack {pack}, not {size}"
                raise BadContent(file, WHOLE_FILE, "companion", text)
        dealt = len(PACKS) * (size - deck.removed_per_pack)
        needed = self.rounds * len(ELEMENTS)
        if dealt != needed:
            text = f"leaves {dealt} companions, not {needed}"
            raise BadContent(file, "deck", "removed_per_pack", text)


def dice_of(file: str, types: Sequence[DieType]) -> tuple[Die, ...]:
    dice: list[Die] = []
    for one in types:
        for large in [True] * one.large + [False] * one.small:
            dice.append(Die(len(dice), one.colour, large, one.faces))
    if not any(die.colour == BLACK for die in dice):
        raise BadContent(file, WHOLE_FILE, "die_type", "has no black die")
    if len(dice) > MOST_DICE:
        text = f"has {len(dice)} dice where {MOST_DICE} are the most"
        raise BadContent(file, WHOLE_FILE, "die_type", text)
    return tuple(dice)


def spaces_of(file: str, spaces: Sequence[MeetingRow]) -> tuple[str, ...]:
    """The meeting track from left to right, one space for each element."""
    found: dict[int, str] = {}
    for space in spaces:
        row = f"meeting_space {space.id}"
        if space.position in found:
            text = f"is {space.position}, like that of the {found[space.position]} space"
            raise BadContent(file, row, "position", text)
        if space.element in found.values():
            raise BadContent(file, row, "element", f"is {space.element}, which has a space already")
        found[space.position] = space.element
    if len(found) < len(ELEMENTS):
        text = "does not have a space for each element"
        raise BadContent(file, WHOLE_FILE, "meeting_space", text)
    return tuple([found[position] for position in sorted(found)])


def read_lueur(path: Path) -> LueurContent:
    tables, hash = read_toml(path)
    own = take_own_words(tables, path.name, named=("spell",))
    box = read_row(Box, path.name, check_unread(path, tables, PRINTED, UNREAD))
    return LueurContent(hash, path.name, box).with_words(own)
