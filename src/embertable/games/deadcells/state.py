"""The components: characters, the Biome, the Combat board, and the campaign."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Final, TypeAlias

from embertable.engine.codec import added_later
from embertable.engine.table import Component, Seat, State, Table
from embertable.games.deadcells.campaign import Campaign
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.definitions import SERENADE, START, Hook, TrackStep, marks
from embertable.games.deadcells.effects import NOTHING, TOKENS, Effects, Invisible

TABLE: Final = "table"
ONE_POISON: Final = "poison"
FREEZE_NEXT_ROUND: Final = "freeze"
REPEAT_SKILLS: Final = "track_skills"
KEEP_CELLS: Final = "unspent_cells"
CHOOSE_ORDER: Final = "two_cards"
FREE_UPKEEP: Final = "upkeep"
NOBODY: Final = -1
HIDDEN: Final = 0
REVEALED: Final = 1
RESOLVED: Final = 2
"""A tile lies face down, was turned over without being carried out, or is done with."""


NO_HOOKS: Final[list[Hook]] = []


@dataclass
class Character(Component):
    """A Beheaded with board, cards and tokens; in solo also Serenade, whose seat is the player's."""

    seat: Seat
    beheaded: str = ""
    scrolls: list[int] = field(default_factory=lambda: [0, 0, 0])
    """Markers of green, purple, red; Serenade uses the first only."""
    melee: bool = False
    damage: int = 0
    max_health: int = 0
    slots: int = 0
    equipment: list[str] = field(default_factory=list)
    companion_damage: list[int] = field(default_factory=list)
    """For each piece of Equipment the Damage on it."""
    hand: list[str] = field(default_factory=list)
    draw: list[str] = field(default_factory=list)
    """The last card is the top."""
    discard: list[str] = field(default_factory=list)
    """The last card is the top."""
    active: list[str] = field(default_factory=list)
    """The Active cards in the order played; an empty word stands for one that was discarded."""
    announced: list[str] = field(default_factory=list)
    """For each Active card `poison 2`: the Action and its Round."""
    signal: str = ""
    """What the player told the others before the cards: `focus 2`, `offer block`."""
    shields: int = 0
    golden: int = 0
    tokens: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    """Poison, Bleeding, Fire, Target."""
    frozen: list[int] = field(default_factory=list)
    """Rounds whose line bears a Freeze token."""
    used: list[str] = field(default_factory=list)
    """Skills, Weapons, Round Actions used in this Round."""
    dealt: bool = False
    """Has dealt Damage in this Combat."""
    incoming: int = 0
    """Damage on its way, which lands with that of the others."""
    power: int = NOBODY
    """Serenade: the colour whose power she has in this Combat."""

    def copy(self) -> Character:
        new = Character.__new__(Character)
        new.seat = self.seat
        new.beheaded = self.beheaded
        new.scrolls = self.scrolls[:]
        new.melee = self.melee
        new.damage = self.damage
        new.max_health = self.max_health
        new.slots = self.slots
        new.equipment = self.equipment[:]
        new.companion_damage = self.companion_damage[:]
        new.hand = self.hand[:]
        new.draw = self.draw[:]
        new.discard = self.discard[:]
        new.active = self.active[:]
        new.announced = self.announced[:]
        new.signal = self.signal
        new.shields = self.shields
        new.golden = self.golden
        new.tokens = self.tokens[:]
        new.frozen = self.frozen[:]
        new.used = self.used[:]
        new.dealt = self.dealt
        new.incoming = self.incoming
        new.power = self.power
        return new

    def health(self) -> int:
        return self.max_health - self.damage

    def is_serenade(self) -> bool:
        return self.beheaded == SERENADE

    def is_endless(self) -> bool:
        """Serenade at the end of her Melee track (D-SOLO-17)."""
        return self.melee and self.scrolls[0] >= 3

    def free_of_tokens(self) -> None:
        self.tokens = [0] * TOKENS
        self.frozen = []


@dataclass
class Enemy(Component):
    """A Monster, Elite, minion or Boss on the Combat board."""

    id: int
    card: str
    space: int
    health: int
    boss: bool = False
    damage: int = 0
    shields: int = 0
    tokens: list[int] = field(default_factory=lambda: [0, 0, 0, 0])
    frozen: list[int] = field(default_factory=list)
    idle: int = NOBODY
    """The Round whose line it does not perform: it was summoned in it, or Freeze took the line."""

    def copy(self) -> Enemy:
        new = Enemy.__new__(Enemy)
        new.id = self.id
        new.card = self.card
        new.space = self.space
        new.health = self.health
        new.boss = self.boss
        new.damage = self.damage
        new.shields = self.shields
        new.tokens = self.tokens[:]
        new.frozen = self.frozen[:]
        new.idle = self.idle
        return new


