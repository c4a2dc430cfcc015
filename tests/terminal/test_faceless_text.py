"""The table of The Faceless as a picture and as sentences, in both languages."""

from __future__ import annotations

import random
import re
from string import Formatter
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from embertable import load, new_table
from embertable.engine.catalogue import LANGUAGES, Message, catalogue_file, read_catalogue
from embertable.engine.messages import message_of
from embertable.games.faceless.billygoat import ApproachBy
from embertable.games.faceless.board import AWAY
from embertable.games.faceless.compass import DEGREE
from embertable.games.faceless.content import COLOURS, EXPANSIONS
from embertable.games.faceless.expansions.avatars.cards import AvatarsView
from embertable.games.faceless.expansions.crossroads import CrossroadsView
from embertable.games.faceless.expansions.den import DenView
from embertable.games.faceless.expansions.eyes import EyesView
from embertable.games.faceless.expansions.haunted_places import HauntedPlacesView
from embertable.games.faceless.expansions.nightworld import NightworldView
from embertable.games.faceless.expansions.portals import PortalsView
from embertable.games.faceless.expansions.servants import ServantsView
from embertable.games.faceless.kids import ShiftTo
from embertable.games.faceless.memories import ChooseObstacleSpaces
from embertable.games.faceless.rest import ChooseColumn
from embertable.games.faceless.setup import ChooseLayout, LayFirst, PlaceBillygoat
from embertable.games.faceless.view import NeedleView
from embertable.games.faceless.walk import StandOn
from embertable.terminal import faceless
from embertable.terminal.board import picture_of
from embertable.terminal.faceless import render
from embertable.terminal.faceless.field import draw_field
from embertable.terminal.faceless.signs import COLOUR_SIGNS, STEP_ARROWS, figure_text
from embertable.text_view.faceless import TextView
from embertable.text_view.faceless.expansions import expansion_messages
from embertable.text_view.faceless.facts import billygoat_distance, next_strike, wind_of
from tests.games.faceless.scene import BOARD, CONTENT, Scene, at, ext, open_field, scene

FACELESS: Any = load("faceless")
NAMES = ("Anna", "Bruno", "Clara", "Dario")
VARIANTS = FACELESS.variants()
ON_OR_OFF = [name for name in EXPANSIONS if name not in ("avatars", "servants")]
PART_NAMES = {
    DenView: "den",
    EyesView: "eyes",
    HauntedPlacesView: "haunted_places",
    NightworldView: "nightworld",
    PortalsView: "portals",
    ServantsView: "servants",
}


def catalogue_of(language, view=None):
    return FACELESS.catalogue(language, view).with_namers({"seat": name_seat})


def name_seat(seat):
    return Message("seat.named", {"name": NAMES[seat]})


def positions(options, seed, every):
    """Positions of a random game, every so many decisions, and the end."""
    table = new_table(FACELESS, options, seed=seed)
    luck = random.Random(seed)
    decisions = 0
    while (choice := table.next_choice()) is not None:
        if decisions % every == 0:
            yield table, choice
        table.apply(luck.choice(table.offered()))
        decisions += 1
    yield table, None


def drawn(view, language, width, seat=0, choice=None):
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(render(view, catalogue_of(language, view), width, seat, CONTENT, choice))
    return capture.get()


def field_of(view, language="en"):
    return draw_field(view, catalogue_of(language, view), CONTENT).plain


def said(view, language="en", seat=0):
    return TextView(view, catalogue_of(language, view), seat, CONTENT).lines()


def amid(**facts: Any) -> Scene:
    """The Team in the middle of an empty field."""
    table = scene(**facts)
    table.clear()
    table.state.team = at(0, 0)
    return table


# Words.


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_names_a_group_that_exists(language):
    catalogue = catalogue_of(language)
    groups = {id.rpartition(".")[0] for id in catalogue.templates} | set(catalogue.namers)
    for id, template in read_catalogue(catalogue_file("faceless", language)).items():
        for _text, name, spec, _conversion in Formatter().parse(template):
            if name and spec and "|" not in spec:
                assert spec in groups, id


