"""What bytes are as messages."""

from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from inspector.wire import jsonrpc
from inspector.wire.json import MISSING, dumps, parse
from inspector.wire.jsonrpc import Batch, Error, Malformed, Notification, Request, Result, decode, id_key, loose_id

JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["jsonrpc", "id", "method", "params", "result", "error", "code", "x"]), inner, max_size=5
        )
    ),
    max_leaves=12,
)
IDS = st.text() | st.integers()


@given(st.binary())
@example(b"\xef\xbb\xbf{}")
@example(b"\xff{")
@example(b"[[[]]]")
@example(b"[" * 100_000)
@example(b'{"jsonrpc":"2.0","id":1,"result":"\xff"}')
def test_decoding_never_raises_on_any_bytes(raw: bytes) -> None:
    assert isinstance(decode(raw), Request | Notification | Result | Error | Batch | Malformed)


@given(JSON)
def test_decoding_never_raises_on_any_json_and_what_it_gives_can_be_asked_anything(value: object) -> None:
    message = decode(dumps(value).encode())
    parts = message.messages if isinstance(message, Batch) else (message,)
    for part in parts:
        if isinstance(part, Error):
            assert isinstance(part.message, str) and (part.code is None or isinstance(part.code, int))
            assert part.data is MISSING or part.data is not None or part.error["data"] is None
        if not isinstance(part, Malformed | Notification | Batch):
            assert id_key(part.id) and (loose_id(part.id) is None or isinstance(loose_id(part.id), str))


@given(IDS, st.text(), st.dictionaries(st.text(), st.text()))
def test_what_we_say_is_read_back_as_it_was_said(id: Any, text: str, members: dict[str, str]) -> None:
    assert decode(jsonrpc.request(id, "m" + text, members)) == Request(id, "m" + text, members)
    assert decode(jsonrpc.notification("m" + text, members)) == Notification("m" + text, members)
    assert decode(jsonrpc.result(id, members)) == Result(id, members)
    error = decode(jsonrpc.error(id, -32602, text, members))
    assert isinstance(error, Error)
    assert (error.id, error.code, error.message, error.data) == (id, -32602, text, members)


def test_members_that_were_not_given_are_not_written() -> None:
    assert jsonrpc.request(1, "ping") == b'{"jsonrpc":"2.0","id":1,"method":"ping"}'
    assert jsonrpc.notification("n") == b'{"jsonrpc":"2.0","method":"n"}'
    assert jsonrpc.error(None, 1, "x") == b'{"jsonrpc":"2.0","id":null,"error":{"code":1,"message":"x"}}'


@pytest.mark.parametrize(
    ("raw", "kind", "flaw"),
    [
        (b'{"id":1,"result":{}}', Result, "has no jsonrpc member"),
        (b'{"jsonrpc":"1.0","id":1,"result":{}}', Result, "jsonrpc is not “2.0”"),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"error":null}', Result, "has a null error beside its result"),
        (b'{"jsonrpc":"2.0","id":1,"result":{},"error":{"code":1}}', Error, "has both result and error"),
        (b'{"jsonrpc":"2.0","id":null,"error":{"code":1}}', Error, "its id is null"),
        (b'{"jsonrpc":"2.0","error":{"code":1}}', Error, "has no id"),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":"E1"}}', Error, "its error code is no integer"),
        (b'{"jsonrpc":"2.0","id":1,"error":{"code":true}}', Error, "its error code is no integer"),
        (b'{"jsonrpc":"2.0","id":1,"error":"boom"}', Error, "its error is no object"),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"x"}', Request, "its id 1.5 is neither string nor integer"),
        (b'{"jsonrpc":"2.0","id":true,"method":"x"}', Request, "its id true is neither string nor integer"),
        (b'{"jsonrpc":"2.0","method":"x","params":[1]}', Notification, "params is no object"),
        (b'{"jsonrpc":"2.0","id":77,"method":"notifications/message"}', Notification, "a notification with an id"),
        (b'\xef\xbb\xbf{"jsonrpc":"2.0","id":1,"result":{}}', Result, "begins with a byte order mark"),
        (b'{"jsonrpc":"2.0","id":1,"result":"\xc3("}', Result, "byte 34 is not UTF-8"),
        (b'{"jsonrpc":"2.0","id":1,"result":NaN}', Result, "holds NaN or Infinity, which JSON has not"),
    ],
)
def test_departures_are_understood_and_named(raw: bytes, kind: type, flaw: str) -> None:
    message = decode(raw)
    assert isinstance(message, kind)
    assert flaw in message.flaws


