"""The filter line of the traffic: what it offers, says is wrong, remembers and keeps."""

import asyncio
from contextlib import asynccontextmanager

from textual.app import App

from inspector.tui.model import Model
from inspector.tui.screens.traffic import TrafficPane
from inspector.tui.themes import role_defaults
from tests.tui.app.staging import NAMES, records_of


class Host(App):
    """The pane of the traffic by itself, with the records of a session."""

    CSS = "TrafficPane FilterBar { display: block; }"

    def __init__(self):
        super().__init__()
        model = Model()
        model.feed(records_of("library"))
        self.pane = TrafficPane(model, started=0.0)

    def get_theme_variable_defaults(self):
        return role_defaults()

    def compose(self):
        yield self.pane


@asynccontextmanager
async def typing(monkeypatch, tmp_path):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    app = Host()
    async with asyncio.timeout(20), app.run_test(size=(80, 24)) as pilot:
        app.pane.fed()
        app.pane.list.focus()
        await press(pilot, "slash")
        yield app.pane, pilot


async def press(pilot, *steps):
    """Press keys; what begins with `type:` is typed letter by letter."""
    for step in steps:
        keys = step.removeprefix("type:") if step.startswith("type:") else [step]
        await pilot.press(*(NAMES.get(key, key) for key in keys))
    await pilot.pause()


def offered(pane):
    return [one.whole or one.text for one in pane.bar.completions.suggestions]


def underlined(pane):
    spans = pane.bar.input._value.spans
    return [pane.bar.text[span.start : span.end] for span in spans if span.style.underline]


async def test_fields_and_values_are_offered_and_taken_by_tab_arrows_and_a_click(monkeypatch, tmp_path):
    async with typing(monkeypatch, tmp_path) as (pane, pilot):
        assert offered(pane)[:3] == ["method:", "name:", "status:"]
        await press(pilot, "type:st", "tab")
        assert pane.bar.text == "status:" and "success" in offered(pane)
        first = offered(pane)[0]
        await press(pilot, "down", "down", "up", "enter")
        assert pane.bar.text == f"status:{first} "
        assert pane.bar.input.has_focus
        await press(pilot, "type:reserve_")
        assert offered(pane)[0] == "name:reserve_book"
        await pilot.click(pane.bar.completions, offset=(4, 0))
        await press(pilot, "enter")
        assert pane.bar.text.endswith("name:reserve_book ")
        assert not pane.bar.completions.display and pane.list.has_focus


async def test_what_is_wrong_is_underlined_and_what_was_expected_is_said(monkeypatch, tmp_path):
    async with typing(monkeypatch, tmp_path) as (pane, pilot):
        await press(pilot, "type:kind:req latency:")
        assert underlined(pane) == []  # something can still follow
        await press(pilot, "type:fast", "enter")
        assert pane.bar.input.has_focus
        assert underlined(pane) == ["fast"]
        assert "expected at 18: a time, as >500ms or <=2s" in pane.bar.completions.render_line(0).text
        await press(pilot, *["backspace"] * 4, "type:>1s")
        assert underlined(pane) == [] and not pane.bar.completions._offer.problem


async def test_earlier_filters_come_back_with_up_and_what_was_typed_with_down(monkeypatch, tmp_path):
    async with typing(monkeypatch, tmp_path) as (pane, pilot):
        for text in ("op:1", "op:2", "(", "op:1"):
            await press(pilot, f"type:{text}", "enter", "slash", "escape")
        await press(pilot, "type:name:x", "up")
        assert pane.bar.text == "op:1"
        await press(pilot, "up", "up")
        assert pane.bar.text == "op:2"  # the newest of both stands once, and what could not be read is not there
        await press(pilot, "down", "down")
        assert pane.bar.text == "name:x"
        await pilot.app.workers.wait_for_complete()
    async with typing(monkeypatch, tmp_path) as (pane, pilot):  # another session
        await press(pilot, "up", "up")
        assert pane.bar.text == "op:2"


async def test_a_filter_is_kept_under_a_name_offered_recalled_forgotten_and_had_again(monkeypatch, tmp_path):
    async with typing(monkeypatch, tmp_path) as (pane, pilot):
        await press(pilot, "type:latency:>1s", "enter", "s", "type:slow calls", "enter")
        assert dict(pane.kept_filters()) == {"slow calls": "latency:>1s"}
        assert pane.list.has_focus
        await press(pilot, "slash", "escape")
        assert offered(pane)[0] == "slow calls"
        await press(pilot, "type:slow", "down", "enter")
        assert pane.bar.text == "latency:>1s"
        await press(pilot, "escape", "down", "delete")
        assert dict(pane.kept_filters()) == {} and "slow calls" not in offered(pane)
        pane.action_undo()
        assert dict(pane.kept_filters()) == {"slow calls": "latency:>1s"}


async def test_columns_are_chosen_by_key_and_mouse_and_remembered(monkeypatch, tmp_path):
    async with typing(monkeypatch, tmp_path) as (pane, pilot):
        await press(pilot, "escape", "vertical_line")
        wanted, post = [], pane.post_message

        def heard(message):
            wanted.extend([message] if hasattr(message, "value") else [])
            return post(message)

        monkeypatch.setattr(pane, "post_message", heard)
        await press(pilot, "space", "down", "space", *["down"] * 4, "space")  # number, time, id
        assert wanted[-1].value == "kind method name id status took mark"
        assert "id" in pane.heads.render_line(0).text and "time" not in pane.heads.render_line(0).text
        await pilot.click(pane._menu, offset=(4, 11))
        assert (wanted[-1].key, wanted[-1].value) == ("columns", "")
        await press(pilot, "escape")
        assert pane.list.has_focus and not pane._menu.display
        assert "time" in pane.heads.render_line(0).text
