"""A home of its own for every test of the app, and a staged bridge where the app has one."""

import pytest

from inspector.tui.bridge import Bridge
from inspector.tui.screens.session import SessionScreen


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    """The folder that stands for the person's own."""
    folder = tmp_path / "home"
    folder.mkdir()
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("INSPECTOR_HOME", str(folder / "inspector"))
    monkeypatch.delenv("NO_COLOR", raising=False)
    begin = SessionScreen.begin

    def staged_begin(screen, target):
        screen.bridge_class = getattr(screen.app, "staged_bridge", None) or Bridge
        begin(screen, target)

    monkeypatch.setattr(SessionScreen, "begin", staged_begin)
    return folder
