from dataclasses import replace

import pytest
from place_texts import HOSTILE, ROLES, unsafe

from inspector.analysis.death import Death, Lost
from inspector.tui.widgets.death_card import CardContent, DeathCard, Invocation, Stage, card_of
from inspector.tui.widgets.death_facts import lasted
from inspector.tui.widgets.death_page import death_page, stage_rows

EXITED = Death(
    168,
    231.804,
    "The server exited with code 1",
    "",
    231.4,
    True,
    1,
    lost=(Lost(167, "tools/call", "import_marc", "31", 214.0),),
    stderr=("Traceback (most recent call last):", "FileNotFoundError: 'export/2026-11.mrc'"),
    stderr_lines=12,
    last_received=166,
    command="python -m alder.server --data export",
    resolved="/srv/alder/.venv/bin/python",
    cwd="/srv/alder",
    env=("ALDER_TOKEN",),
    path="/usr/local/bin:/usr/bin",
)
UNREACHED = Death(
    9,
    4.112,
    "Could not connect",
    "The name weather.exmaple was not found.",
    1.1,
    False,
    transport="streamable-http",
    url="https://weather.exmaple/mcp",
    steps=(("name", False), ("connect", None), ("tls", None), ("http", None), ("mcp", None)),
)


def page(content, width=80, *, unfolded=False, live=True):
    lines = death_page(content, width, ROLES, unfolded=unfolded, live=live, airy=True)
    return "\n".join(line.strip.text.rstrip() for line in lines)


async def test_the_card_says_what_ended_when_and_what_waited(stage):
    card = DeathCard()
    async with stage(card, 80, 21) as on:
        card.show(card_of(EXITED, records=168))
        await on.focus(card)
        rule = card.rule.render_line(0).text
        assert "The server exited with code 1" in rule and "3:51.804 · record 168" in rule
        text = "\n".join(on.rows(card.page))
        assert "After 3 min 51 s, while tools/call import_marc (id 31) waited for 214 ms." in text
        assert "FileNotFoundError: 'export/2026-11.mrc'" in text and "12 lines" in text
        assert "no answer will come" in text
        assert "168 records on disk" in text


async def test_enter_and_space_unfold_how_it_was_run_where_there_is_no_room_for_all(stage):
    card = DeathCard()
    async with stage(card, 80, 13) as on:
        card.show(card_of(EXITED, records=168, note="first of 4 in PATH", redacted=("ALDER_TOKEN",)))
        await on.focus(card)
        folded = "\n".join(on.rows(card.page))
        assert "python -m alder.server" in folded and "/srv/alder/.venv/bin/python" not in folded
        await on.press("enter")
        text = "\n".join(line.strip.text for line in card.page.lay_out(80))
        for part in (
            "/srv/alder/.venv/bin/python first of 4 in PATH",
            "ALDER_TOKEN redacted",
            "/usr/local/bin : /usr/bin",
        ):
            assert part in text
        await on.press("space")
        assert "\n".join(on.rows(card.page)) == folded


async def test_the_keys_restart_and_edit(stage):
    card = DeathCard()
    async with stage(card, 80, 21) as on:
        card.show(card_of(EXITED, records=168))
        await on.focus(card)
        assert on.key_line() == ["r restart and call again", "R restart", "e edit", "enter details"]
        await on.press("r", "R", "e")
        wanted = (DeathCard.RestartAndRepeatWanted, DeathCard.RestartWanted, DeathCard.EditWanted)
        assert [len(on.said(kind)) for kind in wanted] == [1, 1, 1]


async def test_a_click_on_a_button_does_what_its_key_does(stage):
    card = DeathCard()
    async with stage(card, 80, 21) as on:
        card.show(card_of(EXITED, records=168))
        await on.settle()
        rows = on.rows(card.page)
        y = next(at for at, row in enumerate(rows) if "Restart R" in row)
        await on.pilot.click(card.page, offset=(rows[y].index("Restart R"), y))
        await on.settle()
        assert len(on.said(DeathCard.RestartWanted)) == 1


async def test_without_a_call_to_repeat_there_is_no_such_key(stage):
    card = DeathCard()
    async with stage(card, 80, 21) as on:
        card.show(card_of(UNREACHED, records=9))
        await on.focus(card)
        assert on.key_line()[0] == "R restart"
        await on.press("r")
        assert not on.said(DeathCard.RestartAndRepeatWanted)


