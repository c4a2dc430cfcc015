"""A referee who knows the rules from the ledger alone watches whole games, decision by decision."""

import json
from collections import Counter

import pytest

from embertable.engine.chance import seeded
from embertable.engine.playout import MODULUS, MULTIPLIER
from embertable.engine.table import Table
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.content import BILLYGOAT, COLOURS, FACELESS, SCENARIOS
from embertable.games.faceless.memories import can_move_obstacle
from embertable.games.faceless.setup import ChooseKid, TakeKid
from embertable.games.faceless.team import ChooseBetween, ChooseStep
from embertable.games.faceless.turns import ChooseAction, ChooseAddition
from embertable.games.faceless.walk import ChooseHeading, ChoosePlace
from tests.games.faceless.parts import view_of
from tests.games.faceless.scene import BOARD, CONTENT, ext
from tests.games.faceless.scene import FACELESS as GAME

TEAMS = ("lily dylan matt karyn", "luke pj tommy emily", "julie casper karyn emily")
GAMES = [
    *[{"scenario": scenario, "players": "4"} for scenario in SCENARIOS],
    *[{"scenario": scenario, "fog": "on", "players": "2"} for scenario in SCENARIOS[:7]],
    {},
    {"memory_effects_per_turn": "unlimited", "display_refill": "each_card", "players": "4"},
    {"free_step_off_edge": "never", "maze_wrap": "line", "creepy_die": "on", "players": "4"},
    {"den": "on", "den_check": "continuous", "swamp": "on", "creepy_die": "on", "players": "4"},
    {"avatars": "puppetmaster", "servants": "carrier", "crossroads": "on", "players": "4"},
    {"avatars": "spectral", "servants": "roaming", "haunted_places": "on", "eyes": "on"},
]


def watched(group, judge, games=6):
    return sum(watched_one(options, judge, games) for options in GROUPS[group])


def watched_one(options, judge, games):
    """Play some games with every kid and let a judge look at all decisions; how often it spoke.

    Three Memories are collected from the start.
    """
    said = 0
    for seed in range(games):
        kids = TEAMS[seed % 3].split()
        chosen = {**options, "kid_assignment": "choose", "scenario_kids": "any"}
        table = GAME.set_up(chosen, seeded(seed))
        while (choice := table.next_choice()) is not None and isinstance(choice, ChooseKid):
            table.apply(TakeKid(choice.seat, kids[choice.seat]))
        table.state.unused = ["old_rope", "street", "bow"]
        value = seed + 1
        while table.next_choice() is not None and table.state.turn < 25:
            said += bool(judge(table))
            offered = table.offered()
            value = value * MULTIPLIER % MODULUS
            table.apply(offered[value % len(offered)])
        said += bool(judge(table))
    return said


GROUPS = {
    "scenarios": GAMES[:4],
    "more scenarios": GAMES[4:8],
    "nightmares": GAMES[8:15],
    "settings": GAMES[15:],
}
everywhere = pytest.mark.parametrize("group", GROUPS)


# What may be done in a turn.


def beside_den(state):
    return any(space in state.parts["den"].spaces for space in BOARD.around[state.team])


def tokens_on(state, space):
    """Whether a token of an expansion lies there."""
    names = ("den", "eyes", "portals", "haunted_places", "servants")
    return any(space in state.parts[name].spaces for name in names if name in state.parts)


def is_open(state, space):
    figures = [state.team, *state.places, *state.memory_spaces]
    return state.cover[space] == AWAY and space not in figures and not tokens_on(state, space)


def names_since(table, name):
    """What was told since the last event of this name."""
    names = [type(event).__name__ for event in table.log]
    return names[len(names) - names[::-1].index(name) :]


