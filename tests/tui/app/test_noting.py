"""Notes of a person on what is open, and a recording that somebody else writes meanwhile."""

import shutil

from inspector.config.target import RecordingTarget
from inspector.recording import open_recording, record_to
from inspector.wire.events import Note, Opened, Record, Stderr
from tests.tui.app.staging import RECORDINGS, app_on, opened_screen, press, until


async def test_a_note_is_written_changed_found_shown_and_taken_away_and_is_in_the_file(tmp_path):
    path = tmp_path / "mine.jsonl"
    shutil.copy(RECORDINGS / "library.jsonl", path)
    many = len(open_recording(path).records)
    app = app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(80, 24)) as pilot:
        screen = await opened_screen(pilot)
        await until(pilot, lambda: len(screen.model.records) == many, "the records")
        traffic = screen.desk.traffic
        await press(pilot, "3", "home", "a", *"why here?", "enter")
        noted = traffic.list.selected
        await until(pilot, lambda: traffic.list.selected.note == "why here?", "the note")
        await press(pilot, "end")
        await until(pilot, lambda: traffic.list.selected.seq > noted.seq, "another row")
        await press(pilot, "quotation_mark")
        await until(pilot, lambda: traffic.list.selected.seq == noted.seq, "back at the note")
        screen.open_record(noted.seq)
        await pilot.pause()
        assert "✎ why here?" in screen.detail.about.render_line(1).text
        await press(pilot, "a", *" twice", "enter")
        await until(pilot, lambda: "✎ why here? twice" in screen.detail.about.render_line(1).text, "the change")
        assert [screen.model.timeline.all[at].seq for at in screen.model.timeline.matches("note:twice")] == [noted.seq]
        await press(pilot, "a", "ctrl+u", "escape")
        assert screen.model.timeline.notes.of == {noted.seq: "why here? twice"}
        await press(pilot, "a", "ctrl+u", "enter")
        await until(pilot, lambda: not screen.model.timeline.notes.of, "none")
        path.chmod(0o400)
        screen.ask_note(None)
        await press(pilot, *"the whole", "enter")
    texts = [record.event.text for record in open_recording(path).records[many:]]
    assert texts[:3] == ["why here?", "why here? twice", ""]


async def test_what_somebody_else_writes_comes_into_the_open_recording_until_the_writer_is_gone(tmp_path):
    path = tmp_path / "tap.jsonl"
    with record_to(path, {"kind": "stdio", "command": ["server"]}) as recorder:
        recorder([Record(1, 0.0, Opened("stdio", command=("server",)))])
        app = app_on(RecordingTarget(path), opened=open_recording(path))
        async with app.run_test(size=(140, 45)) as pilot:
            screen = await opened_screen(pilot)
            await until(pilot, lambda: len(screen.model.records) == 1, "the first")
            screen.tell()
            assert screen.status.facts.word == "live · tap.jsonl"
            recorder([Record(2, 0.5, Stderr(b"up")), Record(3, 0.6, Note("theirs", 2))])
            await until(pilot, lambda: screen.model.timeline.notes.of == {2: "theirs"}, "what came, with its note")
            screen.ask_note(2)
            assert "Somebody is writing this recording" in screen.key_line.note  # before anything is typed in vain
            recorder.close()
            await until(pilot, lambda: "Nobody writes it any more" in screen.key_line.note, "the end")
            assert screen.key_line.note.endswith("Its connection was never closed: the writer broke off.")
            assert screen.status.facts.word.endswith(" · tap.jsonl") and "live" not in screen.status.facts.word
            screen.ask_note(2)
            await press(pilot, "ctrl+u", *"mine", "enter")
            await until(pilot, lambda: screen.model.timeline.notes.of == {2: "mine"}, "my own note")


async def test_what_was_wrong_with_a_recording_is_said_when_it_opens(tmp_path):
    path = tmp_path / "torn.jsonl"
    path.write_bytes((RECORDINGS / "library.jsonl").read_bytes()[:-5])
    app = app_on(RecordingTarget(path), opened=open_recording(path))
    async with app.run_test(size=(80, 24)) as pilot:
        await opened_screen(pilot)
        said = [one.message for one in app._notifications]
        assert len(said) == 1 and said[0].startswith("The last line of the recording is torn:")