@pytest.mark.parametrize(
    ("raw", "reason"),
    [
        (b"", "empty"),
        (b" \t\r", "empty"),
        (b"Server v1.2 listening", "not JSON: Expecting value at character 1"),
        (b"\xff\xfe", "byte 0 is not UTF-8"),
        (b"42", "JSON, but no object"),
        (b"null", "JSON, but no object"),
        (b"[]", "an empty batch"),
        (b'{"level":30}', "JSON, but no JSON-RPC message"),
        (b'{"jsonrpc":"2.0","id":1}', "neither method, nor result, nor error"),
        (b'{"jsonrpc":"2.0","result":1}', "a result without an id"),
        (b'{"jsonrpc":"2.0","method":7}', "its method is no string"),
    ],
)
def test_what_cannot_be_understood_says_why(raw: bytes, reason: str) -> None:
    message = decode(raw)
    assert isinstance(message, Malformed)
    assert message.reason == reason


def test_a_batch_of_more_than_can_be_meant_is_not_taken_apart() -> None:
    assert len(decode(b"[" + b"1," * 9_999 + b"1]").messages) == 10_000  # type: ignore[union-attr]
    assert decode(b"[" + b"1," * 10_000 + b"1]") == Malformed(
        "a batch of 10,001, of which no more than 10,000 are read"
    )


def test_a_batch_holds_each_message_and_a_batch_inside_is_marked() -> None:
    message = decode(b'[{"jsonrpc":"2.0","method":"a"},7,[{"jsonrpc":"2.0","method":"b"}]]')
    assert isinstance(message, Batch)
    assert message.messages[0] == Notification("a")
    assert [part.reason for part in message.messages[1:] if isinstance(part, Malformed)] == [
        "JSON, but no object",
        "a batch inside a batch",
    ]


@pytest.mark.parametrize(
    ("error", "code", "message"),
    [
        ('{"code": -32000, "message": null}', -32000, "null"),
        ('{"code": 1.0, "message": "x"}', 1, "x"),
        ('{"code": 1.5, "message": "x"}', None, "x"),
        ('{"code": "E1", "message": ["a"]}', None, '["a"]'),
        ("{}", None, ""),
        ('"boom"', None, "boom"),
        ("[1]", None, "[1]"),
    ],
)
def test_errors_of_any_shape_are_read_tolerantly(error: str, code: int | None, message: str) -> None:
    read = Error(1, parse(error))
    assert (read.code, read.message) == (code, message)


def test_ids_that_differ_in_type_are_different_and_yet_alike_when_asked_loosely() -> None:
    ids = [1, "1", parse("1.0"), True, None, "01", parse("9007199254740993"), parse("1e0")]
    assert len({id_key(id) for id in ids}) == len(ids)
    assert [loose_id(id) for id in ids] == ["1", "1", "1", None, None, "01", "9007199254740993", "1"]
    assert id_key(["a"]) == id_key(["a"]) != id_key(["b"])


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (jsonrpc.request(7, "tools/call", {"a": {"id": 3}}), (7, "tools/call")),
        (jsonrpc.request("x y", "tools/list"), ("x y", "tools/list")),
        (jsonrpc.request('q"', "a\\b"), ('q"', "a\\b")),
        (jsonrpc.notification("tools/list"), None),
        (jsonrpc.result(1, {"method": "x"}), None),
        (b'{"method":"m","id":1,"jsonrpc":"2.0"}', (1, "m")),
        (b'{"jsonrpc":"2.0","id":1,"method":"m","id":2}', (2, "m")),
        (b'{"jsonrpc":"2.0","id":-0,"method":"m\xff"}', (0, "m\udcff")),
        (b"rubbish", None),
        (b'{"jsonrpc":"2.0","id":1,"method":"m"', None),
    ],
)
def test_id_and_method_of_a_written_request_are_those_that_decoding_finds(raw: bytes, found: object) -> None:
    assert jsonrpc.written_request(raw) == found


def test_what_request_writes_is_not_decoded_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(jsonrpc, "decode", None)
    assert jsonrpc.written_request(jsonrpc.request(1, "tools/call", {"text": "x" * 100})) == (1, "tools/call")


@pytest.mark.parametrize("byte", [b"", b"\xff"])
def test_form_26_a_message_that_is_nested_too_deeply_is_still_one_and_carries_the_flaw(byte: bytes) -> None:
    deep = b"[" * 50_000 + b"]" * 50_000
    message = decode(b'{"jsonrpc":"2.0","id":7,"result":{"a":' + deep + b',"b":"x' + byte + b'"}}')
    assert isinstance(message, Result) and message.id == 7 and message.result["b"].startswith("x")
    assert message.flaws[-1] == "is nested too deeply to be read: what is below 320 levels is left out"
