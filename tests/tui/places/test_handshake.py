import pytest
from place_texts import HOSTILE, ROLES, unsafe

from inspector.tui.widgets.capability_rows import capability_rows
from inspector.tui.widgets.era_matrix import acting_as, matrix_note, matrix_rows, server_kind
from inspector.tui.widgets.handshake import CONNECT_AS, Handshake, HandshakeAttempt, HandshakeStep, step_of
from inspector.tui.widgets.handshake_page import attempt_page
from inspector.tui.widgets.handshake_steps import records_text, step_rows
from inspector.wire.events import Decision

PROBE = HandshakeStep(
    "server/discover",
    "2026-07-28",
    "HTTP 400, −32000 “No valid session ID”",
    "not modern",
    "−32000 to −32019 say nothing about the era.",
    "2026-07-28 basic/transports/streamable-http#backward-compatibility",
    184.0,
    (4, 5, 6),
)
INITIALIZE = HandshakeStep("initialize", "2025-11-25", "protocolVersion 2025-06-18", "accepted", ms=171.0, records=(7,))
LEGACY = HandshakeAttempt(
    "one",
    steps=(PROBE, INITIALIZE),
    era="legacy",
    version="2025-06-18",
    sentence="The server answered the modern probe with an error that no modern server gives.",
    ours={"elicitation": {"form": {}, "url": {}}},
    theirs={"tools": {"listChanged": True}, "logging": {}},
    instructions="Ask for a station by its code.",
)
MODERN = HandshakeAttempt(
    "two", mode="modern", steps=(PROBE,), era="modern", version="2026-07-28", supported=["2026-07-28", "2025-11-25"]
)


def page(attempt, width=80, *, offered=tuple(CONNECT_AS), live=True):
    lines = attempt_page(attempt, width, ROLES, offered=offered, live=live, airy=width >= 120)
    return "\n".join(line.strip.text for line in lines)


async def test_the_sentence_stands_on_top_and_each_step_gives_its_reason_and_clause(stage):
    handshake = Handshake()
    async with stage(handshake, 140, 45) as on:
        handshake.show([LEGACY])
        await on.focus(handshake)
        text = "\n".join(on.rows(handshake.page))
        assert text.index("Legacy, 2025-06-18. The server answered") < text.index("server/discover")
        for part in ("← HTTP 400, −32000 “No valid session ID”", "not modern", "184 ms", "4–6", "✓ accepted"):
            assert part in text
        assert "∴ −32000 to −32019 say nothing about the era." in text
        assert "§ 2026-07-28 basic/transports/streamable-http#backward-compatibility" in text
        assert handshake.rule.content.facts == (("auto · 2 steps · 355 ms", "muted"),)


async def test_enter_asks_for_the_records_of_the_step_under_the_cursor(stage):
    handshake = Handshake()
    async with stage(handshake) as on:
        handshake.show([LEGACY])
        await on.focus(handshake)
        await on.press("enter", "down", "enter")
        assert [(m.first, m.last) for m in on.said(Handshake.RecordsWanted)] == [(4, 6), (7, 7)]


async def test_the_keys_connect_in_the_ways_that_are_offered(stage):
    handshake = Handshake(offered=("auto", "modern", "legacy"))
    async with stage(handshake) as on:
        handshake.show([LEGACY])
        await on.focus(handshake)
        await on.press("M", "L", "A", "V")
        assert [m.mode for m in on.said(Handshake.ConnectAs)] == ["modern", "legacy", "auto"]
        assert on.key_line() == ["enter records", "A auto", "M modern", "L legacy"]
        assert "another version" not in "\n".join(on.rows(handshake.page))


async def test_a_click_on_a_way_to_connect_does_what_its_key_does(stage):
    handshake = Handshake()
    async with stage(handshake, 140, 45) as on:
        handshake.show([LEGACY])
        await on.settle()
        rows = on.rows(handshake.page)
        y = next(at for at, row in enumerate(rows) if "M modern only" in row)
        await on.pilot.click(handshake.page, offset=(rows[y].index("M modern only") + 2, y))
        await on.settle()
        assert [m.mode for m in on.said(Handshake.ConnectAs)] == ["modern"]


async def test_in_a_recording_the_ways_to_connect_are_grey_and_say_what_they_need(stage):
    handshake = Handshake()
    async with stage(handshake, 140, 45) as on:
        handshake.show([LEGACY], live=False)
        await on.focus(handshake)
        await on.press("M")
        assert not on.said(Handshake.ConnectAs)
        assert "(M modern)" in on.key_line()
        assert "needs a server: 0" in "\n".join(on.rows(handshake.page))


