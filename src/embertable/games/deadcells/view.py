"""What a seat sees: everything public and its own hand (section 29)."""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Seat, View
from embertable.games.deadcells.cards import blueprints_left
from embertable.games.deadcells.state import (
    HIDDEN,
    Character,
    DeadCellsState,
    DeadCellsTable,
    Enemy,
)


@dataclass
class ActiveView(View):
    """An Active card; `card` is empty while it lies face down for this seat, or was discarded."""

    card: str
    announced: str
    hidden: bool


@dataclass
class CharacterView(View):
    seat: Seat
    beheaded: str
    scrolls: tuple[int, ...]
    melee: bool
    health: int
    max_health: int
    slots: int
    equipment: tuple[str, ...]
    companion_damage: tuple[int, ...]
    hand: tuple[str, ...]
    """Only the owner sees it."""
    cards_in_hand: int
    unseen: tuple[str, ...]
    """Cards that are in hand, face down or in the draw pile; the own hand is not among them."""
    draw: int
    top: str
    """Serenade's face-up card."""
    discard: tuple[str, ...]
    active: tuple[ActiveView, ...]
    signal: str
    shields: int
    golden: int
    tokens: tuple[int, ...]
    frozen: tuple[int, ...]
    power: int


@dataclass
class EnemyView(View):
    space: int
    card: str
    boss: bool
    health: int
    damage: int
    shields: int
    tokens: tuple[int, ...]
    frozen: tuple[int, ...]
    invisible: bool


@dataclass
class SpaceView(View):
    """A space of the Biome; the tile is empty while it lies face down."""

    id: str
    shape: str
    tile: str
    face: int


@dataclass
class BoardView(View):
    """The Mutation board and the decks beside it."""

    runes: tuple[str, ...]
    mutations: tuple[tuple[str, ...], ...]
    boss_cells: int
    boss_cells_active: int
    left: tuple[int, ...]
    """Cards left in Brutality, Survival, Tactics and the Well."""
    prices: tuple[int, ...]
    peeked: tuple[str, ...]
    decks: tuple[tuple[str, ...], ...]
    monsters: tuple[str, ...]
    treasure: tuple[str, ...]
    """What the Treasure deck consisted of when the Run began."""
    starts: tuple[str, ...]
    history: tuple[str, ...]
    won: bool


@dataclass
class DeadCellsView(View):
    characters: tuple[CharacterView, ...]
    first: int
    passing: int
    biome: str
    place: str
    spaces: tuple[SpaceView, ...]
    closed: tuple[int, ...]
    curses: tuple[str, ...]
    monsters: int
    elites: int
    discards: tuple[str, ...]
    """Monsters and Elites that are out."""
    treasure: int
    treasure_out: tuple[str, ...]
    blueprints_left: int
    teeth: int
    cells: int
    food: int
    bag: tuple[str, ...]
    """Scrolls, Equipment and Blueprints that wait for the Upkeep."""
    collector: tuple[str, ...]
    offers: tuple[int, ...]
    shop_costs: tuple[int, ...]
    fighting: bool
    round: int
    enemies: tuple[EnemyView, ...]
    loot: tuple[str, ...]
    wall: str
    constraint: str
    skipped: int
    bonus: int
    spent: tuple[str, ...]
    aimed: tuple[int, ...]
    boss: str
    instance: int
    attack: str
    attacks: int
    finished: int
    board: BoardView


