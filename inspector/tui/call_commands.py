"""What the palette offers for the item in the workbench: its wire, its saved calls, and what of it can be copied."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.form_messages import CopyKind
from inspector.tui.widgets.result_data import Done

_COPIES: Final[dict[CopyKind, str]] = {"json-rpc": "JSON-RPC", "command": "a command line", "curl": "curl"}
_WITH_SECRETS: Final[tuple[CopyKind, ...]] = ("command", "curl")
"""The copies in which secrets are masked unless one asks for them."""


def call_commands(screen: SessionScreen) -> Iterator[tuple[str, str, Callable[[], object], str]]:
    """Words, key, deed, and the reason why it cannot be done now."""
    bench = screen.desk.workbench
    item = bench.item
    if item is None:
        return

    def there(act: Callable[[], object]) -> None:
        screen.go("desk", "workbench")
        act()

    yield f"Whole description of {item.label}", "i", partial(there, screen.desk.action_about), ""
    yield "Show the message and its headers", "w", partial(there, bench.action_wire), ""
    reason = "" if bench.can_save else "a recording keeps no calls" if screen.is_replay else "nothing is kept of it"
    yield f"Saved calls of {item.label}", "s", partial(there, bench.action_save_call), reason
    for call in bench.kept.named(item.kind, item.wire):
        yield f"Fill in “{call.label}”", "saved call", partial(there, partial(bench.recall_saved, call.label)), ""
    yield f"Copy the name {item.wire}", "y", partial(screen.copy, item.wire, "the name"), ""
    request, outcome = bench.request(), bench.result.outcome
    if request is not None:
        for kind, words in _COPIES.items():
            act = partial(bench.post_message, bench.CopyWanted(request, kind))
            yield f"Copy the call as {words}", "y", act, request.problem
        for kind in _WITH_SECRETS:
            act = partial(bench.post_message, bench.CopyWanted(request, kind, secrets=True))
            yield f"Copy the call as {_COPIES[kind]}, with its secrets", "", act, request.problem
    if isinstance(outcome, Done):
        raw = outcome.raw.decode("utf-8", "replace")
        yield "Copy the answer", "y", partial(screen.copy, raw, "the answer"), ""
