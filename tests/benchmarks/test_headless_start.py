"""How soon a headless command is there: its processor time beside that of loading the interface's framework."""

import os
import resource
import subprocess
import sys
from pathlib import Path

import pytest

from tests.headless.running import ADD, modern, scripted, tools

RUNS = 7
BUDGET = 1.2
"""Times the cost of `import textual.app`, the scripted server's own process included."""


def _cost(home: Path, *command: str) -> float:
    """The least processor time of several runs, in seconds; the rest is the machine's noise."""
    costs = []
    for _ in range(RUNS):
        before = resource.getrusage(resource.RUSAGE_CHILDREN)
        subprocess.run(command, check=True, capture_output=True, env={**os.environ, "INSPECTOR_HOME": str(home)})
        after = resource.getrusage(resource.RUSAGE_CHILDREN)
        costs.append(after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)
    return min(costs)


@pytest.mark.benchmark
def test_listing_the_tools_of_a_light_server_costs_no_more_than_loading_textual(tmp_path: Path) -> None:
    server = scripted(modern(), tools(ADD))
    listing = _cost(tmp_path, sys.executable, "-m", "inspector", "list", "tools", *server)
    framework = _cost(tmp_path, sys.executable, "-c", "import textual.app")
    print(f"list tools {listing:.3f} s, textual.app {framework:.3f} s, ratio {listing / framework:.2f}")
    assert listing < BUDGET * framework
