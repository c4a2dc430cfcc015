"""The names of cards, dice and places in the sentences of Set a Watch.

Printed names are translated; those of a content pack are shown as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final

from embertable.engine.catalogue import (
    Detail,
    Message,
    Namer,
    Plain,
    Value,
    catalogue_file,
    read_catalogue,
)
from embertable.games.setawatch.attack import FAMILIAR
from embertable.games.setawatch.content import SUMMON, WatchContent
from embertable.games.setawatch.effects import RunnableEffect
from embertable.games.setawatch.own_cards import DECK, HORDE, LINE
from embertable.games.setawatch.state import owner
from embertable.games.setawatch.view import DieView, WatchView

PURPOSES: Final = {
    "DamageEffect": "damage",
    "DefeatEffect": "defeat",
    "MoveEffect": "move",
    "NegateEffect": "negate",
    "PeekEffect": "peek",
    "TameEffect": "tame",
}
"""What an effect takes a card for, where the question can say it."""


class Names:
    """Namers of single values: `{card:card}`, `{die:die}`, `{adventurer:adventurer}`."""

    def __init__(self, content: WatchContent, view: WatchView | None) -> None:
        self.content = content
        self.view = view

    def namers(self) -> Mapping[str, Namer]:
        return {
            "adventurer": self.name_adventurer,
            "the_adventurer": self.name_the_adventurer,
            "ability": self.name_ability,
            "item": self.name_item,
            "card": self.name_card,
            "the_card": self.name_the_card,
            "creature": self.name_creature,
            "the_creature": self.name_the_creature,
            "worth": self.worth_message,
            "attacker": self.name_attacker,
            "text": self.text_message,
            "use": self.use_message,
            "short": self.short_message,
            "location": self.name_location,
            "die": self.name_die,
            "where": self.name_where,
            "side": self.name_side,
            "source": self.name_source,
            "effect": self.name_effect,
        }

    def name_adventurer(self, value: Plain) -> Message:
        assert isinstance(value, int)
        if value < 0:
            return Message("party.all")
        card = self.content.adventurers[value]
        return title(card.id, card.name)

    def name_the_adventurer(self, value: Plain) -> Message:
        """With an article; `{adventurer:The_adventurer}` begins a sentence."""
        assert isinstance(value, int)
        if value < 0:
            return Message("the.party")
        card = self.content.adventurers[value]
        return with_article(card.id, card.name)

    def name_ability(self, value: Plain) -> Message:
        assert isinstance(value, str)
        return title(value, self.content.abilities[value].name)

    def name_item(self, value: Plain) -> Message:
        assert isinstance(value, str)
        return title(value, self.content.items[value].name)

    def name_card(self, value: Plain) -> Message:
        """With its health, which tells namesakes apart; a hidden card by its place."""
        assert isinstance(value, str)
        if value.startswith("#"):
            return self.name_hidden(int(value[1:]))
        return self.with_health(value, self.name_creature(value))

    def name_the_card(self, value: Plain) -> Message:
        """With an article; `{card:The_card}` begins a sentence."""
        assert isinstance(value, str)
        if value.startswith("#"):
            return self.name_hidden(int(value[1:]))
        return self.with_health(value, self.name_the_creature(value))

    def with_health(self, id: str, name: Message) -> Message:
        card = self.content.cards[id]
        if card.creature.kind == SUMMON or card.formula is not None or not self.has_namesakes(id):
            return name
        return Message("card.named", {"name": name, "health": card.base})

    def has_namesakes(self, id: str) -> bool:
        """Whether other cards of this creature have another health."""
        card = self.content.cards[id]
        return any(
            one.creature is card.creature and one.base != card.base
            for one in self.content.cards.values()
        )

    def name_creature(self, value: Plain) -> Message:
        """By name alone, where its health stands beside it."""
        assert isinstance(value, str)
        creature = self.content.cards[value].creature
        return title(creature.id, creature.name)

    def worth_message(self, value: Plain) -> Message:
        """What the Merchant gives for it as a trophy (W-BOUNTY-05)."""
        assert isinstance(value, str)
        return Message("card.worth", {"n": self.content.cards[value].creature.damage})

    def name_the_creature(self, value: Plain) -> Message:
        """By name and article, where its health stands beside it."""
        assert isinstance(value, str)
        creature = self.content.cards[value].creature
        return with_article(creature.id, creature.name)

    def name_attacker(self, value: Plain) -> Message:
        if value == FAMILIAR:
            return Message("attacker.familiar")
        return Message("attacker.tamed", {"card": self.name_card(value)})

    def name_hidden(self, place: int) -> Message:
        if not place:
            return Message("card.top")
        if place < 0:
            return Message("card.in_deck", {"place": -place})
        if self.view is not None and place <= len(self.view.line):
            card = self.view.line[place - 1].card
            if card:
                return Message("card.peeked", {"card": self.name_card(card), "place": place})
        return Message("card.hidden", {"place": place})

    def text_message(self, value: Plain) -> Message:
        """The text of a card, ability, item, location, camp action or side of the Familiar."""
        assert isinstance(value, str)
        content = self.content
        for texts in (
            content.abilities,
            content.items,
            content.locations,
            content.camp,
            content.runes,
        ):
            if value in texts:
                return text_of(value, texts[value].text)
        for adventurer in content.adventurers:
            if adventurer.camp_action.id == value:
                return text_of(value, adventurer.camp_action.text)
            for side in adventurer.familiars:
                if side.id == value:
                    return text_of(value, side.text)
        creature = content.cards[value].creature
        return text_of(creature.id, creature.text)

    def short_message(self, value: Plain) -> Message:
        """The text of an ability in one line, where the whole text stands beside it."""
        whole = self.text_message(value)
        id = whole.id.replace("text.", "short.", 1)
        return Message(id) if id != whole.id and id in printed() else whole

    def use_message(self, value: Plain) -> Message:
        """The text of an item after its trigger, without which nobody knows what using it takes."""
        assert isinstance(value, str)
        trigger = self.content.items[value].trigger
        return Message(f"use.{trigger}", {"text": self.text_message(value)})

    def name_location(self, value: Plain) -> Message:
        assert isinstance(value, str)
        if not value:
            return Message("location.none")
        return title(value, self.content.locations[value].name)

    def name_die(self, value: Plain) -> Message:
        """By its adventurer and, where a view tells, its value."""
        assert isinstance(value, int)
        adventurer = self.name_adventurer(owner(value))
        die = find_die(self.view, value)
        if die is None:
            return Message("die.of", {"adventurer": adventurer})
        return Message("die.shown", {"adventurer": adventurer, "value": die.value})

    def name_where(self, value: Plain) -> Message:
        """A camp action, an own camp action or a rune."""
        assert isinstance(value, str)
        content = self.content
        if value in content.camp:
            return title(value, content.camp[value].name)
        if value in content.runes:
            return title(value, content.runes[value].name)
        own = [one.camp_action for one in content.adventurers if one.camp_action.id == value]
        return title(value, own[0].name)

    def name_side(self, value: Plain) -> Message:
        for side in self.content.adventurers[self.content.witch].familiars:
            if side.id == value:
                return title(side.id, side.name)
        return plain(str(value))

    def name_source(self, value: Plain) -> Message:
        """The card whose effects a script are."""
        assert isinstance(value, str)
        content = self.content
        id = value.partition(".")[0]
        if id in content.abilities:
            return self.name_ability(id)
        if id in content.items:
            return self.name_item(id)
        if id in content.locations:
            return self.name_location(id)
        for card in content.cards.values():
            if card.creature.id == id:
                return title(id, card.creature.name)
        known = [*content.camp, *content.runes, *[a.camp_action.id for a in content.adventurers]]
        return self.name_where(id) if id in known else self.name_side(id)

    def name_effect(self, value: Plain) -> Message:
        """One of the effect lists to choose from, by what its first effect does."""
        assert isinstance(value, str)
        effect = self.content.scripts[value][0]
        return Message(f"effect.{type(effect).__name__}")


def title(id: str, name: str) -> Message:
    """The name of a printed thing in the reader's language; one that a pack renamed as it is."""
    return worded(f"title.{id}", name)


