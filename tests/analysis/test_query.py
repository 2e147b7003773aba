"""The filter language."""

from pathlib import Path

import pytest

from inspector.analysis.json_paths import json_test
from inspector.analysis.query import FIELDS, KINDS, QueryError, parse_query, without_unfinished
from inspector.analysis.query_examples import EXAMPLES
from inspector.analysis.timeline import Timeline
from inspector.wire import events
from tests.analysis.journals import Journal


@pytest.fixture(name="timeline")
def _timeline() -> Timeline:
    journal = Journal()
    journal.opened()  # 1
    journal.request("tools/call", {"name": "reserve_book", "_meta": {"progressToken": 1}}, id=21, op=8)  # 2
    journal.news("notifications/progress", {"progressToken": 1, "progress": 1, "message": "Shelves"})  # 3
    journal.result(21, {"resultType": "input_required", "requestState": "s"})  # 4
    journal.request("tools/call", {"name": "search_catalogue"}, id="a")  # 5
    journal.error("a", -32602, "no such shelf")  # 6
    journal.line(b"stray words")  # 7
    journal.add(events.Stderr(b"an error, it says"))  # 8
    journal.add(events.Decision("cancel", "x", "given up", "Because of silence."))  # 9
    journal.request("resources/read", {"uri": "library://loans/4711"}, id=22)  # 10
    timeline = Timeline()
    timeline.feed(journal.records)
    return timeline


