"""Old records are read back as they were: from the recording, from the archive, or with a word for what is gone."""

import asyncio

import pytest

from inspector.journal import LET_GO, Journal, Records
from inspector.journal.archive import Archive
from inspector.recording import Redactor, record_to
from inspector.wire.events import Decision, HttpRequest, Received, Record, Stderr, Unknown

SECRET = ("authorization", "Bearer s3cret-of-the-house")
TARGET = {"kind": "command", "command": ["server"]}


def event(number):
    """Every eleventh carries a secret in a header, every seventh is large, and every fifth is no text."""
    if number % 11 == 0:
        return HttpRequest(number, "POST", "http://localhost/mcp", (SECRET,))
    if number % 13 == 0:
        return Decision("retry", "tools/call", "again", "it failed", records=(number - 1,), data={"a": (1, 2.5)})
    if number % 5 == 0:
        return Received(b"\xff%d" % number + b"x" * (3000 if number % 7 == 0 else 10))
    return Received(b"%d" % number)


def journal_of(events, path=None, archive=None, told=None):
    """A journal with room for twenty records, written to `path` as the events come."""
    journal = Journal(iter(range(100_000)).__next__)
    journal.records = Records(recent=20, recent_bytes=8_000, archive=archive)
    if told is not None:
        journal.add_sink(told.extend)
    if path is not None:
        recorder = record_to(path, TARGET, redactor=Redactor())
        journal.add_sink(recorder)
        journal.keep_in(recorder.places)
    for one in events:
        journal.append(one)
        journal.flush()
    return journal


@pytest.mark.parametrize("recorded", [True, False], ids=["recorded", "not recorded"])
def test_what_has_left_memory_is_read_back_as_it_was(tmp_path, recorded):
    events = [event(number) for number in range(1, 901)]
    journal = journal_of(events, tmp_path / "r.jsonl" if recorded else None)
    records = journal.records
    assert len(records._recent) <= 20 and len(records) == 900
    whole = [Record(number, float(number), one) for number, one in enumerate(events, 1)]
    assert list(records) == whole and records == whole
    assert [records[at] for at in (0, 6, 10, 12, 500, 899, -1, -900)] == [
        whole[at] for at in (0, 6, 10, 12, 500, 899, -1, -900)
    ]
    assert records[5:5] == [] and records[3:890] == whole[3:890] and records[895:] == whole[895:]
    assert records[::300] == whole[::300]
    with pytest.raises(IndexError):
        records[900]
    with pytest.raises(IndexError):
        records[-901]


def test_secrets_that_the_recording_leaves_out_stay_readable_and_are_not_on_disk(tmp_path):
    journal = journal_of([event(number) for number in range(1, 301)], tmp_path / "r.jsonl")
    assert journal.records[10].event.headers == (SECRET,)
    assert b"s3cret" not in (tmp_path / "r.jsonl").read_bytes()


def test_when_memory_for_secrets_is_full_the_placeholder_of_the_recording_is_shown(tmp_path):
    events = [HttpRequest(number, "POST", "http://localhost/mcp", (SECRET,)) for number in range(3_000)]
    journal = journal_of(events, tmp_path / "r.jsonl", Archive(limit=6_000))
    assert journal.records.archive.let_go > 0
    assert journal.records[0].event.headers == (("authorization", "Bearer ‹secret 1›"),)
    assert journal.records[-30].event.headers == (SECRET,)


def test_without_a_recording_the_oldest_records_are_let_go_when_there_is_no_more_room_and_the_journal_says_so():
    told = []
    journal = journal_of([Stderr(b"%d" % number * 40) for number in range(9_000)], None, Archive(limit=30_000), told)
    gone = journal.records[0].event
    assert isinstance(gone, Unknown) and gone.kind == LET_GO and "not kept" in gone.fields["why"]
    said = [one.event for one in told if isinstance(one.event, Decision)]
    assert [(one.topic, one.verdict) for one in said] == [("recording", "let go")]
    assert journal.records[-1].event == Stderr(b"8999" * 40)
    assert journal.records.archive.size <= 30_000


def test_a_recording_that_is_cut_or_overwritten_meanwhile_says_so_and_gives_no_wrong_record(tmp_path):
    path = tmp_path / "r.jsonl"
    journal = journal_of([Stderr(b"%d" % number) for number in range(100)], path)
    lines = path.read_bytes().splitlines(keepends=True)
    path.write_bytes(b"".join(lines[:3]) + lines[2] + b"x" * 40 + b"\n")
    assert journal.records[0].event == Stderr(b"0")
    reasons = [one.event.fields["reason"] for one in journal.records[2:60]]
    assert reasons[0] == "another record stands there now"
    assert reasons[-1] == "the recording was cut"


def test_a_file_that_is_removed_while_it_is_written_can_still_be_read_back(tmp_path):
    journal = journal_of([Stderr(b"%d" % number) for number in range(100)], tmp_path / "r.jsonl")
    (tmp_path / "r.jsonl").unlink()
    assert [one.event.raw for one in journal.records[:3]] == [b"0", b"1", b"2"]


def test_a_device_keeps_nothing_so_the_records_stay_in_memory():
    recorder = record_to("/dev/null", TARGET)
    assert recorder.places is None
    recorder.close()


async def test_who_follows_late_reads_every_record_in_batches_that_fit_into_memory(tmp_path):
    journal = journal_of([Stderr(b"%d" % number) for number in range(25_000)], tmp_path / "r.jsonl")
    journal.seal()
    async with asyncio.timeout(30):
        batches = [batch async for batch in journal.follow()]
    assert [record.seq for batch in batches for record in batch] == list(range(1, 25_001))
    assert max(map(len, batches)) <= 10_000


def test_a_filter_reads_only_what_may_have_its_words_and_misses_nothing(tmp_path):
    said = [b'{"a": "\xc3\xa4 \\"q\\" Needle"}', b"\xff needle", b"needle", b'{"b": 1}', b"NEEDLE \x1b[1m"]
    events = [Received(said[number % 5] + b" %d" % number, http=number % 20 or None) for number in range(1, 301)]
    records = journal_of(events, tmp_path / "r.jsonl").records

    def may(*words, heads=False, among=range(200)):
        return records.saying(words, among, heads=heads)

    for word in (b"needle", b"Needle", b'"q" ', "ä".encode(), b"\x1b[1m", b"needle 7", b'"b"'):
        having = [at for at in range(200) if word.lower() in events[at].raw.lower()]
        base64 = [at for at in range(200) if events[at].raw.startswith(b"\xff")]
        assert may(word) == sorted({*having, *base64})
        assert may(word, among=range(100, 150, 7)) == [at for at in range(100, 150, 7) if at in {*having, *base64}]
        http = [at for at in range(200) if events[at].http is not None]
        assert may(word, heads=True) == sorted({*having, *base64, *http})
    assert len(may(b"nothing of the kind", b"1", among=range(300))) < 100
