"""Lueur's words in both languages, and its table as a picture and as sentences."""

from __future__ import annotations

import random
import re
from string import Formatter
from typing import Any

import pytest
from rich.cells import cell_len
from rich.console import Console

from embertable import load, new_table
from embertable.engine.catalogue import LANGUAGES, Message, load_catalogue, read_catalogue
from embertable.engine.messages import group_of, message_of
from embertable.engine.table import Action, Choice, Event, Result
from embertable.games.lueur.archipelago import BoatSailed, Sail
from embertable.games.lueur.describe import card_text, spell_text
from embertable.games.lueur.effects import GainBursts
from embertable.games.lueur.final_count import GameWon, SourceCounted
from embertable.games.lueur.late_morning import (
    ChooseDice,
    DiceRerolled,
    PickDie,
    RollPicked,
    TurnDie,
)
from embertable.games.lueur.morning import CompanionRecruited, Recruit, TrackCleared
from embertable.games.lueur.names import find_place
from embertable.games.lueur.noon import CardResolved, Cursed
from embertable.games.lueur.province import CompanyMoved, WalkTo
from embertable.games.lueur.vocabulary import NOBODY, Amount, CompanionEffect
from embertable.ledger import load_ledger
from embertable.terminal.lueur import render
from embertable.terminal.lueur.maps import island_label, province_map, space_label
from embertable.terminal.lueur.signs import effect_signs
from embertable.text_view.lueur import TextView

LUEUR: Any = load("lueur")
CONTENT = LUEUR.content()
NAMES = ("Anna", "Bruno", "Clara", "Dario")
OPTIONS = [
    {"players": players, "journey": journey}
    for players in ("2", "3", "4")
    for journey in ("province", "archipelago")
]
SAID = (Choice, Action, Event)


def catalogue_of(language, view=None):
    return LUEUR.catalogue(language, view).with_namers({"seat": name_seat})


def name_seat(seat):
    return Message("seat.named", {"name": NAMES[seat]})


def say(language, thing, view=None):
    return catalogue_of(language, view).render(message_of(thing))


def templates_in(language):
    return read_catalogue(LUEUR.catalogue_file(language))


def placeholders(template):
    return {
        (name, spec if name == "" else "")
        for _text, name, spec, _conversion in Formatter().parse(template)
        if name is not None
    }


def said_classes():
    """Those that rules make; what others only build upon is never said."""
    classes = [cls for cls in LUEUR.codec().classes.values() if issubclass(cls, SAID)]
    return [cls for cls in classes if not cls.__subclasses__()]


def positions(options, seed, every):
    """Positions of a random game, every so many decisions, and the end."""
    table = new_table(LUEUR, options, seed=seed)
    luck = random.Random(seed)
    decisions = 0
    while (choice := table.next_choice()) is not None:
        if decisions % every == 0:
            yield table, choice
        table.apply(luck.choice(table.offered()))
        decisions += 1
    yield table, None


def drawn(view, language, width, seat):
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(render(view, catalogue_of(language, view), width, seat))
    return capture.get()


# Catalogues.


def test_both_languages_have_the_same_ids():
    assert set(templates_in("en")) == set(templates_in("it"))


def test_both_languages_fill_in_the_same_things():
    english, italian = templates_in("en"), templates_in("it")
    for id, template in english.items():
        assert placeholders(template) == placeholders(italian[id]), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_placeholder_names_a_group_that_exists(language):
    catalogue = catalogue_of(language)
    groups = {id.partition(".")[0] for id in catalogue.templates} | set(catalogue.namers)
    for id, template in templates_in(language).items():
        for _text, name, spec, _conversion in Formatter().parse(template):
            if name == "":
                assert spec in catalogue.details, id
            elif spec and "|" not in spec:
                assert spec in groups, id


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_choice_action_and_event_is_said_and_nothing_else(language):
    group = {Choice: "choice", Action: "action", Event: "event"}
    wanted = {
        f"{group[kind]}.{cls.__name__}"
        for cls in said_classes()
        for kind in SAID
        if issubclass(cls, kind)
    }
    listed = {id for id in templates_in(language) if id.partition(".")[0] in group.values()}
    assert listed == wanted


