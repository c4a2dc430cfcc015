"""What a seat sees of Lueur: everything but the deck, the box, the spell pile and hidden spells.

Every seat sees the same (ledger, section 7); what is hidden is hidden from all.
"""

from __future__ import annotations

from dataclasses import dataclass

from embertable.engine.table import Seat, Table, View
from embertable.games.lueur.content import Spell, Trigger
from embertable.games.lueur.dice import counted_dice, counted_symbols
from embertable.games.lueur.final_count import fireflies
from embertable.games.lueur.late_morning import companion_rerolls, track_rerolls
from embertable.games.lueur.noon import can_trigger
from embertable.games.lueur.state import LueurState, Player

SCORE_SPACES = 100


@dataclass
class DieView(View):
    """A die; `face` is empty while it is not rolled, `counts` false under the curse."""

    id: int
    colour: str
    large: bool
    face: str
    counts: bool = True
    picked: bool = False
    set_aside: bool = False


@dataclass
class CardView(View):
    """A card or spell in front of a player; `times` says how often the dice meet it now.

    `on` is the companion that a spell lies on, if it lies on one.
    """

    id: str
    times: int
    resolved: bool
    on: str = ""


@dataclass
class SpaceView(View):
    element: str
    companion: str
    dice: tuple[DieView, ...]
    footprints: int


@dataclass
class PlayerView(View):
    seat: Seat
    adventurer: CardView | None
    companions: tuple[CardView, ...]
    spells: tuple[CardView, ...]
    hidden_spells: int
    dice: tuple[DieView, ...]
    bursts: int
    score_space: int
    """Where the score token stands: after 99 it goes on from 0 (L-DEF-08)."""
    rerolls: int
    companion_rerolls: int
    track_rerolls: tuple[int, ...]
    """The totals that rerolls from the score track would leave, nearest first."""
    footprints: int
    fireflies: int
    """Printed ones and tokens."""
    company: str
    encampment: str
    visited: tuple[str, ...]
    """Spaces of the Province that cannot be entered again this round."""
    boats: tuple[str, ...]
    sketal_dice: dict[str, str]
    """For each Sketal that found a die, the colour it brought."""
    count: dict[str, int]


@dataclass
class LueurView(View):
    journey: str
    round: int
    rounds: int
    first: Seat
    players: tuple[PlayerView, ...]
    track: tuple[SpaceView, ...]
    reserve: tuple[DieView, ...]
    cemetery: tuple[str, ...]
    deck: int
    next_pack: str
    spell_pile: int
    used_spells: tuple[str, ...]


def view(table: Table[LueurState]) -> LueurView:
    state = table.state
    content = state.content
    graves = list(state.cemetery)
    reserve = list(state.reserve)
    for seat in state.turn_order():
        graves.extend(state.players[seat].fallen)
        reserve.extend(state.players[seat].returned)
    return LueurView(
        journey=table.options["journey"],
        round=state.round,
        rounds=content.rounds,
        first=state.first,
        players=tuple([player_view(state, player) for player in state.players]),
        track=tuple(
            [
                SpaceView(
                    element,
                    space.companion,
                    tuple([track_die_view(state, die, element) for die in space.dice]),
                    space.footprints,
                )
                for element, space in zip(content.spaces, state.track, strict=True)
            ]
        ),
        reserve=tuple([die_view(state, die) for die in reserve]),
        cemetery=tuple(graves),
        deck=len(state.deck),
        next_pack=content.companions[state.deck[-1]].pack if state.deck else "",
        spell_pile=len(state.spell_pile),
        used_spells=tuple(state.spells_boxed),
    )


def die_view(state: LueurState, die: int) -> DieView:
    kind = state.content.dice[die]
    return DieView(die, kind.colour, kind.large, state.faces[die])


def track_die_view(state: LueurState, die: int, element: str) -> DieView:
    """A die on the meeting track shows the element of its space, also where Kaar moved it."""
    shown = die_view(state, die)
    shown.face = element
    return shown


def player_view(state: LueurState, player: Player) -> PlayerView:
    counts = counted_symbols(state, player.seat)
    counted = counted_dice(state, player)
    dice = [die_view(state, die) for die in player.dice]
    for die in dice:
        die.counts = die.id in counted or not die.face
        die.picked = die.id in player.picked
        die.set_aside = die.id in player.set_aside
    cards = state.content.cards
    spells = state.content.spells
    return PlayerView(
        seat=player.seat,
        adventurer=card_view(player, player.adventurer, cards[player.adventurer].trigger, counts)
        if player.adventurer
        else None,
        companions=tuple(
            [card_view(player, card, cards[card].trigger, counts) for card in player.companions]
        ),
        spells=tuple([spell_view(player, spells[spell], counts) for spell in player.spells]),
        hidden_spells=len(player.hidden_spells),
        dice=tuple(dice),
        bursts=player.bursts,
        score_space=player.bursts % SCORE_SPACES,
        rerolls=player.rerolls,
        companion_rerolls=companion_rerolls(state.content, player),
        track_rerolls=tuple(track_rerolls(state.content, player)),
        footprints=player.footprints,
        fireflies=fireflies(state, player),
        company=player.company,
        encampment=player.encampment,
        visited=tuple(player.visited),
        boats=tuple(player.boats),
        sketal_dice=dict(player.sketal_dice),
        count=dict(player.count),
    )


def spell_view(player: Player, spell: Spell, counts: dict[str, int]) -> CardView:
    trigger = spell.trigger if can_trigger(spell, player) else None
    shown = card_view(player, spell.id, trigger, counts)
    if spell.on_last_recruited and player.companions:
        shown.on = player.companions[-1]
    return shown


def card_view(
    player: Player, card: str, trigger: Trigger | None, counts: dict[str, int]
) -> CardView:
    times = trigger.activations(counts) if trigger is not None else 0
    return CardView(card, times, card in player.resolved)
