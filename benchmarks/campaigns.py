"""Time a campaign of thirty Runs by random bots, for each number of players."""

from __future__ import annotations

import json
import time

from embertable.lab.bench import build
from embertable.lab.campaigns import play_campaign

RUNS = 30
CAMPAIGNS = 3


def main() -> None:
    seconds: dict[str, float] = {}
    for players in (1, 2, 3, 4):
        start = time.process_time()
        for seed in range(CAMPAIGNS):
            play_campaign("deadcells", ["random"], players, RUNS, seed)
        seconds[str(players)] = round((time.process_time() - start) / CAMPAIGNS, 3)
    print(json.dumps({"build": build(), "runs": RUNS, "seconds_by_players": seconds}, indent=1))


if __name__ == "__main__":
    main()
