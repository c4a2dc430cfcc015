"""The line mode as a script or a screen reader meets it: whole games, slips of the tongue, leaving."""

import io
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

import embertable
from embertable.bots.hints import Hint
from embertable.bots.search import Budget
from embertable.engine.catalogue import catalogue_file, read_catalogue
from embertable.engine.chance import keyed, seeded
from embertable.engine.players import Player
from embertable.engine.record import load_record
from embertable.engine.session import Session, resume
from embertable.terminal import plain
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.plain import LineTable
from embertable.terminal.seats import BadSeat, SameName, read_seats

TERMINAL = Path(plain.__file__).parent
LUEUR = embertable.load("lueur")
FOREVER = "1\n" * 400


def new_session(seats: list[Player], seed: int = 1, journey: str = "province") -> Session:
    return Session(LUEUR, {"players": str(len(seats)), "journey": journey}, seeded(seed))


def table_for(
    lines: str, save: Path, seats: str = "human:Ada,bot:random", language: str = "en", seed: int = 1
) -> LineTable:
    players = read_seats(seats.split(","))
    hotseat = HotSeat(new_session(players, seed), players, language, save)
    return LineTable(hotseat, io.StringIO(lines), io.StringIO())


def heard(table: LineTable) -> list[str]:
    assert isinstance(table.sink, io.StringIO)
    return table.sink.getvalue().splitlines()


def run(lines: str, save: Path, **how) -> list[str]:
    table = table_for(lines, save, **how)
    assert table.run() == 0
    return heard(table)


@pytest.mark.parametrize(
    ("language", "over"), [("en", "The game is over."), ("it", "La partita è finita.")]
)
@pytest.mark.parametrize("journey", ["province", "archipelago"])
def test_a_whole_game_through_pipes(tmp_path, language, over, journey):
    script = f"""
import sys
from pathlib import Path
import embertable
from embertable.engine.chance import seeded
from embertable.engine.session import Session
from embertable.terminal.plain import play
from embertable.terminal.seats import read_seats
game = embertable.load("lueur")
session = Session(game, {{"players": "2", "journey": "{journey}"}}, seeded(5))
seats = read_seats(["human:Ada", "bot:random"])
sys.exit(play(session, seats, "{language}", Path("game.json")))
"""
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", script],
        input=FOREVER,
        capture_output=True,
        encoding="utf-8",
        cwd=tmp_path,
        env={**os.environ, "PYTHONIOENCODING": "utf-8"},
        timeout=100,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert done.stderr == ""
    assert "\x1b" not in done.stdout
    assert over in done.stdout
    assert "game.json" in done.stdout.splitlines()[-4]
    session = resume(LUEUR, load_record(tmp_path / "game.json"))
    assert session.table.result is not None


def test_two_people_and_a_bot_are_asked_by_name(tmp_path):
    lines = run(FOREVER, tmp_path / "game.json", seats="human:Ada,bot:random,human:Bruno")
    assert any(line.startswith("Ada: ") for line in lines)
    assert any(line.startswith("Bruno: ") for line in lines)


def test_the_only_person_is_not_called_by_name_in_each_prompt(tmp_path):
    lines = run(FOREVER, tmp_path / "game.json")
    assert not any(line.startswith("Ada: ") for line in lines)


def test_bots_alone_play_to_the_end(tmp_path):
    lines = run("", tmp_path / "game.json", seats="bot:random,bot:random")
    assert any(line.startswith("The game is over.") for line in lines)


@pytest.mark.parametrize(
    "line", ["0", "99", "9" * 5000, "-1", "1.5", "dance", "²", "why", "why 99", "save", "lang xx"]
)
def test_a_slip_gets_one_sentence_and_changes_nothing(tmp_path, line):
    table = table_for("", tmp_path / "game.json")
    table.sit_down()
    before = LUEUR.state_hash(table.hotseat.session.table)
    told = len(heard(table))
    table.source = io.StringIO(line + "\n")
    table.listen()
    (answer,) = heard(table)[told:]
    assert len(answer) < 120
    assert LUEUR.state_hash(table.hotseat.session.table) == before
    assert not table.left


def test_an_empty_line_asks_again(tmp_path):
    table = table_for("\n", tmp_path / "game.json")
    table.sit_down()
    asked = heard(table)[2:]
    table.listen()
    assert heard(table)[2:] == asked * 2


def test_the_end_of_input_saves_and_says_where(tmp_path):
    save = tmp_path / "game.json"
    lines = run("1\n1\n", save)
    assert lines[-1] == (
        f"The game is saved in {save}. Resume it with: embertable play --resume {save}"
    )
    assert len(load_record(save).entries) >= 2


