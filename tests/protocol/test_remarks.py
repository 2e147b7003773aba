"""What is said of an error answer beyond its own words."""

from typing import Any

import pytest

from inspector.protocol.remarks import remark
from inspector.protocol.steps import Reply
from inspector.wire.jsonrpc import Error

SESSION = (("Mcp-Session-Id", "s1"),)


def refused(code: int, *, status: int | None = None, sent: Any = (), flaws: tuple[str, ...] = (), **data: Any) -> Reply:
    error = {"code": code, "message": "x", **({"data": data} if data else {})}
    return Reply(Error(1, error, flaws), status=status, sent=sent)


@pytest.mark.parametrize(
    ("reply", "method", "said"),
    [
        (refused(-32001, status=404, sent=SESSION), "tools/call", "The server has forgotten the session: HTTP 404"),
        (refused(-32000, status=400, sent=SESSION), "tools/list", "HTTP 400 to a request with a session id"),
        (refused(-32601), "prompts/list", "The server does not declare prompts."),
        (refused(-32601), "tools/list", "The server declares tools, and has no method tools/list."),
        (refused(-32601), "x/y", "The server has no method x/y."),
        (refused(-32020, sent=(("Mcp-Name", "t"), ("Accept", "*/*"))), "tools/call", "We sent Mcp-Name: t. A proxy"),
        (refused(-32021, requiredCapabilities={"sampling": {}}), "tools/call", 'wants us to declare {"sampling":{}}'),
        (refused(-32022, supported=["2027-06-01"]), "tools/call", 'It speaks ["2027-06-01"].'),
        (refused(-32700, flaws=("its id is null",)), "tools/call", "It names no request (its id is null)"),
    ],
)
def test_the_cause_of_an_error_is_told_where_it_is_known(reply: Reply, method: str, said: str) -> None:
    assert said in remark(reply, method, {"tools": {}})


@pytest.mark.parametrize("reply", [refused(-32603), refused(-32001, status=404), Reply(failure="timeout")])
def test_where_its_own_words_are_all_there_is_nothing_is_added(reply: Reply) -> None:
    assert remark(reply, "tools/call", {"tools": {}}) == ""
