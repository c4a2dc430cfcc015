"""Plans and played games made up for tests of what the lab says about them."""

from __future__ import annotations

from embertable.lab.one_game import PlayedGame
from embertable.lab.plan import Cell, Plan


def a_game(cell, number, won, things=(), reach=0, standings=((0,),), **more):
    fields = {
        "run": 0,
        "bots": ("greedy",),
        "outcome": "won" if won else "exhausted",
        "winners": (0,) if won else (),
        "scores": (int(won),),
        "decisions": 40,
        "forced": 4,
        "idle": 2,
        "longest_idle": 1,
        "hash": f"{cell}-{number}",
    }
    return PlayedGame(
        cell=cell,
        number=number,
        things=tuple(things),
        reach=(reach,),
        standings=standings,
        **{**fields, **more},
    )


def a_duel(cell, number, winner, things=(), lead=10, **more):
    """A game of Lueur for two."""
    leads = (lead, -lead) if winner == 0 else (-lead, lead)
    fields = {
        "winners": (winner,),
        "scores": tuple(50 + each for each in leads),
        "bots": ("greedy", "greedy"),
        "outcome": "bursts",
        "standings": ((0, 0),),
    }
    game = a_game(cell, number, True, things, **{**fields, **more})
    return PlayedGame(**{**vars(game), "reach": leads})


def a_plan(cells, varied=(), packs=("printed",), **more):
    fields = {
        "title": "A plan",
        "game": "setawatch",
        "rules": 1,
        "seed": 1,
        "runs": 1,
        "packs": tuple((one, "", one) if isinstance(one, str) else one for one in packs),
        "varied": tuple(varied),
        "cells": tuple(cells),
    }
    return Plan(**{**fields, **more})


def difficulty(name, **more):
    return Cell((("difficulty", name),), ("greedy",), games=200, **more)
