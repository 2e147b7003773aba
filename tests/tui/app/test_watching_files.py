"""Files change while a server is connected: it starts again, the last call is repeated, what changed is told."""

import json
import sys
from pathlib import Path

from inspector.config.target import StdioTarget
from inspector.config.watched import Watched
from inspector.tui.widgets.watch_words import report_words
from inspector.wire.events import Decision
from tests.servers.stdio_driving import NO_DISCOVER
from tests.tui.app.staging import app_on, opened_screen, press, until

SCRIPTED = Path(__file__).parents[2] / "servers" / "stdio_scripted.py"
STARTS = f"import runpy, sys; sys.argv = ['s', open(sys.argv[1]).read()]; runpy.run_path({str(SCRIPTED)!r})"


def answer(**result):
    return {"jsonrpc": "2.0", "id": "$id", "result": result}


def server(*tools, text="1", call=None):
    info = {"name": "s", "version": "1"}
    return [
        NO_DISCOVER,
        {
            "on": "initialize",
            "reply": answer(protocolVersion="2025-11-25", capabilities={"tools": {}}, serverInfo=info),
        },
        {"on": "tools/list", "reply": answer(tools=[{"name": name, "inputSchema": schema} for name, schema in tools])},
        {"on": "tools/call", "reply": answer(content=[{"type": "text", "text": text}])} | (call or {}),
    ]


FREE = {"type": "object", "properties": {"n": {"type": "integer"}}}
STRICT = FREE | {"required": ["n"]}


def told(screen):
    """What the row says, the time left out."""
    report = screen.watching.report
    words = report_words("rules.json", report.stage, None, report.offers, report.answer, report.fault)
    return "".join(text for text, _ in words).replace(" · started again in 0.0 ms", "")


async def test_a_change_restarts_repeats_and_tells_what_changed_whatever_the_server_does(tmp_path):
    rules = tmp_path / "rules.json"
    rules.write_text(json.dumps(server(("a", FREE))))
    watched = Watched([rules])
    app = app_on(StdioTarget((sys.executable, "-c", STARTS, str(rules))), watched=watched)
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)

        async def changed(rules_now, stage):
            count = screen.watching.count
            rules.write_text(rules_now if isinstance(rules_now, str) else json.dumps(rules_now))
            await until(
                pilot, lambda: screen.watching.count > count and screen.watching.report.stage == stage, f"it is {stage}"
            )
            await pilot.pause()
            return told(screen)

        await until(pilot, lambda: screen.desk.workbench.item is not None, "the tool")
        assert "rules.json is watched" in screen.watch_line.text
        assert screen.status.facts.watch == "watches rules.json"
        await press(pilot, "ctrl+r")
        await until(pilot, lambda: not screen.desk.running and screen.desk.repeated.op is not None, "the answer")

        # Another answer, and another offer that breaks who calls it.
        assert await changed(server(("a", STRICT), ("b", FREE), text="2"), "done") == (
            "rules.json changed · a answers otherwise, 1 difference · offers: 1 new, 1 changed (1 breaking)"
        )
        assert screen.status.facts.watch == "watches rules.json ×1"
        (why,) = (r.event for r in screen.model.records if isinstance(r.event, Decision) and r.event.topic == "watch")
        assert (why.verdict, why.because.partition(".json ")[2][:8]) == ("started again", "changed.")
        await press(pilot, "escape", "W")
        page = "\n".join(screen.changes.page.draw(at, 80).text.rstrip() for at in range(screen.changes.page.line_count))
        assert "added tool b" in page and "inputSchema.required breaking" in page
        assert '-         "text": "1"' in page and '+         "text": "2"' in page
        before, after = screen.watching.report.answer.before, screen.watching.report.answer.after
        await press(pilot, "enter")
        assert (screen.here, screen.compare.seqs) == ("compare", (before, after))
        await press(pilot, "escape", "escape")

        # It does not start: the card says why, and the next change tries again and compares with what was last.
        assert await changed("no JSON", "failed") == (
            "rules.json changed · The server ended before it answered. The next change tries again."
        )
        assert "json.decoder.JSONDecodeError" in screen.watch_line.text
        assert screen.desk.is_dead
        assert await changed(server(("a", FREE), text="2"), "done") == (
            "rules.json changed · a answers the same · offers: 1 gone, 1 changed (1 breaking)"
        )

        # It stalls in the repeated call, and gives way to the next change; the tool is gone after that.
        waits = server(("a", FREE), call={"delay_ms": 60_000})
        assert (await changed(waits, "calling")).startswith("rules.json changed · a is called again")
        assert await changed(server(("b", FREE)), "done") == (
            "rules.json changed · a is not offered any more · offers: 1 new, 1 gone (1 breaking)"
        )
        cancelled = [r.event.because for r in screen.model.records if getattr(r.event, "topic", "") == "cancel"]
        assert [one.partition(";")[0] for one in cancelled] == ["The server is started again, since its files changed"]

        # What was disconnected on purpose stays so.
        await press(pilot, "D")
        await until(pilot, lambda: screen.model.session.status.state == "disconnected", "the end")
        rules.write_text(json.dumps(server(("c", FREE))))
        await until(pilot, lambda: "R connects again" in screen.key_line.note, "that it is told")
        assert screen.watching.count == 5
