"""What `outputSchema` says of a result: whether it fits, and each place where it does not."""

from typing import Final

from textual.strip import Strip

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


def validation_strips(validation: Validation, width: int, roles: Roles) -> list[Strip]:
    """One sentence, then each fault: the place, what is wrong there, and the rule."""
    sign = verdict_sign(validation)
    told = {
        True: "The structured content fits outputSchema.",
        None: "Nothing wrong was found, but not all was checked.",
    }
    words = told.get(validation.valid, f"{counted(len(validation.errors), 'place')} where outputSchema is not met.")
    strips = sentence([(f"{sign[0]} ", sign[1]), (words, "")], width, roles)
    for error in validation.errors[:_MOST]:
        where = error.pointer or "the whole"
        spans = [("✗ ", "error bold"), *shown(where, "bold"), ("  ", ""), *shown(error.message, "")]
        strips += sentence(
            [*spans, ("  ", ""), *shown(f"{error.keyword} at {error.schema_pointer or '/'}", "faint")],
            width,
            roles,
            at=4,
            hanging=2,
        )
    if len(validation.errors) > _MOST:
        strips += sentence([(f"and {len(validation.errors) - _MOST:,} more", "muted")], width, roles, at=4)
    for note in validation.unchecked[:_MOST]:
        spans = [("○ ", "muted"), *shown(note.pointer or "the whole", "bold"), ("  ", ""), *shown(note.reason, "muted")]
        strips += sentence(spans, width, roles, at=4, hanging=2)
    return strips


class SchemaPage(PageView):
    """The verdict as a page."""

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
        return block(validation_strips(self._validation, width, self.roles))