async def test_attempts_are_tabs_and_the_newest_is_shown_until_another_is_chosen(stage):
    handshake = Handshake()
    async with stage(handshake, 120) as on:
        handshake.show([LEGACY])
        await on.focus(handshake)
        assert handshake.rule.content.tabs == ()
        handshake.show([LEGACY, MODERN])
        await on.settle()
        assert [tab.label for tab in handshake.rule.content.tabs] == ["1 auto", "2 modern"]
        assert handshake.rule.content.active == "two"
        await on.press("comma")
        assert handshake.rule.content.active == "one"
        handshake.show([LEGACY, MODERN])
        assert handshake.rule.content.active == "one"
        await on.press("full_stop", "full_stop")
        assert handshake.rule.content.active == "one"


async def test_a_click_on_the_tab_of_an_attempt_shows_it(stage):
    handshake = Handshake()
    async with stage(handshake, 80) as on:
        handshake.show([LEGACY, MODERN])
        await on.settle()
        x = handshake.rule.render_line(0).text.index("1 auto")
        await on.pilot.click(handshake.rule, offset=(x, 0))
        await on.settle()
        assert handshake.rule.content.active == "one"


async def test_before_the_first_attempt_a_sentence_names_the_key(stage):
    handshake = Handshake()
    async with stage(handshake, 60, 15) as on:
        await on.focus(handshake)
        assert "Not tried yet · R connect" in "\n".join(on.rows(handshake.page))
        assert on.key_line() == ["enter records"]


def test_a_step_that_runs_has_a_clock_and_what_it_waits_for_and_the_rest_is_open():
    running = HandshakeStep("initialize", "2025-11-25", state="running", elapsed=3.21)
    ahead = HandshakeStep("notifications/initialized", state="ahead")
    text = page(HandshakeAttempt("a", steps=(PROBE, running, ahead)))
    assert "waiting for an answer" in text and "3.2 s" in text
    assert "3 ○ notifications/initialized" in text


def test_a_failed_attempt_says_what_happened_first_and_what_to_do():
    failed = HandshakeAttempt("a", steps=(PROBE,), problem="No common version.", hint="Update inspector.")
    text = page(failed)
    assert text.lstrip().startswith("No common version.")
    assert "Update inspector." in text


def test_an_answer_that_is_cut_in_its_column_is_told_in_a_row_of_its_own():
    rows = [strip.text for strip in step_rows(PROBE, 1, 80, ROLES)]
    assert "…" in rows[0]
    assert rows[1].strip() == "← HTTP 400, −32000 “No valid session ID”"


def test_instructions_are_whole_with_their_length_and_very_long_ones_say_what_is_left_out():
    assert "30 characters" in page(LEGACY) and "Ask for a station by its code." in page(LEGACY)
    long = page(HandshakeAttempt("a", instructions="word " * 10_000))
    assert "50,000 characters" in long and "The first 20,000 characters" in long


def test_what_was_declared_stands_side_by_side():
    rows = {row.name: row for row in capability_rows(LEGACY.ours, LEGACY.theirs)}
    assert rows["elicitation"].ours == "form, url" and rows["elicitation"].theirs is None
    assert rows["tools"].theirs == "listChanged" and rows["logging"].theirs == ""
    assert rows["prompts"].theirs is None and rows["prompts"].offered_by_server
    assert capability_rows({}, {"odd": 7})[-1].name == "odd"
    assert capability_rows({}, {"tools": {"listChanged": False}})[0].theirs == ""


@pytest.mark.parametrize(
    ("mode", "era", "supported", "kind"),
    [
        ("auto", "legacy", None, "legacy"),
        ("legacy", "legacy", None, None),
        ("auto", "modern", ["2026-07-28"], "modern"),
        ("modern", "modern", ["2026-07-28", "2025-11-25"], "dual"),
        ("auto", "modern", None, None),
        ("auto", None, None, None),
    ],
)
def test_the_kind_of_server_is_only_said_when_it_is_known(mode, era, supported, kind):
    assert server_kind(mode, era, supported) == kind


@pytest.mark.parametrize(
    ("mode", "era", "verdicts", "kind"),
    [
        ("modern", None, ["not modern"], "legacy"),
        ("modern", None, ["legacy, starting again"], "legacy"),
        ("modern", None, ["no common version"], None),
        ("legacy", None, ["modern only"], "modern"),
        ("legacy", None, ["refused"], None),
        ("auto", "legacy", ["legacy", "accepted"], None),
        ("auto", "legacy", ["not modern", "accepted"], "legacy"),
    ],
)
def test_an_attempt_in_one_era_alone_shows_a_server_of_the_other(mode, era, verdicts, kind):
    assert server_kind(mode, era, None, verdicts) == kind


