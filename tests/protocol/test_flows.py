"""Lists in pages, and calls that may ask back."""

from typing import Any

import pytest
from playbook import Playbook, ask, call, error, nothing, result

from inspector.protocol import flows
from inspector.protocol.flows import Listing, Outcome
from inspector.protocol.news import listen_filter
from inspector.protocol.steps import Ask, Call, Heard, Pause, Reply
from inspector.wire.json import MISSING, parse

ROOTS = {"method": "roots/list"}
ELICIT = {"method": "elicitation/create", "params": {"message": "a", "requestedSchema": {"type": "object"}}}


def asks(requests: Any = None, state: Any = None, **members: Any) -> Reply:
    given = {"resultType": "input_required", **members}
    if requests is not None:
        given["inputRequests"] = requests
    if state is not None:
        given["requestState"] = state
    return result(given)


def called(**params: Any) -> Playbook[Outcome]:
    return Playbook(flows.call("tools/call", {"name": "t", "arguments": {}}, "modern", **params))


# ── pages ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def listed() -> Playbook[Listing]:
    return Playbook(flows.pages("tools/list", limit=3))


def test_all_pages_are_read_and_an_empty_cursor_is_a_cursor() -> None:
    book = listed() >> call("tools/list") << result({"tools": ["a"], "nextCursor": ""})
    book = book >> call("tools/list", cursor="") << result({"tools": ["b"], "nextCursor": None})
    assert book.end() == Listing(("a", "b"), 2, (1, 2, 1, 2))
    assert book.steps[0] == Call("tools/list", {})


def test_a_cursor_that_came_before_ends_the_list_and_says_so() -> None:
    book = listed() << result({"tools": ["a"], "nextCursor": "x"}) << result({"tools": ["b"], "nextCursor": "x"})
    assert (book.end().entries, book.end().stopped) == (("a", "b"), "a cursor came twice")
    assert book.verdicts("catalogue") == ["stopped"]


def test_a_cursor_goes_back_as_it_came_whatever_it_is() -> None:
    cursor = parse("1.0")
    book = listed() << result({"tools": [], "nextCursor": cursor})
    step = book.steps[-1]
    assert isinstance(step, Call) and step.params["cursor"] is cursor


def test_pages_without_end_are_bounded() -> None:
    book = listed()
    for number in range(3):
        book = book << result({"tools": [number], "nextCursor": str(number)})
    assert book.end().entries == (0, 1, 2) and "3 pages" in book.end().stopped
    assert book.end().next_cursor == "2", "who wants more goes on there"


def test_list_03_a_list_can_be_read_page_by_page() -> None:
    first = Playbook(flows.page("tools/list")) >> call("tools/list") << result({"tools": ["a"], "nextCursor": ""})
    assert first.steps == [Call("tools/list", {})]
    assert (first.end().entries, first.end().next_cursor) == (("a",), "")
    last = Playbook(flows.page("tools/list", "")) >> call("tools/list", cursor="") << result({"tools": ["b"]})
    assert last.end().next_cursor is MISSING
    assert (Playbook(flows.page("tools/list")) << error(-32602)).end().failed is not None
    assert "no tools list" in (Playbook(flows.page("tools/list")) << result({})).end().stopped


def test_what_was_read_before_a_failure_is_kept() -> None:
    book = listed() << result({"tools": ["a"], "nextCursor": "x"}) << error(-32603)
    listing = book.end()
    assert listing.entries == ("a",) and listing.failed is not None and listing.failed.error is not None
    assert (listed() << nothing("exited")).end().failed is not None


@pytest.mark.parametrize("found", [{}, {"tools": {}}, {"tools": None}, [], None])
def test_a_page_without_its_list_is_incomplete_and_not_an_exception(found: Any) -> None:
    book = listed() << result(found)
    assert "no tools list" in book.end().stopped
    assert book.verdicts("catalogue") == ["incomplete"]


# ── calls ────────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_call_without_rounds_is_one_request() -> None:
    outcome = (called() >> call("tools/call", name="t") << result({"content": []})).end()
    assert (outcome.rounds, outcome.ms, outcome.pending, outcome.broken) == (1, 5.0, (), "")


def test_the_time_that_a_call_is_given_is_that_of_each_round() -> None:
    book = called(timeout=3.0) << asks(state="s") << error(-32020)
    assert [step.timeout for step in book.steps if isinstance(step, Call)] == [3.0, 3.0, None]  # the list has its own
    book = book << result({"tools": []}) << result({"content": []})
    assert [step.timeout for step in book.steps if isinstance(step, Call)] == [3.0, 3.0, None, 3.0]


def test_elicit_13_each_round_answers_exactly_its_own_keys_with_its_own_state() -> None:
    first = {"__proto__": ELICIT, "": ROOTS}
    accepted, roots = {"action": "accept", "content": {}}, {"roots": []}
    book = (
        called() >> call("tools/call") << asks(first, "1") >> ask(**first) << ({"__proto__": accepted, "": roots}, 7.0)
    )
    book = book >> call("tools/call", inputResponses={"__proto__": accepted, "": roots}, requestState="1", name="t")
    book = book << asks({"b": ROOTS}, "2") >> ask(b=ROOTS) << ({"b": roots}, 1.0)
    book = book >> call("tools/call", inputResponses={"b": roots}, requestState="2") << result({"content": []})
    assert (book.end().rounds, book.end().human_ms, book.end().ms) == (3, 8.0, 15.0)


