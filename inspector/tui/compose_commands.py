"""What the palette offers for the composer: a message from scratch, from the record that is looked at, a wrong one."""

from collections.abc import Callable, Iterator
from functools import partial

from inspector.protocol.compose.templates import fitting
from inspector.tui.screens.session import SessionScreen


def compose_commands(screen: SessionScreen) -> Iterator[tuple[str, str, Callable[[], object], str]]:
    """Words, key, deed, and the reason why it cannot be done now."""
    desk, row = screen.desk, screen.desk.traffic.list.selected
    seq = screen.detail.seq if screen.here == "detail" else row.seq if row is not None else None

    def there(act: Callable[[], object]) -> None:
        screen.go("desk", "workbench")
        act()

    yield "Compose a message", "", partial(there, desk.compose_message), ""
    if seq is not None:
        yield f"Edit and send record {seq}", "e", partial(there, partial(desk.compose_record, seq)), ""
    around = desk.workbench.composer.around()
    for one in fitting(around):
        made = partial(desk.compose_template, one)
        yield f"Template, wrong on purpose: {one.title}", "Raw", partial(there, made), ""
