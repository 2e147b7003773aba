"""Two sessions beside each other in the app: compared, and sent again to a server, by keys."""

from inspector.config.places import places
from inspector.config.target import DemoTarget, RecordingTarget
from inspector.recording import open_recording
from inspector.tui.commands import InspectorCommands
from inspector.tui.screens.wishes import SendAgain
from inspector.tui.widgets.twin_list import TwinRow
from tests.tui.app.staging import RECORDINGS, app_on, opened_screen, press, until

LIBRARY = RECORDINGS / "library.jsonl"
CHANGES = (("renew_loan", "extend_loan"), ("main desk", "side door"))


def recorded(*names):
    """Copies of the library's recording where the program keeps them; all but the first are changed."""
    folder = places().recordings
    folder.mkdir(parents=True, exist_ok=True)
    text = LIBRARY.read_text()
    for number, name in enumerate(names):
        for old, new in CHANGES if number else ():
            text = text.replace(old, new)
        (folder / name).write_text(text)
    return [folder / name for name in names]


def told(screen):
    return " ".join(text for text, _ in screen.twins.rule.content.facts)


async def test_a_recording_is_compared_with_another_by_keys_difference_by_difference_and_cancelled(home):
    before, after = recorded("before.jsonl", "after.jsonl")
    app = app_on(RecordingTarget(after), opened=open_recording(after))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        await press(pilot, "C")
        await until(pilot, lambda: screen.choice.rows.selected, "the recordings")
        assert [row.path for row in screen.choice.rows._rows] == [str(before)]
        await press(pilot, "enter")
        await until(pilot, lambda: told(screen) == "1 breaking 1 of 7 answers not equal", "what differs")
        twins = screen.twins
        assert "before.jsonl" in twins.heads.text and "after.jsonl" in twins.heads.text
        seen = []
        for _ in range(3):
            seen.append((twins.list.selected.name, twins.where.text.split()[0]))
            await press(pilot, "n")
        text = "$.result.content[0].text"
        assert seen == [("renew_loan", "$"), ("extend_loan", "$"), ("reserve_book", text)]
        assert twins.list.selected.name == "renew_loan"  # round the end
        await press(pilot, "p", "enter")
        assert twins.view.has_focus and twins.list.selected.name == "reserve_book"
        assert any("side door" in twins.view.render_line(y).text for y in range(twins.view.size.height))
        await press(pilot, "enter")
        assert screen.here == "detail"
        await press(pilot, "escape", "escape", "slash", "type:lend", "enter")
        assert screen.here == "twins" and [row.name for row in twins.list._rows if isinstance(row, TwinRow)][:1] == [
            "lend_book"
        ]
        await press(pilot, "escape", "r")
        await until(pilot, lambda: "breaking" in told(screen), "the same once more")
        await press(pilot, "escape")
        assert screen.here == "desk"
        words = [command.words for command in InspectorCommands(screen)._first()]
        assert {"Compare with the last recording of this server", "Send this recording again to a server"} <= {*words}


async def test_marked_requests_of_a_recording_are_sent_to_a_server_and_one_of_them_once_more_there(home):
    _, file = recorded("before.jsonl", "after.jsonl")
    app = app_on(RecordingTarget(file), opened=open_recording(file))
    async with app.run_test(size=(140, 45)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: screen.model.records, "the records")
        await press(pilot, "3")
        for seq in (18, 75):
            screen.desk.traffic.show_record(seq)
            await press(pilot, "m")
        await press(pilot, "r")
        await until(pilot, lambda: screen.here == "connect", "the servers")
        screen.connect_place.focus()
        await until(pilot, lambda: screen.connect_place._targets.groups, "the demo")
        await press(pilot, "type:--demo", "enter")
        await until(
            pilot, lambda: app.screen is not screen and told(app.screen) == "1 of 2 answers not equal", "answers"
        )
        live = app.screen
        assert live.here == "twins" and isinstance(live.target, DemoTarget)
        assert live.twins.list.selected.name == "reserve_book"
        assert not live.answers.waiting  # what the server asked was answered as it was recorded
        first = live.twins._record(live.twins.list.selected)
        await press(pilot, "enter", "enter")
        assert live.here == "detail" and live.detail.seq == first
        await press(pilot, "r")
        await until(pilot, lambda: live.here == "twins" and live.twins.names.first != file.name, "it is begun")
        live.post_message(SendAgain(places().recordings / "none.jsonl"))
        await until(pilot, lambda: any("There is no recording" in text for text, _ in live.twins.list.sentence), "why")
