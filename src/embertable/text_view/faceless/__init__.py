"""The text view of The Faceless."""

from embertable.text_view.faceless.components import components
from embertable.text_view.faceless.standing import standing
from embertable.text_view.faceless.table import FacelessTextView as TextView

__all__ = ["TextView", "components", "standing"]