@pytest.mark.parametrize(
    ("mode", "asked", "first", "acting"),
    [
        ("auto", "", "server/discover", "auto"),
        ("auto", "", "initialize", "legacy"),
        ("auto", "2025-06-18", "initialize", "legacy"),
        ("auto", "2026-07-28", "server/discover", "modern"),
        ("auto", "2099-01-01", "server/discover", "modern"),
        ("modern", "", "server/discover", "modern"),
        ("legacy", "2099-01-01", "initialize", "legacy"),
    ],
)
def test_a_version_that_is_pinned_makes_us_a_client_of_its_era(mode, asked, first, acting):
    assert acting_as(mode, asked, first) == acting


def test_where_the_eras_do_not_meet_the_cell_is_lit_and_the_note_names_the_keys():
    rows = [strip.text for strip in matrix_rows("modern", "legacy", 80, ROLES, airy=False)]
    [lit] = [row for row in rows if "●" in row]
    assert lit.split()[-3:] == ["●", "no", "common"] and lit.split()[0] == "modern"
    assert "A falls back" in matrix_note("modern", None, None, "legacy")
    assert "A and M" in matrix_note("legacy", None, None, "modern")


def test_the_lit_cell_is_ours():
    rows = [strip.text for strip in matrix_rows("auto", "legacy", 80, ROLES, airy=False)]
    lit = [row for row in rows if "●" in row]
    assert len(lit) == 1 and lit[0].split() == ["dual", "client", "modern", "modern", "●", "legacy"]
    assert not any("●" in strip.text for strip in matrix_rows("legacy", None, 80, ROLES, airy=False))


def test_the_note_names_the_key_that_settles_what_is_open():
    assert "A finds out" in matrix_note("legacy", "legacy", None)
    assert "2025-11-25 too: L" in matrix_note("auto", "modern", ["2025-06-18", "2025-11-25"])


def test_a_decision_becomes_a_step_field_by_field():
    decision = Decision("era", "GET", "HTTP+SSE", "It came.", "x", "an event", "c", 2.0, (9,))
    step = step_of(decision)
    assert (step.action, step.verdict, step.because, step.sent) == ("GET", "HTTP+SSE", "It came.", "x")
    assert (step.outcome, step.clause, step.ms, step.records) == ("an event", "c", 2.0, (9,))


def test_records_are_a_range():
    assert [records_text(records) for records in ((), (7,), (9, 4, 5))] == ["", "7", "4–9"]


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_whatever_a_server_says_stays_text_and_in_its_place(text, width):
    step = HandshakeStep(text, text, text, text, text, text, 1.0, (1,))
    attempt = HandshakeAttempt(
        "a",
        steps=(step,),
        era="legacy",
        version=text,
        sentence=text,
        theirs={text: {text: 1}},
        ours={},
        instructions=text,
    )
    lines = attempt_page(attempt, width, ROLES, offered=("auto",), live=True, airy=True)
    assert {line.strip.cell_length for line in lines} == {width}
    assert not unsafe("".join(line.strip.text for line in lines))


def test_in_a_narrow_column_an_answer_is_put_briefly_instead_of_being_cut():
    rows = [strip.text for strip in step_rows(INITIALIZE, 2, 80, ROLES)]
    assert len(rows) == 1 and "← 2025-06-18" in rows[0]
    assert "← protocolVersion 2025-06-18" in step_rows(INITIALIZE, 2, 140, ROLES)[0].text


async def test_a_version_is_typed_or_chosen_among_those_that_are_known(stage):
    handshake = Handshake()
    async with stage(handshake, 80) as on:
        handshake.show([LEGACY])
        await on.focus(handshake)
        handshake.ask_version()
        await on.settle()
        assert handshake.version_line.input.value == "2026-07-28"
        await on.press("up", "enter")
        handshake.ask_version()
        await on.press(*["backspace"] * 10, *"2099", "minus", *"01", "enter")
        handshake.ask_version()
        await on.press("escape")
        assert [one.version for one in on.said(Handshake.VersionChosen)] == ["2025-11-25", "2099-01"]
        assert handshake.page.has_focus and not handshake.version_line.region.area


def test_each_extension_that_was_declared_has_a_row_with_its_settings():
    ours = {"extensions": {"io.modelcontextprotocol/tasks": {}, "io.modelcontextprotocol/ui": {"mimeTypes": ["x"]}}}
    rows = {row.name: row for row in capability_rows(ours, {"extensions": {"com.example/odd": {"deep": 1}}})}
    assert rows["extension tasks"].ours == "" and rows["extension tasks"].theirs is None
    assert rows["extension ui"].ours == "mimeTypes"
    assert rows["extension com.example/odd"].theirs == "deep"
    assert "extensions" not in rows


def test_the_hints_about_how_long_a_list_is_fresh_stand_with_what_was_declared():
    attempt = HandshakeAttempt(
        "a", era="modern", theirs={"tools": {}}, kept=[("tools/list", "fresh for 5:00 · public")]
    )
    row = next(row for row in page(attempt, 140).split("\n") if "tools/list" in row)
    assert row.rstrip().endswith("fresh for 5:00 · public")
