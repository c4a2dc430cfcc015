"""Draws the table: fire, Line, adventurers, camp, Merchant and piles."""

from __future__ import annotations

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text

from embertable import load
from embertable.engine.catalogue import Catalogue, Value
from embertable.engine.table import Choice, Seat
from embertable.games.setawatch.content import WatchContent
from embertable.games.setawatch.view import AdventurerView, DieView, LineView, WatchView
from embertable.terminal.drawing import Drawing

HEADING = "bold"
FAINT = "dim"
FIRE = "bold dark_orange"
ACTIVE = "bold green"
HURT = "bold red"
DIE_STYLES = {
    "unspent": "bold",
    "spent": "dim strike",
    "stolen": "red",
    "benched": "dim",
    "placed": "dim",
}
NARROWEST = 40
ROOMY = 100
"""Below this width an adventurer takes two lines."""
FACE_DOWN = "▒▒▒"
CAMP_PHASES = ("roll", "camp", "merchant")


def render(
    view: WatchView,
    catalogue: Catalogue,
    width: int,
    seat: Seat | None,
    content: WatchContent | None = None,
    choice: Choice | None = None,
) -> RenderableType:
    """Draw the table as the party sees it, before the Watch with the camp first."""
    if content is None:
        printed = load("setawatch").content()
        assert isinstance(printed, WatchContent)
        content = printed
    return WatchTable(view, catalogue, max(width, NARROWEST), seat, content).draw()