def test_every_choice_action_and_event_rests_on_a_clause_of_the_ledger():
    clauses = read_catalogue(LUEUR.folder() / "clauses.toml")
    listed = {
        id for id in templates_in("en") if id.partition(".")[0] in ("choice", "action", "event")
    }
    assert set(clauses) == listed | {"result.Result"}
    assert set(clauses.values()) <= set(load_ledger(LUEUR).clauses)


@pytest.mark.parametrize("language", LANGUAGES)
def test_events_are_sentences_and_labels_are_not(language):
    for id, template in templates_in(language).items():
        group = id.partition(".")[0]
        if group == "event":
            assert template.endswith((".", "!")), id
        if group == "action":
            assert not template.endswith("."), id
            assert template[0].isupper(), id


@pytest.mark.parametrize("language", LANGUAGES)
def test_hosts_find_words_for_every_setting_and_value(language):
    ids = {"about.title", "about.pitch", "about.primer", "about.companion"}
    for setting in LUEUR.settings:
        ids |= {f"setting.{setting.name}", f"setting.{setting.name}.about"}
        for value in setting.values:
            ids |= {f"value.{setting.name}.{value}", f"value.{setting.name}.{value}.about"}
    own = {
        id for id in templates_in(language) if id.partition(".")[0] in ("about", "setting", "value")
    }
    assert own == ids


@pytest.mark.parametrize("seed", range(5))
@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: f"{o['journey']}-{o['players']}")
def test_whole_games_are_said_in_both_languages(options, seed):
    """Thirty games; `say` raises for any word it does not have."""
    for table, choice in positions(options, seed, every=1):
        view = LUEUR.view(table, None)
        for language in LANGUAGES:
            catalogue = catalogue_of(language, view)
            things = [] if choice is None else [choice, *table.offered()]
            for thing in things:
                assert "{" not in catalogue.render(message_of(thing))
    for language in LANGUAGES:
        for event in [*table.log, table.result]:
            sentence = say(language, event)
            assert sentence[0].isupper(), sentence
            assert "  " not in sentence, sentence


@pytest.mark.parametrize("language", LANGUAGES)
def test_labels_can_be_said_without_a_view(language):
    for table, choice in positions(OPTIONS[1], 1, every=3):
        for action in [] if choice is None else table.offered():
            assert say(language, action)


# Exact sentences.


def test_a_recruit_comes_with_what_lies_there():
    assert say("en", CompanionRecruited(0, "A01", (0, 27), 1)) == (
        "Anna recruits Likyar, with the large green die, the large yellow die and 1 footprint."
    )
    assert say("it", CompanionRecruited(1, "A13", (0,), 0)) == (
        "Bruno recluta Sketal arancione, con il dado grande verde."
    )


def test_namesakes_are_told_apart():
    said = catalogue_of("en").name_of
    names = [said(card, "card") for card in CONTENT.cards]
    assert len(set(names)) == len(names)
    assert said("A06", "card") == "Mindaroo of nature and water"
    assert said("B44", "card") == "Rainbow Sketal"
    assert not [name for name in names if "#" in name], "a number says nothing about a card"


