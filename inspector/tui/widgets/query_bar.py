"""The filter line of the traffic and of the timeline: its language in colour, what was expected, completions, history,
kept filters."""

from collections.abc import Callable, Sequence
from typing import ClassVar, Final

from rich.highlighter import Highlighter
from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message
from textual.widgets import Input

from inspector.analysis.query import QueryError, parse_query, without_unfinished
from inspector.analysis.query_completion import Suggestion, faulty, parts_of
from inspector.tui.roles import roles_of
from inspector.tui.widgets.filter_bar import FilterBar, FilterInput
from inspector.tui.widgets.query_completions import Offer, QueryCompletions

_ROLES = {"field": "accent", "word": "decision", "sign": "faint", "regex": "json-string"}


class _Look(Highlighter):
    """Colours the parts of a filter, and underlines what is wrong in it."""

    def __init__(self, bar: "QueryBar") -> None:
        self._bar = bar

    def highlight(self, text: Text) -> None:
        """Style the text as it stands."""
        roles, plain = roles_of(self._bar), text.plain
        for part in parts_of(plain):
            if part.kind in _ROLES:
                text.stylize(roles[_ROLES[part.kind]], part.start, part.end)
        fault = self._bar.fault if self._bar.input.has_focus else fault_of(plain)
        if fault is not None:
            text.stylize(roles["error"] + roles["underline"], *faulty(plain, fault.position))


_UNCLEAR: Final = "not clear at {} · rows as before"
"""What stands at the end of a line that cannot be read, with the character where that is so."""


def fault_of(text: str) -> QueryError | None:
    """Why a filter cannot be read; None if it can."""
    try:
        parse_query(text)
    except QueryError as error:
        return error
    return None


class QueryInput(FilterInput):
    """The field. While something is offered, the arrows choose of it; Up from none goes back through the history."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("tab", "complete", "complete", id="filter.complete"),
        Binding("down", "choose(1)", "choose", key_display="↑↓", id="filter.next"),
        Binding("up", "choose(-1)", "history", show=False, id="filter.previous"),
        Binding("delete", "forget", "forget it", id="filter.forget"),
    ]

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only what is offered can be completed, only what is kept forgotten."""
        if action == "complete":
            return bool(self._query.completion)
        if action == "forget":
            chosen = self._query.completions.chosen
            return chosen is not None and bool(chosen.whole)
        return True

    @property
    def _query(self) -> "QueryBar":
        bar = self._bar
        assert isinstance(bar, QueryBar)
        return bar

    async def action_submit(self) -> None:
        """Takes what was chosen, else filters by what is typed."""
        chosen = self._query.completions.chosen
        if chosen is not None:
            self._query.take(chosen)
        else:
            self._query.submitted()
            if self._query.fault is None:
                await super().action_submit()

    def action_choose(self, by: int) -> None:
        """Down or up in what is offered; beyond it the history, and at its end the list."""
        self._query.choose(by)

    def action_complete(self) -> None:
        """Takes the first that is offered."""
        self._query.take(self._query.completion[0])

    def action_forget(self) -> None:
        """The kept filter that is chosen is kept no more."""
        self._query.forget()

    def action_leave(self) -> None:
        """Chooses nothing; then clears, then goes back to the list."""
        if self._query.completions.chosen is not None:
            self._query.offer()
        else:
            super().action_leave()


