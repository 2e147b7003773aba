"""What of a document can be copied by itself: the value or line at the cursor, its path, its text, the whole."""

from collections.abc import Callable, Sequence

from inspector.tui.numbers import size
from inspector.tui.widgets.copy_bar import Copyable
from inspector.tui.widgets.document_view import DocumentView

_LOOKS = 160
"""Characters of a text that show what it is."""

CopiesOf = Callable[[int], Sequence[Copyable]]
"""Everything that a record can be copied as, by its number."""

Safe = Callable[[str], str]
"""A text without its secrets."""


def copyables(view: DocumentView, safe: Safe) -> list[Copyable]:
    """What can be copied of the place where the cursor is. Secrets are left out by `safe`."""
    found: list[Copyable] = []

    def offer(key: str, name: str, looks: str, text: Callable[[], str]) -> None:
        found.append(Copyable(key, name, looks, lambda secrets: text() if secrets else safe(text())))

    path, value, text = view.path_at_cursor, view.value_at_cursor, view.string_at_cursor
    if value is not None:
        offer("y", "line" if path is None else "value", value[:_LOOKS], lambda: value)
    if path is not None:
        offer("p", "path", path[:_LOOKS], lambda: path)
    if text is not None:
        offer("t", "its text", "", lambda: text)
    document = view.document
    offer("w", "the whole", size(_bytes_of(document)), lambda: _text_of(document))
    return found


def _bytes_of(document: str | bytes) -> int:
    return len(document if isinstance(document, bytes) else document.encode("utf-8", "surrogatepass"))


def _text_of(document: str | bytes) -> str:
    return document if isinstance(document, str) else document.decode("utf-8", "backslashreplace")
