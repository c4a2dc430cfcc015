"""How messages name characters, cards, spaces and effects."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import partial
from typing import Any, Final

from embertable.engine.catalogue import Detail, Message, Namer, Plain, Value
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import START
from embertable.games.deadcells.describe import (
    ability_text,
    addressed,
    card_text,
    corridor_text,
    effects_text,
    either,
    find_attack,
    find_step,
    icons_text,
    line_text,
    lines_text,
    shop_text,
    step_text,
)
from embertable.games.deadcells.display_names import display_name, foe
from embertable.games.deadcells.effects import COLOURS, Choose
from embertable.games.deadcells.state import PRINTED
from embertable.games.deadcells.view import CharacterView, DeadCellsView

TOKENS: Final = ("tooth", "cell", "food")
KNOWN_BEHEADED: Final = ("immolated", "flayed", "poisoned", "quartered", "serenade")
NOTHING: Final = Message("detail.nothing")


class Names:
    """Namers of single values: `{character:who}`, `{card:card}`, `{space:space}`."""

    def __init__(self, content: DeadCellsContent, view: DeadCellsView | None) -> None:
        self.content = content
        self.view = view

    def namers(self) -> Mapping[str, Namer]:
        return {
            "who": self.name_character,
            "beheaded": self.name_beheaded,
            "to_beheaded": self.name_receiver,
            "card": self.name_card,
            "used": self.name_used,
            "foe": self.name_foe,
            "text": self.card_text,
            "does": self.line_message,
            "biome": self.name_place,
            "space": partial(name_space, "space"),
            "on": partial(name_space, "on"),
            "at": partial(name_space, "at"),
            "leaving": partial(name_space, "leaving"),
            "where": self.name_where,
            "reached": self.name_reached,
            "enemy": self.name_enemy,
            "round": name_round,
            "rune": self.name_rune,
            "tile": self.name_tile,
        }

    def name_character(self, value: Plain) -> Message:
        assert isinstance(value, int)
        beheaded = "" if self.view is None else self.view.characters[value].beheaded
        return self.name_beheaded(beheaded) if beheaded else Message("who.seat", {"seat": value})

    def name_beheaded(self, value: Plain) -> Message:
        if value in KNOWN_BEHEADED:
            return Message(f"hero.{value}")
        assert isinstance(value, str)
        return display_name(self.content.beheaded[value].name)

    def name_receiver(self, value: Plain) -> Message:
        """With its preposition, which joins the article in some languages."""
        if value in KNOWN_BEHEADED:
            return Message(f"to_hero.{value}")
        return Message("to_hero.other", {"name": self.name_beheaded(value)})

    def name_card(self, value: Plain) -> Message:
        assert isinstance(value, str)
        if not value:
            return NOTHING
        content = self.content
        name = content.name_of(value)
        if name:
            return display_name(name)
        if value == PRINTED:
            return Message("card.printed")
        if value.startswith("serenade-"):
            track = content.serenade.tracks[0 if value.startswith("serenade-power-") else 1]
            return addressed(effects_text(track[int(value[-1]) - 1]))
        step = find_step(content, value)
        return Message("card.name", {"name": value}) if step is None else ability_text(step)

    def name_used(self, value: Plain) -> Message:
        """What somebody used, told to everybody: not in words to its holder."""
        assert isinstance(value, str)
        step = find_step(self.content, value)
        if step is None:
            return self.name_card(value)
        return effects_text(step.effects) if step.kind == "skill" else step_text(step)

    def name_foe(self, value: Plain) -> Message:
        """An enemy, with its article."""
        assert isinstance(value, str)
        return foe(self.content.name_of(value))

    def card_text(self, value: Plain) -> Message:
        assert isinstance(value, str)
        return card_text(self.content, value)

    def line_message(self, value: Plain) -> Message:
        """A line by its card and Round: `IM-1 2`."""
        assert isinstance(value, str)
        card, _, round = value.rpartition(" ")
        return line_text(self.content, card, int(round))

    def name_place(self, value: Plain) -> Message:
        """A Biome, or a Boss."""
        assert isinstance(value, str)
        if value in self.content.biomes:
            return display_name(self.content.biomes[value].name)
        if value in self.content.bosses:
            return display_name(self.content.bosses[value].name)
        return Message("place.camp")

    def name_where(self, value: Plain) -> Message:
        """A space of the Biome board."""
        if value == START:
            return Message("place.start")
        if self.view is not None and self.view.biome:
            exits = self.content.biomes[self.view.biome].exits
            if isinstance(value, str) and value in exits:
                return Message("place.exit", {"id": value[-1].upper(), "to": exits[value].to})
        return Message("place.space", {"id": value})

    def name_reached(self, value: Plain) -> Message:
        """A space in an older log line, when the Group may be in another Biome."""
        assert isinstance(value, str)
        if any(value in biome.exits for biome in self.content.biomes.values()):
            return Message("place.out", {"id": value[-1].upper()})
        return Message("place.space", {"id": value})

    def name_enemy(self, value: Plain) -> Message:
        """The enemy that stands on a space."""
        for enemy in () if self.view is None else self.view.enemies:
            if enemy.space == value:
                return Message("enemy.on", {"card": enemy.card, "space": value})
        return name_space("space", value)

    def name_rune(self, value: Plain) -> Message:
        assert isinstance(value, str)
        return display_name(self.content.runes[value].name)

    def name_tile(self, value: Plain) -> Message:
        assert isinstance(value, str)
        if not value:
            return NOTHING
        tile = self.content.tiles[value]
        kind = Message(f"tile.{tile.kind}")
        if not tile.curse:
            return kind
        return Message("tile.with_curse", {"tile": kind, "does": effects_text(tile.curse)})


def name_space(group: str, value: Plain) -> Message:
    """A space of the Combat board: `space 1`, `On space 1`, `on space 1` or `From space 1`."""
    return Message(f"{group}.behind") if value == -1 else Message(f"{group}.front", {"n": value})


def name_round(value: Plain) -> Message:
    return Message(f"rounds.{value}")


class Details:
    """Parts of messages computed from several arguments and the view."""

    def __init__(self, content: DeadCellsContent, view: DeadCellsView | None) -> None:
        self.content = content
        self.view = view

    def details(self) -> Mapping[str, Detail]:
        return {
            "effects": effects_message,
            "options": options_message,
            "icons": icons_message,
            "option": self.option_message,
            "line": self.line_message,
            "corridor": self.corridor_message,
            "deal": self.deal_message,
            "shields": shields_message,
            "stopped": stopped_message,
            "looted": looted_message,
            "lying": lying_message,
            "attack": self.attack_message,
            "shops": shops_message,
            "scroll": scroll_message,
            "effect": effect_message,
            "unlocks": self.unlocked_message,
            "power": self.power_message,
            "handed": handed_message,
        }

    def line_message(self, arguments: Mapping[str, Value]) -> Message:
        """The line of an Active card in this Round."""
        character, number = arguments["character"], arguments["number"]
        assert isinstance(character, int)
        assert isinstance(number, int)
        if self.view is None or number >= len(self.view.characters[character].active):
            return Message("effect.none")
        owner = self.view.characters[character]
        card = owner.active[number].card
        round = max(0, min(3, self.view.round))
        if card == PRINTED:
            return addressed(effects_text(self.content.serenade.printed[int(owner.melee)][round]))
        if not card:
            return NOTHING_DONE
        return addressed(effects_text(self.content.cards[card].lines[round]))

    def corridor_message(self, arguments: Mapping[str, Value]) -> Message:
        """What a corridor asks, and what shape lies at its end."""
        number = arguments["number"]
        assert isinstance(number, int)
        if self.view is None or not self.view.biome:
            return NOTHING
        biome = self.content.biomes[self.view.biome]
        corridor = biome.corridors[number]
        parts: list[Message] = []
        if corridor.to in biome.places:
            space = self.view.spaces[biome.places[corridor.to]]
            if space.tile:
                parts.append(Message("corridor.tile", {"tile": space.tile}))
            else:
                parts.append(Message("corridor.shape", {"shape": space.shape}))
        parts.extend(corridor_text(corridor))
        return Message("corridor.all", {"parts": parts}) if parts else NOTHING

    def unlocked_message(self, arguments: Mapping[str, Value]) -> Message:
        """What the next space of a Scroll track brings; Serenade has one track for all colours."""
        character, colour = arguments["character"], arguments["colour"]
        assert isinstance(character, int)
        if self.view is None:
            return NOTHING
        seat_for = self.view.characters[character]
        if seat_for.beheaded not in self.content.beheaded:
            if seat_for.scrolls[0] < len(self.content.serenade.tracks[int(seat_for.melee)]):
                return Message("scroll.serenade", {"does": self.serenade_message(seat_for)})
            return Message("scroll.unlocks", {"colour": colour, "abilities": []})
        track = COLOURS.index(str(colour))
        steps = self.content.beheaded[seat_for.beheaded].tracks[track]
        found = [ability_text(one) for one in steps if one.position == seat_for.scrolls[track] + 1]
        return Message("scroll.unlocks", {"colour": colour, "abilities": found})

    def serenade_message(self, serenade: CharacterView) -> Message:
        """The next space of her track; her gifts of the Melee side belong to Round 0."""
        effects = self.content.serenade.tracks[int(serenade.melee)][serenade.scrolls[0]]
        does = addressed(effects_text(effects))
        gift = serenade.melee and serenade.scrolls[0] < 2
        return Message("ability.round", {"round": 0, "does": does}) if gift else does

    def power_message(self, arguments: Mapping[str, Value]) -> Message:
        """What Serenade does for an icon, and when."""
        round, effects = self.content.serenade.powers[COLOURS.index(str(arguments["colour"]))]
        return Message("ability.round", {"round": round, "does": addressed(effects_text(effects))})

    def deal_message(self, arguments: Mapping[str, Value]) -> Message:
        tile, number = arguments["tile"], arguments["number"]
        assert isinstance(number, int)
        offers = self.content.tiles[str(tile)].offers if tile else self.content.shops
        cost = offers[number].cost
        if self.view is not None:
            cost = max(1, cost + self.view.shop_costs[3 if tile else number])
        does = effects_text(offers[number].effects)
        return Message("deal.offer", {"does": does, "cost": cost})

    def option_message(self, arguments: Mapping[str, Value]) -> Message:
        """One item of an Either/Or."""
        effect = self.content.either_or[str(arguments["either_or"])]
        number = arguments["number"]
        assert isinstance(number, int)
        return effects_text(effect.options[number])

    def attack_message(self, arguments: Mapping[str, Value]) -> Message:
        attack = find_attack(self.content, str(arguments["attack"]))
        return NOTHING if attack is None else lines_text(attack.lines)


NOTHING_DONE: Final = Message("effect.none")


# Effects are told, too, though no template names them; once compiled, a `Value` would refuse them.


def effects_message(arguments: Mapping[str, Any]) -> Message:
    return effects_text(arguments["effects"])


def effect_message(arguments: Mapping[str, Any]) -> Message:
    return effects_text((arguments["effect"],))


def options_message(arguments: Mapping[str, Any]) -> Message:
    effect = arguments["effect"]
    assert isinstance(effect, Choose)
    return either([effects_text(one) for one in effect.options])


def icons_message(arguments: Mapping[str, Any]) -> Message:
    return icons_text(tuple(arguments["icons"]))


def shields_message(arguments: Mapping[str, Value]) -> Message:
    shields, golden = arguments["shields"], arguments["golden"]
    if not shields and not golden:
        return Message("block.none")
    parts: list[Message] = []
    if shields:
        parts.append(Message("block.shields", {"n": shields}))
    if golden:
        parts.append(Message("block.golden", {"n": golden}))
    return Message("block.some", {"parts": parts})


def stopped_message(arguments: Mapping[str, Value]) -> Message:
    return Message("hurt.stopped", {"n": arguments["stopped"]}) if arguments["stopped"] else NOTHING


def looted_message(arguments: Mapping[str, Value]) -> Message:
    return Message(f"looted.{arguments['item']}", {"n": arguments["n"]})


def lying_message(arguments: Mapping[str, Value]) -> Message:
    """What lies on the Group space: tokens of a kind are counted, cards and Scrolls are named."""
    loot = arguments["loot"]
    assert isinstance(loot, (list, tuple))
    counted = Counter(str(one) for one in loot)
    parts = [
        Message(f"looted.{one}", {"n": n}) if one in TOKENS else loot_text(one)
        for one, n in counted.items()
        for _ in range(1 if one in TOKENS else n)
    ]
    return Message("effect.list", {"parts": parts})


def loot_text(one: str) -> Message:
    """A token or card on the Group space: `tooth`, `scroll green`, `treasure torch`."""
    kind, _, word = one.partition(" ")
    return Message(f"loot.{kind}", {"word": word})


def shops_message(arguments: Mapping[str, Value]) -> Message:
    times, cost = arguments["times"], arguments["cost"]
    assert isinstance(times, int)
    assert isinstance(cost, int)
    return shop_text(times, cost)


def handed_message(arguments: Mapping[str, Value]) -> Message:
    """What of the Bag is handed out next."""
    item, what = arguments["item"], arguments["what"]
    return Message(f"handed.{item}", {"card" if item == "treasure" else "colour": what})


def scroll_message(arguments: Mapping[str, Value]) -> Message:
    colour = arguments["colour"]
    return Message("scroll.coloured", {"colour": colour}) if colour else Message("scroll.any")
