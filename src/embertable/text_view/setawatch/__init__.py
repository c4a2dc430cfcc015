"""The text view of Set a Watch."""

from embertable.text_view.setawatch.components import components
from embertable.text_view.setawatch.standing import standing
from embertable.text_view.setawatch.table import WatchTextView as TextView

__all__ = ["TextView", "components", "standing"]
