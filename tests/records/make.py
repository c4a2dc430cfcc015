"""Golden games: whole games as records, and as text that can be read.

    python -m tests.records.make [GAME]

plays them anew and writes `GAME-*.json` and `GAME-*.txt` beside this file. Do so when the rules,
the content or the words were meant to change, read the difference, and say why in the commit.
Games of an earlier rules version move to `earlier/` first, where they must open for ever.
"""

import sys
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from embertable import load
from embertable.bots import get_bot
from embertable.engine.chance import seeded
from embertable.engine.messages import message_of
from embertable.engine.record import Entry, Record, load_record
from embertable.engine.session import Session, open_record, replay
from embertable.engine.table import CHANCE, SYSTEM, Action
from embertable.games.deadcells.campaign import campaign_to_text, new_campaign
from embertable.games.deadcells.content import DeadCellsContent
from embertable.games.deadcells.setup import READINGS as DEADCELLS_READINGS
from embertable.games.lueur.setup import READINGS
from tests.records.earlier_games import EARLIER, write_outcomes
from tests.records.play import Picks, play_out

FOLDER = Path(__file__).parent
NOBODY = {SYSTEM: "The keeper", CHANCE: "Chance"}
SET_APART = ("RoundStarted", "TurnBegan", "BiomeEntered", "CombatStarted", "RoundBegan", "RunLost")
"""Events before which the text leaves a line empty."""


@dataclass
class Golden:
    """A game to play, by its options and one seed for luck and player; a bot plays longer games."""

    name: str
    options: dict[str, str]
    seed: int
    undo_one_in: int = 0
    bot: str = ""
    companion: bool = False
    """Whether what chance decides is entered; the seed then is that of who enters it."""

    @property
    def game(self) -> str:
        return self.name.partition("-")[0]

    def play(self) -> Record:
        chance = seeded(self.seed)
        chance.entered = self.companion
        session = Session(load(self.game), self.options, chance)
        bot = get_bot(self.bot, self.seed) if self.bot else None
        play_out(session, Picks(self.seed), self.undo_one_in, bot)
        return session.record


def lueur(
    name: str,
    players: str,
    journey: str,
    adventurers: str,
    seed: int,
    undo: int = 0,
    more: dict[str, str] | None = None,
) -> Golden:
    options = {"players": players, "journey": journey, "adventurers": adventurers, **(more or {})}
    return Golden(f"lueur-{name}", options, seed, undo)


OTHER_READINGS = {one.name: one.values[1] for one in READINGS}
OTHER_DEADCELLS = {one.name: one.values[1] for one in DEADCELLS_READINGS}

# The seeds were searched: together these games hold every kind of choice, action and event.
LUEUR = [
    lueur("province-2", "2", "province", "choose", 1),
    lueur("province-3", "3", "province", "random", 1),
    lueur("province-4", "4", "province", "random", 56),
    lueur("archipelago-2", "2", "archipelago", "random", 1),
    lueur("archipelago-3", "3", "archipelago", "random", 1),
    lueur("archipelago-4", "4", "archipelago", "choose", 49),
    lueur("curse-and-spells", "3", "province", "choose", 19),
    lueur("second-thoughts", "3", "archipelago", "choose", 1, undo=4),
    lueur("other-readings", "3", "province", "choose", 42, more=OTHER_READINGS),
    Golden(
        "lueur-companion",
        {"players": "4", "adventurers": "random"},
        1,
        undo_one_in=12,
        companion=True,
    ),
]

# Luck alone soon loses The Faceless, so that most of its games are a bot's.
FACELESS = [
    Golden("faceless-easy-3", {"difficulty": "easy"}, 3, bot="greedy"),
    Golden(
        "faceless-hell-4",
        {"players": "4", "difficulty": "hell", "kid_assignment": "choose"},
        1,
        bot="greedy",
    ),
    Golden(
        "faceless-second-thoughts",
        {"players": "solo", "obstacle_layout": "manual", "faceless_marks": "choose"},
        6,
        undo_one_in=3,
    ),
    Golden(
        "faceless-expansions",
        {
            **dict.fromkeys(("creepy_die", "crossroads", "eyes", "haunted_places"), "on"),
            **dict.fromkeys(("portals", "swamp"), "on"),
            "avatars": "puppetmaster",
            "servants": "carrier",
            "difficulty": "easy",
            "players": "4",
        },
        4,
        bot="greedy",
    ),
    Golden("faceless-evil-intentions", {"scenario": "evil_intentions"}, 2, bot="greedy"),
    Golden("faceless-goat-go-faster", {"scenario": "goat_go_faster"}, 1, bot="greedy"),
    Golden("faceless-rabbit-hole", {"scenario": "rabbit_hole", "fog": "on"}, 20, bot="greedy"),
    Golden("faceless-silence", {"scenario": "silence", "players": "4"}, 84),
    Golden(
        "faceless-companion",
        {
            **dict.fromkeys(("creepy_die", "crossroads", "haunted_places"), "on"),
            "servants": "carrier",
            "difficulty": "easy",
            "players": "2",
        },
        182,
        undo_one_in=12,
        companion=True,
    ),
]