def additions(table, seat):
    """Memories and powers that may be used now, by the ledger."""
    state, options, parts = table.state, table.options, table.state.parts
    kid = state.kids[seat]
    is_blocked = "den" in parts and (
        beside_den(state) if options["den_check"] == "continuous" else parts["den"].is_near
    )
    is_silent = "avatars" in parts and parts["avatars"].is_silent
    face = parts["creepy_die"].face if "creepy_die" in parts else 0
    found: Counter[str] = Counter()
    this_turn = names_since(table, "TurnBegan")
    assert state.memory_effects == this_turn.count("MemoryUsed")
    if not is_blocked and (
        options["memory_effects_per_turn"] != "1" or "MemoryUsed" not in this_turn
    ):
        found["UseMemory"] = len(state.unused) - (
            "old_rope" in state.unused and not can_move_obstacle(table)
        )
    if face != 1 and not is_blocked:
        nothing_yet = not state.action and not state.powers and not state.memory_effects
        if kid == "karyn" and state.deck:
            found["LookAtTop"] = int(nothing_yet and not state.top_seen)
            untold = 0 < len(state.top_seen) < len(state.hands)
            found["TellTop"] = int(untold and not is_silent)
        if kid == "lily" and "lily" not in state.powers:
            found["WhisperFreely"] = int(any(state.hands))
        if kid == "emily" and "emily" not in state.powers:
            found["TurnOne"] = sum(state.places[figure] != AWAY for figure in FACELESS)
        if kid == "casper" and "casper" not in state.powers and not state.action:
            found["ShiftMemory"] = sum(
                any(is_open(state, near) for near in BOARD.around[space])
                for space in {*state.memory_spaces} - {AWAY}
            )
    if "creepy_die" in parts and "die" not in state.powers and state.deck:
        found["RollAgain"] = 1
    if options["scenario"] == "silence":
        found["SayWord"] = 1
    return +found


@pytest.mark.rule("F-TURN-02", "F-TURN-04", "F-TURN-05", "F-MEM-02", "F-MEM-06", "F-KID-GEN-01")
@pytest.mark.rule("F-KID-GEN-03", "F-EXP-DEN-04", "F-EXP-DEN-05", "F-EXP-DIE-04", "F-EXP-DIE-05")
@pytest.mark.rule("F-KID-LILY-01", "F-KID-KARYN-01", "F-KID-EMILY-02", "F-KID-CASPER-01")
@everywhere
def test_an_action_and_additions_to_it_are_offered_as_the_ledger_says(group):
    def judge(table):
        choice = table.next_choice()
        if not isinstance(choice, (ChooseAction, ChooseAddition)):
            return False
        state = table.state
        assert choice.seat == state.current
        offered = Counter(type(one).__name__ for one in table.offered())
        wanted = additions(table, choice.seat)
        if isinstance(choice, ChooseAction):
            assert not state.action
            cards = len({*state.hands[choice.seat]})
            wanted += Counter(PlayCard=cards, Rest=1, Whisper=int(any(state.hands)))
        else:
            assert state.action
            wanted["FaceThreats"] = 1
        assert offered == wanted
        return True

    assert watched(group, judge) > 80


ALTERNATIVES = (
    *("ChooseApproach", "ChoosePayment", "ChooseColumn", "ChooseTurned", "ChooseDiscard"),
    *("ChooseWay", "ChooseUsedUp", "ChoosePlace", "ChooseBetween", "ChooseBonus", "ChooseBurnt"),
)


@pytest.mark.rule(
    "F-HIT-04", "F-THREAT-RED-02", "F-REST-02", "F-THREAT-YELLOW-01", "F-EXP-CROSS-06"
)
@pytest.mark.rule("F-THREAT-GREEN-01", "F-NEEDLE-04", "F-KID-TOMMY-01", "F-AVA-ERASER-01")
@everywhere
def test_players_are_asked_only_where_they_have_an_alternative(group):
    def judge(table):
        if type(table.next_choice()).__name__ not in ALTERNATIVES:
            return False
        assert len(table.offered()) > 1
        return True

    assert watched(group, judge, 9) > 20


# Where figures and Team may go.


def ring_places(table, figure):
    """The external spaces on which a Faceless may come to stand."""
    state, here = table.state, table.state.places[figure]
    parts = state.parts
    if "crossroads" in parts and figure in parts["crossroads"].locked:
        return {here} - {AWAY}
    others = [state.places[one] for one in FACELESS if one != figure]
    puppets = parts["avatars"].puppets if "avatars" in parts else []
    walked = {here}
    for sense in (1, -1):
        number = here - BOARD.size
        for _ in range(BOARD.ring):
            number = (number + sense) % BOARD.ring
            if ext(number) in others:
                break
            walked.add(ext(number))
    if here == AWAY:
        walked = {ext(number) for number in range(BOARD.ring)}
    near = {
        ext((other - BOARD.size + beside) % BOARD.ring)
        for other in others
        if other != AWAY
        for beside in (-1, 0, 1)
    }
    return {place for place in walked - near if place == here or place not in puppets}