# The picture.


def test_the_team_at_the_edge_shows_where_the_field_ends():
    table = amid()
    table.state.team = at(5, 0)
    view = table.view()
    view.needle = NeedleView(0, (0,), reverse=False)
    assert "needle east off edge" in drawn(view, "en", 90)
    assert any("leads it east, off the field" in line for line in said(view))


def test_the_game_has_a_picture():
    assert picture_of(FACELESS) is faceless


@pytest.mark.parametrize("options", VARIANTS[:4], ids=str)
def test_the_picture_fits_its_width_and_shows_every_hand(options):
    for table, choice in positions(options, 11, every=23):
        seat = None if choice is None else choice.seat
        view = FACELESS.view(table, seat)
        for language in LANGUAGES:
            for width in (56, 77, 117):
                text = drawn(view, language, width, seat, choice)
                assert max(cell_len(line) for line in text.splitlines()) <= width
                for player in view.players:
                    cards = [CONTENT.cards[card] for card in player.hand]
                    hand = " ".join(f"{COLOUR_SIGNS[card.colour]}{card.value}" for card in cards)
                    shown = f"{NAMES[player.seat]} {hand}".strip()
                    assert f"{shown} {len(cards)}/{player.limit}" in text


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_every_position_can_be_drawn_and_written(options):
    for table, choice in positions(options, 12, every=5):
        seat = None if choice is None else choice.seat
        view = FACELESS.view(table, seat)
        for language in LANGUAGES:
            render(view, catalogue_of(language, view), 77, seat, CONTENT, choice)
            for line in said(view, language, seat):
                assert line.endswith("."), line
                assert line[0].isupper(), line
                assert "{" not in line


def test_the_field_has_its_rows_without_letters_or_numbers():
    table = scene()
    table.clear()
    table.state.places = [AWAY] * 4
    rows = field_of(table.view()).splitlines()
    assert len(rows) == 13
    spaces = [row.count("·") + row.count("T") for row in rows[1:-1]]
    assert spaces == [6, 7, 8, 9, 10, 11, 10, 9, 8, 7, 6]
    assert not re.search(r"\d", "".join(rows))


def test_the_symbols_are_marked_while_an_obstacle_is_laid_on_one_of_them():
    table = scene()
    table.clear()
    table.state.team = AWAY
    table.state.places = [AWAY] * 4
    view = table.view()
    catalogue = catalogue_of("en", view)
    symbols = CONTENT.sides["duskworld"].symbols
    field = draw_field(view, catalogue, CONTENT, laying=True).plain
    assert field.count("▲") == len(symbols)
    assert "▲" in drawn(view, "en", 90, choice=ChooseLayout(0, 0))
    ways = range(len(CONTENT.sides["duskworld"].placements[5]))
    said = [catalogue.render(message_of(LayFirst(0, 5, way))) for way in ways]
    assert len(set(said)) == len(said), "each way has words of its own"
    assert not [text for text in said if re.search(r"\b[A-K]\d", text)]
    assert "in the north" in " ".join(said)


def test_every_external_space_is_a_ring():
    table = scene()
    table.state.places = [AWAY] * 4
    assert field_of(table.view()).count("○") == BOARD.ring


def test_obstacles_memories_and_the_entrance_lie_on_the_field():
    view = scene().view()
    text = field_of(view)
    assert text.count("?") == len(view.memories)
    assert text.count("∩") == 1
    joints = sum(
        BOARD.neighbours[space * 6] in obstacle.spaces
        for obstacle in view.obstacles
        for space in obstacle.spaces
    )
    covered = sum(len(obstacle.spaces) for obstacle in view.obstacles)
    assert text.count("▒") == covered * 3 + joints - 1


