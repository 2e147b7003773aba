"""As what a record can be copied, and that its secrets are in it only if they are asked for."""

import ast
import json
import shlex
from types import SimpleNamespace

import pytest

from inspector.client import Options
from inspector.config.target import HttpTarget, StdioTarget
from inspector.recording.plan import redactor_of
from inspector.tui.model import Model
from inspector.tui.record_copies import LARGEST, RecordCopies
from inspector.wire import events
from tests.tui.detail.sessions import SECRET, reserved, stray, web

HTTP = HttpTarget("https://alder.example/mcp", (("Authorization", SECRET),))
STDIO = StdioTarget(("alder", "--token", "S1-very-secret"), {"API_KEY": "S2-very-secret"})


def copies(journal, seq, target=STDIO):
    """The copies of a record, by their keys."""
    model = Model()
    model.feed(journal.records)
    bridge = SimpleNamespace(
        target=target, opened=None, redactor=redactor_of(target), options=Options(), insecure=False, is_replay=False
    )
    return {one.key: one.text for one in RecordCopies(model, lambda: bridge)(seq)}


@pytest.mark.parametrize("seq", [2, 3, 4, 5])
def test_each_part_of_an_exchange_over_http_is_copied_as_the_request_that_it_belongs_to(seq):
    found = copies(web(), seq, HTTP)
    assert {"c", "i", "h", "k", "m"} <= found.keys()
    words = shlex.split(found["c"](True))
    assert "https://alder.example/mcp" in words and f"Authorization: {SECRET}" in words
    assert json.loads(words[words.index("--data-raw") + 1])["params"]["name"] == "reserve_book"
    ast.parse(found["h"](True))
    assert "Authorization" in found["h"](True) and "reserve_book" in found["k"](True)
    assert shlex.split(found["i"](True))[:3] == ["inspector", "call", "reserve_book"]


def test_a_secret_is_left_out_of_every_copy_unless_it_is_asked_for():
    key = SECRET.removeprefix("Bearer ")
    found = copies(web(), 5, HTTP)
    assert not any(key in make(False) for make in found.values())
    assert {name for name, make in found.items() if key in make(True)} == set("cihkm")
    found = copies(reserved(), 5)
    assert "c" not in found and "h" not in found
    assert not any("very-secret" in make(False) for make in found.values())
    assert {name for name, make in found.items() if "S2-very-secret" in make(True)} == set("ik")


def test_a_message_is_one_line_with_its_digits_or_json_over_several():
    found = copies(stray(b'{"jsonrpc":"2.0","id":9,"result":{"n":1.0,"password":"hush-hush"}}'), 4)
    assert '"n":1.0' in found["l"](True) and "hush-hush" in found["l"](True)
    assert "hush-hush" not in found["l"](False) and "\n" not in found["l"](False)
    assert found["j"](True).startswith('{\n  "jsonrpc": "2.0",')


def test_what_is_no_message_is_copied_as_the_text_that_it_is():
    found = copies(stray(b"a \xff line"), 4)
    assert set(found) == {"l", "m"} and found["l"](False) == "a \\xff line"
    assert "a \\xff line" in found["m"](False)


def test_what_no_clipboard_takes_is_not_offered():
    assert copies(stray(b"x" * (LARGEST + 1)), 4) == {}


def test_the_headers_that_the_person_gave_are_known_as_theirs():
    model = Model()
    model.feed(web().records)
    bridge = SimpleNamespace(target=HTTP, opened=None, redactor=redactor_of(HTTP))
    shown = RecordCopies(model, lambda: bridge).mask_headers(model.detail(3).http.request_headers)
    assert {one.name: one.whose for one in shown} == {"Authorization": "you", "mcp-method": "us", "x-odd": ""}


def test_a_bug_report_says_who_spoke_what_crossed_and_what_is_wrong():
    report = copies(web(), 5, HTTP)["m"](False)
    assert "over streamable-http" in report and "- target: `https://alder.example/mcp`" in report
    assert "## `tools/call` `reserve_book` (records 3, 5)" in report
    assert "Authorization: Bearer ‹secret 1›" in report and "## Findings" in report
    journal = reserved()
    journal.add(events.Stderr(b"one line"))
    assert "one line" in copies(journal, len(journal.records))["m"](False)
