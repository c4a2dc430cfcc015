"""The settings with which the ladder of Dead Cells is usually played."""

from embertable.lab.ladder_lines import Line

BOTS = ("random", "greedy", "search@40")
LADDER = (
    Line({"players": "3"}, (*BOTS, "search@160"), 0.1),
    Line({"players": "1"}, BOTS, 0.1),
    Line({"players": "2"}, BOTS, 0.1),
    Line({"players": "4"}, BOTS, 0.1),
)
