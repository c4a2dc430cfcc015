"""Dialogs over the table: rules, help, questions, file names, the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar, TypeVar

from rich.console import Group, RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual import on
from textual.app import ComposeResult
from textual.await_complete import AwaitComplete
from textual.binding import Binding, BindingType
from textual.containers import Vertical, VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from embertable.engine.catalogue import Message
from embertable.engine.table import Action, Choice, Event, Result
from embertable.ledger import Clause
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.rules_text import clauses_for, clauses_with, paragraphs, with_chapters
from embertable.terminal.widgets import (
    ASH,
    EMBER,
    PARCHMENT,
    Choices,
    LogPane,
    bars,
    with_coloured_names,
)
from embertable.text_view.components import Entry, unique

T = TypeVar("T")

HOUR = r"(?m)^[^.\n]{1,20}\."
"""How a paragraph about an hour of the day begins."""
SCROLLING = [
    Binding("up", "scroll('up')", show=False),
    Binding("down", "scroll('down')", show=False),
    Binding("pageup", "scroll('page_up')", show=False),
    Binding("pagedown", "scroll('page_down')", show=False),
]


class Sheet(ModalScreen[T]):
    """A dialog that can be dismissed only once."""

    def dismiss(self, result: T | None = None) -> AwaitComplete:
        """Dismiss this dialog; a second key press must not dismiss the one below."""
        return super().dismiss(result) if self.is_current else AwaitComplete()


class Page(Sheet[None]):
    """A page of text: arrows scroll, Esc closes."""

    BINDINGS: ClassVar[list[BindingType]] = [*SCROLLING, Binding("escape", "dismiss", show=False)]

    def action_scroll(self, where: str) -> None:
        getattr(self.query_one(".page-text", VerticalScroll), f"scroll_{where}")(animate=False)


class SearchPage(Page):
    """A page with a search field; `show` says what is found."""

    heading: ClassVar[str]
    hint: ClassVar[str]
    """The messages of its title and of its empty search field."""
    listed: ClassVar[str]
    """The id of what it lists."""

    def __init__(self, hotseat: HotSeat) -> None:
        super().__init__()
        self.hotseat = hotseat

    def compose(self) -> ComposeResult:
        text = self.hotseat.text
        with Vertical(classes="page") as page:
            page.border_title = text(self.heading)
            page.border_subtitle = text("rules.close")
            yield Input(placeholder=text(self.hint), id="search")
            with VerticalScroll(classes="page-text", can_focus=False):
                yield Static(id=self.listed)

    def on_mount(self) -> None:
        self.show("")

    @on(Input.Changed)
    def search(self, event: Input.Changed) -> None:
        self.show(event.value)

    def show(self, words: str) -> None:
        raise NotImplementedError(type(self).__name__)

    def show_text(self, text: Text) -> None:
        self.query_one(f"#{self.listed}", Static).update(text)
        self.query_one(".page-text", VerticalScroll).scroll_home(animate=False)


class RulesPage(SearchPage):
    """The clauses behind the open decision, and a search through all of them."""

    heading = "rules.title"
    hint = "rules.search"
    listed = "clauses"

    def __init__(self, hotseat: HotSeat, choice: Choice | None, option: Action | None) -> None:
        super().__init__(hotseat)
        self.choice = choice
        self.option = option

    def show(self, words: str) -> None:
        game = self.hotseat.session.game
        text = self.hotseat.text
        named: list[Entry] = []
        if words.strip():
            found = clauses_with(game, words)
            named = unique(self.hotseat.components().named(words))
            title = text("rules.found", n=len(found))
            if not found:
                near = "" if named else self.hotseat.components().near(words)
                title = text("rules.none", near=near)
        else:
            found = with_chapters(game, clauses_for(game, self.choice, self.option))
            title = text("rules.here") if found else text("rules.search")
        shown = entries_text(self.hotseat, named)
        shown.append_text(self.text(title, found, words.split()))
        self.show_text(shown)

    def text(self, title: str, clauses: Sequence[Clause], words: Sequence[str]) -> Text:
        text = Text().append(title, style=f"italic {ASH}")
        for clause in clauses:
            text.append(f"\n\n{clause.id}", style=f"bold {EMBER}")
            text.append(f"  {clause.section_in(self.hotseat.language)}\n", style=ASH)
            said, *rulings = paragraphs(clause)
            text.append(said, style=PARCHMENT)
            for ruling in rulings:
                text.append(f"\n  {ruling}", style=ASH)
        text.highlight_words(words, style="bold underline", case_sensitive=False)
        return text


def entries_text(hotseat: HotSeat, entries: Sequence[Entry], words: Sequence[str] = ()) -> Text:
    """Cards and places: the name, what it is, what it says and where that comes from."""
    text = Text()
    for entry in entries:
        text.append(entry.name, style=f"bold {EMBER}")
        text.append(f"  {entry.kind}\n", style=ASH)
        text.append(entry.text, style=PARCHMENT)
        text.append(f"  [{hotseat.text(f'origin.{entry.source}')}]\n\n", style=ASH)
    text.highlight_words(words, style="bold underline", case_sensitive=False)
    return text


class CardsPage(SearchPage):
    """What the cards and places on the table say, and a search through the whole box."""

    heading = "cards.title"
    hint = "cards.search"
    listed = "cards"

    def __init__(self, hotseat: HotSeat, here: Sequence[Entry]) -> None:
        super().__init__(hotseat)
        self.here = here

    def show(self, words: str) -> None:
        found = self.here
        title = "cards.here" if found else "cards.nothing"
        near: Message | str = ""
        if words.strip():
            found = unique(self.hotseat.components().search(words))
            title = "cards.found" if found else "cards.none"
            near = "" if found else self.hotseat.components().near(words)
        head = self.hotseat.text(title, n=len(found), near=near)
        text = Text().append(f"{head}\n\n", style=f"italic {ASH}")
        text.append_text(entries_text(self.hotseat, found, words.split()))
        self.show_text(text)


class TextPage(Page):
    """A page of sentences, closed by the key that opened it."""

    def __init__(
        self, title: str, close: str, lines: Sequence[str], key: str, kind: str = ""
    ) -> None:
        """`kind` is a further class for the style of the page."""
        super().__init__()
        self.kind = kind
        self.page_title = title
        self.close = close
        self.lines = lines
        self._bindings.bind(f"enter,{key}", "dismiss", show=False)

    def compose(self) -> ComposeResult:
        with Vertical(classes=f"page {self.kind}".strip()) as page:
            page.border_title = self.page_title
            page.border_subtitle = self.close
            with VerticalScroll(classes="page-text", can_focus=False):
                yield Static(Text("\n".join(self.lines), style=PARCHMENT))


class HelpPage(Page):
    """The game in a minute, and the keys."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("question_mark", "dismiss", show=False),
        Binding("enter", "dismiss", show=False),
    ]
    KEYS = (
        "choose",
        "scroll",
        "undo",
        "hint",
        "why",
        "rules",
        "cards",
        "table",
        "log",
        "hurry",
        "pause",
        "language",
        "save",
        "quit",
    )

    def __init__(self, hotseat: HotSeat) -> None:
        super().__init__()
        self.hotseat = hotseat

    def compose(self) -> ComposeResult:
        text = self.hotseat.text
        with Vertical(classes="page") as page:
            page.border_title = text("help.title")
            page.border_subtitle = text("help.close")
            with VerticalScroll(classes="page-text", can_focus=False):
                yield Static(Group(*self.lessons(), self.primer(), self.keys()))

    def lessons(self) -> list[Text]:
        """The lessons of this position, to read them again."""
        return [Text(f"{lesson}\n", EMBER) for lesson in self.hotseat.lessons()]

    def primer(self) -> Text:
        text = Text(f"{self.hotseat.primer()}\n", PARCHMENT)
        text.highlight_regex(HOUR, style=f"bold {EMBER}")
        return text

    def keys(self) -> RenderableType:
        grid = Grid.grid(padding=(0, 2))
        grid.add_column(style=f"bold {EMBER}", no_wrap=True)
        grid.add_column(style=PARCHMENT, ratio=1)
        for name in self.KEYS:
            keys, _, meaning = self.hotseat.text(f"help.{name}").partition(" — ")
            grid.add_row(keys, meaning)
        return grid


