import json
from types import SimpleNamespace

import pytest

from inspector.config.target import DemoTarget, RecordingTarget
from inspector.recording.redaction import Redactor
from inspector.tui.kept import Filled, KeptCalls, filled_of, without_secrets
from inspector.wire.json import MISSING, dumps, parse

PLAIN = {"progress token": "ours"}


@pytest.fixture
def kept(tmp_path, monkeypatch):
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path))
    bridge = SimpleNamespace(target=DemoTarget(), redactor=Redactor(headers=[("Authorization", "Bearer harbour-4711")]))
    return KeptCalls(lambda: bridge)


def test_the_last_call_is_kept_without_what_its_names_say_is_secret_and_one_with_a_name_whole(kept):
    arguments = {"user": "ada", "password": "tide-77x", "deep": {"apiKey": "k-1234567", "n": 1}, "list": [1, 2]}
    last = kept.written("tool", "login", "", Filled(arguments, PLAIN))
    assert json.loads(last.arguments) == {"user": "ada", "deep": {"n": 1}, "list": [1, 2]}
    assert json.loads(kept.written("tool", "login", "mine", Filled(arguments, PLAIN)).arguments) == arguments


def test_what_the_session_knows_to_be_a_secret_is_not_kept_under_any_name_of_a_member(kept):
    last = kept.written("tool", "t", "", Filled({"note": "use harbour-4711", "ok": 1, "l": ["harbour-4711"]}, PLAIN))
    assert json.loads(last.arguments) == {"ok": 1}


def test_digits_come_back_as_they_were(kept):
    text = '{"n":1.0,"big":123456789012345678901234567890,"e":1E5,"password":"tide-77x"}'
    call = kept.written("tool", "t", "", Filled(parse(text), PLAIN))
    assert dumps(filled_of(call).arguments) == '{"n":1.0,"big":123456789012345678901234567890,"e":1E5}'


def test_what_went_beside_the_arguments_comes_back_too(kept):
    beside = {"progress token": "a text", "its value": "t-1", "_meta": parse('{"com.example/a":[1.50]}')}
    call = kept.written("prompt", "p", "", Filled({}, beside))
    assert filled_of(call).beside == beside and "1.50" in call.extra
    assert kept.written("prompt", "p", "", Filled({}, PLAIN)).extra == ""


@pytest.mark.parametrize(
    ("value", "redacted", "left"),
    [
        ("a", "‹secret 1›", MISSING),
        ([1, "a"], [1, "‹secret 1›"], MISSING),
        ({"a": ["x"], "b": 1}, {"a": ["‹secret 1›"], "b": 1}, {"b": 1}),
        (12345678, "‹secret 1›", MISSING),
        (True, 1, MISSING),
    ],
)
def test_the_nearest_member_goes_with_its_secret(value, redacted, left):
    assert without_secrets(value, redacted) == left


def test_a_recording_and_no_session_keep_nothing():
    bridge = SimpleNamespace(target=RecordingTarget("a.jsonl"))
    assert KeptCalls(lambda: None).store is None and KeptCalls(lambda: bridge).store is None
    assert KeptCalls(lambda: None).last("tool", "a") is None and KeptCalls(lambda: None).named("tool", "a") == ()
