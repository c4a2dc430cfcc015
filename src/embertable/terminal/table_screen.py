"""The screen of a table: board, log and open decision, and what each key does."""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Callable
from typing import ClassVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual import on, work
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, Vertical
from textual.screen import Screen
from textual.widgets import Static

from embertable.engine.errors import ChanceDecides, EmbertableError
from embertable.engine.seat_view import SeatView
from embertable.engine.table import Action
from embertable.terminal.board import picture_of
from embertable.terminal.entries import answers_in_row, row_of_numbers
from embertable.terminal.hotseat import HotSeat, Sentence
from embertable.terminal.screens import (
    CardsPage,
    Curtain,
    FileName,
    HelpPage,
    LastEvening,
    LogPage,
    Question,
    RulesPage,
    TextPage,
)
from embertable.terminal.widgets import (
    ASH,
    EMBER,
    Board,
    Choices,
    LogPane,
    fading,
    key_line,
    people_line,
)

TICK = 0.5
"""How often a countdown is checked, in seconds."""
STRIP = 2
LATEST = 50
WIDE = 110
HIGH = 34
AFTERWARDS = ("count", "again", "save", "leave")
KEYS = (
    ("?", "help"),
    ("c", "cards"),
    ("t", "table"),
    ("r", "rules"),
    ("u", "undo"),
    ("h", "hint"),
    ("w", "why"),
    ("j", "log"),
    ("l", "language"),
    ("s", "save"),
    ("q", "quit"),
)
DISPENSABLE = ("l", "s", "t", "w", "j", "r", "h", "u", "c")
"""Keys that a narrow key line leaves to the help page, the first ones first."""


