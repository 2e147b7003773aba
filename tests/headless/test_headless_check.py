"""`check`: what it exercises, what it reports in each form, and its exit codes."""

import json
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

from inspector.analysis.rules import RULES
from tests.headless.running import ADD, CACHE, Inspector, legacy, modern, result, said, scripted, sent, tool, tools
from tests.servers.http_rules import following
from tests.servers.http_scripted import ScriptedServer

RESOURCES = result("resources/list", resources=[{"uri": "a:1", "name": "one"}, {"uri": "a:2", "name": "two"}], **CACHE)
CONTENTS = result("resources/read", contents=[{"uri": "a:1", "text": "x"}], **CACHE)
TEMPLATES = result("resources/templates/list", resourceTemplates=[], **CACHE)
PROMPTS = result(
    "prompts/list",
    prompts=[{"name": "needs", "arguments": [{"name": "a", "required": True}]}, {"name": "free"}],
    **CACHE,
)
PROMPT = result("prompts/get", messages=[])
GOOD = (modern(), tools(ADD), RESOURCES, CONTENTS, TEMPLATES, PROMPTS, PROMPT)
BAD_RULES = {"cache-hints", "bad-entry", "input-schema"}
BAD = (modern({"tools": {}}), result("tools/list", tools=[ADD, {"name": 5}], cacheScope="private", ttlMs=-1))


async def test_every_list_is_read_and_one_of_each_kind_and_no_tool_is_called(inspector: Inspector) -> None:
    ran = await inspector("check", "--json", *scripted(*GOOD))
    assert (ran.code, ran.stderr) == (0, b"")
    assert ran.document.keys() == {"server", "checked", "findings"} and ran.document["findings"] == []
    assert ran.document["server"]["era"] == "modern" and ran.document["server"]["steps"]
    checked = ran.document["checked"]
    assert {member: one["items"] for member, one in checked["lists"].items()} == {
        "tools": 1,
        "resources": 2,
        "resourceTemplates": 0,
        "prompts": 2,
    }
    assert [(one["method"], one["name"], one["outcome"]) for one in checked["reads"]] == [
        ("resources/read", "a:1", "result"),
        ("prompts/get", "free", "result"),
    ]
    assert checked["calls"] == [] and sent(ran.recording(), "tools/call") == []


@pytest.mark.parametrize(("values", "read"), [(["7"], [("resources/read", "item://7")]), ([], []), ([3], [])])
async def test_a_template_is_completed_and_its_first_suggestion_is_read(
    inspector: Inspector, values: list[Any], read: list[tuple[str, str]]
) -> None:
    templates = [{"name": "odd", "uriTemplate": "item://{"}, {"name": "item", "uriTemplate": "item://{id}"}]
    rules = (
        *legacy({"resources": {}, "completions": {}}),
        result("resources/list", resources=[]),
        result("resources/templates/list", resourceTemplates=templates),
        result("completion/complete", completion={"values": values}),
        result("resources/read", contents=[{"uri": "item://7", "text": "seven"}]),
        result("ping"),
    )
    ran = await inspector("check", "--json", *scripted(*rules))
    reads = [(one["method"], one["name"]) for one in ran.document["checked"]["reads"]]
    assert reads == [("ping", ""), ("completion/complete", "id"), *read]


async def test_every_page_is_read_and_a_legacy_server_is_pinged(inspector: Inspector) -> None:
    pages = [
        {"jsonrpc": "2.0", "id": "$id", "result": {"tools": [tool(name)], **more}}
        for name, more in (("a", {"nextCursor": "2"}), ("b", {}))
    ]
    rules = (*legacy({"tools": {}}), {"on": "tools/list", "sequence": pages}, result("ping"))
    ran = await inspector("check", "--json", *scripted(*rules))
    checked = ran.document["checked"]
    assert (checked["lists"]["tools"]["pages"], checked["lists"]["tools"]["items"]) == (2, 2)
    assert [one["method"] for one in checked["reads"]] == ["ping"]


async def test_what_is_named_is_called_with_its_arguments(inspector: Inspector) -> None:
    words = ("--call", 'add={"a": 1.0}', "--call", "nosuch")
    ran = await inspector("check", "--json", *words, *scripted(*GOOD, said("2")))
    assert [(one["params"]["name"], one["params"]["arguments"]) for one in sent(ran.recording(), "tools/call")] == [
        ("add", {"a": 1.0}),
        ("nosuch", {}),
    ]
    assert [one["outcome"] for one in ran.document["checked"]["calls"]] == ["result", "result"]


