"""The table of Lueur as sentences, one fact per line."""

from __future__ import annotations

from embertable.engine.catalogue import Message
from embertable.games.lueur.content import ELEMENTS, SYMBOLS, Board, LueurContent, Way
from embertable.games.lueur.describe import effects_text, symbols_text
from embertable.games.lueur.names import elements_shown
from embertable.games.lueur.view import CardView, LueurView, PlayerView
from embertable.text_view.base import TextView


class LueurTextView(TextView[LueurView, LueurContent]):
    def lines(self) -> list[str]:
        view = self.view
        rounds = self.text("round", n=view.round, rounds=view.rounds, seat=view.first)
        lines = [rounds if view.round else self.text("setup", seat=view.first)]
        if view.deck:
            lines.append(self.text("deck", n=view.deck, pack=view.next_pack))
        lines += self.track()
        lines.append(self.text("reserve", dice=tuple([die.id for die in view.reserve])))
        lines.append(self.text("cemetery", companions=view.cemetery))
        if view.used_spells:
            lines.append(self.text("used_spells", spells=view.used_spells))
        seats = len(view.players)
        for place in range(seats):
            lines += self.player(view.players[((self.seat or 0) + place) % seats])
        return lines + self.ways()

    def track(self) -> list[str]:
        lines: list[str] = []
        for space in self.view.track:
            things = [Message("text_view.die", {"die": die.id}) for die in space.dice]
            if space.footprints:
                things.append(Message("thing.footprints", {"n": space.footprints}))
            if space.companion:
                companion = space.companion
                lines.append(
                    self.text("met", space=space.element, companion=companion, things=things)
                )
            elif things:
                lines.append(self.text("left", space=space.element, things=things))
        return lines

    def player(self, player: PlayerView) -> list[str]:
        seat = player.seat
        lines = [
            self.text(
                "tokens",
                seat=seat,
                bursts=player.bursts,
                rerolls=player.rerolls,
                footprints=player.footprints,
                fireflies=player.fireflies,
                companions=len(player.companions),
            )
        ]
        if player.companion_rerolls:
            lines.append(self.text("companion_rerolls", seat=seat, n=player.companion_rerolls))
        if player.track_rerolls:
            lines.append(self.text("falls", seat=seat, totals=player.track_rerolls[:3]))
        lines += self.dice(player)
        if player.adventurer is not None:
            lines.append(self.card("adventurer", player, player.adventurer))
        lines += [self.card("companion", player, card) for card in player.companions]
        for spell in player.spells:
            lines.append(self.card("spell", player, spell))
            if spell.on:
                lines.append(self.text("spell_on", card=spell.id, companion=spell.on))
        if player.hidden_spells:
            lines.append(self.text("hidden_spells", seat=seat, n=player.hidden_spells))
        if player.count:
            lines.append(self.text("count", seat=seat, **player.count))
        return lines + self.pieces(player)

    def dice(self, player: PlayerView) -> list[str]:
        """What the dice show that count, and those that are picked, used, cursed or unrolled."""
        counts: dict[str, int] = {}
        for die in player.dice:
            if die.face and die.counts:
                counts[die.face] = counts.get(die.face, 0) + 1
        symbols = [symbols_text(face, counts[face]) for face in SYMBOLS if face in counts]
        lines = [self.text("shows", seat=player.seat, symbols=symbols)] if symbols else []
        for id, dice in (
            ("not_rolled", [die.id for die in player.dice if not die.face]),
            ("picked", [die.id for die in player.dice if die.picked]),
            ("used", [die.id for die in player.dice if die.set_aside]),
            ("cursed", [die.id for die in player.dice if not die.counts]),
        ):
            if dice:
                lines.append(self.text(id, seat=player.seat, dice=tuple(dice)))
        return lines

    def card(self, kind: str, player: PlayerView, card: CardView) -> str:
        met = is_met(player, card)
        state = "resolved" if card.resolved else "met_now" if met else "not_met"
        return self.text(f"{kind}_{state}", seat=player.seat, card=card.id, times=card.times)

    def pieces(self, player: PlayerView) -> list[str]:
        seat = player.seat
        if player.company:
            company, camp = player.company, player.encampment
            if company == camp:
                return [self.text("company_and_camp", seat=seat, company=company)]
            return [self.text("company", seat=seat, company=company, camp=camp)]
        if not player.boats:
            return []
        boats = [
            Message(
                "text_view.boat" if player.boats.count(island) == 1 else "text_view.several_boats",
                {"island": island, "n": player.boats.count(island)},
            )
            for island in sorted(set(player.boats))
        ]
        return [
            self.text("boats", seat=seat, boats=boats),
            self.text("elements", seat=seat, n=elements_shown(player)),
        ]

    def ways(self) -> list[str]:
        """Where the looking seat's pieces could go from here, and what it takes."""
        if self.seat is None:
            return []
        player = self.view.players[self.seat]
        if player.company:
            return self.walks(player.company)
        return [
            self.sailing(start, island, path)
            for start in sorted(set(player.boats))
            for island, path in self.content.archipelago.paths[start].items()
            if island not in player.boats
        ]

    def walks(self, company: str) -> list[str]:
        board = self.content.province
        steps = distances(board, company)
        lines = [self.text("neighbours", spaces=tuple(board.paths[company]))]
        for place in sorted(board.places.values(), key=lambda place: place.points):
            if place.kind == "village" and place.id != company:
                effects = effects_text(place.effects)
                lines.append(
                    self.text("village", space=place.id, n=steps[place.id], effects=effects)
                )
        return lines

    def sailing(self, start: str, island: str, path: Way) -> str:
        if (path.low, path.high) == (0, len(ELEMENTS)):
            asked = [Message("text_view.open")]
        elif path.low == path.high:
            asked = [Message("text_view.exactly", {"n": path.low})]
        else:
            asked = [Message("text_view.between", {"low": path.low, "n": path.high})]
        if path.effects:
            asked.append(effects_text(path.effects))
        icons = self.content.archipelago.places[island].effects
        if not icons:
            return self.text("path", start=start, island=island, asked=asked)
        arrival = effects_text(icons)
        return self.text("path_to_icon", start=start, island=island, asked=asked, arrival=arrival)


def is_met(player: PlayerView, card: CardView) -> bool:
    """Whether the dice meet a card; before the roll they say nothing, not even "no water"."""
    return card.times > 0 and any(die.face for die in player.dice)


def distances(board: Board, start: str) -> dict[str, int]:
    """How many steps each place is away."""
    steps = {start: 0}
    for place in (reached := [start]):
        for other in board.paths.get(place, {}):
            if other not in steps:
                steps[other] = steps[place] + 1
                reached.append(other)
    return steps