class LogPage(Page):
    """The whole log, newest first."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("j", "dismiss", show=False),
        Binding("enter", "dismiss", show=False),
    ]

    def __init__(self, hotseat: HotSeat, events: tuple[Event, ...]) -> None:
        super().__init__()
        self.hotseat = hotseat
        self.events = events

    def compose(self) -> ComposeResult:
        with Vertical(classes="page") as page:
            page.border_title = self.hotseat.text("table.log")
            page.border_subtitle = self.hotseat.text("help.close")
            yield LogPane(classes="page-text")

    def on_mount(self) -> None:
        people = [player.name for player in self.hotseat.seats]
        self.query_one(LogPane).show(self.hotseat.sentences(self.events), people, 0)


class Curtain(Sheet[None]):
    """Hides the table while the keyboard changes hands."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter,space", "dismiss", show=False)]

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = text

    def compose(self) -> ComposeResult:
        with Vertical(classes="question"):
            yield Static(self.text, markup=False)


class Question(Sheet[int | None]):
    """A question with numbered answers; Esc cancels."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, answers: Sequence[str], again: str = "") -> None:
        """`again` is the key that opened the question; pressed again, it gives the first answer."""
        super().__init__()
        self.question = question
        self.answers = answers
        if again:
            self._bindings.bind(again, "dismiss(0)", show=False)

    def compose(self) -> ComposeResult:
        with Vertical(classes="question"):
            yield Static(self.question, markup=False)
            yield Choices()

    def on_mount(self) -> None:
        choices = self.query_one(Choices)
        choices.offer(self.answers)
        choices.focus()

    @on(Choices.Chosen)
    def answer(self, event: Choices.Chosen) -> None:
        self.dismiss(event.number)


class FileName(Sheet[str | None]):
    """Asks for the name of a file."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "dismiss(None)", show=False)]

    def __init__(self, question: str, name: str, keys: str) -> None:
        super().__init__()
        self.question = question
        self.name_offered = name
        self.keys = keys

    def compose(self) -> ComposeResult:
        with Vertical(classes="question") as box:
            box.border_subtitle = self.keys
            yield Static(self.question, markup=False)
            yield Input(self.name_offered)

    @on(Input.Submitted)
    def name_file(self, event: Input.Submitted) -> None:
        if event.value.strip():
            self.dismiss(event.value.strip())