async def test_a_finding_of_level_error_is_exit_1_with_its_remedy(inspector: Inspector) -> None:
    ran = await inspector("check", *scripted(*BAD))
    assert ran.code == 1
    lines = ran.out.splitlines()
    assert lines[0] == "modern 2026-07-28 over stdio: scripted 1"
    assert any(line.startswith("tools: 2") for line in lines) and "findings: 3 errors" in lines
    assert "tools/call: none was called; --call NAME calls one" in lines
    assert any(line.startswith("  ✗ cache-hints: ") for line in lines)
    assert any(line.startswith("    → Give ttlMs") and "record" in line for line in lines)
    ran = await inspector("check", "--json", *scripted(*BAD))
    assert (ran.code, ran.error["kind"], ran.error["exitCode"]) == (1, "findings", 1)
    assert {one["rule"] for one in ran.document["findings"]} == BAD_RULES


async def test_what_fails_on_the_way_is_told_and_the_rest_is_done(inspector: Inspector) -> None:
    refuses = {
        "on": "resources/read",
        "reply": {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32603, "message": "no"}},
    }
    rules = [one for one in GOOD if one is not CONTENTS]
    ran = await inspector("check", "--json", *scripted(*rules, refuses))
    assert [(one["outcome"], one["said"]) for one in ran.document["checked"]["reads"]] == [
        ("error", "-32603 no"),
        ("result", ""),
    ]


async def test_a_server_that_dies_of_it_is_exit_3_with_what_was_found(inspector: Inspector) -> None:
    rules = [one for one in GOOD if one is not CONTENTS]
    ran = await inspector("check", "--json", *scripted(*rules, {"on": "resources/read", "exit": 7}))
    assert (ran.code, ran.stdout) == (3, b"") and ran.error["kind"] == "connection"


async def test_junit_has_a_case_for_each_rule_that_its_errors_fail(inspector: Inspector) -> None:
    ran = await inspector("check", "--format", "junit", *scripted(*BAD))
    suite = ElementTree.fromstring(ran.out)
    assert ran.code == 1 and suite.attrib.keys() == {"name", "tests", "failures", "errors"}
    assert suite.attrib["failures"] == "3" and "skipped" in suite.findall("./testsuite")[0].attrib
    cases = suite.findall("./testsuite/testcase")
    assert [one.attrib["classname"] for one in cases] == [rule.name for rule in RULES]
    failed = {one.attrib["classname"]: one.find("failure") for one in cases if one.find("failure") is not None}
    assert failed.keys() == BAD_RULES
    assert "Give ttlMs" in (failed["cache-hints"].text or "")  # type: ignore[union-attr]
    skipped = [one for one in cases if one.find("skipped") is not None]
    assert {one.attrib["classname"] for one in skipped} == {
        rule.name for rule in RULES if "2026-07-28" not in rule.revisions
    }


async def test_junit_stays_xml_whatever_a_server_is_called(inspector: Inspector) -> None:
    odd = modern(
        {"tools": {}},
    )
    odd["reply"]["result"]["_meta"]["io.modelcontextprotocol/serverInfo"] = {
        "name": "<a&\"'\x00\x1b>",
        "version": "]]>",
    }
    ran = await inspector("check", "--format", "junit", *scripted(odd, tools({"name": "<&\x01"})))
    suite = ElementTree.fromstring(ran.out)
    assert "<a&" in suite.findall("./testsuite")[0].attrib["name"]


async def test_sarif_points_at_the_lines_of_the_recording(inspector: Inspector) -> None:
    ran = await inspector("check", "--format", "sarif", *scripted(*BAD))
    document = json.loads(ran.stdout)
    [run] = document["runs"]
    assert document["version"] == "2.1.0" and ran.code == 1
    described = run["tool"]["driver"]["rules"]
    assert [one["id"] for one in described] == [rule.name for rule in RULES]
    [path] = ran.recordings
    lines = path.read_text().splitlines()
    for one in run["results"]:
        assert described[one["ruleIndex"]]["id"] == one["ruleId"] and one["level"] == "error" and one["message"]["text"]
        for place in one["locations"]:
            assert place["physicalLocation"]["artifactLocation"]["uri"] == path.as_uri()
            line = json.loads(lines[place["physicalLocation"]["region"]["startLine"] - 1])
            assert f"record {line['seq']}" == place["logicalLocations"][0]["name"]


