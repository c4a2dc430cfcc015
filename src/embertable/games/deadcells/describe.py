"""Effects as messages, so that cards, tiles and boards can be read in every language."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from embertable.engine.catalogue import Message, Value
from embertable.games.deadcells import effects
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import Corridor, Hook, Tile, TrackStep
from embertable.games.deadcells.definitions_campaign import Attack, Permanent
from embertable.games.deadcells.effects import (
    ALL_OF_IT,
    CHOICE,
    DOWN_TO_1,
    HEALTH,
    SPACES,
    Effect,
    Effects,
    Reaching,
)

NOTHING = Message("detail.nothing")
FIRST = "first_player"


def effects_text(what: Effects) -> Message:
    if not what:
        return Message("effect.none")
    return Message("effect.list", {"parts": [effect_text(effect) for effect in what]})


def effect_text(effect: Effect) -> Message:
    """An effect as the message of its class, with its fields as arguments unless a function says more."""
    text = EFFECT_TEXTS.get(type(effect))
    return (
        Message(f"effect.{type(effect).__name__}", effect.fields())
        if text is None
        else text(effect)
    )


def addressed(text: Message) -> Message:
    """A text to whoever holds the card: what an enemy does for itself, the holder does for *you*."""
    return Message(
        text.id, {name: addressed_part(name, one) for name, one in text.arguments.items()}
    )


def addressed_part(name: str, part: Any) -> Any:
    if isinstance(part, Message):
        return addressed(part)
    if isinstance(part, list):
        return [addressed_part(name, one) for one in part]
    return "you" if name == "to" and part == "self" else part


def damage_text(effect: effects.Damage) -> Message:
    plain = "UnblockableDamage" if effect.unblockable else "Damage"
    id = {HEALTH: "DamageOfOwnHealth", DOWN_TO_1: "DamageDownTo1"}.get(effect.n, plain)
    if effect.n == DOWN_TO_1:
        return Message(f"effect.{id}", {"to": effect.to})
    return Message(f"effect.{id}", {"n": effect.n, "target": target(effect)})


def state_text(effect: effects.State) -> Message:
    return Message("effect.State", {**effect.fields(), "target": target(effect)})


def target(effect: Reaching) -> Message:
    """Whom an effect reaches, and on which spaces if not on all; the space behind comes last."""
    if effect.range == SPACES:
        return Message("target.whom", {"to": effect.to})
    spaces = sorted(effect.range, key=lambda space: (space < 0, space))
    if len(spaces) == 1:
        return Message("target.behind" if spaces[0] < 0 else "target.space", {"space": spaces[0]})
    if effect.to == "all":
        return Message("target.each", {"spaces": tuple(spaces)})
    named = either([Message(f"short.{space}") for space in spaces])
    return Message("target.among", {"to": effect.to, "spaces": named})


def shield_text(effect: effects.Shield) -> Message:
    id = "effect.GoldenShield" if effect.golden else "effect.Shield"
    return Message(id, {"n": effect.n, "to": effect.to})


def gain_text(effect: effects.Gain) -> Message:
    return Message(
        f"gain.{effect.item}",
        {"n": effect.n, "colour": effect.colour or CHOICE, "rune": effect.rune},
    )


def cleanse_text(effect: effects.Cleanse) -> Message:
    return Message("effect.Cleanse" if effect.state else "effect.CleanseAll", effect.fields())


def discard_active_text(effect: effects.DiscardActive) -> Message:
    first = effect.to == FIRST
    return Message("effect.DiscardActiveOfFirstPlayer" if first else "effect.DiscardActive")


def choose_text(effect: effects.Choose) -> Message:
    options = either([effects_text(one) for one in effect.options])
    return Message("effect.Choose", {"options": options})


def check_text(effect: effects.Check) -> Message:
    return Message(
        "effect.Check",
        {
            "icons": icons_text(effect.icons),
            "reward": effects_text(effect.reward),
            "penalty": effects_text(effect.penalty),
        },
    )


def deck_check_text(effect: effects.DeckCheck) -> Message:
    rewards = [
        Message("effect.reward", {"icon": icon, "reward": effects_text(reward)})
        for icon, reward in effect.rewards.items()
    ]
    return Message("effect.DeckCheck", {"rewards": rewards})


def lose_text(effect: effects.Lose) -> Message:
    """Teeth are the Group's; Scrolls and Equipment are lost by everybody or by the First Player."""
    if effect.item == "tooth":
        id = "lose.all_teeth" if effect.n == ALL_OF_IT else "lose.tooth"
    else:
        id = f"lose.{effect.item}_{FIRST if effect.to == FIRST else 'all'}"
    return Message(id, {"n": effect.n})


