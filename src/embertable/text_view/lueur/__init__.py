"""The text view of Lueur."""

from embertable.text_view.lueur.components import components
from embertable.text_view.lueur.standing import standing
from embertable.text_view.lueur.table import LueurTextView as TextView

__all__ = ["TextView", "components", "standing"]
