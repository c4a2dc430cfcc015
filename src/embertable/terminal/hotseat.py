"""One game at one keyboard: who decides, what they see, and where it is saved.

The full-screen app and the line mode both show a `HotSeat` and pass it the decisions. Everything it
shows is the `seat_view` of the current viewer.
"""

from __future__ import annotations

import math
import os
import secrets
import shlex
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

from embertable.bots import Bot, ask, import_bot
from embertable.bots.hints import (
    Hint,
    hint_for,
    hint_text,
    may_explain,
    quoted,
    reason_of,
    reason_text,
    usual_budget,
)
from embertable.bots.search import Budget
from embertable.engine.catalogue import LANGUAGES, Catalogue, Message, Plain, Value, load_catalogue
from embertable.engine.chance import seeded
from embertable.engine.content import Content
from embertable.engine.countdown import CountdownTimer
from embertable.engine.errors import ChanceDecides, EmbertableError, UnreadableFile
from embertable.engine.files import free_file
from embertable.engine.game import content_of
from embertable.engine.messages import message_of, purpose_text
from embertable.engine.players import Player
from embertable.engine.seat_view import SeatView, seat_view
from embertable.engine.session import Session
from embertable.engine.table import (
    CHANCE,
    PARTY,
    SYSTEM,
    Action,
    Choice,
    Draw,
    Event,
    Result,
    Seat,
    View,
)
from embertable.terminal.campaign_run import CampaignRun
from embertable.terminal.moments import peaks, tallies
from embertable.terminal.record_files import new_file
from embertable.text_view import text_view, waiting_lines
from embertable.text_view.components import Components, Entry, lines_on_sources, unique
from embertable.tutorials import Tutor


@dataclass
class Sentence:
    """A line of the log; `headline` where a new round or the like begins."""

    text: str
    headline: bool = False