def bonus_damage_text(effect: effects.BonusDamage) -> Message:
    id = "effect.BonusDamageInRound" if effect.scope == "round" else "effect.BonusDamage"
    return Message(id, {"n": effect.n})


def change_shop_text(effect: effects.Shop) -> Message:
    changes = shop_text(effect.times, effect.cost)
    return Message("effect.Shop", {"shop": effect.shop, "changes": changes})


def next_run_text(effect: effects.NextRun) -> Message:
    return Message("effect.NextRun", {"promise": effects_text(effect.effects)})


EFFECT_TEXTS: Final[dict[type[Effect], Callable[[Any], Message]]] = {
    effects.Damage: damage_text,
    effects.State: state_text,
    effects.Shield: shield_text,
    effects.Gain: gain_text,
    effects.Cleanse: cleanse_text,
    effects.DiscardActive: discard_active_text,
    effects.Choose: choose_text,
    effects.Check: check_text,
    effects.DeckCheck: deck_check_text,
    effects.Lose: lose_text,
    effects.BonusDamage: bonus_damage_text,
    effects.Shop: change_shop_text,
    effects.NextRun: next_run_text,
}


def icons_text(icons: tuple[str, ...]) -> Message:
    """What a Check asks for: any of them passes it (D-CHECK-08)."""
    return either([Message(f"icon.{icon}") for icon in icons])


def either(parts: list[Message]) -> Message:
    """Alternatives: `A`, `A or B`, `A, B or C`."""
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    text = Message("option.last", {"before": parts[-2], "last": parts[-1]})
    for part in reversed(parts[:-2]):
        text = Message("option.more", {"first": part, "rest": text})
    return text


def shop_text(times: int, cost: int) -> Message:
    """What changes at a shop for good."""
    parts: list[Message] = []
    if times:
        parts.append(Message("shops.times", {"n": signed(times)}))
    if cost:
        parts.append(Message("shops.cost", {"n": signed(cost)}))
    return Message("effect.list", {"parts": parts})


def signed(n: int) -> str:
    return f"+{n}" if n > 0 else f"−{-n}"


def lines_text(lines: tuple[Effects, ...]) -> Message:
    """All lines that are not empty, each with its Round."""
    parts = [
        Message("line.round", {"round": round, "does": effects_text(line)})
        for round, line in enumerate(lines)
        if line
    ]
    return one_after_another(parts)


def one_after_another(parts: list[Message]) -> Message:
    if not parts:
        return Message("effect.none")
    text = parts[-1]
    for part in reversed(parts[:-1]):
        text = Message("line.more", {"first": part, "rest": text})
    return text


def hook_text(hook: Hook) -> Message:
    spaced = hook.name == "damage_bonus" and hook.spaces
    does = Message(
        "hook.damage_bonus_on" if spaced else f"hook.{hook.name}",
        {
            "state": hook.state or "poison",
            "n": hook.n,
            "round": hook.round,
            "spaces": hook.spaces,
            "does": effects_text(hook.effects),
        },
    )
    if not hook.condition or hook.name == "add_to_round":
        return does
    return Message("card.terms", {"does": does, "terms": [Message(f"condition.{hook.condition}")]})


def ability_text(step: TrackStep) -> Message:
    return addressed(step_text(step))


def step_text(step: TrackStep) -> Message:
    if step.kind == "max_health":
        return Message("ability.max_health", {"n": step.n})
    if step.hook is not None:
        return hook_text(step.hook)
    if step.kind == "skill":
        return Message("ability.skill", {"does": effects_text(step.effects)})
    kind = "pay" if step.teeth else "round"
    return Message(
        f"ability.{kind}",
        {"round": step.round, "n": step.teeth, "does": effects_text(step.effects)},
    )


def card_text(content: DeadCellsContent, id: str) -> Message:
    """What a card of any kind does."""
    if id in content.cards:
        return addressed(lines_text(content.cards[id].lines))
    if id in content.monsters:
        monster = content.monsters[id]
        return Message(
            "card.monster",
            {
                "n": monster.health,
                "lines": lines_text(monster.lines),
                "death": effects_text(monster.death),
            },
        )
    if id in content.equipment:
        return addressed(equipment_text(content, id))
    if id in content.permanents:
        return addressed(permanent_text(content.permanents[id]))
    if id in content.runes:
        rune = content.runes[id]
        return Message("rune.opens") if rune.hook is None else moment_text(rune.hook)
    if id in content.tiles:
        return tile_text(content.tiles[id])
    attack = find_attack(content, id)
    if attack is not None:
        return lines_text(attack.lines)
    step = find_step(content, id)
    return ability_text(step) if step is not None else campaign_text(content, id)


