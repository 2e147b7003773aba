"""The workbench: the chosen item, its form beside the message that would be sent, and what came of it."""

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.widget import Widget

from inspector.analysis.items import Item
from inspector.forms.arguments import Draft
from inspector.tui.requests import form_for
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.document_view import DocumentView
from inspector.tui.widgets.form_view import FormView
from inspector.tui.widgets.place_pane import PlacePane


class WorkbenchPane(PlacePane):
    """One item at a time; what was put into the others is kept."""

    DEFAULT_CSS = """
    WorkbenchPane FormView { width: 1fr; }
    WorkbenchPane #sent { width: 1fr; }
    """

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__("2", "Workbench", id=id)
        self.item: Item | None = None
        self.key: ItemKey | None = None
        self._drafts: dict[ItemKey, Draft] = {}
        self.form = FormView()
        self.sent = DocumentView(numbers=False, id="sent")
        self.result = DocumentView(numbers=False, id="result")

    def compose(self) -> ComposeResult:
        yield self.rule
        with Horizontal():
            yield self.form
            yield self.sent
        yield self.result

    @property
    def keyboard(self) -> Widget:
        return self.form

    def show(self, key: ItemKey, item: Item) -> None:
        if self.key is not None:
            self._drafts[self.key] = self.form.draft
        self.key, self.item = key, item
        self.form.show(form_for(item), name=item.label, draft=self._drafts.get(key))
        self.change_rule(title=item.label)
