from array import array

from place_texts import HOSTILE, ROLES, unsafe

from inspector.analysis.folds import Folds
from inspector.analysis.operations import Operation
from inspector.tui.glyphs import ASCII, UNICODE
from inspector.tui.roles import Roles
from inspector.tui.widgets.timeline_axis import whole_window
from inspector.tui.widgets.timeline_lines import Call, Head, Lane, Round, TimelineLines
from inspector.tui.widgets.timeline_rows import Columns, line_strip
from inspector.tui.widgets.timeline_told import facts_of, sentences
from inspector.tui.widgets.timeline_view import View, is_notable
from inspector.wire import events
from tests.analysis.journals import Journal
from tests.tui.app.staging import dying
from tests.tui.app.timed import NOW, timed


def folds_of(records):
    folds = Folds()
    folds.feed(records)
    return folds


def view_of(records, width=140, now=None):
    folds = folds_of(records)
    now = records[-1].at if now is None else now
    window = whole_window(now, Columns(width).axis, growing=False)
    return View(TimelineLines(folds.spans), folds.durations, window, now)


def rows_of(view, width=140):
    return [line_strip(view.lines[at], view, width, ROLES).text for at in range(len(view.lines))]


def call_of(view, op):
    return next(at for at, one in enumerate(view.spans.heads) if isinstance(one, Operation) and one.number == op)


def row_of(view, op, width=140):
    return line_strip(Call(call_of(view, op), view.spans.heads[call_of(view, op)]), view, width, ROLES).text


def test_an_empty_session_has_its_lanes_and_no_bars():
    folds = Folds()
    view = View(TimelineLines(folds.spans), folds.durations, whole_window(0.0, 84, growing=True), 0.0)
    assert [row.split() for row in rows_of(view)] == [
        ["you", "ask", *["│"] * 6],
        ["│"] * 6,
        ["notifications", *["│"] * 6, "0"],
        ["stderr,", "stdout", *["│"] * 6, "0"],
        ["process", *["│"] * 6],
    ]


def test_every_call_and_request_has_a_line_and_so_have_the_questions_of_the_server():
    lines = view_of(timed(), now=NOW).lines
    kinds = [type(lines[at]).__name__ for at in range(len(lines))]
    heads = len(lines.spans.heads)
    assert heads == 25
    assert kinds == ["Head", *["Call"] * heads, "Head", "Head", "Ask", "Ask", "Head", *["Lane"] * 3]
    assert [lines[at].title for at in range(len(lines)) if isinstance(lines[at], Head)] == [
        "you ask",
        "",
        "server asks",
        "",
    ]


def test_a_call_is_unfolded_into_its_rounds_and_the_time_that_a_person_took():
    view = view_of(timed(), now=NOW)
    at = call_of(view, 6)
    line = view.lines.line_of_call(at)
    after = view.lines[line + 1]
    assert view.lines.fold(at)
    shown = [" ".join(line_strip(view.lines[line + n], view, 140, ROLES).text.split()) for n in (1, 2, 3)]
    assert shown[0].startswith("74 round 1 id 13") and shown[2].startswith("80 round 2 id 14")
    assert shown[1].startswith("you, “")
    assert view.lines[line + 4] == after
    assert [view.lines.call_of(line + n) for n in range(5)] == [at, at, at, at, at + 1]
    assert view.lines.fold(at) and view.lines[line + 1] == after


def test_a_call_of_one_request_has_nothing_to_unfold():
    view = view_of(timed(), now=NOW)
    assert not view.lines.fold(call_of(view, 1)) and not view.lines.fold(0)


def test_several_calls_are_unfolded_and_every_line_is_found_again():
    view = view_of(timed(), now=NOW)
    lines = view.lines
    for op in (17, 6):
        assert lines.fold(call_of(view, op))
    keys = [lines.key(at) for at in range(len(lines)) if not isinstance(lines[at], Head)]
    assert len(set(keys)) == len(keys)
    for at in range(len(lines)):
        if not isinstance(lines[at], Head):
            assert lines.line_of_key(lines.key(at), 0) == at
    lines.select(array("I", [call_of(view, op) for op in (6, 8, 17)]), array("I", [1]))
    shown = [lines[at] for at in range(len(lines))]
    assert [one.head.number for one in shown if isinstance(one, Call)] == [6, 8, 17]
    assert sum(isinstance(one, Round) for one in shown) == 3
    assert len([one for one in shown if isinstance(one, Lane)]) == 3


def test_polls_of_a_task_are_numbered():
    journal = Journal(tick=0.01).modern()
    journal.add(events.Began(1, "tools/call", "recount"))
    journal.result(journal.request("tools/call", {"name": "recount"}, op=1), {"resultType": "task", "task": {}})
    for _ in range(2):
        journal.result(journal.request("tasks/get", {"taskId": "t"}, op=1), {"status": "working"})
    view = view_of(journal.records)
    assert view.lines.fold(1)
    assert [view.lines[at].words for at in range(3, 6)] == ["round 1", "poll 1", "poll 2"]


def test_work_waiting_and_questions_are_drawn_apart():
    view = view_of(timed(), now=NOW)
    assert "▍░" in row_of(view, 17) and "█" in row_of(view, 5)
    rows = rows_of(view)
    assert "▒" in next(row for row in rows if "elicitation" in row)