def test_state_alone_is_sent_back_alone_and_nothing_where_none_was_given() -> None:
    state = {"a": parse("1.0")}
    book = called() << asks(state=state) >> call("tools/call", requestState=state)
    step = book.steps[-1]
    assert isinstance(step, Call) and set(step.params) == {"name", "arguments", "requestState"}
    book = called() << asks({"b": ROOTS}) << ({"b": {}}, 0.0)
    step = book.steps[-1]
    assert isinstance(step, Call) and set(step.params) == {"name", "arguments", "inputResponses"}


def test_a_null_state_is_a_state() -> None:
    book = called() << asks(requestState=None)
    step = book.steps[-1]
    assert isinstance(step, Call) and step.params["requestState"] is None


@pytest.mark.parametrize("requests", [{}, {"a": ROOTS}])
def test_elicit_14_rounds_are_bounded_and_the_bound_is_named(requests: dict[str, Any]) -> None:
    book = called(max_rounds=10)
    for number in range(10):
        book = book >> call("tools/call") << asks(requests, "s")
        if requests:
            book = book >> ask(**requests) << ({"a": {"roots": []}}, 0.0)
        elif 1 <= number < 9:
            book = book << Heard()
    outcome = book.end()
    waits = [step.seconds for step in book.steps if isinstance(step, Pause)]
    assert waits == ([] if requests else [0.1, 0.2, 0.4, 0.8, 1.6, 1.6, 1.6, 1.6])
    assert outcome.rounds == 10 and "10 rounds" in outcome.broken
    assert book.verdicts("retry").count("retried") == 9 and book.verdicts("retry")[-1] == "given up"


def test_elicit_01_what_nobody_answers_is_not_retried_and_is_named() -> None:
    book = called() << asks({"a": ELICIT, "b": ROOTS}, "s") << ({"b": {"roots": []}}, 3.0)
    assert (book.end().pending, book.end().rounds) == (("a",), 1)


def test_elicit_16_questions_say_what_they_are_about() -> None:
    book = called() << asks({"a": ELICIT})
    step = book.steps[-1]
    assert isinstance(step, Ask) and (step.about, step.record) == ("t", 2)


def test_elicit_17_input_required_where_it_is_not_allowed_is_a_violation() -> None:
    book = Playbook(flows.call("tools/list", {}, "modern")) << asks({})
    assert "not allowed" in book.end().broken and book.verdicts("retry") == ["not retried"]


@pytest.mark.parametrize(
    ("requests", "words"),
    [
        (None, "neither inputRequests nor requestState"),
        ([], "is no object"),
        ({"x": 7}, "no request object"),
        ({"x": {}}, "no request object"),
        ({"\x1b": {"method": 7}}, "␛"),
    ],
)
def test_elicit_18_19_a_malformed_round_is_named_and_not_retried(requests: Any, words: str) -> None:
    outcome = (called() << asks(requests)).end()
    assert words in outcome.broken and outcome.rounds == 1 and "\x1b" not in outcome.broken


def test_elicit_18_an_input_request_that_is_unknown_is_put_to_the_person_all_the_same() -> None:
    unknown = {"method": "vendor/ask"}
    book = called() << asks({"x": unknown}, "s") >> ask(x=unknown) << ({"x": {"by": "hand"}}, 2.0)
    book = book >> call("tools/call", inputResponses={"x": {"by": "hand"}}, requestState="s")
    assert (book << result({"content": []})).end().rounds == 2
    assert (called() << asks({"x": unknown}) << ({}, 0.0)).end().pending == ("x",)


def test_a_legacy_answer_is_never_a_round() -> None:
    book = Playbook(flows.call("tools/call", {"name": "t"}, "legacy")) << asks({"a": ELICIT})
    assert book.end().rounds == 1 and book.end().broken == ""


# ── headers that differ (HTTP-27, HTTP-28) ───────────────────────────────────────────────────────────────────────────


def test_http_27_a_header_mismatch_reads_the_list_again_and_repeats_the_call_with_its_schema() -> None:
    old, new = {"type": "object"}, {"type": "object", "properties": {"r": {"type": "string", "x-mcp-header": "R"}}}
    tools = [{"name": "other"}, 7, {"name": "t", "inputSchema": new}]
    book = called(schema=old) >> call("tools/call") << error(-32020, "missing header", status=400)
    book = book >> call("tools/list") << result({"tools": tools}) >> call("tools/call", name="t")
    step = book.steps[-1]
    assert isinstance(step, Call) and step.schema == new
    assert (book << result({"content": []})).end().reply.error is None
    assert book.verdicts("retry") == ["sent once more"]


def test_http_28_a_mismatch_that_persists_is_an_error_that_lists_what_was_sent() -> None:
    sent = (("Authorization", "Bearer secret"), ("Mcp-Method", "tools/call"), ("Mcp-Name", "t"))
    book = called() << error(-32020) << result({"tools": []}) << error(-32020, status=400, sent=sent)
    outcome = book.end()
    assert outcome.reply.error is not None and outcome.reply.error.code == -32020
    assert book.verdicts("retry") == ["sent once more", "given up"]
    assert "Mcp-Method: tools/call, Mcp-Name: t" in book.decisions[-1].because
    assert "secret" not in book.decisions[-1].because


def test_a_header_mismatch_of_another_method_is_repeated_without_a_list() -> None:
    book = Playbook(flows.call("resources/read", {"uri": "a:b"}, "modern")) << error(-32020)
    assert (book >> call("resources/read") << result({"contents": []})).end().reply.error is None


def test_a_listen_filter_wants_what_the_server_says_it_tells() -> None:
    given = {
        "tools": {"listChanged": True},
        "prompts": {"listChanged": False},
        "resources": {},
        "x": {"listChanged": True},
    }
    assert listen_filter(given) == {"toolsListChanged": True}
    assert listen_filter({"tools": None}) == {}
