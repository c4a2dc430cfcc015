"""The parts of expansions on a table, as tests look at them."""


def part_of(table, name: str):
    return table.state.parts[name]


def avatars_of(table):
    return part_of(table, "avatars")


def crossroads_of(table):
    return part_of(table, "crossroads")


def den_of(table):
    return part_of(table, "den")


def die_of(table):
    return part_of(table, "creepy_die")


def eyes_of(table):
    return part_of(table, "eyes")


def places_of(table):
    return part_of(table, "haunted_places")


def servants_of(table):
    return part_of(table, "servants")


def view_of(table):
    return table.game.view(table, 0)
