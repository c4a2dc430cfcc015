"""Whole evenings in real browsers: people who play, lose the line, come back, and play on."""

from __future__ import annotations

import random


def test_two_people_play_lueur_to_its_end(person):
    ada, bruno = person("Ada"), person("Bruno")
    ada.host("lueur", "me", "open")
    bruno.join(ada.invitation())
    luck = random.Random(5)
    for _ in range(1000):
        mover = next((one for one in (ada, bruno) if one.state == "mine"), None)
        if mover is None:
            break
        mover.act(luck)
        other = bruno if mover is ada else ada
        other.wait_for(mover.seq)
    assert ada.state == bruno.state == "over"
    assert (
        ada.page.locator(".sentence").inner_text() == bruno.page.locator(".sentence").inner_text()
    )