@pytest.mark.parametrize(
    ("heading", "drawn_so"),
    [(0, "☼J→"), (90, "☼J↑"), (180, "←J☼"), (225, "↙J☼"), (270, "☼J↓"), (359, "☼J→")],
)
def test_a_figure_turns_its_coloured_half_away_from_its_arrow(heading, drawn_so):
    table = scene()
    table.state.headings[0] = heading
    view = table.view()
    assert figure_text(view.figures[0], catalogue_of("en")).plain == drawn_so
    assert drawn_so in field_of(view)


@pytest.mark.parametrize("direction", range(6))
def test_the_team_shows_where_the_needle_leads(direction):
    view = amid().view()
    view.needle = NeedleView(direction * 60 * DEGREE, (direction,), reverse=False)
    arrow = STEP_ARROWS[direction]
    assert f"T{arrow}" in field_of(view) or f"{arrow}T" in field_of(view)
    wind = catalogue_of("en").name_of(direction, "direction")
    assert f"needle {wind}" in drawn(view, "en", 90)


def test_the_team_shows_both_ways_of_a_tie():
    view = amid().view()
    view.needle = NeedleView(30 * DEGREE, (0, 1), reverse=False)
    assert "↗T→" in field_of(view)
    assert "needle east and north-east" in drawn(view, "en", 117)


def test_a_covered_needle_is_shown_nowhere():
    view = scene().view()
    view.needle = None
    text = drawn(view, "en", 90)
    assert "needle covered" in text
    assert " T " in field_of(view)
    assert [line for line in said(view) if "needle" in line] == [
        "The Team stands 3 steps west and 2 south-west of the middle; the needle is covered."
    ]


@pytest.mark.parametrize(
    ("part", "signs", "sentence"),
    [
        (PortalsView, ("A", "B"), "Portals: A {0} and B {1}."),
        (EyesView, ("ø", "¬"), "Eyes: {0} open and {1} closed."),
        (DenView, ("###", "###"), "The Den: {0} and {1}."),
        (ServantsView, ("&", "&"), "Servants: {0} and {1}."),
        (
            HauntedPlacesView,
            ("↗", "%"),
            "Haunted Places: {0} with 2 arrows pointing north-east and {1} facedown, pointing east.",
        ),
        (NightworldView, ("°", "°"), "Nightworld: the white end leads at {0} and {1}."),
    ],
)
def test_tokens_of_expansions_lie_on_the_field_and_are_told(part, signs, sentence):
    view = amid().view()
    spaces = (at(2, 1), at(-2, 0))
    more: dict[Any, tuple[Any, ...]] = {
        EyesView: ((True, False),),
        DenView: (False,),
        HauntedPlacesView: ((1, 0), (2, 0)),
    }
    name = PART_NAMES[part]
    if part is ServantsView:
        view.parts = {name: ServantsView("roaming", spaces, ())}
    else:
        view.parts = {name: part(spaces, *more.get(part, ()))}
    spots = ("2 east + 1 north-east", "2 west")
    text = field_of(view)
    for sign in signs:
        assert (sign if len(sign) == 3 else f"·{sign}") in text
    assert sentence.format(*spots) in said(view)
    assert sentence.format(*spots).rstrip(".") in drawn(view, "en", 117)


def test_puppets_stand_on_external_spaces():
    view = amid().view()
    view.parts = {"avatars": AvatarsView(("puppetmaster",), is_silent=True, puppets=(ext(5),))}
    assert "&&&" in field_of(view)
    stone = "the stone 1 from the north-east corner, towards the east"
    assert f"Avatars: Puppetmaster, and nobody may speak; Servants close {stone}." in said(view)


@pytest.mark.rule("F-EXP-CROSS-08")
def test_sentences_say_which_figures_are_locked_now_and_next_turn():
    view = amid().view()
    view.parts = {"crossroads": CrossroadsView(7, (), locked=(0, 1), locked_next=(2,))}
    now = "may only be turned now: Judith and Sam"
    later = "may only be turned next turn: Alan"
    assert f"Crossroads: 7 cards in the deck; {now}; {later}." in said(view)
    view.parts = {"crossroads": CrossroadsView(7, (), locked=(), locked_next=())}
    assert "Crossroads: 7 cards in the deck." in said(view)


