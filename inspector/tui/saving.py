"""Writes to a file what a person wants to keep of a result. Blocking; called in a thread."""

import os
from dataclasses import dataclass
from pathlib import Path

from inspector.tui.documents.binary import decoded
from inspector.tui.documents.json_structure import JsonStructure
from inspector.tui.widgets.result_payloads import Payload


@dataclass(frozen=True, slots=True)
class Saved:
    """It is written: where, and how many bytes."""

    path: Path
    size: int


@dataclass(frozen=True, slots=True)
class Refused:
    """Nothing was written. `exists`: there is a file of this name, which is replaced only on a second wish."""

    why: str
    exists: bool = False


def save(payload: Payload, path: str, *, replace: bool = False) -> Saved | Refused:
    """Writes the exact bytes. `path` is relative to the current directory; a directory gets the proposed name.

    What is half written is taken away again, and a file that is replaced is whole at every moment.
    """
    data = _bytes_of(payload)
    if data is None:
        return Refused("This is not base64, so it has no bytes; the whole result can be saved.")
    try:
        target = Path(path).expanduser()
        if path.endswith(("/", os.sep)) or target.is_dir():
            target /= payload.name
        target = target.absolute()
        there = os.path.lexists(target)
        if there and not target.is_file():
            return Refused(f"{target} is no ordinary file.")
        if there and not replace:
            return Refused(f"{target.name} exists, {target.stat().st_size:,} bytes.", exists=True)
        return _write(target.resolve() if there else target, data, there)
    except (OSError, ValueError, RuntimeError) as fault:
        return Refused(_said(fault))


def _write(target: Path, data: bytes, there: bool) -> Saved:
    written = target.with_name(f".{target.name[:80]}.{os.getpid()}.part") if there else target
    try:
        with written.open("xb") as file:
            file.write(data)
    except FileExistsError:
        raise
    except OSError:
        written.unlink(missing_ok=True)
        raise
    if there:
        os.replace(written, target)
    return Saved(target, len(data))


def _bytes_of(payload: Payload) -> bytes | None:
    if isinstance(payload.data, bytes):
        return _result_in(payload.data)
    if payload.coding == "base64":
        return decoded(payload.data).data
    return payload.data.encode("utf-8", "surrogatepass")


def _result_in(raw: bytes) -> bytes:
    """The result, or the error, in a message, with every digit as it was sent; a message without either is whole."""
    text = raw.decode("utf-8", "surrogateescape")
    lines = JsonStructure(text)
    for member in ("$.result", "$.error"):
        line = lines.line_of_path(member)
        if line is not None:
            return lines.value(line).encode("utf-8", "surrogateescape")
    return raw


def _said(fault: Exception) -> str:
    if isinstance(fault, OSError) and fault.strerror:
        return f"{fault.filename}: {fault.strerror}." if fault.filename else f"{fault.strerror}."
    return f"{fault}."