@dataclass
class DeadCellsState(State):
    content: DeadCellsContent
    campaign: Campaign
    characters: list[Character]
    first: int = 0
    """The character who holds the First Player token."""
    cells_active: int = 0
    """Boss Cells in play."""
    # The Biome.
    biome: str = ""
    tiles: list[str] = field(default_factory=list)
    """For each space of the board its tile."""
    faces: list[int] = field(default_factory=list)
    leftover: list[str] = field(default_factory=list)
    place: str = START
    closed: list[int] = field(default_factory=list)
    """Corridors from this space whose Check failed."""
    passed: int = NOBODY
    """The corridor whose Check was passed just now."""
    jumped: bool = False
    monsters: list[str] = field(default_factory=list)
    monsters_out: list[str] = field(default_factory=list)
    elites: list[str] = field(default_factory=list)
    elites_out: list[str] = field(default_factory=list)
    curses: list[str] = field(default_factory=list)
    offers: list[int] = field(default_factory=list)
    """How often each offer of the open shop may still be used."""
    finished: int = 0
    """Biomes left by an exit in this Run."""
    # Treasure and Bag.
    treasure: list[str] = field(default_factory=list)
    treasure_out: list[str] = field(default_factory=list)
    teeth: int = 0
    cells: int = 0
    food: int = 0
    scrolls: list[str] = field(default_factory=list)
    found: list[str] = field(default_factory=list)
    """Equipment in the Bag."""
    blueprints: list[str] = field(default_factory=list)
    """Blueprints in the Bag."""
    collector: list[str] = field(default_factory=list)
    # The Combat board.
    fighting: bool = False
    round: int = NOBODY
    passing: int = NOBODY
    shown: bool = False
    """The Active cards lie face up."""
    enemies: list[Enemy] = field(default_factory=list)
    """From left to right."""
    next_enemy: int = 0
    loot: list[str] = field(default_factory=list)
    """Tokens and cards on the Group space: `tooth`, `scroll red`, `treasure torch`, `rune vine`."""
    wall: str = ""
    constraint: str = ""
    skipped: int = NOBODY
    """The Round whose line the First Player skips under a constraint."""
    bonus: int = 0
    """Every Damage Action by Beheaded deals this much more in this Round."""
    spent: list[str] = field(default_factory=list)
    """Used up hooks: `combat BR-02`, `biome W-21`."""
    aimed: list[int] = field(default_factory=list)
    """Who is aimed at, between a choice and the step that follows it."""
    answer: int = 0
    """The answer to a choice, for the step that follows it."""
    extra: int = 0
    """Bonus Damage of the current Damage Action."""
    fell: int = 0
    """The space of the enemy that died last."""
    # The Boss.
    boss: str = ""
    instance: int = 0
    attack: str = ""
    attacks: list[str] = field(default_factory=list)
    attacks_out: list[str] = field(default_factory=list)
    turning: bool = False
    """The Boss turns to its next instance."""
    beaten: bool = False
    dead: int = NOBODY
    """The character whose death ended the Run."""
    other_readings: list[str] = field(default_factory=list)
    """The settings in which this table reads the rulebook otherwise than the ledger."""

    def copy(self) -> DeadCellsState:
        new = DeadCellsState.__new__(DeadCellsState)
        new.content = self.content
        new.campaign = self.campaign.copy()
        new.characters = [one.copy() for one in self.characters]
        new.first = self.first
        new.cells_active = self.cells_active
        new.biome = self.biome
        new.tiles = self.tiles[:]
        new.faces = self.faces[:]
        new.leftover = self.leftover[:]
        new.place = self.place
        new.closed = self.closed[:]
        new.passed = self.passed
        new.jumped = self.jumped
        new.monsters = self.monsters[:]
        new.monsters_out = self.monsters_out[:]
        new.elites = self.elites[:]
        new.elites_out = self.elites_out[:]
        new.curses = self.curses[:]
        new.offers = self.offers[:]
        new.finished = self.finished
        new.treasure = self.treasure[:]
        new.treasure_out = self.treasure_out[:]
        new.teeth = self.teeth
        new.cells = self.cells
        new.food = self.food
        new.scrolls = self.scrolls[:]
        new.found = self.found[:]
        new.blueprints = self.blueprints[:]
        new.collector = self.collector[:]
        new.fighting = self.fighting
        new.round = self.round
        new.passing = self.passing
        new.shown = self.shown
        new.enemies = [one.copy() for one in self.enemies]
        new.next_enemy = self.next_enemy
        new.loot = self.loot[:]
        new.wall = self.wall
        new.constraint = self.constraint
        new.skipped = self.skipped
        new.bonus = self.bonus
        new.spent = self.spent[:]
        new.aimed = self.aimed[:]
        new.answer = self.answer
        new.extra = self.extra
        new.fell = self.fell
        new.boss = self.boss
        new.instance = self.instance
        new.attack = self.attack
        new.attacks = self.attacks[:]
        new.attacks_out = self.attacks_out[:]
        new.turning = self.turning
        new.beaten = self.beaten
        new.dead = self.dead
        new.other_readings = self.other_readings[:]
        return new

    # Who is who.

    def chief(self) -> Seat:
        """The seat of the First Player, who decides for the Group."""
        return self.characters[self.first].seat

    def in_order(self) -> list[int]:
        """All characters, from the First Player clockwise."""
        count = len(self.characters)
        return [(self.first + step) % count for step in range(count)]

    def participants(self) -> list[int]:
        """Everybody; in Combat, without the player who passes."""
        return [one for one in self.in_order() if one != self.passing]

    def is_preparing(self) -> bool:
        """Whether a Combat or a Boss's Turn has begun and its cards are not revealed yet."""
        return self.fighting and self.round == NOBODY and not self.shown

    def is_solo(self) -> bool:
        return len(self.characters) > 1 and self.characters[1].is_serenade()

    def enemy(self, id: int) -> Enemy | None:
        for enemy in self.enemies:
            if enemy.id == id:
                return enemy
        return None

    def enemy_on(self, space: int) -> Enemy | None:
        for enemy in self.enemies:
            if enemy.space == space:
                return enemy
        return None

    def lines_of(self, enemy: Enemy) -> tuple[Effects, ...]:
        if enemy.boss:
            boss = self.content.bosses[self.boss]
            lines = boss.attacks[self.attack].lines
            return (boss.instances[self.instance].opening, *lines[1:])
        return self.content.monsters[enemy.card].lines

    def is_invisible(self, enemy: Enemy) -> bool:
        """Shown by its line of this Round, unless that line is lost (D-ACTION-INVISIBLE-01)."""
        if not 0 <= self.round <= 3 or self.round in enemy.frozen or self.round == enemy.idle:
            return False
        return any(isinstance(effect, Invisible) for effect in self.lines_of(enemy)[self.round])

    # What boards say.

    def steps_of(self, one: int) -> list[TrackStep]:
        """The abilities left of a Beheaded's Scroll markers (D-SCROLL-01)."""
        character = self.characters[one]
        if not character.beheaded or character.is_serenade():
            return []
        green, purple, red = character.scrolls
        return self.content.beheaded[character.beheaded].reached[marks(green, purple, red)]

    def hooks_of(self, one: int, name: str) -> list[Hook]:
        """A character's hooks of one kind, from tracks and Equipment; not to be changed."""
        character = self.characters[one]
        found: list[Hook] = NO_HOOKS
        board = self.content.beheaded.get(character.beheaded)
        if board is not None:
            green, purple, red = character.scrolls
            found = board.hooks[marks(green, purple, red)].get(name, NO_HOOKS)
        for card in character.equipment:
            carried = self.content.equipment[card].hook
            if carried is not None and carried.name == name:
                found = [*found, carried]
        return found

    def line_of(self, one: int, number: int, round: int) -> Effects:
        """The line of an Active card; nothing where the card was discarded."""
        character = self.characters[one]
        if number >= len(character.active) or not character.active[number]:
            return NOTHING
        card = character.active[number]
        if card == PRINTED:
            return self.content.serenade.printed[1 if character.melee else 0][round]
        return self.content.cards[card].lines[round]

    def permanents(self) -> list[str]:
        """Everything on the Mutation board that acts: Runes, Mutations, active Boss Cells."""
        cards = [] if "no_runes" in self.curses else list(self.campaign.runes)
        for section in self.campaign.mutations:
            cards.extend(section)
        for place in range(self.cells_active):
            cards.append(self.content.boss_cells[place].id)
        return cards

    def mod(self, name: str, shop: str = "") -> int:
        total = 0
        for id in self.permanents():
            if id in self.content.permanents:
                for mod in self.content.permanents[id].mods:
                    if mod.name == name and mod.shop == shop:
                        total += mod.n
        return total

    def changing(self, name: str, shop: str = "") -> tuple[str, ...]:
        """The cards on the Mutation board that change a number."""
        known = self.content.permanents
        return tuple(
            [
                id
                for id in self.permanents()
                if id in known
                and any([one.name == name and one.shop == shop for one in known[id].mods])
            ]
        )

    def has_rune(self, rune: str) -> bool:
        return rune in self.campaign.runes and "no_runes" not in self.curses


added_later(DeadCellsState, "other_readings")

PRINTED: Final = "printed"
"""Stands for Serenade's board where her pile is empty (D-SOLO-08)."""


DeadCellsTable: TypeAlias = Table[DeadCellsState]


def forget_limit(state: DeadCellsState, limit: str) -> None:
    """Let hooks with this limit be used again (D-MUT-06)."""
    state.spent = [one for one in state.spent if not one.startswith(limit + " ")]


def poison_damage(state: DeadCellsState, tokens: int) -> int:
    """What Poison deals at a Round End (D-STATE-POISON-02)."""
    return min(tokens, 1) if ONE_POISON in state.other_readings else tokens
