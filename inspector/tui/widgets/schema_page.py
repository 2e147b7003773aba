"""What `outputSchema` says of a result: whether it fits, and each place where it does not."""

from dataclasses import dataclass
from typing import ClassVar, Final

from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widget import Widget

from inspector.forms.verdict import Validation
from inspector.tui.cells import Span, shown
from inspector.tui.numbers import counted
from inspector.tui.roles import Roles
from inspector.tui.widgets.page_view import PageLine, PageView, block
from inspector.tui.widgets.signs import sentence

_MOST: Final = 200


def verdict_sign(validation: Validation) -> Span:
    """`✓`, `✗`, or `○` for what could not be checked."""
    return {True: ("✓", "success"), False: ("✗", "error bold"), None: ("○", "muted")}[validation.valid]


def validation_lines(validation: Validation, width: int, roles: Roles) -> list[PageLine]:
    """One sentence, then each fault, a stop with its pointer: the place, what is wrong there, and the rule."""
    sign = verdict_sign(validation)
    told = {
        True: "The structured content fits outputSchema.",
        None: "Nothing wrong was found, but not all was checked.",
    }
    words = told.get(validation.valid, f"{counted(len(validation.errors), 'place')} where outputSchema is not met.")
    lines = block(sentence([(f"{sign[0]} ", sign[1]), (words, "")], width, roles))
    for number, error in enumerate(validation.errors[:_MOST]):
        where = error.pointer or "the whole"
        spans = [("✗ ", "error bold"), *shown(where, "bold"), ("  ", ""), *shown(error.message, "")]
        spans += [("  ", ""), *shown(f"{error.keyword} at {error.schema_pointer or '/'}", "faint")]
        lines += block(sentence(spans, width, roles, at=4, hanging=2), (number, error.pointer))
    if len(validation.errors) > _MOST:
        lines += block(sentence([(f"and {len(validation.errors) - _MOST:,} more", "muted")], width, roles, at=4))
    for note in validation.unchecked[:_MOST]:
        spans = [("○ ", "muted"), *shown(note.pointer or "the whole", "bold"), ("  ", ""), *shown(note.reason, "muted")]
        lines += block(sentence(spans, width, roles, at=4, hanging=2))
    return lines


class SchemaPage(PageView):
    """The verdict as a page. Enter on a fault goes to its place in the JSON."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter", "open", "in the JSON", key_display="Enter", id="schema.open")
    ]

    @dataclass
    class PlaceWanted(Message):
        """What is at a JSON pointer into the structured content is to be shown."""

        page: "SchemaPage"
        pointer: str

        @property
        def control(self) -> Widget:
            """The page."""
            return self.page

    def __init__(self) -> None:
        super().__init__()
        self._validation: Validation | None = None

    def show(self, validation: Validation | None) -> None:
        """Another verdict; None: there is nothing to check."""
        self._validation = validation
        self.page_changed()

    def lay_out(self, width: int) -> list[PageLine]:
        """The verdict at a width."""
        if self._validation is None:
            return block(sentence([("There is no outputSchema to check this result by.", "muted")], width, self.roles))
        return validation_lines(self._validation, width, self.roles)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Enter is ours only on a fault."""
        return self.stop is not None if action == "open" else True

    def action_open(self) -> None:
        """To the place of the fault."""
        if isinstance(self.stop, tuple):
            self.post_message(self.PlaceWanted(self, self.stop[1]))
