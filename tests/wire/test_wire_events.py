"""What the events say of themselves."""

import ast
import re
from pathlib import Path

import inspector
from inspector.wire.events import Decision


def topics() -> set[str]:
    """The topics of all decisions and attempts that are written out in the source."""
    found: set[str] = set()
    for path in Path(inspector.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if not isinstance(node, ast.Call):
                continue
            name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
            named = [one.value for one in node.keywords if one.arg == "topic"]
            first = [*named, *node.args][:1] if name in ("Decision", "Attempt") else named
            found |= {one.value for one in first if isinstance(one, ast.Constant) and isinstance(one.value, str)}
    return found


def test_every_topic_of_a_decision_stands_in_its_documentation() -> None:
    written = topics()
    assert {"connect", "era", "rule", "question"} <= written
    told = {
        word
        for line in re.findall(r"^    ([\w, ]+?)    ", Decision.__doc__ or "", re.MULTILINE)
        for word in line.split(", ")
    }
    assert written <= told
