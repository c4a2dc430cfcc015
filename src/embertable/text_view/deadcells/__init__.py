"""The text view of Dead Cells."""

from embertable.text_view.deadcells.components import components
from embertable.text_view.deadcells.standing import standing
from embertable.text_view.deadcells.table import DeadCellsTextView as TextView

__all__ = ["TextView", "components", "standing"]
