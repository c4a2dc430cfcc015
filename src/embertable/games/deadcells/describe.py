"""Effects as messages, so that cards, tiles and boards can be read in every language."""

from __future__ import annotations

from embertable.engine.catalogue import Message, Value
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import (
    Attack,
    Corridor,
    Hook,
    Permanent,
    Tile,
    TrackStep,
)
from embertable.games.deadcells.effects import (
    ALL_OF_IT,
    CHOICE,
    DOWN_TO_1,
    HEALTH,
    SPACES,
    Effect,
    Effects,
)

NOTHING = Message("detail.nothing")
FIRST = "first_player"


def effects_text(effects: Effects) -> Message:
    if not effects:
        return Message("effect.none")
    return Message("effect.list", {"parts": [effect_text(effect) for effect in effects]})


def effect_text(effect: Effect) -> Message:
    arguments: dict[str, Value] = {
        "n": effect.n,
        "whom": Message(f"whom.{effect.to}"),
        "where": where(effect),
        "word": effect.word.removeprefix("rune "),
        "state": effect.word,
        "cost": effect.cost,
        "icons": icons_text(effect.icons),
    }
    op = effect.op
    if op == "damage":
        special = {HEALTH: "damage_health", DOWN_TO_1: "damage_down"}.get(effect.n)
        op = special or ("damage_unblockable" if effect.flag else "damage")
    elif op == "shield":
        op = "golden" if effect.flag else "shield"
    elif op == "gain":
        op = "gain_rune" if effect.word.startswith("rune ") else f"gain_{effect.word}"
        arguments["colour"] = effect.colour or CHOICE
    elif op == "lose":
        op = lose_text(effect)
    elif op == "cleanse":
        op = "cleanse" if effect.word else "cleanse_all"
        arguments["from"] = Message(f"from.{effect.to}")
    elif op == "discard_active":
        op = "discard_active_first_player" if effect.to == FIRST else "discard_active_one"
    elif op == "choose":
        arguments["options"] = either([effects_text(one) for one in effect.options])
    elif op == "check":
        arguments["pass"] = effects_text(effect.options[0])
        arguments["fail"] = effects_text(effect.options[1])
    elif op == "deck_check":
        arguments["rewards"] = [
            Message("effect.reward", {"icon": icon, "reward": effects_text(reward)})
            for icon, reward in zip(effect.icons, effect.options, strict=True)
        ]
    elif op == "shop":
        arguments["changes"] = shop_text(effect.n, effect.cost)
    elif op == "next_run":
        arguments["promise"] = effects_text(effect.options[0])
    elif op == "bonus_damage":
        op = "bonus_round" if effect.word == "round" else "bonus_damage"
    return Message(f"effect.{op}", arguments)


def icons_text(icons: tuple[str, ...]) -> Message:
    """What a Check asks for: any of them passes it (D-CHECK-08)."""
    return either([Message(f"icon.{icon}") for icon in icons])


def either(parts: list[Message]) -> Message:
    """One of them: `A`, `A or B`, `A, B or C`."""
    if len(parts) < 2:
        return parts[0] if parts else NOTHING
    text = Message("option.last", {"before": parts[-2], "last": parts[-1]})
    for part in reversed(parts[:-2]):
        text = Message("option.more", {"first": part, "rest": text})
    return text


def lose_text(effect: Effect) -> str:
    """Teeth are the Group's; Scrolls and Equipment are lost by everybody or by the First Player."""
    if effect.word == "tooth":
        return "lose_all_teeth" if effect.n == ALL_OF_IT else "lose_tooth"
    return f"lose_{effect.word}_{FIRST if effect.to == FIRST else 'all'}"


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


def where(effect: Effect) -> Message:
    """The spaces an effect reaches; said only where it does not reach all."""
    if effect.op not in ("damage", "state") or effect.range == SPACES:
        return NOTHING
    return Message("where.spaces", {"spaces": effect.range})


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
    """What a card does, whatever kind of card it is; nothing where there is no more to say."""
    if id in content.cards:
        return lines_text(content.cards[id].lines)
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
        return equipment_text(content, id)
    if id in content.permanents:
        return permanent_text(content.permanents[id])
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
                    lines_text(content.cards[upgrade.card].lines)
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
    """When something acts, what it does then, and under which terms."""
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
    if not item.bonus:
        return weapon
    condition = Message(f"condition.{item.bonus_if}")
    return Message(
        "card.bonus", {"does": weapon, "condition": condition, "bonus": effects_text(item.bonus)}
    )


def find_step(content: DeadCellsContent, id: str) -> TrackStep | None:
    for board in content.beheaded.values():
        for track in board.tracks:
            for step in track:
                if step.id == id:
                    return step
    return None


def tile_text(tile: Tile) -> Message:
    """All that a tile brings, in the order it is carried out."""
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
    """What a corridor asks, in the order in which it does (D-EXPLORE-08)."""
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
        return effects_text(content.serenade.printed[sides[id]][round])
    return effects_text(content.cards[id].lines[round])


def find_attack(content: DeadCellsContent, id: str) -> Attack | None:
    for boss in content.bosses.values():
        if id in boss.attacks:
            return boss.attacks[id]
    return None
