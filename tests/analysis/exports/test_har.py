"""HTTP Archive 1.2: the numbers of an entry agree with each other, and it tells what came; its form is checked where
it is exported."""

import pytest

from inspector.analysis.exports.har import har
from inspector.analysis.exports.web import hops
from inspector.analysis.notes import Notes
from inspector.wire import events
from inspector.wire.events import Note
from inspector.wire.json import dumps, parse
from tests.tui.detail.sessions import refused, web


def odd():
    """What is rare: cookies, a query, an answer that is no text and coded, an exchange that never got a head."""
    journal = web()
    headers = (("Cookie", "a=1; b=2=3; c"), ("content-type", "application/json"))
    journal.add(events.HttpRequest(2, "POST", "https://alder.example/t?q=a%20b&q=&x", headers, b"{}"))
    coded = (("Set-Cookie", "s=1; HttpOnly"), ("content-encoding", "gzip"), ("Location", "/x"))
    journal.add(events.HttpResponse(2, 302, "Found", "HTTP/2", coded, ms=3.0, phases={"send": 1.0}))
    journal.add(events.HttpBody(2, b"\xff\x00"))
    journal.add(events.HttpEnd(2, ms=2.0))
    journal.add(events.HttpRequest(3, "GET", "https://alder.example/mcp"))
    return journal


def test_what_a_person_noted_is_the_comment_of_the_exchange_with_the_record_or_of_the_whole():
    notes = Notes()
    for note in (Note("look here", 2), Note("elsewhere", 999), Note("a bad day")):
        notes.take(note)
    log = har(hops(web().records), "", notes)["log"]
    assert log["comment"] == "a bad day"
    assert [entry.get("comment") for entry in log["entries"]] == ["look here"]


def archive(records):
    return parse(dumps(har(hops(records), "2026-11-30T09:15:00.000Z")))


@pytest.mark.parametrize("make", [web, refused, odd])
def test_the_numbers_of_an_entry_agree_with_each_other(make):
    entries = archive(make().records)["log"]["entries"]
    assert [one["startedDateTime"] for one in entries] == sorted(one["startedDateTime"] for one in entries)
    for entry in entries:
        timings = entry["timings"]
        parts = [ms for name, ms in timings.items() if name != "ssl" and ms >= 0]  # TLS is a part of connecting
        assert entry["time"] == pytest.approx(sum(parts), abs=0.01)
        assert timings["ssl"] <= max(timings["connect"], 0)
        body = entry["request"].get("postData", {}).get("text", "")
        assert entry["request"]["bodySize"] == len(body.encode())


def test_an_entry_says_how_long_each_phase_took_and_what_came():
    (entry,) = archive(web().records)["log"]["entries"]
    assert entry["timings"] == parse('{"blocked":-1,"dns":-1,"connect":11,"ssl":9,"send":0,"wait":148,"receive":31}')
    assert entry["time"] == 190 and entry["response"]["content"]["text"].startswith("event: message\nid: 7\ndata: {")
    assert entry["serverIPAddress"] == "10.0.0.1"
    assert entry["response"]["bodySize"] == entry["response"]["content"]["size"]


def test_cookies_queries_codings_and_failures_are_told():
    _, coded, open_ = archive(odd().records)["log"]["entries"]
    assert coded["request"]["cookies"] == [{"name": "a", "value": "1"}, {"name": "b", "value": "2=3"}]
    assert [one["value"] for one in coded["request"]["queryString"]] == ["a b", "", ""]
    assert coded["response"]["cookies"] == [{"name": "s", "value": "1"}]
    assert coded["response"]["content"]["encoding"] == "base64" and coded["response"]["bodySize"] == -1
    assert (coded["request"]["httpVersion"], coded["response"]["redirectURL"]) == ("HTTP/2", "/x")
    assert open_["response"]["status"] == 0
    (broken,) = archive(refused().records)["log"]["entries"]
    assert broken["comment"] == "connection refused" and broken["response"]["status"] == 0


@pytest.mark.parametrize("host", ["[", "[::1", "", "a b", "\ud800"])
def test_a_request_under_a_name_that_is_none_has_its_entry_and_its_query(host):
    journal = web()
    journal.add(events.HttpRequest(2, "GET", f"http://{host}/mcp?a=1&b=%20#c?d=2"))
    entry = archive(journal.records)["log"]["entries"][-1]
    assert entry["request"]["queryString"] == [{"name": "a", "value": "1"}, {"name": "b", "value": " "}]
