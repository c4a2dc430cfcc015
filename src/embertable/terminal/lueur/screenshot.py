"""A picture of a real game for the README: `python -m embertable.terminal.lueur.screenshot OUT.svg`.

Plays a seeded game between a person who follows the bot's hints and a bot, and exports the screen
when the person has some companions and has just rolled.
"""

from __future__ import annotations

import asyncio
import re
import sys
import tempfile
from pathlib import Path

import embertable
from embertable.bots.search import Budget
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.games.lueur.late_morning import ChooseDice
from embertable.games.lueur.view import LueurView
from embertable.terminal.app import TableApp
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.seats import read_seats

SEED = 7
ROUND = 4
AT_ONCE = Budget()
"""No search, whose hints would depend on how fast the machine is."""
SIZE = (132, 50)
FONT = re.compile(r"@font-face\s*\{[^}]*\}")
COMMENT = re.compile(r"<!--.*?-->", re.DOTALL)
LINKED = re.compile(r"https?://(?!www\.w3\.org/)")


def main(arguments: list[str]) -> int:
    if len(arguments) != 1:
        print("Usage: python -m embertable.terminal.lueur.screenshot OUT.svg", file=sys.stderr)  # noqa: T201
        return 2
    with tempfile.TemporaryDirectory() as folder:
        hotseat = play_to(ROUND, Path(folder) / "game.json")
        picture = asyncio.run(photograph(hotseat))
    Path(arguments[0]).write_text(picture, encoding="utf-8")
    return 0


def play_to(round: int, save: Path) -> HotSeat:
    """A game in which the person has rolled in the given round and may roll again."""
    seats = read_seats(["human:Ada", "bot:greedy:Cinder"])
    session = Session(embertable.load("lueur"), {"players": "2"}, seeded(SEED))
    hotseat = HotSeat(session, seats, "en", save)
    while not has_rolled(hotseat, round):
        bot = hotseat.bot_is_next()
        hotseat.choose(hotseat.bot_decision() if bot else hotseat.hint(AT_ONCE).action)
    return hotseat


def has_rolled(hotseat: HotSeat, round: int) -> bool:
    shown = hotseat.look()
    assert isinstance(shown.view, LueurView)
    rolls = isinstance(shown.choice, ChooseDice) and not hotseat.bot_is_next()
    return rolls and shown.view.round == round


async def photograph(hotseat: HotSeat) -> str:
    """The screen as SVG that asks no other machine for anything."""
    app = TableApp(hotseat)
    async with app.run_test(size=SIZE) as pilot:
        await pilot.press("down", "up")
        app.screen.query_one("#news").display = False
        await pilot.pause()
        picture = app.export_screenshot(title="Embertable")
    # Not every viewer keeps the space between two words of different colours.
    picture = picture.replace("<svg ", '<svg xml:space="preserve" ', 1)
    picture = COMMENT.sub("", FONT.sub("", picture))
    assert not LINKED.search(picture), "the picture links to somewhere"
    return picture


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
