"""The targets that were used last, newest first.

    {"version": 1, "recent": [{"target": {…}, "era": "modern" | "legacy" | null, "at": 1767225600.0, "source": "…",
                               "server": "…"}]}

It never holds a secret (see `inspector.config.target_json`). A target from a server file keeps that file as `source`,
so that its secrets can be taken from there again. `server` is what the server called itself; older files have none.
"""

import json
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

from inspector.config.changing import locked, put_aside
from inspector.config.files import read_text, whole_number, write_atomically
from inspector.config.problems import Problem
from inspector.config.target import Target
from inspector.config.target_json import from_json, to_json

VERSION = 1
LIMIT = 30
LONGEST_NAME = 200
"""Characters of a server's name that are kept."""

Era = Literal["modern", "legacy"]


@dataclass(frozen=True, slots=True)
class Recent:
    """One target that was used.

    `at` is in seconds since 1970, UTC. `era` is None where none came out. `source` is the path of the server file that
    names it (`target.name` is the entry), else empty. `missing` names what was left out of `target` as secret: with
    anything there, the target has to be completed before it is used. `server` is what the server called itself, in its
    own words, empty where it did not.
    """

    target: Target
    era: Era | None
    at: float
    source: str = ""
    missing: tuple[str, ...] = ()
    server: str = ""


@dataclass(frozen=True, slots=True)
class RecentsFile:
    """What was read, newest first, and what could not be."""

    entries: tuple[Recent, ...]
    problems: tuple[Problem, ...]


def read_recents(path: Path) -> RecentsFile:
    """The recent targets; none if there is no file. A bad file or entry is a problem, and the other entries count."""
    text = read_text(path, absent="")
    if isinstance(text, Problem):
        return RecentsFile((), (text,))
    if not text:
        return RecentsFile((), ())
    try:
        document = json.loads(text, parse_int=whole_number)
    except json.JSONDecodeError as error:
        return RecentsFile((), (Problem(path, error.lineno, f"It is not JSON here: {error.msg}.", error.colno),))
    except (ValueError, RecursionError) as error:
        return RecentsFile((), (Problem(path, None, f"It is not JSON that can be read: {error}."),))
    if not isinstance(document, dict) or not isinstance(document.get("recent"), list):
        return RecentsFile((), (Problem(path, 1, "It has no list of recent targets."),))
    if document.get("version") != VERSION:
        message = f"It has version {document.get('version')!r}; this program reads version {VERSION}."
        return RecentsFile((), (Problem(path, 1, message),))
    entries, problems = [], []
    for at, item in enumerate(document["recent"]):
        try:
            entries.append(_from_json(item))
        except ValueError as error:
            problems.append(Problem(path, None, f"Entry {at + 1} cannot be used: {error}."))
    entries.sort(key=lambda entry: entry.at, reverse=True)
    return RecentsFile(tuple(entries[:LIMIT]), tuple(problems))


def remember(path: Path, target: Target, *, era: Era | None, at: float, source: str = "", server: str = "") -> None:
    """Put a target in front, in place of itself, and drop those beyond `LIMIT`; a file of which something could not be
    read is put aside first.

    `at` is in seconds since 1970; of a longer name of the server the beginning is kept. Raises `InspectorError` when
    the file cannot be written.
    """
    shape = to_json(target)
    newest = {"target": shape, "era": era, "at": at, "source": source, "server": server[:LONGEST_NAME]}
    with locked(path):
        there = read_recents(path)
        others = (entry for entry in there.entries if (_shape(entry), entry.source) != (shape, source))
        items = [newest, *(_to_json(entry) for entry in others)][:LIMIT]
        if there.problems:
            put_aside(path)
        _write(path, items)


def _write(path: Path, items: Sequence[object]) -> None:
    write_atomically(path, json.dumps({"version": VERSION, "recent": items}, ensure_ascii=True, indent=1) + "\n")


def _to_json(entry: Recent) -> dict[str, object]:
    return {
        "target": _shape(entry),
        "era": entry.era,
        "at": entry.at,
        "source": entry.source,
        "server": entry.server,
    }


def _shape(entry: Recent) -> dict[str, object]:
    # `missing` is carried over: what stands as `‹secret›` now is not seen as a secret a second time.
    shape = to_json(entry.target)
    shape.pop("missing", None)
    return {**shape, "missing": list(entry.missing)} if entry.missing else shape


def _from_json(item: object) -> Recent:
    if not isinstance(item, dict):
        raise ValueError("not an object")
    target, missing = from_json(item.get("target"))
    era, at, source = item.get("era"), item.get("at"), item.get("source", "")
    server = item.get("server", "")
    if era not in (None, "modern", "legacy"):
        raise ValueError(f"unknown era {era!r}")
    if not isinstance(at, int | float) or isinstance(at, bool) or not math.isfinite(at):
        raise ValueError("its time is not a number")
    if not isinstance(source, str):
        raise ValueError("its source is not a string")
    if not isinstance(server, str):
        raise ValueError("its server is not a string")
    return Recent(target, era, float(at), source, missing, server)
