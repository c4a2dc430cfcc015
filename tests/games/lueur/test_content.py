"""Lueur's content: every row loads, names rules that exist and can be reached; a broken pack is
refused with file, row and field."""

import tomllib

import pytest

from embertable import load
from embertable.engine.chance import seeded
from embertable.engine.content import leaves, read_row, word_of
from embertable.engine.errors import BadContent, UnreadableFile
from embertable.games.lueur.content import ELEMENTS, Box, LueurContent, read_lueur
from embertable.games.lueur.effects import journey_steps
from embertable.games.lueur.vocabulary import Effect, PayFootprints
from tests.games.lueur.scene import CONTENT, LUEUR
from tests.games.packs import DROP, TWICE, changed

FILE = LUEUR.folder() / "content" / "lueur.toml"
TABLES = tomllib.loads(FILE.read_text(encoding="utf-8"))


def read(tables):
    return LueurContent("hash", "pack.toml", read_row(Box, "pack.toml", tables))


SKULL = {"op": "to_cemetery"}
SKULL_ALONE = {"need": ["air"], "identical": 0, "absent": [], "once": True, "effects": [SKULL]}
WITHOUT_P14 = [row for row in TABLES["province"]["edge"] if "P14" not in {row["a"], row["b"]}]

BROKEN = [
    # Fields: missing, of the wrong kind, out of range, misspelt.
    ("companion.A01.points", DROP, "companion A01", "points", "missing"),
    ("companion.A01.name", DROP, "companion A01", "name", "missing"),
    ("companion.A01.id", DROP, "companion number 1", "id", "missing"),
    ("companion.A01.id", "", "companion number 1", "id", "not a word"),
    ("companion.A01.id", 7, "companion number 1", "id", "not a word"),
    ("companion.A01.id", "A02", "companion A02", "id", "twice"),
    ("companion.A01.id", "pocana", "companion pocana", "id", "twice"),
    ("spell.S1.id", "A01", "spell A01", "id", "twice"),
    ("companion.A01.points", "two", "companion A01", "points", "not a whole number"),
    ("companion.A01.points", True, "companion A01", "points", "not a whole number"),
    ("companion.A01.points", 1.5, "companion A01", "points", "not a whole number"),
    ("companion.A01.points", 100, "companion A01", "points", "not a whole number from -99 to 99"),
    ("companion.A01.points", 2**99999, "companion A01", "points", "a huge number"),
    ("companion.A01.fireflies", -1, "companion A01", "fireflies", "from 0 to 9"),
    ("companion.A01.deck", "C", "companion A01", "deck", "not one of A, B"),
    ("companion.A01.firefles", 1, "companion A01", "firefles", "not known"),
    ("companion.A01", "Likyar", "companion number 1", "-", "not a table"),
    ("companion", {"A01": {}}, "(file)", "companion", "not a list"),
    ("companion", DROP, "(file)", "companion", "missing"),
    ("compagnon", [], "(file)", "compagnon", "not known"),
    ("score_track", [], "score_track", "-", "not a table"),
    # Triggers.
    ("spell.S1.trigger", DROP, "spell S1", "trigger", "missing"),
    ("companion.A01.trigger", "fire", "companion A01.trigger", "-", "not a table"),
    ("companion.A01.trigger.once", DROP, "companion A01.trigger", "once", "missing"),
    ("companion.A01.trigger.once", 1, "companion A01.trigger", "once", "not true or false"),
    ("companion.A01.trigger.need", ["ice"], "companion A01.trigger", "need", "'ice'"),
    ("companion.A01.trigger.need", [3], "companion A01.trigger", "need", "not one of nature"),
    ("companion.A01.trigger.need", "fire", "companion A01.trigger", "need", "not a list"),
    ("companion.A01.trigger.need", [], "companion A01.trigger", "need", "asks for nothing"),
    ("companion.A01.trigger.need", ["footprints"], "companion A01.trigger", "need", "'footprints'"),
    ("companion.A01.trigger.identical", 3, "companion A01.trigger", "identical", "beside"),
    ("companion.B37.trigger.absent", ["water"], "companion B37.trigger", "absent", "forbids water"),
    ("companion.B37.trigger.once", False, "companion B37.trigger", "once", "crossed element"),
    ("companion.A15.trigger.once", False, "companion A15.trigger", "once", "skull"),
    ("spell.S1.trigger.once", False, "spell S1.trigger", "once", "used once"),
    ("companion.A01.trigger.unless", [], "companion A01.trigger", "unless", "not known"),
    # Effects.
    ("companion.A01.trigger.effects", [], "companion A01.trigger", "effects", "are none"),
    ("companion.A01.trigger.effects.0.op", "win", "companion A01.trigger.effects 1", "op", "'win'"),
    ("companion.A01.trigger.effects.0.n", DROP, "companion A01.trigger.effects 1", "n", "missing"),
    (
        "companion.A01.trigger.effects.0.n",
        0,
        "companion A01.trigger.effects 1",
        "n",
        "from 1 to 99",
    ),
    ("companion.A15.trigger.effects.0.n", 2, "companion A15.trigger.effects 1", "n", "not known"),
    ("companion.A15.trigger.effects.0", TWICE, "companion A15.trigger", "effects", "twice"),
    ("adventurer.eoles.trigger.effects.0", SKULL, "adventurer eoles.trigger", "once", "skull"),
    ("adventurer.eoles.trigger", SKULL_ALONE, "adventurer eoles.trigger.effects 1", "op", ""),
    ("spell.S1.trigger.effects.0", SKULL, "spell S1.trigger.effects 1", "op", "'to_cemetery'"),
    ("spell.S3.placed_on_last_recruited", False, "spell S3", "placed_on_last_recruited", "alone"),
    ("spell.S1.placed_on_last_recruited", True, "spell S1", "placed_on_last_recruited", "alone"),
    ("companion.B43.trigger.effects.0.op", "raise_companion", "companion B43", "trigger", "one"),
    ("companion.A11.trigger.effects.0.op", "cast_spells", "companion A11", "trigger", "one"),
    ("companion.A21.black_die_owner", True, "companion A21", "black_die_owner", "second"),
    # Dice.
    ("die_type.red.colour", "pink", "die_type pink", "colour", "'pink'"),
    ("die_type.red.colour", "blue", "die_type blue", "colour", "twice"),
    ("die_type.black", DROP, "(file)", "die_type", "no black die"),
    ("die_type.black.small", 2, "die_type black", "small", "one black die"),
    ("die_type.black.large", 1, "die_type black", "large", "is small"),
    ("die_type.black.faces.5", "fire", "die_type black", "faces", "minus_bursts"),
    ("die_type.red.faces.5", "minus_bursts", "die_type red", "faces", "minus_bursts"),
    ("die_type.red.faces.5", "ice", "die_type red", "faces", "'ice'"),
    ("die_type.red.faces.0", "water", "die_type red", "faces", "each element"),
    ("die_type.red.faces.5", DROP, "die_type red", "faces", "each element"),
    ("special_symbol.bursts", DROP, "(file)", "special_symbol", "no row for bursts"),
    ("special_symbol.bursts.id", "fire", "special_symbol fire", "id", "'fire'"),
    (
        *("special_symbol.bursts.immediate.0.op", "pay_footprints"),
        *("special_symbol bursts.immediate 1", "op", "not one of"),
    ),
    ("adventurer.pocana.large_dice.n", 4, "adventurer pocana.large_dice", "n", "from 1 to 3"),
    ("adventurer.pocana.large_dice.n", 0, "adventurer pocana.large_dice", "n", "from 1 to"),
    ("adventurer.pocana.large_dice.colour", "pink", "adventurer pocana.large_dice", "colour", ""),
    ("adventurer.moloch.large_dice.colour", "red", "adventurer moloch.large_dice", "colour", "red"),
    ("adventurer", TABLES["adventurer"][:3], "(file)", "adventurer", "has 3"),
    # The reserve and the Sketals that draw on it.
    ("dice_reserve.large", ["purple", "pink"], "dice_reserve", "large", "'pink'"),
    ("dice_reserve.large", ["red", "red"], "dice_reserve", "large", "red twice"),
    ("dice_reserve.large", ["black"], "dice_reserve", "large", "no large die"),
    ("companion.A14.large_die", "purple", "companion A14", "large_die", "'purple'"),
    ("dice_reserve.large.1", DROP, "companion A14", "large_die", "'azure'"),
    # Meeting track, score track and rerolls.
    ("meeting_space.fire.element", "ice", "meeting_space fire", "element", "'ice'"),
    ("meeting_space.fire.element", "air", "meeting_space air", "element", "already"),
    ("meeting_space.fire.position", 2, "meeting_space water", "position", "is 2"),
    ("meeting_space.fire.position", 6, "meeting_space fire", "position", "from 1 to 5"),
    ("meeting_space.fire", DROP, "(file)", "meeting_space", "each element"),
    ("score_track.start", 100, "score_track", "start", "from 0 to 99"),
    ("score_track.reroll_spaces", [], "score_track", "reroll_spaces", "are none"),
    ("score_track.reroll_spaces", [5, 5], "score_track", "reroll_spaces", "5 twice"),
    ("score_track.reroll_spaces", [0, 100], "score_track", "reroll_spaces", "100"),
    ("score_track.reroll_spaces", [True], "score_track", "reroll_spaces", "True"),
    ("rerolls.rerolls_to_set_a_die", 0, "rerolls", "rerolls_to_set_a_die", "from 1 to 10"),
    # The deck.
    ("companion.A01", DROP, "(file)", "companion", "has 22 cards of pack A, not 23"),
    ("companion.B24.deck", "A", "(file)", "companion", "has 24 cards of pack A, not 23"),
    ("deck.removed_per_pack", 4, "deck", "removed_per_pack", "leaves 38 companions, not 40"),
    ("meta.rounds", 7, "deck", "removed_per_pack", "leaves 40 companions, not 35"),
    # The journeys.
    ("province.edge.0.b", "P99", "province.edge 1", "b", "'P99'"),
    ("province.edge.0.b", "P00", "province.edge 1", "b", "from P00 to P00"),
    ("province.edge.0", TWICE, "province.edge 75", "b", "from P00 to P01"),
    ("province.edge.0.min", 2, "province.edge 1", "min", "not known"),
    ("province.edge.0", [], "province.edge 1", "-", "not a table"),
    ("province.edge", WITHOUT_P14, "province", "edge", "leaves P14 out of reach of P00"),
    ("province.start", "P99", "province.space P00", "kind", "start"),
    ("province.space.P05.kind", "start", "province.space P05", "points", "no village"),
    ("province.space.P01.kind", "start", "province.space P01", "element", "not known"),
    ("province.space.P00.kind", "village", "province.space P00", "kind", "no other"),
    ("province.space.P01.kind", DROP, "province.space P01", "element", "not known"),
    ("province.space.P05.kind", DROP, "province.space P05", "kind", "missing"),
    ("province.space.P01.kind", "desert", "province.space P01", "kind", "'desert'"),
    ("province.space.P01.element", DROP, "province.space P01", "element", "missing"),
    ("province.space.P01.element", "ice", "province.space P01", "element", "'ice'"),
    ("province.space.P05.element", "fire", "province.space P05", "element", "not known"),
    ("province.space.P01.points", 3, "province.space P01", "points", "not 0"),
    ("province.space.P01.pos", [5], "province.space P01", "pos", "a list of 2"),
    ("province.space.P01.pos", [5, 101], "province.space P01", "pos", "101"),
    ("province.space.P01", DROP, "province", "spaces", "is 61, but there are 60"),
    ("archipelago.edge.0.min", 3, "archipelago.edge 1", "max", "less than min"),
    ("archipelago.edge.0.max", 6, "archipelago.edge 1", "max", "from 0 to 5"),
    ("archipelago.boats_per_player", 0, "archipelago", "boats_per_player", "from 1 to 10"),
    (
        *("archipelago.island.I01.on_enter.0.op", "pay_footprints"),
        *("archipelago.island I01", "on_enter", "pay_footprints"),
    ),
    # What the rules fix.
    ("score_track.last", 49, "score_track", "last", "not 99"),
    ("deck.cards_per_round", 6, "deck", "cards_per_round", "not 5"),
    ("meta.players_max", 5, "meta", "players_max", "not 4"),
]


