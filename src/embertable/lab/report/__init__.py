"""Reports: one HTML file with plain answers first, then plots, then the numbers."""

from embertable.lab.report.page import answers_of, evidence_of, report_of

__all__ = ["answers_of", "evidence_of", "report_of"]
