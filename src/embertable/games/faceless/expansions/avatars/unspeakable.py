"""Unspeakable: after a red card nobody may speak until the next Threat phase."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from embertable.engine.rulesets import Ruleset
from embertable.engine.table import Event, Step, Table
from embertable.games.faceless.expansions.avatars.cards import avatars_of, has_form, is_red
from embertable.games.faceless.moments import BeforeThreat, SpeechAllowed, ThreatPhaseStarted
from embertable.games.faceless.state import FacelessState

unspeakable = Ruleset("unspeakable")


@dataclass
class SilenceFell(Event):
    pass


@dataclass
class SilenceLifted(Event):
    pass


@unspeakable.on(BeforeThreat)
def fall_silent(table: Table[FacelessState], moment: BeforeThreat) -> Iterable[Step]:
    if is_red(table, moment.card) and has_form(table, "unspeakable"):
        return [KeepSilence(True)]
    return []


@unspeakable.on(ThreatPhaseStarted)
def speak_again(table: Table[FacelessState], moment: ThreatPhaseStarted) -> Iterable[Step]:
    return [KeepSilence(False)] if has_form(table, "unspeakable") else []


@dataclass
class KeepSilence(Step):
    silent: bool

    def run(self, table: Table[FacelessState]) -> None:
        part = avatars_of(table)
        assert part is not None
        if part.is_silent != self.silent:
            part.is_silent = self.silent
            table.emit(SilenceFell() if self.silent else SilenceLifted())


@unspeakable.changes(SpeechAllowed)
def forbid_speech(table: Table[FacelessState], moment: SpeechAllowed, allowed: int) -> int:
    part = avatars_of(table)
    return 0 if part is not None and part.is_silent else allowed
