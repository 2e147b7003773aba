"""Two attempts beside each other: what a server says of itself in one era and not in the other."""

from dataclasses import replace

import pytest
from place_texts import HOSTILE, ROLES, unsafe

from inspector.analysis.catalog import KINDS, Listing
from inspector.analysis.items import items_of
from inspector.tui.widgets.attempt_compare import Compared, compare_page, compared
from inspector.tui.widgets.handshake import Handshake
from inspector.tui.widgets.handshake_page import HandshakeAttempt

MODERN = HandshakeAttempt(
    "one",
    era="modern",
    version="2026-07-28",
    theirs={"tools": {}},
    server_info={"name": "s", "version": "1"},
    label="1 2026-07-28",
)
LEGACY = HandshakeAttempt(
    "two",
    mode="legacy",
    era="legacy",
    version="2025-11-25",
    theirs={"tools": {}, "resources": {"subscribe": True}},
    server_info={"name": "other", "version": "9"},
    label="2 2025-11-25",
)
FAILED = HandshakeAttempt("three", mode="modern", problem="No common version.", label="3 –")


def test_differing_capabilities_and_identity_are_told_one_by_one():
    different = [row for row in compared(MODERN, LEGACY) if row.differs]
    assert different == [
        Compared("era", "modern", "legacy"),
        Compared("version", "2026-07-28", "2025-11-25"),
        Compared("server name", "s", "other"),
        Compared("server version", "1", "9"),
        Compared("resources", None, ""),
        Compared("resources.subscribe", None, "true"),
    ]


def test_what_is_equal_is_counted():
    text = "\n".join(strip.text for strip in compare_page(MODERN, LEGACY, 80, ROLES))
    assert "6 differences" in text and "1 other alike." in text
    assert "equal in all" in "\n".join(strip.text for strip in compare_page(MODERN, MODERN, 80, ROLES))


async def test_c_compares_with_the_attempt_before_that_led_to_a_server_and_c_or_esc_ends_it(stage):
    handshake = Handshake()
    async with stage(handshake, 120) as on:
        handshake.show([MODERN, FAILED, LEGACY])
        await on.focus(handshake)
        for end in ("c", "escape"):
            await on.press("c")
            text = "\n".join(on.rows(handshake.page))
            assert text.index("1 2026-07-28") < text.index("2 2025-11-25")
            assert "resources.subscribe" in text
            await on.press(end)
            assert "resources.subscribe" not in "\n".join(on.rows(handshake.page))


@pytest.mark.parametrize("attempts", [[MODERN], [MODERN, FAILED], [FAILED, MODERN]])
async def test_with_one_attempt_that_led_to_a_server_there_is_nothing_to_compare(stage, attempts):
    handshake = Handshake()
    async with stage(handshake, 120) as on:
        handshake.show(attempts)
        await on.focus(handshake)
        assert "c compare" not in on.key_line()


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_whatever_a_server_says_stays_text_and_in_its_place(text, width):
    odd = HandshakeAttempt("x", theirs={text: {text: text}}, server_info={text: text}, instructions=text, label=text)
    strips = compare_page(MODERN, odd, width, ROLES)
    assert {strip.cell_length for strip in strips} == {width}
    assert not unsafe("".join(strip.text for strip in strips))


def test_tools_that_differ_are_rows_with_a_path_for_each_difference():
    def lists(*tools):
        found = {kind: Listing(kind, "complete") for kind in KINDS}
        found["tool"].items = items_of("tool", tools, [], mirrored=False)
        return found

    before = lists({"name": "add", "inputSchema": {"type": "object"}}, {"name": "old\x1b", "inputSchema": {}})
    after = lists({"name": "add", "title": "Add", "inputSchema": {"type": "object", "required": ["a"]}})
    pages = replace(MODERN, lists=before), replace(LEGACY, lists=after)
    rows = [strip.text.rstrip() for strip in compare_page(*pages, 100, ROLES)]
    [required] = [row for row in rows if "inputSchema.required" in row]
    assert required.endswith('["a"]') and "– not there" in required
    assert any(row.endswith("changed tool add") for row in rows)
    assert any("removed tool old␛" in row for row in rows)
    assert not unsafe("".join(rows))