@pytest.mark.parametrize(
    ("path", "value", "row", "field", "problem"),
    [pytest.param(*case, id=f"{case[0]} {number}") for number, case in enumerate(BROKEN)],
)
def test_a_broken_pack_is_refused_with_file_row_and_field(path, value, row, field, problem):
    with pytest.raises(BadContent) as refused:
        read(changed(TABLES, path, value))
    place = refused.value.message.arguments
    assert (place["file"], place["row"], place["field"]) == ("pack.toml", row, field)
    assert problem in str(place["problem"])
    assert len(str(refused.value)) < 300


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        (b"rounds = ", "Invalid value"),
        (b"rounds = 8\nrounds = 8", "Cannot overwrite a value"),
        (b"name = '\xff'", "not a text file"),
        (b"rounds = " + b"9" * 5000, "digits"),
        (b"rounds = " + b"[" * 5000, "nested too deeply"),
        (b"", "missing"),
    ],
)
def test_a_file_that_is_no_pack_is_refused(tmp_path, text, problem):
    file = tmp_path / "pack.toml"
    file.write_bytes(text)
    with pytest.raises(BadContent, match=r"pack\.toml") as refused:
        read_lueur(file)
    assert problem in str(refused.value)


def test_a_file_that_cannot_be_read_says_so(tmp_path):
    with pytest.raises(UnreadableFile, match=r"nowhere\.toml"):
        read_lueur(tmp_path / "nowhere.toml")
    with pytest.raises(UnreadableFile):
        read_lueur(tmp_path)


