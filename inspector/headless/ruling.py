"""`rules`: every rule that findings come from, and what none of them can see. Connects to nothing."""

from inspector.analysis.rules import RULES, Rule
from inspector.analysis.rules.unseen import UNSEEN, Unseen
from inspector.headless.output import Output
from inspector.wire.json import Json
from inspector.wire.versions import REVISIONS

_SIGNS = {"error": "✗", "warning": "▲", "info": "i"}


def list_rules(output: Output, version: str | None = None) -> int:
    """Print the rules, with `version` those that hold in it; the exit code."""
    rules = [rule for rule in RULES if version is None or version in rule.revisions]
    document = {"rules": [rule_json(rule) for rule in rules], "unseen": [_unseen_json(one) for one in UNSEEN]}
    lines = [f"{len(rules)} rules" + (f" for {version}" if version else "")]
    lines += [_rule_text(rule) for rule in rules]
    lines += ["", "Demands on servers that nobody sees on the wire"]
    lines += [f"  · {one.demand}  § {one.clause}\n    {one.why}" for one in UNSEEN]
    output.data(document, "\n".join(lines))
    return 0


def rule_json(rule: Rule) -> dict[str, Json]:
    """A rule as the document has it."""
    return {
        "id": rule.name,
        "level": rule.level,
        "title": rule.title,
        "clause": rule.clause,
        "revisions": list(rule.revisions),
        "remedy": rule.remedy,
    }


def _rule_text(rule: Rule) -> str:
    where = "" if len(rule.revisions) == len(REVISIONS) else f"  ({', '.join(rule.revisions)})"
    return f"  {_SIGNS[rule.level]} {rule.name}: {rule.title}{where}  § {rule.clause}"


def _unseen_json(one: Unseen) -> dict[str, Json]:
    return {"demand": one.demand, "clause": one.clause, "why": one.why}
