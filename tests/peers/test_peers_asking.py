"""The official SDK's server asks: for a form, a page, a model. Answered by rules, or by nobody; in both eras."""

from pathlib import Path

import pytest

from tests.headless.running import Inspector, rules_file
from tests.peers.reaching import target_of

SERVER = str(Path(__file__).with_name("sdk_asking.py"))
WAYS = pytest.mark.parametrize(
    ("transport", "mode"), [("stdio", "auto"), ("stdio", "legacy"), ("http", "auto"), ("http", "legacy")]
)
RULES = [
    {
        "method": "elicitation/create",
        "message": "branch",
        "answer": {"action": "accept", "content": {"branch": "alder", "copies": 2}},
    },
    {"method": "elicitation/create", "answer": {"action": "accept"}},
    {
        "method": "sampling/createMessage",
        "answer": {"role": "assistant", "content": {"type": "text", "text": "The Idiot"}, "model": "m"},
    },
]
ANSWERED = {"form": "accept alder 2", "page": "accept", "sample": "m: The Idiot"}


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    """The program, with a home folder of its own."""
    return Inspector(tmp_path / "home")


@WAYS
async def test_the_three_questions_are_answered_by_rules_and_by_nobody(
    inspector: Inspector, tmp_path: Path, transport: str, mode: str
) -> None:
    answers = ("--answers", rules_file(tmp_path / "rules.json", RULES))
    async with target_of(SERVER, transport) as target:
        for name, text in ANSWERED.items():
            ran = await inspector("call", name, "--mode", mode, "--json", *answers, *target)
            assert (ran.code, ran.document["result"]["content"][0]["text"]) == (0, text)
            assert ran.document["rounds"] == (2 if mode == "auto" else 1)
            assert [one for one in ran.document["findings"] if one["level"] == "error"] == []
            if transport == "stdio" and name != "form":
                continue  # each command starts the SDK anew: nobody answers the other two where a server stands
            ran = await inspector("call", name, "--mode", mode, "--json", *target)
            assert (ran.code, ran.stdout, ran.error["kind"]) == (8, b"", "unanswered")


@pytest.mark.parametrize("mode", ["auto", "legacy"])
async def test_what_is_asked_for_though_it_was_not_declared_is_a_finding(inspector: Inspector, mode: str) -> None:
    async with target_of(SERVER, "stdio") as target:
        words = ("--mode", mode, "--json", "--without", "elicitation.url", "--without", "sampling")
        for name, part in (("page", "elicitation.url"), ("sample", "sampling")):
            ran = await inspector("call", name, *words, *target)
            assert ran.code == 8
            assert [one["rule"] for one in ran.error["findings"] if part.split(".")[-1] in one["message"]], part
