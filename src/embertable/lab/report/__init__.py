"""Reports: one HTML file with plain sentences first, then plots, then the numbers."""

from embertable.lab.report.page import report_of

__all__ = ["report_of"]
