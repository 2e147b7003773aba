"""The request that the forms of the workbench come to: what is shown of it before it is sent, and what completes it."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Protocol

from inspector.analysis.items import Item
from inspector.tui.beside import beside_words, with_beside
from inspector.tui.completing import COMPLETED, completion_params, completions_of
from inspector.tui.requests import Preview, Request, request_for
from inspector.tui.screens.bench_saved import BenchSaved
from inspector.tui.widgets.call_notes import Note
from inspector.tui.widgets.catalogue_rows import ItemKey
from inspector.tui.widgets.form_view import FormView
from inspector.wire.json import Json


class Completer(Protocol):
    """Who asks the server what an argument may be."""

    @property
    def completes(self) -> str:
        """The version that is spoken; empty where the server completes nothing."""

    def complete(self, params: Mapping[str, Json], told: Callable[[dict[str, Json]], object]) -> object:
        """Ask; `told` gets the result, unless something else was asked for since."""


class BenchRequest(BenchSaved):
    """Knows what would be sent now, and says so."""

    def __init__(self, *, id: str | None = None) -> None:
        super().__init__(id=id)
        self.preview: Callable[[Request], Preview | None] = lambda _: None
        """What a request would be now; None while there is no connection."""
        self.completer: Callable[[], Completer | None] = lambda: None
        """Who completes arguments now."""
        self._changes: dict[ItemKey, str] = {}
        self._gone: ItemKey | None = None
        self.form.offers_completion = self._offers_completion

    @property
    def is_gone(self) -> bool:
        """Whether the list has the item no more."""
        return self._gone is not None and self._gone == self.key

    def show_message(self) -> None:
        """The message that would be sent now, and its headers."""
        if not self.shows_message:
            return  # it has no room, and costs a key stroke its time
        request = self.request()
        if request is None or request.params is None:
            self.sent.show(None, note=request.problem if request is not None else "")
            return
        found = self.preview(request)
        if found is None:
            self.sent.show(None, note="no connection")
        else:
            self.sent.show(found.message, found.id, note="as is", headers=found.headers, whole=self.tab == "wire")

    def request(self) -> Request | None:
        """The request that the forms come to."""
        if self.item is None:
            return None
        filled = self.filled
        return with_beside(request_for(self.item, filled.arguments), filled.beside)

    def show_notes(self) -> None:
        """Where the arguments came from, what else goes out, what a template becomes, and what the server changed."""
        notes, item = self.saved_notes(), self.item
        request = self.request() if item is not None else None
        if item is not None and item.kind == "template" and request is not None:
            uri = str((request.params or {}).get("uri", ""))
            notes.append(Note(uri, "→", "ours", is_reference=True) if uri else Note(request.problem, "✗", "error"))
        if request is not None and (words := beside_words(request)):
            notes.append(Note(words, aside="w wire"))
        if item is not None and self.is_gone:
            notes.append(
                Note(f"{item.label} is not in the list any more; it can be sent all the same.", "▲", "warning")
            )
        elif self.key is not None and self.key in self._changes:
            text = f"Its schema has changed, what you typed is kept · {self._changes[self.key]}"
            notes.append(Note(text, "▲", "warning"))
        self.notes.say(notes)

    def _offers_completion(self, path: str) -> bool:
        item = self.item
        completer = self.completer()
        return item is not None and item.kind in COMPLETED and completer is not None and bool(completer.completes)

    def on_form_view_completion_wanted(self, message: FormView.CompletionWanted) -> None:
        """What could stand in the field is asked of the server; an answer that comes too late is left alone."""
        message.stop()
        item, path, text, completer = self.item, message.path, message.text, self.completer()
        if item is None or completer is None or message.form is not self.form:
            return
        params = completion_params(item, path, text, self.form.assembled.arguments, completer.completes)
        if params is not None:
            completer.complete(params, partial(self._completed, item, path, text))

    def _completed(self, item: Item, path: str, text: str, result: Mapping[str, Json]) -> None:
        if item is self.item:
            found = completions_of(result)
            self.form.show_completions(path, text, found.values, found.total, has_more=found.has_more)