@pytest.mark.parametrize(
    ("thing", "english", "italian"),
    [
        (
            CardResolved(0, "B35", 2),
            "Dvol of 1 burst lights up twice for Anna.",
            "Dvol di 1 bagliore si accende due volte per Anna.",
        ),
        (
            Cursed(1, "water"),
            "The black die curses Bruno, whose water dice count for nothing this round.",
            "Il dado nero maledice Bruno: in questa giornata i suoi dadi acqua non contano.",
        ),
        (
            TrackCleared(("A03", "A11")),
            "Nobody chose Torke of three alike and Briki of water: off to the cemetery.",
            "Nessuno ha scelto Torke di tre uguali e Briki di acqua: al cimitero.",
        ),
        (
            CompanyMoved(2, "P33", "free"),
            "Clara's company walks to the village worth 8.",
            "La compagnia di Clara raggiunge il villaggio da 8.",
        ),
        (
            BoatSailed(3, "I00", "I03"),
            "Dario sails a boat from the central island to island 3.",
            "Una barca di Dario lascia l'isola centrale e raggiunge l'isola 3.",
        ),
        (
            SourceCounted(0, "cards", -1, 63),
            "Anna counts the cards: \u22121 burst, 63 in all.",
            "Anna conta le carte: \u22121 bagliore, in tutto 63.",
        ),
        (
            GameWon((0, 2), 72),
            "With 72 bursts of light, victory goes to Anna and Clara!",
            "Con 72 bagliori la vittoria va a Anna e Clara!",
        ),
        (
            Result("shared", (0, 2), (72, 60, 72)),
            "Shared victory: Anna and Clara. Final totals, seat by seat: 72, 60 and 72.",
            "Vittoria condivisa: Anna e Clara. Totali finali, posto per posto: 72, 60 e 72.",
        ),
    ],
    ids=lambda thing: type(thing).__name__ if not isinstance(thing, str) else "",
)
def test_what_happened_reads_like_this(thing, english, italian):
    assert say("en", thing) == english
    assert say("it", thing) == italian


@pytest.mark.parametrize(
    ("card", "english", "italian"),
    [
        (
            "B30",
            "two water: lose 2 bursts, each time; 5 bursts at the end",
            "due simboli acqua: perdi 2 bagliori, ogni volta; 5 bagliori alla fine",
        ),
        (
            "A06",
            "2 fireflies; no nature and no water: gain 4 bursts, once a round",
            "2 lucciole; niente natura e niente acqua: ottieni 4 bagliori, una volta per giornata",
        ),
        (
            "A18",
            (
                "1 reroll each round; two nature: gain 2 footprints, "
                "then this card goes to the cemetery"
            ),
            (
                "1 rilancio in ogni giornata; due simboli natura: ottieni 2 orme, "
                "poi questa carta va al cimitero"
            ),
        ),
        (
            "B42",
            "three alike: this card goes to the cemetery; 5 bursts at the end",
            "tre uguali: questa carta va al cimitero; 5 bagliori alla fine",
        ),
        (
            "B41",
            (
                "air: you may bring another companion back from the cemetery, "
                "then this card goes to the cemetery; \u22121 burst at the end"
            ),
            (
                "aria: puoi riportare un altro compagno dal cimitero, "
                "poi questa carta va al cimitero; \u22121 bagliore alla fine"
            ),
        ),
        (
            "A20",
            "brings the black die into play and keeps it off you; 4 bursts at the end",
            "mette in gioco il dado nero e lo tiene lontano da te; 4 bagliori alla fine",
        ),
        (
            "taetyss",
            "2 large blue dice; water and air: gain 1 reroll and 3 bursts, each time",
            "2 dadi grandi blu; acqua e aria: ottieni 1 rilancio e 3 bagliori, ogni volta",
        ),
    ],
)
def test_cards_read_like_this(card, english, italian):
    assert catalogue_of("en").render(card_text(CONTENT.cards[card])) == english
    assert catalogue_of("it").render(card_text(CONTENT.cards[card])) == italian


def test_spells_read_like_this():
    spell = spell_text(CONTENT.spells["S3"])
    assert catalogue_of("en").render(spell) == (
        "two air: the companion you recruited last goes to the cemetery, then the spell is gone"
    )
    assert catalogue_of("it").render(spell) == (
        "due simboli aria: il compagno che hai reclutato per ultimo va al cimitero, "
        "poi l'incantesimo svanisce"
    )


def test_labels_say_what_the_view_knows():
    table = new_table(LUEUR, {"adventurers": "random"}, seed=1)
    table.next_choice()
    view = LUEUR.view(table, None)
    space = view.track[0]
    space.companion, space.dice, space.footprints = "A19", (), 2
    player = view.players[0]
    player.bursts, player.rerolls, player.track_rerolls = 14, 0, (13, 11, 9, 7)
    die = player.dice[0]
    die.face, die.picked, die.colour = "fire", True, "red"
    name = catalogue_of("en", view).name_of(die.id, "shown")
    assert name.endswith("die (fire)")
    assert say("en", Recruit(0, space.element), view) == (
        f"Recruit Snarexe from the {space.element} space, with 2 footprints"
    )
    assert say("en", PickDie(0, die.id), view) == f"Pick {name}"
    assert say("en", RollPicked(0, "track"), view) == (
        f"Roll {name} again by falling back 1 burst, to 13"
    )
    assert say("en", TurnDie(0, "air"), view) == (
        f"Turn {name} to air for 3 rerolls of the score track, falling back to 9"
    )


