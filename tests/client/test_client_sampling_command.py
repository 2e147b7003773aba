"""The person's own command that prepares answers to sampling."""

import asyncio
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from inspector.client.sampling_command import CommandFailed, SamplingCommand
from inspector.errors import InspectorError, UsageError
from inspector.protocol import flows
from inspector.protocol.questions import Answer, Question, Rule
from inspector.wire import events
from tests.servers.stdio_driving import DISCOVER, PATIENCE, happened, runs, said, scripted, verdicts

SAMPLED = {"role": "assistant", "content": {"type": "text", "text": "so"}, "model": "m"}


def python(code: str, time: float = PATIENCE) -> SamplingCommand:
    return SamplingCommand((sys.executable, "-c", code), time)


async def test_it_gets_the_params_and_gives_the_result_digits_and_all() -> None:
    code = "import sys; sys.stdout.write('{\"model\": ' + sys.stdin.read() + '}')"
    async with asyncio.timeout(PATIENCE):
        result = await python(code).prepare({"temperature": 1.0, "é": ["\ud800", 2**70]})
    assert result == {"model": {"temperature": 1.0, "é": ["\ud800", 2**70]}}


async def test_one_that_reads_nothing_or_much_is_given_all_that_there_is() -> None:
    async with asyncio.timeout(PATIENCE):
        assert await python("print('{}')").prepare({"messages": ["x" * 3_000_000]}) == {}
        much = 'import sys; n = len(sys.stdin.read()); print(\'{"n": %d, "x": "%s"}\' % (n, \'y\' * 3000000))'
        assert (await python(much).prepare({"messages": ["x" * 3_000_000]}))["n"] > 3_000_000


@pytest.mark.parametrize(
    ("code", "message", "why"),
    [
        (
            "import sys; sys.stderr.write('a\\n' * 9 + '\\x1b[2J last\\n'); sys.exit(3)",
            "exited with code 3",
            "␛[2J last",
        ),
        ("import os; os.kill(os.getpid(), 9)", "was ended by signal 9", "nothing to stderr"),
        ("print('{')", "is not JSON", "character"),
        ("print('[]')", "is no JSON object", "nothing to stderr"),
        ("pass", "is not JSON", ""),
        ("import sys; sys.stdout.buffer.write(b'\\xff')", "is not JSON", "at byte 0"),
    ],
)
async def test_what_it_cannot_do_is_said_with_its_last_words(code: str, message: str, why: str) -> None:
    async with asyncio.timeout(PATIENCE):
        with pytest.raises(CommandFailed) as raised:
            await python(code).prepare({})
    assert message in raised.value.message and why in raised.value.why
    assert "\x1b" not in raised.value.account


FORKS = """
import os, subprocess, sys
child = subprocess.Popen([sys.executable, "-c", "import time; time.sleep(600)"], stdout=subprocess.DEVNULL)
open({path!r}, "w").write(f"{{os.getpid()}} {{child.pid}}")
os.rename({path!r}, {path!r} + ".done")
{then}
"""


def processes(path: Path) -> tuple[int, ...]:
    """Those that run, once they do."""
    done = Path(f"{path}.done")
    return tuple(int(pid) for pid in done.read_text().split()) if done.exists() else ()


@pytest.mark.parametrize("how", ["time", "cancel", "end"])
async def test_nothing_that_it_started_stays_behind(tmp_path: Path, how: str) -> None:
    path = tmp_path / "pids"
    then = "print('{}')" if how == "end" else "sys.stdin.read(); child.wait()"
    command = python(FORKS.format(path=str(path), then=then), 0.5 if how == "time" else PATIENCE)
    caught: list[BaseException] = []

    async def prepare() -> None:
        try:
            await command.prepare({})
        except CommandFailed as error:
            caught.append(error)

    async with asyncio.timeout(PATIENCE), asyncio.TaskGroup() as group:
        task = group.create_task(prepare())
        while how == "cancel" and not processes(path):
            await asyncio.sleep(0)
        if how == "cancel":
            task.cancel()
        await asyncio.wait((task,))
        while any(runs(pid) for pid in processes(path)):
            await asyncio.sleep(0)
    assert how == "time" or processes(path)
    assert task.cancelled() is (how == "cancel")
    assert [f"{one}" for one in caught] == (
        ["The sampling command took longer than 0.5 s, and was ended."] if how == "time" else []
    )


