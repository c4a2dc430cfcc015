"""The table as a full-screen terminal app.

`play(session, seats, language, save, pace) -> int` runs the app until the players leave it, saving
after every decision, and returns the exit code. `save` is the record's file; None means a new file
in the user's data folder. `pace` is the pause after a bot's decision, in seconds.
"""

from __future__ import annotations

from pathlib import Path
from typing import ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from embertable.engine.players import Player
from embertable.engine.session import Session
from embertable.terminal.campaign_run import CampaignRun
from embertable.terminal.hotseat import HotSeat
from embertable.terminal.table_screen import HIGH, WIDE, TableScreen
from embertable.tutorials import Tutor

PACE = 0.7
WIDTHS: list[tuple[int, str]] | None = [(0, "-narrow"), (WIDE, "-wide"), (170, "-huge")]
HEIGHTS: list[tuple[int, str]] | None = [(0, "-low"), (HIGH, "-high")]


def play(
    session: Session,
    seats: list[Player],
    language: str = "en",
    save: Path | None = None,
    pace: float = PACE,
    tutor: Tutor | None = None,
    campaign: CampaignRun | None = None,
) -> int:
    hotseat = HotSeat(session, seats, language, save, tutor=tutor, campaign=campaign)
    app = TableApp(hotseat, pace)
    app.run()
    if app.farewell:
        print(app.farewell)  # noqa: T201 - said where the player looks next
    return app.return_code or 0


class TableApp(App[None]):
    """Shows one table, and a new one when the people play again."""

    CSS_PATH = "app.tcss"
    TITLE = "Embertable"
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c", "leave", show=False, priority=True)]
    ENABLE_COMMAND_PALETTE = False
    HORIZONTAL_BREAKPOINTS = WIDTHS
    VERTICAL_BREAKPOINTS = HEIGHTS

    def __init__(self, hotseat: HotSeat, pace: float = 0.0) -> None:
        super().__init__()
        self.hotseat = hotseat
        self.pace = pace
        self.farewell = ""

    def on_mount(self) -> None:
        self.register_theme(EMBERS)
        self.theme = EMBERS.name
        self.push_screen(TableScreen(self.hotseat, self.pace, self.leave))

    def action_leave(self) -> None:
        """Leave at once from any page, since everything is saved; copy what is selected; ask if saving failed."""
        table = next(one for one in self.screen_stack if isinstance(one, TableScreen))
        if self.screen.get_selected_text():
            self.screen.action_copy_text()
        elif table.problem:
            table.action_quit()
        else:
            table.leave()

    def leave(self, farewell: str) -> None:
        self.farewell = farewell
        self.exit()


EMBERS = Theme(
    name="embers",
    primary="#ff8a3d",
    secondary="#b9aea3",
    accent="#ff8a3d",
    foreground="#f2e8d8",
    background="#14110f",
    surface="#1b1714",
    panel="#221d1a",
    warning="#f0b35b",
    error="#e0604c",
    success="#b6cf8a",
    dark=True,
)
