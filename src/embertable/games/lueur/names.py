"""What Lueur's sentences call dice, cards and places, and the details they add from a view.

Names come from the content, so that a content pack needs no new words.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from embertable.engine.catalogue import Detail, Message, Namer, Plain, Value
from embertable.games.lueur.archipelago import sailing_cost
from embertable.games.lueur.bearings import bearing_of
from embertable.games.lueur.content import ASKING, ELEMENTS, Board, Card, LueurContent, Place
from embertable.games.lueur.describe import (
    condition_text,
    effects_text,
    number_word,
    symbols_text,
    text_of,
    thing_of,
)
from embertable.games.lueur.effects import footprint_cost
from embertable.games.lueur.late_morning import COMPANION, TOKEN, TRACK
from embertable.games.lueur.province import DIE, FOOTPRINT
from embertable.games.lueur.view import DieView, LueurView, PlayerView, SpaceView
from embertable.games.lueur.vocabulary import Amount, Effect, PayFootprints

SPELLS = ("S1", "S2", "S3", "S4", "S5", "S6", "S7")
NOTHING = Message("detail.nothing")


class Names:
    """Namers of single values: `{die:die}`, `{companion:card}`, `{space:place}`."""

    def __init__(self, content: LueurContent, view: LueurView | None) -> None:
        self.content = content
        self.dice: dict[int, DieView] = {}
        if view is not None:
            for player in view.players:
                for die in player.dice:
                    self.dice[die.id] = die

    def namers(self) -> Mapping[str, Namer]:
        return {
            "die": self.name_die,
            "shown": self.name_shown_die,
            "card": self.name_card,
            "text": self.card_text,
            "place": self.name_place,
            "times": name_times,
            "few_footprints": name_few_footprints,
        }

    def name_die(self, value: Plain) -> Message:
        """By size and colour: what the log says, since faces change."""
        assert isinstance(value, int)
        die = self.content.dice[value]
        return Message("dice.large" if die.large else "dice.small", {"colour": die.colour})

    def name_shown_die(self, value: Plain) -> Message:
        """With the face it shows now, where a view tells."""
        assert isinstance(value, int)
        die = self.content.dice[value]
        shown = self.dice.get(value)
        if shown is None or not shown.face:
            return self.name_die(value)
        size = "dice.large_face" if die.large else "dice.small_face"
        return Message(size, {"colour": die.colour, "face": shown.face})

    def name_card(self, value: Plain) -> Message:
        """By name; namesakes by the die they bring, else by what they ask for or give."""
        assert isinstance(value, str)
        if value in self.content.spells:
            return Message(f"spell.{value}") if value in SPELLS else other_spell(value)
        card = self.content.cards[value]
        namesakes = [other for other in self.content.cards.values() if other.name == card.name]
        if len(namesakes) == 1:
            return Message("card.name", {"name": card.name})
        colours = [other.die_colour for other in namesakes]
        if card.die_colour and colours.count(card.die_colour) == 1:
            return Message("card.coloured", {"name": card.name, "colour": card.die_colour})
        others = [told for one in namesakes if one is not card for told in epithets(one)]
        for epithet in epithets(card):
            if epithet not in others:
                return Message("card.of", {"name": card.name, "epithet": epithet[1]})
        number = [other.id for other in namesakes].index(value) + 1
        return Message("card.numbered", {"name": card.name, "number": number})

    def card_text(self, value: Plain) -> Message:
        assert isinstance(value, str)
        return text_of(self.content, value)

    def name_place(self, value: Plain) -> Message:
        assert isinstance(value, str)
        place = find_place(self.content, value)
        if value == self.content.archipelago.start:
            return Message("place.home")
        if place.kind in ASKING:
            return self.name_space(place)
        kind = "worthy_island" if place.kind == "island" and place.points else place.kind
        return Message(f"place.{kind}", {"number": place_number(value), "points": place.points})

    def name_space(self, place: Place) -> Message:
        """By where it lies, as one finds it on the map."""
        bearing = bearing_of(self.content, place)
        of = Message(f"place.of_{bearing.landmark.kind}", {"points": bearing.landmark.points})
        far = ("", "_far")[bearing.rank] if bearing.rank < 2 else "_numbered"
        number = place_number(place.id)
        lies = Message(f"place.lies{far}", {"wind": bearing.wind, "landmark": of, "number": number})
        return Message(f"place.{place.kind}", {"element": place.element, "where": lies})


def epithets(card: Card) -> Iterator[tuple[str, Message]]:
    """What may tell a card from its namesakes, the plainest first: "air and fire"."""
    if card.trigger is None:
        return
    elements = [symbol for symbol, _ in card.trigger.need] or card.trigger.absent
    if elements:
        yield "elements", together([symbols_text(symbol, 1) for symbol in sorted(elements)])
    if not card.trigger.absent:
        yield "condition", condition_text(card.trigger)
    amounts = [effect for effect in card.trigger.effects if isinstance(effect, Amount)]
    gains = [thing_of(effect) for effect in amounts if not effect.is_loss()]
    for gain in gains:
        yield "gain", gain
    if gains:
        yield "gains", together(gains)


def together(parts: list[Message]) -> Message:
    return Message("parts.all", {"parts": parts})


def other_spell(spell: str) -> Message:
    return Message("spell.other", {"id": spell})


def name_times(value: Plain) -> Message:
    return Message(f"times.{value}") if value in (1, 2) else Message("times.many", {"n": value})


def name_few_footprints(value: Plain) -> Message:
    return Message("few.footprints", {"n": value}) if value else Message("few.no_footprints")


def find_place(content: LueurContent, name: str) -> Place:
    return content.province.places.get(name) or content.archipelago.places[name]


def place_number(name: str) -> str:
    """P04 is space 4; a pack's own ids stay as they are."""
    return str(int(name[1:])) if name[1:].isdigit() else name