def view(table: DeadCellsTable, seat: Seat | None) -> DeadCellsView:
    state = table.state
    return DeadCellsView(
        characters=tuple([character_view(state, one, seat) for one in state.characters]),
        first=state.first,
        passing=state.passing,
        biome=state.biome,
        place=state.place,
        spaces=spaces_view(state),
        closed=tuple(state.closed),
        curses=tuple(state.curses),
        monsters=len(state.monsters),
        elites=len(state.elites),
        discards=tuple(sorted([*state.monsters_out, *state.elites_out])),
        treasure=len(state.treasure),
        treasure_out=tuple(sorted(state.treasure_out)),
        blueprints_left=blueprints_left(state),
        teeth=state.teeth,
        cells=state.cells,
        food=state.food,
        bag=(*state.scrolls, *state.found, *state.blueprints),
        collector=tuple(state.collector),
        offers=tuple(state.offers),
        shop_costs=state.campaign.shop_costs,
        fighting=state.fighting,
        round=state.round,
        enemies=tuple([enemy_view(state, enemy) for enemy in state.enemies]),
        loot=tuple(state.loot),
        wall=state.wall,
        constraint=state.constraint,
        skipped=state.skipped,
        bonus=state.bonus,
        spent=tuple(state.spent),
        aimed=tuple(state.aimed),
        boss=state.boss,
        instance=state.instance,
        attack=state.attack if state.boss else "",
        attacks=len(state.attacks),
        finished=state.finished,
        board=board_view(state),
    )


def character_view(state: DeadCellsState, character: Character, seat: Seat | None) -> CharacterView:
    own = character.seat == seat
    hidden = not state.shown and not own and not character.is_serenade()
    face_down = [card for card in character.active if card] if hidden else []
    hand = [] if own else character.hand
    unseen = sorted([*hand, *face_down, *character.draw])
    announced = [*character.announced, *[""] * len(character.active)]
    serenade = character.is_serenade()
    return CharacterView(
        seat=character.seat,
        beheaded=character.beheaded,
        scrolls=tuple(character.scrolls),
        melee=character.melee,
        health=character.health(),
        max_health=character.max_health,
        slots=character.slots,
        equipment=tuple(character.equipment),
        companion_damage=tuple(character.companion_damage),
        hand=tuple(character.hand) if own else (),
        cards_in_hand=len(character.hand),
        unseen=tuple(unseen),
        draw=len(character.draw),
        top=character.draw[-1] if serenade and character.draw else "",
        discard=tuple(character.discard),
        active=tuple(
            [
                ActiveView("" if hidden else card, announced[place], hidden and card != "")
                for place, card in enumerate(character.active)
            ]
        ),
        signal=character.signal,
        shields=character.shields,
        golden=character.golden,
        tokens=tuple(character.tokens),
        frozen=tuple(character.frozen),
        power=character.power,
    )


def enemy_view(state: DeadCellsState, enemy: Enemy) -> EnemyView:
    return EnemyView(
        space=enemy.space,
        card=enemy.card,
        boss=enemy.boss,
        health=enemy.health,
        damage=enemy.damage,
        shields=enemy.shields,
        tokens=tuple(enemy.tokens),
        frozen=tuple(enemy.frozen),
        invisible=bool(enemy.space) and state.is_invisible(enemy),
    )


def spaces_view(state: DeadCellsState) -> tuple[SpaceView, ...]:
    if not state.biome or not state.tiles:
        return ()
    return tuple(
        [
            SpaceView(
                space.id,
                space.shape,
                "" if state.faces[place] == HIDDEN else state.tiles[place],
                state.faces[place],
            )
            for place, space in enumerate(state.content.biomes[state.biome].spaces)
        ]
    )


def board_view(state: DeadCellsState) -> BoardView:
    campaign = state.campaign
    sizes = [*[len(deck) for deck in state.content.upgrades], len(state.content.well)]
    return BoardView(
        runes=campaign.runes,
        mutations=campaign.mutations,
        boss_cells=campaign.boss_cells,
        boss_cells_active=state.cells_active,
        left=tuple([size - campaign.drawn[place] for place, size in enumerate(sizes)]),
        prices=campaign.prices,
        peeked=campaign.peeked,
        decks=campaign.decks,
        monsters=campaign.monsters,
        treasure=tuple(sorted(campaign.treasure)),
        starts=campaign.starts,
        history=campaign.history,
        won=campaign.won,
    )