def test_every_row_loads():
    content = read(TABLES)
    assert list(content.adventurers) == [row["id"] for row in TABLES["adventurer"]]
    assert list(content.companions) == [row["id"] for row in TABLES["companion"]]
    assert list(content.spells) == [row["id"] for row in TABLES["spell"]]
    for board, places in (("province", "space"), ("archipelago", "island")):
        loaded = getattr(content, board)
        assert list(loaded.places) == [row["id"] for row in TABLES[board][places]]
        paths = {frozenset((a, b)) for a, ways in loaded.paths.items() for b in ways}
        assert paths == {frozenset((row["a"], row["b"])) for row in TABLES[board]["edge"]}


def test_every_effect_names_a_rule():
    for board in (CONTENT.province, CONTENT.archipelago):
        for place in board.places.values():
            asked = sum(isinstance(effect, PayFootprints) for effect in place.effects)
            assert len(journey_steps(0, place.effects)) == len(place.effects) - asked
    ours = [effect for effect in leaves(Effect) if effect.__module__.startswith("embertable.")]
    known = {word_of(effect) for effect in ours}
    assert known == set(TABLES["vocabulary"]["ops"]) - {"source"}


def test_every_trigger_can_be_met_by_seven_dice():
    triggers = [card.trigger for card in CONTENT.cards.values() if card.trigger]
    triggers += [spell.trigger for spell in CONTENT.spells.values()]
    assert len(triggers) == 6 + 45 + 7
    for trigger in triggers:
        counts = dict(trigger.need)
        if trigger.identical:
            counts["air"] = trigger.identical
        assert sum(counts.values()) <= 7
        assert trigger.activations(counts) == 1
        if counts:
            assert trigger.activations({}) == 0


