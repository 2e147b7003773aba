"""A message in the making: what is added, what is wrong, what puts it right, the usual wrong messages."""

from dataclasses import replace

import pytest

from inspector.protocol.compose.additions import additions, leave_out, switched, with_header
from inspector.protocol.compose.composition import Around, Composition, again, of_bytes, of_request, renewed, turned
from inspector.protocol.compose.templates import TEMPLATES, fitting
from inspector.protocol.compose.wrong import faults, repaired
from inspector.protocol.envelope import Speech
from inspector.wire.jsonrpc import decode

MODERN = Around(Speech("modern", "2026-07-28", {}, {"name": "i", "version": "0"}), next_id=26)
LEGACY = Around(Speech("legacy", "2025-11-25"), next_id=26)
HTTP = replace(
    MODERN,
    transport="streamable-http",
    headers=lambda mirrored: (
        ("Accept", "application/json, text/event-stream"),
        ("Content-Type", "application/json"),
        *mirrored.items(),
    ),
)


def said(made, around):
    return " ".join(one.text for one in faults(made, around))


def test_a_right_request_is_right_and_each_thing_that_is_added_can_be_left_out():
    made = of_request(MODERN, "tools/list")
    assert faults(made, MODERN) == []
    rows = {one.id: one.on for one in additions(made, MODERN)}
    assert rows == {
        "jsonrpc": True, "id": True, "version": True, "client": True, "capabilities": True, "token": False, "end": True,
        "one-line": True,
    }  # fmt: skip
    for name in ("jsonrpc", "id", "version", "client", "capabilities"):
        less = switched(made, name, MODERN)
        assert not next(one for one in additions(less, MODERN) if one.id == name).on
        assert switched(less, name, MODERN).message == made.message
    bare = made
    for name in ("version", "client", "capabilities"):
        bare = switched(bare, name, MODERN)
    assert bare.body == b'{"jsonrpc":"2.0","id":26,"method":"tools/list"}'


@pytest.mark.parametrize(
    ("text", "around", "wrong"),
    [
        ("", MODERN, "There is no message."),
        ('{"a":', MODERN, "It is not JSON"),
        ("[]", MODERN, "An empty batch"),
        ("7", MODERN, "no object"),
        ('{"jsonrpc":"2.0","id":1,"method":"tools/list"}', MODERN, "clientCapabilities is missing in _meta, a MUST."),
        ('{"id":1,"method":"ping"}', LEGACY, "jsonrpc is missing, a MUST."),
        ('{"jsonrpc":"2.0","id":null,"method":"ping"}', LEGACY, "id is null"),
        ('{"jsonrpc":"2.0","method":"ping"}', LEGACY, "id is missing"),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","params":[]}', LEGACY, "params is no object"),
        ('{"jsonrpc":"2.0","id":1,"method":"nonsense"}', LEGACY, "no method of the specification"),
        ('{"jsonrpc":"2.0","id":1,"method":"server/discover"}', LEGACY, "not in 2025-11-25"),
        ('{"jsonrpc":"2.0","id":1,"method":"ping","method":"ping"}', LEGACY, "stands twice"),
        ('{"jsonrpc":"2.0","id":1,"result":{}}', LEGACY, "answers nothing"),
        ('{"jsonrpc":"2.0","id":1,"method":"notifications/x"}', LEGACY, "A notification has an id"),
    ],
)
def test_what_is_wrong_is_said(text, around, wrong):
    assert wrong in said(Composition(text), around)


def test_what_is_nested_deeply_is_json_all_the_same_and_is_judged_and_changed_where_it_can_be():
    deep = '{"a":' * 50_000 + "1" + "}" * 50_000
    made = Composition(f'{{"jsonrpc":"2.0","id":1,"method":"ping","params":{deep}}}')
    assert "nested too deeply" in said(made, LEGACY) and "not JSON" not in said(made, LEGACY)
    id = next(one for one in additions(made, LEGACY) if one.id == "id")
    assert (id.enabled, id.value) == (True, "1")
    assert switched(made, "id", LEGACY).text == made.text.replace('"id":1,', "")


def test_an_id_in_use_is_said_with_its_record_and_a_repair_takes_the_next():
    around = replace(LEGACY, bearer=lambda id: (140, True) if id == 5 else (9, False) if id == 6 else None)
    made = Composition('{"jsonrpc":"2.0","id":5,"method":"ping"}')
    assert "record 140 waits" in said(made, around)
    assert "used by record 9" in said(Composition('{"jsonrpc":"2.0","id":6,"method":"ping"}'), around)
    assert repaired(made, around).message["id"] == 26