def test_quitting_and_resuming_gives_the_same_position(tmp_path):
    save = tmp_path / "game.json"
    table = table_for("2\n1\n1\nquit\n1\n", save)
    assert table.run() == 0
    record = load_record(save)
    session = resume(LUEUR, record)
    assert LUEUR.state_hash(session.table) == LUEUR.state_hash(table.hotseat.session.table)
    seats = read_seats(record.players)
    assert seats == table.hotseat.seats
    again = LineTable(HotSeat(session, seats, "en", save), io.StringIO(FOREVER), io.StringIO())
    assert again.run() == 0
    assert again.hotseat.is_over()


def test_a_resumed_table_is_told_from_the_place_of_who_decides(tmp_path):
    save = tmp_path / "game.json"
    run("1\n1\n1\n", save, seats="human:Ada,human:Bruno")
    seats = read_seats(["human:Ada", "human:Bruno"])
    hotseat = HotSeat(resume(LUEUR, load_record(save)), seats, "en", save)
    table = LineTable(hotseat, io.StringIO(), io.StringIO())
    table.run()
    lines = heard(table)
    decides = next(line for line in lines if line.startswith(("Ada: ", "Bruno: "))).split(":")[0]
    totals = [line for line in lines if re.match(r"(Ada|Bruno) has \d+ bursts", line)]
    assert totals[0].startswith(decides)


def test_a_game_with_a_secret_key_can_be_resumed(tmp_path):
    save = tmp_path / "game.json"
    players = read_seats(["human", "human"])
    session = Session(LUEUR, {}, keyed(bytes(range(32))))
    LineTable(HotSeat(session, players, "en", save), io.StringIO("1\n2\n"), io.StringIO()).run()
    resumed = resume(LUEUR, load_record(save))
    assert LUEUR.state_hash(resumed.table) == LUEUR.state_hash(session.table)


def test_undo_goes_back_past_the_bots_to_the_last_person(tmp_path):
    table = table_for("1\n", tmp_path / "game.json")
    table.sit_down()
    start = LUEUR.state_hash(table.hotseat.session.table)
    table.listen()
    while table.hotseat.bot_is_next():
        table.choose_for_bot()
    assert LUEUR.state_hash(table.hotseat.session.table) != start
    table.obey("undo")
    assert LUEUR.state_hash(table.hotseat.session.table) == start
    assert "Undone. Ada decides again." in heard(table)
    assert any(entry.action is None for entry in load_record(tmp_path / "game.json").entries)


def test_nothing_to_undo_is_said(tmp_path):
    assert "You have nothing to undo yet." in run("undo\n", tmp_path / "a.json")


def test_undo_at_the_end_reopens_the_game(tmp_path):
    table = table_for(FOREVER, tmp_path / "game.json")
    table.run()
    table.obey("undo")
    assert not table.hotseat.is_over()


def test_words_for_looking_things_up(tmp_path):
    lines = run("1\nview\nlog\nrules\nwhy 1\nrules die\nrules zebra\nhelp\nabout\n", tmp_path / "g")
    text = "\n".join(lines)
    assert "L-RECRUIT-01, Morning — recruit:" in lines
    assert "clauses contain all these words:" in text
    assert "These are the first 12. Add words to narrow the search." in lines
    assert "No clause contains all these words. Try fewer, or others." in lines
    assert "undo: undo your last decision, as often as you like." in lines
    assert "Ada sets out as" in text


def test_companions_are_offered_with_what_they_do(tmp_path):
    lines = run("1\n", tmp_path / "g")
    (option,) = [line for line in lines if line.startswith("2. Recruit")]
    assert option == (
        "2. Recruit Lumipili of nature from the water space, with the small azure die. "
        "1 reroll each round; "
        "two nature: gain 2 footprints, then this card goes to the cemetery."
    )


def test_a_hint_names_an_option_and_what_speaks_for_it(tmp_path):
    lines = run("hint\n", tmp_path / "g")
    (hint,) = [line for line in lines if line.startswith("I would choose ")]
    assert re.fullmatch(r"I would choose [1-7]\. .*\.", hint)


def test_who_does_not_wait_for_a_hint_plays_on_while_it_is_thought_about(tmp_path):
    hotseat = table_for("", tmp_path / "g").hotseat
    asked = hotseat.look().options
    think = hotseat.hint_task(Budget(playouts=4))
    hotseat.choose(asked[0])
    assert hotseat.look().options != asked
    assert think().action in asked


def test_a_hint_in_the_words_of_its_reason(tmp_path):
    hotseat = table_for("", tmp_path / "g").hotseat
    shown = hotseat.look()
    sure = Hint(shown.options[1], shown.options[0], 2.4, "cards", risk="footprints")
    assert hotseat.hint_text(sure, shown) == (
        "I would choose 2. It is a little better than 1, mostly for the cards. "
        "The other would be better for footprints."
    )
    close = Hint(shown.options[1], shown.options[0], 0.1, "cards")
    assert hotseat.hint_text(close, shown) == "I would choose 2. 1 is about as good."
    only = Hint(shown.options[0], None, 0.0, "")
    assert hotseat.hint_text(only, shown) == "1 is the only option."
    chance = Hint(
        shown.options[1], shown.options[0], 0.1, "cards", win_rate=0.617, instead_win_rate=0.5
    )
    assert hotseat.hint_text(chance, shown) == (
        "I would choose 2. It is clearly better than 1, mostly for the cards. "
        "It wins about 62 of 100 games, the other one 50."
    )