@pytest.mark.rule("L-REROLL-07")
@pytest.mark.parametrize(
    ("tokens", "english", "italian"),
    [
        (
            2,
            "Roll {die} again, or pick a second die?",
            "Rilanci {die}, o scegli un secondo dado?",
        ),
        (
            3,
            "Roll {die} again, add a die, or turn it?",
            "Rilanci {die}, aggiungi un dado o lo giri?",
        ),
    ],
)
def test_turning_a_die_is_spoken_of_only_when_three_rerolls_are_left(tokens, english, italian):
    table = new_table(LUEUR, {"adventurers": "random"}, seed=1)
    table.next_choice()
    view = LUEUR.view(table, None)
    player = view.players[0]
    player.rerolls, player.companion_rerolls, player.track_rerolls = tokens, 0, ()
    die = player.dice[0]
    die.face, die.picked = "fire", True
    for language, prompt in (("en", english), ("it", italian)):
        name = catalogue_of(language, view).name_of(die.id, "shown")
        assert say(language, ChooseDice(0), view) == prompt.format(die=name)


def test_the_log_does_not_say_what_dice_show_by_now():
    table = new_table(LUEUR, {"adventurers": "random"}, seed=1)
    table.next_choice()
    view = LUEUR.view(table, None)
    die = view.players[0].dice[0]
    die.face = "fire"
    told = say("en", DiceRerolled(0, "token", (die.id,), ("air",)), view)
    assert told == f"Anna rolls the large {die.colour} die again with a reroll token: air."


def test_steps_say_their_price_and_what_the_way_does():
    table = new_table(LUEUR, {"adventurers": "random"}, seed=1)
    table.next_choice()
    view = LUEUR.view(table, None)
    view.players[0].company = "P11"
    assert say("en", WalkTo(0, "P12", "die"), view) == (
        "Walk to the mineral space far north-west of village 20"
        " for a die showing mineral: lose 5 bursts"
    )
    assert say("it", WalkTo(0, "P33", "free"), view) == (
        "Raggiungi il villaggio da 8 con 1 orma: ottieni 1 lucciola"
    )
    assert say("en", WalkTo(0, "P08", "footprint"), view) == (
        "Walk to the no-fire space south-east of village 12 for 1 footprint"
    )


def test_sailing_says_the_footprints_for_missing_elements():
    table = new_table(LUEUR, {"adventurers": "random", "journey": "archipelago"}, seed=1)
    table.next_choice()
    view = LUEUR.view(table, None)
    faces = ("nature", "water", "water")
    for die, face in zip(view.players[0].dice, faces, strict=False):
        die.face = face
    assert say("en", Sail(0, "I00", "I03"), view) == (
        "Sail from the central island to island 3 for 1 footprint: gain 2 fireflies"
    )
    assert say("en", Sail(0, "I00", "I06"), view) == (
        "Sail from the central island to island 6 worth 2, free: gain 1 reroll"
    )


def test_a_content_pack_reads_right_without_new_words(tmp_path):
    printed = (LUEUR.folder() / "content" / "lueur.toml").read_text("utf-8")
    pack = tmp_path / "pack.toml"
    text = printed.replace('id = "S7"', 'id = "moonfall"').replace('"Likyar"', '"Norbert"')
    pack.write_text(text, "utf-8")
    content = LUEUR.read_content(pack)
    for language in LANGUAGES:
        catalogue = LUEUR.catalogue(language, None, content).with_namers({"seat": name_seat})
        assert catalogue.name_of("A01", "card") == "Norbert"
        assert catalogue.name_of("moonfall", "card") == "moonfall"
    table = LUEUR.set_up({"adventurers": "random"}, new_table(LUEUR, {}, 1).chance, content)
    table.next_choice()
    view = LUEUR.view(table, 0)
    catalogue = LUEUR.catalogue("en", view, content).with_namers({"seat": name_seat})
    Console(width=80, quiet=True).print(render(view, catalogue, 80, 0, content))
    assert TextView(view, catalogue, 0, content).lines()