@pytest.fixture(name="recorded")
async def _recorded(inspector: Inspector, tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    await inspector("list", "tools", "--record", str(path), *scripted(*BAD))
    return path


def recorded_lines(path: Path) -> int:
    return len(path.read_text().splitlines())


async def test_a_recording_is_looked_through_without_a_server(inspector: Inspector, recorded: Path) -> None:
    ran = await inspector("check", str(recorded), "--json")
    assert ran.code == 1 and {one["rule"] for one in ran.document["findings"]} == BAD_RULES
    assert ran.document["checked"]["requests"] == {"server/discover": 1, "tools/list": 1}
    assert ran.document["checked"]["records"] == recorded_lines(recorded) - 1
    assert ran.document["server"]["era"] == "modern" and ran.recordings == []
    ran = await inspector("check", str(recorded))
    assert "records: server/discover 1, tools/list 1" in ran.out
    ran = await inspector("check", str(recorded), "--format", "sarif")
    [run] = json.loads(ran.stdout)["runs"]
    assert run["results"][0]["locations"][0]["physicalLocation"]["artifactLocation"]["uri"] == recorded.as_uri()


@pytest.mark.parametrize("form", ["text", "json", "junit", "sarif"])
async def test_the_report_may_go_to_a_file(inspector: Inspector, recorded: Path, form: str, tmp_path: Path) -> None:
    file = tmp_path / "report"
    words = ("check", str(recorded), "--format", form)
    ran, filed = await inspector(*words), await inspector(*words, "--output", str(file))
    assert (filed.code, filed.stdout, filed.err.splitlines()[0]) == (1, b"", f"Wrote {file}.")
    assert file.read_bytes() == ran.stdout != b""
    ran = await inspector(*words, "--output", str(tmp_path / "nowhere" / "report"))
    assert (ran.code, ran.stdout) == (2, b"") and "cannot be written" in ran.err


@pytest.mark.parametrize(
    ("words", "said_"),
    [
        (("--json", "--format", "junit"), "exclude each other"),
        (("nowhere.jsonl",), "no recording"),
        (("--call", "x={"), "not JSON"),
        (("--call", "x=[1]"), "no JSON object"),
        (("a", "b"), "one word too many"),
    ],
)
async def test_what_cannot_be_checked_is_said(inspector: Inspector, words: tuple[str, ...], said_: str) -> None:
    needs: tuple[Any, ...] = () if words == ("nowhere.jsonl",) else ("--demo",)
    ran = await inspector("check", *words, *needs)
    assert (ran.code, ran.stdout) == (2, b"") and said_ in ran.err


async def test_a_recording_beside_a_target_is_refused(inspector: Inspector, recorded: Path) -> None:
    for words in (("--demo",), ("http://127.0.0.1:9/",), ("--call", "x")):
        ran = await inspector("check", str(recorded), *words)
        assert (ran.code, ran.out) == (2, "") and "by itself" in ran.err


_DISCOVERED = {"on": "POST server/discover", "json": modern({"tools": {}})["reply"]}


async def test_a_list_that_is_not_got_makes_a_check_fail_though_nothing_was_found_in_it(inspector: Inspector) -> None:
    broken = {"on": "POST tools/list", "status": 503, "headers": {}, "body": ""}
    async with ScriptedServer(following(_DISCOVERED, broken)) as server:
        ran = await inspector("check", server.url())
    assert ran.code == 9 and "tools: 0, HTTP 503" in ran.out and "findings: none" in ran.out
    assert "inspector: tools/list got no usable answer" in ran.err


async def test_so_does_a_read_that_is_met_with_silence(inspector: Inspector) -> None:
    rules = [one for one in GOOD if one is not CONTENTS]
    ran = await inspector("check", "--timeout", "0.5", *scripted(*rules, {"on": "resources/read"}))
    assert ran.code == 6 and "findings: none" in ran.out and "prompts/get free: ok" in ran.out
    assert ran.err.startswith("inspector: resources/read was not answered in time.\n")


async def test_an_answer_with_nothing_in_it_is_a_finding(inspector: Inspector) -> None:
    empty = {"on": "POST tools/list", "status": 200, "headers": {"Content-Type": "application/json"}, "body": ""}
    async with ScriptedServer(following(_DISCOVERED, empty)) as server:
        ran = await inspector("check", server.url())
    assert ran.code == 1 and "tools: 0, HTTP 200 ended without an answer" in ran.out
    assert "✗ without-answer: tools/list was answered with 200, application/json and nothing in it" in ran.out


async def test_a_list_that_is_refused_is_an_answer(inspector: Inspector) -> None:
    refusal = {"jsonrpc": "2.0", "id": "$id", "error": {"code": -32603, "message": "no"}}
    ran = await inspector("check", *scripted(modern({"tools": {}}), {"on": "tools/list", "reply": refusal}))
    assert ran.code == 0 and "tools: 0, −32603 “no”" in ran.out
