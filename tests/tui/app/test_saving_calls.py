"""Saved calls by keyboard alone at 80×24: what was called last comes back, and a name brings back the rest."""

import json

import pytest

from inspector.config.places import places
from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.result_data import Done
from tests.tui.app.test_calling import demo


def kept():
    """What is on disk: item and label of each kept call, with its arguments."""
    found = {}
    for path in (places().state / "calls").glob("*.json"):
        for call in json.loads(path.read_text())["calls"]:
            found[call["item"], call["label"]] = json.loads(call["arguments"])
    return found


def shown(desk):
    """What the rows above the form say."""
    return "\n".join(note.text for note in desk.workbench.notes.notes)


def labels(desk):
    """The rows of the panel."""
    return [row.label for row in desk.workbench.panel.list._all]


async def save_as(desk, name):
    await desk.press("escape", "s", f"type:{name}", "enter")
    await desk.until(lambda: not desk.workbench.is_saving, "the form again")


async def called(desk):
    await desk.press("ctrl+r")
    await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")
    await desk.press("escape")


async def test_what_was_called_last_comes_back_in_a_later_session_and_one_key_leads_to_the_defaults():
    async with demo() as desk:
        await desk.open("search_catalogue", "type:homer")
        await called(desk)
        await desk.until(lambda: ("search_catalogue", "") in kept(), "the file")
    async with demo() as desk:
        await desk.open("search_catalogue", "escape")
        assert desk.workbench.form.assembled.arguments["query"] == "homer"
        assert "As last called, today" in shown(desk)
        await desk.press("u")
        assert desk.workbench.form.assembled.arguments["query"] != "homer"
        assert shown(desk) == ""


async def test_arguments_are_saved_under_a_name_recalled_changed_and_sent():
    async with demo() as desk:
        await desk.open("search_catalogue", "ctrl+u", "type:homer")
        await save_as(desk, "greek")
        assert kept()["search_catalogue", "greek"]["query"] == "homer"
    async with demo("legacy") as desk:
        await desk.open("search_catalogue", "ctrl+u", "type:kafka")
        await desk.press("escape", "s", "down")
        assert labels(desk) == ["greek"]
        await desk.press("enter")
        assert desk.workbench.form.assembled.arguments["query"] == "homer"
        assert "“greek”, saved today" in shown(desk)
        await desk.press("enter", "s")
        assert desk.workbench.form.assembled.arguments["query"] == "homers" and shown(desk) == ""
        await desk.press("escape", "s", "down", "ctrl+r")
        await desk.until(lambda: isinstance(desk.outcome, Done), "an answer")
        assert '"query":"homer"' in desk.sent('"tools/call"')[-1]


async def test_the_name_of_what_was_recalled_stands_in_the_line_so_that_enter_saves_over_it():
    async with demo() as desk:
        await desk.open("search_catalogue", "ctrl+u", "type:homer")
        await save_as(desk, "greek")
        await desk.press("enter", "type: odyssey", "escape", "s", "enter")
        assert kept()["search_catalogue", "greek"]["query"] == "homer odyssey"
        assert [label for item, label in kept() if label] == ["greek"]


async def test_a_saved_call_is_renamed_removed_and_brought_back():
    async with demo() as desk:
        await desk.open("search_catalogue", "ctrl+u", "type:homer")
        await save_as(desk, "a")
        await save_as(desk, "b")
        await desk.press("s", "down", "e", "ctrl+u", "type:z", "enter")
        assert labels(desk) == ["b", "z"] and desk.workbench.panel.list.selected.label == "z"
        await desk.press("delete")
        assert labels(desk) == ["b"] == [label for _, label in kept()]
        await desk.press("u")
        assert labels(desk) == ["b", "z"]
        await desk.press("escape")
        assert not desk.workbench.is_saving and desk.workbench.form.has_focus_within


async def test_the_button_of_the_form_saves_too_and_esc_keeps_nothing():
    async with demo() as desk:
        await desk.open("search_catalogue", "type:homer")
        await desk.press("escape")
        desk.workbench.form.focus_buttons()
        await desk.press("right", "right", "enter")
        assert desk.workbench.is_saving
        await desk.press("type:x", "escape")
        assert not desk.workbench.is_saving and kept() == {}


async def test_another_item_has_calls_of_its_own():
    async with demo() as desk:
        await desk.open("search_catalogue", "type:homer")
        await save_as(desk, "greek")
        await desk.press("1", "escape")
        await desk.open("renew_loan", "escape", "s")
        assert labels(desk) == []


@pytest.mark.parametrize("broken", ["{", '{"version": 1, "calls": [5]}'])
async def test_a_broken_file_is_said_and_hinders_nothing(broken, monkeypatch):
    said = []
    monkeypatch.setattr(SessionScreen, "say", lambda screen, text, *_: said.append(text))
    async with demo() as desk:
        path = desk.workbench.kept.store.path
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(broken)
    async with demo() as desk:
        await desk.until(lambda: any(one.startswith("Saved calls: ") for one in said), "the sentence")
        await desk.open("search_catalogue", "type:homer")
        await save_as(desk, "greek")
        assert ("search_catalogue", "greek") in kept()


async def test_saving_is_offered_only_where_something_is_kept():
    async with demo() as desk:
        for name, words in [("search_catalogue", ["Call", "Copy as", "Save"]), ("branches", ["Read", "Copy as"])]:
            await desk.press("escape", "1", "escape", "slash", f"type:{name}", "enter")
            await desk.until(lambda name=name: desk.workbench.item and name in desk.workbench.key.wire, name)
            assert [button.label for button in desk.workbench.form.buttons.shown] == words
        assert desk.workbench.form.empty_words == desk.workbench.form.rows.fields.empty_words
        assert desk.workbench.form.rows.fields.empty_words == "Takes no arguments · ^R read"
