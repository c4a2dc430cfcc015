"""The table of The Faceless as sentences, one fact per line."""

from __future__ import annotations

from embertable.engine.catalogue import Catalogue, Message
from embertable.engine.table import Seat
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FacelessContent
from embertable.games.faceless.view import FacelessView, PlayerView
from embertable.text_view.base import TextView
from embertable.text_view.faceless.expansions import expansion_messages
from embertable.text_view.faceless.facts import (
    billygoat_distance,
    covered_by,
    crosses_obstacles,
    needle_degrees,
    next_strike,
    wind_of,
)


class FacelessTextView(TextView[FacelessView, FacelessContent]):
    def __init__(
        self, view: FacelessView, catalogue: Catalogue, seat: Seat | None, content: FacelessContent
    ) -> None:
        super().__init__(view, catalogue, seat, content)

    def lines(self) -> list[str]:
        view = self.view
        lines = [self.text("turn", n=view.turn, seat=view.current, deck=view.deck)]
        if view.team != AWAY:
            if view.own_compass:
                lines.append(self.text("own_compass"))
            lines += [self.team(), self.text("around", things=self.around())]
        lines.append(self.text("from_middle" if view.team == AWAY else "from_team"))
        lines += [self.figure(number) for number in range(len(view.figures))]
        distance = billygoat_distance(view, self.content.board)
        if distance != AWAY:
            id = "distance_over" if crosses_obstacles(view) else "distance"
            lines.append(self.text(id, n=distance))
        lines.append(self.text("on_board", spaces=view.memories))
        lines += self.obstacles()
        lines += [self.text("part", part=message) for message in expansion_messages(view)]
        for colour in COLOURS:
            lines.append(self.column(colour))
            lines += [self.warning(colour, name) for name in view.warnings[colour]]
        lines.append(self.text("least", n=view.minimum))
        top = "told" if view.is_top_told else "top"
        for id, card in (("card", view.card), ("revealed", view.revealed), (top, view.top)):
            if card:
                lines.append(self.text(id, card=card))
        if kids := [one for one in view.powers if one in self.content.kids]:
            lines.append(self.text("powers", kids=kids))
        seats = len(view.players)
        for place in range(seats):
            lines.append(self.hand(view.players[((self.seat or 0) + place) % seats]))
        return lines + self.memories()

    def team(self) -> str:
        """Where the Team is and where the needle leads; nothing of a covered needle."""
        view = self.view
        if view.needle is None:
            return self.text("team_blind", space=view.team)
        near = self.content.board.neighbours
        targets = [near[view.team * 6 + direction] for direction in view.needle.directions]
        id = "team_edge" if AWAY in targets else "team" if len(targets) == 1 else "team_tie"
        if view.needle.reverse:
            id += "_white"
        return self.text(
            id,
            space=view.team,
            wind=wind_of(needle_degrees(view)),
            directions=view.needle.directions,
        )

    def around(self) -> list[Message]:
        """The contents of each space around the Team."""
        view = self.view
        cover = covered_by(view, self.content.board)
        found: list[Message] = []
        for direction in range(6):
            space = self.content.board.neighbours[view.team * 6 + direction]
            kind = "free"
            if space == AWAY:
                kind = "edge"
            elif space == view.figures[BILLYGOAT].place:
                kind = "billygoat"
            elif space in view.memories:
                kind = "memory"
            elif cover[space] != AWAY:
                kind = "swamp" if view.obstacles[cover[space]].is_swamp else "obstacle"
            found.append(Message(f"beside.{kind}", {"direction": direction}))
        return found

    def figure(self, number: int) -> str:
        figure = self.view.figures[number]
        if figure.place == AWAY:
            return self.text("aside", figure=number)
        return self.text(
            "figure",
            figure=number,
            place=figure.place,
            heading=figure.heading,
        )

    def obstacles(self) -> list[str]:
        return [
            self.text(
                "swamp" if obstacle.is_swamp else "obstacle",
                obstacle=number,
                spaces=obstacle.spaces,
            )
            for number, obstacle in enumerate(self.view.obstacles)
            if obstacle.spaces
        ]

    def warning(self, colour: str, name: str) -> str:
        """A Warning token beside a column."""
        return self.text("warning", colour=colour, warning=Message(f"client.warning.{name}"))

    def column(self, colour: str) -> str:
        """The cards of a column from the top, and what one more would do."""
        values = [str(self.content.cards[card].value) for card in self.view.columns[colour]]
        strength = next_strike(self.view, colour)
        strike = (
            Message(f"text_view.strike.{colour}", {"n": strength})
            if strength
            else Message("board.nothing")
        )
        id = "column" if values else "empty_column"
        return self.text(id, colour=colour, values=tuple(values), strike=strike)

    def hand(self, player: PlayerView) -> str:
        id = "hand" if player.kid else "nobody"
        return self.text(
            id, seat=player.seat, kid=player.kid, cards=player.hand, limit=player.limit
        )

    def memories(self) -> list[str]:
        view = self.view
        found = len(view.unused) + len(view.used)
        lines = [self.text("found", n=found, all=found + len(view.memories))]
        if view.unused:
            lines.append(self.text("unused", memories=view.unused))
        if view.used:
            lines.append(self.text("used", memories=view.used))
        return lines
