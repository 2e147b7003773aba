"""What a document is shown as: JSON in its pretty form, text, or the exact bytes."""

from dataclasses import dataclass
from typing import Literal

from inspector.tui.documents.json_lines import JsonLines
from inspector.tui.documents.json_structure import is_json
from inspector.tui.documents.lines import Lines
from inspector.tui.documents.text_lines import RawLines, TextLines

Form = Literal["auto", "json", "text", "raw"]


@dataclass(frozen=True, slots=True)
class Opened:
    """`lines` is `json`, or else `plain`; `form` is what they are."""

    form: Form
    json: JsonLines | None
    plain: TextLines | RawLines | None

    @property
    def lines(self) -> Lines:
        """The document as lines."""
        lines = self.json if self.plain is None else self.plain
        assert lines is not None
        return lines


def opened(document: str | bytes, form: Form = "auto", newlines: int | None = None) -> Opened:
    """`auto`: JSON if it is JSON, raw if it is not UTF-8, else text.

    `json` is for what is known to be JSON: it is not read again to find out. `newlines`: how many line ends a text has,
    where that was counted already.
    """
    text: str | None = None
    if form != "raw":
        try:
            text = document if isinstance(document, str) else document.decode()
        except UnicodeDecodeError:
            text = None
    if text is None:
        data = document if isinstance(document, bytes) else document.encode("utf-8", "surrogatepass")
        return Opened("raw", None, RawLines(data))
    if (form == "json" and text and not text.isspace()) or (
        form == "auto" and text.lstrip()[:1] in ("{", "[") and is_json(text)
    ):
        return Opened("json", JsonLines(text), None)
    return Opened("text", None, TextLines(text, newlines=newlines))
