import json
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from inspector.config.saved_calls import LARGEST_LAST, MOST_LAST, CallStore, SavedCall, read_calls, server_of
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target
from inspector.errors import InspectorError

TARGET = StdioTarget(("python", "-m", "alder"))
EXACT = '{"n":1.0,"big":123456789012345678901234567890,"e":1E5,"t":"é\\ud800"}'


def call(
    label: str = "", *, item: str = "search", arguments: str = "{}", at: float = 1.0, extra: str = ""
) -> SavedCall:
    return SavedCall("tool", item, label, arguments, at, extra)


def test_what_was_kept_is_there_in_a_later_session_with_its_digits_exact(tmp_path: Path) -> None:
    CallStore(tmp_path, TARGET).put(call(arguments=EXACT, extra='{"_meta":{"n":1.50}}'))
    CallStore(tmp_path, TARGET).put(call("nightly", arguments='{"q":"b"}'))
    store = CallStore(tmp_path, TARGET)
    assert store.last("tool", "search") == call(arguments=EXACT, extra='{"_meta":{"n":1.50}}')
    assert store.named("tool", "search") == (call("nightly", arguments='{"q":"b"}'),)
    assert store.last("prompt", "search") is None and store.named("tool", "other") == ()


def test_a_later_call_takes_the_place_of_the_one_with_its_name(tmp_path: Path) -> None:
    store = CallStore(tmp_path, TARGET)
    for at in (1.0, 2.0):
        store.put(call("a", at=at))
        store.put(call(at=at))
    assert store.named("tool", "search") == (call("a", at=2.0),)
    assert store.last("tool", "search") == call(at=2.0)
    assert len(read_calls(store.path or tmp_path).calls) == 2


def test_a_name_can_be_changed_and_a_call_be_dropped(tmp_path: Path) -> None:
    store = CallStore(tmp_path, TARGET)
    for label in ("a", "b", "C"):
        store.put(call(label, arguments=f'"{label}"'))
    store.rename(call("a", arguments='"a"'), "C")
    assert [(one.label, one.arguments) for one in store.named("tool", "search")] == [("b", '"b"'), ("C", '"a"')]
    store.remove(call("b"))
    assert [one.label for one in CallStore(tmp_path, TARGET).named("tool", "search")] == ["C"]


def test_two_sessions_with_a_server_do_not_undo_what_the_other_kept(tmp_path: Path) -> None:
    first, second = CallStore(tmp_path, TARGET), CallStore(tmp_path, TARGET)
    assert first.named("tool", "search") == second.named("tool", "search") == ()
    first.put(call("a"))
    second.put(call("b"))
    assert [one.label for one in CallStore(tmp_path, TARGET).named("tool", "search")] == ["a", "b"]


def test_only_the_owner_may_read_the_file(tmp_path: Path) -> None:
    store = CallStore(tmp_path / "calls", TARGET)
    store.put(call())
    assert store.path is not None
    assert stat.S_IMODE(store.path.stat().st_mode) == 0o600
    assert stat.S_IMODE(store.path.parent.stat().st_mode) == 0o700


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("{", "not JSON here"),
        ("[]", "no list of calls"),
        ('{"version": 2, "calls": []}', "version 2"),
        ('{"version": 1, "calls": 5}', "no list of calls"),
    ],
)
def test_a_broken_file_is_said_and_what_it_holds_is_not_overwritten(tmp_path: Path, text: str, said: str) -> None:
    store = CallStore(tmp_path, TARGET)
    assert store.path is not None
    store.path.write_text(text)
    assert store.last("tool", "search") is None
    (problem,) = store.problems
    assert said in problem.message
    store.put(call("a"))
    assert store.path.with_suffix(".unread").read_text() == text
    assert store.named("tool", "search") == (call("a"),)
    assert CallStore(tmp_path, TARGET).named("tool", "search") == (call("a"),)


@pytest.mark.parametrize(
    ("broken", "said"),
    [
        ("x", "not an object"),
        ({"kind": "room"}, "unknown kind"),
        ({"kind": "tool", "at": "now"}, "time"),
        ({"kind": "tool", "at": 1, "item": 5}, "item is not a string"),
        ({"kind": "tool", "at": 1, "item": "a", "arguments": "{"}, "not JSON"),
    ],
)
def test_a_broken_entry_leaves_the_others_in_force(tmp_path: Path, broken: object, said: str) -> None:
    store = CallStore(tmp_path, TARGET)
    assert store.path is not None
    store.put(call("a"))
    document = json.loads(store.path.read_text())
    document["calls"].insert(0, broken)
    store.path.write_text(json.dumps(document))
    file = read_calls(store.path)
    assert file.calls == (call("a"),) and said in file.problems[0].message


