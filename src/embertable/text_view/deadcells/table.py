"""The table of Dead Cells as sentences, one fact per line."""

from __future__ import annotations

from embertable.engine.catalogue import Value
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.describe import card_text
from embertable.games.deadcells.effects import DECKS
from embertable.games.deadcells.state import HIDDEN, PRINTED
from embertable.games.deadcells.view import CharacterView, DeadCellsView
from embertable.text_view.base import TextView
from embertable.text_view.deadcells.facts import (
    abilities,
    enemy_lines,
    equipment_of,
    tokens_of,
    ways_from,
)


class DeadCellsTextView(TextView[DeadCellsView, DeadCellsContent]):
    """Renders most lines with the board's messages."""

    def text(self, id: str, **arguments: Value) -> str:
        return self.catalogue.text(id, **arguments)

    def lines(self) -> list[str]:
        view = self.view
        lines = [
            self.text(
                "board.headline",
                biome=view.boss or view.biome,
                teeth=view.teeth,
                cells=view.cells,
                first=view.first,
            )
        ]
        if view.curses:
            lines.append(self.text("board.curses", curses=view.curses))
        if view.collector:
            lines.append(self.text("board.collector", cards=view.collector))
        lines += self.combat() if view.fighting else self.map()
        own = [one for one in range(len(view.characters)) if self.is_own(one)]
        others = [one for one in range(len(view.characters)) if not self.is_own(one)]
        for one in (*own, *others):
            lines += self.character(view.characters[one])
        return lines + self.board()

    def is_own(self, one: int) -> bool:
        return self.view.characters[one].seat == self.seat

    def map(self) -> list[str]:
        view = self.view
        if not view.spaces:
            return []
        lines = [self.text("board.map", place=view.place)]
        for way in ways_from(self.content, view, view.place):
            lines.append(self.catalogue.render(way))
        for space in view.spaces:
            if space.face == HIDDEN:
                lines.append(self.text("text_view.hidden", space=space.id, shape=space.shape))
            else:
                lines.append(self.text("text_view.open", space=space.id, tile=space.tile))
        return lines

    def combat(self) -> list[str]:
        view = self.view
        lines = [self.text("board.round", round=view.round)]
        if view.loot:
            lines.append(self.text("board.loot", loot=view.loot))
        if view.wall:
            lines.append(self.text(f"board.{view.wall}"))
        if view.constraint:
            lines.append(self.text(f"constraint.{view.constraint}"))
        for enemy in view.enemies:
            lines.append(
                self.text(
                    "text_view.enemy",
                    card=enemy.card,
                    space=enemy.space,
                    left=enemy.health - enemy.damage,
                    health=enemy.health,
                    tokens=tokens_of(enemy),
                    lines=enemy_lines(self.content, view, enemy),
                )
            )
        return lines

    def character(self, character: CharacterView) -> list[str]:
        if not character.beheaded:
            return [self.text("board.nobody", seat=character.seat)]
        lines = [
            self.text(
                "text_view.character",
                beheaded=character.beheaded,
                seat=character.seat,
                left=character.health,
                health=character.max_health,
                tokens=tokens_of(character),
            )
        ]
        active = [message for _, active, message in abilities(self.content, character) if active]
        if active:
            lines.append(self.text("text_view.abilities", abilities=active))
        for item in equipment_of(self.content, character):
            lines.append(self.catalogue.render(item))
        for card in character.active:
            if card.hidden:
                kind, _, round = card.announced.partition(" ")
                lines.append(self.text("board.face_down", action=kind, round=int(round)))
            elif card.card and card.card != PRINTED:
                lines.append(self.card("board.active", card.card))
        if character.top:
            lines.append(self.card("board.top", character.top))
        for held in character.hand:
            lines.append(self.card("board.hand", held))
        lines.append(
            self.text(
                "board.piles",
                hand=character.cards_in_hand,
                draw=character.draw,
                discard=character.discard,
            )
        )
        return lines

    def card(self, id: str, card: str) -> str:
        icons = self.content.cards[card].icons
        text = self.text(id, card=card, does=card_text(self.content, card))
        return f"{text} {self.text('text_view.icons', icons=icons)}" if icons else text

    def board(self) -> list[str]:
        board = self.view.board
        cards = [card for section in board.mutations for card in section]
        lines = [
            self.text("board.mutations", runs=len(board.history)),
            self.text("board.runes", runes=board.runes),
            *[self.text("board.mutation", card=card) for card in cards],
        ]
        for place, deck in enumerate(DECKS):
            lines.append(
                self.text("board.deck", deck=deck, n=board.left[place], cost=board.prices[place])
            )
        lines.append(self.text("board.well", n=board.left[len(DECKS)]))
        if board.peeked:
            lines.append(self.text("board.peeked", cards=board.peeked))
        return lines
