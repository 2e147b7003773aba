"""What one can connect to, and what was recorded: read from files, as rows. Blocking; called in a thread."""

from dataclasses import dataclass, field, replace
from datetime import datetime
from pathlib import Path

from inspector.config.entries import ServerEntry
from inspector.config.places import places, short_path
from inspector.config.recents import Recent, read_recents
from inspector.config.servers import ServersFile, discover, find, read_servers_file
from inspector.config.target import DemoTarget, Target, display, parse_line
from inspector.config.target_json import from_json, to_json
from inspector.errors import InspectorError, UsageError
from inspector.recording import Listed, list_recordings, target_name
from inspector.recording.digests import Digest
from inspector.recording.naming import own_name
from inspector.tui.numbers import when, when_begun
from inspector.tui.widgets.connect_rows import ConnectGroup, ConnectRow, Reading
from inspector.tui.widgets.session_rows import Ending, SessionRow
from inspector.wire import events
from inspector.wire.versions import era_of


@dataclass(frozen=True, slots=True)
class Targets:
    """The groups of the connect screen, and the target behind each row's key."""

    groups: tuple[ConnectGroup, ...]
    recents: dict[str, Recent] = field(default_factory=dict)
    entries: dict[str, ServerEntry] = field(default_factory=dict)

    def target(self, key: str) -> Target:
        """The target of a row. Raises UsageError where it cannot be used as it stands."""
        if key == "demo":
            return DemoTarget()
        if key in self.entries:
            return self.entries[key].target()
        recent = self.recents[key]
        if recent.source:
            files = (read_servers_file(Path(recent.source)),)
            return find(recent.target.name, files).entry.target()
        if recent.missing:
            raise UsageError(
                "This target had secrets, which are never stored.",
                why=f"Missing: {', '.join(recent.missing)}.",
                hint="Type it again, with its secrets.",
            )
        return recent.target


def find_targets(config: Path | None) -> Targets:
    """The demo, the recent targets, and the servers of `config` or of the files in the usual places."""
    files = (read_servers_file(config),) if config is not None else discover()
    recents = read_recents(places().recents_file)
    groups = [ConnectGroup((ConnectRow("demo", "demo", "the built-in library, in a child process"),))]
    by_key: dict[str, Recent] = {}
    rows = []
    for number, recent in enumerate(recents.entries[:8]):
        key = f"recent-{number}"
        by_key[key] = recent
        rows.append(
            ConnectRow(
                key,
                "recent" if not number else "",
                display(recent.target),
                label=recent.target.name or recent.server or target_name(to_json(recent.target)),
                era=recent.era,
                when=when(recent.at),
            )
        )
    if rows:
        groups.append(ConnectGroup(tuple(rows)))
    entries: dict[str, ServerEntry] = {}
    groups.extend(_file_group(file, entries) for file in files)
    return Targets(tuple(groups), by_key, entries)


def _file_group(file: ServersFile, entries: dict[str, ServerEntry]) -> ConnectGroup:
    rows = [
        ConnectRow(f"{file.path}-problem-{number}", one.entry or "", problem=one.message, line=one.line)
        for number, one in enumerate(file.problems)
    ]
    for entry in file.entries:
        key = f"{file.path}#{entry.name}"
        entries[key] = entry
        missing = entry.missing()
        if missing:
            rows.append(ConnectRow(key, entry.name, problem="; ".join(missing), line=entry.line))
        else:
            rows.append(ConnectRow(key, entry.name, display(entry.template), facts=_facts(entry)))
    note = " ".join(filter(None, (file.program, file.scope)))
    return ConnectGroup(tuple(rows), short_path(file.path), note)


def _facts(entry: ServerEntry) -> tuple[tuple[str, str], ...]:
    return (("target", entry.template.describe()), ("from", entry.place))


def reading_of(text: str) -> Reading:
    """How a typed line is read, as one types it."""
    if not text.strip():
        return Reading()
    try:
        target = parse_line(text)
        said = target.describe()
    except InspectorError as error:
        return Reading(f"{error.message} {error.why}".strip(), "error")
    return Reading(said, "warning" if "not found" in said or "not there" in said else "")


def find_sessions(folder: Path, here: Path | None) -> tuple[SessionRow, ...]:
    """The recordings of a folder, the newest first, from their first and last lines alone."""
    return tuple(session_row(listed, here) for listed in list_recordings(folder))


def session_row(listed: Listed, here: Path | None) -> SessionRow:
    """The row of a recording."""
    header, last = listed.header, listed.last
    try:
        moment = datetime.fromisoformat(header.created).timestamp()
    except ValueError:
        moment = listed.modified
    ended, ending = _ended(listed)
    server = listed.server or (target_name(header.target) if header.target else "")
    return SessionRow(
        path=str(listed.path),
        file=short_path(listed.path),
        server=server,
        era=era_of(listed.version) if listed.version else None,
        version=listed.version,
        when=when_begun(moment),
        month=f"{datetime.fromtimestamp(moment):%B %Y}",
        length=last.at if last is not None else None,
        records=last.seq if last is not None else None,
        size=listed.size,
        ended=ended,
        ending=ending,
        problem=listed.problem,
        here=here is not None and listed.path == here,
        name=own_name(listed.path),
        note=listed.note,
        live=listed.live,
        at=moment,
        target=_target_of(listed),
        web=_has_web(listed),
    )


def _target_of(listed: Listed) -> str:
    """What was connected to, in one line; empty where that cannot be told."""
    try:
        return display(from_json(listed.header.target)[0])
    except ValueError:
        return ""


def _has_web(listed: Listed) -> bool:
    """Whether HTTP may have been spoken; where that is not known it may."""
    target = listed.header.target
    return "stdio" not in (target.get("kind"), target.get("transport"))


def with_digest(row: SessionRow, known: Digest) -> SessionRow:
    """A row with what reading the whole of the recording told."""
    ended, ending = row.ended, row.ending
    if not ended:
        endings: dict[str, Ending] = {"closed": "success", "died": "error", "broken off": "warning"}
        ended, ending = known.ended, endings.get(known.ended, "muted")
    return replace(
        row,
        server=row.server or known.server,
        era=row.era or (era_of(known.version) if known.version else None),
        version=row.version or known.version,
        length=known.length,
        records=known.records,
        ended=ended,
        ending=ending,
        errors=known.errors,
        warnings=known.warnings,
        infos=known.infos,
        note=known.note,
        notes=known.notes,
    )


def _ended(listed: Listed) -> tuple[str, Ending]:
    """How the last connection ended, in a few words."""
    if listed.ended == "live":
        return "being written", "success"
    if listed.ended == "died":
        return _death(listed.final), "error"
    endings: dict[str, Ending] = {"closed": "success", "broken off": "warning"}
    return listed.ended, endings.get(listed.ended, "muted")


def _death(event: object) -> str:
    if isinstance(event, events.Exited):
        return f"signal {event.signal}" if event.signal is not None else f"exited {event.code}"
    return event.reason.removeprefix("the server ") or "died" if isinstance(event, events.Closed) else "died"
