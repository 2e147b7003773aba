"""Whatever a server sends, the folds take it, and batches change nothing."""

from hypothesis import given, settings
from hypothesis import strategies as st

from inspector.analysis.catalog import Catalog
from inspector.analysis.durations import Durations
from inspector.analysis.folds import Folds
from inspector.analysis.session import Session
from inspector.wire import events
from inspector.wire.events import Event, Record
from inspector.wire.json import dumps

scalars = (
    st.none() | st.booleans() | st.integers(-2, 5) | st.floats(allow_nan=False) | st.sampled_from(["", "a", "1", "[/]"])
)
values = st.recursive(
    scalars, lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=3), inner, max_size=3)
)
METHODS = (
    "server/discover",
    "initialize",
    "tools/list",
    "tools/call",
    "prompts/list",
    "resources/read",
    "subscriptions/listen",
    "elicitation/create",
    "notifications/progress",
    "notifications/message",
    "notifications/cancelled",
    "notifications/tools/list_changed",
    "notifications/resources/updated",
    "notifications/subscriptions/acknowledged",
)
MEMBERS = (
    "_meta",
    "annotations",
    "cacheScope",
    "capabilities",
    "content",
    "cursor",
    "error",
    "id",
    "inputRequests",
    "inputSchema",
    "isError",
    "name",
    "nextCursor",
    "outputSchema",
    "params",
    "progress",
    "progressToken",
    "properties",
    "protocolVersion",
    "requestId",
    "requestState",
    "result",
    "resultType",
    "serverInfo",
    "structuredContent",
    "supportedVersions",
    "tools",
    "ttlMs",
    "type",
    "uri",
)
KNOWN = ("complete", "input_required", "2026-07-28", "2025-11-25", "object", "tools/call")
objects = st.recursive(
    scalars | st.sampled_from(KNOWN),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(MEMBERS), inner, max_size=5),
    max_leaves=12,
)
ids = st.integers(0, 3) | st.sampled_from(["a", "1", None, 1.0, True])
requests = st.builds(
    lambda id, method, params: {"jsonrpc": "2.0", "id": id, "method": method, "params": params},
    ids,
    st.sampled_from(METHODS),
    objects,
)
notifications = st.builds(
    lambda method, params: {"jsonrpc": "2.0", "method": method, "params": params}, st.sampled_from(METHODS), objects
)
results = st.builds(lambda id, result: {"jsonrpc": "2.0", "id": id, "result": result}, ids, objects)
errors = st.builds(lambda id, error: {"jsonrpc": "2.0", "id": id, "error": error}, ids, objects)
messages = (
    requests | notifications | results | errors | values | st.lists(results | requests | notifications, max_size=2)
)
webs = st.none() | st.integers(1, 3)
happenings: st.SearchStrategy[Event] = st.one_of(
    st.builds(
        lambda m, http, op: events.Sent(dumps(m).encode(), http, op), requests | messages, webs, st.integers(1, 3)
    ),
    st.builds(lambda m, http: events.Received(dumps(m).encode(), http), messages, webs),
    st.builds(lambda m, http: events.Received(dumps(m).encode(), http), results, webs),
    st.builds(events.Received, st.binary(max_size=12), webs),
    st.builds(events.Stderr, st.binary(max_size=12)),
    st.builds(events.Opened, st.sampled_from(["stdio", "streamable-http"]), st.integers(1, 3)),
    st.builds(events.HttpRequest, st.integers(1, 3), st.sampled_from(["POST", "GET"]), st.just("http://x/mcp")),
    st.builds(events.HttpResponse, st.integers(1, 3), st.sampled_from([200, 202, 307, 401, 404, 500])),
    st.builds(events.HttpBody, st.integers(1, 3), st.binary(max_size=12)),
    st.builds(events.HttpEnd, st.integers(1, 3), failure=st.sampled_from(["", "broke"]), resuming=st.booleans()),
    st.builds(events.SseBlock, st.integers(1, 3), st.binary(max_size=6), st.sampled_from(["", "endpoint"])),
    st.builds(events.Exited, st.sampled_from([0, 1, None]), asked=st.booleans()),
    st.builds(events.Closed, asked=st.booleans()),
    st.builds(events.Began, st.integers(1, 3), st.sampled_from(METHODS)),
    st.builds(
        lambda topic, data, op: events.Decision(topic, "a", "v", "b", data=data, op=op),
        st.sampled_from(["era", "cancel", "timeout", "retry"]),
        st.none() | st.builds(lambda seq: {"ended": seq}, st.integers(1, 6)),
        st.none() | st.integers(1, 3),
    ),
)


@settings(max_examples=250, deadline=None)
@given(st.lists(happenings, max_size=14), st.integers(1, 5))
def test_no_session_makes_a_fold_raise_and_batches_change_nothing(happened: list[Event], size: int) -> None:
    records = [Record(number, number / 10, event) for number, event in enumerate(happened, start=1)]
    whole, live = Folds(), Folds()
    whole.feed(records)
    for at in range(0, len(records), size):
        live.feed(records[at : at + size])
        assert live.session.status is not None
    assert live.timeline.all == whole.timeline.all
    assert live.timeline.visible == whole.timeline.visible
    assert live.catalog.lists == whole.catalog.lists
    assert live.operations.all == whole.operations.all
    assert live.findings.all == whole.findings.all
    assert live.session.death == whole.session.death
    catalog, durations, session = Catalog(), Durations(), Session()
    for alone in (catalog, durations, session):  # among the others they are given less, and come to the same
        alone.feed(records)
    assert catalog.lists == whole.catalog.lists
    assert durations.by_name.keys() == whole.durations.by_name.keys()
    assert durations.by_method.keys() == whole.durations.by_method.keys()
    assert (session.status, session.death) == (whole.session.status, whole.session.death)
    assert len(whole.timeline.all) == len(records)
    for record in records:
        found = whole.detail(record.seq)
        assert found is not None and found.sentence
    whole.operations.statistics()