def test_of_the_last_calls_the_oldest_give_way_and_those_with_a_name_stay(tmp_path: Path) -> None:
    store = CallStore(tmp_path, TARGET)
    assert store.path is not None
    calls = [{"kind": "tool", "item": f"t{at}", "label": "", "arguments": "{}", "at": at} for at in range(MOST_LAST)]
    calls.append({"kind": "tool", "item": "t0", "label": "mine", "arguments": "{}", "at": -1})
    store.path.write_text(json.dumps({"version": 1, "calls": calls}))
    store.put(call(item="new", at=1e9))
    assert store.last("tool", "t0") is None and store.last("tool", "t1") is not None
    assert store.last("tool", "new") is not None and len(store.named("tool", "t0")) == 1


def test_a_very_long_call_is_kept_only_under_a_name(tmp_path: Path) -> None:
    store = CallStore(tmp_path, TARGET)
    long = json.dumps("x" * LARGEST_LAST)
    store.put(call())
    assert not store.put(call(arguments=long)) and store.last("tool", "search") is None
    assert store.put(call("long", arguments=long)) and store.named("tool", "search")[0].arguments == long


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (StdioTarget(("s", "--token", "S1"), {"A": "S2"}, None, "n"), StdioTarget(("s", "--token", "S3"))),
        (
            HttpTarget("https://u:S1@h/mcp?api_key=S2", (("Authorization", "S3"),), "auto", "n"),
            HttpTarget("https://u:S4@h/mcp?api_key=S5", (), "http+sse"),
        ),
        (DemoTarget("legacy"), DemoTarget("modern", "http+sse")),
    ],
)
def test_a_server_is_the_same_however_it_is_reached_and_no_secret_of_it_is_written(
    tmp_path: Path, one: Target, other: Target
) -> None:
    CallStore(tmp_path, one).put(call("a"))
    store = CallStore(tmp_path, other)
    assert store.named("tool", "search") == (call("a"),) and store.path is not None
    assert not any(f"S{number}" in store.path.read_text() for number in range(1, 6))


def test_servers_do_not_see_each_others_calls(tmp_path: Path) -> None:
    targets: list[Target] = [
        TARGET,
        StdioTarget(("python",)),
        StdioTarget(TARGET.command, {}, "/w"),
        HttpTarget("https://h/mcp"),
    ]
    CallStore(tmp_path, TARGET).put(call("a"))
    assert [bool(CallStore(tmp_path, each).named("tool", "search")) for each in targets] == [True, False, False, False]


def test_a_recording_keeps_no_calls(tmp_path: Path) -> None:
    target = RecordingTarget(Path("a.jsonl"))
    store = CallStore(tmp_path, target)
    store.put(call("a"))
    assert server_of(target) is None and store.named("tool", "search") == () and not list(tmp_path.iterdir())


def test_a_folder_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(InspectorError, match="was not written"):
        CallStore(tmp_path / "file", TARGET).put(call("a"))


@pytest.mark.parametrize("arguments", ['{"n":' + "9" * 5_000 + "}", '{"n":' + "[" * 20_000 + "]" * 20_000 + "}"])
def test_no_size_of_a_number_and_no_depth_loses_a_call_or_its_neighbours(tmp_path: Path, arguments: str) -> None:
    CallStore(tmp_path, TARGET).put(call("large", arguments=arguments, extra=arguments))
    CallStore(tmp_path, TARGET).put(call("later"))
    store = CallStore(tmp_path, TARGET)
    large, later = store.named("tool", "search")
    assert (large.arguments, large.extra, later.label) == (arguments, arguments, "later")
    assert store.problems == () and not list(tmp_path.glob("*.unread*"))


def test_what_could_not_be_read_again_is_refused_and_the_file_stays(tmp_path: Path) -> None:
    store = CallStore(tmp_path, TARGET)
    store.put(call("a"))
    for bad in (call("b", arguments="{"), call("b", at=float("inf")), call("b", extra="[")):
        with pytest.raises(InspectorError, match="not kept"):
            store.put(bad)
    assert [one.label for one in CallStore(tmp_path, TARGET).named("tool", "search")] == ["a"]


def test_each_file_that_could_not_be_read_is_put_aside_under_a_name_of_its_own(tmp_path: Path) -> None:
    store = CallStore(tmp_path, TARGET)
    assert store.path is not None
    for text in ("first", "second", "third"):
        store.path.write_text(text)
        store.put(call("a"))
    assert sorted(path.read_text() for path in tmp_path.glob("*.unread*")) == ["first", "second", "third"]


def test_processes_that_keep_calls_at_the_same_time_lose_none(tmp_path: Path) -> None:
    script = (
        "import sys; from pathlib import Path; from inspector.config.saved_calls import CallStore, SavedCall\n"
        "from inspector.config.target import DemoTarget\n"
        "store = CallStore(Path(sys.argv[1]), DemoTarget())\n"
        "sys.stdin.read()\n"
        "for n in range(15): store.put(SavedCall('tool', 'x', f'{sys.argv[2]}-{n}', '{}', 1.0))\n"
    )
    both = [
        subprocess.Popen([sys.executable, "-c", script, str(tmp_path), name], stdin=subprocess.PIPE) for name in "ab"
    ]
    for process in both:
        process.communicate(b"", timeout=30)
    assert [process.returncode for process in both] == [0, 0]
    assert len(CallStore(tmp_path, DemoTarget()).named("tool", "x")) == 30
