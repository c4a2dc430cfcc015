"""The evaluator of Dead Cells: it plays the Combat to its end by heuristics."""

from __future__ import annotations

from embertable.bots.deadcells.heuristics import JUDGES, best_by_heuristics, judge
from embertable.bots.deadcells.position_value import position_value, search_value
from embertable.bots.deadcells.search_heuristics import SEARCH_JUDGES
from embertable.bots.evaluator import Evaluator, Values
from embertable.bots.sums import add_up
from embertable.engine.table import Action, Choice
from embertable.games.deadcells import preparation
from embertable.games.deadcells.state import DeadCellsTable

LONGEST = 400
"""More decisions than any Combat takes."""


class DeadCellsEvaluator(Evaluator):
    """Looks to the end of a Combat or of a Boss's Turn; elsewhere it uses heuristics only."""

    def __init__(self, table: DeadCellsTable, choice: Choice) -> None:
        super().__init__(table, choice)
        self.laid: dict[str, Values] = {}
        self.judges = JUDGES
        self.full_model = False

    def use_full_model(self) -> None:
        self.judges = SEARCH_JUDGES
        self.full_model = True

    def exact_value(self, action: Action) -> Values | None:
        if isinstance(action, preparation.LayCard):
            # What a player announces does not change what the card does.
            if action.card not in self.laid:
                self.laid[action.card] = self.played_out(action)
            return self.laid[action.card]
        if self.table.state.fighting and self.table.state.shown:
            return self.played_out(action)
        return {"thumb": judge(self.table.state, action, self.judges)}

    def is_certain(self) -> bool:
        return not isinstance(self.choice, preparation.ChooseCard)

    def played_out(self, action: Action) -> Values:
        tried = self.table.copy(self.table.chance.copy())
        tried.apply(action, self.choice.seat)
        self.settle(tried)
        return self.value(tried)

    def settle(self, table: DeadCellsTable) -> None:
        self.play_on(table)

    def play_on(self, table: DeadCellsTable) -> int:
        """Play the Combat or the Boss's Turn to its end; return the number of decisions."""
        return self.fight_on(table, self.full_model)

    def fight_on(self, table: DeadCellsTable, full_model: bool) -> int:
        """Play by heuristics alone or, once the cards are revealed, by trying every option."""
        state = table.state
        shown = False
        played = 0
        for _ in range(LONGEST):
            choice = table.next_choice()
            if choice is None or not state.fighting or state.dead >= 0:
                return played
            if shown and not state.shown:
                return played
            shown = state.shown
            if full_model and shown:
                played += self.step_with_care(table)
            else:
                table.apply(best_by_heuristics(table, self.judges))
            played += 1
        return played

    def step_with_care(self, table: DeadCellsTable) -> int:
        """Take the option after which heuristics end best, the first of equals."""
        offered = table.offered()
        best = offered[0]
        most = 0.0
        played = 0
        if len(offered) > 1:
            for place, option in enumerate(offered):
                tried = table.copy(table.chance.copy())
                tried.apply(option)
                played += self.fight_on(tried, full_model=False)
                total = add_up(self.value(tried).values())
                if not place or total > most:
                    best, most = option, total
        table.apply(best)
        return played

    def value(self, table: DeadCellsTable) -> Values:
        return search_value(table.state) if self.full_model else position_value(table.state)
