"""The application: themes, keymap, and the first screen. It paints before it imports what connects.

`run_app` is what the command line calls. The first frame has the three fixed lines and the names of the panes; what
follows is in `beginning`.
"""

import asyncio
import os
import signal
import sys
import traceback
from time import perf_counter
from typing import TYPE_CHECKING, Any, ClassVar, Final

from textual import events
from textual.binding import Binding, BindingType
from textual.geometry import Size
from textual.theme import Theme
from textual.worker import WorkerError

from inspector.errors import InspectorError
from inspector.tui import old_objects
from inspector.tui.beginning import BeginningApp
from inspector.tui.glyphs import Glyphs, choose_glyphs
from inspector.tui.numbers import size
from inspector.tui.start import Start
from inspector.tui.themes import load_themes, role_defaults, shipped_folder, starting_theme
from inspector.tui.widgets.too_small import laid_out
from inspector.tui.widgets.typed import is_typed
from inspector.wire.text import visible

if TYPE_CHECKING:
    from textual.command import Provider
    from textual.driver import Driver

    from inspector.tui.screens.wishes import SettingWanted


CLOSING: Final = 6.0
"""Seconds that quitting waits for servers to end; their own stages take less."""

INTERRUPTED: Final = 130
"""The exit status where a signal ended the interface."""

PROBLEM: Final = 10.0
"""Seconds that a problem with the person's own files is shown."""


def _commands() -> "type[Provider]":
    from inspector.tui.commands import InspectorCommands

    return InspectorCommands


