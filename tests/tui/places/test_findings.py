from dataclasses import replace

import pytest
from place_texts import HOSTILE, ROLES, unsafe

from inspector.analysis.rules.finding import Finding
from inspector.tui.widgets.findings import FindingRow, Findings, finding_rows, finding_strip


def finding(rule, level, *records, message="something was seen", remedy="do not do it"):
    return Finding(rule, level, message, "2026-07-28 basic/patterns/cancellation", records, remedy)


FOUND = [
    finding("stdout-noise", "warning", 143),
    finding("tool-name", "info", 12),
    finding("answer-after-cancel", "error", 156, 157, message="it was answered late", remedy="drop the result"),
    finding("stdout-noise", "warning", 149),
]
LOOKED = {"rules": 61, "records": 157}


def test_rows_are_worst_first_and_one_for_each_rule():
    rows = finding_rows(FOUND, by_rule=True)
    assert [(row.finding.rule, row.times, row.records) for row in rows] == [
        ("answer-after-cancel", 1, (156, 157)),
        ("stdout-noise", 2, (143, 149)),
        ("tool-name", 1, (12,)),
    ]
    assert [row.records for row in finding_rows(FOUND, by_rule=False)] == [(156, 157), (143,), (149,), (12,)]


async def test_what_was_seen_over_and_over_is_one_row_with_the_first_records_and_the_last(stage):
    often = replace(finding("log-shape", "error", 4, 5, 300_003), times=300_000)
    assert [row.times for row in finding_rows([often, *FOUND], by_rule=False)] == [300_000, 1, 1, 1, 1]
    findings = Findings()
    async with stage(findings) as on:
        findings.show([often, finding("log-shape", "error", 9, message="else")], **LOOKED)
        await on.focus(findings)
        assert "300,001×" in on.rows(findings.list)[0]
        panel = " ".join("\n".join(on.rows(findings.panel)).split())
        assert "something was seen 300,000 times." in panel and "Also else" in panel
        await on.press("t")
        panel = " ".join("\n".join(on.rows(findings.panel)).split())
        assert "300,000 times." in panel and "4, 5, 300003 are the first and the last" in panel


async def test_the_remedy_stands_under_the_list_and_with_room_beside_it(stage):
    for width, beside in ((80, False), (140, True)):
        findings = Findings()
        async with stage(findings, width) as on:
            findings.show(FOUND, **LOOKED)
            await on.focus(findings)
            panel = "\n".join(on.rows(findings.panel))
            assert "it was answered late" in panel and "drop the result" in panel and "156, 157" in panel
            assert (findings.panel.region.y == findings.list.region.y) is beside
            assert ("answer-after-cancel" in panel) is beside
            if not beside:
                rule = findings.panel_rule.render_line(0).text
                assert "answer-after-cancel" in rule and "2026-07-28 basic/patterns/cancellation" in rule


async def test_the_panel_follows_the_cursor_and_enter_asks_for_the_records(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND, **LOOKED)
        await on.focus(findings)
        await on.press("down", "enter")
        assert "143, 149" in "\n".join(on.rows(findings.panel))
        assert [m.records for m in on.said(Findings.RecordsWanted)] == [(143, 149)]


async def test_t_shows_them_one_by_one_and_back_by_rule(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND, **LOOKED)
        await on.focus(findings)
        await on.press("t")
        assert sum("stdout-noise" in row for row in on.rows(findings.list)) == 2
        await on.press("t")
        assert sum("stdout-noise" in row for row in on.rows(findings.list)) == 1


async def test_the_rule_counts_by_level_and_says_what_was_looked_at(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND, **LOOKED)
        await on.settle()
        text = findings.rule.render_line(0).text
        assert "61 rules looked at 157 records" in text
        assert "✗1  ▲2  i1" in text


async def test_more_findings_leave_the_cursor_on_its_rule(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND[:2], **LOOKED)
        await on.focus(findings)
        await on.press("down")
        findings.show(FOUND, **LOOKED)
        await on.settle()
        assert findings.list.selected.finding.rule == "tool-name"


async def test_none_at_all_is_said_with_how_much_was_looked_at(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show([], **LOOKED)
        await on.settle()
        assert "No findings · 61 rules looked at 157 records" in "\n".join(on.rows(findings.list))
        assert not findings.panel.display and not findings.panel_rule.display


async def test_while_records_are_checked_the_count_stands_there(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show([], rules=61, records=100_000, checked=12_400)
        await on.settle()
        assert "checking 12,400 of 100,000" in "\n".join(on.rows(findings.list))
        assert findings.rule.content.facts == (("checking 12,400 of 100,000", "muted"),)


async def test_the_filter_comes_with_slash_and_goes_when_it_is_left_empty(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND, **LOOKED)
        await on.focus(findings)
        assert not findings.filter_bar.display
        await on.press("slash", "n", "o", "i")
        assert findings.filter_bar.display
        assert findings.rule.content.facts == (("1 of 3", "muted"),)
        await on.press("q", "q")
        assert "0 of 3 fit “noiqq” · Esc clears" in "\n".join(on.rows(findings.list))
        await on.press("escape", "escape")
        assert not findings.filter_bar.display and on.app.focused is findings.list


async def test_enter_in_the_filter_opens_the_first_that_fits(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND, **LOOKED)
        await on.focus(findings)
        await on.press("slash", "t", "o", "o", "l", "enter")
        assert [m.records for m in on.said(Findings.RecordsWanted)] == [(12,)]


async def test_ten_thousand_findings_are_drawn_as_far_as_they_are_seen(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show([finding(f"rule-{n}", "warning", n) for n in range(10_000)], **LOOKED)
        await on.focus(findings)
        await on.press("end")
        assert "rule-9999" in "\n".join(on.rows(findings.list))


async def test_the_keys_are_in_order_of_their_frequency(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show(FOUND, **LOOKED)
        await on.focus(findings)
        assert on.key_line() == ["enter records", "slash filter", "t by rule, one by one"]


@pytest.mark.parametrize("width", [60, 80, 140])
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text[:12]))
def test_hostile_text_stays_in_its_row(text, width):
    strip = finding_strip(FindingRow(Finding(text, "error", text, text, (1,), text), 1, (1,)), width, ROLES)
    assert strip.cell_length == width and not unsafe(strip.text)


async def test_hostile_text_stays_in_the_panel(stage):
    findings = Findings()
    async with stage(findings) as on:
        findings.show([Finding(f"r{n}", "error", text, text, (n,), text) for n, text in enumerate(HOSTILE)], **LOOKED)
        await on.focus(findings)
        for _ in HOSTILE:
            assert not unsafe("".join(on.rows(findings.panel)) + findings.panel_rule.render_line(0).text)
            await on.press("down")
