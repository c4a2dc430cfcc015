"""Cards, spells and effects as messages, from content alone, so that a pack's cards read right."""

from __future__ import annotations

from collections.abc import Iterable

from embertable.engine.catalogue import Message
from embertable.engine.content import word_of
from embertable.games.lueur.content import ANY_COLOUR, Card, LueurContent, Spell, Trigger
from embertable.games.lueur.effects import ToCemetery
from embertable.games.lueur.vocabulary import Amount, Effect, PayFootprints

NUMBER_WORDS = 5


def card_text(card: Card) -> Message:
    """What a card gives and does: "2 fireflies; nature and fire: gain 1 burst, each time"."""
    return one_after_another(card_facts(card))


def card_facts(card: Card) -> list[Message]:
    facts = card_powers(card)
    if card.trigger is not None:
        facts.append(trigger_text(card.trigger))
    if card.points:
        facts.append(Message("card.points", {"n": card.points}))
    return facts or [Message("card.plain")]


def card_powers(card: Card) -> list[Message]:
    """What the card gives as long as it is in play (L-DEF-11)."""
    powers: list[Message] = []
    if card.dice:
        dice = "card.dice" if card.dice > 1 else "card.one_die"
        powers.append(Message(dice, {"n": card.dice, "colour": card.die_colour}))
    elif card.die_colour == ANY_COLOUR:
        powers.append(Message("card.any_die"))
    elif card.die_colour:
        powers.append(Message("card.die", {"colour": card.die_colour}))
    if card.rules_black_die:
        powers.append(Message("card.black_die"))
    if card.rerolls:
        powers.append(Message("card.rerolls", {"n": card.rerolls}))
    if card.fireflies:
        powers.append(Message("card.fireflies", {"n": card.fireflies}))
    return powers


def spell_text(spell: Spell) -> Message:
    return Message("trigger.spell", trigger_parts(spell.trigger, spell.trigger.effects))


def text_of(content: LueurContent, name: str) -> Message:
    """The text of a card or spell by its id."""
    spell = content.spells.get(name)
    return card_text(content.cards[name]) if spell is None else spell_text(spell)


def trigger_text(trigger: Trigger) -> Message:
    """Condition, effects and how often: "two water: lose 2 bursts, each time"."""
    others = [effect for effect in trigger.effects if not isinstance(effect, ToCemetery)]
    if len(others) < len(trigger.effects):
        frame = "trigger.skull" if others else "trigger.skull_alone"
    else:
        frame = "trigger.once" if trigger.once else "trigger.each"
    return Message(frame, trigger_parts(trigger, others))


def trigger_parts(trigger: Trigger, effects: Iterable[Effect]) -> dict[str, Message]:
    return {"condition": condition_text(trigger), "effects": effects_text(effects)}


def condition_text(trigger: Trigger) -> Message:
    """What the dice must and must not show: "water and no mineral"."""
    parts = [symbols_text(symbol, n) for symbol, n in trigger.need]
    if trigger.identical:
        parts.append(Message("condition.alike", {"n": number_word(trigger.identical)}))
    parts.extend([Message("condition.none", {"symbol": symbol}) for symbol in trigger.absent])
    return Message("parts.all", {"parts": parts})


def symbols_text(symbol: str, n: int) -> Message:
    if n == 1:
        return Message("condition.one", {"symbol": symbol})
    return Message("condition.several", {"symbol": symbol, "n": number_word(n)})


def number_word(n: int) -> Message:
    return Message(f"number.{n}") if 1 <= n <= NUMBER_WORDS else Message("number.any", {"n": n})


def effects_text(effects: Iterable[Effect]) -> Message:
    """Gains under one verb, then losses, then the rest: "gain 1 reroll and 3 bursts"."""
    gains: list[Message] = []
    losses: list[Message] = []
    payments: list[Message] = []
    rest: list[Message] = []
    for effect in effects:
        if isinstance(effect, Amount):
            (losses if effect.is_loss() else gains).append(thing_of(effect))
        elif isinstance(effect, PayFootprints):
            payments.append(thing_of(effect))
        else:
            rest.append(Message(f"effect.{word_of(type(effect))}"))
    parts: list[Message] = []
    for name, things in (("pay", payments), ("gain", gains), ("lose", losses)):
        if things:
            parts.append(Message(f"effect.{name}", {"things": things}))
    return Message("parts.all", {"parts": [*parts, *rest]})


def thing_of(effect: Amount | PayFootprints) -> Message:
    """How many of which thing: "2 footprints"."""
    _, _, thing = word_of(type(effect)).partition("_")
    return Message(f"thing.{thing}", {"n": effect.n})


def one_after_another(messages: list[Message]) -> Message:
    """Facts side by side, each complete in itself."""
    text = messages[0]
    for message in messages[1:]:
        text = Message("parts.beside", {"before": text, "after": message})
    return text
