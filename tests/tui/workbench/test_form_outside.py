"""A value in the person's own editor: a script stands for it, and the terminal is lent to nobody."""

import asyncio
import signal
import stat
import sys
from contextlib import contextmanager

import pytest
from textual.app import App

from inspector.forms.form import form_of
from inspector.tui.widgets.form_view import FormView

SCHEMA = {
    "type": "object",
    "properties": {"isbn": {"type": "string"}, "tags": {"type": "array", "items": {"type": "string"}}},
}


@pytest.fixture
def form():
    return FormView()


@pytest.fixture
def editor(monkeypatch, tmp_path):
    """Gives `editor(code)`: a command for `VISUAL` whose script has the path in `path` and its text in `text`."""
    monkeypatch.setattr(App, "suspend", contextmanager(lambda app: (yield)))
    monkeypatch.delenv("EDITOR", raising=False)

    def make(code):
        script = tmp_path / "editor script.py"
        script.write_text(f"import os, sys\npath = sys.argv[1]\ntext = open(path).read()\n{code}\n")
        monkeypatch.setenv("VISUAL", f"{sys.executable} '{script}'")

    return make


async def opened(pilot, form, path, arguments):
    form.show(form_of(SCHEMA), name="reserve_book")
    form.load(arguments)
    await pilot.pause()
    assert form.focus_field(path)
    await pilot.pause()


async def edited(app, pilot, key="v"):
    await pilot.press(key)
    await app.workers.wait_for_complete()
    await pilot.pause()


async def test_the_text_of_a_field_goes_to_the_editor_and_comes_back_as_one_change(hosted, form, editor, screen_text):
    editor("open(path, 'w').write(text + '-140449\\n')")
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, "/isbn", {"isbn": "978"})
        await edited(app, pilot, "ctrl+g")
        assert form.draft.arguments() == {"isbn": "978-140449"}
        assert "978-140449" in screen_text(app)[0] and "Taken from the editor" in "\n".join(screen_text(app))
        await pilot.press("ctrl+z")
        await pilot.pause()
        assert form.draft.arguments() == {"isbn": "978"}


async def test_an_array_is_edited_as_json_in_a_file_that_only_its_owner_reads_and_that_is_gone_then(
    hosted, form, editor, tmp_path
):
    editor(
        f"open({str(tmp_path / 'seen')!r}, 'w').write(f'{{path}} {{os.stat(path).st_mode}} "
        f"{{os.stat(os.path.dirname(path)).st_mode}}')\n"
        "open(path, 'w').write(text.replace('a', 'b'))"
    )
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, "/tags", {"tags": ["a"]})
        await pilot.press("escape")
        await edited(app, pilot)
        assert form.draft.arguments() == {"tags": ["b"]}
    path, mode, folder = (tmp_path / "seen").read_text().split()
    assert path.endswith(".json") and (stat.S_IMODE(int(mode)), stat.S_IMODE(int(folder))) == (0o600, 0o700)
    assert not await asyncio.to_thread(lambda: __import__("os").path.exists(path))


async def test_the_whole_is_edited_from_its_json_and_text_that_is_none_is_kept(hosted, form, editor):
    editor("open(path, 'w').write('{\"isbn\": 5')")
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, "/isbn", {"isbn": "978"})
        await pilot.press("escape", "t")
        await edited(app, pilot, "ctrl+g")
        assert form.editor.text == '{"isbn": 5' and "not JSON" in form.editor.verdict
        await pilot.press("end", "}")
        await pilot.pause()
        assert form.draft.arguments() == {"isbn": 5}


@pytest.mark.parametrize(
    ("code", "told"),
    [
        ("sys.exit(3)", "exited with code 3; nothing was changed"),
        ("open(path, 'w').write('lost'); sys.exit(1)", "exited with code 1; nothing was changed"),
        ("os.kill(os.getpid(), 15)", "was ended by signal 15; nothing was changed"),
        ("pass", "Nothing was changed."),
        ("open(path, 'w').write(text + '\\n')", "Nothing was changed."),
        ("os.remove(path)", "nothing was changed"),
    ],
)
async def test_nothing_is_lost_when_the_editor_fails_or_changes_nothing(hosted, form, editor, screen_text, code, told):
    editor(code)
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, "/isbn", {"isbn": "978"})
        before = form.draft
        await pilot.press("escape")
        await edited(app, pilot)
        assert form.draft is before and told in "\n".join(screen_text(app))


@pytest.mark.parametrize(
    ("line", "told"),
    [
        ("", "There is no editor: neither VISUAL nor EDITOR is set."),
        ("no-such-editor-here", "no-such-editor-here could not be started"),
        ("vi 'x", "a quote is left open"),
    ],
)
async def test_without_an_editor_that_is_said(hosted, form, editor, monkeypatch, screen_text, line, told):
    monkeypatch.setenv("VISUAL", line)
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, "/isbn", {"isbn": "978"})
        await pilot.press("escape")
        await edited(app, pilot)
        assert told in "\n".join(screen_text(app)) and form.draft.arguments() == {"isbn": "978"}


async def test_a_terminal_that_cannot_be_lent_is_said(hosted, form, monkeypatch, screen_text):
    monkeypatch.setenv("VISUAL", "true")
    async with hosted(form) as (app, pilot):
        await opened(pilot, form, "/isbn", {"isbn": "978"})
        await pilot.press("escape")
        await edited(app, pilot)
        assert "cannot be lent to an editor" in "\n".join(screen_text(app))


async def test_ctrl_c_in_the_terminal_ends_the_editor_and_not_us(hosted, form, editor, screen_text):
    editor(
        "import signal, time\nos.kill(os.getppid(), signal.SIGINT)\nos.kill(os.getpid(), signal.SIGINT)\ntime.sleep(60)"
    )
    told = []
    async with hosted(form) as (app, pilot):
        loop = asyncio.get_running_loop()
        loop.add_signal_handler(signal.SIGINT, lambda: told.append("ended"))
        try:
            await opened(pilot, form, "/isbn", {"isbn": "978"})
            await pilot.press("escape")
            await edited(app, pilot)
            assert not told and "nothing was changed" in "\n".join(screen_text(app))
            signal.raise_signal(signal.SIGINT)
            while not told:
                await asyncio.sleep(0)
        finally:
            loop.remove_signal_handler(signal.SIGINT)
