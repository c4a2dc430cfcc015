"""Reports: one HTML file with plain words first, plots of our own, and numbers under them."""

from embertable.lab.report.page import report_of

__all__ = ["report_of"]