@pytest.mark.parametrize(
    ("text", "seqs"),
    [
        ("", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("   ", [1, 2, 3, 4, 5, 6, 7, 8, 9, 10]),
        ("reserve", [2, 4]),
        ("RESERVE", [2, 4]),
        ("shelves", [3]),
        ("call reserve", [2, 4]),
        ("call and reserve", [2, 4]),
        ("reserve or stray", [2, 4, 7]),
        ("method:tools/call and not name:search_catalogue", [2, 4]),
        ("method:tools/call (not name:search or status:−32602)", [2, 4, 6]),
        ("status:-32602", [6]),
        ("status:waiting", [4]),
        ('status:"input required"', [4]),
        ("id:21", [2, 3, 4]),
        ("id:a", [5, 6]),
        ("id:2", []),
        ("kind:req", [2, 5, 10]),
        ("kind:ntf", [3]),
        ("kind:why", [9]),
        ("dir:out", [2, 5, 10]),
        ("dir:in not kind:res", [3, 7, 8]),
        ("op:8", [2, 3, 4]),
        ("error", [6, 7, 8]),
        ("not error kind:res", [4]),
        ("library://loans/4711", [10]),
        ('"no such"', [6]),
        ('"and"', []),
        ("/l.ans/", [10]),
        ("name:/^search/", [5, 6]),
        ("tools/call search", [5, 6]),
        ("body:requestState", [4]),
        ("body:REQUESTSTATE", [4]),
        ("body:4711", [10]),
        ('body:"an error"', [8]),
        ("body:/no.such/ status:-32602", [6]),
        ("not body:tools kind:req", [10]),
        ("body:nowhere", []),
        ('"zz:x"', []),
        ("kind:message dir:out", [2, 5, 10]),
        ("kind:http", []),
        ("finding:info", []),
        ("era:modern", []),
        ("json:$.id=21", [2, 4]),
        ("json:$.id=a", [5, 6]),
        ("json:$.params.name=reserve_book", [2]),
        ("json:$.params.name~BOOK", [2]),
        ("json:$.params.name!=reserve_book", [5]),
        ("json:$.params['_meta'].progressToken>=1", [2]),
        ("json:$.error", [6]),
        ("json:$.error.code<0 status:-32602", [6]),
        ("json:$.params.*.progressToken", [2]),
        ('json:"$.error.message=no such shelf"', [6]),
        ("json:$", [2, 3, 4, 5, 6, 10]),
        ("not json:$", [1, 7, 8, 9]),
    ],
)
def test_a_filter_lets_through_what_it_says(timeline: Timeline, text: str, seqs: list[int]) -> None:
    assert [timeline.all[index].seq for index in timeline.matches(text)] == seqs


@pytest.mark.parametrize(
    ("text", "position", "expected"),
    [
        ("(a", 2, "a closing bracket"),
        ("a )", 2, "“and”, “or” or the end"),
        ("not", 3, "a word or a field"),
        ("a or", 4, "a word or a field"),
        ("and b", 0, "a word or a field"),
        ("()", 1, "a word or a field"),
        ("method:", 7, "a value"),
        ("kind:xyz", 5, "one of "),
        ("a dir:up", 6, "in or out"),
        ("op:x", 3, "a number"),
        ("/(/", 1, "a regular expression"),
        ('"open', 5, "a closing quotation mark"),
        ("dir:/a/", 4, "in or out"),
        ("body:", 5, "a value"),
        ("a zz:x", 2, "method: name: status: id: kind: dir: op: era: finding: latency: size: note: json: or body:"),
        ("zz:", 0, "method: name:"),
        ('zz:"//x"', 0, "method: name:"),
        ("era:old", 4, "modern or legacy"),
        ("era:/m/", 4, "modern or legacy"),
        ("finding:bad", 8, "error, warning or info"),
        ("latency:fast", 8, "a time"),
        ("a latency:>5kB", 10, "a time"),
        ("size:>5ms", 5, "a size"),
        ("size:", 5, "a size"),
        ("json:x", 5, "a path that begins with $"),
        ("json:$.a..b", 8, "a member as"),
        ("json:$.a[x]", 8, "a member as"),
        ("json:$.a=", 9, "a value"),
        ("json:$.a>b", 9, "a number"),
        ('json:"$.a b"', 9, "one of ="),
        ("json:$a", 6, "one of ="),
        ("(" * 5000, 100, "a filter that is nested less"),
        ("not " * 5000, 400, "a filter that is nested less"),
    ],
)
def test_a_filter_that_cannot_be_read_says_where_and_what_was_expected(text: str, position: int, expected: str) -> None:
    with pytest.raises(QueryError) as caught:
        parse_query(text)
    assert caught.value.position == position
    assert caught.value.expected.startswith(expected)


def test_the_body_of_a_message_includes_the_headers_that_carried_it() -> None:
    message = b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"reserve"}}'
    journal = Journal()
    journal.opened_http()
    journal.add(events.HttpRequest(1, "POST", "https://library.example/mcp", (("Mcp-Name", "reserve"),)))
    journal.add(events.Sent(message, http=1))
    journal.add(events.HttpResponse(1, 200, headers=(("Mcp-Session-Id", "7f3a"),)))
    journal.add(events.Received(b'{"jsonrpc":"2.0","id":1,"result":{}}', http=1))
    timeline = Timeline()
    timeline.feed(journal.records)
    assert [timeline.all[index].kind for index in timeline.matches("body:mcp-name")] == ["req"]
    assert [timeline.all[index].kind for index in timeline.matches("body:7f3a")] == ["res"]


def test_a_marked_row_is_an_error_to_the_filter(timeline: Timeline) -> None:
    timeline.mark(10, "error")
    assert [timeline.all[index].seq for index in timeline.matches("error kind:req")] == [10]


def test_a_filter_can_go_on_where_it_left_off(timeline: Timeline) -> None:
    query = parse_query("kind:req")
    whole = timeline.select(query)
    assert timeline.select(query, after=0) == whole
    assert [timeline.all[index].seq for index in timeline.select(query, after=4)] == [5, 10]


def test_folded_rows_are_looked_at_only_on_wish() -> None:
    journal = Journal().modern_http()
    timeline = Timeline()
    timeline.feed(journal.records)
    assert list(timeline.matches("kind:web")) == []
    assert len(timeline.matches("kind:web", folded=True)) == 3


def test_http_is_found_by_its_kind_and_status_and_a_message_by_its_operation() -> None:
    journal = Journal().modern_http()
    refused = journal.post({"jsonrpc": "2.0", "id": 9, "method": "tools/list"}, op=17)
    at = len(journal.records)
    journal.answer(refused, 404)
    timeline = Timeline()
    timeline.feed(journal.records)
    assert [timeline.all[index].seq for index in timeline.matches("kind:http status:404")] == [at + 1]
    assert [timeline.all[index].seq for index in timeline.matches("op:17 kind:message")] == [at]


