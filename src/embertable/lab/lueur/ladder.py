"""The settings with which the ladder of Lueur is usually played."""

from embertable.lab.ladder_lines import Line

SEARCHED = ("random", "greedy", "search@60", "search@240")
LADDER = (
    Line({"players": "2"}, SEARCHED, 1.0),
    Line({"players": "2", "journey": "archipelago"}, SEARCHED, 0.5),
    Line({"players": "3"}, SEARCHED, 0.2),
    Line({"players": "4"}, SEARCHED, 0.2),
)
