"""The calls that are kept for a server: what each item was last called with, and arguments saved under names.

One file a server, named by a digest of what the server is, readable by its owner only:

    {"version": 1, "server": {…}, "calls": [{"kind": "tool", "item": "search", "label": "", "arguments": "{…}",
                                             "extra": "{…}", "at": 1767225600.0}]}

`label` is empty for what was called last. `arguments` and `extra` are JSON in a string, so that each digit stays as it
was; `extra` is there only if the call had something beside its arguments. What may be kept is the caller's decision.
"""

import hashlib
import json
import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from threading import Lock
from typing import Any, Final, Literal, get_args

from inspector.config.changing import locked, put_aside
from inspector.config.files import read_text, whole_number, write_atomically
from inspector.config.problems import Problem
from inspector.config.target import DemoTarget, HttpTarget, RecordingTarget, StdioTarget, Target
from inspector.config.target_json import to_json
from inspector.errors import InspectorError

VERSION: Final = 1
MOST_LAST: Final = 200
"""So many items keep what they were last called with; the oldest gives way. What has a name is never dropped."""
LARGEST_LAST: Final = 100_000
"""Characters of arguments that are kept without a name: the file is read and written whole."""

Kind = Literal["tool", "prompt", "template"]


@dataclass(frozen=True, slots=True)
class SavedCall:
    """Arguments of one item, as JSON text; `label` is empty for the last ones, `at` in seconds since 1970.

    `extra` is JSON text of what went beside the arguments, empty for nothing.
    """

    kind: Kind
    item: str
    label: str
    arguments: str
    at: float
    extra: str = ""

    @property
    def key(self) -> tuple[Kind, str, str]:
        """What there is one of."""
        return self.kind, self.item, self.label


@dataclass(frozen=True, slots=True)
class CallsFile:
    """What was read, and what could not be."""

    calls: tuple[SavedCall, ...]
    problems: tuple[Problem, ...]


def server_of(target: Target) -> dict[str, Any] | None:
    """What a target is, apart from how it is reached: the same for each of its labels, transports, headers and
    secrets. None for a recording, which is no server."""
    shape = to_json(target)
    match target:
        case StdioTarget():
            return {"kind": "stdio", "command": shape["command"], "cwd": shape["cwd"]}
        case HttpTarget():
            return {"kind": "http", "url": shape["url"]}
        case DemoTarget():
            return {"kind": "demo"}
        case RecordingTarget():
            return None


def read_calls(path: Path) -> CallsFile:
    """The calls of a file; none if there is no file. A bad file or entry is a problem, and the other entries count."""
    text = read_text(path, absent="")
    if isinstance(text, Problem):
        return CallsFile((), (text,))
    if not text:
        return CallsFile((), ())
    try:
        document = json.loads(text, parse_int=whole_number)
    except json.JSONDecodeError as error:
        return CallsFile((), (Problem(path, error.lineno, f"It is not JSON here: {error.msg}.", error.colno),))
    except (ValueError, RecursionError) as error:
        return CallsFile((), (Problem(path, None, f"It is not JSON that can be read: {error}."),))
    if not isinstance(document, dict) or not isinstance(document.get("calls"), list):
        return CallsFile((), (Problem(path, 1, "It has no list of calls."),))
    if document.get("version") != VERSION:
        message = f"It has version {document.get('version')!r}; this program reads version {VERSION}."
        return CallsFile((), (Problem(path, 1, message),))
    calls: dict[tuple[Kind, str, str], SavedCall] = {}
    problems = []
    for number, entry in enumerate(document["calls"]):
        try:
            call = _from_json(entry)
        except ValueError as error:
            problems.append(Problem(path, None, f"Call {number + 1} cannot be used: {error}."))
        else:
            calls[call.key] = call
    return CallsFile(tuple(calls.values()), tuple(problems))