class LastEvening(Sheet[str]):
    """The final count line by line, the scores, and what to do next."""

    WAYS = ("look", "again", "save", "leave")
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("escape", "dismiss('look')", show=False),
        Binding("q", "dismiss('leave')", show=False),
        Binding("space", "show_all", show=False),
        Binding("pageup", "scroll('page_up')", show=False, priority=True),
        Binding("pagedown", "scroll('page_down')", show=False, priority=True),
    ]

    def __init__(self, hotseat: HotSeat, result: Result, pace: float) -> None:
        super().__init__()
        self.hotseat = hotseat
        self.result = result
        self.pace = pace
        self.lines = hotseat.final_count()
        self.shown = 0 if pace else len(self.lines)

    def compose(self) -> ComposeResult:
        with Vertical(classes="page"):
            with VerticalScroll(classes="page-text", can_focus=False):
                yield Static(id="count")
                yield Static(id="scores")
                yield Static(id="remarkable")
            yield Static(id="where")
            yield Choices()

    def on_mount(self) -> None:
        text = self.hotseat.text
        page = self.query_one(".page", Vertical)
        page.border_title, page.border_subtitle = text("end.title"), text("end.scroll")
        choices = self.query_one(Choices)
        choices.offer([text(f"end.{way}") for way in self.WAYS])
        choices.focus()
        self.show()
        if self.shown < len(self.lines):
            self.set_interval(self.pace, self.show_next)

    def show_next(self) -> None:
        if self.shown < len(self.lines):
            self.shown += 1
            self.show()

    def action_scroll(self, where: str) -> None:
        getattr(self.query_one(".page-text", VerticalScroll), f"scroll_{where}")(animate=False)

    def action_show_all(self) -> None:
        self.shown = len(self.lines)
        self.show()

    def show(self) -> None:
        people = [player.name for player in self.hotseat.seats]
        lines = [with_coloured_names(line, people, PARCHMENT) for line in self.lines[: self.shown]]
        done = self.shown == len(self.lines)
        if done:
            outcome = with_coloured_names(self.hotseat.outcome(self.result), people, EMBER)
            outcome.stylize("bold")
            lines = [outcome, Text(), *lines] if lines else [outcome]
        self.query_one("#count", Static).update(Text("\n").join(lines))
        scores = self.query_one("#scores", Static)
        # Where everybody wins or loses together there is nothing to compare.
        scores.display = done and 0 < len(self.result.winners) < len(people)
        if scores.display:
            scores.update(bars(people, self.result.scores, self.result.winners))
        self.query_one("#remarkable", Static).update(self.epilogue() if done else "")
        text = self.hotseat.text
        where = text("end.record", file=str(self.hotseat.file)) if done else text("end.more")
        self.query_one("#where", Static).update(Text(where, style=ASH))
        page = self.query_one(".page-text", VerticalScroll)
        if done:
            page.scroll_home(animate=False)
        else:
            page.scroll_end(animate=False)

    def epilogue(self) -> Text:
        """What was remarkable, and the commands that make something of the game."""
        parts = Text()
        for title, lines in (
            ("end.remarkable", self.hotseat.remarkable()),
            ("end.go_on", self.hotseat.ways_on()),
        ):
            parts.append(f"\n{self.hotseat.text(title)}\n", style=f"bold {EMBER}")
            for line in lines:
                parts.append(f"{line}\n", style=PARCHMENT)
        return parts

    @on(Choices.Chosen)
    def go(self, event: Choices.Chosen) -> None:
        self.dismiss(self.WAYS[event.number])
