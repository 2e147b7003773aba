"""Reading a text file with its reason when that is not possible, and writing one so that it is never half there."""

import os
import stat
from pathlib import Path

from inspector.config.problems import Problem
from inspector.errors import InspectorError


def read_text(path: Path, *, absent: str | None = None) -> str | Problem:
    """The text of a UTF-8 file (a byte order mark is dropped), or why it cannot be read.

    `absent` is what a file that is not there holds, where that is in order.
    """
    try:
        data = path.read_bytes()
    except FileNotFoundError:
        if absent is not None:
            return absent
        return Problem(path, None, "The file is not there.")
    except IsADirectoryError:
        return Problem(path, None, "It is a directory, not a file.")
    except PermissionError:
        return Problem(path, None, "The file may not be read by this user.")
    except (OSError, ValueError) as error:
        return Problem(path, None, f"The file cannot be read: {getattr(error, 'strerror', None) or error}.")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        before = data[: error.start]
        line = before.count(b"\n") + 1
        column = error.start - (before.rfind(b"\n") + 1) + 1
        what = "UTF-16" if data[:2] in (b"\xff\xfe", b"\xfe\xff") else f"byte {data[error.start]:#04x}"
        return Problem(path, line, f"The file is not UTF-8: it has {what} here.", column)


def whole_number(digits: str) -> int | float:
    """The integer of a JSON text (`json.loads(parse_int=…)`), as a float beyond what any of our files counts: as an
    `int`, one of thousands of digits would be refused, and the file with it."""
    return int(digits) if len(digits) <= 18 else float(digits)


def write_atomically(path: Path, text: str) -> None:
    """Put `text` at `path` in one step, after it is on disk: a reader sees the old file or the new one.

    A new file is readable by its owner only (0600); an old one keeps its permissions, and a symbolic link is written
    through, since settings often live elsewhere. Raises `InspectorError` when the disk refuses.
    """
    import tempfile  # late: it loads six modules, and most runs write no file of this kind

    target = Path(os.path.realpath(path))
    temporary = ""
    try:
        target.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        mode = stat.S_IMODE(target.stat().st_mode) if target.exists() else 0o600
        handle, temporary = tempfile.mkstemp(dir=target.parent, prefix=f".{target.name}.")
        with os.fdopen(handle, "w", encoding="utf-8", newline="") as file:
            file.write(text)
            file.flush()
            os.fsync(file.fileno())
        os.chmod(temporary, mode)
        os.replace(temporary, target)
    except OSError as error:
        if temporary:
            Path(temporary).unlink(missing_ok=True)
        raise InspectorError(
            f"{path} was not written.",
            why=f"{error.strerror or error}.",
            hint="Make room or give write permission there; INSPECTOR_HOME names another folder.",
        ) from error