def test_latency_and_size_are_compared_with_their_units() -> None:
    journal = Journal(tick=0)
    id = journal.request("tools/list", {})
    journal.wait(0.4)
    journal.result(id, {"tools": []})
    id = journal.request("tools/list", {})
    journal.wait(2)
    journal.result(id, {"tools": ["x" * 5000]})
    timeline = Timeline()
    timeline.feed(journal.records)

    def seqs(text: str) -> list[int]:
        return [timeline.all[index].seq for index in timeline.matches(text)]

    assert seqs("latency:>500ms") == seqs("latency:0.5s") == seqs("latency:>=2000") == [4]
    assert seqs("latency:<=0.4s") == [2] and seqs("latency:>1m") == []
    assert seqs("size:>4kB") == seqs("size:>=4KiB") == [4]
    assert seqs("size:<100 kind:res") == [2] and seqs("size:>1MB") == []


def test_the_era_is_that_of_the_connection_from_its_beginning() -> None:
    legacy, modern = Journal().legacy(), Journal().modern()
    timeline = Timeline()
    timeline.feed(legacy.records)
    assert len(timeline.matches("era:legacy")) == len(timeline.visible) and len(timeline.matches("era:modern")) == 0
    timeline = Timeline()
    timeline.feed(modern.records)
    assert len(timeline.matches("era:modern")) == len(timeline.visible)


def test_a_finding_counts_from_its_level_upwards(timeline: Timeline) -> None:
    timeline.mark(2, "warning")
    timeline.mark(5, "error")

    def seqs(text: str) -> list[int]:
        return [timeline.all[index].seq for index in timeline.matches(text)]

    assert (seqs("finding:error"), seqs("finding:warning"), seqs("finding:info")) == ([5], [2, 5], [2, 5])


@pytest.mark.parametrize("raw", [b"", b"{", b"[]", b"null", b'{"a":', b"\xff"])
def test_what_is_no_json_has_nothing_anywhere(raw: bytes) -> None:
    assert json_test("$.a").fits(raw) is False


def test_a_batch_fits_where_one_of_its_messages_does() -> None:
    raw = b'[{"id":1},{"id":2,"result":{"tools":[{"name":"a"},{"name":"b"}]}}]'
    assert json_test("$.id=2").fits(raw) and not json_test("$.id=3").fits(raw)
    assert json_test("$.result.tools[1].name=b").fits(raw) and not json_test("$.result.tools[2]").fits(raw)
    assert json_test("$.result.tools[*].name=a").fits(raw)


def test_a_name_that_json_may_write_in_two_ways_is_found_in_either() -> None:
    assert json_test("$.é=ü").fits(rb'{"\u00e9":"\u00fc"}') and json_test("$.é=ü").fits('{"é":"ü"}'.encode())


@pytest.mark.parametrize(
    ("typed", "goes"),
    [
        ("method:", ""),
        ("name:a latency:", "name:a"),
        ("name:a or not (Method:", "name:a"),
        ("name:a and not size:", "name:a"),
        ("name:a", "name:a"),
        ('"method:', '"method:'),
        ("library:", "library:"),
        ("a-method:", "a-method:"),
    ],
)
def test_a_field_that_waits_for_its_value_hides_nothing(typed: str, goes: str) -> None:
    assert without_unfinished(typed) == goes


def test_there_is_an_example_of_every_term_and_each_can_be_typed():
    texts = [example for example, _ in EXAMPLES]
    for text in texts:
        parse_query(text)
    assert {text.split(":")[0] for text in texts if ":" in text and " " not in text} == set(FIELDS)
    for word in ("or", "not", "(", "/", '"', "error"):
        assert any(word in text for text in texts)
    assert max(len(example) for example, _ in EXAMPLES) <= 18
    assert max(len(means) for _, means in EXAMPLES) <= 17


def test_the_page_of_keys_has_a_row_for_each_example_and_all_kinds():
    page = (Path(__file__).parents[2] / "inspector" / "tui" / "KEYS.md").read_text()
    table = page[page.index("## Filter") :]
    for example, means in EXAMPLES:
        assert f"| `{example}` | {means} |" in table
    for kind in KINDS:
        assert f"`{kind}`" in table
