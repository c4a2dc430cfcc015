"""Who sits where at this keyboard: people and bots, from the spellings of `--seats` or of a record."""

from __future__ import annotations

from collections.abc import Sequence

from embertable.engine.errors import UsageFault
from embertable.engine.players import BOT_NAMES, PEOPLE_NAMES, Player, new_name, read_player


class BadSeat(UsageFault):
    part = "terminal"

    def __init__(self, spelling: str) -> None:
        super().__init__(spelling=spelling)


class SameName(UsageFault):
    part = "terminal"

    def __init__(self, name: str) -> None:
        super().__init__(name=name)


def read_seats(spellings: Sequence[str]) -> list[Player]:
    """The players of these spellings; those without a name get one that nobody else has."""
    players: list[Player] = []
    for spelling in spellings:
        if (player := read_player(spelling)) is None:
            raise BadSeat(spelling)
        players.append(player)
    taken = [player.name for player in players if player.name]
    for name in taken:
        if taken.count(name) > 1:
            raise SameName(name)
    for seat, player in enumerate(players):
        if not player.name:
            name = new_name(PEOPLE_NAMES if player.is_person() else BOT_NAMES, taken)
            taken.append(name)
            players[seat] = Player(name, player.bot)
    return players
