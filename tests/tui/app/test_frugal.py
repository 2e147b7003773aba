"""What a key costs: no layout where nothing moves, no place before anybody goes there, no form that is passed by."""

import pytest
from textual._compositor import Compositor

from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.form_view import FormView
from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged, until

LATER = ("detail", "answers", "findings", "timeline", "sessions", "connect", "compare", "twins", "choice", "held")


@pytest.fixture
def app():
    return app_on(COMMAND, bridge=staged(records_of("library")))


async def test_places_are_made_when_the_first_view_is_there_or_when_one_goes_there(app, monkeypatch):
    made = []
    make = SessionScreen.make_places

    async def make_places(screen):
        await screen.first_view.wait()
        made.extend(name for name in LATER if screen.has_place(name))

    monkeypatch.setattr(SessionScreen, "make_places", make_places)
    async with app.run_test(size=(130, 40)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, screen.first_view.is_set, "the first view")
        assert made == []
        await press(pilot, "6")
        assert screen.here == "findings" and screen.focused in screen.findings.walk_children()
        assert [name for name in LATER if screen.has_place(name)] == ["findings"]
        await make(screen)
        assert all(map(screen.has_place, LATER))
        assert screen.here == "findings"


async def test_a_key_in_the_catalogue_arranges_nothing_anew_and_one_for_help_does_so_once(app, monkeypatch):
    async with app.run_test(size=(130, 40)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: all(map(screen.has_place, LATER)), "all places")
        await press(pilot, "1", "down", "up")
        await press(pilot, "question_mark", "question_mark")
        arranged, laid_out = [], []
        arrange = Compositor._arrange_root
        monkeypatch.setattr(
            Compositor, "_arrange_root", lambda self, *a, **more: arranged.append(1) or arrange(self, *a, **more)
        )
        screen.screen_layout_refresh_signal.subscribe(screen, lambda _: laid_out.append(1), immediate=True)
        await press(pilot, "down", "up", "down")
        assert (arranged, laid_out) == ([], [])
        await press(pilot, "question_mark")
        assert len(laid_out) == 1


async def test_who_passes_by_items_waits_for_no_form_and_who_calls_calls_the_one_that_is_chosen(app, monkeypatch):
    shown, later = [], []
    show = FormView.show
    async with app.run_test(size=(130, 40)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, screen.first_view.is_set, "the first view")
        await press(pilot, "1")
        first, passed, chosen = screen.model.catalog.lists["tool"].items[:3]
        assert screen.desk.workbench.key.wire == first.wire
        monkeypatch.setattr(
            FormView, "show", lambda view, form, **more: shown.append(more["name"]) or show(view, form, **more)
        )
        monkeypatch.setattr(screen, "call_after_refresh", lambda work, *_: later.append(work) or True)
        await pilot.press("down", "down")
        await until(pilot, lambda: screen.desk.catalogue.selected.wire == chosen.wire and later, "the third")
        assert shown == [] and not app.keys_are_done
        await pilot.press("tab")
        await until(pilot, lambda: app.keys_are_done, "the end of the keys")
        assert shown[0] == chosen.label and passed.label not in shown
        assert screen.desk.workbench.key.wire == chosen.wire
