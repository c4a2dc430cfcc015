"""The settings with which the ladder of Set a Watch is usually played."""

from embertable.bots.skill import LEVELS
from embertable.lab.ladder_lines import Line

BOTS = ("random", "greedy", "search@60", "search@200")
LADDER = (
    *[Line({"difficulty": one}, BOTS, 0.2) for one in ("easy", "normal", "hard", "insane")],
    Line({"difficulty": "normal", "players": "1"}, LEVELS, 0.2),
)
