"""The start: the server is reached for while the session screen is still being loaded."""

import subprocess
import sys

START = """
import sys
from pathlib import Path
from inspector.config.settings import Settings, SettingsFile
from inspector.config.target import StdioTarget
from inspector.tui.app import InspectorApp
from inspector.tui.bridge import Bridge
from inspector.tui.bridge_told import Connected
from inspector.tui.start import Start

async def run(bridge):
    print("begun", "inspector.tui.screens.session" in sys.modules, bridge.target.command)
    INTERRUPT

def stop(bridge):
    print("stopped")

Bridge.run, Bridge.stop = run, stop
app = InspectorApp(Start(SettingsFile(Path("none.toml"), Settings(), ()), target=StdioTarget(("server",))))
opened = app.open_session

async def open_session(start):
    await opened(start)
    kind = type(app.screen)
    kind.on_connected = lambda screen, message: (print("heard", screen.bridge.target.command), app.leave())

app.open_session = open_session
app.run(headless=True)
"""


def said(code, tmp_path):
    """What the child process printed, line by line."""
    environment = {"INSPECTOR_HOME": str(tmp_path), "PATH": "", "HOME": str(tmp_path)}
    done = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, timeout=60, check=True, env=environment
    )
    return done.stdout.splitlines()


def test_a_session_begins_before_its_screen_is_loaded_and_tells_it_what_happened_meanwhile(tmp_path):
    assert said(START.replace("INTERRUPT", "bridge._post(Connected(None, None))"), tmp_path) == [
        "begun False ('server',)",
        "heard ('server',)",
        "stopped",
    ]


def test_a_session_that_is_left_while_its_screen_is_loaded_is_ended(tmp_path):
    lines = said(START.replace("INTERRUPT", "app.leave()"), tmp_path)
    assert lines[:2] == ["begun False ('server',)", "stopped"]