# The picture and the sentences.


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: f"{o['journey']}-{o['players']}")
def test_the_picture_fits_its_width_and_shows_every_player(options):
    for table, choice in positions(options, 11, every=101):
        seat = None if choice is None else choice.seat
        view = LUEUR.view(table, seat)
        for language in LANGUAGES:
            for width in (50, 118):
                text = drawn(view, language, width, seat)
                assert max(cell_len(line) for line in text.splitlines()) <= width
                for player in view.players:
                    assert NAMES[player.seat] in text
                    for card in player.companions:
                        assert catalogue_of(language).name_of(card.id, "card") in text


@pytest.mark.parametrize("options", OPTIONS, ids=lambda o: f"{o['journey']}-{o['players']}")
def test_every_seventh_position_can_be_drawn_and_written(options):
    for table, choice in positions(options, 12, every=7):
        seat = None if choice is None else choice.seat
        view = LUEUR.view(table, seat)
        for language in LANGUAGES:
            catalogue = catalogue_of(language, view)
            render(view, catalogue, 78, seat)
            for line in TextView(view, catalogue, seat, CONTENT).lines():
                assert line.endswith("."), line
                assert line[0].isupper() or line[0].isdigit(), line


@pytest.mark.parametrize("width", [60, 78, 90, 116])
def test_every_space_of_the_province_is_on_the_map(width):
    table = new_table(LUEUR, {"players": "4", "adventurers": "random"}, seed=3)
    table.next_choice()
    view = LUEUR.view(table, None)
    catalogue = catalogue_of("en", view)
    text = province_map(view, catalogue, width, 0, CONTENT).plain
    for name, place in CONTENT.province.places.items():
        label = space_label(place, catalogue).plain
        assert re.search(re.escape(label) + r"(?!\d)", text), name
    assert "●ABCD⌂ABCD" in text


def test_companies_and_boats_never_fall_off_the_map():
    for options, sign in ((OPTIONS[4], "●"), (OPTIONS[5], "")):
        for table, _choice in positions(options, 13, every=41):
            view = LUEUR.view(table, None)
            text = drawn(view, "en", 78, 0)
            journey = text[text.index("The Province" if sign else "The Archipelago") :]
            for player in view.players:
                letter = NAMES[player.seat][0]
                if sign and player.company:
                    assert re.search(f"●[ABCD]*{letter}", journey)
                    assert re.search(f"⌂[ABCD]*{letter}", journey)
                for island in set(player.boats):
                    here = player.boats.count(island)
                    boat = letter + (f"×{here}" if here > 1 else "")
                    assert re.search(rf"[ ⠀-⣿]{re.escape(boat)}(?![×\w])", journey), island


def test_every_island_and_its_worth_is_on_the_chart():
    table = new_table(LUEUR, {"journey": "archipelago", "adventurers": "random"}, seed=3)
    table.next_choice()
    text = drawn(LUEUR.view(table, None), "it", 78, None)
    for name, place in CONTENT.archipelago.places.items():
        assert island_label(name, place).plain in text
    assert text.count("1/2") == 5 + 1  # paths and legend


def test_sentences_are_plain_text():
    """No boxes, no signs: letters, digits and the punctuation of sentences."""
    for options in OPTIONS[:2]:
        for table, _choice in positions(options, 14, every=60):
            view = LUEUR.view(table, None)
            for language in LANGUAGES:
                for line in TextView(view, catalogue_of(language, view), 0, CONTENT).lines():
                    assert re.fullmatch(r"[\w\s.,:;()#'/\u2212-]+", line), line


