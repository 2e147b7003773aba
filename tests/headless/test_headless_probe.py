"""`probe`: its text, its document, and the eras."""

import re

import pytest

from inspector.wire.events import Decision
from tests.headless.running import Inspector, legacy, modern, refusal, scripted

STEP = {"action", "sent", "outcome", "verdict", "because", "clause", "ms", "records"}


def _without_times(text: str) -> str:
    return re.sub(r"\d+\.\d ms", "N ms", text)


async def test_a_modern_server_is_told_in_a_line_and_its_step_with_reason_and_clause(inspector: Inspector) -> None:
    ran = await inspector("probe", *scripted(modern(instructions="Ask.\nTwice.")))
    assert (ran.code, ran.err) == (0, "")
    assert _without_times(ran.out) == (
        "modern 2026-07-28 over stdio: scripted 1\n"
        "  1 server/discover 2026-07-28 → a result: modern  N ms\n"
        "    ∴ A DiscoverResult: the server is modern and has 2026-07-28."
        "  § 2026-07-28 basic/transports/stdio#backward-compatibility\n"
        "capabilities: tools, resources, prompts\n"
        "instructions:\n"
        "  Ask.\n"
        "  Twice.\n"
    )


async def test_the_document_of_a_modern_server_has_the_members_of_the_contract(inspector: Inspector) -> None:
    ran = await inspector("probe", "--json", *scripted(modern()))
    found = ran.document
    steps = found.pop("steps")
    assert (ran.code, ran.stderr) == (0, b"")
    assert found == {
        "transport": "stdio",
        "era": "modern",
        "protocolVersion": "2026-07-28",
        "supportedVersions": ["2026-07-28"],
        "serverInfo": {"name": "scripted", "version": "1"},
        "capabilities": {"tools": {}, "resources": {}, "prompts": {}},
        "instructions": None,
        "findings": [],
    }
    [step] = steps
    assert step.keys() == STEP
    decision = next(
        one.event for one in ran.recording().records if isinstance(one.event, Decision) and one.event.topic == "era"
    )
    assert (step["verdict"], step["because"]) == (decision.verdict, decision.because)
    assert step["records"] == list(decision.records)


async def test_a_legacy_server_is_found_by_its_refusal_of_the_probe_and_both_steps_say_why(
    inspector: Inspector,
) -> None:
    ran = await inspector("probe", "--json", *scripted(*legacy()))
    found = ran.document
    assert (found["era"], found["protocolVersion"], found["supportedVersions"]) == ("legacy", "2025-11-25", None)
    assert [(one["action"], one["sent"]) for one in found["steps"]] == [
        ("server/discover", "2026-07-28"),
        ("initialize", "2025-11-25"),
        ("notifications/initialized", ""),
    ]
    assert all(one["because"] and one["clause"] for one in found["steps"][:2])


async def test_a_pinned_legacy_version_sends_no_probe(inspector: Inspector) -> None:
    ran = await inspector("probe", "--json", "--protocol-version", "2025-11-25", *scripted(*legacy()))
    assert [one["action"] for one in ran.document["steps"]] == ["initialize", "notifications/initialized"]


async def test_no_common_version_is_exit_4_with_the_steps_in_the_error_object(inspector: Inspector) -> None:
    ran = await inspector("probe", "--json", "--mode", "modern", *scripted(*legacy()))
    assert (ran.code, ran.stdout) == (4, b"")
    assert (ran.error["kind"], ran.error["exitCode"]) == ("version", 4)
    assert [one["action"] for one in ran.error["steps"]] == ["server/discover"]
    assert "--mode auto" in ran.error["hint"]


async def test_an_initialize_that_is_refused_is_exit_3_with_the_words_of_the_server(inspector: Inspector) -> None:
    refused = refusal("initialize", -32603, "\x1b[31mno room")
    ran = await inspector("probe", *scripted(refusal("server/discover", -32601, "unknown"), refused))
    assert (ran.code, ran.stdout) == (3, b"")
    assert ran.err.startswith("What was tried:\n  1 server/discover 2026-07-28 → −32601 “unknown”: not modern")
    assert ran.err.endswith(
        "inspector: The server refused initialize.\n"
        "  why:  It answered −32603 “␛[31mno room”.\n"
        "  next: Its own words say why.\n"
        "  recorded in FILE\n"
    )


@pytest.mark.parametrize("target", ["u:s3cr3t-word@host/mcp?token=s3cr3t-word", "ftp://u:s3cr3t-word@host/x"])
@pytest.mark.parametrize("words", [(), ("probe",), ("list", "tools"), ("describe", "x")])
async def test_an_address_that_is_none_is_refused_without_its_secrets(
    inspector: Inspector, words: tuple[str, ...], target: str
) -> None:
    ran = await inspector(*words, target)
    assert (ran.code, ran.stdout) == (2, b"")
    assert "s3cr3t" not in ran.err
    assert "host" in ran.err


@pytest.mark.parametrize("option", ["-e", "-H"])
async def test_an_option_that_is_malformed_is_named_without_what_was_given(inspector: Inspector, option: str) -> None:
    ran = await inspector("probe", "--json", option, "s3cr3t-word", "http://127.0.0.1:9/")
    assert (ran.code, ran.stdout) == (2, b"")
    assert "s3cr3t" not in ran.err
    assert option in ran.error["message"] and option in ran.error["hint"]


async def test_of_one_rule_no_more_findings_are_told_than_anybody_reads(inspector: Inspector) -> None:
    junk = {**modern(), "raw": "".join(f"junk {each}\n" for each in range(70))}
    ran = await inspector("probe", "--json", *scripted(junk))
    told = [one for one in ran.document["findings"] if one["message"].endswith("more of this rule")]
    [rest] = told
    of_it = [one for one in ran.document["findings"] if one["rule"] == rest["rule"]]
    assert (len(of_it), rest["message"], len(rest["records"]) > 0) == (51, "and 20 more of this rule", True)
    ran = await inspector("probe", "--strict", *scripted(junk))
    assert len(ran.err.splitlines()) < 60
