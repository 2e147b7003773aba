"""Arguments that become headers, and which of them may not. Pure."""

from typing import Any

from inspector.forms import pointer
from inspector.forms.fields import Problem
from inspector.forms.values import named
from inspector.protocol.envelope import header_problems
from inspector.wire.text import visible


def mirror_problems(schema: Any, arguments: Any) -> tuple[Problem, ...]:
    """What speaks against sending `arguments` by modern Streamable HTTP, where the inputSchema `schema` makes headers
    of some of them (`2026-07-28 server/tools#x-mcp-header`)."""
    found = []
    for problem in header_problems(schema, arguments):
        path = pointer.join(problem.path)
        found.append(Problem(path, named(path), "x-mcp-header", f"{named(path)} {visible(problem.reason)}"))
    return tuple(found)
