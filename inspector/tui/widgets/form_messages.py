"""What a form tells its owner. Handlers are called `on_form_view_…`."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from textual.message import Message
from textual.widget import Widget

from inspector.forms.fields import Problem
from inspector.forms.form import Form
from inspector.tui.widgets.editing import Mode

if TYPE_CHECKING:
    from inspector.tui.widgets.form_parts import FormParts


@dataclass
class FormMessage(Message):
    """Of a form."""

    form: "FormParts"

    @property
    def control(self) -> Widget:
        """The form."""
        return self.form


@dataclass
class Changed(FormMessage, namespace="form_view"):
    """What would be sent is another; `arguments` None: it is not JSON. `problems` are against sending it."""

    arguments: Any
    problems: tuple[Problem, ...]


@dataclass
class CallWanted(FormMessage, namespace="form_view"):
    """To be sent; `send_anyway`: though there are problems. `of` is the form that was filled in."""

    arguments: Any
    send_anyway: bool
    of: Form


@dataclass
class CallInVain(FormMessage, namespace="form_view"):
    """To be sent, though the main button says that nothing can be."""


@dataclass
class CopyWanted(FormMessage, namespace="form_view"):
    """The call is to be copied; as what is for the owner to ask."""


@dataclass
class CompletionWanted(FormMessage, namespace="form_view"):
    """What could stand in a field is wanted: `path` is its JSON Pointer, `text` what is typed so far. The answer goes
    to `FormView.show_completions`, with both."""

    path: str
    text: str


@dataclass
class ModeChanged(FormMessage, namespace="form_view"):
    """The person went from the form to JSON, or back."""

    mode: Mode


@dataclass
class FieldMoved(FormMessage, namespace="form_view"):
    """The cursor is on another field; `path` is its JSON Pointer into the arguments."""

    path: str
