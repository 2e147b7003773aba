"""The folder of recordings: the names of its files, what is in it, and how it is kept small."""

import fcntl
import os
import re
import stat
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import urlsplit

from inspector.errors import UsageError
from inspector.recording import format
from inspector.recording.known_secrets import PLACEHOLDER
from inspector.recording.reading import inflated, open_file
from inspector.wire.events import Record

_OURS: Final = re.compile(r"\d{8}T\d{6}Z-[a-z0-9._-]+-\d+\.jsonl")
_LISTED: Final = (".jsonl", ".jsonl.gz")
_NAME_LENGTH: Final = 48
_HEAD: Final = 64 << 10
_TAILS: Final = (16 << 10, 1 << 20)  # how far from its end the last record of a file is looked for
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_LAUNCHERS: Final = re.compile(r"(npx|bunx|uvx|pipx|node|bun|deno|uv|run|exec|docker|podman|sh|bash|env|python[\d.]*)")


def safe_name(name: str, length: int = _NAME_LENGTH) -> str:
    """One file name of at most `length` letters, digits, `.`, `_`, `-`, whatever `name` holds.

    A name that had to be changed ends in a mark of its own, so that two names stay two.
    """
    plain = re.sub(r"[^a-z0-9._-]+", "-", name.lower()).strip("-._")
    reserved = _RESERVED.fullmatch(plain) is not None
    if plain and plain == name and len(plain) <= length and not reserved:
        return plain
    if reserved:
        plain = plain.replace(".", "-")
    import hashlib  # late: it loads OpenSSL, which most names can do without

    mark = hashlib.sha256(name.encode("utf-8", "surrogatepass")).hexdigest()[:6]
    return f"{plain[: length - 7].rstrip('-._')}-{mark}".lstrip("-")


def target_name(target: Mapping[str, Any]) -> str:
    """What a target is called for short: the server's name, the host of its URL, the program that it runs, or its kind.

    Give it a redacted target: what was redacted is passed over.
    """
    server, url, command = target.get("name"), target.get("url"), target.get("command")
    if isinstance(server, str) and server:
        return server
    if isinstance(url, str) and url:
        try:
            return urlsplit(url).netloc.rpartition("@")[2] or "server"
        except ValueError:
            return "server"
    if isinstance(command, list | tuple):
        words = [PurePath(word).name for word in command if isinstance(word, str)]
        for word in words:
            if word and not word.startswith("-") and not _LAUNCHERS.fullmatch(word) and not PLACEHOLDER.search(word):
                return word
        return words[0] if words else "server"
    kind = target.get("kind")
    return kind if isinstance(kind, str) and kind else "server"


def file_name(name: str, moment: datetime, process: int) -> str:
    """`20261130T091500Z-lending-4711.jsonl`: when, what, and the process that writes it."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}-{safe_name(name)}-{process}.jsonl"


@dataclass(frozen=True, slots=True)
class Listed:
    """A recording as the list shows it, from its first and its last line alone.

    `size` in bytes; `modified` in seconds since 1970; `last` is the last whole record, whose `seq` and `at` tell how
    many and how long, None if it was not found near the end; `live`: somebody is writing it; `problem` says why it
    cannot be read, else empty.
    """

    path: Path
    header: format.Header
    size: int
    modified: float
    last: Record | None = None
    live: bool = False
    problem: str = ""


def list_recordings(folder: Path | str) -> list[Listed]:
    """The recordings of a folder, the newest first. A folder that is not there has none; links are passed over."""
    try:
        with os.scandir(folder) as entries:
            found = [
                (Path(entry.path), entry.stat(follow_symlinks=False))
                for entry in entries
                if entry.name.endswith(_LISTED) and entry.is_file(follow_symlinks=False)
            ]
    except OSError:
        return []
    listed = [_look(path, status) for path, status in found]
    return sorted(listed, key=lambda each: (each.header.created or _iso(each.modified), each.path.name), reverse=True)


def _iso(seconds: float) -> str:
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="milliseconds")


def _look(path: Path, status: os.stat_result) -> Listed:
    header, last, live, problem = format.Header(), None, False, ""
    try:
        with open_file(path) as file:
            head = file.read(_HEAD) or b""
            if path.suffix == ".gz":
                head = _inflated_head(head)
            else:
                last = _last(file.fileno(), status.st_size)
                live = _locked(file.fileno())
        header, problem = _first(head)
    except UsageError as error:
        problem = error.why or error.message
    return Listed(path, header, status.st_size, status.st_mtime, last, live, problem)


def _inflated_head(head: bytes) -> bytes:
    try:
        return next(inflated([head]), b"")
    except (zlib.error, EOFError):
        return b""


def _first(head: bytes) -> tuple[format.Header, str]:
    line = head.removeprefix(b"\xef\xbb\xbf").partition(b"\n")[0]
    try:
        header = format.read_header(format.parse_line(line))
    except format.BadLine:
        header = None
    if header is None:
        return format.Header(), "It has no header."
    if header.version != format.VERSION:
        return header, "It is of a version that this inspector does not read."
    return header, ""


def _last(descriptor: int, size: int) -> Record | None:
    for reach in _TAILS:
        start = max(0, size - reach)
        tail = os.pread(descriptor, size - start, start)
        lines = tail.split(b"\n")
        for line in reversed(lines[1:] if start else lines):
            try:
                return format.decode(line)
            except format.BadLine:
                continue
        if not start:
            return None
    return None


def _locked(descriptor: int) -> bool:
    """Whether a recorder holds the file."""
    try:
        fcntl.flock(descriptor, fcntl.LOCK_SH | fcntl.LOCK_NB)
    except BlockingIOError:
        return True
    except OSError:
        return False
    fcntl.flock(descriptor, fcntl.LOCK_UN)
    return False


def prune(folder: Path | str, keep: int, max_bytes: int) -> tuple[Path, ...]:
    """Delete the oldest recordings until at most `keep` of them, and `max_bytes` in all, are left; return the deleted.

    Only files with the names that `record_in` gives are counted and deleted: what a person has renamed stays, and so
    does what is being written.
    """
    kept, size, over = 0, 0, False
    deleted = []
    for path in sorted(_own_files(Path(folder)), reverse=True):
        try:
            status = os.lstat(path)
        except OSError:
            continue
        kept += 1
        size += status.st_size
        over = over or kept > keep or size > max_bytes
        if over and _remove(path):
            deleted.append(path)
    return tuple(deleted)


def _own_files(folder: Path) -> list[Path]:
    try:
        with os.scandir(folder) as entries:
            return [
                Path(entry.path)
                for entry in entries
                if _OURS.fullmatch(entry.name) and stat.S_ISREG(entry.stat(follow_symlinks=False).st_mode)
            ]
    except OSError:
        return []


def _remove(path: Path) -> bool:
    try:
        with open_file(path) as file:
            if _locked(file.fileno()):
                return False
        path.unlink()
    except (OSError, UsageError):
        return False
    return True