async def test_in_a_recording_the_keys_stay_grey(stage):
    card = DeathCard()
    async with stage(card, 80, 30) as on:
        card.show(card_of(EXITED, records=168), live=False)
        await on.focus(card)
        await on.press("r", "R", "e")
        assert not on.said(DeathCard.RestartWanted)
        assert "(R restart)" in on.key_line()
        assert "needs a server: 0" in "\n".join(on.rows(card.page))


def test_over_http_the_card_names_the_step_that_broke():
    text = page(card_of(UNREACHED, records=9, hint="One letter from “example”."))
    assert "✗ name   ○ connect   ○ TLS   ○ HTTP   ○ MCP" in text
    assert "∴ The name weather.exmaple was not found." in text
    assert "https://weather.exmaple/mcp" in text
    assert "Try again" in text and "Edit address" in text and "command" not in text


def test_a_server_that_never_spoke_is_said_to_have_answered_nothing():
    silent = replace(EXITED, after=0.4, lost=(), last_received=0, connected=False)
    assert "After 400 ms; it had answered nothing." in page(card_of(silent, records=3))
    assert "After 1.10 s; no message had come." in page(card_of(UNREACHED, records=9))


def test_the_handshake_is_not_a_call_that_can_be_repeated():
    early = replace(EXITED, lost=(Lost(3, "initialize", "", "1", 10.0),))
    assert not card_of(early, records=3).repeats
    assert card_of(EXITED, records=3).repeats
    assert not card_of(replace(EXITED, connected=False), records=3).repeats


def test_a_web_page_is_shown_in_part_and_unfolded_whole():
    content = replace(card_of(UNREACHED, records=9), page="Sign in " + "please " * 100)
    assert page(content).count("please") < 40 and page(content, unfolded=True).count("please") == 100


def test_more_requests_than_fit_are_counted():
    many = replace(EXITED, lost=tuple(Lost(n, "tools/call", f"t{n}", str(n), 1.0) for n in range(9)))
    text = page(card_of(many, records=9))
    assert "t3" in text and "t4 " not in text.replace("t8 (id", "") and "and 5 more requests" in text


def test_how_long_it_lasted_is_said_in_words():
    assert [lasted(s) for s in (0.4, 42.0, 231.4, 3720.0)] == ["400 ms", "42.0 s", "3 min 51 s", "1 h 2 min"]


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_last_words_stay_words(text, width):
    run = Invocation(text, text, text, text, (text,), (text,), (text,))
    for invocation in (run, None):
        content = CardContent(
            text,
            sentence=((text, "bold"),),
            why=text,
            hint=text,
            stderr=(text, text),
            stderr_total=9,
            last_words=((text, ""),),
            in_flight=(Lost(1, text, text, text, 1.0),),
            invocation=invocation,
            address=text,
            stages=(Stage(text, "failed", text),),
            page=text,
        )
        lines = death_page(content, width, ROLES, unfolded=True, live=False, airy=True)
        assert {line.strip.cell_length for line in lines} == {width}
        assert not unsafe("".join(line.strip.text for line in lines))


def test_stages_are_not_broken_over_two_rows():
    stages = [Stage("connect", "done", "12 ms")] * 9
    for strip in stage_rows(stages, 60, ROLES):
        assert strip.text.count("✓") == strip.text.count("connect 12 ms")


def test_the_cause_and_its_remedy_come_before_what_the_negotiation_says():
    known = replace(EXITED, cause="Python has no module x.", remedy="Install it.")
    text = page(card_of(known, records=3, why="The server ended.", hint="Run it by itself."))
    assert "∴ Python has no module x." in text and "Install it." in text
    assert "The server ended." not in text and "Run it by itself." not in text
    assert "Run it by itself." in page(card_of(replace(EXITED, remedy="x"), records=3, hint="Run it by itself."))


def test_a_command_that_was_not_found_never_began():
    unfound = replace(EXITED, code=None, connected=False, lost=(), last_received=0, title="Could not connect")
    assert "It never began." in page(card_of(unfound, records=3))
