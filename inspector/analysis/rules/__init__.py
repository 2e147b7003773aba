"""Rules: what departs from the specification, each with its clause and a remedy for the server's author."""

from inspector.analysis.rules.finding import LEVELS, Finding, Level, Rule
from inspector.analysis.rules.findings import RULES, Findings, findings_json

__all__ = ["LEVELS", "RULES", "Finding", "Findings", "Level", "Rule", "findings_json"]
