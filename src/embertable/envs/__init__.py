"""Games for learners: actions by number, observations as arrays, and the libraries they fit.

PettingZoo, all seats in turn:

    from embertable.envs.aec import env
    table = env("lueur", players=3, reward="progress")

Gymnasium, one learner with bots or policies in the other seats:

    from embertable.envs.solo import SoloEnv
    table = SoloEnv("setawatch", others="greedy", reward="score", observation="scaled")

gymnasium.vector, many tables at once, in this process or in several:

    from embertable.envs.vector import GameVectorEnv
    tables = GameVectorEnv("deadcells", 64, workers=2)

Many tables with numpy alone, each step written into given arrays:

    from embertable.envs.batch import Batch
    tables = Batch("faceless", 64, seed=1)

OpenSpiel:

    import pyspiel, embertable.envs.openspiel
    game = pyspiel.load_game("embertable_lueur", {"options": "players:3"})

What to learn from, and in which order:

    from embertable.envs.curriculum import curriculum
    stages = curriculum("setawatch")

Arguments that all of them know: `reward` ("outcome", "progress" or "score"), `observation` ("numbers",
"scaled" or "one_hot"), `max_cycles`, and the settings of the game (players=2, difficulty="easy").
`embertable.envs.build.build()` says which build is running. docs/learners.md has the rest.
"""
