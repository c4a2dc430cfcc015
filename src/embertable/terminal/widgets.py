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
    """The board; asks to be drawn again when its size changes."""

    class Resized(Message):
        pass

    class Scrolled(Message):
        """Another part of the board is visible."""

    def __init__(self, id: str) -> None:
        super().__init__(id=id)
        self.drawn_size = (0, 0)

    def compose(self) -> ComposeResult:
        yield Static(id="picture")

    def draw_width(self) -> int:
        return max(20, self.scrollable_content_region.width)

    def show(self, picture: RenderableType) -> None:
        self.drawn_size = (self.draw_width(), self.size.height)
        self.query_one("#picture", Static).update(picture)
        self.call_after_refresh(self.post_message, self.Scrolled())

    def lines_below(self) -> int:
        return round(self.max_scroll_y - self.scroll_offset.y)

    def watch_scroll_y(self, old_value: float, new_value: float) -> None:
        super().watch_scroll_y(old_value, new_value)
        self.post_message(self.Scrolled())

    def on_resize(self) -> None:
        if (self.draw_width(), self.size.height) != self.drawn_size:
            self.post_message(self.Resized())
        self.call_after_refresh(self.post_message, self.Scrolled())


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
        Binding("right", "turn(1)", show=False),
        Binding("left", "turn(-1)", show=False),
        Binding("shift+right", "turn(15)", show=False),
        Binding("shift+left", "turn(-15)", show=False),
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

    class Turned(Message):
        """An arrow key changes the free number of a choice."""

        def __init__(self, by: int) -> None:
            super().__init__()
            self.by = by

    is_free = False
    """Whether arrows to the side change a number instead of moving the highlight."""

    def action_turn(self, by: int) -> None:
        if self.is_free:
            self.post_message(self.Turned(by))
        elif by > 0:
            self.action_cursor_down()
        else:
            self.action_cursor_up()

    def relabel_last(self, label: str) -> None:
        """Show another label for the last option and highlight it."""
        number = self.option_count
        width = len(str(number))
        self.replace_option_prompt_at_index(number - 1, row(number, label, width))
        self.point(number - 1)

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


def key_line(keys: Sequence[tuple[str, str]], width: int, dispensable: Sequence[str] = ()) -> Text:
    """The keys with their meanings; where room is short, the dispensable ones go first."""
    shown = list(keys)
    for key in dispensable:
        if sum(len(one) + len(meaning) + 3 for one, meaning in shown) <= width:
            break
        shown = [one for one in shown if one[0] != key]
    line = Text()
    for key, meaning in shown:
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