def test_every_card_and_spell_comes_into_play_in_some_game():
    cards: set[str] = set()
    spells: set[str] = set()
    dice: set[int] = set()
    for seed in range(12):
        table = LUEUR.set_up({"players": "4", "adventurers": "random"}, seeded(seed))
        table.next_choice()
        state = table.state
        cards.update(state.deck, [space.companion for space in state.track])
        cards.update(player.adventurer for player in state.players)
        spells.update(state.spell_pile[-3:])
        dice.update(state.reserve, *[player.dice for player in state.players])
        dice.update(*[space.dice for space in state.track])
    assert cards == set(CONTENT.cards)
    assert spells == set(CONTENT.spells)
    assert dice == {die.id for die in CONTENT.dice}


def test_a_pack_with_other_numbers_is_played_with_them(tmp_path):
    text = FILE.read_text(encoding="utf-8")
    file = tmp_path / "pack.toml"
    file.write_text(text.replace("\nstart = 10\n", "\nstart = 12\n"), encoding="utf-8")
    content = load("lueur").read_content(file)
    table = LUEUR.set_up({}, seeded(1), content)
    assert [player.bursts for player in table.state.players] == [12, 12]
    assert table.to_json()["content"] == content.hash != CONTENT.hash


def test_elements_have_one_meeting_space_each():
    assert sorted(CONTENT.spaces) == sorted(ELEMENTS)
