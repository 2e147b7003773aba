"""The rules of interference in a tap: what they make of lines and of HTTP, and that the records are of what passed."""

import json
import os

import pytest

from inspector.config.faults import rules_of
from inspector.journal import Journal
from inspector.serving.tap.interfering import Interfering
from inspector.serving.tap.lines import Lane
from inspector.serving.tap.seam import Crossing, Exchanged, Outcome, Side
from inspector.wire import events
from tests.serving.tapping import tapped

CAT = "/bin/cat"


def request(id: int, method: str) -> bytes:
    return json.dumps({"jsonrpc": "2.0", "id": id, "method": method}).encode()


M = request(1, "m")


def rule(action: str, match: str, more: str = "") -> str:
    return f"[[rule]]\naction = '{action}'\nmatch = '{match}'\n{more}\n"


RULES = "".join(
    (
        rule("edit", "method:a", "direction = 'out'\nreplace = {'\"a\"' = '\"A\"'}"),
        rule("delay", "method:b", "seconds = 0.05"),
        rule("drop", "method:c"),
        rule("answer", "method:d", "result = {}"),
        rule("duplicate", "method:e", "times = 2"),
    )
)


class Lately:
    """The tap's journal is there only when it runs."""

    inner: Interfering

    @property
    def active(self) -> bool:
        return self.inner.active

    def ended(self, to: Side) -> None:
        self.inner.ended(to)

    async def consider(self, crossing: Crossing) -> Outcome | None:
        return await self.inner.consider(crossing)


async def test_lines_pass_as_the_rules_say_and_each_decision_has_what_did_not():
    lately = Lately()
    async with tapped(CAT, interference=lately) as client:
        lately.inner = Interfering(rules_of(RULES, "f"), client.journal)
        await client.write(b"".join(request(at, method) + b"\n" for at, method in enumerate("abcdef")))
        answer = b'{"jsonrpc":"2.0","id":3,"result":{}}'
        doubled, plain, late = request(4, "e"), request(5, "f"), request(1, "b")
        expected = [request(0, "A"), answer, doubled, doubled, doubled, plain, late]
        got = await client.read(sum(len(one) + 1 for one in expected))
    lines = got.splitlines()
    assert lines[-1] == late
    assert sorted(lines) == sorted(expected)
    assert client.received == got
    told = {one.data["interference"]: one for one in client.of(events.Decision) if one.topic == "interference"}
    assert set(told) == {"edit", "delay", "drop", "answer", "duplicate"}
    edit = told["edit"]
    assert edit.data["original"] == request(0, "a").decode()
    assert client.journal.records[edit.records[0] - 1].event == events.Sent(request(0, "A"))
    assert told["drop"].records == ()


async def test_what_a_dead_server_said_while_its_lane_waited_is_read_from_the_pipe():
    (source, said), (heard, sink) = os.pipe(), os.pipe()
    journal = Journal()
    lane = Lane(journal, "client", source, sink, lambda: None)
    os.write(said, request(1, "a") + b"\n" + request(2, "b") + b"\n")
    lane.finish()
    assert os.read(heard, 4096).splitlines() == [request(1, "a"), request(2, "b")]
    assert [one.event for one in journal.records] == [
        events.Received(request(1, "a")),
        events.Received(request(2, "b")),
    ]
    lane.close()
    os.close(said)
    os.close(heard)


@pytest.mark.parametrize(
    ("rules", "outcome"),
    [
        (rule("status", "method:m", "status = 503\nbody = 'busy'"), Outcome(back=(b"busy",), status=503)),
        (
            rule("cut", "method:m", "direction = 'out'"),
            Outcome((M[: len(M) // 2],), ended=False, cut=True),
        ),
        (rule("hold", "method:m"), None),
        (rule("drop", "method:other", "direction = 'out'"), None),
    ],
)
async def test_over_http_a_request_comes_to_what_the_rule_says(rules, outcome):
    crossing = Crossing(M, "server", "body", web=Exchanged(1, "POST", "/mcp"))
    assert await Interfering(rules_of(rules, "f"), Journal()).consider(crossing) == outcome
