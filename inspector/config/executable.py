"""Which file a command will run, found the way exec finds it, and why there is none.

The search is that of a POSIX child: in its own environment's PATH, after it has changed to its own directory.
A directory or a file without execute permission does not end the search, but is what is told if nothing better comes.
"""

import os
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal

from inspector.config.places import short_path

Reason = Literal["found", "not found", "not executable", "is a directory", "no interpreter", "no directory", "empty"]

# What people install to get a command that a server's instructions name.
_COMES_WITH = {
    "uvx": "uv",
    "uv": "uv",
    "npx": "Node.js",
    "npm": "Node.js",
    "node": "Node.js",
    "bunx": "Bun",
    "bun": "Bun",
    "deno": "Deno",
    "docker": "Docker",
    "podman": "Podman",
    "pipx": "pipx",
    "python": "Python",
    "python3": "Python",
}
_SHOWN_FOLDERS = 3
_SHEBANG_LIMIT = 256


@dataclass(frozen=True, slots=True)
class Resolution:
    """What a command leads to.

    `path` is the file that will be run, or None. `looked_in` are the directories of PATH in their order (none for a
    command with a slash). `obstacle` is the file or directory that `reason` speaks of, else empty.
    """

    command: str
    path: str | None
    looked_in: tuple[str, ...]
    reason: Reason
    obstacle: str = ""

    @property
    def message(self) -> str:
        """What happened, in one sentence."""
        match self.reason:
            case "found":
                return f"{self.command} is {self.path}."
            case "not found":
                return f"{self.command} was not found."
            case "not executable":
                return f"{self.command} may not be executed."
            case "is a directory":
                return f"{self.command} is a directory."
            case "no interpreter":
                return f"{self.command} was found, its interpreter was not."
            case "no directory":
                return "The working directory is not there."
            case "empty":
                return "The command is empty."

    @property
    def why(self) -> str:
        """The reason, in one sentence; empty when there is nothing to explain."""
        match self.reason:
            case "not found" if self.looked_in:
                shown = ", ".join(short_path(folder) for folder in self.looked_in[:_SHOWN_FOLDERS])
                end = ", …" if len(self.looked_in) > _SHOWN_FOLDERS else "."
                if len(self.looked_in) == 1:
                    return f"The one directory in PATH does not have it: {shown}."
                return f"None of the {len(self.looked_in)} directories in PATH has it: {shown}{end}"
            case "not found":
                return f"There is no file {short_path(self.obstacle)}."
            case "not executable":
                return f"{short_path(self.obstacle)} has no execute permission for this user."
            case "is a directory":
                return f"{short_path(self.obstacle)} is one."
            case "no interpreter":
                return (
                    f"The first line of {short_path(self.path or '')} names {self.obstacle}, and there is no such file."
                )
            case "no directory":
                return f"There is no directory {short_path(self.obstacle)}."
            case "found" | "empty":
                return ""

    @property
    def hint(self) -> str:
        """What to do, in one sentence."""
        match self.reason:
            case "found":
                return ""
            case "not found" if len(self.command.split()) > 1:
                first = self.command.split()[0]
                return f"If {first} is the command, give the rest as arguments of their own."
            case "not found" if self.command in _COMES_WITH:
                return f"Install {_COMES_WITH[self.command]}, or give the full path."
            case "not found" | "is a directory":
                return "Give the full path of the program."
            case "not executable":
                return f"chmod +x {short_path(self.obstacle)}, or run it with its interpreter."
            case "no interpreter":
                return "Install it there, or run the file with an interpreter that is there."
            case "no directory":
                return "Create it, or give another one as --cwd."
            case "empty":
                return "Give a command after --."


def resolve_executable(
    command: str, env: Mapping[str, str], cwd: str | None, environ: Mapping[str, str] | None = None
) -> Resolution:
    """Find the file that `command` (the program alone, without arguments) will run.

    `env` is laid over `environ` (by default the process's), as it is for the child; PATH comes from the two together.
    `cwd` is the child's directory: a command with a slash and relative folders of PATH count from there.
    Looks at the file system and never raises.
    """
    if not command:
        return Resolution(command, None, (), "empty")
    try:
        base = os.path.abspath(cwd or ".")
        if not os.path.isdir(base):
            return Resolution(command, None, (), "no directory", base)
    except (OSError, ValueError):  # our own directory was deleted, or the name has a NUL
        return Resolution(command, None, (), "no directory", cwd or ".")
    if "/" in command:
        folders: tuple[str, ...] = ()
        candidates = [os.path.normpath(os.path.join(base, command))]
    else:
        search = {**(os.environ if environ is None else environ), **env}.get("PATH", os.defpath)
        # An empty element of PATH is the current directory, as it is for exec.
        folders = tuple(dict.fromkeys(os.path.join(base, folder or ".") for folder in search.split(os.pathsep)))
        candidates = [os.path.join(folder, command) for folder in folders]
    obstacle: Resolution | None = None
    for candidate in candidates:
        reason = _reason(candidate)
        if reason == "found":
            interpreter = _missing_interpreter(candidate, base)
            if interpreter:
                return Resolution(command, candidate, folders, "no interpreter", interpreter)
            return Resolution(command, candidate, folders, "found")
        if reason != "not found" and obstacle is None:
            obstacle = Resolution(command, None, folders, reason, candidate)
    return obstacle or Resolution(command, None, folders, "not found", "" if folders else candidates[0])


def _reason(candidate: str) -> Reason:
    try:
        if os.path.isdir(candidate):
            return "is a directory"
        if not os.path.exists(candidate):
            return "not found"
        return "found" if os.access(candidate, os.X_OK) else "not executable"
    except ValueError:  # a NUL in the name: no such file can exist
        return "not found"


def _missing_interpreter(path: str, base: str) -> str:
    """The interpreter that the `#!` line names, if it is not there: exec then says ENOENT of a file that exists."""
    try:
        with open(path, "rb") as file:
            head = file.read(_SHEBANG_LIMIT)
    except OSError:
        return ""
    if not head.startswith(b"#!"):
        return ""
    words = head[2:].split(b"\n", 1)[0].split()
    if not words:
        return ""
    interpreter = os.fsdecode(words[0])
    return "" if os.path.exists(os.path.join(base, interpreter)) else interpreter