@pytest.mark.parametrize("line", ["", "  ", "'open", "no-such-program-at-all --x", os.devnull])
def test_a_line_that_names_no_program_is_refused(line: str) -> None:
    with pytest.raises(UsageError):
        SamplingCommand.of(line)


async def test_it_is_run_without_a_shell() -> None:
    command = SamplingCommand.of(
        f"{sys.executable} -c 'import json, sys; print(json.dumps(dict(a=sys.argv[1:])))' '$HOME' ';' '*'"
    )
    async with asyncio.timeout(PATIENCE):
        assert await command.prepare({}) == {"a": ["$HOME", ";", "*"]}


# ── in a session ─────────────────────────────────────────────────────────────────────────────────────────────────────

SAMPLING = {"method": "sampling/createMessage", "params": {"messages": [], "maxTokens": 1}}
ROUNDS = {
    "on": "tools/call",
    "sequence": [
        {"jsonrpc": "2.0", "id": "$id", "result": one}
        for one in (
            {"resultType": "input_required", "inputRequests": {"s": SAMPLING}},
            {"resultType": "complete", "content": []},
        )
    ],
}
GIVES = python(f"import json; print(json.dumps({SAMPLED!r}))")
RULE = Rule("sampling/createMessage", {"command": True})


def client_with(command: SamplingCommand, ask: Any, *rules: Rule) -> Any:
    return scripted(DISCOVER, ROUNDS, ask=ask, answers=rules, sampling=command)


async def test_without_a_rule_the_person_has_it_prepared_and_answers_with_what_they_want() -> None:
    async def ask(question: Question) -> Answer:
        prepared = await client.prepare(question)
        return Answer({**prepared, "model": "edited"})

    async with asyncio.timeout(PATIENCE), client_with(GIVES, ask) as client:
        await client.connect()
        await client.drive(flows.call("tools/call", {"name": "t"}, "modern"))
    assert said(client)[-1]["params"]["inputResponses"] == {"s": {**SAMPLED, "model": "edited"}}
    [decision] = [one for one in happened(client, events.Decision) if one.topic == "command"]
    assert decision.verdict == "prepared" and decision.data["command"][:2] == [sys.executable, "-c"]


async def test_a_rule_has_it_sent_and_the_question_is_open_as_long_as_that_takes() -> None:
    async with asyncio.timeout(PATIENCE), client_with(GIVES, None, RULE) as client:
        await client.connect()
        await client.drive(flows.call("tools/call", {"name": "t"}, "modern"))
    assert said(client)[-1]["params"]["inputResponses"] == {"s": SAMPLED}
    answered = next(one for one in happened(client, events.Decision) if one.topic == "answer")
    assert (answered.verdict, answered.data["rule"]) == ("answered", 1) and client.rulebook.rules[0].used == 1


async def test_where_the_command_of_a_rule_fails_the_person_is_asked() -> None:
    put: list[str] = []

    async def ask(question: Question) -> Answer:
        put.append(question.method)
        return Answer(SAMPLED)

    async with asyncio.timeout(PATIENCE), client_with(python("raise SystemExit(2)"), ask, RULE) as client:
        await client.connect()
        await client.drive(flows.call("tools/call", {"name": "t"}, "modern"))
    assert put == ["sampling/createMessage"] and said(client)[-1]["params"]["inputResponses"] == {"s": SAMPLED}
    assert verdicts(client, "command") == ["failed"] and client.rulebook.rules[0].used == 0


async def test_without_a_command_there_is_nothing_to_prepare() -> None:
    async def ask(question: Question) -> Answer:
        with pytest.raises(InspectorError):
            await client.prepare(question)
        return Answer(SAMPLED)

    async with asyncio.timeout(PATIENCE), scripted(DISCOVER, ROUNDS, ask=ask) as client:
        await client.connect()
        await client.drive(flows.call("tools/call", {"name": "t"}, "modern"))