@pytest.mark.parametrize("options", [{name: "on"} for name in ON_OR_OFF], ids=str)
def test_every_expansion_in_play_is_told(options):
    table = new_table(FACELESS, options, seed=2)
    while table.state.turn == 0:
        table.next_choice()
        table.apply(table.offered()[0])
    view = FACELESS.view(table, 0)
    for language in LANGUAGES:
        assert len(expansion_messages(view)) == len(view.parts)
        for message in expansion_messages(view):
            sentence = catalogue_of(language, view).render(message) + "."
            assert sentence in said(view, language)


def test_columns_show_their_cards_and_what_one_more_does():
    table = scene(threats="yellow-1 yellow-3 red-2 red-1 red-3 purple-2")
    text = drawn(table.view(), "en", 90)
    assert "☼ yellow ×2" in text
    assert "1 [3]" in text
    assert "2 1 [3]" in text
    assert "› turns 1" in text
    assert "› Billygoat 4" in text
    assert "› Team 2" in text
    assert text.count("› nothing") == 2


@pytest.mark.parametrize("cards", range(5))
def test_what_one_more_does_is_what_the_rules_do(cards):
    table = scene(threats=" ".join(" ".join([colour] * cards) for colour in COLOURS))
    strengths = [next_strike(table.view(), colour) for colour in COLOURS]
    pairs = (cards + 1) // 2
    assert strengths == [pairs, pairs, pairs, cards + 1, cards + 1]


def test_cards_come_first_when_the_choice_is_about_them():
    view = scene(threats="red blue").view()
    assert drawn(view, "en", 77, choice=ChooseColumn(0)).startswith("Threats")
    assert not drawn(view, "en", 77).startswith("Threats")


def test_the_looking_seat_comes_first():
    text = drawn(scene().view(), "en", 117, seat=1)
    assert text.index("Bruno ♣2") < text.index("Clara ♠3") < text.index("Anna ☼1")


# The sentences.


def test_sentences_say_where_everything_is():
    table = amid(threats="yellow-1 yellow-3 red-2", memories="hat")
    table.state.headings[0] = 214
    view = table.view()
    view.needle = NeedleView(214_700_000, (4,), reverse=False)
    view.figures[0].place = ext(2)
    lines = said(view)
    points = "the needle points south-west and leads it south-west"
    assert f"The Team stands in the middle; {points}." in lines
    stone = "the stone 2 from the east corner, towards the north-east"
    assert f"Judith: {stone}; blank half south-west, 11 notches to the west." in lines
    assert "Threats, yellow: 1 and 3; one more: turns 1 Faceless." in lines
    assert "Threats, blue: none; one more: nothing." in lines
    assert "Threats, red: 2; one more: Billygoat comes 2 spaces closer." in lines
    assert "Memories that can be used: The Hat (move and turn Sam)." in lines
    italian = "Il Gruppo sta al centro; l'ago punta a sud-ovest e porta a sud-ovest."
    assert italian in said(view, "it")


def test_the_white_end_is_named_where_it_leads():
    view = amid().view()
    view.needle = NeedleView(0, (3,), reverse=True)
    assert any("its white end leads west" in line for line in said(view))


def test_sentences_say_what_lies_around_the_team():
    table = amid()
    table.memory("hat", at(1, 0))
    table.obstacle(1, at(-1, 0))
    table.state.places[3] = at(0, 1)
    (around,) = [line for line in said(table.view()) if line.startswith("Around")]
    assert around == (
        "Around the Team: east a Memory, north-east Billygoat, north-west free, "
        "west an Obstacle, south-west free and south-east free."
    )


