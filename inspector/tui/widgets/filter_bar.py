"""The filter line: `/`, what is typed, and at the right how much of the list fits."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.content import Content
from textual.message import Message
from textual.widget import Widget
from textual.widgets import Input, Static

from inspector.tui.glyphs import in_glyphs
from inspector.tui.roles import roles_of
from inspector.tui.widgets.typed import Typed
from inspector.tui.widgets.unscrolled import Horizontal


class FilterInput(Typed, Input):
    """The field. It takes the focus only when it is asked to, so that Tab goes from pane to pane."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "submit", "open first", id="filter.open", priority=False),
        Binding("escape", "leave", "clear, then leave", id="filter.leave"),
        Binding("down", "list", "list", show=False, id="filter.list"),
    ]

    def __init__(self) -> None:
        super().__init__(placeholder="filter", compact=True, select_on_focus=False)
        self.can_focus = False
        self.cursor_blink = False

    async def action_submit(self) -> None:
        """The first that fits, before the next key."""
        self._bar.accept()

    def action_leave(self) -> None:
        """Clears what is typed; with nothing there, goes back to the list."""
        if self.value:
            self.value = ""
        else:
            self._bar.leave()

    def action_list(self) -> None:
        """Goes into the list and leaves the filter as it is."""
        self._bar.leave()

    def on_blur(self) -> None:
        """The field cannot be reached by Tab any more."""
        self.can_focus = False

    @property
    def _bar(self) -> "FilterBar":
        parent = self.parent
        assert isinstance(parent, FilterBar)
        return parent


class FilterBar(Horizontal):
    """One row. It filters nothing itself: it says what was typed."""

    DEFAULT_CSS = """
    FilterBar {
        height: 1;
        background: $background;
    }
    FilterBar.-active {
        background: $surface;
    }
    FilterBar > .filter--sign {
        width: 3;
        padding: 0 1;
        color: $faint;
        background: transparent;
    }
    FilterBar.-active > .filter--sign {
        color: $accent;
        text-style: bold;
    }
    FilterBar > FilterInput {
        width: 1fr;
        background: transparent;
        color: $foreground;
    }
    FilterBar > FilterInput:focus {
        background: transparent;
    }
    FilterBar > FilterInput > .input--placeholder {
        color: $faint;
        text-style: none;
    }
    FilterBar > .filter--count {
        width: auto;
        max-width: 60%;
        height: 1;
        padding: 0 1;
        color: $muted;
        background: transparent;
    }
    """

    input_class: ClassVar[type[FilterInput]] = FilterInput

    @dataclass
    class Changed(Message):
        """Something else is to be looked for."""

        bar: "FilterBar"
        text: str

        @property
        def control(self) -> Widget:
            """The bar it came from."""
            return self.bar

    @dataclass
    class Accepted(Message):
        """Enter: the first that fits is meant."""

        bar: "FilterBar"

        @property
        def control(self) -> Widget:
            """The bar it came from."""
            return self.bar

    @dataclass
    class Left(Message):
        """The keyboard goes back to the list."""

        bar: "FilterBar"

        @property
        def control(self) -> Widget:
            """The bar it came from."""
            return self.bar

    def __init__(self, *, language: str = "", id: str | None = None, classes: str | None = None) -> None:
        """`language`: what can be typed, shown while the field is empty and has the keyboard."""
        super().__init__(id=id, classes=classes)
        self._language = language
        self.accept: Callable[[], object] = lambda: self.post_message(self.Accepted(self))
        """Enter. An owner that must have done it before the next key of a quick typist puts its own here."""
        self.leave: Callable[[], object] = lambda: self.post_message(self.Left(self))
        """Gives the keyboard back, likewise; who owns the list takes it."""
        self.input = self.input_class()
        self._count = Static("", classes="filter--count", markup=False)

    def compose(self) -> ComposeResult:
        """The sign, the field, the count."""
        yield Static("/", classes="filter--sign", markup=False)
        yield self.input
        yield self._count

    @property
    def text(self) -> str:
        """What is typed."""
        return self.input.value

    def start(self) -> None:
        """Takes the keyboard at once, so that the next letter is typed here; whoever shows this row shows it before."""
        self.app.stylesheet.update(self)  # now, since what is not shown cannot take the keyboard
        self.input.can_focus = True
        self.screen.set_focus(self.input, scroll_visible=False)

    def clear(self) -> None:
        """Looks for nothing any more."""
        self.input.value = ""

    def tell(self, count: str) -> None:
        """Says how much fits: `39 of 157`."""
        self._count.update(Content(count))

    def on_input_changed(self, event: Input.Changed) -> None:
        """Each letter filters."""
        event.stop()
        self.set_class(bool(event.value) or self.input.has_focus, "-active")
        self.post_message(self.Changed(self, event.value))

    def on_click(self, event: events.Click) -> None:
        """A click anywhere on the row begins to filter."""
        event.stop()
        self.start()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The row is lit while one types."""
        self.add_class("-active")
        if self._language:
            self.input.placeholder = in_glyphs(self._language, roles_of(self).glyphs)

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """It stays lit as long as it hides something."""
        self.set_class(bool(self.text), "-active")
        if self._language:
            self.input.placeholder = "filter"
