"""The table of Set a Watch as sentences, one fact per line."""

from __future__ import annotations

from embertable.games.setawatch.content import WatchContent
from embertable.games.setawatch.state import WATCH
from embertable.games.setawatch.view import AdventurerView, LineView, WatchView
from embertable.text_view.base import TextView


class WatchTextView(TextView[WatchView, WatchContent]):
    def lines(self) -> list[str]:
        view = self.view
        lines = [self.text("round", n=view.round, phase=view.phase)]
        if view.location:
            lines.append(self.text("location", location=view.location))
        lines.append(self.text("firewood", n=view.firewood, level=view.level))
        lines += [self.creature(one) for one in view.line]
        for one in view.adventurers:
            lines += self.adventurer(one)
        lines += self.camp()
        lines.append(self.text("coins", n=view.coins))
        for pile, cost in zip(view.market, view.prices, strict=True):
            if pile:
                lines.append(self.text("market", item=pile[0], n=cost))
        return lines + self.piles()

    def creature(self, one: LineView) -> str:
        if not one.card:
            return self.text("hidden", place=one.place)
        if not one.up:
            return self.text("peeked", place=one.place, card=one.card)
        creature = self.content.cards[one.card].creature
        if not creature.type:
            return self.text("summon", place=one.place, card=one.card)
        negated = "riding_negated" if one.mount else "negated"
        return self.text(
            negated if one.negated else "riding" if one.mount else "creature",
            place=one.place,
            card=one.card,
            mount=one.mount,
            type=creature.type,
            dealt=one.damage,
            health=one.health,
            damage=creature.damage,
            stolen=one.stolen,
        )

    def adventurer(self, one: AdventurerView) -> list[str]:
        number = one.number
        away = "out" if self.view.phase == WATCH else "idle"
        state = "resting" if one.resting else "watching" if one.participating else away
        lines = [self.text(state, adventurer=number, n=one.rests)]
        for kind in ("unspent", "spent", "benched"):
            dice = tuple([die.value for die in one.dice if die.state == kind and die.value])
            if dice:
                lines.append(self.text(kind, adventurer=number, dice=dice))
        awaited = [die for die in one.dice if not die.value]
        if awaited:
            lines.append(self.text("awaited", adventurer=number, n=len(awaited)))
        for ability in one.board:
            id = "exhausted" if ability.exhausted else "took" if ability.took_die else "ready"
            lines.append(self.text(id, adventurer=number, ability=ability.id))
        for item in one.items:
            used = "item_activated" if item.activated else "item"
            id = "item_exhausted" if item.exhausted else used
            lines.append(self.text(id, adventurer=number, item=item.id))
        if one.aside:
            lines.append(self.text("aside", adventurer=number, abilities=one.aside))
        if self.view.familiar and number == self.content.witch:
            id = "familiar_used" if self.view.familiar_used else "familiar"
            lines.append(self.text(id, familiar=self.view.familiar))
        if self.view.hex and number == self.content.witch:
            lines.append(self.text("hex", n=self.view.hex))
        if one.tamed:
            lines.append(self.text("tamed", adventurer=number, cards=one.tamed))
        if one.trophies:
            lines.append(self.text("trophies", adventurer=number, cards=one.trophies))
        return lines

    def camp(self) -> list[str]:
        spaces = {space.id: space for space in (*self.view.spaces, *self.view.runes)}
        lines: list[str] = []
        for action in self.content.camp.values():
            coins = sum([spaces[space].coins for space in action.spaces])
            dice = tuple([spaces[space].die for space in action.spaces if spaces[space].die])
            lines.append(self.text("space", where=action.id, n=coins, dice=dice))
        cast = [rune for rune in self.content.runes if spaces[rune].die]
        if cast:
            lines.append(self.text("cast", runes=cast))
        return lines

    def piles(self) -> list[str]:
        view = self.view
        known = tuple([card for card in view.horde if card])
        lines = [
            self.text("deck", n=view.deck),
            self.text("horde", n=len(view.horde), cards=known),
            self.text("graveyard", cards=view.graveyard),
            self.text("unhallowed", cards=view.unhallowed),
        ]
        for id, cards in (
            ("deck_top", view.deck_top),
            ("deck_bottom", view.deck_bottom),
            ("waiting", view.waiting),
        ):
            if cards:
                lines.append(self.text(id, cards=cards))
        if view.next_location:
            lines.append(self.text("next", location=view.next_location))
        if view.final_location and view.map_deck > 1:
            lines.append(self.text("final", location=view.final_location))
        return lines