def test_sentences_say_the_edge():
    table = scene()
    table.clear()
    table.state.team = at(5, 0)
    (around,) = [line for line in said(table.view()) if line.startswith("Around")]
    assert "east the edge" in around


def test_billygoat_goes_around_obstacles():
    table = amid()
    table.state.places[3] = at(2, 0)
    assert billygoat_distance(table.view(), BOARD) == 2
    table.obstacle(1, at(1, 0), at(1, -1), at(0, 1), at(1, 1))
    assert billygoat_distance(table.view(), BOARD) > 2


@pytest.mark.rule("F-EX-21", "F-AVA-SPECTRAL-01")
def test_the_spectral_is_as_near_as_over_the_obstacles():
    table = open_field(at(-4, 0), at(2, 0))
    table.obstacle(0, at(-1, 0), at(0, 0), at(1, 0))
    view = table.view()
    assert billygoat_distance(view, BOARD) == 7
    view.parts = {"avatars": AvatarsView(("spectral",), is_silent=False, puppets=())}
    assert billygoat_distance(view, BOARD) == 4
    assert "Billygoat is 4 spaces from the Team, over Obstacles, too." in said(view)


def test_secrets_are_told_only_to_those_who_know_them():
    table = scene(deck="red-3")
    table.state.top_seen = [1]
    assert "On top of the deck: Billygoat 3." in said(table.view(1), seat=1)
    assert not any("On top" in line for line in said(table.view(0)))
    assert "next card: Ψ3" in drawn(table.view(1), "en", 90, seat=1)
    assert "next card" not in drawn(table.view(0), "en", 90)


@pytest.mark.parametrize(
    ("degrees", "wind"), [(0, 0), (22, 0), (23, 1), (90, 2), (337, 7), (338, 0)]
)
def test_winds_are_the_nearest_of_eight(degrees, wind):
    assert wind_of(degrees) == wind


# Names of places and facings.


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("team", [AWAY, 0, 45, 90])
def test_no_two_places_and_no_two_facings_share_a_name(language, team):
    view = scene().view()
    view.team = team
    for catalogue in (catalogue_of(language), catalogue_of(language, view)):
        for group in ("place", "spot"):
            names = [catalogue.name_of(place, group) for place in range(len(BOARD.cells))]
            assert len(set(names)) == len(names), group
        facings = [catalogue.name_of(heading, "heading") for heading in range(360)]
        assert len(set(facings)) == 360


@pytest.mark.parametrize("options", VARIANTS, ids=str)
def test_options_and_sentences_have_neither_coordinates_nor_degrees(options):
    found = re.compile(r"\b[A-KX]\d{1,2}\b|°")
    for table, choice in positions(options, 13, every=7):
        if (
            choice is None
            or choice.seat < 0
            or isinstance(choice, (ChooseLayout, ChooseObstacleSpaces))
        ):
            continue
        view = FACELESS.view(table, choice.seat)
        for language in LANGUAGES:
            catalogue = catalogue_of(language, view)
            offered = [catalogue.render(message_of(one)) for one in table.offered(choice.seat)]
            assert len(set(offered)) == len(offered)
            for line in (*offered, *said(view, language, choice.seat)):
                assert not found.search(line), line


def test_a_step_of_billygoat_is_told_by_its_direction():
    table = amid()
    table.state.places[3] = at(2, 0)
    catalogue = catalogue_of("en", table.view())
    assert catalogue.render(message_of(ApproachBy(0, at(1, 0)))) == "Billygoat goes west"
    assert catalogue.render(message_of(StandOn(0, 3, at(2, 1)))) == "Move Billygoat north-east"
    assert catalogue.render(message_of(StandOn(0, 3, at(2, 0)))) == "Leave Billygoat in place"
    assert catalogue.render(message_of(ShiftTo(0, at(3, 0), at(3, -1)))) == "Move it south-west"
    far = catalogue.render(message_of(PlaceBillygoat(0, at(3, 1))))
    assert far == "Billygoat begins 3 steps east and 1 north-east of the Team"
