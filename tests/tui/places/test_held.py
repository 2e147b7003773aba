"""What is held on its way: its clock goes on by itself."""

from inspector.tui.widgets.held import Held
from inspector.tui.widgets.held_rows import HeldRow

ANSWER = HeldRow(1, 2.0, "in", "res", "tools/call", "echo", "4", "{}", 2, "your hold filter", None)
LATE = HeldRow(2, 2.0, "in", "res", "tools/call", "echo", "5", "{}", 2, "a rule", 40.0)


async def test_how_long_an_answer_has_been_held_and_will_be_goes_on_by_itself(stage):
    held = Held()
    async with stage(held) as on:
        held.show([ANSWER, LATE], [], "", 4.0)
        await on.settle()
        assert [row.split()[-2:] for row in on.rows(held.list)[:2]] == [["2.0", "s"], ["36", "s"]]
        held.tick(17.0)
        await on.settle()
        assert [row.split()[-2:] for row in on.rows(held.list)[:2]] == [["15", "s"], ["23", "s"]]
