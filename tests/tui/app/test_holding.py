"""Messages are held on their way: in a place of their own, which holds up nothing else."""

from types import SimpleNamespace

from inspector.client import Options
from inspector.config.faults import rules_of
from inspector.config.target import StdioTarget
from inspector.tui.screens.holding import HELD_WORDS
from inspector.tui.widgets.held_rows import FaultRow, HeldRow
from inspector.wire.events import Decision
from inspector.wire.json import dumps
from tests.servers.stdio_driving import command
from tests.tui.app import test_pictures as others
from tests.tui.app.staging import app_on, opened_screen, press, until
from tests.tui.app.test_watching_files import FREE, server

picture = others.picture
RULES = """
[[rule]]
match = "method:tools/call dir:in"
action = "edit"
replace = { '"1"' = '"edited by the rule"' }
enabled = false
"""


def told(screen):
    """What the records say of it, each in a word."""
    found = (one.event for one in screen.model.records if isinstance(one.event, Decision))
    return [one.verdict for one in found if one.topic == "interference"]


async def test_what_fits_is_held_and_passed_edited_dropped_delayed_or_answered_by_keys():
    target = StdioTarget(command(*server(("a", FREE))))
    app = app_on(target, options=Options(faults=rules_of(RULES, "f"), timeout=0.5))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.desk.workbench.item is not None, "the tool")

        async def call(*, held=True):
            screen.go("desk")
            screen.desk.run()
            if held:
                await until(pilot, lambda: screen.bridge.holding.waiting == 1, "what is held")
                await press(pilot, "I")

        async def done():
            await until(pilot, lambda: not screen.desk.running, "the answer")
            await pilot.pause()

        # A filter that is none is said; one that is holds from then on, and the clock of the call stands still.
        await press(pilot, "I", "slash", "ctrl+u", "type:metod:x", "enter")
        assert "no filter" in screen.key_line.note
        await press(pilot, "slash", "ctrl+u", "type:kind:req method:tools/call", "enter")
        assert screen.bridge.holding.holding == "kind:req method:tools/call"
        await call(held=False)
        await until(pilot, lambda: screen.bridge.holding.waiting == 1, "what is held")
        await until(pilot, lambda: screen.model.operations.all, "the call")
        [running] = screen.model.operations.all.values()
        await until(pilot, lambda: screen.held_words(running) == HELD_WORDS, "that the clock says so")
        assert ("⚑1", "waiting") in screen.places.places[-1].badges
        await press(pilot, "I", "enter")
        await done()

        # Edited as one line again; answered in its stead; delayed; dropped.
        await call()
        await press(pilot, "e")
        screen.held.area.load_text(screen.held.area.text.replace('"a"', '"b"'))
        await press(pilot, "ctrl+r")
        await done()
        await call()
        await press(pilot, "a", "ctrl+r")
        await done()
        await call()
        await press(pilot, "d", "ctrl+u", "type:0.01", "enter")
        await done()
        await call()
        await press(pilot, "x")
        await done()  # by its time, which begins when it is let go
        assert told(screen) == [
            *("switched on", "held on purpose", "let go"),
            *("held on purpose", "edited on purpose"),
            *("held on purpose", "answered on purpose, in the server's stead"),
            *("held on purpose", "delayed 0.01 s on purpose"),
            *(one for one in told(screen) if one.startswith("arrives")),
            *("held on purpose", "dropped on purpose"),
        ]
        edited = next(
            one.event.data["became"][0]
            for one in screen.model.records
            if isinstance(one.event, Decision) and one.event.verdict == "edited on purpose"
        )
        assert '"name":"b"' in edited
        assert "\n" not in edited

        # No more is held; a rule is switched on, and off again.
        await press(pilot, "u")
        assert screen.bridge.holding.holding == ""
        await press(pilot, "space")
        await call(held=False)
        await done()
        [rule] = screen.bridge.holding.rules
        assert (rule.on, rule.applied) == (True, 1)
        await press(pilot, "I", "space")
        assert told(screen)[-1] == "switched off"
        await press(pilot, "escape")
        assert screen.here == "desk"


CALL = {"name": "search_catalogue", "arguments": {"query": "idiot", "sort": "catalogue", "limit": 10}}
HELD = (
    HeldRow(
        *(1, 219.3, "out", "req", "tools/call", "search_catalogue", "31"),
        dumps({"jsonrpc": "2.0", "id": 31, "method": "tools/call", "params": CALL}),
        *(604, "Your hold filter holds it"),
    ),
    HeldRow(2, 223.1, "in", "ask", "elicitation/create", "", "7", "{}", 311, "Your hold filter holds it"),
    HeldRow(3, 224.0, "in", "res", "resources/list", "", "30", "{}", 2140, "F, rule 1 delays it", 230.4),
)
FAULTS = (
    FaultRow(1, "“a slow catalogue”", "delay", "method:resources/list", "in", True, 3, 1),
    FaultRow(2, "rule 2", "status", "method:tools/call", "out", False, 0, 0),
)


@others.both((others.SMALL, "paper"), (others.LARGE, "paper"))
async def test_held(picture, size, theme):
    async with picture("held", others.library(theme), size) as pilot:
        screen = pilot.app.screen
        screen.bridge.holding = SimpleNamespace(
            possible=True,
            held=HELD,
            rules=FAULTS,
            holding="method:tools/call or kind:ask",
            waiting=2,
            holds_of=lambda op: False,
        )
        screen.tell()
        await press(pilot, "I")