class WatchTable(Drawing[WatchView, WatchContent]):
    def text(self, id: str, **arguments: Value) -> str:
        return super().text(f"board.{id}", **arguments)

    def name(self, value: str | int, spec: str) -> str:
        return self.catalogue.name_of(value, spec)

    def draw(self) -> RenderableType:
        view = self.view
        camp = [self.camp(), self.merchant()]
        middle = [*camp, self.line()] if view.phase in CAMP_PHASES else [self.line()]
        rest = [] if view.phase in CAMP_PHASES else camp
        return Group(self.head(), *middle, self.adventurers(), *rest, self.piles())

    def head(self) -> RenderableType:
        view = self.view
        text = Text()
        round = self.text("round", n=view.round) if view.round else self.text("setup")
        text.append(round, HEADING)
        if view.location:
            location = self.content.locations[view.location]
            text.append("  ")
            text.append(self.name(view.location, "location"), HEADING)
            text.append(f"  {self.name(view.location, 'text')}" if location.text else "", FAINT)
        text.append("\n")
        most = self.content.most_firewood
        text.append(self.text("firewood", n=view.firewood, level=view.level) + " ")
        text.append("▮" * view.firewood, FIRE)
        text.append("▯" * (most - view.firewood), FAINT)
        if view.hex:
            text.append("  " + self.text("hex", n=view.hex), ACTIVE)
        return text

    def line(self) -> RenderableType:
        if not self.view.line:
            return Text(self.text("no_line"), FAINT)
        grid = Grid(box=None, pad_edge=False, show_header=False)
        for _ in range(4):
            grid.add_column(overflow="fold")
        for one in self.view.line:
            grid.add_row(*self.creature(one))
        return Group(Text(self.text("line"), HEADING), grid)

    def creature(self, one: LineView) -> list[Text]:
        place = Text(str(one.place), FAINT if one.place > self.view.level else "")
        if not one.card:
            return [place, Text(FACE_DOWN, FAINT), Text(), Text()]
        creature = self.content.cards[one.card].creature
        name = Text(self.name(one.card, "creature"), "" if one.up else FAINT)
        if one.mount:
            name.append(" + " + self.name(one.mount, "creature"))
        if not one.up:
            return [place, name, Text(FACE_DOWN, FAINT), Text(self.name(one.card, "text"), FAINT)]
        if not creature.type:
            return [place, name, Text(), Text(self.name(one.card, "text"), FAINT)]
        numbers = Text(f"{one.damage}/{one.health}", HURT if one.damage else "bold")
        notes = Text(self.name(creature.type, "type"), FAINT)
        notes.append("  " + self.text("damage", n=creature.damage))
        for die in one.stolen:
            notes.append("  " + self.text("stolen", die=die), HURT)
        if one.negated:
            notes.append("  " + self.text("negated"), ACTIVE)
        elif creature.text:
            notes.append("  " + self.name(one.card, "text"), FAINT)
        return [place, name, numbers, notes]

    def adventurers(self) -> RenderableType:
        if self.width < ROOMY:
            return Group(*[self.compact(one) for one in self.view.adventurers])
        grid = Grid(box=None, pad_edge=False, show_header=False)
        for _ in range(3):
            grid.add_column(overflow="fold")
        for one in self.view.adventurers:
            grid.add_row(self.who(one), self.dice(one), self.cards(one))
        return Group(Text(self.text("adventurers"), HEADING), grid)

    def compact(self, one: AdventurerView) -> Text:
        """An adventurer in two lines: who and dice, then the cards; those set aside have their page."""
        text = self.who(one, "  ")
        if one.dice:
            text.append("  ").append_text(self.dice(one))
        return text.append("\n  ").append_text(self.cards(one, with_aside=False))

    def who(self, one: AdventurerView, gap: str = "\n") -> Text:
        text = Text(self.name(one.number, "adventurer"), ACTIVE if one.participating else "")
        if one.resting:
            text.append(" " + self.text("resting"), FAINT)
        if self.view.players > 1:
            seats = one.seats
            text.append(gap + self.catalogue.name_of(seats, "seat") if seats else "", FAINT)
        text.append(gap + self.text("rests", n=one.rests), FAINT)
        return text

    def dice(self, one: AdventurerView) -> Text:
        text = Text()
        for die in one.dice:
            text.append_text(self.die(die))
            text.append(" ")
        return text

    def die(self, die: DieView) -> Text:
        picked = die.id in self.view.picked_dice
        return Text(f"[{die.value or '?'}]", ACTIVE if picked else DIE_STYLES[die.state])

    def cards(self, one: AdventurerView, with_aside: bool = True) -> Text:
        text = Text()
        for number, card in enumerate(one.board):
            text.append("  " if number else "")
            text.append(self.name(card.id, "ability"), "dim strike" if card.exhausted else "bold")
            text.append("•" if card.took_die else "")
        for item in one.items:
            text.append("  ◆")
            text.append(self.name(item.id, "item"), "dim strike" if item.exhausted else "")
            text.append("•" if item.activated else "")
        if one.aside and with_aside:
            text.append("  " + self.text("aside", abilities=one.aside), FAINT)
        if self.view.familiar and one.number == self.content.witch:
            used = "dim strike" if self.view.familiar_used else ""
            text.append("  " + self.text("familiar", familiar=self.view.familiar), used)
        for tamed in one.tamed:
            text.append("  " + self.text("tamed", card=tamed))
        for trophy in one.trophies:
            text.append("  " + self.text("trophy", card=trophy))
        return text

    def camp(self) -> RenderableType:
        text = Text(self.text("camp") + " ", HEADING)
        dice = {space.id: space for space in (*self.view.spaces, *self.view.runes)}
        for action in self.content.camp.values():
            text.append(f" {self.name(action.id, 'where')} ")
            for space in action.spaces:
                shown = dice[space]
                text.append(
                    f"[{shown.die}]" if shown.die else "[ ]", "bold" if shown.die else FAINT
                )
                text.append("●" * shown.coins, "yellow")
        for rune in self.content.runes:
            shown = dice[rune]
            text.append(f" {self.name(rune, 'where')} ")
            text.append(f"[{shown.die}]" if shown.die else "[ ]", "bold" if shown.die else FAINT)
        return text

    def merchant(self) -> RenderableType:
        text = Text(self.text("merchant", n=self.view.coins) + " ", HEADING)
        for pile, cost in zip(self.view.market, self.view.prices, strict=True):
            if pile:
                text.append(f" {self.name(pile[0], 'item')} ")
                text.append(f"{cost}●", "yellow")
                text.append(f" {self.name(pile[0], 'use')} ", FAINT)
        return text

    def piles(self) -> RenderableType:
        view = self.view
        text = Text(self.text("piles", deck=view.deck, horde=len(view.horde)), FAINT)
        known = tuple([card for card in view.horde if card])
        for id, cards in (
            ("deck_top", view.deck_top),
            ("deck_bottom", view.deck_bottom),
            ("horde", known),
            ("waiting", view.waiting),
        ):
            if cards:
                text.append("  " + self.text(id, cards=cards), FAINT)
        text.append("\n" + self.text("graveyard", cards=view.graveyard), FAINT)
        text.append("\n" + self.text("unhallowed", cards=view.unhallowed), FAINT)
        if view.next_location:
            text.append("\n" + self.text("next", location=view.next_location), FAINT)
        if view.final_location and view.map_deck > 1:
            text.append("  " + self.text("final", location=view.final_location), FAINT)
        return text
