"""Bots whose decisions can be checked: each depends on the seed, the seat and the number of decisions."""

from __future__ import annotations

import hashlib

from embertable.bots.bot import Bot
from embertable.engine.table import Seat


def opponent_seed(seed: int, seat: Seat, decisions: int) -> int:
    """The seed of a bot for one decision, so that a game goes on the same after any interruption."""
    text = f"{seed}/{seat}/{decisions}".encode()
    return int.from_bytes(hashlib.blake2b(text, digest_size=7).digest(), "big")


def opponent(name: str, seed: int, seat: Seat, decisions: int) -> Bot:
    """A bot for one decision of a seat."""
    from embertable.bots import import_bot

    return import_bot(name, opponent_seed(seed, seat, decisions))
