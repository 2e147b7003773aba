"""`send` of what is wrong on purpose: what crosses, what is printed, the exit codes."""

from inspector.wire.events import Sent
from tests.headless.running import Inspector, legacy, modern, refusal, scripted, sent

ASKED = {"on": "tools/list", "reply": {"jsonrpc": "2.0", "id": "$id", "result": {"tools": []}}}


def crossed(ran) -> list[bytes]:
    return [one.event.raw for one in ran.recording().records if isinstance(one.event, Sent)]


async def test_a_member_that_stands_twice_goes_out_twice(inspector: Inspector) -> None:
    ran = await inspector("send", "tools/list", '{"cursor":"a","n":1.0,"cursor":"b"}', *scripted(*legacy(), ASKED))
    assert ran.code == 0 and "stands twice" in ran.err
    assert b'"params":{"cursor":"a","n":1.0,"cursor":"b"}' in crossed(ran)[-1]


async def test_what_is_left_out_does_not_go_out_and_is_told(inspector: Inspector) -> None:
    ran = await inspector(
        "send", "tools/list", "--json", "--leave-out", "capabilities", "--leave-out", "jsonrpc",
        *scripted(modern(), refusal("tools/list", -32602, "no")),
    )  # fmt: skip
    assert ran.code == 5 and ran.document["error"]["code"] == -32602
    (asked,) = sent(ran.recording(), "tools/list")
    assert "jsonrpc" not in asked and list(asked["params"]["_meta"]) != []
    assert "io.modelcontextprotocol/clientCapabilities" not in asked["params"]["_meta"]
    assert "clientCapabilities is missing in _meta, a MUST." in ran.err


async def test_a_text_goes_out_as_it_is_and_what_no_answer_can_name_ends(inspector: Inspector) -> None:
    raw = '{"jsonrpc":"2.0","method":"notifications/x","a":1,"a":2}'
    ran = await inspector("send", "--json", "--raw", raw, *scripted(*legacy()))
    assert (ran.code, ran.document["result"]) == (0, None)
    assert crossed(ran)[-1] == raw.encode() and "Sent; no answer is due" in ran.err


async def test_bytes_are_given_by_escapes_and_a_server_that_dies_of_them_is_exit_3(inspector: Inspector) -> None:
    raw = r'{"jsonrpc":"2.0","id":"\xff","method":"q"}'
    ran = await inspector("send", "--raw", raw, "--escapes", *scripted(*legacy()))
    assert ran.code == 3 and "Byte 23 is not UTF-8, a MUST." in ran.err
    assert crossed(ran)[-1] == b'{"jsonrpc":"2.0","id":"\xff","method":"q"}'


async def test_a_template_says_what_a_right_server_does(inspector: Inspector) -> None:
    ran = await inspector("send", "--template", "bad-cursor", *scripted(*legacy(), refusal("tools/list", -32602, "no")))
    assert ran.code == 5 and "A right server: −32602 Invalid params." in ran.err
    (asked,) = sent(ran.recording(), "tools/list")
    assert asked["params"]["cursor"] == "inspector-bad-cursor"


async def test_what_cannot_be_meant_is_told_before_anything_connects(inspector: Inspector) -> None:
    for words, why in (
        (("send",), "There is no METHOD."),
        (("send", '{"jsonrpc":"2.0","id":1,"method":"ping"}', "--demo"), "Give it as --raw"),
        (("send", "--template", "nothing", "--demo"), "is no template"),
        (("send", "--raw", "{}", "--template", "no-id", "--demo"), "two messages"),
        (("send", "ping", "--with-header", "no colon", "--demo"), "no colon"),
    ):
        ran = await inspector(*words)
        assert ran.code == 2 and why in ran.err
    ran = await inspector("send", "tools/list", "--leave-out", "nonsense", *scripted(*legacy(), ASKED))
    assert ran.code == 2 and "nothing that would be added" in ran.err and not sent(ran.recording(), "tools/list")


async def test_the_list_of_templates_needs_no_server(inspector: Inspector) -> None:
    ran = await inspector("send", "--templates", "--json")
    names = [one["name"] for one in ran.document["templates"]]
    assert ran.code == 0 and {"no-meta", "header-mismatch", "not-json", "duplicate-id"} <= set(names)
