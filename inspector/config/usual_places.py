"""Where other programs keep their mcpServers files.

The order is that of precedence: what belongs to this project comes before what belongs to the person.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

ORDINARY_KEYS: tuple[tuple[str, ...], ...] = (("mcpServers",), ("servers",), ("mcp", "servers"))


@dataclass(frozen=True, slots=True)
class UsualPlace:
    """A file that may be there.

    `program` writes or reads it. `keys` are the paths inside it that may hold servers. `workspace` is the folder that
    its entries count from. `scope` tells apart two places in one file, and is empty for the ordinary one.
    """

    program: str
    path: Path
    workspace: Path
    keys: tuple[tuple[str, ...], ...] = ORDINARY_KEYS
    scope: str = ""


def usual_places(cwd: Path, home: Path, environ: Mapping[str, str], platform: str) -> tuple[UsualPlace, ...]:
    """All places for this directory and person, whether or not a file is there; each once.

    `platform` is as `sys.platform` has it. The folders of the project are `cwd` and those above it up to the one with
    `.git`; without one, `cwd` alone, since a folder above it may be anybody's.
    """
    folders = _project_folders(cwd)
    claude = Path(environ["CLAUDE_CONFIG_DIR"]) if environ.get("CLAUDE_CONFIG_DIR") else home
    applications = _applications(home, environ, platform)
    in_this_project = tuple(("projects", str(folder), "mcpServers") for folder in folders)
    places = [UsualPlace("Claude Code", claude / ".claude.json", cwd, in_this_project, "this project")]
    for folder in folders:
        places += [
            UsualPlace("project", folder / ".mcp.json", folder),
            UsualPlace("Cursor", folder / ".cursor" / "mcp.json", folder),
            UsualPlace("VS Code", folder / ".vscode" / "mcp.json", folder),
        ]
    places += [
        UsualPlace("Claude Code", claude / ".claude.json", cwd),
        UsualPlace("Claude Desktop", applications / "Claude" / "claude_desktop_config.json", cwd),
        UsualPlace("Cursor", home / ".cursor" / "mcp.json", cwd),
        UsualPlace("VS Code", applications / "Code" / "User" / "mcp.json", cwd),
        UsualPlace("Windsurf", home / ".codeium" / "windsurf" / "mcp_config.json", cwd),
    ]
    first: dict[tuple[Path, str], UsualPlace] = {}
    for place in places:
        first.setdefault((place.path, place.scope), place)
    return tuple(first.values())


def _project_folders(cwd: Path) -> tuple[Path, ...]:
    above = (cwd, *cwd.parents)
    root = next((at for at, folder in enumerate(above) if (folder / ".git").exists()), 0)
    return above[: root + 1]


def _applications(home: Path, environ: Mapping[str, str], platform: str) -> Path:
    """The folder in which desktop programs keep their settings."""
    if platform == "darwin":
        return home / "Library" / "Application Support"
    if platform == "win32":
        return Path(environ.get("APPDATA") or home / "AppData" / "Roaming")
    return Path(environ.get("XDG_CONFIG_HOME") or home / ".config")
