"""A copy of a recording for others, beside it: what went, and what may be left, is said. Blocking; for a thread."""

import os
from pathlib import Path

from inspector.errors import UsageError
from inspector.recording import open_recording
from inspector.recording.naming import bare_name
from inspector.recording.sharing import copy_to_share
from inspector.tui.numbers import counted


def share(path: Path) -> str:
    """Write `NAME-shared.jsonl` without secrets; a sentence on it. Raises UsageError if that cannot be."""
    copy = copy_to_share(open_recording(path, whole=True))
    new = path.with_name(f"{bare_name(path)}-shared.jsonl")
    try:
        descriptor = os.open(new, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, 0o600)
    except OSError as error:
        why = "It is there already" if isinstance(error, FileExistsError) else os.strerror(error.errno or 0)
        raise UsageError(f"{new.name} is not written.", why=f"{why}.") from None
    try:
        with os.fdopen(descriptor, "w", encoding="utf-8", newline="") as file:
            file.writelines(f"{line}\n" for line in copy.lines)
    except OSError as error:
        new.unlink(missing_ok=True)
        raise UsageError(f"{new.name} is not written.", why=f"{os.strerror(error.errno or 0)}.") from None
    doubts = f" Look at it: {counted(len(copy.doubts), 'doubt')}, told in its last record." if copy.doubts else ""
    return f"{new.name} is a copy for others; taken out: {sum(copy.taken.values()):,}.{doubts}"
