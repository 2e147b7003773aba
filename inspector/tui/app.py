"""The application: themes, keymap, and the first screen. It paints before it imports what connects.

`run_app` is what the command line calls. The first frame has the three fixed lines and the names of the panes; the
session screen, with the client and all folds, is imported after it.
"""

import os
import sys
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

from textual.app import App
from textual.binding import Binding, BindingType
from textual.theme import Theme

from inspector.errors import InspectorError
from inspector.tui.glyphs import ASCII, UNICODE, Glyphs
from inspector.tui.themes import load_themes, role_defaults, shipped_folder, starting_theme

if TYPE_CHECKING:
    from inspector.client import Options
    from inspector.config.settings import SettingsFile
    from inspector.config.target import Target
    from inspector.recording import Recording
    from inspector.recording.plan import Plan


@dataclass(frozen=True, slots=True)
class Start:
    """What the interface begins with: a target, an opened recording, or neither (the connect screen)."""

    settings: "SettingsFile"
    target: "Target | None" = None
    options: "Options | None" = None
    recording: "Plan | None" = None
    opened: "Recording | None" = None
    theme: str | None = None
    config: Path | None = None
    insecure: bool = False
    notes: tuple[str, ...] = field(default=())


def _speaks_utf8() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


class InspectorApp(App[int]):
    """One session at a time; its screen holds everything."""

    TITLE = "inspector"
    CSS_PATH = "inspector.tcss"
    HORIZONTAL_BREAKPOINTS = [  # noqa: RUF012  the base class has it so
        (0, "-s"),
        (80, "-m"),
        (120, "-l"),
        (180, "-xl"),
    ]
    VERTICAL_BREAKPOINTS = [  # noqa: RUF012
        (0, "-short"),
        (20, "-mid"),
        (30, "-tall"),
        (40, "-full"),
    ]
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+q", "quit_in_order", "quit", show=False, priority=True, id="app.quit"),
        Binding("ctrl+p,colon", "command_palette", "palette", show=False, id="app.palette"),
        Binding("ctrl+c", "copy_or_cancel", "copy, cancel", show=False, id="app.copy-or-cancel"),
    ]
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"

    def __init__(self, start: Start, *, driver_class: Any = None) -> None:
        no_color = "NO_COLOR" in os.environ
        super().__init__(driver_class=driver_class, ansi_color=True if no_color else None)
        self.start = start
        self.glyphs: Glyphs = _glyphs(start)
        self.theme_problems: list[str] = []
        self._load_themes()
        wanted = starting_theme(
            start.theme or start.settings.settings.theme, no_color=no_color, color_system=self.console.color_system
        )
        if wanted not in self.available_themes:
            self.theme_problems.append(f"There is no theme “{wanted}”; the default is used.")
            wanted = starting_theme(None, no_color=no_color, color_system=self.console.color_system)
        self.theme = wanted
        self.set_keymap(dict(start.settings.settings.keymap))

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Values for our roles under a theme that does not know them."""
        return role_defaults()

    def get_default_screen(self) -> Any:
        """The frame that is painted before anything slow."""
        from inspector.tui.screens.frame import FrameScreen

        return FrameScreen()

    def on_mount(self) -> None:
        """When the first frame is on the terminal, import the rest."""
        self.call_after_refresh(self._open_session)

    def _open_session(self) -> None:
        from inspector.tui.screens.session import SessionScreen

        self.push_screen(SessionScreen(self.start))

    def _load_themes(self) -> None:
        from inspector.config.places import places

        for folder in (shipped_folder(), places().themes):
            loaded = load_themes(folder)
            for theme in loaded.themes:
                self.register_theme(theme)
            self.theme_problems += [f"The theme {one.path} is left out. {one.reason}" for one in loaded.problems]
        for name in tuple(self.available_themes):
            if name.startswith("textual-") and name != "textual-ansi":
                self.unregister_theme(name)

    def choose_theme(self, theme: Theme | str) -> None:
        """Take a theme and remember it in the settings."""
        from inspector.config.settings import change_setting

        name = theme if isinstance(theme, str) else theme.name
        self.theme = name
        try:
            change_setting(self.start.settings.path, "theme", name)
        except InspectorError as error:
            self.notify(f"{error.message} {error.why}", markup=False)

    def action_copy_or_cancel(self) -> None:
        """Copy what is selected; else cancel the shown call; else say how to quit."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
            self.notify(f"Copied {len(selected.encode()):,} B.", markup=False)
        elif hasattr(self.screen, "cancel_shown"):
            self.screen.cancel_shown()

    def action_help_quit(self) -> None:
        """Ctrl+C where a text field has the focus comes here."""
        self.action_copy_or_cancel()

    async def action_quit_in_order(self) -> None:
        """Quit, at once unless calls or questions are open."""
        asked = [screen.may_quit for screen in self.screen_stack if hasattr(screen, "may_quit")]
        if all(may() for may in asked):
            self.exit(0)


def _glyphs(start: Start) -> Glyphs:
    wish = start.settings.settings.ascii
    return ASCII if wish or (wish is None and not _speaks_utf8()) else UNICODE


def run_app(start: Start) -> int:
    """Run the interface until it is left; the exit status."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        from inspector.errors import UsageError

        raise UsageError(
            "The interface needs a terminal.",
            why="stdin or stdout is none.",
            hint="`inspector probe`, `list`, `call` and their kin work without one.",
        )
    app = InspectorApp(start)
    code = app.run(mouse=start.settings.settings.mouse)
    if app.return_code:
        return app.return_code
    return code if isinstance(code, int) else 0
