"""Opening a page in the person's browser: by the opener of the system, without a shell, and never in this terminal."""

import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections.abc import Callable, Mapping
from contextlib import suppress
from typing import Final

from inspector.tui.widgets.web_address import read_address

_PLACE: Final = "%s"
_WINDOWS: Final = ("rundll32", "url.dll,FileProtocolHandler")
_LINUX: Final = ("xdg-open", "wslview", "gio")
_DISPLAYS: Final = ("DISPLAY", "WAYLAND_DISPLAY", "WSL_DISTRO_NAME")


def opener(
    environ: Mapping[str, str] = os.environ,
    platform: str = sys.platform,
    which: Callable[[str], str | None] = shutil.which,
) -> tuple[str, ...]:
    """The words of the command that opens an address, which is put in place of `%s`; empty where there is none.

    What the person has named in BROWSER goes before the system's own. Where nothing can be displayed the system's
    opener would start a browser of the terminal, which is taken.
    """
    for named in environ.get("BROWSER", "").split(os.pathsep):
        with suppress(ValueError):
            words = shlex.split(named)
            if words and which(words[0]) is not None:
                return tuple(words) if _PLACE in named else (*words, _PLACE)
    if platform == "darwin":
        return ("open", _PLACE)
    if platform == "win32":
        return (*_WINDOWS, _PLACE)
    if not any(environ.get(name) for name in _DISPLAYS):
        return ()
    found = next((name for name in _LINUX if which(name) is not None), None)
    if found is None:
        return ()
    return (found, "open", _PLACE) if found == "gio" else (found, _PLACE)


def open_page(url: str, words: tuple[str, ...], tell: Callable[[str], object]) -> None:
    """Opens a page that can be opened (`read_address`); why it was not is told, maybe later and from another thread."""
    if not read_address(url).can_open:
        tell("Only http and https addresses are opened; y copies it.")
        return
    if not words:
        tell("There is no browser here to open it; y copies the address.")
        return
    command = [word.replace(_PLACE, url) for word in words]
    null = subprocess.DEVNULL
    try:
        process = subprocess.Popen(command, stdin=null, stdout=null, stderr=null, start_new_session=True)
    except OSError as error:
        tell(f"{words[0]} could not be started: {error.strerror or error}; y copies the address.")
        return

    def wait() -> None:
        code = process.wait()
        if code:
            tell(f"{words[0]} exited with code {code}, so the page may not be open; y copies the address.")

    # It may live as long as the browser: whoever quits does not wait for it.
    threading.Thread(target=wait, name="opener", daemon=True).start()
