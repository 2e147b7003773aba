"""Standing answers of the person, for one server: a file in the format of `--answers`, readable only by its owner.

Here are its place and its text; what stands in it is read by `inspector.protocol.questions`.
"""

import hashlib
import json
import re
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem
from inspector.config.saved_calls import server_of
from inspector.config.target import Target
from inspector.errors import InspectorError
from inspector.secrets import MASK, is_secret_name, looks_secret, mask_arguments

_FOLDER: Final = "answers"
_READABLE: Final = 40
_OTHERS: Final = 0o077


def answers_file(config: Path, target: Target) -> Path:
    """Where the standing answers for a server are, in the configuration folder: `answers/<server>-<digest>.json`.

    A server is the same whatever its label and its secrets are. The file holds nothing but rules, so its name begins
    with words of the command or the URL: people will want to know whose it is.
    """
    server = server_of(target) or {"kind": "recording"}
    digest = hashlib.sha256(json.dumps(server, sort_keys=True).encode("utf-8", "replace")).hexdigest()
    named = server.get("url") or " ".join(server.get("command", ())) or server["kind"]
    words = re.sub(r"[^a-z0-9]+", "-", named.lower())[-_READABLE:].strip("-")
    return config / _FOLDER / f"{words}-{digest[:16]}.json"


def read_answers(path: Path) -> str | Problem:
    """The text of the file, empty where there is none; or why it cannot be read."""
    return read_text(path, absent="")


def write_answers(path: Path, text: str) -> None:
    """Put the text there in one step, readable only by its owner, whoever could read it before.

    Raises InspectorError when the disk refuses.
    """
    try:
        if path.exists() and stat.S_IMODE(path.stat().st_mode) & _OTHERS:
            path.chmod(0o600)  # the new file takes over the permissions of the old one
    except OSError as error:
        raise InspectorError(
            f"{path} was not written.",
            why=f"Others may read it, and that cannot be changed: {error.strerror or error}.",
            hint="Its owner can: chmod 600, or remove it.",
        ) from error
    write_atomically(path, text)


def secrets_in(value: Any, path: str = "") -> Iterator[str]:
    """The JSON Pointers of what is taken for a secret in an answer: by the member's name, or by the text itself."""
    if isinstance(value, dict):
        for name, member in value.items():
            below = f"{path}/{name.replace('~', '~0').replace('/', '~1')}"
            is_value = isinstance(member, str | int | float) and not isinstance(member, bool) and member != ""
            if is_secret_name(name) and is_value:
                yield below
            else:
                yield from secrets_in(member, below)
    elif isinstance(value, list):
        for at, member in enumerate(value):
            yield from secrets_in(member, f"{path}/{at}")
    elif isinstance(value, str) and (looks_secret(value) or MASK in mask_arguments((value,))[0]):
        yield path