@pytest.mark.rule("L-JOURNEY-ARCHIPELAGO-04", "L-JOURNEY-ARCHIPELAGO-08")
def test_sentences_tell_what_a_way_to_an_island_asks_and_what_waits_there():
    table = new_table(LUEUR, {"adventurers": "random", "journey": "archipelago"}, seed=1)
    table.next_choice()
    view = LUEUR.view(table, 0)
    lines = {
        language: TextView(view, catalogue_of(language, view), 0, CONTENT).lines()
        for language in LANGUAGES
    }
    assert {
        (
            "From the central island to island 1: "
            "1 to 2 different elements; on arrival: gain 2 footprints."
        ),
        "From the central island to island 8: exactly 3 different elements.",
    } <= set(lines["en"])
    assert {
        (
            "Per lasciare l'isola centrale e raggiungere l'isola 1: "
            "da 1 a 2 elementi diversi; all'arrivo: ottieni 2 orme."
        ),
        "Per lasciare l'isola centrale e raggiungere l'isola 8: esattamente 3 elementi diversi.",
    } <= set(lines["it"])


def test_sentences_tell_the_looking_seat_first():
    table = new_table(LUEUR, {"players": "3", "adventurers": "random"}, seed=2)
    table.next_choice()
    view = LUEUR.view(table, None)
    lines = TextView(view, catalogue_of("en", view), 2, CONTENT).lines()
    firsts = [
        next(at for at, line in enumerate(lines) if f"{name} has" in line) for name in NAMES[:3]
    ]
    assert firsts[2] < firsts[0] < firsts[1]
    assert "Clara's company and encampment: the start." in lines
    assert any(line.endswith("to the village worth 20: pay 3 footprints.") for line in lines)


def test_nothing_is_met_before_the_dice_are_rolled():
    """Without any die there is no water either, but "no water" is not met yet."""
    table = new_table(LUEUR, {"adventurers": "random"}, seed=2)
    table.next_choice()
    table.state.players[0].companions.append("A08")
    view = LUEUR.view(table, None)
    assert view.players[0].companions[0].times == 1
    assert "×1" not in drawn(view, "en", 78, 0)
    assert not any(
        "met once" in line for line in TextView(view, catalogue_of("en", view), 0, CONTENT).lines()
    )
    view.players[0].dice[0].face = "fire"
    assert "×1" in drawn(view, "en", 78, 0)
    assert any(
        "met once" in line for line in TextView(view, catalogue_of("en", view), 0, CONTENT).lines()
    )


def test_places_have_a_name_each():
    for language in LANGUAGES:
        catalogue = catalogue_of(language)
        boards = (CONTENT.province, CONTENT.archipelago)
        names = [catalogue.name_of(place, "place") for board in boards for place in board.places]
        assert len(set(names)) == len(names)
    assert find_place(CONTENT, "I04").points == 5


def test_details_come_from_all_arguments():
    catalogue = load_catalogue("engine", "en").with_namers(
        {}, {"sum": lambda arguments: Message("seat.named", {"name": len(arguments)})}
    )
    assert catalogue.fill("{a} and {b}: {:sum}", {"a": 1, "b": 2}) == "1 and 2: 2"


def test_a_result_is_in_its_own_group():
    assert group_of(Result("won", (0,), (1,))) == "result"
    assert LUEUR.clause(Result("won", (0,), (1,))) == "L-END-06"


class GainStars(Amount):
    """An effect that the terminal has no sign for."""


class Dance(CompanionEffect):
    """The same, without a number."""


def test_an_effect_without_a_sign_is_drawn_all_the_same():
    effects = [GainBursts(NOBODY, 3), GainStars(NOBODY, 2), Dance(NOBODY, "")]
    assert effect_signs(effects) == "+3★+2✱✱"


@pytest.mark.parametrize(("language", "word"), [("en", "Set-up"), ("it", "Preparazione")])
def test_before_the_first_round_the_game_is_being_set_up(language, word):
    table = new_table(LUEUR, {"players": "2"}, seed=3)
    luck = random.Random(3)
    while (choice := table.next_choice()) is not None:
        view = LUEUR.view(table, choice.seat)
        lines = TextView(view, catalogue_of(language, view), choice.seat, CONTENT).lines()
        texts = (drawn(view, language, 78, choice.seat), lines[0])
        assert [text.startswith(word) for text in texts] == [view.round == 0] * 2
        if view.round:
            return
        table.apply(luck.choice(table.offered()))
    raise AssertionError("the game ended in its set-up")
