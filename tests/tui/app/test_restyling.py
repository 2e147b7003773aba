"""Styles after a change: what is left as it was must be what styling everything anew would give."""

from tests.tui.app.staging import COMMAND, app_on, opened_screen, press, records_of, staged

WAYS = ("question_mark", "escape", "3", "enter", "slash", "escape", "7", "question_mark", "4", "1", "z")


async def test_what_a_change_leaves_alone_looks_as_if_everything_had_been_styled_anew():
    app = app_on(COMMAND, bridge=staged(records_of("library")))
    async with app.run_test(size=(130, 40)) as pilot:
        screen = await opened_screen(pilot)
        styled = 0
        for size, keys in (((130, 40), WAYS), ((80, 24), ("z", "2")), ((50, 12), ()), ((200, 50), ("question_mark",))):
            await pilot.resize_terminal(*size)
            for key in (*keys, "f1"):
                await press(pilot, key)
                found = looks_of(screen)
                app.stylesheet.update(screen)
                assert looks_of(screen) == found, (key, size)
                styled += len(found)
        assert styled > 3_000


def looks_of(screen):
    """What the stylesheet says of each widget."""
    return {node: dict(node.styles.base.get_rules()) for node in screen.walk_children(with_self=True)}