@pytest.mark.rule("F-WALK-03", "F-WALK-04", "F-WALK-05", "F-WALK-06", "F-WALK-07", "F-COLL-04")
@pytest.mark.rule("F-AVA-PUPPET-02", "F-EXP-CROSS-08", "F-MAZE-05", "F-WALK-10", "F-NEEDLE-04")
@everywhere
def test_places_and_steps_are_offered_as_the_ledger_says(group):
    special = {"spectral", "demon"}

    def judge(table):
        choice, state = table.next_choice(), table.state
        if isinstance(choice, ChoosePlace):
            places = {one.place for one in table.offered()}
            assert len(places) == len(table.offered()) > 1
            if choice.figure != BILLYGOAT:
                assert places == ring_places(table, choice.figure)
            elif not ("avatars" in state.parts and special & {*state.parts["avatars"].avatars}):
                near = BOARD.around[state.billygoat()]
                assert places == {space for space in near if state.cover[space] == AWAY}
        elif isinstance(choice, ChooseStep):
            ways = {one.direction for one in table.offered()}
            inside = {w for w in range(6) if BOARD.neighbours[state.team * 6 + w] != AWAY}
            assert ways == ({*range(6)} if choice.beyond else inside)
            free = state.card.startswith("purple") or state.used[-1:] == ["street"]
            if table.options["free_step_off_edge"] == "never" or not free:
                assert not choice.beyond
        elif isinstance(choice, ChooseBetween):
            assert (choice.other - choice.one) % 6 == 1
        elif isinstance(choice, ChooseHeading):
            assert len(table.legal()) == 360
        else:
            return False
        return True

    assert watched(group, judge) > 40


# Cards.


@pytest.mark.rule("F-COMP-01", "F-DECK-03", "F-DECK-04", "F-WHISPER-04", "F-DISPLAY-01")
@pytest.mark.rule("F-SETUP-12", "F-SETUP-15", "F-THREAT-01", "F-DEF-12", "F-REST-01")
@everywhere
def test_no_card_is_lost_and_hands_and_display_keep_their_limits(group):
    box = Counter({card.id: card.count for card in CONTENT.cards.values()})

    def judge(table):
        state = table.state
        if not state.turn:
            return False
        piles = [*state.hands, *state.display, state.deck, state.discards, state.removed]
        found = Counter(card for pile in piles for card in pile)
        found.update(card for card in (state.card, state.revealed) if card)
        assert found == box
        for colour, column in zip(COLOURS, state.display, strict=True):
            assert all(CONTENT.cards[card].colour == colour for card in column)
        for seat, hand in enumerate(state.hands):
            assert len(hand) <= (4 if state.kids[seat] == "dylan" else 3)
        if isinstance(table.next_choice(), ChooseAction):
            assert state.displayed() >= state.minimum
            assert (state.card, state.revealed) == ("", "")
        return True

    assert watched(group, judge) > 80


@pytest.mark.rule("F-TURN-01", "F-TURN-02", "F-TURN-03", "F-THREAT-01", "F-SETUP-19")
@everywhere
def test_each_turn_has_one_action_and_one_threat_phase(group):
    names = ("TurnBegan", "CardRevealed", "ThreatReplaced", "CardPlayed", "Rested")

    def judge(table):
        if not isinstance(table.next_choice(), ChooseAction) or table.state.action:
            return False
        state = table.state
        told = Counter(type(event).__name__ for event in table.log)
        assert told["TurnBegan"] == state.turn
        assert told["CardRevealed"] - told["ThreatReplaced"] == state.turn - 1
        assert state.current == (state.first + state.turn - 1) % len(state.hands)
        last = next(event for event in reversed(table.log) if type(event).__name__ == names[0])
        assert (last.seat, last.turn) == (state.current, state.turn)
        return True

    assert watched(group, judge) > 24


