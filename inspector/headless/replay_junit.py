"""A replay as JUnit XML: each request is a test case, which fails where its answer is not equal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.headless.replaying import Replayed


def replay_junit(done: "Sequence[Replayed]") -> str:
    """The XML text."""
    failed = sum(one.verdict != "equal" for one in done)
    counts = f'tests="{len(done)}" failures="{failed}" errors="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="inspector replay" {counts}>']
    lines.append(f'  <testsuite name="replay" {counts} skipped="0">')
    for one in done:
        took = "" if one.ms is None else f' time="{one.ms / 1000:.6f}"'
        head = f"    <testcase classname={_attribute(one.asked.method)} name={_attribute(one.title)}{took}"
        if one.verdict == "equal":
            lines.append(f"{head}/>")
            continue
        said = escape("\n".join(one.lines()))
        lines += [f"{head}>", f'      <failure type="{one.verdict}" message="{one.verdict}">{said}</failure>']
        lines.append("    </testcase>")
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"])


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