def with_article(id: str, name: str) -> Message:
    return Message(f"the.{id}") if printed().get(f"title.{id}") == name else plain(name)


def text_of(id: str, text: str) -> Message:
    return worded(f"text.{id}", text)


def worded(id: str, written: str) -> Message:
    return Message(id) if printed().get(id) == written else plain(written)


def printed() -> dict[str, str]:
    """What the cards of the printed game say in English, as the content does."""
    if not _printed:
        _printed.update(read_catalogue(catalogue_file("setawatch", "en")))
    return _printed


_printed: Final[dict[str, str]] = {}


def plain(name: str) -> Message:
    return Message("name.plain", {"name": name})


def find_die(view: WatchView | None, die: int) -> DieView | None:
    if view is None or not view.adventurers[owner(die)].dice:
        return None
    return next(one for one in view.adventurers[owner(die)].dice if one.id == die)


class Details:
    """What labels add from several arguments and the view: the card in a slot, the target."""

    def __init__(self, content: WatchContent, view: WatchView | None) -> None:
        self.content = content
        self.view = view
        self.names = Names(content, view)

    def details(self) -> Mapping[str, Detail]:
        return {
            "slot": self.name_slot,
            "slot_text": self.slot_message,
            "pile_text": self.pile_message,
            "target": self.name_target,
            "x": self.name_x,
            "price": self.name_price,
            "runes": self.name_runes,
            "coins_changed": coins_message,
            "wood_changed": wood_message,
            "demand": self.demand_message,
            "pick": self.pick_message,
            "lost_die": lost_die_message,
            "turned_up": turned_up_message,
        }

    def name_slot(self, arguments: Mapping[str, Value]) -> Message:
        """The ability card in a slot of an adventurer's, or of a die's owner's, board."""
        slot = arguments["slot"]
        assert isinstance(slot, int)
        if self.view is None:
            return Message("slot.number", {"n": slot + 1})
        board = self.view.adventurers[acting(arguments)].board
        return self.names.name_ability(board[slot].id)

    def slot_message(self, arguments: Mapping[str, Value]) -> Message:
        """What the ability card in the slot does."""
        slot = arguments["slot"]
        assert isinstance(slot, int)
        if self.view is None:
            return self.name_slot(arguments)
        return self.names.text_message(self.view.adventurers[acting(arguments)].board[slot].id)

    def pile_message(self, arguments: Mapping[str, Value]) -> Message:
        """What the item on top of a pile of the Market does."""
        pile = arguments["pile"]
        assert isinstance(pile, int)
        if self.view is None or not self.view.market[pile]:
            return self.name_price(arguments)
        return self.names.use_message(self.view.market[pile][0])

    def name_target(self, arguments: Mapping[str, Value]) -> Message:
        place = arguments["place"]
        assert isinstance(place, int)
        if self.view is None or place > len(self.view.line):
            return Message("card.hidden", {"place": place})
        one = self.view.line[place - 1]
        if not one.card:
            return Message("card.hidden", {"place": place})
        return Message(
            "card.target",
            {
                "name": self.names.name_creature(one.card),
                "place": place,
                "damage": one.damage,
                "health": one.health,
            },
        )

    def demand_message(self, arguments: Mapping[str, Value]) -> Message:
        """Who asks for ability cards: as the watch is over, the first of the Line."""
        n = arguments["n"]
        if self.view is not None and self.view.out_of_actions and self.view.line:
            return Message("demand.by", {"card": self.view.line[0].card, "n": n})
        return Message("demand.party", {"n": n})

    def pick_message(self, arguments: Mapping[str, Value]) -> Message:
        """What the card is taken for: the effects of one script may ask one after the other."""
        script = arguments["script"]
        assert isinstance(script, str)
        for effect in self.content.scripts.get(script, ()):
            selector = effect.selector() if isinstance(effect, RunnableEffect) else None
            if selector is None or selector.pick not in ("choose", "same"):
                continue
            if selector.up_to == arguments["up_to"]:
                return Message(f"pick.{PURPOSES.get(type(effect).__name__, 'any')}")
        return Message("pick.any")

    def name_x(self, arguments: Mapping[str, Value]) -> Message:
        """The value that an exhausted card takes from a spent die."""
        value = arguments["die"]
        assert isinstance(value, int)
        die = find_die(self.view, value) if value >= 0 else None
        return Message("x.none") if die is None else Message("x.value", {"x": die.value})

    def name_runes(self, arguments: Mapping[str, Value]) -> Message:
        runes = [arguments[name] for name in ("first", "second", "third")]
        names = [self.names.name_where(rune) for rune in runes if isinstance(rune, str) and rune]
        return Message("runes.all", {"runes": names})

    def name_price(self, arguments: Mapping[str, Value]) -> Message:
        pile = arguments["pile"]
        assert isinstance(pile, int)
        if self.view is None or not self.view.market[pile]:
            return Message("pile.number", {"n": pile + 1})
        item = self.view.market[pile][0]
        n = self.view.prices[pile]
        return Message("pile.item", {"name": self.names.name_item(item), "n": n})


