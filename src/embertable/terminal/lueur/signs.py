"""The signs of Lueur on a text screen: symbols, dice and cards in a few characters.

Nothing depends on colour alone: every sign has its own shape, and dice name their colour.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from rich.text import Text

from embertable.engine.catalogue import Catalogue
from embertable.engine.content import word_of
from embertable.games.lueur.content import ANY_COLOUR, SYMBOLS, Card, Trigger
from embertable.games.lueur.view import DieView, LueurView
from embertable.games.lueur.vocabulary import Amount, Effect, PayFootprints
from embertable.terminal.ink import FAINT, ink

SYMBOL_SIGNS = {
    "nature": "♣",
    "water": "≈",
    "air": "○",
    "fire": "▲",
    "mineral": "◆",
    "footprints": "»",
    "bursts": "★",
    "minus_bursts": "☆",
}
SYMBOL_STYLES = {
    "nature": "#6cc35a",
    "water": "#5c9dff",
    "air": "#8fe3f0",
    "fire": "#ff6b5a",
    "mineral": "#f0a040",
    "footprints": "#c78bea",
    "bursts": "#ffd84a",
    "minus_bursts": "#a0a0a0",
}
DIE_STYLES = {
    "green": "#6cc35a",
    "blue": "#5c9dff",
    "azure": "#8fe3f0",
    "red": "#ff6b5a",
    "orange": "#f0a040",
    "purple": "#c78bea",
    "yellow": "#ffd84a",
    "black": "#a0a0a0",
}
THING_SIGNS = {"bursts": "★", "footprints": "»", "fireflies": "✦", "rerolls": "↻"}
DEED_SIGNS = {
    "to_cemetery": "†",
    "cast_spells": "✹",
    "raise_companion": "⇡",
    "kill_last_recruited": "†",
    "lose_companion_or_spell": "†✹",
}
OTHER_SIGN = "✱"


def symbol_text(symbol: str, times: int = 1) -> Text:
    return ink(SYMBOL_SIGNS[symbol] * times, SYMBOL_STYLES[symbol])


def die_text(die: DieView, catalogue: Catalogue) -> Text:
    """[red] is a large die, (red) a small one; marks say what became of it."""
    colour = catalogue.name_of(die.colour, "colour")[:3]
    mark = "*" if die.picked else "'" if die.set_aside else "" if die.counts else "x"
    text = ink(f"[{colour}]" if die.large else f"({colour})", DIE_STYLES.get(die.colour, ""))
    if not die.counts:
        text.stylize("strike")
    return text.append(mark, style="bold")


def dice_text(dice: Sequence[DieView], catalogue: Catalogue) -> list[Text]:
    """Dice in groups of the same face, as cards ask for them."""
    groups: list[Text] = []
    for face in (*SYMBOLS, ""):
        alike = [die for die in dice if die.face == face]
        if not alike:
            continue
        if face:
            group = symbol_text(face, len(alike)).append(f" {catalogue.name_of(face, 'symbol')} ")
        else:
            group = ink(f"{catalogue.text('board.not_rolled')} ", FAINT)
        for die in alike:
            group.append_text(die_text(die, catalogue))
        groups.append(group)
    return groups


def card_signs(card: Card, catalogue: Catalogue) -> Text:
    """A card in signs, much as it is printed: powers, trigger, end-of-game bursts."""
    parts: list[Text] = []
    if card.die_colour and not card.dice:
        colour = (
            catalogue.name_of(card.die_colour, "colour")[:3]
            if card.die_colour != ANY_COLOUR
            else "?"
        )
        parts.append(ink(f"[{colour}]", DIE_STYLES.get(card.die_colour, "")))
    if card.rules_black_die:
        colour = catalogue.name_of("black", "colour")[:3]
        parts.append(ink(f"({colour})", DIE_STYLES["black"]))
    if card.rerolls:
        parts.append(Text("↻" * card.rerolls))
    if card.fireflies:
        parts.append(ink("✦" * card.fireflies, SYMBOL_STYLES["bursts"]))
    if card.trigger is not None:
        parts.append(trigger_signs(card.trigger))
    if card.points:
        parts.append(ink(f"({signed(card.points)})", FAINT))
    return Text(" ").join(parts)


def trigger_signs(trigger: Trigger) -> Text:
    text = Text()
    for symbol, n in trigger.need:
        text.append_text(symbol_text(symbol, n))
    if trigger.identical:
        text.append(f"{trigger.identical}=")
    for symbol in trigger.absent:
        text.append("✗").append_text(symbol_text(symbol))
    return text.append("→").append(effect_signs(trigger.effects))


def effect_signs(effects: Iterable[Effect]) -> str:
    signs: list[str] = []
    for effect in effects:
        word = word_of(type(effect))
        _, _, thing = word.partition("_")
        if isinstance(effect, Amount):
            signs.append(
                signed(-effect.n if effect.is_loss() else effect.n)
                + THING_SIGNS.get(thing, OTHER_SIGN)
            )
        elif isinstance(effect, PayFootprints):
            signs.append(signed(-effect.n) + THING_SIGNS[thing])
        else:
            signs.append(DEED_SIGNS.get(word, OTHER_SIGN))
    return "".join(signs)


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def initials(view: LueurView, catalogue: Catalogue) -> list[str]:
    """The shortest unique initials of the players, for maps."""
    names = [catalogue.name_of(player.seat, "seat") for player in view.players]
    for length in (1, 2, 3):
        letters = [name[:length] for name in names]
        if len(set(letters)) == len(letters):
            return letters
    return [str(player.seat + 1) for player in view.players]
