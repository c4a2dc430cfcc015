"""The widgets of the table: each shows what it is given and reports what was pressed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.console import RenderableType
from rich.table import Table as Grid
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.message import Message
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from embertable.terminal.hotseat import Sentence

EMBER = "#ff8a3d"
ASH = "#b9aea3"
PARCHMENT = "#f2e8d8"
PEOPLE = ("#f0b35b", "#8fc7d9", "#b6cf8a", "#d79ac0")


class Board(VerticalScroll, can_focus=False):
    """The board; asks to be drawn again when its width changes."""

    class Resized(Message):
        pass

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.drawn_width = 0

    def compose(self) -> ComposeResult:
        yield Static(id="picture")

    def draw_width(self) -> int:
        return max(20, self.scrollable_content_region.width)

    def show(self, picture: RenderableType) -> None:
        self.drawn_width = self.draw_width()
        self.query_one("#picture", Static).update(picture)

    def on_resize(self) -> None:
        if self.draw_width() != self.drawn_width:
            self.post_message(self.Resized())


class LogPane(VerticalScroll, can_focus=False):
    """The log, newest last and always visible."""

    def compose(self) -> ComposeResult:
        yield Static(id="sentences")

    def show(self, sentences: Sequence[Sentence], people: Sequence[str], fresh: int) -> None:
        """Show the log; sentences from number `fresh` on are highlighted as new."""
        lines = [
            self.line(sentence, people, is_fresh=number >= fresh)
            for number, sentence in enumerate(sentences)
        ]
        self.query_one("#sentences", Static).update(Text("\n").join(lines))
        self.call_after_refresh(self.scroll_end, animate=False)

    def on_resize(self) -> None:
        self.call_after_refresh(self.scroll_end, animate=False)

    def line(self, sentence: Sentence, people: Sequence[str], is_fresh: bool) -> Text:
        if sentence.headline:
            return Text(f"\n{sentence.text}", style=f"bold {EMBER}")
        return with_coloured_names(sentence.text, people, PARCHMENT if is_fresh else ASH)


def with_coloured_names(sentence: str, people: Sequence[str], style: str) -> Text:
    """A sentence with every player's name in their colour."""
    text = Text(sentence, style=style)
    for name, colour in zip(people, PEOPLE, strict=False):
        text.highlight_words([name], style=f"bold {colour}")
    return text


class Choices(OptionList):
    """Numbered options: arrows and Enter, or the number; ten or more take both digits."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "cursor_down", show=False),
        Binding("shift+tab", "cursor_up", show=False),
        Binding("right", "cursor_down", show=False),
        Binding("left", "cursor_up", show=False),
    ]

    typed = ""
    missed = False
    """Whether the typed number is not offered, so that Enter does nothing."""

    class Chosen(Message):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Missed(Message):
        """A number was typed that is not offered."""

        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    class Pointed(Message):
        def __init__(self, number: int) -> None:
            super().__init__()
            self.number = number

    def offer(self, labels: Sequence[str]) -> None:
        """Show new options with the first one highlighted."""
        self.typed, self.missed = "", False
        self.clear_options()
        width = len(str(len(labels)))
        self.add_options([Option(row(number, label, width)) for number, label in numbered(labels)])
        if labels:
            self.highlighted = 0
        self.scroll_home(animate=False)

    def point(self, number: int) -> None:
        self.highlighted = number

    def on_key(self, event: events.Key) -> None:
        if event.character is not None and event.character.isdecimal():
            event.stop()
            self.type_digit(event.character)
        elif event.key == "backspace":
            event.stop()
            self.typed, self.missed = "", False

    def type_digit(self, digit: str) -> None:
        typed = self.typed + digit
        number = int(typed)
        if not 1 <= number <= self.option_count:
            self.typed, self.missed = "", True
            self.post_message(self.Missed(number))
            return
        self.missed = False
        self.point(number - 1)
        if number * 10 > self.option_count:
            self.typed = ""
            self.post_message(self.Chosen(number - 1))
        else:
            self.typed = typed

    def action_select(self) -> None:
        if self.missed:
            self.missed = False
        else:
            super().action_select()

    def on_option_list_option_selected(self, event: OptionList.OptionSelected) -> None:
        event.stop()
        self.typed = ""
        self.post_message(self.Chosen(event.option_index))

    def on_option_list_option_highlighted(self, event: OptionList.OptionHighlighted) -> None:
        event.stop()
        self.missed = False
        self.post_message(self.Pointed(event.option_index))


def numbered(labels: Sequence[str]) -> list[tuple[int, str]]:
    return list(enumerate(labels, start=1))


def row(number: int, label: str, width: int) -> RenderableType:
    """A number, and a label that wraps next to it."""
    grid = Grid.grid(padding=(0, 1))
    grid.add_column(width=width, justify="right", style=f"bold {EMBER}")
    grid.add_column(ratio=1)
    grid.add_row(str(number), Text(label))
    return grid


def people_line(names: Sequence[str], awaited: Sequence[int], separator: str = "  ") -> Text:
    """The players; those who are awaited are highlighted."""
    line = Text()
    for seat, name in enumerate(names):
        if seat:
            line.append(separator)
        glows = seat in awaited
        line.append("● " if glows else "○ ", style=EMBER if glows else ASH)
        line.append(name, style=f"bold {PEOPLE[seat % len(PEOPLE)]}" if glows else PEOPLE[seat % 4])
    return line


def key_line(keys: Sequence[tuple[str, str]]) -> Text:
    line = Text()
    for key, meaning in keys:
        line.append(f" {key} ", style=f"bold {EMBER}")
        line.append(f"{meaning} ", style=ASH)
    return line


def bars(names: Sequence[str], scores: Sequence[int], winners: Sequence[int]) -> RenderableType:
    """Everybody's score as a bar, best first, winners highlighted."""
    grid = Grid.grid(padding=(0, 1), expand=True)
    grid.add_column()
    grid.add_column(justify="right")
    grid.add_column(ratio=1)
    most = max([1, *scores])
    ranking = sorted(range(len(names)), key=lambda seat: -scores[seat])
    for seat in ranking:
        name, score = names[seat], scores[seat]
        won = seat in winners
        style = f"bold {EMBER}" if won else ASH
        length = max(0, round(score * 30 / most))
        grid.add_row(
            Text(("★ " if won else "  ") + name, style=style),
            Text(str(score), style=style),
            Text("█" * length, style=EMBER if won else "#6b625a"),
        )
    return grid


def fading(lines: Sequence[str], people: Sequence[str]) -> Text:
    """The last few sentences, the newest brightest."""
    shown_lines = [with_coloured_names(line, people, ASH) for line in lines[:-1]]
    shown_lines += [with_coloured_names(line, people, PARCHMENT) for line in lines[-1:]]
    return Text("\n").join(shown_lines)
