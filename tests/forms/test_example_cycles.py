"""Examples of schemas that branch into themselves: they come, with the verdict that they do not fit."""

import asyncio
import json
import sys
from typing import Any

import pytest

SCRIPT = """
import json, sys
from inspector.forms.example import example_of
from inspector.forms.form import form_of
example, judged = example_of(form_of(json.loads(sys.argv[1])))
print(judged.valid)
"""
PATIENCE = 60.0


def itself(*names: str) -> dict[str, Any]:
    """An object whose members, all required, are objects of its kind."""
    return {"type": "object", "properties": {name: {"$ref": "#"} for name in names}, "required": list(names)}


def doubling(levels: int) -> dict[str, Any]:
    """Each level asks for two of the next."""
    parts: dict[str, Any] = {
        f"a{n}": {
            "type": "object",
            "properties": {side: {"$ref": f"#/$defs/a{n + 1}"} for side in ("left", "right")},
            "required": ["left", "right"],
        }
        for n in range(levels)
    }
    parts[f"a{levels}"] = {"type": "string"}
    return {"type": "object", "$defs": parts, "properties": {"x": {"$ref": "#/$defs/a0"}}, "required": ["x"]}


@pytest.mark.parametrize("schema", [itself("y"), itself("x", "y", "z"), itself(*"abcdefgh"), doubling(40)])
async def test_an_example_of_a_schema_that_asks_for_itself_comes(schema: dict[str, Any]) -> None:
    words = (sys.executable, "-c", SCRIPT, json.dumps(schema))
    process = await asyncio.create_subprocess_exec(*words, stdout=asyncio.subprocess.PIPE)
    try:
        async with asyncio.timeout(PATIENCE):
            out, _ = await process.communicate()
    finally:
        if process.returncode is None:
            process.kill()
    assert out.strip() in (b"False", b"None")  # None: deeper than is judged
