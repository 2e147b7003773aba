"""A text in the person's own editor, `$VISUAL` or `$EDITOR`, while the terminal is lent to it."""

import asyncio
import os
import shlex
import signal
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, Final

from textual.app import App, SuspendNotSupported


class NotEdited(Exception):
    """Why no text came back; the message is a sentence for people."""


def editor_command() -> tuple[str, ...]:
    """The words of the editor's command, by `VISUAL`, else `EDITOR`. Raises `NotEdited` if neither names one."""
    line = os.environ.get("VISUAL", "").strip() or os.environ.get("EDITOR", "").strip()
    if not line:
        raise NotEdited("There is no editor: neither VISUAL nor EDITOR is set.")
    try:
        return tuple(shlex.split(line))
    except ValueError:
        raise NotEdited(f"The editor {line} cannot be read as a command: a quote is left open.") from None


async def edited_outside(app: App[Any], text: str, suffix: str) -> str:
    """`text` as it came back from the editor, in a file whose name ends in `suffix`.

    The file and its folder can be read by their owner alone, and are gone afterwards. Messages of a server are taken in
    meanwhile; nothing is drawn. The newline that editors put at the end is not part of the text, unless it was before.
    Raises `NotEdited`.
    """
    command = editor_command()
    name = Path(command[0]).name
    with TemporaryDirectory(prefix="inspector-") as folder:
        path = Path(folder) / f"value{suffix}"
        path.touch(mode=0o600)
        path.write_bytes(text.encode("utf-8", "surrogatepass"))
        try:
            with app.batch_update(), app.suspend(), _deaf():
                ended = await _ended(*command, str(path))  # raises nothing: the terminal would not come back
        except SuspendNotSupported:
            raise NotEdited("This terminal cannot be lent to an editor.") from None
        finally:
            app.refresh(layout=True)
        if isinstance(ended, OSError):
            raise NotEdited(f"{name} could not be started: {ended.strerror or ended}.")
        if ended:
            how = f"exited with code {ended}" if ended > 0 else f"was ended by signal {-ended}"
            raise NotEdited(f"{name} {how}; nothing was changed.")
        try:
            edited = path.read_bytes().decode("utf-8", "surrogatepass")
        except (OSError, UnicodeDecodeError):
            raise NotEdited(f"What {name} left cannot be read as UTF-8; nothing was changed.") from None
    edited = edited.replace("\r\n", "\n") if "\r\n" not in text else edited
    return edited.removesuffix("\n") if not text.endswith("\n") else edited


async def _ended(*command: str) -> int | OSError:
    """The exit code, or why there was no start."""
    try:
        process = await asyncio.create_subprocess_exec(*command, preexec_fn=_hearing)
    except OSError as fault:
        return fault
    return await process.wait()


_KEYS: Final = (signal.SIGINT, signal.SIGQUIT)
"""What Ctrl+C and Ctrl+\\ send to everything in the terminal."""


@contextmanager
def _deaf() -> Iterator[None]:
    """Ctrl+C is for the editor. Ignored, and not just handled, since the loop is told of all that is handled."""
    before = [(number, signal.signal(number, signal.SIG_IGN)) for number in _KEYS]
    try:
        yield
    finally:
        for number, handler in before:
            signal.signal(number, handler)


def _hearing() -> None:
    """In the child before it becomes the editor: what is ignored would be ignored by it too."""
    for number in _KEYS:
        signal.signal(number, signal.SIG_DFL)