# The Team and its Memories.


@pytest.mark.rule("F-MOVE-01", "F-MOVE-02", "F-MAZE-01", "F-MAZE-02", "F-HIT-01", "F-HIT-02")
@pytest.mark.rule("F-MEM-03", "F-DEF-16", "F-END-01", "F-END-05")
@everywhere
def test_the_log_tells_where_the_team_is_and_what_became_of_the_memories(group):
    def judge(table):
        state = table.state
        if not state.turn:
            return False
        team = AWAY
        found, spent = [], []
        for event in table.log:
            name = type(event).__name__
            if name in ("TeamPlaced", "PortalAttracted", "PortalCrossed"):
                team = event.space
            elif name == "TeamMoved":
                assert BOARD.neighbours[team * 6 + event.direction] == event.space
                team = event.space
            elif name == "TeamWrapped":
                assert BOARD.neighbours[team * 6 + event.direction] == AWAY
                assert event.space == wrapped(table, team, event.direction)
                team = event.space
            elif name == "ObstacleHit":
                beyond = BOARD.neighbours[team * 6 + event.direction]
                at_edge = wrapped(table, team, event.direction)
                assert event.space == (at_edge if beyond == AWAY else beyond)
            elif name == "MemoryFound":
                found.append(event.memory)
                assert event.n == len(found)
            elif name in ("MemorySpent", "MemoryUsed"):
                spent.append(event.memory)
        assert team == state.team
        assert state.used == spent
        assert state.memories_left() == 8 - len(found)
        on_board = [s for s in state.memory_spaces if s != AWAY]
        assert table.result is not None or state.team not in on_board
        if table.result is not None:
            assert set(table.result.scores) == {len(found)}
            assert table.result.winners == ()
        return True

    assert watched(group, judge) > 80


def wrapped(table, team, direction):
    q, r = BOARD.axial[team]
    if table.options["maze_wrap"] == "antipodal":
        return BOARD.index[-q, -r]
    back = (direction + 3) % 6
    while BOARD.neighbours[team * 6 + back] != AWAY:
        team = BOARD.neighbours[team * 6 + back]
    return team


@pytest.mark.rule("F-MOVE-03", "F-MOVE-04", "F-THREAT-RED-04", "F-END-06", "F-EXP-DEN-03")
@everywhere
def test_when_the_game_is_over_nothing_more_happens(monkeypatch, group):
    end = Table.end
    ended = {}

    def note(table, result):
        assert table.result is None
        end(table, result)
        ended[id(table)] = len(table.log), json.dumps(table.to_json(), sort_keys=True)

    monkeypatch.setattr(Table, "end", note)

    def judge(table):
        if table.next_choice() is None:
            log, text = ended[id(table)]
            assert len(table.log) == log
            assert json.dumps(table.to_json(), sort_keys=True) == text
            return True
        return False

    assert watched(group, judge, 9) > 20


@pytest.mark.rule("F-EXP-FOG-01", "F-EXP-FOG-02", "F-EXP-FOG-05", "F-EXP-FOG-06", "F-NIGHTMARE-01")
@pytest.mark.parametrize("group", ["nightmares", "more scenarios"])
def test_the_fog_is_put_on_once_a_turn_and_lifted_once(group):
    """Covered before the action or the pose, in the open after it; nothing is told twice."""

    def judge(table):
        state = table.state
        if "fog" not in state.parts or not state.turn:
            return False
        names = [type(event).__name__ for event in table.log]
        told = [name for name in names if name in ("CompassCovered", "CompassUncovered")]
        covered = len(told) % 2 == 1
        assert (
            told
            == ["CompassCovered", "CompassUncovered"] * (len(told) // 2)
            + ["CompassCovered"] * covered
        )
        assert told.count("CompassCovered") == state.turn
        if table.result is None:
            assert (view_of(table).needle is None) == covered
        choice = table.next_choice()
        if isinstance(choice, ChooseAction):
            assert covered
        elif isinstance(choice, ChooseAddition) or state.revealed:
            assert not covered
        elif isinstance(choice, (ChoosePlace, ChooseHeading)) and state.card:
            assert covered == ("matt" not in state.powers)
        return True

    assert watched(group, judge) > 40
