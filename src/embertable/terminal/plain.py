"""The table line by line, for screen readers, pipes and scripts.

`play(session, seats, language, save, pace) -> int` plays until the end, `quit`, or the end of
input, saving after every decision, and returns the exit code. `save` is the record's file; None
means a new file in the user's data folder. `pace` is ignored: lines do not wait.
"""

from __future__ import annotations

import io
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TextIO

from embertable.engine.catalogue import LANGUAGES, Value, load_catalogue
from embertable.engine.errors import ChanceDecides, EmbertableError
from embertable.engine.players import Player
from embertable.engine.seat_view import SeatView
from embertable.engine.session import Session
from embertable.ledger import Clause
from embertable.terminal.campaign_run import CampaignRun
from embertable.terminal.entries import answers_in_row, folded, named, row_of_numbers
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.rules_text import clauses_for, clauses_with, paragraphs
from embertable.text_view.components import Entry, sentence, unique
from embertable.tutorials import Tutor

LONGEST_ECHO = 40
LONGEST_NUMBER = 6
MOST_CLAUSES = 12
INTERRUPTED = 130


def play(
    session: Session,
    seats: list[Player],
    language: str = "en",
    save: Path | None = None,
    pace: float = 0.0,
    tutor: Tutor | None = None,
    campaign: CampaignRun | None = None,
) -> int:
    for stream in (sys.stdin, sys.stdout):
        if isinstance(stream, io.TextIOWrapper):
            # A character that the pipe cannot encode is no reason to end a game.
            stream.reconfigure(errors="replace")
    hotseat = HotSeat(session, seats, language, save, tutor=tutor, campaign=campaign)
    return LineTable(hotseat, sys.stdin, sys.stdout).run()