class TableScreen(Screen[None]):
    """The board, the log and the open decision; bots decide by themselves."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("u", "undo", show=False),
        Binding("r,slash", "rules", show=False),
        Binding("h", "hint", show=False),
        Binding("w", "why", show=False),
        Binding("j", "log", show=False),
        Binding("c", "cards", show=False),
        Binding("t", "table", show=False),
        Binding("l", "language", show=False),
        Binding("s", "save", show=False),
        Binding("question_mark", "help", show=False),
        Binding("q", "quit", show=False),
        Binding("space", "hurry", show=False),
        Binding("p", "pause", show=False),
        Binding("equals_sign", "set_free", show=False),
        Binding("pageup", "scroll_board('page_up')", show=False, priority=True),
        Binding("pagedown", "scroll_board('page_down')", show=False, priority=True),
    ]

    def __init__(self, hotseat: HotSeat, pace: float, close: Callable[[str], None]) -> None:
        super().__init__()
        self.hotseat = hotseat
        self.pace = pace
        self.close_app = close
        self.shown: SeatView = hotseat.look()
        self.fresh = len(self.shown.events)
        self.notice = ""
        self.problem = ""
        self.hurry = asyncio.Event()
        self.taught: list[str] = []
        """The lessons shown last as a page."""
        self.is_trial = False
        """The board previews the highlighted option."""
        self.is_thinking = False
        """A bot is thinking about the table, so nobody may change it."""

    def compose(self) -> ComposeResult:
        with Horizontal(id="bar"):
            yield Static(id="title")
            yield Static(id="people")
        with Horizontal(id="middle"):
            with Vertical(id="left"):
                yield Board(id="board")
                yield Static(id="more")
                yield Static(id="news")
                yield Static(id="prompt")
                yield Choices(id="choices")
                yield Static(id="more-options")
                yield Static(id="reason")
            yield LogPane(id="log-pane")
        yield Static(id="keys")

    def on_mount(self) -> None:
        self.query_one(Choices).focus()
        self.sit_down()
        self.set_interval(TICK, self.check_countdown)

    def sit_down(self) -> None:
        """Start or resume a game at this table."""
        is_new = not self.hotseat.session.record.entries
        self.fresh = len(self.hotseat.look().events)
        welcome = self.hotseat.text(
            "table.welcome" if is_new else "table.resumed", file=str(self.hotseat.file)
        )
        self.notice = "\n".join([*self.hotseat.welcome(), welcome])
        self.keep()
        self.go_on()

    def go_on(self) -> None:
        """Show the position and ask the next player."""
        if self.hotseat.must_hand_over():
            self.draw_curtain()
            return
        self.hotseat.hand_over()
        lessons = self.hotseat.lessons()
        self.show()
        if lessons and lessons != self.taught:
            self.taught = lessons
            self.teach(lessons)
        else:
            self.play_on()

    @work(exclusive=True, group="question")
    async def teach(self, lessons: list[str]) -> None:
        """Show lessons as a page that closes, then go on."""
        text = self.hotseat.text
        lines = "\n\n".join(lessons).splitlines()
        page = TextPage(
            text("lesson_page.title"), text("lesson_page.close"), lines, "space", "lesson"
        )
        await self.app.push_screen_wait(page)
        self.play_on()

    def play_on(self) -> None:
        if self.shown.result is not None:
            self.last_evening(self.pace)
        elif self.hotseat.bot_is_next():
            self.let_bots_play()

    @work(exclusive=True, group="question")
    async def draw_curtain(self) -> None:
        """Hide the table until the next person confirms that nobody else is looking."""
        seat = self.hotseat.awaited()
        assert seat is not None
        name = self.hotseat.seats[seat].name
        await self.app.push_screen_wait(Curtain(self.hotseat.text("table.curtain", name=name)))
        self.hotseat.hand_over()
        self.go_on()

    def check_countdown(self) -> None:
        """Check the countdown; while bots play, between their decisions."""
        if self.shown.result is not None or self.is_thinking:
            return
        self.show_title()
        seen = len(self.shown.events)
        if self.hotseat.check_countdown():
            self.notice = ""
            self.fresh = seen
            self.keep()
            self.go_on()

    # Showing.

    def show(self) -> None:
        before = type(self.shown.choice)
        self.shown = self.hotseat.look()
        if type(self.shown.choice) is not before:
            # Another kind of decision: scroll to what it is about.
            self.query_one(Board).scroll_home(animate=False)
        self.show_frame()
        self.show_news()
        self.show_decision()
        self.show_board()

    def show_frame(self) -> None:
        hotseat = self.hotseat
        self.show_title()
        names = [
            hotseat.text("table.person" if player.is_person() else "table.bot", name=player.name)
            for player in hotseat.seats
        ]
        self.query_one("#people", Static).update(people_line(names, self.shown.awaited))
        keys = [(key, hotseat.text(f"key.{name}")) for key, name in KEYS]
        width = self.app.size.width
        self.query_one("#keys", Static).update(key_line(keys, width, DISPENSABLE))

    def show_title(self) -> None:
        hotseat = self.hotseat
        title = hotseat.text("table.title", game=hotseat.title())
        left = hotseat.seconds_left()
        if left is not None:
            id = "table.clock_stands" if hotseat.is_paused() else "table.clock"
            title = f"{title} · {hotseat.text(id, clock=f'{left // 60}:{left % 60:02}')}"
        self.query_one("#title", Static).update(title)

    @on(Board.Resized)
    def show_board(self) -> None:
        board = self.query_one(Board)
        picture = picture_of(self.hotseat.session.game)
        view = self.hotseat.tried(self.lit_option(), self.shown.view)
        self.is_trial = view is not self.shown.view
        catalogue = self.hotseat.catalogue(view)
        width = board.draw_width()
        drawn = picture.render(
            view,
            catalogue,
            width,
            self.hotseat.viewer,
            self.hotseat.content(),
            self.shown.choice,
        )
        board.show(Group(drawn, *self.cards_beside(drawn, width)))

    def cards_beside(self, drawn: RenderableType, width: int) -> list[Text]:
        """What the cards on the table say, where a large screen has room for it."""
        if self.app.size.width < WIDE or self.app.size.height < HIGH:
            return []
        options = self.app.console.options.update(width=width, height=None)
        lines = self.app.console.render_lines(drawn, options, pad=False)
        said = " ".join(" ".join(part.text for line in lines for part in line).split())
        room = self.query_one(Board).size.height - len(lines) - 2
        found: list[Text] = []
        for entry in self.hotseat.components_here(self.shown, *self.shown.options):
            if not entry.text or entry.text.rstrip(".") in said:
                continue
            text = Text().append(f"{entry.name}  ", style=f"bold {ASH}")
            text.append(entry.text, style=ASH)
            room -= len(text.wrap(self.app.console, width))
            if room < 0:
                break
            found.append(text)
        if not found:
            return []
        heading = self.hotseat.text("table.reads")
        title = Text(f"\n{heading}", style=f"bold {EMBER}")
        return [title, *found]

    @on(Board.Scrolled)
    def show_more(self) -> None:
        """Say so where the board is cut."""
        board, more = self.query_one(Board), self.query_one("#more", Static)
        below = board.lines_below()
        text = self.hotseat.text
        more.display = board.max_scroll_y > 0
        more.update(text("table.more_below", n=below) if below > 0 else text("table.more_above"))

    def show_news(self) -> None:
        people = [player.name for player in self.hotseat.seats]
        # Draw only what fits; the whole log has its own page.
        first = max(0, len(self.shown.events) - LATEST)
        sentences = self.hotseat.sentences(self.shown.events[first:])
        fresh = max(0, self.fresh - first)
        log_pane = self.query_one(LogPane)
        log_pane.border_title = self.hotseat.text("table.log")
        log_pane.show(sentences or [Sentence(self.hotseat.primer())], people, fresh)
        news = self.query_one("#news", Static)
        news.set_class(bool(self.notice), "-notice")
        latest = [sentence.text for sentence in sentences[fresh:][-STRIP:]]
        news.update(Text(self.notice) if self.notice else fading(latest, people))

    def show_decision(self) -> None:
        hotseat = self.hotseat
        choices = self.query_one(Choices)
        prompt = self.query_one("#prompt", Static)
        awaited = hotseat.awaited()
        choices.is_free = self.shown.free is not None and not hotseat.bot_is_next()
        prompt.set_class(awaited is not None and not hotseat.bot_is_next(), "-yours")
        if awaited is None:
            prompt.update(Text(hotseat.text("table.over")))
            choices.offer([hotseat.text(f"end.{way}") for way in AFTERWARDS])
        elif hotseat.bot_is_next():
            prompt.update(Text(hotseat.bot_thinks(self.shown)))
            choices.offer([])
        else:
            asked = hotseat.prompt(self.shown)
            if self.shown.free is not None:
                asked += " " + hotseat.text("free.how")
            elif self.asks_for_row():
                asked += " " + hotseat.text("free.row")
            prompt.update(Text(asked))
            choices.offer([hotseat.label(one, self.shown.view) for one in self.shown.options])
            choices.point(hotseat.unchanged_option(self.shown))
        self.show_reason(None)
        self.call_after_refresh(self.count_options)

    def count_options(self) -> None:
        """Say how many options there are where not all are visible."""
        choices, more = self.query_one(Choices), self.query_one("#more-options", Static)
        more.display = choices.max_scroll_y > 0
        more.update(self.hotseat.text("table.more_options", n=choices.option_count))

    def show_reason(self, option: Action | None) -> None:
        """More about the highlighted option, or the clause behind it."""
        hotseat = self.hotseat
        reason = ""
        if hotseat.bot_is_next():
            reason = (
                hotseat.explanations[-1] if hotseat.explanations else hotseat.text("table.waiting")
            )
        if option is not None:
            reason = hotseat.more(option, self.shown.view)
            clause = hotseat.session.game.clause(option)
            if clause and not reason:
                reason = hotseat.text("table.rests_on", clause=clause)
        self.query_one("#reason", Static).update(Text(reason))

    @on(Choices.Missed)
    def miss(self, event: Choices.Missed) -> None:
        missed = self.hotseat.text("table.not_offered", n=event.number)
        self.query_one("#reason", Static).update(Text(missed))

    @on(Choices.Pointed)
    def point(self, event: Choices.Pointed) -> None:
        if event.number < len(self.shown.options) and not self.hotseat.bot_is_next():
            option = self.shown.options[event.number]
            self.show_reason(option)
            if self.is_trial or self.hotseat.tried(option, self.shown.view) is not self.shown.view:
                self.show_board()

    @on(Choices.Turned)
    def turn_free(self, event: Choices.Turned) -> None:
        if self.hotseat.turn_free(event.by):
            self.show_free()

    def show_free(self) -> None:
        """Show the option with the free number, and what it would do."""
        self.shown = self.hotseat.look()
        option = self.shown.options[-1]
        choices = self.query_one(Choices)
        choices.relabel_last(self.hotseat.label(option, self.shown.view))
        self.show_reason(option)
        self.show_board()

    @work(exclusive=True, group="question")
    async def action_set_free(self) -> None:
        """Ask for the free number of the open choice, or for all dice of a roll."""
        if self.asks_for_row():
            await self.enter_row()
        if self.shown.free is None or self.hotseat.bot_is_next():
            return
        free, hotseat = self.shown.free, self.hotseat
        question = hotseat.free_question(self.shown)
        ask = FileName(question, str(hotseat.free_value), hotseat.text("free.keys"))
        typed = await self.app.push_screen_wait(ask)
        if typed is None:
            return
        if typed.isdecimal() and len(typed) < 10 and hotseat.set_free(int(typed)):
            self.show_free()
        else:
            wrong = hotseat.text("plain.free_range", first=free.first, last=free.last)
            self.query_one("#reason", Static).update(Text(wrong))

    def asks_for_row(self) -> bool:
        return not self.hotseat.bot_is_next() and len(self.hotseat.entry_row()) > 1

    async def enter_row(self) -> None:
        """Enter all dice of a roll in one line; if one cannot be, none is entered."""
        hotseat = self.hotseat
        question = hotseat.text("free.row_ask", n=len(hotseat.entry_row()))
        ask = FileName(question, "", hotseat.text("free.row_keys"))
        typed = await self.app.push_screen_wait(ask)
        if not typed:
            return
        answers, problem = answers_in_row(hotseat, row_of_numbers(typed, 1))
        if not answers:
            wrong = problem or hotseat.text("free.row_wrong")
            self.query_one("#reason", Static).update(Text(wrong))
            return
        self.fresh = len(self.shown.events)
        for answer in answers:
            hotseat.choose(answer)
        self.keep()
        self.go_on()

    def lit_option(self) -> Action | None:
        lit = self.query_one(Choices).highlighted
        if lit is None or self.hotseat.bot_is_next() or lit >= len(self.shown.options):
            return None
        return self.shown.options[lit]

    # Playing.

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        if self.shown.result is not None:
            self.go(AFTERWARDS[event.number])
            return
        if self.hotseat.bot_is_next() or event.number >= len(self.shown.options):
            return
        self.notice = ""
        self.fresh = len(self.shown.events)
        self.hurry.clear()
        self.hotseat.choose(self.shown.options[event.number])
        self.keep()
        self.go_on()

    @work(exclusive=True, group="bots")
    async def let_bots_play(self) -> None:
        while self.hotseat.bot_is_next():
            # In a thread, so that keys work while a bot thinks.
            self.is_thinking = True
            try:
                action = await asyncio.to_thread(self.hotseat.bot_decision)
            finally:
                self.is_thinking = False
            self.hotseat.choose(action)
            self.hotseat.check_countdown()
            self.keep()
            await self.let_people_read()
        self.go_on()

    async def let_people_read(self) -> None:
        """Pause to show what a bot did, unless it left no event or people hurry."""
        seen = len(self.shown.events)
        if not self.pace or self.hurry.is_set() or not self.hotseat.bot_is_next():
            return
        self.show()
        if len(self.shown.events) > seen:
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.hurry.wait(), self.pace)

    def keep(self) -> None:
        """Save the game; if that fails, say so and continue."""
        try:
            self.hotseat.save()
        except EmbertableError as error:
            self.problem = self.hotseat.error_text(error)
            self.notice = self.hotseat.text("table.not_saved", problem=self.problem)
        else:
            self.problem = ""

    # Keys.

    def action_hurry(self) -> None:
        self.hurry.set()

    def action_pause(self) -> None:
        if self.hotseat.may_pause():
            self.hotseat.pause()
            self.show_title()

    def action_scroll_board(self, where: str) -> None:
        getattr(self.query_one(Board), f"scroll_{where}")(animate=False)

    def action_undo(self) -> None:
        self.workers.cancel_group(self, "bots")
        seat = self.hotseat.undo()
        if seat is not None:
            self.notice = self.hotseat.undone_text(seat)
            self.keep()
        else:
            self.notice = self.hotseat.nothing_undone()
        self.fresh = min(self.fresh, len(self.hotseat.look().events))
        self.go_on()

    @work(exclusive=True, group="hint")
    async def action_hint(self) -> None:
        if self.hotseat.is_over() or self.hotseat.bot_is_next():
            return
        if self.hotseat.asks_for_entry():
            self.notice = self.hotseat.error_text(ChanceDecides())
            self.show_news()
            return
        asked = self.shown
        self.is_thinking = True
        try:
            hint = await asyncio.to_thread(self.hotseat.hint_task())
        finally:
            self.is_thinking = False
        if self.shown is not asked:
            return
        self.query_one(Choices).point(asked.options.index(hint.action))
        self.notice = self.hotseat.hint_text(hint, asked)
        self.show_news()

    def action_why(self) -> None:
        """Explain the last bot's decisions."""
        explanations = self.hotseat.explanations
        self.notice = explanations[-1] if explanations else self.hotseat.text("table.no_why")
        self.show_news()

    def action_language(self) -> None:
        lit = self.query_one(Choices).highlighted
        self.hotseat.switch_language()
        self.notice = self.hotseat.text("table.spoken")
        self.show()
        if lit is not None:
            self.query_one(Choices).point(lit)

    def action_rules(self) -> None:
        self.app.push_screen(RulesPage(self.hotseat, self.shown.choice, self.lit_option()))

    def action_cards(self) -> None:
        here = self.hotseat.components_here(self.shown, self.lit_option())
        self.app.push_screen(CardsPage(self.hotseat, here))

    def action_table(self) -> None:
        text = self.hotseat.text
        lines = self.hotseat.table_in_words(self.shown)
        self.app.push_screen(TextPage(text("words.title"), text("help.close"), lines, "t"))

    def action_help(self) -> None:
        self.app.push_screen(HelpPage(self.hotseat))

    def action_log(self) -> None:
        self.app.push_screen(LogPage(self.hotseat, self.shown.events))

    @work(exclusive=True, group="question")
    async def action_quit(self) -> None:
        text = self.hotseat.text
        question = text("leave.question", file=str(self.hotseat.file))
        if self.problem:
            question = text("leave.unsaved", problem=self.problem)
        answer = await self.app.push_screen_wait(
            Question(question, [text("leave.leave"), text("leave.stay")], again="q")
        )
        if answer == 0:
            self.leave()

    @work(exclusive=True, group="question")
    async def action_save(self) -> None:
        text = self.hotseat.text
        name = await self.app.push_screen_wait(
            FileName(text("save.question"), str(self.hotseat.file), text("save.close"))
        )
        if name is None:
            return
        path = self.hotseat.path(name)
        if self.hotseat.would_overwrite(path):
            question = Question(
                text("save.exists", file=str(path)), [text("save.replace"), text("save.keep")]
            )
            if await self.app.push_screen_wait(question) != 0:
                return
        try:
            self.hotseat.save(path)
            self.notice = text("save.done", file=str(path))
        except EmbertableError as error:
            self.notice = self.hotseat.error_text(error)
        self.show_news()

    @work(exclusive=True, group="question")
    async def last_evening(self, pace: float) -> None:
        assert self.shown.result is not None
        page = LastEvening(self.hotseat, self.shown.result, pace)
        self.go(await self.app.push_screen_wait(page))

    def go(self, way: str) -> None:
        """React to the choice made on the end screen."""
        if way == "count":
            self.last_evening(0)
        elif way == "again":
            try:
                self.hotseat = self.hotseat.again()
            except EmbertableError as error:
                self.notice = self.hotseat.error_text(error)
                self.show_news()
                return
            self.sit_down()
        elif way == "save":
            self.action_save()
        elif way == "leave":
            self.leave()

    def leave(self) -> None:
        self.hotseat.is_closed = True
        self.close_app(self.problem or self.hotseat.farewell())
