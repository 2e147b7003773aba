"""The exact message that would go out, beside the form; the line of the field that one is in is lit."""

import re
from collections.abc import Hashable, Iterable
from typing import Final

from textual.app import ComposeResult
from textual.strip import Strip

from inspector.forms import pointer
from inspector.tui.cells import Line, Span, width_of
from inspector.tui.numbers import size
from inspector.tui.roles import roles_of
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.line_view import LineView
from inspector.tui.widgets.signs import in_signs
from inspector.tui.widgets.unscrolled import Unscrolled, Vertical
from inspector.wire.json import dumps

_PLAIN_NAME: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")
_INDEX: Final = re.compile(r"0|[1-9][0-9]*")
_MEMBER_DEPTH: Final = 3
"""How deep the members of the arguments are: what is nested in them is folded at first."""


def document_path(path: str, above: str = "$.params.arguments") -> str:
    """A JSON Pointer into the arguments as a place in the document: `$.params.arguments.day`."""
    steps = []
    for name in pointer.split(path):
        if _INDEX.fullmatch(name):
            steps.append(f"[{name}]")
        else:
            steps.append(f".{name}" if _PLAIN_NAME.fullmatch(name) else f"[{dumps(name)}]")
    return above + "".join(steps)


class Head(Unscrolled):
    """A title in bold, facts at the right."""

    DEFAULT_CSS = """
    Head { height: 1; background: $background; color: $foreground; }
    """

    def __init__(self, title: str) -> None:
        super().__init__()
        self._title = title
        self._facts: tuple[Span, ...] = ()

    def say(self, *facts: Span) -> None:
        """Other facts."""
        self._facts = facts
        self.refresh()

    @property
    def facts(self) -> str:
        """The facts as text."""
        return "".join(text for text, _ in self._facts)

    def render_line(self, y: int) -> Strip:
        """The one row; the facts yield to the title."""
        roles, width = roles_of(self), self.size.width
        line, facts = Line(roles), in_signs(self._facts, roles)
        line.write(" ")
        line.write(self._title, "bold")
        wide = sum(width_of(text) for text, _ in facts)
        if line.cells + wide + 2 <= width - 1:
            line.fill_to(width - 1 - wide)
            line.spans(facts, wide)
        return line.strip(width).apply_style(self.rich_style)


class MessageView(DocumentView):
    """The message; its cursor is where the form's is."""

    def light(self, path: str) -> None:
        """Lights the line of the value at a document path; none if it is not there."""
        if not path or not self.go_to_path(path):
            self._cursor = None
            self.refresh()

    def fold_what_is_deep(self, *, whole: bool) -> None:
        """Folds what is nested in the arguments, and `_meta`, which is the same each time; unless `whole`, where
        nothing is, and the params stand in the first row, for there may be few."""
        if self.form != "json":
            return
        if whole:
            top = self.cursor if self.go_to_path("$.params") else 0
            # After it has its place: it may have come into view just now.
            self.call_after_refresh(self.scroll_to, y=top or 0, animate=False)
        else:
            self.fold_below(_MEMBER_DEPTH)
            if self.go_to_path("$.params._meta"):
                self.action_fold()
            self.scroll_to(y=0, animate=False)
        self._cursor = None


class HeaderRows(LineView):
    """The headers that go with the message over HTTP, those that follow from it first."""

    def __init__(self) -> None:
        super().__init__()
        self.headers: tuple[tuple[str, str], ...] = ()

    def show(self, headers: Iterable[tuple[str, str]]) -> None:
        """Other headers, their secrets masked already."""
        found = tuple(sorted(headers, key=lambda one: not one[0].lower().startswith("mcp-")))
        if found != self.headers:
            self.headers = found
            self.styles.height = max(len(found), 1)
            self.display = bool(found)
            self.lines_changed()

    @property
    def line_count(self) -> int:
        """How many headers there are."""
        return len(self.headers)

    def cache_key(self, index: int) -> Hashable:
        """The header itself."""
        return self.headers[index]

    def draw(self, index: int, width: int) -> Strip:
        """`Mcp-Name: reserve_book`; the value may be foreign."""
        name, value = self.headers[index]
        line = Line(self.roles)
        line.write("  ")
        line.foreign(f"{name}: ", width - 3, "muted")
        line.foreign(value, width - 1 - line.cells, "redacted italic" if "‹secret" in value else "")
        return line.strip(width)


class WillBeSent(Vertical):
    """A head with what is known of the message, the message, and below it the headers that go with it."""

    DEFAULT_CSS = """
    WillBeSent {
        background: $background;
        & > DocumentView { height: 1fr; min-height: 3; }
        & > HeaderRows { height: auto; max-height: 40%; display: none; background: $surface; }
    }
    """

    def __init__(self, *, id: str | None = None, classes: str | None = None) -> None:
        super().__init__(id=id, classes=classes)
        self._head = Head("Will be sent")
        self._view = MessageView(numbers=False)
        self.headers = HeaderRows()
        self._message: bytes | None = None
        self._whole = False
        self._path = ""

    def compose(self) -> ComposeResult:
        """From the top."""
        yield self._head
        yield self._view
        yield self.headers

    @property
    def view(self) -> MessageView:
        """The message as a document."""
        return self._view

    @property
    def facts(self) -> str:
        """What is said of the message: `604 B · id 24`."""
        return self._head.facts

    def show(
        self,
        message: bytes | None,
        request_id: str = "",
        *,
        note: str = "",
        headers: Iterable[tuple[str, str]] = (),
        whole: bool = False,
    ) -> None:
        """Another message, exactly as its bytes would be; None: there is none, and `note` says why.

        `request_id` as JSON writes it. `note` stands before the size: `as is`, or in `warning` why nothing can be sent.
        `headers` go with it over HTTP; their secrets are masked already. `whole`: nothing is folded.
        """
        self.headers.show(headers)
        if message is None:
            self._message = None
            self._view.show("")
            self._head.say((note, "warning"))
            return
        facts = [fact for fact in (note, size(len(message)), f"id {request_id}" if request_id else "") if fact]
        self._head.say((" · ".join(facts), "muted"))
        if (message, whole) != (self._message, self._whole):
            self._message, self._whole = message, whole
            self._view.show(message)
            self._view.fold_what_is_deep(whole=whole)
        self.light(self._path)

    def light(self, path: str) -> None:
        """Lights the line of the field at a JSON Pointer into the arguments; an empty one lights none."""
        self._path = path
        self._view.light(document_path(path) if path else "")