class CallStore:
    """The kept calls of one server. The file is read when something is first asked, and again before each change,
    for other sessions with the same server write it too. May be used from several threads."""

    def __init__(self, folder: Path, target: Target) -> None:
        """`folder` has the files of all servers; it is made with the first."""
        self._server = server_of(target)
        digest = hashlib.sha256(json.dumps(self._server, sort_keys=True).encode("utf-8", "replace")).hexdigest()
        self.path: Path | None = None if self._server is None else folder / f"{digest[:24]}.json"
        self._lock = Lock()
        self._calls: tuple[SavedCall, ...] | None = None
        self.problems: tuple[Problem, ...] = ()
        """What the file could not be read for, when it was read last."""

    def last(self, kind: Kind, item: str) -> SavedCall | None:
        """What the item was last called with."""
        return next((one for one in self._known() if one.key == (kind, item, "")), None)

    def named(self, kind: Kind, item: str) -> tuple[SavedCall, ...]:
        """What was saved of the item under names, in the order of the names."""
        found = [one for one in self._known() if (one.kind, one.item) == (kind, item) and one.label]
        return tuple(sorted(found, key=lambda one: (one.label.casefold(), one.label)))

    def put(self, call: SavedCall) -> bool:
        """Keep a call in place of the one with the same label; False for a last one that is too long to be kept, of
        which the one before is dropped too. Raises `InspectorError` when the file cannot be written, and for a call
        that could not be read from it again."""
        why = _wrong(_to_json(call))
        if why:
            raise InspectorError("The call was not kept.", why=f"It could not be read again: {why}.")
        is_kept = bool(call.label) or len(call.arguments) + len(call.extra) <= LARGEST_LAST
        self._change(lambda calls: [*(one for one in calls if one.key != call.key), *([call] if is_kept else [])])
        return is_kept

    def remove(self, call: SavedCall) -> None:
        """Drop a call. Raises `InspectorError` when the file cannot be written."""
        self._change(lambda calls: [one for one in calls if one.key != call.key])

    def rename(self, call: SavedCall, label: str) -> None:
        """Give a call another name; what had that name is replaced. Raises `InspectorError` as `put` does."""
        renamed = replace(call, label=label)
        self._change(lambda calls: [*(one for one in calls if one.key not in (call.key, renamed.key)), renamed])

    def _known(self) -> tuple[SavedCall, ...]:
        with self._lock:
            if self._calls is None:
                self._read()
            return self._calls or ()

    def _read(self) -> None:
        file = CallsFile((), ()) if self.path is None else read_calls(self.path)
        self._calls, self.problems = file.calls, file.problems

    def _change(self, change: Callable[[Sequence[SavedCall]], list[SavedCall]]) -> None:
        if self.path is None:
            return
        with self._lock, locked(self.path):
            self._read()
            calls = change(self._calls or ())
            last = sorted((one for one in calls if not one.label), key=lambda one: -one.at)
            too_old = {one.key for one in last[MOST_LAST:]}
            calls = [one for one in calls if one.key not in too_old]
            self._calls = tuple(calls)
            if self.problems:
                put_aside(self.path)
            document = {"version": VERSION, "server": self._server, "calls": [_to_json(one) for one in calls]}
            write_atomically(self.path, json.dumps(document, ensure_ascii=True, indent=1) + "\n")


_TEXTS: Final = ("item", "label", "arguments", "extra")


def _to_json(call: SavedCall) -> dict[str, object]:
    shape: dict[str, object] = {
        "kind": call.kind,
        "item": call.item,
        "label": call.label,
        "arguments": call.arguments,
        "at": call.at,
    }
    return {**shape, "extra": call.extra} if call.extra else shape


def _from_json(entry: object) -> SavedCall:
    why = _wrong(entry)
    if why or not isinstance(entry, dict):
        raise ValueError(why)
    texts = {name: entry.get(name, "") for name in _TEXTS}
    return SavedCall(kind=entry["kind"], at=float(entry["at"]), **texts)


def _wrong(entry: object) -> str:
    """Why an entry of the file is no call; empty where it is one."""
    if not isinstance(entry, dict):
        return "not an object"
    kind, at = entry.get("kind"), entry.get("at")
    if kind not in get_args(Kind):
        return f"unknown kind {kind!r}"
    if not isinstance(at, int | float) or isinstance(at, bool) or not math.isfinite(at):
        return "its time is not a number"
    for name in _TEXTS:
        if not isinstance(entry.get(name, ""), str):
            return f"its {name} is not a string"
    is_json = _is_json(entry.get("arguments", "")) and _is_json(entry.get("extra") or "{}")
    return "" if is_json else "its arguments are not JSON"


def _is_json(text: str) -> bool:
    try:
        json.loads(text, parse_int=whole_number)
    except RecursionError:
        return True  # how deep one can look depends on who looks: the text is kept as it is
    except ValueError:
        return False
    return True
