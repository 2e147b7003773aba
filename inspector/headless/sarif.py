"""A check as SARIF 2.1.0, which code hosts show beside the code: a finding stands at its line of the recording."""

from typing import Final

from inspector import __version__
from inspector.analysis.rules import RULES, Rule
from inspector.headless.output import safe_json
from inspector.headless.reporting import Report
from inspector.wire.json import Json, pretty
from inspector.wire.text import visible

_LEVELS: Final = {"error": "error", "warning": "warning", "info": "note"}
_SCHEMA: Final = "https://json.schemastore.org/sarif-2.1.0.json"


def sarif(made: Report) -> str:
    """The JSON text."""
    numbers = {rule.name: number for number, rule in enumerate(RULES)}
    driver = {"name": "inspector", "version": __version__, "rules": [_rule(rule) for rule in RULES]}
    run: dict[str, Json] = {
        "tool": {"driver": driver},
        "results": [_result(one, numbers[one["rule"]], made) for one in made.findings],
        "columnKind": "unicodeCodePoints",
    }
    return safe_json(pretty({"$schema": _SCHEMA, "version": "2.1.0", "runs": [run]}))


def _rule(rule: Rule) -> dict[str, Json]:
    return {
        "id": rule.name,
        "shortDescription": {"text": rule.title},
        "fullDescription": {"text": f"{rule.title} ({rule.clause})."},
        "help": {"text": rule.remedy},
        "defaultConfiguration": {"level": _LEVELS[rule.level]},
        "properties": {"clause": rule.clause, "revisions": list(rule.revisions)},
    }


def _result(finding: Json, number: int, made: Report) -> dict[str, Json]:
    return {
        "ruleId": finding["rule"],
        "ruleIndex": number,
        "level": _LEVELS[finding["level"]],
        "message": {"text": f"{visible(finding['message'])}."},
        "locations": [_location(seq, made.recording) for seq in finding["records"]],
        "properties": {"clause": finding["clause"]},
        **({"occurrenceCount": finding["times"]} if "times" in finding else {}),
    }


def _location(seq: int, recording: str) -> dict[str, Json]:
    name = f"record {seq}"
    found: dict[str, Json] = {"logicalLocations": [{"name": name, "fullyQualifiedName": name, "kind": "member"}]}
    if recording:
        # The header is the file's first line, and each record has the next one.
        found["physicalLocation"] = {"artifactLocation": {"uri": _uri(recording)}, "region": {"startLine": seq + 1}}
    return found


def _uri(path: str) -> str:
    from pathlib import Path
    from urllib.parse import quote

    return Path(path).as_uri() if path.startswith("/") else quote(path)
