"""The settings with which the ladder of The Faceless is usually played."""

from embertable.lab.ladder_lines import Line

BOTS = ("random", "greedy", "search@32")
LADDER = (
    Line({"players": "3", "difficulty": "easy"}, BOTS, 1.0),
    Line({"players": "3", "difficulty": "medium"}, BOTS, 1.0),
    Line({"players": "3", "difficulty": "hard"}, BOTS, 1.0),
    Line({"players": "3", "difficulty": "hell"}, (*BOTS, "search@96"), 1.0),
    Line({"players": "2"}, BOTS, 0.5),
    Line({"players": "4"}, BOTS, 0.5),
)
