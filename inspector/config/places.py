"""The folders of the program.

platformdirs is asked once. `INSPECTOR_HOME` puts everything below one folder, for tests and for carrying a set-up
around. Nothing is created here: whoever writes a file makes its folder.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

APP_NAME = "mcp-inspector-tui"
_SOCKET_PATH: Final = 103  # bytes that the path of a socket may have on every system


@dataclass(frozen=True, slots=True)
class Places:
    """Absolute folders: `config` (settings, themes), `data` (recordings), `state` (recent targets)."""

    config: Path
    data: Path
    state: Path

    @property
    def settings_file(self) -> Path:
        """The settings, TOML."""
        return self.config / "settings.toml"

    @property
    def themes(self) -> Path:
        """The person's own themes, one TOML file each."""
        return self.config / "themes"

    @property
    def filters_file(self) -> Path:
        """The filters that are kept under names, JSON."""
        return self.config / "filters.json"

    @property
    def filter_history(self) -> Path:
        """The filters that were meant last, JSON."""
        return self.state / "filter-history.json"

    @property
    def recents_file(self) -> Path:
        """The recent targets, JSON."""
        return self.state / "recent.json"

    @property
    def digests_file(self) -> Path:
        """What recordings come to, JSON (`recording.digests`)."""
        return self.state / "sessions.json"

    def tap_socket(self, recording: Path) -> Path:
        """Where the tap that writes this recording can be told what to do with what it holds."""
        import hashlib  # late: it loads OpenSSL, which most commands can do without

        # The recording's own path may be too long for a socket, and so may the person's folder: then it is in /tmp, not
        # in TMPDIR, which a client may have set otherwise for the tap than it is where somebody attaches.
        name = hashlib.sha256(os.fsencode(os.path.realpath(recording))).hexdigest()[:16] + ".sock"
        own = self.state / "taps" / name
        fits = len(os.fsencode(own)) <= _SOCKET_PATH
        return own if fits else Path("/tmp") / f"{APP_NAME}-{os.geteuid()}" / name

    @property
    def credentials_file(self) -> Path:
        """What authorizations came to, JSON; the secrets are in a keyring where there is one."""
        return self.state / "credentials.json"

    @property
    def recordings(self) -> Path:
        """The recordings, one file a session."""
        return self.data / "recordings"


def places(environ: Mapping[str, str] | None = None) -> Places:
    """The folders for this user; `environ` (by default the process's) may hold `INSPECTOR_HOME`."""
    home = (os.environ if environ is None else environ).get("INSPECTOR_HOME", "")
    if not home:
        return _of_this_user()
    root = Path(home).expanduser().absolute()
    return Places(config=root / "config", data=root / "data", state=root / "state")


@cache
def _of_this_user() -> Places:
    # Imported late: a run below INSPECTOR_HOME does not need it, and start-up is counted in milliseconds.
    from platformdirs import PlatformDirs

    dirs = PlatformDirs(APP_NAME, appauthor=False)
    return Places(config=dirs.user_config_path, data=dirs.user_data_path, state=dirs.user_state_path)


def short_path(path: str | Path, home: str | Path | None = None) -> str:
    """The path as people write it, with `~` for the home folder; for messages, never for opening a file."""
    text = str(path)
    root = str(home) if home is not None else os.path.expanduser("~")
    if root in ("", "/", "~"):
        return text
    if text == root:
        return "~"
    return "~" + text[len(root) :] if text.startswith(root + os.sep) else text
