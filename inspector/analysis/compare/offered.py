"""What two sessions were offered, compared, each change breaking or compatible for those who use the first.

Breaking are: an entry that is gone; arguments that were allowed and no longer are, structured results that were not
allowed and now are (`schemas`); a prompt's argument that is gone or is now required; another `mimeType`; a call that
must now be a task, or cannot be one any more; a capability, or a part of one, that is gone or no longer true; a
version that is gone from the supported ones; another version spoken, if the second does not list that of the first.
All else is compatible: what is new, titles, descriptions, instructions, annotations, and `_meta`.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Final, Literal

from inspector.analysis.catalog import KINDS, Catalog, Listing
from inspector.analysis.compare.schemas import schema_changes
from inspector.analysis.differences import Difference, Path, differences, path_text
from inspector.analysis.items import Item
from inspector.wire.json import MISSING, Json

Kind = Literal["tool", "resource", "template", "prompt", "server"]

_ASKED: Final = ("complete", "more", "incomplete")
_SCHEMAS: Final = ("inputSchema", "outputSchema")


@dataclass(frozen=True, slots=True)
class Entry:
    """An entry that one of the two has and the other has not: gone it is breaking, new it is not."""

    kind: Kind
    name: str
    breaking: bool

    def as_json(self) -> dict[str, Json]:
        """As an element of `added` and `removed`."""
        return {"kind": self.kind, "name": self.name, "breaking": self.breaking}


@dataclass(frozen=True, slots=True)
class Changed:
    """One change of what both have. `path` is within the entry, or within what the server says of itself."""

    kind: Kind
    name: str
    path: Path
    before: Json
    after: Json
    breaking: bool

    def as_json(self) -> dict[str, Json]:
        """As an element of `changed`; `before` and `after` are left out where nothing stands there."""
        found: dict[str, Json] = {"kind": self.kind, "name": self.name, "path": path_text(self.path)}
        found |= {name: one for name, one in (("before", self.before), ("after", self.after)) if one is not MISSING}
        return found | {"breaking": self.breaking}


@dataclass(slots=True)
class Offers:
    """All that differs. `unknown` are the kinds that were listed in one of the two alone, and so are not compared."""

    added: list[Entry] = field(default_factory=list)
    removed: list[Entry] = field(default_factory=list)
    changed: list[Changed] = field(default_factory=list)
    unknown: list[str] = field(default_factory=list)

    @property
    def equal(self) -> bool:
        """Whether nothing differs."""
        return not (self.added or self.removed or self.changed)

    @property
    def breaking(self) -> int:
        """How many of the changes break."""
        return sum(one.breaking for one in self.all)

    @property
    def all(self) -> list["Entry | Changed"]:
        """What is gone, what is new, what changed."""
        return [*self.removed, *self.added, *self.changed]

    def as_json(self) -> dict[str, Any]:
        """The member `offered` of `diff --json`."""
        return {
            "added": [one.as_json() for one in self.added],
            "removed": [one.as_json() for one in self.removed],
            "changed": [one.as_json() for one in self.changed],
        }


def compare_offered(before: Catalog, after: Catalog) -> Offers:
    """How what the second session was offered departs from what the first was."""
    found = Offers(changed=list(_of_server(before, after)))
    for kind in KINDS:
        known = [_known(one.lists[kind]) for one in (before, after)]
        if not all(known):
            found.unknown += [kind] if any(one.lists[kind].state in _ASKED for one in (before, after)) else []
            continue
        one, two = _by_name(before.lists[kind]), _by_name(after.lists[kind])
        for key in dict.fromkeys((*one, *two)):
            old, new = one.get(key), two.get(key)
            if old is None or new is None:
                item = old or new
                assert item is not None
                (found.added if old is None else found.removed).append(Entry(kind, _name(item), old is not None))
            else:
                found.changed += _of_item(old, new)
    return found


def _known(listing: Listing) -> bool:
    """Whether it was listed; what a server does not declare is known to be nothing."""
    return listing.state in _ASKED or (listing.state == "unasked" and listing.declared is False)


def _by_name(listing: Listing) -> dict[tuple[str, int], Item]:
    return {(item.wire or item.label, item.occurrence): item for item in listing.items}


def _name(item: Item) -> str:
    return item.wire or item.label


# ── an entry ─────────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_item(old: Item, new: Item) -> Iterator[Changed]:
    first, second = old.raw, new.raw
    if not isinstance(first, dict) or not isinstance(second, dict):
        for one in differences(first, second):
            yield Changed(old.kind, _name(old), one.path, one.before, one.after, False)
        return
    rest = [{name: value for name, value in one.items() if name not in _SCHEMAS} for one in (first, second)]
    for one in differences(rest[0], rest[1]):
        yield Changed(old.kind, _name(old), one.path, one.before, one.after, _breaks(old, one))
    if old.kind == "tool":
        yield from _of_schema(old, first, second, "inputSchema")
        yield from _of_schema(old, first, second, "outputSchema")


def _of_schema(item: Item, first: dict[str, Json], second: dict[str, Json], member: str) -> Iterator[Changed]:
    before, after = first.get(member, MISSING), second.get(member, MISSING)
    if before is after:
        return
    if before is MISSING or after is MISSING:
        # A tool must have an inputSchema; an outputSchema is a promise, and breaks when it is taken back.
        breaking = after is MISSING or member == "inputSchema"
        yield Changed(item.kind, _name(item), (member,), before, after, breaking)
        return
    for one in schema_changes(before, after):
        breaking = one.narrows if member == "inputSchema" else one.widens
        yield Changed(item.kind, _name(item), (member, *one.path), one.before, one.after, breaking)


def _breaks(item: Item, one: Difference) -> bool:
    path = one.path
    if item.kind == "prompt" and path[:1] == ("arguments",):
        if len(path) == 2:
            required = isinstance(one.after, dict) and one.after.get("required") is True
            return one.kind == "removed" or (one.kind == "added" and required)
        return path[2:] == ("required",) and one.after is True
    if item.kind == "tool" and path[:1] == ("execution",):
        support = [_task_support(value, path) for value in (one.before, one.after)]
        tasks, plain = {"optional", "required"}, {"optional", "forbidden"}
        return any(support[0] in some and support[1] not in some for some in (tasks, plain))
    return path == ("mimeType",) and item.kind in ("resource", "template") and one.kind != "added"


def _task_support(value: Json, path: Path) -> Json:
    """What `execution` says of tasks; nothing is `forbidden` (`2025-11-25 basic/utilities/tasks`)."""
    if path == ("execution",):
        value = value.get("taskSupport", MISSING) if isinstance(value, dict) else MISSING
    elif path != ("execution", "taskSupport"):
        return "forbidden"
    return "forbidden" if value is MISSING else value


# ── the server ───────────────────────────────────────────────────────────────────────────────────────────────────────


def _of_server(before: Catalog, after: Catalog) -> Iterator[Changed]:
    if before.era is None or after.era is None:
        return  # one of them was never met: there is nothing to compare
    versions = (before.protocol_version, after.protocol_version)
    if versions[0] != versions[1]:
        gone = after.supported is None or versions[0] not in after.supported
        yield Changed("server", "", ("protocolVersion",), *versions, gone)
    if before.supported is not None and after.supported is not None and set(before.supported) != set(after.supported):
        lost = bool(set(before.supported) - set(after.supported))
        lists = list(before.supported), list(after.supported)
        yield Changed("server", "", ("supportedVersions",), *lists, lost)
    for name, one, two in (
        ("serverInfo", before.server_info, after.server_info),
        ("capabilities", before.capabilities, after.capabilities),
        ("instructions", _given(before.instructions), _given(after.instructions)),
    ):
        for change in _values(one, two):
            gone = name == "capabilities" and (change.kind == "removed" or change.before is True)
            yield Changed("server", "", (name, *change.path), change.before, change.after, gone)


def _given(text: str | None) -> Json:
    return MISSING if text is None else text


def _values(one: Json, two: Json) -> Iterator[Difference]:
    if one is MISSING and two is MISSING:
        return
    yield from differences(one, two)
