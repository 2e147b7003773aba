"""The demo server of the command line, called by the command line: each transport, each era, with questions."""

import asyncio
import signal
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest

from tests.headless.running import PATIENCE, Inspector, rules_file

RULES = [
    {
        "method": "elicitation/create",
        "message": "two branches",
        "answer": {"action": "accept", "content": {"branch": "alder", "day": "2026-12-04"}},
    },
    {"method": "elicitation/create", "answer": {"action": "decline"}},
]
CALL = ("call", "reserve_book", "isbn=978-0-14-044913-6", "reader=4711", "--json")


@asynccontextmanager
async def demo_server(inspector: Inspector, *words: str) -> AsyncIterator[str]:
    """Its URL, while it runs. It ends without a word on Ctrl+C, with the code of every command."""
    process = await inspector.start("demo-server", *words)
    assert process.stderr is not None
    async with asyncio.timeout(PATIENCE):
        line = (await process.stderr.readline()).decode()
    assert line.startswith("listening on http://127.0.0.1:")
    try:
        yield line.split()[-1]
    finally:
        process.send_signal(signal.SIGINT)
        ran = await inspector.end(process)
    assert (ran.code, ran.stdout) == (130, b"")


@pytest.mark.parametrize(
    ("transport", "era", "rounds"),
    [
        ("stdio", "modern", 2),
        ("stdio", "legacy", 1),
        ("http", "modern", 2),
        ("http", "legacy", 1),
        ("sse", "legacy", 1),
    ],
)
async def test_a_question_in_the_midst_of_a_call_is_answered_by_rule(
    inspector: Inspector, tmp_path: Path, transport: str, era: str, rounds: int
) -> None:
    answers = ("--answers", rules_file(tmp_path / "rules.json", RULES))
    if transport == "stdio":
        ran = await inspector(*CALL, *answers, "--mode", era, "--demo")
    else:
        async with demo_server(Inspector(tmp_path / "server"), "--era", era, f"--{transport}", "0") as url:
            ran = await inspector(*CALL, *answers, url)
    assert ran.code == 0, ran.err
    told = ran.document
    assert (told["isError"], told["rounds"], told["validation"]["valid"]) == (False, rounds, True)
    assert told["arguments"]["reader"] == 4711
    [recording] = ran.recordings
    assert recording.stat().st_size > 0


async def test_a_tool_that_fails_and_one_that_is_refused_end_with_their_codes(inspector: Inspector) -> None:
    ran = await inspector("call", "renew_loan", "--arguments", '{"loan": "none"}', "--send-anyway", "--demo")
    assert ran.code in (1, 5)
    assert ran.out.startswith("✗ ")


async def test_a_tool_with_a_bad_header_annotation_is_left_out_over_http_and_sent_only_anyway(
    inspector: Inspector, tmp_path: Path
) -> None:
    words = ("call", "renumber_shelves", "shelf=A1")
    async with demo_server(Inspector(tmp_path / "server"), "--http", "0") as url:
        left_out = await inspector(*words, url)
        sent_anyway = await inspector(*words, "--send-anyway", url)
        listed = (await inspector("list", "tools", "--json", url)).document
    assert (left_out.code, left_out.stdout) == (2, b"")
    assert left_out.err.startswith("inspector: renumber_shelves is left out.\n  why:  x-mcp-header ")
    assert sent_anyway.code in (0, 1)
    assert "renumber_shelves" not in [one["name"] for one in listed["tools"]]
    [excluded] = listed["excluded"]
    assert (excluded["name"], excluded["tool"]["name"]) == ("renumber_shelves", "renumber_shelves")
    assert excluded["clause"].startswith("2026-07-28 ")


NOVEL = {"type": "text", "text": "The Idiot"}
ASKS = [
    (
        ("reserve_book", "isbn=978-0-14-044913-6", "reader=4711"),
        {"action": "accept", "content": {"branch": "alder", "day": "2026-12-04"}},
    ),
    (("pay_fine", "reader=4711"), {"action": "accept"}),
    (("ask_librarian", "question=Which novel?"), {"role": "assistant", "content": NOVEL, "model": "m"}),
]


@pytest.mark.parametrize("era", ["modern", "legacy"])
@pytest.mark.parametrize(("call", "answer"), ASKS, ids=["form", "page", "model"])
async def test_each_kind_of_question_is_answered_by_a_rule_and_is_exit_8_without(
    inspector: Inspector, tmp_path: Path, era: str, call: tuple[str, ...], answer: Any
) -> None:
    method = "elicitation/create" if "action" in answer else "sampling/createMessage"
    given = ("--answers", rules_file(tmp_path / "rules.json", [{"method": method, "answer": answer}]))
    ran = await inspector("call", *call, "--json", "--mode", era, *given, "--demo")
    assert (ran.code, ran.document["isError"]) == (0, False)
    assert [one for one in ran.document["findings"] if one["level"] == "error"] == []
    ran = await inspector("call", *call, "--json", "--mode", era, "--demo")
    assert (ran.code, ran.stdout, ran.error["kind"]) == (8, b"", "unanswered")