def far_on(boss_cells: int = 2) -> str:
    """A campaign late in its life: every Rune, cards in every section, with Boss Cells every start."""
    game = load("deadcells")
    content = game.content()
    assert isinstance(content, DeadCellsContent)
    campaign = new_campaign(content)
    campaign.runes = tuple(content.runes)
    campaign.mutations = (
        ("BR-05", "BR-13", "SV-07", "TC-02"),
        ("BR-02", "BR-17", "SV-05", "SV-19", "TC-09", "TC-12"),
        ("SV-12",),
    )
    campaign.boss_cells = boss_cells
    if boss_cells:
        campaign.starts = tuple(content.packages)
    improved = [card.id for card in content.cards.values() if card.owner == "any"]
    campaign.decks = tuple(
        [(*deck, *improved[place::5]) for place, deck in enumerate(campaign.decks)]
    )
    return campaign_to_text(game, campaign)


def deadcells(
    name: str, players: str, seed: int, undo: int = 0, bot: str = "", **options: str
) -> Golden:
    return Golden(f"deadcells-{name}", {"players": players, **options}, seed, undo, bot)


DEADCELLS = [
    deadcells("alone", "1", 8, bot="greedy"),
    deadcells("two", "2", 2, bot="greedy", talk="signals"),
    deadcells("three", "3", 3, bot="greedy", beheaded="random"),
    deadcells("four", "4", 4, bot="greedy", talk="signals"),
    deadcells("victory", "3", 1, bot="greedy", campaign=far_on(boss_cells=0)),
    deadcells("far-on-alone", "1", 2, bot="greedy", campaign=far_on()),
    deadcells("far-on-three", "3", 2, bot="greedy", campaign=far_on()),
    deadcells("second-thoughts", "4", 2, undo=2, campaign=far_on()),
    Golden(
        "deadcells-other-readings",
        {"players": "2", "campaign": far_on(), **OTHER_DEADCELLS},
        3,
        bot="greedy",
    ),
]

# Luck alone soon loses Set a Watch, too; one of these games is won.
SETAWATCH = [
    Golden("setawatch-easy-won", {"difficulty": "easy"}, 3, bot="greedy"),
    Golden("setawatch-ask-all-3", {"players": "3", "ask": "all"}, 2, bot="greedy"),
    Golden(
        "setawatch-all-at-once-2",
        {
            "players": "2",
            "difficulty": "hard",
            "partial_damage": "off",
            "adventurers": "random",
        },
        3,
        bot="greedy",
    ),
    Golden(
        "setawatch-riders-4",
        {"players": "4", "difficulty": "insane", "deck": "riders", "starting_fire": "d6"},
        3,
        bot="greedy",
    ),
    Golden(
        "setawatch-second-thoughts",
        {"players": "2", "ask": "all", "voluntary_stoke": "off"},
        12,
        undo_one_in=3,
    ),
    Golden(
        "setawatch-companion",
        {"players": "2", "starting_fire": "d6"},
        21,
        undo_one_in=12,
        companion=True,
    ),
]

GOLDEN = [*LUEUR, *FACELESS, *DEADCELLS, *SETAWATCH]


def game_text(record: Record) -> str:
    """A recorded game in English: each decision, and indented what came of it."""
    return "\n".join(lines(record)) + "\n"


def lines(record: Record) -> Iterator[str]:
    game = load(record.game)
    templates = game.catalogue("en").templates
    for name, value in record.options.items():
        if name not in game.carry_over_options():
            # A free text has no words of its own.
            chosen = templates.get(f"value.{name}.{value}", value)
            yield f"{templates[f'setting.{name}']}: {chosen}".rstrip()
    yield f"Seed: {record.seed}"
    session = open_record(game, record)
    yield from happenings(session, 0)
    following = replay(session, record)
    for entry in record.entries:
        before = len(session.table.log)
        yield decision(session, entry)
        next(following)
        yield from happenings(session, before)
    assert session.table.result is not None
    yield game.catalogue("en").render(message_of(session.table.result))


def decision(session: Session, entry: Entry) -> str:
    game = session.game
    words = game.catalogue("en", game.view(session.table, None if entry.seat < 0 else entry.seat))
    who = NOBODY.get(entry.seat) or words.name_of(entry.seat, "seat")
    if entry.action is None:
        return f"{who}: I take that back."
    action = game.codec().decode(entry.action)
    assert isinstance(action, Action)
    return f"{who}: {words.render(message_of(action))}."


def happenings(session: Session, before: int) -> Iterator[str]:
    """The events since, each on a line, rounds and turns set apart."""
    session.table.next_choice()
    words = session.game.catalogue("en", session.game.view(session.table, None))
    for event in session.table.log[before:]:
        if type(event).__name__ in SET_APART:
            yield ""
        yield f"    {words.render(message_of(event))}"


def keep_earlier(golden: Golden) -> None:
    """Move a golden game of an earlier rules version to where it stays."""
    file = FOLDER / f"{golden.name}.json"
    version = load_record(file).rules if file.exists() else load(golden.game).rules_version
    if version < load(golden.game).rules_version:
        file.rename(EARLIER / f"{golden.name}-rules-{version}.json")


def write(golden: Golden, folder: Path) -> None:
    record = golden.play()
    record.save(folder / f"{golden.name}.json")
    (folder / f"{golden.name}.txt").write_text(game_text(record), encoding="utf-8")


if __name__ == "__main__":
    for golden in GOLDEN:
        if golden.game in sys.argv[1:] or len(sys.argv) == 1:
            keep_earlier(golden)
            write(golden, FOLDER)
    write_outcomes()