def campaign_text(content: DeadCellsContent, id: str) -> Message:
    """What a drawn Upgrade or an answer of the Well does."""
    for deck in content.upgrades:
        for upgrade in deck:
            if upgrade.id == id:
                return (
                    addressed(lines_text(content.cards[upgrade.card].lines))
                    if upgrade.card
                    else effects_text(upgrade.effects)
                )
    for drop in content.well:
        if drop.id == id:
            return effects_text(drop.effects)
    return NOTHING


def permanent_text(card: Permanent) -> Message:
    """A Mutation, a kept Well card or a Boss Cell."""
    parts = [
        Message(f"mod.{mod.name}", {"n": signed(mod.n), "shop": mod.shop or "all"})
        for mod in card.mods
    ]
    if card.hook is not None:
        parts.append(moment_text(card.hook))
    return Message("effect.list", {"parts": parts})


def moment_text(hook: Hook) -> Message:
    """When a hook acts, what it does, and under which conditions."""
    does = Message(f"moment.{hook.name}", {"does": effects_text(hook.effects)})
    terms = [Message(f"condition.{hook.condition}")] if hook.condition else []
    if hook.limit:
        terms.append(Message(f"limit.{hook.limit}"))
    return Message("card.terms", {"does": does, "terms": terms}) if terms else does


def equipment_text(content: DeadCellsContent, id: str) -> Message:
    item = content.equipment[id]
    if item.hook is not None:
        return hook_text(item.hook)
    arguments: dict[str, Value] = {
        "rounds": item.rounds,
        "does": effects_text(item.effects),
        "n": item.health,
    }
    if item.rounds == (0,):
        return Message("ability.round", {"round": 0, "does": effects_text(item.effects)})
    if item.kind == "companion":
        return Message("card.armed" if item.rounds else "card.companion", arguments)
    if item.kind == "skill":
        return Message("card.once" if item.discard_after_use else "card.skill", arguments)
    weapon = Message(f"card.weapon_{item.mode}", arguments)
    if item.bonus is None:
        return weapon
    condition = Message(f"condition.{item.bonus.condition}")
    bonus = effects_text(item.bonus.effects)
    return Message("card.bonus", {"does": weapon, "condition": condition, "bonus": bonus})


def find_step(content: DeadCellsContent, id: str) -> TrackStep | None:
    for board in content.beheaded.values():
        for track in board.tracks:
            for step in track:
                if step.id == id:
                    return step
    return None


def tile_text(tile: Tile) -> Message:
    """Everything a tile does, in order."""
    parts: list[Message] = []
    if tile.change_first_player:
        parts.append(Message("brings.change"))
    if tile.effects:
        parts.append(effects_text(tile.effects))
    if tile.curse:
        parts.append(Message("brings.curse", {"does": effects_text(tile.curse)}))
    elites = len([one for one in tile.enemies if one == "elite"])
    if elites:
        parts.append(Message("brings.elites", {"n": elites}))
    if len(tile.enemies) > elites:
        parts.append(Message("brings.monsters", {"n": len(tile.enemies) - elites}))
    if tile.loot:
        parts.append(Message("brings.loot", {"does": effects_text(tile.loot)}))
    if tile.wall:
        parts.append(Message(f"brings.{tile.wall}"))
    if tile.constraint:
        parts.append(Message(f"brings.{tile.constraint}"))
    for offer in tile.offers:
        does = effects_text(offer.effects)
        parts.append(Message("deal.offer", {"does": does, "cost": offer.cost}))
    return one_after_another(parts)


def corridor_text(corridor: Corridor) -> list[Message]:
    """What a corridor demands, in order (D-EXPLORE-08)."""
    parts: list[Message] = []
    if corridor.rune:
        parts.append(Message("corridor.rune", {"rune": corridor.rune}))
    icons = icons_text(corridor.icons)
    if corridor.icons and corridor.fail:
        fail = effects_text(corridor.fail)
        parts.append(Message("corridor.check_fail", {"icons": icons, "fail": fail}))
    elif corridor.icons:
        parts.append(Message("corridor.check", {"icons": icons}))
    if corridor.deck_check is not None:
        parts.append(effect_text(corridor.deck_check))
    return parts


def line_text(content: DeadCellsContent, id: str, round: int) -> Message:
    """One line of a Combat card, a Monster, a Boss attack or Serenade's board."""
    attack = find_attack(content, id)
    if attack is not None:
        return effects_text(attack.lines[round])
    if id in content.monsters:
        return effects_text(content.monsters[id].lines[round])
    sides = {"printed_power": 0, "printed_melee": 1}
    if id in sides:
        return addressed(effects_text(content.serenade.printed[sides[id]][round]))
    return addressed(effects_text(content.cards[id].lines[round]))


def find_attack(content: DeadCellsContent, id: str) -> Attack | None:
    for boss in content.bosses.values():
        if id in boss.attacks:
            return boss.attacks[id]
    return None
