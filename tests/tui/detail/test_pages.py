from dataclasses import replace

import pytest

from inspector.analysis.http_parts import Header, HttpPart, Phase
from inspector.analysis.rules.finding import Finding
from inspector.tui.widgets.detail_findings import findings_page
from inspector.tui.widgets.detail_http import Framing, header_rows, http_page
from inspector.tui.widgets.detail_timing import phase_strip, timing_page
from inspector.wire.text import visible
from tests.tui.detail.sessions import SECRET, reserved, stray, web
from tests.tui.places.place_texts import HOSTILE, ROLES, unsafe


def shown(page):
    return [line.strip.text.rstrip() for line in page]


def masking(headers):
    return [replace(one, value="Bearer ‹secret 1›") if one.name == "Authorization" else one for one in headers]


async def test_request_and_answer_stand_side_by_side_from_100_columns(opened):
    async with opened(web(), 5, 100) as on:
        await on.press("full_stop", "full_stop")
        rows = on.rows()
        assert any("POST https://alder.example/mcp" in row and "│  HTTP/1.1 200 OK" in row for row in rows)
        told = [row.split("│")[0].split() for row in rows]
        assert ["peer", "10.0.0.1:443"] in told and ["connection", "new"] in told and ["TLS", "TLSv1.3"] in told
        assert any("mcp-method: tools/call" in row and "by us" in row for row in rows)
        assert any("id: 7" in row for row in rows)
    async with opened(web(), 5, 99) as on:
        await on.press("full_stop", "full_stop")
        assert not any("│" in row for row in on.rows())
        assert on.text().index("POST") < on.text().index("200 OK")


async def test_secrets_are_masked_in_headers_in_the_json_of_http_events_and_on_the_clipboard(opened):
    for seq in (2, 5):
        async with opened(web(), seq, mask_headers=masking) as on:
            for _ in on.tabs:
                assert SECRET not in on.text()
                await on.press("y")
                if on.pane.copy_bar.display:
                    await on.press("w")
                await on.press("full_stop")
            assert any("Bearer ‹secret 1›" in text for text in on.app.copied)
            assert not any(SECRET in text for text in on.app.copied)


async def test_without_a_mask_headers_are_shown_as_they_are(opened):
    async with opened(web(), 5) as on:
        await on.press("full_stop", "full_stop")
        assert f"Authorization: {SECRET}" in on.text()


async def test_hostile_headers_are_shown_and_do_nothing(opened):
    async with opened(web(), 5) as on:
        await on.press("full_stop", "full_stop")
        assert "x-odd: [bold]a␛[31m  b" in on.text()


@pytest.mark.parametrize("width", [60, 99, 100, 140])
def test_every_row_of_a_page_is_as_wide_as_the_page_whatever_a_server_sends(width):
    for text in HOSTILE:
        headers = (Header(visible(text) or "n", visible(text), "us"), Header("a", visible(text), "server"))
        part = HttpPart(1, visible(text), headers, visible(text), headers, visible(text), 2)
        for line in http_page(part, Framing(text.encode(), 8, text.encode()), width, ROLES):
            assert line.strip.cell_length == width
            assert not unsafe(line.strip.text)
        finding = Finding("rule", "error", text, text, (1, 2), text)
        for line in findings_page([finding], 1, lambda seq: None, width, ROLES, airy=True):
            assert line.strip.cell_length == width
            assert not unsafe(line.strip.text)


def test_a_long_header_is_shown_whole_with_all_its_blanks():
    rows = [row.text for row in header_rows(Header("n", "a  " * 60 + "end", ""), 50, ROLES)]
    joined = "".join(rows).replace(" ", "")
    assert joined == "n:" + "a" * 60 + "end"
    assert len(rows) == -(-(3 + 183 - 47) // 45) + 1


def test_bars_of_machines_share_a_scale_and_that_of_a_person_is_cut_and_told():
    phases = (Phase("connect", 1.0), Phase("wait", 150.0), Phase("stream", 75.0), Phase("you", 4200.0, True))
    page = shown(timing_page(phases, "3:12.131", 140, ROLES))
    bars = {row.split()[0]: row for row in page if row and ("█" in row or "▏" in row or "░" in row)}
    assert "▏ 1 ms" in bars["connect"]
    assert bars["wait"].count("█") == 2 * bars["stream"].count("█") == 48
    assert "░… 4.20 s" in bars["you"]
    assert "  together  226 ms" in page
    assert "  The bar of a person is not to scale." in page


def test_no_time_at_all_is_a_sliver():
    assert "▏ 0.0 ms" in phase_strip(Phase("wait", 0.0), 0.0, 80, ROLES).text


async def test_what_a_record_is_stands_beside_it_from_120_columns_and_below_it_else(opened):
    async with opened(reserved(), 6, 120, 40) as on:
        panel = on.text(on.pane.panel)
        for said in ("What this is", "retried by", "Path", "Size and time", "Clause", "basic/patterns/mrtr"):
            assert said in panel
        assert not on.pane.about.display
        await on.press("down", "down", "down", "down")
        assert "$.result.resultType" in on.text(on.pane.panel)
    async with opened(reserved(), 6, 119, 40) as on:
        assert not on.pane.panel.display
        await on.press("down", "down", "down", "down")
        first, second = on.pane.about.text.split("\n")
        assert first == "$.result.resultType  y path or value"
        assert second.startswith("answers 5 · retried by 7 · An unfinished result")


async def test_hostile_text_is_safe_on_every_tab(opened):
    lines = [text.encode("utf-8", "surrogatepass") for text in HOSTILE]
    async with opened(stray(*lines), 4, 120, 30) as on:
        for seq in range(4, 4 + len(lines)):
            await on.show(seq)
            for _ in on.tabs:
                for view in (on.pane.keyboard, on.pane.panel, on.pane.rule, on.pane.offence):
                    assert not unsafe("".join(on.rows(view)))
                await on.press("full_stop")


async def test_a_long_document_tells_how_long_it_is_and_where_one_is(opened):
    line = b'{"jsonrpc":"2.0","id":1,"result":{"list":[' + b",".join([b'"book"'] * 200_000) + b"]}}"
    async with opened(stray(line), 4, 100) as on:
        facts = [text for text, _ in on.pane.rule.content.facts]
        assert facts == ["1.4 MB", "line 1 of 200,008"]
        await on.press("down")
        assert on.pane.rule.content.facts[-1][0] == "line 2 of 200,008"
