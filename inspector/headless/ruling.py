"""`rules`: every rule that findings come from, the demands that it watches over, and those that nobody can see broken.

Connects to nothing.
"""

from collections.abc import Sequence

from inspector.analysis.musts import INVENTORIES, Tally, clauses, tally
from inspector.analysis.rules import RULES, Rule
from inspector.headless.output import Output
from inspector.wire.json import Json
from inspector.wire.versions import REVISIONS

_SIGNS = {"error": "✗", "warning": "▲", "info": "i"}


def list_rules(output: Output, version: str | None = None, *, counts_only: bool = False) -> int:
    """Print the rules, with `version` those that hold in it and what none can see; then the counts. The exit code."""
    rules = [rule for rule in RULES if version is None or version in rule.revisions]
    versions = [version] if version is not None else list(REVISIONS)
    where = {rule.name: _clauses_of(rule, versions) for rule in rules}
    unseen = [one for name in versions for one in _unseen_json(name)]
    document: dict[str, Json] = {"counts": {name: _counts_json(name) for name in versions}}
    if not counts_only:
        document = {"rules": [rule_json(rule, where[rule.name]) for rule in rules], "unseen": [*unseen], **document}
    lines = [] if counts_only else _rules_text(rules, where, version)
    if version is not None and not counts_only:
        lines += _unseen_text(version)
    output.data(document, "\n".join([*lines, *_counts_text(versions)]))
    return 0


def rule_json(rule: Rule, clauses: Sequence[str]) -> dict[str, Json]:
    """A rule as the document has it."""
    return {
        "id": rule.name,
        "level": rule.level,
        "binds": rule.binds,
        "title": rule.title,
        "clause": rule.clause,
        "clauses": list(clauses),
        "revisions": list(rule.revisions),
        "remedy": rule.remedy,
    }


def _clauses_of(rule: Rule, versions: Sequence[str]) -> list[str]:
    """The clauses of these revisions that the rule watches over; its own where they have none for it."""
    found = [one for name in versions if name in rule.revisions for one in clauses(name).get(rule.name, ())]
    return found or [rule.clause]


def _rules_text(rules: Sequence[Rule], where: dict[str, list[str]], version: str | None) -> list[str]:
    lines = [f"{len(rules)} rules" + (f" for {version}" if version else "")]
    for rule in rules:
        held = "" if len(rule.revisions) == len(REVISIONS) or version else f"  ({', '.join(rule.revisions)})"
        named = where[rule.name] if version else [rule.clause]
        lines.append(f"  {_SIGNS[rule.level]} {rule.name}: {rule.title}{held}  § {', '.join(_short(named))}")
    return [*lines, ""]


def _short(named: Sequence[str]) -> list[str]:
    """Clauses for one line: a revision that is the same as before is not said again."""
    out, before = [], ""
    for one in named:
        revision, _, page = one.partition(" ")
        out.append(page if page and revision == before else one)
        before = revision
    return out


# ── what none can see ────────────────────────────────────────────────────────────────────────────────────────────────


def _unseen_json(version: str) -> list[Json]:
    inventory = INVENTORIES[version]
    return [
        {"binds": binds, "demand": one.demand, "clause": one.named(version), "why": one.why}
        for binds, musts in (("server", inventory.server), ("client", inventory.client))
        for one in musts
        if not one.rules
    ]


def _unseen_text(version: str) -> list[str]:
    inventory = INVENTORIES[version]
    lines: list[str] = []
    for binds, musts in (("servers", inventory.server), ("clients", inventory.client)):
        hidden = [f"  · {one.demand}  § {one.clause}\n    {one.why}" for one in musts if not one.rules]
        if hidden:
            lines += [f"Demands on {binds} that nobody sees broken on the wire", *hidden, ""]
    return lines


# ── counts ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def _tallies(version: str) -> tuple[int, Tally, Tally]:
    inventory = INVENTORIES[version]
    held = sum(version in rule.revisions for rule in RULES)
    return held, tally(inventory.server), tally(inventory.client)


def _counts_json(version: str) -> dict[str, Json]:
    held, server, client = _tallies(version)
    return {"rules": held, "server": _tally_json(server), "client": _tally_json(client)}


def _tally_json(one: Tally) -> dict[str, Json]:
    return {"total": one.total, "seen": one.seen, "unseen": one.unseen}


def _counts_text(versions: Sequence[str]) -> list[str]:
    lines = [f"{'revision':<12}{'rules':>6}   demands on servers: seen, not     on clients: seen, not"]
    for name in versions:
        held, server, client = _tallies(name)
        of = f"{server.total:>18}{server.seen:>6}{server.unseen:>5}"
        # Where none are listed there are demands all the same: a nought would say that there are not.
        on = f"{client.total:>15}{client.seen:>6}{client.unseen:>5}" if client.total else f"{'–':>15}"
        lines.append(f"{name:<12}{held:>6}   {of}{on}")
    return lines