def test_a_repair_puts_all_right_that_can_be_and_leaves_the_rest_as_it_was_written():
    made = Composition('{"method":"tools/list", "params":{"x":1.0}}', end=b"")
    right = repaired(made, MODERN)
    assert faults(right, MODERN) == []
    assert '"x":1.0' in right.text and right.message["id"] == 26 and right.end == b"\n"


def test_headers_follow_the_message_and_can_be_left_out_changed_and_doubled():
    made = of_request(HTTP, "tools/call", '{"name":"add"}')
    assert ("Mcp-Name", "add") in made.headers(HTTP)
    assert faults(made, HTTP) == []
    less = leave_out(made, "mcp-name", HTTP)
    assert "Mcp-Name is missing, a MUST." in said(less, HTTP)
    other = with_header(made, "header:Mcp-Name", "Mcp-Name", "sub")
    assert [value for name, value in other.headers(HTTP) if name == "Mcp-Name"] == ["sub"]
    assert "Mcp-Name is “sub”, the body says “add”." in said(other, HTTP)
    twice = with_header(made, "", "mcp-name", "add")
    assert "mcp-name is there 2 times" in said(twice, HTTP)
    assert "messages go by POST" in said(switched(made, "verb", HTTP), HTTP)
    for wrong in (less, other, twice):
        assert repaired(wrong, HTTP).headers(HTTP) == made.headers(HTTP)
    assert leave_out(made, "nothing-of-ours", HTTP) is None


def test_lines_for_reading_do_not_go_out_unless_they_are_wanted():
    made = of_request(MODERN, "tools/list")
    assert "\n" in made.text and b"\n" not in made.body
    split = switched(made, "one-line", MODERN)
    assert b"\n" in split.body and "on stdio each line is a message" in said(split, MODERN)
    assert made.parcel(MODERN).lines == ((made.body, b"\n"),)
    assert replace(made, end=b"\r\n").parcel(MODERN).lines == ((made.body, b"\r\n"),)
    assert replace(made, end=b"").parcel(MODERN).lines == ((made.body, b""),)


def test_bytes_that_are_no_text_are_edited_as_bytes():
    raw = b'{"jsonrpc":"2.0","id":"\xff","method":"ping"}'
    made = of_bytes(raw)
    assert made.as_bytes and made.body == raw and turned(made) is None
    assert "is not UTF-8" in said(made, LEGACY)
    text = of_bytes(b'{"jsonrpc":"2.0","id":1,"method":"ping"}')
    other = turned(text)
    assert other.as_bytes and other.body == text.body and turned(other).body == text.body


def test_a_message_that_crossed_gets_a_fresh_id_and_token_and_an_answer_stays_as_it_was():
    raw = b'{"jsonrpc":"2.0","id":3,"method":"ping","params":{"_meta":{"progressToken":"inspector-3"},"n":1.50}}'
    made = again(raw, LEGACY, "from record 9")
    assert made.message["id"] == 26 and made.params["_meta"]["progressToken"] == "inspector-26"
    assert b'"n":1.50' in made.body
    later = renewed(made, replace(LEGACY, next_id=27))
    assert later.message["id"] == 27
    kept = later.with_text(later.text.replace("27", "3", 1))
    assert renewed(kept, replace(LEGACY, next_id=28)) == kept
    answer = b'{"jsonrpc":"2.0","id":3,"result":{}}'
    assert again(answer, LEGACY, "").body == answer


@pytest.mark.parametrize("around", [MODERN, LEGACY, HTTP, replace(HTTP, speech=LEGACY.speech)])
def test_each_template_is_wrong_in_what_it_is_about(around):
    harmless = {
        "unknown-tool",
        "unknown-resource",
        "bad-cursor",
        "missing-capability",
        "progress-unknown",
        "initialize",
    }
    names = {one.name for one in fitting(around)}
    assert (
        {"unknown-method", "bad-cursor", "not-json", "batch", "duplicate-id"}
        <= names
        <= {one.name for one in TEMPLATES}
    )
    for one in fitting(replace(around, last_id="1", bearer=lambda id: (3, False) if id == 1 else None)):
        here = replace(around, last_id="1", bearer=lambda id: (3, False) if id == 1 else None)
        made = one.composed(here)
        assert made.source == one.title and one.expects.endswith(".") and one.clause
        ordinary = one.name in harmless or (one.name in ("no-session", "unknown-session") and not faults(made, here))
        assert ordinary or faults(made, here) or made.headers(here) != replace(made, own=()).headers(here), one.name


def test_the_template_of_a_duplicate_id_has_one_that_was_used():
    around = replace(LEGACY, last_id="7", bearer=lambda id: (3, False) if id == 7 else None)
    made = next(one for one in TEMPLATES if one.name == "duplicate-id").composed(around)
    assert decode(made.body).id == 7 and "used by record 3" in said(made, around)
