"""The golden games of Lueur hold all there is in it; tests/records replays them."""

from embertable.engine.codec import classes_of
from embertable.engine.table import Action, Choice, Event
from embertable.games.lueur.archipelago import BoatSailed
from embertable.games.lueur.cromaug import CompanionRaised
from embertable.games.lueur.effects import ChooseLoss, HiddenSpellGivenUp
from embertable.games.lueur.kaar import BlackDiePlaced
from embertable.games.lueur.late_morning import DieTurned
from embertable.games.lueur.province import EncampmentMoved
from embertable.games.lueur.sketals import ChooseReturn
from embertable.games.lueur.spells import SpellsCast
from tests.records.golden import kinds_of
from tests.records.make import LUEUR

RARE: tuple[type, ...] = (
    BlackDiePlaced,
    SpellsCast,
    CompanionRaised,
    ChooseLoss,
    HiddenSpellGivenUp,
    DieTurned,
    ChooseReturn,
    BoatSailed,
    EncampmentMoved,
)


def test_golden_games_cover_all_tables_and_both_journeys():
    tables = {
        (golden.options["players"], golden.options["journey"])
        for golden in LUEUR
        if not golden.companion
    }
    assert tables == {(n, where) for n in "234" for where in ("province", "archipelago")}


def test_golden_games_hold_every_kind_of_choice_action_and_event():
    kinds = {kind for golden in LUEUR for kind in kinds_of(golden.name)}
    assert set(RARE) <= kinds
    known = {kind for kind in classes_of("embertable.games.lueur") if is_a_leaf(kind)}
    assert known - kinds == set()


def is_a_leaf(kind: type) -> bool:
    return issubclass(kind, (Choice, Action, Event)) and not kind.__subclasses__()