def test_a_slow_call_says_how_slow_and_a_failed_one_has_its_sign():
    view = view_of(timed(), now=NOW)
    assert "slow: 45 × its median" in row_of(view, 15) and row_of(view, 15).rstrip().endswith("1.31 s  ▲")
    assert row_of(view, 16).rstrip().endswith("22 ms  ✗")
    notable = [one.number for one in view.spans.heads if isinstance(one, Operation) and is_notable(one, view)]
    assert notable == [3, 4, 15, 16]


def test_what_is_under_way_has_a_clock_and_grows_with_it():
    view = view_of(timed(), now=NOW)
    later = View(view.lines, view.durations, view.window, NOW - 5)
    assert row_of(view, 18).count("█") > row_of(later, 18).count("█") > 0
    assert row_of(view, 18).rstrip().endswith("13 s  →") or row_of(view, 18).rstrip().endswith("14 s  →")


def test_a_death_ends_bars_and_the_process_in_a_cross():
    view = view_of(dying())
    assert "╳" in row_of(view, 8) and row_of(view, 8).rstrip().endswith("✗")
    life = rows_of(view)[-1]
    assert "╳" in life and life.rstrip().endswith("code 1  ✗")


def test_a_subscription_is_a_line_with_its_news():
    view = view_of(timed(), now=NOW)
    row = next(row for row in rows_of(view) if "subscriptions/listen" in row)
    assert "⇠" in row and row.count("─") > 50


def test_what_is_out_of_view_says_on_which_side():
    view = view_of(timed(), now=NOW)
    closer = View(view.lines, view.durations, view.window.zoomed(0.1, 90.0, NOW), NOW)
    assert "‹" in row_of(closer, 1) and "›" in row_of(closer, 15) and "slow" not in row_of(closer, 15)


def test_what_is_said_of_a_slow_call_names_its_median_and_what_went_on_meanwhile():
    view = view_of(timed(), now=NOW)
    at = call_of(view, 15)
    first, second = (
        "".join(text for text, _ in row) for row in sentences(Call(at, view.spans.heads[at]), view, UNICODE)
    )
    assert first == "▲ search_catalogue took 1.31 s at 2:54.162, 45 times its median of 9 calls."
    assert second == "Alone in flight; 1 line on stderr. Enter opens record 109."
    at = call_of(view, 18)
    first, second = (
        "".join(text for text, _ in row) for row in sentences(Call(at, view.spans.heads[at]), view, UNICODE)
    )
    assert first.startswith("→ recount_shelf has been under way for 14 s, since 3:0")
    assert second.startswith("In flight with op 17; nothing on stderr.")
    at = call_of(view, 6)
    first = "".join(text for text, _ in sentences(Call(at, view.spans.heads[at]), view, UNICODE)[0])
    assert first == "✓ reserve_book took 4.22 s in all at 2:20.789, of which a person took 4.22 s."
    at = call_of(view, 8)
    first = "".join(text for text, _ in sentences(Call(at, view.spans.heads[at]), view, UNICODE)[0])
    assert first.endswith("; the server's median of 9 calls is 29 ms.") and " in all" not in first


def test_the_facts_of_a_call_can_be_copied():
    view = view_of(timed(), now=NOW)
    at = call_of(view, 6)
    facts = facts_of(Call(at, view.spans.heads[at]), view)
    assert (facts["op"], facts["name"], facts["rounds"], facts["state"]) == (6, "reserve_book", 2, "complete")
    assert facts["record"] == 74 and round(facts["personMs"] + facts["serverMs"]) == round(facts["ms"])


def test_every_row_is_as_wide_as_it_is_to_be_at_every_width():
    for width in (60, 80, 119, 120, 140, 200):
        view = view_of(timed(), width, NOW)
        for at in list(range(len(view.spans.heads))):
            view.lines.fold(at)
        for at in range(len(view.lines)):
            assert line_strip(view.lines[at], view, width, ROLES).cell_length == width


def test_a_terminal_that_has_only_ascii_gets_nothing_else():
    view = view_of(timed(), now=NOW)
    for at in range(len(view.spans.heads)):
        view.lines.fold(at)
    plain = Roles(ROLES.styles, ASCII)
    rows = [line_strip(view.lines[at], view, 140, plain).text for at in range(len(view.lines))]
    assert all(row.isascii() for row in rows), [row for row in rows if not row.isascii()]
    shown = "\n".join(rows)
    assert "slow: 45 x its median" in shown and "|.." in shown and '"Pay the fine?"' in shown


def test_hostile_names_stay_in_their_rows():
    for text in HOSTILE:
        journal = Journal().modern()
        journal.add(events.Began(1, "tools/call", text))
        id = journal.request("tools/call", {"name": text}, op=1)
        asked = {text: {"method": text, "params": {"message": text}}}
        journal.result(id, {"resultType": "input_required", "inputRequests": asked})
        for width in (60, 140):
            view = view_of(journal.records, width)
            view.lines.fold(1)
            for at in range(len(view.lines)):
                strip = line_strip(view.lines[at], view, width, ROLES)
                assert strip.cell_length == width and not unsafe(strip.text)


def test_a_hundred_thousand_calls_are_looked_up_and_not_listed():
    journal = Journal(tick=0.0001).modern()
    for op in range(1, 2001):
        journal.call("search", {"content": []}, op=op)
    view = view_of(journal.records)
    assert len(view.lines) == 1 + 2001 + 1 + 3
    assert view.lines[1500].head.number == 1499 and view.lines.line_of_call(1499) == 1500
    assert view.lines.calls == range(2001)