def test_bots_say_why_when_they_are_asked(tmp_path):
    assert "Which option? Type for example: why 1." in run("why\n", tmp_path / "g")
    lines = run("1\nwhy\n", tmp_path / "h", seats="human:Ada,bot:greedy:Cinder")
    (why,) = [line for line in lines if line.startswith("Cinder: ")]
    assert re.fullmatch(r"Cinder: It is (clearly|a little) better than “.*”, mostly for .*", why)


def test_italian_words_and_the_switch_at_the_table(tmp_path):
    lines = run("lang it\naiuto\nPERCHE 1\nregole\nlingua en\nview\n", tmp_path / "g")
    assert "Lingua: italiano." in lines
    assert "annulla (undo): annulla l'ultima decisione, quante volte vuoi." in lines
    assert "Language: English." in lines


def test_save_copies_and_asks_before_replacing(tmp_path):
    copy = tmp_path / "copy.json"
    copy.write_text("mine")
    table = table_for("", tmp_path / "game.json")
    table.sit_down()
    table.obey(f"save {copy}")
    assert copy.read_text() == "mine"
    table.obey(f"save {copy}")
    assert load_record(copy).game == "lueur"


def test_a_folder_that_cannot_be_written_is_told_and_the_game_goes_on(tmp_path):
    (tmp_path / "file").write_text("")
    table = table_for("1\n1\n", tmp_path / "file" / "game.json")
    assert table.run() == 1
    told = [line for line in heard(table) if "cannot be read or written" in line]
    assert len(told) == 2  # when it begins, and when leaving
    assert len(table.hotseat.session.past) >= 2


def test_playing_again_starts_a_new_game_in_a_new_file(tmp_path):
    table = table_for(FOREVER, tmp_path / "game.json")
    table.run()
    table.obey("again")
    assert not table.hotseat.is_over()
    assert table.hotseat.file == tmp_path / "game-2.json"
    assert load_record(tmp_path / "game-2.json").entries == []


def test_again_waits_for_the_end(tmp_path):
    lines = run("again\n", tmp_path / "g")
    assert "The game is not over yet. Type quit to leave it." in lines


def test_the_terminal_takes_no_message_away_from_a_game():
    own = read_catalogue(catalogue_file("terminal", "en"))
    assert not own.keys() & LUEUR.catalogue("en").templates.keys()


def test_every_sentence_of_the_catalogue_is_used():
    code = "\n".join(path.read_text(encoding="utf-8") for path in TERMINAL.glob("*.py"))
    for id in read_catalogue(catalogue_file("terminal", "en")):
        group, _, name = id.partition(".")
        if group == "error":
            assert f"class {name}(" in code
            continue
        said_by_name = f'f"{group}.{{' in code and f'"{name}"' in code
        assert f'"{id}"' in code or said_by_name, id


@pytest.mark.parametrize("spelling", ["", "robot", "bot", "bot:", "Human"])
def test_a_seat_spelled_wrong_is_refused(spelling):
    with pytest.raises(BadSeat):
        read_seats([spelling])


def test_players_of_one_name_are_refused():
    with pytest.raises(SameName):
        read_seats(["human:Ada", "bot:random:Ada"])


def test_seats_without_names_get_different_ones():
    seats = read_seats(["human", "human:Ada", "bot:random", "bot:random:Bruno"])
    assert len({player.name for player in seats}) == 4
    assert read_seats([player.spelled() for player in seats]) == seats


def test_a_command_may_be_cut_short(tmp_path):
    lines = run("q\n", tmp_path / "short.json")
    assert not any("understand" in line for line in lines)
    assert lines[-1].startswith("The game is saved in")


def test_what_could_be_two_commands_is_not_guessed(tmp_path):
    # "l" begins "log" and "language".
    lines = run("l\nq\n", tmp_path / "short.json")
    assert any("I do not understand “l”" in line for line in lines)


def test_what_else_to_know_of_an_option_is_a_sentence(tmp_path):
    lines = run("1\nquit\n", tmp_path / "sentence", seats="human:Ada,bot:random")
    options = [line for line in lines if line.partition(".")[0].isdigit() and "Recruit" in line]
    assert options
    for option in options:
        _, label, *more = option.split(". ")
        assert more
        assert all(one[0].isupper() or one[0].isdigit() for one in (label, *more)), option
        assert option.endswith(".")
        assert not option.endswith("..")