class HotSeat:
    """The people and bots of one session, and the seat that sees the screen."""

    def __init__(
        self,
        session: Session,
        seats: list[Player],
        language: str,
        save: Path | None,
        now: Callable[[], float] = time.monotonic,
        tutor: Tutor | None = None,
        campaign: CampaignRun | None = None,
    ) -> None:
        self.session = session
        self.campaign = campaign
        self.seats = seats
        self.language = language
        self.tutor = tutor
        if tutor is not None:
            tutor.look_back(session)
        self.file = save or new_file(session.game.name)
        self.is_saved = save is not None
        """The file is this game's own, so saving does not overwrite another one."""
        self.viewer: Seat | None = self.only_person()
        self._templates: dict[str, dict[str, str]] = {}
        self._components: dict[str, Components] = {}
        self.now = now
        record = session.record
        self.clock = CountdownTimer(record.clock)
        self.clock.run(now())
        self.explanations: list[str] = []
        """Why bots decided as they did since a person's last decision."""
        self.is_closed = False
        """The table is closed, so bots may stop thinking."""
        seed = secrets.randbelow(2**32) if record.seed is None else record.seed
        self.free_choice: Choice | None = None
        self.free_value = 0
        """What the person has set the free field of this choice to."""
        self.bots: dict[Seat, Bot] = {
            seat: import_bot(player.bot, seed + seat, lambda: self.is_closed)
            for seat, player in enumerate(seats)
            if not player.is_person()
        }
        record.players = [player.spelled() for player in seats]
        if record.seed is None:
            # The file is the player's own, so its key need not be secret.
            record.key = session.table.chance.key.hex()

    # Whose turn it is.

    def only_person(self) -> Seat | None:
        people = [seat for seat, player in enumerate(self.seats) if player.is_person()]
        return people[0] if len(people) == 1 else None

    def awaited(self) -> Seat | None:
        """The seat that decides now, or None when the game is over; people before bots."""
        choice = self.session.table.next_choice()
        if choice is None:
            return None
        if isinstance(choice, Draw):
            return self.entering(choice)
        seats = choice.answerers(self.session.table)
        people = [seat for seat in seats if self.seats[seat].is_person()]
        return people[0] if people else seats[0]

    def entering(self, draw: Draw) -> Seat:
        """The person who enters what was rolled: whoever rolled it, or else who looks already."""
        people = [seat for seat, player in enumerate(self.seats) if player.is_person()]
        looks = people[0] if self.viewer is None else self.viewer
        return draw.owner() if draw.owner() in people else looks

    def asks_for_entry(self) -> bool:
        """Whether dice or cards decide now, and somebody enters what they show."""
        return isinstance(self.session.table.next_choice(), Draw)

    def entry_row(self) -> list[Draw]:
        """What is asked now and what follows in any case: all dice of a roll."""
        draw = self.session.table.next_choice()
        return [draw, *self.session.table.draws_ahead(draw)] if isinstance(draw, Draw) else []

    def is_over(self) -> bool:
        return self.awaited() is None

    def bot_is_next(self) -> bool:
        seat = self.awaited()
        return seat is not None and not self.seats[seat].is_person()

    def bot_thinks(self, shown: SeatView) -> str:
        """Which bot is awaited, and what for."""
        seat = self.awaited()
        assert seat is not None
        name = self.seats[seat].name
        what = purpose_text(self.catalogue(), dict(shown.asked).get(seat, ""))
        return self.text("table.thinks.about" if what else "table.thinks", name=name, what=what)

    def must_hand_over(self) -> bool:
        """Whether the next person and the current viewer see different things."""
        seat = self.awaited()
        if seat is None or seat == self.viewer or not self.seats[seat].is_person():
            return False
        table = self.session.table
        return seat_view(table, seat).view != seat_view(table, self.viewer).view

    def hand_over(self) -> None:
        """Make the person who decides the viewer."""
        seat = self.awaited()
        if seat is not None and self.seats[seat].is_person():
            self.viewer = seat

    def look(self, since: int = 0) -> SeatView:
        """What the viewer sees; before the first decision, what a spectator would see."""
        shown = seat_view(self.session.table, self.viewer, since)
        draw = self.session.table.next_choice()
        if isinstance(draw, Draw) and self.viewer is not None:
            free = self.session.table.free_field(CHANCE)
            options = tuple(draw.shortlist(self.session.table))
            shown = replace(shown, choice=draw, options=options, free=free)
        if shown.free is not None:
            return replace(shown, options=(*shown.options, self.free_option(shown)))
        if shown.choice is not None and shown.choice.seat == PARTY:
            # The person at the keyboard answers for the whole party.
            return replace(shown, options=tuple(self.session.table.offered()))
        return shown

    def free_option(self, shown: SeatView) -> Action:
        """The option whose number the person sets, last in the list.

        At first it is the next unlisted one after the option that changes nothing.
        """
        free, seat = shown.free, shown.seat
        assert free is not None
        assert seat is not None
        if shown.choice is not self.free_choice:
            self.free_choice = shown.choice
            listed = [getattr(option, free.name) for option in shown.options]
            self.free_value = listed[self.unchanged_option(shown)]
            while self.free_value in listed and self.free_value < free.last:
                self.free_value += 1
        by = CHANCE if isinstance(shown.choice, Draw) else seat
        option = self.session.table.with_value(by, self.free_value)
        assert option is not None
        return option

    def turn_free(self, by: int) -> bool:
        """Change the free number, around its ends; whether there is one."""
        free = self.look().free
        if free is None:
            return False
        count = free.last - free.first + 1
        self.free_value = (self.free_value - free.first + by) % count + free.first
        return True

    def set_free(self, value: int) -> bool:
        """Set the free number; whether it may have that value."""
        free = self.look().free
        if free is None or not free.first <= value <= free.last:
            return False
        self.free_value = value
        return True

    def free_question(self, shown: SeatView) -> str:
        """What the free number is."""
        option = shown.options[-1]
        id = f"free.{type(option).__name__}.ask"
        return self.catalogue(shown.view).render(Message(id, message_of(option).arguments))

    def content(self) -> Content:
        return content_of(self.session.table)

    # Text.

    def catalogue(self, view: View | None = None) -> Catalogue:
        """The messages of the game and the terminal, with seats named after their players."""
        game = self.session.game.catalogue(self.language, view, self.content())
        if self.language not in self._templates:
            own = load_catalogue("terminal", self.language).templates
            self._templates[self.language] = {**own, **game.templates}
        catalogue = Catalogue(
            self.language, self._templates[self.language], game.namers, game.details
        )
        return catalogue.with_namers({"seat": self.name_seat})

    def name_seat(self, value: Plain) -> Message:
        assert isinstance(value, int)
        if value >= len(self.seats):
            # A character without a seat, such as Serenade beside a single player.
            game = self.session.game
            view = game.view(self.session.table, self.viewer)
            return game.namers(view, self.content())["who"](value)
        return Message("seat.named", {"name": self.seats[value].name})

    def text(self, id: str, /, **arguments: Value) -> str:
        return self.catalogue().render(Message(id, arguments))

    def error_text(self, error: EmbertableError) -> str:
        return self.catalogue().render(error.message)

    def title(self) -> str:
        return self.text("about.title") if self.catalogue().has("about.title") else self.game_name()

    def primer(self) -> str:
        """The game in a minute if there is such a text, else its pitch or title."""
        for id in ("about.primer", "about.pitch"):
            if self.catalogue().has(id):
                return self.text(id).strip()
        return self.title()

    def game_name(self) -> str:
        return self.session.game.name

    def tried(self, option: Action | None, view: View) -> View:
        """The view with an option previewed, in games that support it."""
        if option is None:
            return view
        return self.session.game.view_after(view, option, self.content()) or view

    def unchanged_option(self, shown: SeatView) -> int:
        """The number of the option whose preview changes nothing, else 0."""
        for number, option in enumerate(shown.options):
            tried = self.session.game.view_after(shown.view, option, self.content())
            if tried is None:
                break
            if tried == shown.view:
                return number
        return 0

    def more(self, option: Action, view: View) -> str:
        """The game's note about an option, or an empty text."""
        id = f"more.{type(option).__name__}"
        catalogue = self.catalogue(view)
        return (
            catalogue.render(Message(id, message_of(option).arguments)) if catalogue.has(id) else ""
        )

    def prompt(self, shown: SeatView) -> str:
        """The prompt, with the player's name if several people play, and the rule that forbids talk."""
        assert shown.choice is not None
        prompt = self.label(shown.choice, shown.view)
        silence = self.session.game.silence(self.session.table)
        if silence is not None:
            prompt = f"{prompt} {self.catalogue(shown.view).render(silence)}"
        if self.only_person() is not None:
            return prompt
        return self.text("table.prompt", name=self.seats[shown.seat or 0].name, prompt=prompt)

    def label(self, thing: Choice | Action, view: View) -> str:
        return self.catalogue(view).render(message_of(thing))

    def hint_text(self, hint: Hint, shown: SeatView) -> str:
        """A hint that refers to options by number."""
        return hint_text(hint, lambda option: str(shown.options.index(option) + 1), self.language)

    def sentences(self, events: tuple[Event, ...]) -> list[Sentence]:
        """Events as lines of the log; dice without faces, which may have changed since."""
        catalogue = self.catalogue()
        clause = self.session.game.clause
        return [
            Sentence(
                catalogue.render(message_of(event)), clause(event).split("-")[1:2] == ["ROUND"]
            )
            for event in events
        ]

    def final_count(self) -> list[str]:
        """The events that belong to the end of the game, as sentences."""
        clause = self.session.game.clause
        events = [event for event in self.look().events if clause(event).split("-")[1:2] == ["END"]]
        return [sentence.text for sentence in self.sentences(tuple(events))]

    def components(self) -> Components:
        """What is in the box, in the current language; made once for each."""
        if self.language not in self._components:
            made = Components(self.session.game, self.language, self.content())
            self._components[self.language] = made
        return self._components[self.language]

    def components_here(self, shown: SeatView, *options: Action | None) -> list[Entry]:
        """What lies on the table; first what the options or the prompt are about."""
        view = shown.view
        texts = [self.label(one, view) for one in (*options, shown.choice) if one is not None]
        known = self.components()
        named = [entry for text in texts for entry in known.in_text(text)]
        return unique([*named, *known.on_table(view)])

    def table_in_words(self, shown: SeatView) -> list[str]:
        game, content = self.session.game, self.content()
        catalogue = self.catalogue(shown.view)
        lines = text_view(game, shown.view, catalogue, shown.seat, content)
        lines += waiting_lines(shown.asked, catalogue, shown.seat)
        return lines + lines_on_sources(game, shown.view, catalogue, content)

    def remarkable(self) -> list[str]:
        """What to remember: how much was decided, how often things happened, the greatest moments."""
        entries = self.session.record.entries
        undone = len([entry for entry in entries if entry.action is None])
        stays = [before for before in self.session.past if before.seat != CHANCE]
        own = len([before for before in stays if self.is_person(before.seat)])
        found = [self.text("end.played", decisions=len(stays), own=own)]
        if undone:
            found.append(self.text("end.undone", n=undone))
        catalogue, events = self.catalogue(), self.look().events
        return [*found, *tallies(catalogue, events), *peaks(catalogue, events)]

    def ways_on(self) -> list[str]:
        """The commands that make something of a finished game."""
        arguments = {
            "quoted": shlex.quote(str(self.file)),
            "program": os.environ.get("EMBERTABLE_PROGRAM", "embertable"),
            "game": self.game_name(),
        }
        ways = ["end.replay", "end.review"]
        if self.campaign is not None:
            ways.append("run.next")
            arguments["campaign"] = shlex.quote(str(self.campaign.kept.path))
        elif self.tutor is None and self.session.game.campaigns() is not None:
            ways += ["run.outside", "end.play"]
        else:
            ways.append("end.play")
        return [self.text(way, **arguments) for way in ways]

    def lessons(self) -> list[str]:
        """The tutorial's texts for this position."""
        fresh = self.tutor.fresh if self.tutor is not None else []
        catalogue = self.catalogue()
        found: list[str] = []
        for lesson in fresh:
            texts = [one for one in (lesson.message, lesson.deed) if catalogue.has(one.id)]
            found.append(" ".join(catalogue.render(one) for one in texts))
        return found

    def outcome(self, result: Result) -> str:
        return self.catalogue().render(message_of(result))

    def farewell(self) -> str:
        """Where the record is and how to resume it, or how its campaign goes on."""
        if not self.is_over():
            return self.text(
                "leave.left",
                file=str(self.file),
                quoted=shlex.quote(str(self.file)),
                program=os.environ.get("EMBERTABLE_PROGRAM", "embertable"),
            )
        lines = [self.text("leave.ended", file=str(self.file))]
        if self.campaign is not None:
            run = self.campaign
            lines.append(self.text("run.counted", number=run.number, file=str(run.kept.path)))
        return "\n".join([*lines, *self.ways_on()])

    def welcome(self) -> list[str]:
        """Which Run of which campaign this is and, before the first one, what the goal is."""
        if self.campaign is None:
            return []
        run = self.campaign
        id = "run.goes_on" if self.session.record.entries else "run.begins"
        lines = [self.text(id, number=run.number, file=str(run.kept.path))]
        if run.is_new_campaign:
            lines.append(self.catalogue().render(run.kept.campaigns.goal()))
        return lines

    def nothing_undone(self) -> str:
        """Why nothing could be undone."""
        if self.campaign is not None and self.campaign.is_counted:
            return self.text("run.stands", file=str(self.campaign.kept.path))
        return self.text("table.nothing_undone")

    def switch_language(self, language: str | None = None) -> None:
        """Switch to a language, by default the next one."""
        after = LANGUAGES[(LANGUAGES.index(self.language) + 1) % len(LANGUAGES)]
        self.language = language or after

    # Playing.

    def choose(self, action: Action) -> None:
        """Play the decision of a person or a bot."""
        if not self.bot_is_next():
            self.explanations = []
        self.session.play(action)
        self.session.table.next_choice()
        if self.tutor is not None:
            self.tutor.look(self.session.table, self.session.record.entries[-1].seat)

    def bot_decision(self) -> Action:
        """The decision of the bot whose turn it is."""
        seat = self.awaited()
        assert seat is not None
        table = self.session.table
        action = ask(self.bots[seat], table, self.answers_as(seat))
        reason = reason_of(self.bots[seat])
        if reason is not None and may_explain(table, seat):
            view = table.game.view(table, None)

            def label(option: Action) -> str:
                return quoted(self.label(option, view), self.language)

            why = reason_text(reason, label, self.language)
            name = self.seats[seat].name
            self.explanations.append(self.text("table.why", name=name, why=why))
        return action

    def hint(self, budget: Budget | None = None) -> Hint:
        """What a bot would do for the person whose turn it is."""
        return self.hint_task(budget)()

    def hint_task(self, budget: Budget | None = None) -> Callable[[], Hint]:
        """A function that computes the hint on a copy, for another thread."""
        seat = self.awaited()
        assert seat is not None
        if self.asks_for_entry():
            raise ChanceDecides
        table = self.session.table
        still = table.copy(table.chance.copy())
        budget = budget or usual_budget(table.game)
        return partial(hint_for, still, self.answers_as(seat), budget=budget)

    def answers_as(self, seat: Seat) -> Seat:
        """The seat, or PARTY where any seat may answer."""
        choice = self.session.table.next_choice()
        return PARTY if choice is not None and choice.seat == PARTY else seat

    def undo(self) -> Seat | None:
        """Undo back to before a person's last decision; return that person's seat."""
        past = self.session.past
        if self.campaign is not None and self.campaign.is_counted:
            return None
        if not any(self.is_person(before.seat) for before in past):
            return None
        while True:
            seat = past[-1].seat
            self.session.undo(seat, agreed=True)
            if self.is_person(seat):
                return seat

    def is_person(self, seat: Seat) -> bool:
        return seat == CHANCE or (seat >= 0 and self.seats[seat].is_person())

    def undone_text(self, seat: Seat) -> str:
        """What was undone, in a sentence."""
        if seat == CHANCE:
            return self.text("table.corrected")
        return self.text("table.undone", name=self.seats[seat].name)

    # Countdowns.

    def seconds_left(self) -> int | None:
        """The remaining seconds of the countdown, rounded up; None if none is running."""
        countdown = self.session.table.game.countdown(self.session.table)
        if countdown is None:
            return None
        self.clock.count(self.now())
        left = countdown.seconds if self.clock.left is None else self.clock.left
        return max(0, math.ceil(left))

    def check_countdown(self) -> bool:
        """Take the system's action if time is up; return whether it was."""
        action = self.clock.due(self.session.table, self.now())
        if action is None:
            return False
        self.session.play(action, SYSTEM)
        self.session.table.next_choice()
        return True

    def may_pause(self) -> bool:
        countdown = self.session.table.game.countdown(self.session.table)
        return countdown is not None and countdown.pause == "agreed"

    def pause(self) -> None:
        """Pause or resume the countdown: people at one keyboard agree by pressing a key."""
        if self.is_paused():
            self.clock.run(self.now())
        else:
            self.clock.stop(self.now())

    def is_paused(self) -> bool:
        return self.clock.since is None

    def again(self) -> HotSeat:
        """A new game with the same people and options, in a new file; in a campaign, its next Run."""
        old = self.session
        if self.campaign is not None:
            session, run = self.campaign.next(old)
            return HotSeat(session, self.seats, self.language, run.path, self.now, campaign=run)
        chance = seeded(secrets.randbelow(2**32))
        chance.entered = old.record.companion
        session = Session(old.game, old.table.options, chance, self.content())
        new = HotSeat(session, self.seats, self.language, free_file(self.file), self.now)
        new.is_saved = False
        return new

    def path(self, name: str) -> Path:
        return Path(name).expanduser()

    def would_overwrite(self, path: Path) -> bool:
        """Whether saving there would overwrite another file."""
        return path.exists() and path != self.file

    def save(self, path: Path | None = None) -> None:
        """Save the record atomically, by default in the game's own file."""
        path = path or self.file
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise UnreadableFile(str(path), error) from error
        self.clock.count(self.now())
        self.session.record.clock = self.clock.left
        if path == self.file and not self.is_saved:
            while not self.session.record.save_new(self.file):
                self.file = free_file(self.file)
            self.is_saved = True
            return
        self.session.record.save(path)
        if path == self.file and self.campaign is not None and self.is_over():
            self.campaign.count(self.session)