class QueryBar(FilterBar):
    """The line. Its owner says what could be typed (`suggest`), which filters are kept (`kept`), and which were meant
    in earlier sessions (`past`, oldest first)."""

    input_class = QueryInput
    key_words: ClassVar[dict[str, str]] = {"open first": "to the rows"}

    class Forgotten(Message):
        """A kept filter is to be kept no more."""

        def __init__(self, name: str) -> None:
            super().__init__()
            self.name = name

    class Meant(Message):
        """A filter that can be read was entered."""

        def __init__(self, text: str) -> None:
            super().__init__()
            self.text = text

    def __init__(
        self,
        *,
        language: str,
        suggest: Callable[[str, int], Sequence[Suggestion]],
        kept: Callable[[], Sequence[tuple[str, str]]] = tuple,
        past: Callable[[], Sequence[str]] = tuple,
    ) -> None:
        super().__init__(language=language)
        self._suggest = suggest
        self._kept = kept
        self._past = past
        self._read: list[str] | None = None
        self._back = 0
        """How many filters ago the one stands that is shown; 0 while one types a new one."""
        self._draft = ""
        self.fault: QueryError | None = None
        """Why what is typed cannot be read, unless it is only not finished yet."""
        self._known: Sequence[tuple[str, str]] = ()
        self.completions = QueryCompletions(self.take)
        self.input.highlighter = _Look(self)

    @property
    def unclear(self) -> QueryError | None:
        """Why nothing can be filtered by what is typed; a field that waits for its value hides nothing yet."""
        return fault_of(without_unfinished(self.text))

    def tell(self, count: str) -> None:
        """Says how much fits; while the filter cannot be read, that what is shown is what the one before left."""
        unclear = self.unclear
        super().tell(count if unclear is None else _UNCLEAR.format(unclear.position + 1))

    # ── what is offered ─────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def completion(self) -> Sequence[Suggestion]:
        """What goes on from what was typed; nothing where nothing was typed yet."""
        return [one for one in self.completions.suggestions if one.end > one.start] if self.input.value else ()

    def offer(self) -> None:
        """Offers what could come at the cursor; before anything is typed first the kept filters."""
        text, cursor = self.input.value, self.input.cursor_position
        found = list(self._suggest(text, cursor))
        begun = text.strip().lower()
        kept = [
            Suggestion(filter_, filter_, 0, len(text), whole=name)
            for name, filter_ in self._known
            if begun in name.lower() and filter_ != text
        ]
        fault = fault_of(text)
        # What one is still typing is no mistake yet, as long as something goes on from it.
        typed = len(text[:cursor].rpartition(" ")[0])
        self.fault = None if found and fault is not None and fault.position >= typed else fault
        self._open([*kept, *found])

    def _open(self, found: Sequence[Suggestion]) -> None:
        problem = f"expected at {self.fault.position + 1}: {self.fault.expected}" if self.fault is not None else ""
        self.completions.open(Offer(found, problem), self.region, self.screen.region)
        self.input.refresh()
        self.refresh_bindings()

    def look_again(self) -> None:
        """Offers what there is, when other filters are kept."""
        self._known = self._kept()
        self.offer()

    def take(self, one: Suggestion) -> None:
        """Puts what was chosen where it belongs, and goes on typing behind it."""
        text = self.input.value
        behind = "" if one.text.endswith((":", "=")) or one.whole or text[one.end :] else " "
        self.input.value = text[: one.start] + one.text + behind + text[one.end :]
        self.input.cursor_position = one.start + len(one.text) + len(behind)
        self.input.can_focus = True
        self.screen.set_focus(self.input, scroll_visible=False)

    def choose(self, by: int) -> None:
        """Down or up: in what is offered, else in the history; down from its end into the list."""
        if self._back == 0 and self.completions.choose(by):
            self.refresh_bindings()
        elif by < 0:
            self._recall(self._back + 1)
        elif self._back:
            self._recall(self._back - 1)
        else:
            self.leave()

    def forget(self) -> None:
        """The kept filter that is chosen is to be kept no more."""
        chosen = self.completions.chosen
        if chosen is not None and chosen.whole:
            self.post_message(self.Forgotten(chosen.whole))

    # ── history ─────────────────────────────────────────────────────────────────────────────────────────────────────

    @property
    def _history(self) -> list[str]:
        """The filters that were meant, oldest first; those of earlier sessions are read when one first asks."""
        if self._read is None:
            self._read = list(self._past())
        return self._read

    def submitted(self) -> None:
        """What stands here is meant: if it can be read, it can be had again with Up."""
        text = self.input.value.strip()
        self.fault = fault_of(text)
        if self.fault is not None:
            self._open(())
        elif text:
            self._read = [*(one for one in self._history if one != text), text]
            self.post_message(self.Meant(text))
        self._back = 0

    def _recall(self, back: int) -> None:
        if back > len(self._history):
            return
        if not self._back:
            self._draft = self.input.value
        self.input.value = self._history[-back] if back else self._draft
        self.input.cursor_position = len(self.input.value)
        self._back = back
        self.completions.close()

    # ── the keyboard ────────────────────────────────────────────────────────────────────────────────────────────────

    def on_input_changed(self, event: Input.Changed) -> None:
        """Each letter filters, and offers something else."""
        super().on_input_changed(event)
        if self._back and event.value != self._history[-self._back]:
            self._back = 0
        if self.input.has_focus and not self._back:
            self.offer()

    def on_descendant_focus(self, event: events.DescendantFocus) -> None:
        """The line is lit, and offers what there is."""
        super().on_descendant_focus(event)
        self.look_again()

    def on_descendant_blur(self, event: events.DescendantBlur) -> None:
        """Nothing is offered any more."""
        super().on_descendant_blur(event)
        self._back = 0
        self.completions.close()
