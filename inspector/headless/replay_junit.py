"""A replay as JUnit XML: each request is a test case, which fails where its answer is not equal."""

from collections.abc import Sequence
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

from inspector.headless.comparing import pair_lines
from inspector.wire.text import visible

if TYPE_CHECKING:
    from inspector.analysis.compare.judging import NotSent, Pair


def replay_junit(done: "Sequence[Pair]", left: "Sequence[NotSent]") -> str:
    """The XML text. What was not sent is skipped, and says why."""
    failed = sum(one.verdict != "equal" for one in done)
    counts = f'tests="{len(done) + len(left)}" failures="{failed}" errors="0"'
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f'<testsuites name="inspector replay" {counts}>']
    lines.append(f'  <testsuite name="replay" {counts} skipped="{len(left)}">')
    for one in done:
        took = "" if one.second.ms is None else f' time="{one.second.ms / 1000:.6f}"'
        head = f"    <testcase classname={_attribute(one.first.method)} name={_attribute(one.title)}{took}"
        said = escape("\n".join(pair_lines(one)))
        if one.verdict != "equal":
            lines += [f"{head}>", f'      <failure type="{one.verdict}" message="{one.verdict}">{said}</failure>']
            lines.append("    </testcase>")
        elif said:
            lines += [f"{head}>", f"      <system-out>{said}</system-out>", "    </testcase>"]
        else:
            lines.append(f"{head}/>")
    for skipped in left:
        asked = skipped.asked
        title = _attribute(f"{asked.seq} {asked.method} {asked.name}".rstrip())
        lines.append(f"    <testcase classname={_attribute(asked.method)} name={title}>")
        lines += [f"      <skipped message={_attribute(skipped.why)}/>", "    </testcase>"]
    return "\n".join([*lines, "  </testsuite>", "</testsuites>"])


def _attribute(text: str) -> str:
    return quoteattr(visible(text))
