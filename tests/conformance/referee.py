"""The official conformance suite as a strict referee.

The suite's own verdict lets much pass: scenarios in which no check was made, clients that a signal ended, in some
scenarios clients that failed. Here a scenario is passed only if the suite says so, the client came to its end within
the time, no check failed or warned, and every check that `required.json` names succeeded, as often as it wants.
"""

import json
import re
import shlex
import shutil
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

HERE = Path(__file__).parent
REQUIRED: dict[str, dict[str, dict[str, Any]]] = json.loads((HERE / "required.json").read_text())
"""By revision and scenario: `must_succeed`, the ids of checks, and `min_success`, how many must succeed in all."""

EXTENSIONS = "extensions"
"""Stands in the place of a revision for scenarios that belong to none."""

SECONDS = 60
"""What a scenario is given."""

DONE = "done"
"""What the client prints when it has come to its end."""

NODE = 22
"""The oldest major version of Node that the suite runs on."""


@dataclass(frozen=True, slots=True)
class Suite:
    """Where it is installed: the script, and a Node that can run it."""

    script: Path
    node: str


def installed(folder: str) -> Suite | str:
    """The suite in a folder with `node_modules`, or why there is none that can be run."""
    if not folder:
        return "INSPECTOR_CONFORMANCE names no folder"
    modules = Path(folder) / "node_modules"
    script = modules / "@modelcontextprotocol" / "conformance" / "dist" / "index.js"
    if not script.is_file():
        return f"{folder} has no @modelcontextprotocol/conformance"
    own = modules / "node" / "bin" / "node"
    node = str(own) if own.exists() else shutil.which("node")
    if node is None:
        return "there is no node"
    said = subprocess.run([node, "--version"], capture_output=True, text=True, timeout=60, check=False).stdout
    version = re.match(r"v(\d+)\.", said)
    if version is None or int(version[1]) < NODE:
        return f"{node} is {said.strip() or 'no node'}, and the suite needs {NODE} or newer"
    return Suite(script, node)


def play(suite: Suite, revision: str, scenario: str, folder: Path) -> list[str]:
    """Run one scenario with our client; what speaks against its being passed."""
    client = shlex.join([sys.executable, "-W", "error", str(HERE / "client.py")])
    words = ["client", "--command", client, "--scenario", scenario]
    words += [] if revision == EXTENSIONS else ["--spec-version", revision]
    more = ["--timeout", str(SECONDS * 1000), "--output-dir", str(folder)]
    ran = subprocess.run(
        [suite.node, str(suite.script), *words, *more],
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=2 * SECONDS,
        check=False,
    )
    output = ran.stdout.decode(errors="replace")
    checks = [check for path in folder.rglob("checks.json") for check in json.loads(path.read_text())]
    printed = "".join(path.read_text() for path in folder.rglob("stdout.txt"))
    against = judge(REQUIRED[revision][scenario], ran.returncode, output, printed, checks)
    return [*against, output[-4000:]] if against else []


def judge(
    required: dict[str, Any], code: int, output: str, printed: str, checks: Sequence[dict[str, Any]]
) -> list[str]:
    """What speaks against a scenario's being passed; nothing if it is.

    `code` and `output` are the suite's, `printed` is what the client wrote to stdout.
    """
    against = [f"the suite ended with {code}"] if code else []
    if "TIMED OUT" in output:
        against.append("the client timed out")
    if printed.split()[-1:] != [DONE]:
        against.append("the client did not come to its end")
    bad = (check for check in checks if check["status"] in ("FAILURE", "WARNING"))
    against += [f"{check['status']} {check['id']}: {check.get('errorMessage', '')}" for check in bad]
    good = [check["id"] for check in checks if check["status"] == "SUCCESS"]
    against += [f"{id} never succeeded" for id in required["must_succeed"] if id not in good]
    if len(good) < required["min_success"]:
        against.append(f"{len(good)} checks succeeded, and {required['min_success']} must")
    return against
