"""The folder of recordings: the names of its files, and how it is kept small."""

import os
import re
import stat
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path, PurePath
from typing import Any, Final
from urllib.parse import urlsplit

from inspector.config.addresses import split_unix
from inspector.errors import UsageError
from inspector.recording.known_secrets import PLACEHOLDER
from inspector.recording.lock import is_held
from inspector.recording.source import open_file

_OURS: Final = re.compile(r"\d{8}T\d{6}Z-[a-z0-9._-]+-\d+\.jsonl")
_NAME_LENGTH: Final = 48
_RESERVED: Final = re.compile(r"(con|prn|aux|nul|com\d|lpt\d)(\..*)?")
_VARIABLE: Final = re.compile(r"[A-Za-z_]\w*=")
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
    """What a target is called for short: the server's name, the host or the socket of its URL, the program that it
    runs, or its kind.

    Give it a redacted target: what was redacted is passed over.
    """
    server, url, command = target.get("name"), target.get("url"), target.get("command")
    if isinstance(server, str) and server:
        return server
    if isinstance(url, str) and url:
        try:
            unix = split_unix(url)
            if unix is not None:
                return PurePath(unix.socket).name or "server"
            return urlsplit(url).netloc.rpartition("@")[2] or "server"
        except (ValueError, UsageError):
            return "server"
    if isinstance(command, list | tuple):
        words = [PurePath(word).name for word in command if isinstance(word, str) and not _VARIABLE.match(word)]
        for word in words:
            if word and not word.startswith("-") and not _LAUNCHERS.fullmatch(word) and not PLACEHOLDER.search(word):
                return word
        return words[0] if words else "server"
    kind = target.get("kind")
    return kind if isinstance(kind, str) and kind else "server"


def file_name(name: str, moment: datetime, process: int) -> str:
    """`20261130T091500Z-lending-4711.jsonl`: when, what, and the process that writes it."""
    return f"{moment.astimezone(UTC):%Y%m%dT%H%M%SZ}-{safe_name(name)}-{process}.jsonl"


def prune(folder: Path | str, keep: int, max_bytes: int) -> tuple[Path, ...]:
    """Delete the oldest recordings until at most `keep` of them, and `max_bytes` in all, are left; return the deleted.

    Only files with the names that `record_in` gives are counted and deleted: what a person has renamed stays, and so
    do what they have annotated and what is being written.
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
            from inspector.recording.notes import has_notes  # late: few recordings are pruned

            if is_held(file.fileno()) or has_notes(file.fileno()):
                return False
        path.unlink()
    except (OSError, UsageError):
        return False
    return True
