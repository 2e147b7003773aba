"""Standing answers that two sessions change at once, and those that could not be read again."""

from pathlib import Path
from threading import Thread

import pytest

from inspector.client.standing import Standing
from inspector.config.target import DemoTarget
from inspector.errors import InspectorError
from inspector.protocol.questions import Rule
from inspector.wire.json import Json, parse


def rule(answer: Json, words: str | None = None) -> Rule:
    return Rule("elicitation/create", {"action": "accept", "content": answer}, words)


def test_sessions_that_write_at_the_same_time_lose_no_rule(tmp_path: Path) -> None:
    def work(name: str) -> None:
        standing = Standing.of(tmp_path, DemoTarget())
        for number in range(10):
            standing.write([*standing.rules, rule({}, f"{name}-{number}")])

    threads = [Thread(target=work, args=(name,)) for name in "ab"]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join(30)
    assert len(Standing.of(tmp_path, DemoTarget()).rules) == 20


def test_a_rule_that_could_not_be_read_again_is_refused_and_the_others_stay(tmp_path: Path) -> None:
    standing = Standing.of(tmp_path, DemoTarget())
    standing.write([rule({"n": parse("9" * 5_000)})])
    deep: Json = {}
    for _ in range(30_000):
        deep = {"d": deep}
    with pytest.raises(InspectorError, match="was not written"):
        standing.write([*standing.rules, rule(deep)])
    assert Standing.of(tmp_path, DemoTarget()).rules == standing.rules
    assert len(standing.rules) == 1