class InspectorApp(BeginningApp):
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
        Binding("ctrl+p,colon", "command_palette", "palette", show=False, priority=True, id="app.palette"),
        Binding("ctrl+c", "copy_or_cancel", "copy, cancel", show=False, id="app.copy-or-cancel"),
        # The help closes before anything else takes these keys; `?` closes none from within a text, where it is typed.
        Binding("escape", "close_help", "close help", show=False, priority=True, id="app.close-help"),
        Binding("question_mark", "close_help('?')", "close help", show=False, priority=True, id="app.close-help-too"),
        Binding("shift+pagedown", "scroll_help(1)", "scroll help", show=False, priority=True, id="app.help-down"),
        Binding("shift+pageup", "scroll_help(-1)", "scroll help back", show=False, priority=True, id="app.help-up"),
    ]
    ENABLE_COMMAND_PALETTE = True
    COMMAND_PALETTE_BINDING = "ctrl+p"
    COMMANDS = {_commands}  # noqa: RUF012  the base class has it so

    def __init__(self, start: Start, *, driver_class: Any = None) -> None:
        no_color = "NO_COLOR" in os.environ
        super().__init__(start, driver_class=driver_class, ansi_color=True if no_color else None)
        self.glyphs: Glyphs = choose_glyphs(sys.stdout.encoding, ascii_only=bool(start.settings.settings.ascii))
        self.theme_problems: list[str] = []
        self.theme_names: set[str] = set()
        self._leaving = False
        self.pressed = 0.0
        """When a key was pressed last or the mouse did something, by `perf_counter`; that it passes by is nothing."""
        self.terminal_size: Size | None = None
        """What there is; `size` is what is laid out."""
        self.sizes: dict[str, int] = {}
        """Where a person has put the handles of the desk, by the class of its size (`screens.splits`)."""
        self._load_themes()
        wanted = starting_theme(
            start.theme or start.settings.settings.theme, no_color=no_color, color_system=self.console.color_system
        )
        if wanted not in self.theme_names:
            self.theme_problems.append(f"There is no theme “{wanted}”; the default is used.")
            wanted = starting_theme(None, no_color=no_color, color_system=self.console.color_system)
        self.theme = wanted
        self.set_keymap(dict(start.settings.settings.keymap))

    def _fatal_error(self) -> None:
        """A fault of our own ends the app: its traceback, without the values of variables, among which are secrets."""
        from rich.text import Text

        self.bell()
        told = traceback.format_exception(self._exception) if self._exception is not None else []
        words = "inspector itself failed. What was recorded until then is kept; the lines above say where it was."
        self._exit_renderables.append(Text(visible("".join(told), keep_newlines=True) + words))
        self._close_messages_no_wait()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """Values for our roles under a theme that does not know them."""
        return role_defaults(dark=self.current_theme.dark)

    def get_default_screen(self) -> Any:
        """The frame that is painted before anything slow."""
        from inspector.tui.screens.frame import FrameScreen

        return FrameScreen()

    def on_mount(self) -> None:
        """When the first frame is on the terminal, import the rest."""
        self.call_after_refresh(self.open_session, self.start)
        loop = asyncio.get_running_loop()
        for number in (signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT):
            try:
                loop.add_signal_handler(number, self.leave, INTERRUPTED)
            except (NotImplementedError, RuntimeError, ValueError):
                return  # not in the main thread, as in tests

    def say_problems(self) -> None:
        """What could not be used of the person's own files, and what the command line has to say."""
        settings = [problem.describe() for problem in self.start.settings.problems]
        for problem in (*settings, *self.theme_problems, *self.start.notes):
            self.notify(visible(problem), severity="warning", markup=False, timeout=PROBLEM)

    def _load_themes(self) -> None:
        from inspector.config.places import places

        for folder in (shipped_folder(), places().themes):
            loaded = load_themes(folder)
            for theme in loaded.themes:
                self.register_theme(theme)
                self.theme_names.add(theme.name)
            self.theme_problems += [f"The theme {one.path} is left out. {one.reason}" for one in loaded.problems]
        for name in self.available_themes.keys() - self.theme_names - {"textual-ansi"}:
            self.unregister_theme(name)

    def choose_theme(self, theme: Theme | str) -> None:
        """Take a theme and remember it in the settings."""
        name = theme if isinstance(theme, str) else theme.name
        self.theme = name
        self._remember("theme", name)

    def on_setting_wanted(self, message: "SettingWanted") -> None:
        """A setting that a place has changed."""
        self._remember(message.key, message.value)

    def _remember(self, key: str, value: str) -> None:
        from inspector.config.settings import change_setting

        try:
            change_setting(self.start.settings.path, key, value)
        except InspectorError as error:
            self.notify(f"{error.message} {error.why}", markup=False)

    def action_copy_or_cancel(self) -> None:
        """Copy what is selected; else cancel the shown call; else say how to quit."""
        selected = self.screen.get_selected_text()
        if selected:
            self.copy_to_clipboard(selected)
            self.notify(f"Copied the selection, {size(len(selected.encode('utf-8', 'replace')))}.", markup=False)
        elif hasattr(self.screen, "cancel_shown"):
            self.screen.cancel_shown()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """The keys of the help are its own only while it is open."""
        if action in ("close_help", "scroll_help"):
            typed = parameters == ("?",) and is_typed(self.screen.focused, "question_mark", "?")
            return self.screen.has_class("-helped") and not typed
        return super().check_action(action, parameters)

    def action_close_help(self, key: str = "") -> None:
        """`?` or Esc while the help is open."""
        if hasattr(self.screen, "action_help"):
            self.screen.action_help()

    def action_scroll_help(self, pages: int) -> None:
        """Scroll the help where it stands beside what one works on."""
        if hasattr(self.screen, "help"):
            self.screen.help.scroll(pages)

    def action_help_quit(self) -> None:
        """Ctrl+C where a text field has the focus comes here."""
        self.action_copy_or_cancel()

    async def on_event(self, event: events.Event) -> None:
        """Keys, and what the mouse does, come by here before anybody has them."""
        passes = isinstance(event, events.MouseMove) and not event.button
        if isinstance(event, events.InputEvent) and not passes:
            self.pressed = perf_counter()
        elif isinstance(event, events.Resize):
            self.terminal_size, room = event.size, laid_out(event.size)
            if room != event.size:
                event = events.Resize(room, room, room, event.pixel_size)
        await super().on_event(event)

    async def action_quit_in_order(self) -> None:
        """Quit, at once unless calls or questions are open."""
        asked = [screen.may_quit for screen in self.screen_stack if hasattr(screen, "may_quit")]
        if all(may() for may in asked):
            self.leave()

    def leave(self, code: int = 0) -> None:
        """End every session in order, then the program with this exit status, the first that is given; both bounded in
        time."""
        if not self._leaving:
            self._leaving = True
            self.run_worker(self._leave(code), name="leave")

    def watch_title(self, title: str) -> None:
        """The terminal has the title of the app, where it can have one."""
        show = getattr(self._driver, "show_title", None)
        if show is not None:
            show(title)

    def terminal_lost(self) -> None:
        """The terminal is gone: end as SIGHUP does, which need not come."""
        self.leave(INTERRUPTED)

    async def _leave(self, code: int = 0) -> None:
        if self._begun is not None:
            self._begun.stop()
        for screen in self.screen_stack:
            if hasattr(screen, "end"):
                screen.end()
        sessions = [worker for worker in self.workers if worker.name == "session" and not worker.is_finished]
        try:
            async with asyncio.timeout(CLOSING):
                for worker in sessions:
                    await worker.wait()
        except (TimeoutError, WorkerError):
            pass  # what is still there is ended with the program
        self.trash.empty()
        self.exit(code)


def run_app(start: Start) -> int:
    """Run the interface until it is left; the exit status."""
    if not sys.stdin.isatty() or not sys.stdout.isatty():
        from inspector.errors import UsageError

        raise UsageError(
            "The interface needs a terminal.",
            why="stdin or stdout is none.",
            hint="`inspector probe`, `list`, `call` and their kin work without one.",
        )
    old_objects.begin()
    app = InspectorApp(start, driver_class=_driver())
    code = app.run(mouse=start.settings.settings.mouse)
    if app.return_code:
        return app.return_code
    return code if isinstance(code, int) else 0


def _driver() -> "type[Driver] | None":
    """Ours, unless the framework is told to take another one or is where ours cannot be."""
    if sys.platform == "win32" or "TEXTUAL_DRIVER" in os.environ:
        return None
    from inspector.tui.terminal import TerminalDriver

    return TerminalDriver
