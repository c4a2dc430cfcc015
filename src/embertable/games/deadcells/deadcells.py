"""The game Dead Cells as the rest of the program uses it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Final

from embertable.engine.campaigns import Campaigns
from embertable.engine.catalogue import Detail, Message, Namer, Plain
from embertable.engine.chance import Chance
from embertable.engine.content import Content, PackDefinition
from embertable.engine.countdown import Countdown
from embertable.engine.game import BoxInfo, FarStart, Game, Setting
from embertable.engine.rulesets import Rulebook
from embertable.engine.table import Action, Event, Seat, Table, View
from embertable.games.deadcells.boss import MeetBoss
from embertable.games.deadcells.campaign import (
    CAMPAIGN,
    campaign_of_text,
    campaign_to_text,
    new_campaign,
)
from embertable.games.deadcells.campaign_file import CampaignFiles
from embertable.games.deadcells.combat import StartCombat
from embertable.games.deadcells.content import UNREAD, DeadCellsContent, Pack, read_deadcells
from embertable.games.deadcells.damage_to_enemies import EnemyHurt
from embertable.games.deadcells.definitions import Biome
from embertable.games.deadcells.display_names import slug
from embertable.games.deadcells.effects import SHOPS
from embertable.games.deadcells.enemies import enemies
from embertable.games.deadcells.explore import EXPLORE, Bought, OpenShop, TakeCorridor
from embertable.games.deadcells.mutations import mutation_board
from embertable.games.deadcells.names import Details, Names
from embertable.games.deadcells.preparation import SIGNALS, UNTIMED, talk_countdown
from embertable.games.deadcells.setup import (
    BEHEADED,
    PLAYERS,
    PREPARATION,
    READINGS,
    TALK,
    SetOut,
    empty_table,
)
from embertable.games.deadcells.state import HIDDEN, Character, DeadCellsState, DeadCellsTable
from embertable.games.deadcells.state_tokens import boards
from embertable.games.deadcells.view import DeadCellsView, view

IMAGINED: Final = "imagined"
FAR_GAMES: Final = 8
RICH: Final = 30
"""Enough Teeth for every shop."""

RULES_VERSION: Final = 5
"""Raised with every change after which a game may go differently; see docs/versions.md."""
EARLIER_PACKS: Final[tuple[str, ...]] = (
    "3936b5ace817c0885c3ca331ab6e56ce",
    "4ab790c8eb8c231ad4a8dfba3536f237",
    "9d0a63752cd7cf442f8db225b85122e4",
)
"""The hashes of this pack before its changes, the oldest first."""


class DeadCells(Game):
    """One table is one Run; the campaign comes as an option and leaves in the state."""

    def __init__(self) -> None:
        super().__init__(
            "deadcells",
            RULES_VERSION,
            (
                Setting("players", PLAYERS, "3"),
                Setting("beheaded", BEHEADED, "choose"),
                Setting("talk", TALK, "aloud"),
                Setting("preparation", PREPARATION, UNTIMED),
                *READINGS,
            ),
            EARLIER_PACKS,
        )

    def folder(self) -> Path:
        return Path(__file__).parent

    def carry_over_options(self) -> tuple[str, ...]:
        return (CAMPAIGN,)

    def campaigns(self, content: Content | None = None) -> Campaigns:
        return CampaignFiles(self, content or self.content())

    def info(self) -> BoxInfo:
        return BoxInfo(players=(1, 4), minutes=45, weight=3, cooperative=True)

    def read_content(self, path: Path | None) -> Content:
        return read_deadcells(path or self.folder() / "content" / "deadcells.toml")

    def pack_definition(self) -> PackDefinition:
        return PackDefinition(Pack, UNREAD)

    def name_templates(self, id: str, name: str) -> tuple[str, ...]:
        return (f"called.{slug(name)}", f"foe.{slug(name)}", f"hero.{id}")

    def rules(self, options: dict[str, str], content: Content) -> Rulebook:
        return Rulebook([enemies, boards, mutation_board])

    def deal(self, options: dict[str, str], chance: Chance, content: Content) -> Table[Any]:
        assert isinstance(content, DeadCellsContent)
        campaign = campaign_of_text(self, options.get(CAMPAIGN, ""), content)
        state = empty_table(options, content, campaign)
        table = Table(self, options, self.rules(options, content), state, chance)
        table.do(SetOut(options["beheaded"] == "random"))
        return table

    def seats(self, table: Table[Any]) -> int:
        return int(table.options["players"])

    def view(self, table: Table[Any], seat: Seat | None) -> DeadCellsView:
        return view(table, seat)

    def silence(self, table: Table[Any]) -> Message | None:
        """A curse, or the time from the first look at the enemies to the reveal (D-COMBAT-PREP-04)."""
        state: DeadCellsState = table.state
        if "no_communication" in state.curses:
            return Message("silence.curse")
        if table.options["talk"] == SIGNALS and state.is_preparing() and not state.is_solo():
            return Message("silence.signals")
        return None

    def system_actions(self, table: Table[Any]) -> list[Action]:
        countdown = talk_countdown(table)
        return [] if countdown is None else [countdown.action]

    def countdown(self, table: Table[Any]) -> Countdown | None:
        return talk_countdown(table)

    def far_starts(self) -> Sequence[FarStart]:
        """A Run with everything unlocked, each Boss several times, shops, fights with Elites, and corridors with a Rune or a Check."""
        content = self.content()
        assert isinstance(content, DeadCellsContent)
        campaign = new_campaign(content)
        campaign.runes = tuple(content.runes)
        campaign.boss_cells = len(content.boss_cells)
        campaign.starts = tuple(content.packages)
        late = {CAMPAIGN: campaign_to_text(self, campaign)}
        cells = {"cells_active": len(content.boss_cells)}
        found = [FarStart(late)] * FAR_GAMES
        for number in range(FAR_GAMES):
            active = cells if number % 2 else {}
            found += [FarStart({}, (MeetBoss(boss),), active) for boss in content.bosses]
            found.append(FarStart({}, (OpenShop(""),), {"teeth": RICH, **active}))
        for biome in content.biomes.values():
            place = {**placed_in(content, biome), **cells}
            elite = [id for id in biome.tiles if "elite" in content.tiles[id].enemies]
            found += [FarStart({}, (StartCombat(id),), place) for id in elite[:1]]
            found += [
                FarStart(late, (EXPLORE,), {**place, "place": corridor.start})
                for corridor in biome.corridors
                if corridor.rune or corridor.icons
            ]
        return found

    def rows_about(self, table: Table[Any], what: Event | Action) -> tuple[str, ...]:
        """A shop by its number, the Rune of a corridor, and the cards that change a number."""
        state: DeadCellsState = table.state
        content = state.content
        if isinstance(what, TakeCorridor):
            rune = content.biomes[state.biome].corridors[what.number].rune
            return (rune,) if rune else ()
        if isinstance(what, Bought) and not what.tile:
            shop = SHOPS[what.number]
            return (shop, *state.changing("shop_times", shop))
        if isinstance(what, EnemyHurt):
            if what.card in content.bosses:
                return state.changing("boss_health")
            kind = "elite" if content.monsters[what.card].elite else "monster"
            return state.changing(f"{kind}_health")
        return ()

    def imagine(self, table: Table[Any], seat: Seat | None, chance: Chance) -> Table[Any]:
        """Redeal what the seat has not seen: other hands, and the order of every deck."""
        new: DeadCellsTable = table.copy(chance)
        redeal(new.state, seat, chance)
        return new

    def namers(self, view: View | None, content: Content) -> Mapping[str, Namer]:
        assert isinstance(content, DeadCellsContent)
        return Names(content, view if isinstance(view, DeadCellsView) else None).namers()

    def seats_read_alike(self) -> bool:
        """No event tells of a card that lies face down by what the reader knows of it."""
        return True

    def seat_named_for(self, view: View, character: Plain) -> Seat | None:
        """Whoever is one Beheaded is named like their plate; who leads two is not enough to tell them apart."""
        assert isinstance(view, DeadCellsView)
        assert isinstance(character, int)
        seat = view.characters[character].seat
        led = [one for one in view.characters if one.seat == seat]
        return seat if len(led) == 1 else None

    def details(self, view: View | None, content: Content) -> Mapping[str, Detail]:
        assert isinstance(content, DeadCellsContent)
        return Details(content, view if isinstance(view, DeadCellsView) else None).details()


def placed_in(content: DeadCellsContent, biome: Biome) -> dict[str, Any]:
    """What the saved state of a Group in a Biome has, all tiles face down."""
    pile = [id for id in biome.tiles for _ in range(content.tiles[id].copies)]
    laid: list[str] = []
    for space in biome.spaces:
        laid.append(next(id for id in pile if content.tiles[id].shape == space.shape))
        pile.remove(laid[-1])
    return {
        "biome": biome.id,
        "tiles": laid,
        "faces": [HIDDEN] * len(laid),
        "monsters": list(biome.monsters),
        "elites": list(biome.elites),
    }


def redeal(state: DeadCellsState, seat: Seat | None, chance: Chance) -> None:
    """Shuffle sorted cards, so that a known seed does not give the true order away."""
    for deck in (state.monsters, state.elites, state.treasure, state.attacks):
        deck.sort()
        chance.shuffle(IMAGINED, deck)
    for character in state.characters:
        if character.is_serenade():
            redeal_pile(character, chance)
        elif character.seat == seat:
            character.draw.sort()
            chance.shuffle(IMAGINED, character.draw)
        else:
            redeal_hand(state, character, chance)
    redeal_tiles(state, chance)


def redeal_pile(serenade: Character, chance: Chance) -> None:
    """The top card lies face up (D-SOLO-01)."""
    below = sorted(serenade.draw[:-1])
    chance.shuffle(IMAGINED, below)
    serenade.draw = [*below, *serenade.draw[-1:]]


def redeal_hand(state: DeadCellsState, character: Character, chance: Chance) -> None:
    """Deal another hand and pile; a face-down card has the Action announced for it."""
    unseen = sorted([*character.hand, *character.draw])
    hidden = [] if state.shown else [place for place, card in enumerate(character.active) if card]
    unseen = sorted([*unseen, *[character.active[place] for place in hidden]])
    chance.shuffle(IMAGINED, unseen)
    lay_again(state, character, hidden, unseen)
    hand = len(character.hand)
    character.hand = sorted(unseen[:hand])
    character.draw = unseen[hand:]


def lay_again(
    state: DeadCellsState, character: Character, hidden: list[int], unseen: list[str]
) -> None:
    """Find a fitting card for each face-down one."""
    told = [character.announced[place].split() for place in hidden]
    fitting = [
        [card for card in unseen if kind in state.content.cards[card].kinds[int(round)]]
        for kind, round in told
    ]
    if len(hidden) == 1:
        character.active[hidden[0]] = fitting[0][0]
        unseen.remove(fitting[0][0])
    elif hidden:
        pairs = [(one, two) for one in fitting[0] for two in fitting[1] if one != two]
        for place, card in zip(hidden, pairs[0], strict=True):
            character.active[place] = card
            unseen.remove(card)


def redeal_tiles(state: DeadCellsState, chance: Chance) -> None:
    tiles = state.content.tiles
    places = [place for place, face in enumerate(state.faces) if face == HIDDEN]
    unseen = sorted([*[state.tiles[place] for place in places], *state.leftover])
    chance.shuffle(IMAGINED, unseen)
    for place in places:
        shape = tiles[state.tiles[place]].shape
        tile = next(id for id in unseen if tiles[id].shape == shape)
        unseen.remove(tile)
        state.tiles[place] = tile
    state.leftover = sorted(unseen)


game: Game = DeadCells()
