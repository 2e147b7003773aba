"""A check as JUnit XML: each rule is a test case, failed by its errors; other findings are what the case has said."""

from collections.abc import Iterable
from xml.sax.saxutils import escape, quoteattr

from inspector.analysis.rules import RULES, Rule
from inspector.headless.output import often
from inspector.headless.reporting import Report, named
from inspector.wire.json import Json
from inspector.wire.text import visible


def junit(made: Report) -> str:
    """The XML text."""
    holding = [rule for rule in RULES if _holds(rule, made)]
    failed = sum(any(one["level"] == "error" for one in _of(rule, made)) for rule in holding)
    counts = f'tests="{len(RULES)}" failures="{failed}" errors="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="inspector check" {counts}>']
    # The schemas of JUnit let a suite count what was skipped, and not the whole.
    skipped = f'skipped="{len(RULES) - len(holding)}"'
    lines.append(f"  <testsuite name={_attribute(named(made))} {counts} {skipped}>")
    for rule in RULES:
        lines += _case(rule, made)
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"])


def _holds(rule: Rule, made: Report) -> bool:
    return not made.version or made.version in rule.revisions


def _of(rule: Rule, made: Report) -> list[Json]:
    return [one for one in made.findings if one["rule"] == rule.name]


def _case(rule: Rule, made: Report) -> Iterable[str]:
    head = f'    <testcase classname="{rule.name}" name={_attribute(rule.title)}'
    if not _holds(rule, made):
        return (f"{head}>", f'      <skipped message="{made.version} has no such rule"/>', "    </testcase>")
    findings = _of(rule, made)
    if not findings:
        return (f"{head}/>",)
    errors = [one for one in findings if one["level"] == "error"]
    others = [one for one in findings if one["level"] != "error"]
    lines = [f"{head}>"]
    if errors:
        first = _attribute(errors[0]["message"])
        lines.append(f'      <failure type="{rule.name}" message={first}>{_told(errors, rule)}</failure>')
    if others:
        lines.append(f"      <system-out>{_told(others, rule)}</system-out>")
    return (*lines, "    </testcase>")


def _told(findings: list[Json], rule: Rule) -> str:
    lines = [
        f"{one['level']}: {one['message']}{often(one)} (records {', '.join(map(str, one['records']))})"
        for one in findings
    ]
    return escape(visible("\n".join([*lines, rule.remedy, rule.clause]), keep_newlines=True))


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