class LineTable:
    """Reads commands line by line and prints what the viewer may see."""

    def __init__(self, hotseat: HotSeat, source: TextIO, sink: TextIO) -> None:
        self.hotseat = hotseat
        self.source = source
        self.sink = sink
        self.shown: SeatView = hotseat.look()
        self.printed = 0
        self.problem = ""
        self.left = False
        self.replacing: Path | None = None
        self.commands: dict[str, Callable[[str], None]] = {}
        for language in LANGUAGES:
            catalogue = load_catalogue("terminal", language)
            for name, answer in self.answers().items():
                for spelled in catalogue.templates[f"command.{name}"].split():
                    self.commands[folded(spelled)] = answer

    def answers(self) -> dict[str, Callable[[str], None]]:
        """The commands besides numbers, by their name in the catalogue."""
        return {
            "help": self.print_help,
            "about": self.print_about,
            "options": self.print_options,
            "view": self.print_view,
            "card": self.print_cards,
            "log": self.print_log,
            "rules": self.print_rules,
            "why": self.print_why,
            "hint": self.print_hint,
            "undo": self.undo,
            "save": self.save_copy,
            "language": self.switch_language,
            "again": self.play_again,
            "quit": self.quit,
        }

    def run(self) -> int:
        self.sit_down()
        try:
            while not self.left:
                if self.hotseat.bot_is_next():
                    self.choose_for_bot()
                else:
                    self.listen()
        except KeyboardInterrupt:
            self.print("")
            self.print_farewell()
            return INTERRUPTED
        self.print_farewell()
        return 1 if self.problem else 0

    def sit_down(self) -> None:
        self.printed = len(self.hotseat.session.table.log)
        self.show_text("plain.welcome", game=self.hotseat.title())
        self.print(*self.hotseat.welcome())
        self.show_text("plain.file", file=str(self.hotseat.file))
        self.keep()
        if self.hotseat.session.record.entries:
            self.hotseat.hand_over()
            self.shown = self.hotseat.look()
            self.print_view("")
        else:
            self.printed = 0
        self.print_news()

    # Input.

    def listen(self) -> None:
        line = self.source.readline()
        if self.hotseat.check_countdown():
            # Time ran out meanwhile: the line answered an older prompt, so ask again.
            self.keep()
            self.print_news()
            return
        if not line:
            self.left = True
            return
        line = line.strip()
        if not line:
            self.ask()
        elif line.isdecimal():
            self.choose(line)
        elif (value := free_number(line)) is not None:
            self.choose_freely(value)
        elif numbers := row_of_numbers(line):
            self.enter_row(numbers)
        else:
            self.obey(line)

    def choose(self, line: str) -> None:
        options = self.shown.options
        number = int(line) if len(line) <= LONGEST_NUMBER else 0
        if self.hotseat.is_over():
            self.show_text("plain.over")
        elif not 1 <= number <= len(options):
            self.show_text("plain.out_of_range", number=short(line), n=len(options))
        else:
            self.hotseat.choose(options[number - 1])
            self.keep()
            self.print_news()

    def enter_row(self, numbers: Sequence[int]) -> None:
        """Enter all dice of a roll; if one cannot be, none is entered."""
        if not self.hotseat.entry_row():
            self.obey(" ".join(str(number) for number in numbers))
            return
        answers, problem = answers_in_row(self.hotseat, numbers)
        if problem:
            self.print(problem)
            return
        for answer in answers:
            self.hotseat.choose(answer)
        self.keep()
        self.print_news()

    def enter_named(self, line: str) -> bool:
        """Enter what is called so, where something is asked for; whether there is one such."""
        if not self.hotseat.asks_for_entry():
            return False
        options = self.shown.options[:-1] if self.shown.free else self.shown.options
        labels = [self.hotseat.label(option, self.shown.view) for option in options]
        found = named(labels, line)
        if not found or (len(found) > 1 and self.shown.free is None):
            return False
        # Where several readings lead the same way, the last one is the direction itself.
        self.hotseat.choose(options[found[-1]])
        self.keep()
        self.print_news()
        return True

    def choose_freely(self, value: int) -> None:
        """Take the option with this number in its free field."""
        free = self.shown.free
        if free is None:
            self.show_text("plain.nothing_free")
        elif not self.hotseat.set_free(value):
            self.show_text("plain.free_range", first=free.first, last=free.last)
        else:
            self.hotseat.choose(self.hotseat.look().options[-1])
            self.keep()
            self.print_news()

    def choose_for_bot(self) -> None:
        self.hotseat.choose(self.hotseat.bot_decision())
        self.keep()
        self.print_news()

    def obey(self, line: str) -> None:
        word, _, rest = line.partition(" ")
        if folded(word) not in self.commands and self.enter_named(line):
            return
        answers = self.meant(folded(word))
        if len(answers) == 1:
            answers[0](rest.strip())
        elif self.hotseat.is_over():
            self.show_text("plain.unknown_word", line=short(line))
        else:
            self.show_text("plain.unknown", line=short(line), n=len(self.shown.options))

    def meant(self, word: str) -> list[Callable[[str], None]]:
        """The command of this name, or those whose names begin so: "q" is "quit"."""
        if word in self.commands:
            return [self.commands[word]]
        begun = [answer for name, answer in self.commands.items() if name.startswith(word)]
        return [answer for n, answer in enumerate(begun) if answer not in begun[:n]]

    # Output.

    def print(self, *lines: str) -> None:
        for line in lines:
            self.sink.write(line + "\n")
        self.sink.flush()

    def show_text(self, id: str, /, **arguments: Value) -> None:
        self.print(self.hotseat.text(id, **arguments).strip())

    def print_news(self) -> None:
        """Print what happened since the last prompt, then the new prompt."""
        self.hotseat.hand_over()
        news = self.hotseat.look(self.printed)
        self.printed = len(self.hotseat.session.table.log)
        self.shown = self.hotseat.look()
        self.print(*[sentence.text for sentence in self.hotseat.sentences(news.events)])
        if not self.hotseat.bot_is_next():
            self.ask()

    def ask(self) -> None:
        for lesson in self.hotseat.lessons():
            self.print("", lesson)
        result = self.shown.result
        if result is not None:
            self.print("", self.hotseat.outcome(result), *self.hotseat.remarkable())
            self.show_text("plain.over")
        else:
            self.print("")
            left = self.hotseat.seconds_left()
            if left is not None:
                self.show_text("plain.clock", n=left)
            self.print_options("")

    def print_options(self, rest: str) -> None:
        if self.shown.choice is None:
            self.show_text("plain.over")
            return
        self.print(self.hotseat.prompt(self.shown))
        for number, option in enumerate(self.shown.options, start=1):
            label = self.hotseat.label(option, self.shown.view)
            if more := self.hotseat.more(option, self.shown.view):
                self.show_text("plain.option_more", number=number, label=label, more=sentence(more))
            else:
                self.show_text("plain.option", number=number, label=label)
        if (free := self.shown.free) is not None:
            question = self.hotseat.free_question(self.shown)
            self.show_text("plain.free", question=question, first=free.first, last=free.last)
        self.show_text("plain.options", n=len(self.shown.options))

    def print_help(self, rest: str) -> None:
        self.show_text("plain.help")

    def print_about(self, rest: str) -> None:
        self.print(self.hotseat.primer())

    def print_view(self, rest: str) -> None:
        self.print(*self.hotseat.table_in_words(self.shown))

    def print_cards(self, rest: str) -> None:
        """What the cards and places of these names say; without a name, those on the table."""
        known = self.hotseat.components()
        found = known.search(rest) if rest else self.hotseat.components_here(self.shown)
        if not found:
            near = known.near(rest) if rest else ""
            self.show_text("cards.none" if rest else "cards.nothing", near=near)
            return
        self.print_components(unique(found)[: None if not rest else MOST_CLAUSES])
        if rest and len(found) > MOST_CLAUSES:
            self.show_text("plain.more_found", n=MOST_CLAUSES)

    def print_components(self, entries: Sequence[Entry]) -> None:
        for entry in entries:
            source = self.hotseat.text(f"origin.{entry.source}")
            self.show_text(
                "plain.component",
                name=entry.name,
                kind=entry.kind,
                text=entry.text,
                source=source,
            )

    def print_log(self, rest: str) -> None:
        self.print(*[sentence.text for sentence in self.hotseat.sentences(self.shown.events)])

    def print_rules(self, rest: str) -> None:
        game = self.hotseat.session.game
        if not rest:
            self.print_clauses(clauses_for(game, self.shown.choice, *self.shown.options))
            return
        found = clauses_with(game, rest)
        named = unique(self.hotseat.components().named(rest))
        self.print_components(named[:MOST_CLAUSES])
        if found:
            self.show_text("rules.found", n=len(found))
            self.print_clauses(found[:MOST_CLAUSES])
            if len(found) > MOST_CLAUSES:
                self.show_text("plain.more_found", n=MOST_CLAUSES)
        elif not named:
            self.show_text("rules.none", near=self.hotseat.components().near(rest))

    def print_why(self, rest: str) -> None:
        if not rest and self.hotseat.explanations:
            self.print(*self.hotseat.explanations)
            return
        number = int(rest) if rest.isdecimal() and len(rest) <= LONGEST_NUMBER else 0
        if not 1 <= number <= len(self.shown.options):
            self.show_text("plain.why_which")
            return
        self.print_clauses(clauses_for(self.hotseat.session.game, self.shown.options[number - 1]))

    def print_clauses(self, clauses: Sequence[Clause]) -> None:
        for clause in clauses:
            self.show_text(
                "plain.clause", id=clause.id, section=clause.section_in(self.hotseat.language)
            )
            self.print(*paragraphs(clause))
        if not clauses:
            self.show_text("plain.no_clause")

    def print_hint(self, rest: str) -> None:
        if self.hotseat.is_over():
            self.show_text("plain.over")
            return
        try:
            self.print(self.hotseat.hint_text(self.hotseat.hint(), self.shown))
        except ChanceDecides as error:
            self.print(self.hotseat.error_text(error))

    # Commands.

    def undo(self, rest: str) -> None:
        seat = self.hotseat.undo()
        if seat is None:
            self.print(self.hotseat.nothing_undone())
            return
        self.printed = min(self.printed, len(self.hotseat.session.table.log))
        self.print(self.hotseat.undone_text(seat))
        self.keep()
        self.print_news()

    def save_copy(self, rest: str) -> None:
        if not rest:
            self.show_text("plain.save_where")
            return
        path = self.hotseat.path(rest)
        if self.hotseat.would_overwrite(path) and path != self.replacing:
            self.replacing = path
            self.show_text("plain.exists", file=str(path))
            return
        self.replacing = None
        try:
            self.hotseat.save(path)
            self.show_text("save.done", file=str(path))
        except EmbertableError as error:
            self.print(self.hotseat.error_text(error))

    def switch_language(self, rest: str) -> None:
        if rest not in LANGUAGES:
            self.show_text("plain.languages", known=LANGUAGES)
            return
        self.hotseat.switch_language(rest)
        self.show_text("table.spoken")
        self.ask()

    def play_again(self, rest: str) -> None:
        if not self.hotseat.is_over():
            self.show_text("plain.not_over")
            return
        try:
            self.hotseat = self.hotseat.again()
        except EmbertableError as error:
            self.print(self.hotseat.error_text(error))
            return
        self.sit_down()

    def quit(self, rest: str) -> None:
        self.left = True

    def keep(self) -> None:
        """Save the game; if that fails, say so once and continue."""
        try:
            self.hotseat.save()
            self.problem = ""
        except EmbertableError as error:
            if not self.problem:
                self.show_text("plain.not_saved", problem=self.hotseat.error_text(error))
            self.problem = self.hotseat.error_text(error)

    def print_farewell(self) -> None:
        self.print(self.problem or self.hotseat.farewell())


def short(line: str) -> str:
    return line if len(line) <= LONGEST_ECHO else f"{line[:LONGEST_ECHO]}…"


def free_number(line: str) -> int | None:
    """The number of `=137` or `137°`, which sets a free field."""
    digits = line[1:].strip() if line.startswith("=") else line.removesuffix("°").strip()
    is_meant = line.startswith("=") or line.endswith("°")
    return (
        int(digits) if is_meant and digits.isdecimal() and len(digits) <= LONGEST_NUMBER else None
    )