def turned_up_message(arguments: Mapping[str, Value]) -> Message:
    """Which hidden card people turn up or look at."""
    pile = arguments["pile"]
    if pile in (DECK, HORDE) and arguments["place"] != 1:
        return Message(f"turned_up.{pile}_deep", {"place": arguments["place"]})
    looks = "_look" if arguments["looks"] and pile != HORDE else ""
    place = {"place": arguments["place"]} if pile == LINE else {}
    return Message(f"turned_up.{pile}{looks}", place)


def lost_die_message(arguments: Mapping[str, Value]) -> Message:
    card = arguments["card"]
    return Message("lost_die.by", {"card": card}) if card else Message("lost_die.aside")


def coins_message(arguments: Mapping[str, Value]) -> Message:
    return change_message("coins", arguments["n"], arguments["coins"])


def wood_message(arguments: Mapping[str, Value]) -> Message:
    return change_message("wood", arguments["n"], arguments["firewood"])


def change_message(what: str, n: Value, now: Value) -> Message:
    """More or less of something, and how much there is now."""
    assert isinstance(n, int)
    return Message(f"change.{what}_{'more' if n >= 0 else 'less'}", {"n": abs(n), "now": now})


def acting(arguments: Mapping[str, Value]) -> int:
    value = arguments.get("adventurer")
    if isinstance(value, int):
        return value
    die = arguments["die"]
    assert isinstance(die, int)
    return owner(die)
