"""The architecture: who may import whom, what a headless command loads, and the tools that check the code."""

import ast
import subprocess
import sys
import tomllib
from collections import Counter
from functools import cache
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
SCRIPTED = ROOT / "tests" / "servers" / "stdio_scripted.py"


def run(*command: str) -> subprocess.CompletedProcess[str]:
    """Run one of the environment's own tools in the project's folder."""
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=900, check=False)


def test_every_import_keeps_the_directions() -> None:
    done = run(str(Path(sys.executable).with_name("lint-imports")), "--no-cache")
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr


def test_no_contract_has_an_exception() -> None:
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["importlinter"]
    assert contracts["contracts"] and "ignore_imports" not in str(contracts)


def test_no_module_has_an_import_cycle_lazy_ones_included() -> None:
    graph = {name: _imports(path, name) for name, path in _modules().items()}
    done: set[str] = set()

    def visit(name: str, above: tuple[str, ...]) -> None:
        assert name not in above, " → ".join((*above[above.index(name) :], name))
        if name not in done:
            for imported in sorted(graph[name] & graph.keys()):
                visit(imported, (*above, name))
            done.add(name)

    for name in graph:
        visit(name, ())


@cache
def _modules() -> dict[str, Path]:
    """Every module of the package by its name; a package without code of its own has none."""
    found = {}
    for path in (ROOT / "inspector").rglob("*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def _imports(path: Path, name: str) -> set[str]:
    """The modules that a file names in its imports, wherever those stand, but for type checkers alone."""
    named: set[str] = set()
    stack: list[ast.AST] = [ast.parse(path.read_text())]
    while stack:
        node = stack.pop()
        if isinstance(node, ast.If) and ast.unparse(node.test).endswith("TYPE_CHECKING"):
            continue
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            inner = {f"{node.module}.{alias.name}" for alias in node.names}
            modules = inner & _modules().keys()
            named.update(modules or {node.module})
        stack.extend(ast.iter_child_nodes(node))
    return named - {name}


def test_a_headless_command_loads_no_interface() -> None:
    rules = """[
        {"on": "server/discover", "reply": {"jsonrpc": "2.0", "id": "$id", "result":
            {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}}},
        {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"tools": [{"name": "loaded"}]}}}]"""
    server = (sys.executable, "-S", "-E", str(SCRIPTED), rules)
    done = run(
        sys.executable, "-X", "importtime", "-m", "inspector", "list", "tools", "--json", "--no-record", "--", *server
    )
    assert done.returncode == 0 and '"loaded"' in done.stdout, done.stderr[-3000:]
    loaded = {line.rpartition("|")[2].strip() for line in done.stderr.splitlines() if line.startswith("import time:")}
    assert "inspector.client.session" in loaded
    heavy = {"textual", "rich", "pydantic", "starlette", "uvicorn", "httpx", "mcp", "inspector.tui"}
    assert not {name for name in loaded if name.split(".")[0] in heavy or name.startswith("inspector.tui")}


def test_no_two_modules_of_tests_have_one_name() -> None:
    names = Counter(path.name for path in (ROOT / "tests").rglob("test_*.py"))
    assert [name for name, count in names.items() if count > 1] == []


@pytest.mark.parametrize("tool", [("mypy", "--strict"), ("ruff", "check", "--no-cache"), ("ruff", "format", "--check")])
def test_the_checkers_find_nothing(tool: tuple[str, ...]) -> None:
    paths = ("inspector",) if tool[0] == "mypy" else (".",)
    done = run(str(Path(sys.executable).with_name(tool[0])), *tool[1:], *paths)
    assert done.returncode == 0, done.stdout[-6000:] + done.stderr[-2000:]