class Details:
    """What labels and prompts add from several arguments and the view: prices, cards, dice."""

    def __init__(self, content: LueurContent, view: LueurView | None) -> None:
        self.content = content
        self.view = view

    def details(self) -> Mapping[str, Detail]:
        return {
            "gear": self.gear_message,
            "met": self.meeting_message,
            "met_alone": self.companion_message,
            "met_text": self.companion_text_message,
            "black_die_space": self.black_die_space_message,
            "rerolling": self.rerolling_message,
            "picked": self.picked_message,
            "same_dice": self.same_dice_message,
            "price": self.price_message,
            "mix": self.mix_message,
            "turning": self.turning_message,
            "strength": self.strength_message,
            "walk": self.walk_message,
            "sailing": self.sailing_message,
        }

    def player(self, arguments: Mapping[str, Value]) -> PlayerView | None:
        seat = arguments["seat"]
        assert isinstance(seat, int)
        return None if self.view is None else self.view.players[seat]

    def meeting_message(self, arguments: Mapping[str, Value]) -> Message:
        """The companion of a space of the meeting track, with what lies there."""
        element = arguments["space"]
        space = self.space(element)
        if space is None or not space.companion:
            return Message("meeting.space", {"space": element})
        return Message(
            "meeting.companion",
            {
                "companion": space.companion,
                "space": element,
                "dice": tuple([die.id for die in space.dice]),
                "footprints": space.footprints,
            },
        )

    def companion_message(self, arguments: Mapping[str, Value]) -> Message:
        """The companion alone, for what leaves dice and footprints behind."""
        element = arguments["space"]
        space = self.space(element)
        if space is None or not space.companion:
            return Message("meeting.space", {"space": element})
        return Message("meeting.alone", {"companion": space.companion, "space": element})

    def companion_text_message(self, arguments: Mapping[str, Value]) -> Message:
        """What the companion of a space gives and does."""
        space = self.space(arguments["space"])
        if space is None or not space.companion:
            return NOTHING
        return Message("meeting.text", {"companion": space.companion})

    def black_die_space_message(self, arguments: Mapping[str, Value]) -> Message:
        space = self.space(arguments["to"])
        if space is None or not space.companion:
            return NOTHING
        return Message("meeting.beside", {"companion": space.companion})

    def same_dice_message(self, arguments: Mapping[str, Value]) -> Message:
        return Message("parts.all", {"parts": self.dice_together(arguments["dice"])})

    def gear_message(self, arguments: Mapping[str, Value]) -> Message:
        """The dice and footprints that come with a companion."""
        parts = self.dice_together(arguments["dice"])
        if arguments["footprints"]:
            parts.append(Message("thing.footprints", {"n": arguments["footprints"]}))
        return Message("gear.with", {"parts": parts}) if parts else NOTHING

    def dice_together(self, dice: Value) -> list[Message]:
        """Dice that look the same together, and of many colours only how many there are of each."""
        assert isinstance(dice, tuple)
        sizes: dict[str, dict[str, int]] = {}
        for number in dice:
            assert isinstance(number, int)
            die = self.content.dice[number]
            colours = sizes.setdefault("large" if die.large else "small", {})
            colours[die.colour] = colours.get(die.colour, 0) + 1
        parts: list[Message] = []
        for size, colours in sizes.items():
            if len(colours) > 2:
                each = [
                    Message("dice.colours" if n > 1 else "dice.colour", {"colour": colour, "n": n})
                    for colour, n in colours.items()
                ]
                n = sum(colours.values())
                parts.append(Message(f"dice.mixed_{size}", {"n": n, "colours": each}))
                continue
            for colour, n in colours.items():
                id = f"dice.{size}" if n == 1 else f"dice.several_{size}"
                parts.append(Message(id, {"colour": colour, "n": number_word(n)}))
        return parts

    def space(self, element: Value) -> SpaceView | None:
        spaces = () if self.view is None else self.view.track
        return next((space for space in spaces if space.element == element), None)

    def picked(self, arguments: Mapping[str, Value]) -> list[int]:
        player = self.player(arguments)
        return [] if player is None else [die.id for die in player.dice if die.picked]

    def rerolling_message(self, arguments: Mapping[str, Value]) -> Message:
        """The prompt of Late morning changes with the dice picked and the rerolls left."""
        dice = self.picked(arguments)
        if len(dice) == 1:
            rerolls = sum(held_rerolls(self.player(arguments)).values())
            which = "one_to_turn" if rerolls >= self.content.rerolls_to_set else "one"
        else:
            which = "several" if dice else "none"
        return Message(f"rerolling.{which}", {"dice": tuple(dice)})

    def picked_message(self, arguments: Mapping[str, Value]) -> Message:
        dice = self.picked(arguments)
        return Message("picked.dice", {"dice": tuple(dice)}) if dice else Message("picked.unknown")

    def price_message(self, arguments: Mapping[str, Value]) -> Message:
        """What a reroll of this source costs."""
        player = self.player(arguments)
        if arguments["source"] == TRACK and player is not None and player.track_rerolls:
            total = player.track_rerolls[0]
            return Message("price.fall", {"n": player.bursts - total, "total": total})
        return Message(f"source.{arguments['source']}")

    def mix_message(self, arguments: Mapping[str, Value]) -> Message:
        """The sources that pay for turning a die, and where the score track would leave."""
        parts: list[Message] = []
        for source in (COMPANION, TOKEN, TRACK):
            if arguments[source]:
                parts.append(Message(f"mix.{source}", {"n": arguments[source]}))
        track = arguments[TRACK]
        player = self.player(arguments)
        assert isinstance(track, int)
        if player is None or not 0 < track <= len(player.track_rerolls):
            return Message("parts.all", {"parts": parts})
        return Message("mix.falling", {"parts": parts, "total": player.track_rerolls[track - 1]})

    def turning_message(self, arguments: Mapping[str, Value]) -> Message:
        """The price of turning a die: the only possible mix, or one to be chosen."""
        wanted = self.content.rerolls_to_set
        held = held_rerolls(self.player(arguments))
        sources = [source for source in held if held[source]]
        if len(sources) == 1 or sum(held.values()) == wanted:
            spent = {source: min(wanted, held[source]) for source in held}
            return self.mix_message({**arguments, **spent})
        return Message("mix.any", {"n": wanted})

    def strength_message(self, arguments: Mapping[str, Value]) -> Message:
        """How often a card is met by the dice now."""
        player = self.player(arguments)
        if player is None:
            return NOTHING
        cards = [*player.companions, *player.spells]
        if player.adventurer is not None:
            cards.append(player.adventurer)
        times = next((card.times for card in cards if card.id == arguments["card"]), 0)
        return Message("strength.times", {"n": times}) if times > 1 else NOTHING

    def walk_message(self, arguments: Mapping[str, Value]) -> Message:
        """What a step costs and what its icons do."""
        board = self.content.province
        space, payment = arguments["space"], arguments["payment"]
        assert isinstance(space, str)
        place = board.places[space]
        effects = [*self.path_effects(board, self.company(arguments), space), *place.effects]
        prices: list[Message] = []
        if payment == DIE:
            prices.append(Message("price.die", {"element": place.element}))
        footprints = footprint_cost(effects) + (payment == FOOTPRINT)
        if footprints:
            prices.append(Message("price.footprints", {"n": footprints}))
        return way_message(prices, effects)

    def sailing_message(self, arguments: Mapping[str, Value]) -> Message:
        board = self.content.archipelago
        start, island = arguments["start"], arguments["island"]
        assert isinstance(start, str)
        assert isinstance(island, str)
        path = board.paths[start][island]
        player = self.player(arguments)
        footprints = 0 if player is None else sailing_cost(path, elements_shown(player))
        prices = [Message("price.footprints", {"n": footprints})] if footprints > 0 else []
        return way_message(prices, [*path.effects, *board.places[island].effects])

    def company(self, arguments: Mapping[str, Value]) -> str:
        player = self.player(arguments)
        return "" if player is None else player.company

    def path_effects(self, board: Board, start: str, end: str) -> tuple[Effect, ...]:
        path = board.paths.get(start, {}).get(end)
        return () if path is None else path.effects


def held_rerolls(player: PlayerView | None) -> dict[str, int]:
    """The rerolls left by source, none where no view tells."""
    if player is None:
        return {}
    return {
        COMPANION: player.companion_rerolls,
        TOKEN: player.rerolls,
        TRACK: len(player.track_rerolls),
    }


def elements_shown(player: PlayerView) -> int:
    """How many different elements the counted dice show."""
    return len({die.face for die in player.dice if die.counts and die.face in ELEMENTS})


def way_message(prices: list[Message], effects: list[Effect]) -> Message:
    icons = [effect for effect in effects if not isinstance(effect, PayFootprints)]
    return Message(
        "way.both",
        {
            "price": Message("way.price", {"prices": prices}) if prices else Message("way.free"),
            "icons": Message("way.icons", {"effects": effects_text(icons)}) if icons else NOTHING,
        },
    )
