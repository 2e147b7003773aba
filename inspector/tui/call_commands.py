"""What the palette offers for the item in the workbench: its wire, its saved calls, and what of it can be copied."""

from collections.abc import Callable, Iterator
from functools import partial
from typing import Final

from inspector.tui.screens.session import SessionScreen
from inspector.tui.widgets.copy_bar import Copyable
from inspector.tui.widgets.result_data import Done

_WITH_SECRETS: Final = "cihk"
"""The keys of the copies that may hold a secret of how the server is reached."""


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
        copies = screen.desk.copies_of(request)
        for one in copies:
            yield f"Copy the call as {one.name}", f"y {one.key}", partial(_copy, screen, one, False), ""
        if not any(one.name == "curl" for one in copies):
            yield "Copy the call as curl", "y c", _nothing, _no_curl(screen)
        for one in copies:
            if one.key in _WITH_SECRETS:
                act = partial(_copy, screen, one, True)
                yield f"Copy the call as {one.name}, with its secrets", f"y s {one.key}", act, ""
    if isinstance(outcome, Done):
        raw = outcome.raw.decode("utf-8", "replace")
        yield "Copy the answer", "y", partial(screen.copy, raw, "the answer"), ""


def _nothing() -> None:
    """What cannot be done."""


def _no_curl(screen: SessionScreen) -> str:
    agreed = screen.bridge.agreed if screen.bridge is not None else None
    if screen.is_replay or agreed is None:
        return "there is no server to send it to"
    over = "stdio" if agreed.transport == "stdio" else "HTTP+SSE, whose answers come on another stream"
    return f"curl speaks HTTP, and this server is spoken to over {over}"


def _copy(screen: SessionScreen, copy: Copyable, secrets: bool) -> None:
    screen.copy(copy.text(secrets), copy.name)
