"""What a command loads: the less, the sooner it is there."""

import asyncio
import sys

from tests.headless.running import ADD, Inspector, modern, said, scripted, tools

HEAVY = {"textual", "rich", "httpx", "starlette", "uvicorn", "jsonschema", "pydantic"}


async def _loaded(inspector: Inspector, *words: str) -> set[str]:
    """The modules that a command had loaded when it ended."""
    program = (
        "import os, sys\n"
        "from inspector.__main__ import main\n"
        "end = os._exit\n"
        "def tell(code):\n"
        "    sys.stderr.write('\\n'.join(sys.modules))\n"
        "    sys.stderr.flush()\n"
        "    end(code)\n"
        "os._exit = tell\n"
        "main()\n"
    )
    pipe = asyncio.subprocess.PIPE
    process = await asyncio.create_subprocess_exec(
        sys.executable, "-c", program, *words, stdout=pipe, stderr=pipe, env={"INSPECTOR_HOME": str(inspector.home)}
    )
    ran = await inspector.end(process)
    assert ran.code == 0, ran.stderr
    return set(ran.stderr.decode().split())


async def test_no_command_over_stdio_loads_what_draws_or_what_speaks_http(inspector: Inspector) -> None:
    server = scripted(modern(), tools(ADD), said("5"))
    for words in (("probe", "--json"), ("describe", "add"), ("call", "add", "a=1", "--json")):
        loaded = {name.partition(".")[0] for name in await _loaded(inspector, *words, *server)}
        assert loaded & HEAVY == set()


async def test_listing_as_text_loads_no_forms_no_rules_and_nothing_for_faults(inspector: Inspector) -> None:
    loaded = await _loaded(inspector, "list", "tools", *scripted(modern(), tools(ADD)))
    rooms = {".".join(name.split(".")[:2]) for name in loaded if name.startswith("inspector.")}
    assert rooms & {"inspector.forms", "inspector.tui", "inspector.serving"} == set()
    assert "inspector.analysis.rules" not in loaded
    assert loaded & {"difflib", "tempfile", "hashlib", "statistics", "platformdirs"} == set()


async def test_what_is_not_recorded_and_not_set_loads_neither_recorder_nor_toml(inspector: Inspector) -> None:
    loaded = await _loaded(inspector, "list", "tools", "--no-record", *scripted(modern(), tools(ADD)))
    recording = {name for name in loaded if name.startswith("inspector.recording.")}
    assert recording == {"inspector.recording.plan"}
    assert "tomllib" not in loaded
