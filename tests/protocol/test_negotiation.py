"""Negotiation as conversations: replies in, what we said out. Case numbers are those of the catalogue of hard cases."""

from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from playbook import Playbook, call, error, nothing, reopen, result, tell, web

from inspector.errors import (
    AuthorizationNeeded,
    ConnectError,
    InspectorError,
    NoCommonVersion,
    ProtocolBroken,
    TimedOut,
)
from inspector.protocol.envelope import Speech
from inspector.protocol.negotiation import Agreed, Wish, negotiate
from inspector.protocol.steps import Reply
from inspector.wire.events import Headers
from inspector.wire.jsonrpc import MODERN_ERRORS

MODERN = ("modern", "2026-07-28")
LEGACY = ("legacy", "2025-11-25")
DISCOVERED = {"resultType": "complete", "supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}}
SPEAKER = Speech("modern", "2026-07-28", {"roots": {}}, {"name": "inspector", "version": "0"})


def initialized(version: Any = "2025-11-25") -> Reply:
    return result({"protocolVersion": version, "capabilities": {"tools": {}}, "serverInfo": {"name": "s"}})


def wished(**wish: Any) -> Playbook[Agreed]:
    return Playbook(negotiate(Wish(SPEAKER, **wish)))


def probed(reply: Reply, **wish: Any) -> Playbook[Agreed]:
    """The probe, and this reply to it."""
    return wished(**wish) >> call("server/discover", MODERN) << reply


def web_probed(reply: Reply, **wish: Any) -> Playbook[Agreed]:
    return probed(reply, transport="streamable-http", **wish)


def legacy(book: Playbook[Agreed]) -> Agreed:
    """The handshake, without anything odd, to its end."""
    book = book >> call("initialize", LEGACY, protocolVersion="2025-11-25") << initialized()
    return (book >> tell("notifications/initialized", LEGACY) << Reply()).end()


# ── modern ───────────────────────────────────────────────────────────────────────────────────────────────────────────


def test_a_discover_result_means_modern_and_says_what_the_server_is() -> None:
    info = {"io.modelcontextprotocol/serverInfo": {"name": "s"}}
    book = probed(result({**DISCOVERED, "_meta": info, "instructions": "Ask."}))
    assert book.end() == Agreed("modern", "2026-07-28", "stdio", {"name": "s"}, {"tools": {}}, "Ask.", ("2026-07-28",))
    (decision,) = book.decisions
    assert (decision.topic, decision.action, decision.sent) == ("era", "server/discover", "2026-07-28")
    assert (decision.verdict, decision.records, decision.ms) == ("modern", (1, 2), 5.0)
    assert decision.because and decision.clause.startswith("2026-07-28 basic/transports/stdio#")


@pytest.mark.parametrize("code", sorted(MODERN_ERRORS - {-32022, -32020}))
def test_a_recognised_modern_error_means_modern(code: int) -> None:
    assert probed(error(code)).end().era == "modern"


def test_a_header_mismatch_is_asked_once_more_and_never_leads_to_initialize() -> None:
    book = web_probed(error(-32020, "no", status=400)) >> call("server/discover", MODERN)
    with pytest.raises(ConnectError, match="headers do not match") as raised:
        (book << error(-32020, "no", status=400)).end()
    assert "Mcp-Method: server/discover" in raised.value.why and "proxy" in raised.value.hint
    again = web_probed(error(-32020)) >> call("server/discover", MODERN) << result(DISCOVERED)
    assert again.end().era == "modern"


def test_era_13_a_modern_server_without_a_common_version_hears_no_initialize() -> None:
    data = {"supported": ["2027-06-01"], "requested": "2026-07-28"}
    book = probed(error(-32022, "u", data))
    with pytest.raises(NoCommonVersion) as raised:
        book.end()
    assert raised.value.exit_code == 4
    assert "2026-07-28" in raised.value.why and "2027-06-01" in raised.value.why
    with pytest.raises(NoCommonVersion):
        probed(result({**DISCOVERED, "supportedVersions": ["2027-06-01"]})).end()


@pytest.mark.parametrize("version", [None, "2026-07-28"])
def test_a_server_that_offers_the_very_version_it_refuses_is_asked_once_more(version: str | None) -> None:
    refusal = error(-32022, "u", {"supported": ["2026-07-28"], "requested": "2026-07-28"})
    again = probed(refusal, version=version) >> call("server/discover", MODERN)
    assert (again << result(DISCOVERED)).end().version == "2026-07-28"
    given_up = probed(refusal, version=version) >> call("server/discover", MODERN) << refusal
    with pytest.raises(NoCommonVersion):
        given_up.end()
    assert given_up.verdicts("era") == ["modern", "no common version"]


def test_a_modern_server_that_names_a_legacy_version_is_met_in_the_legacy_way() -> None:
    book = probed(error(-32022, "u", {"supported": ["2027-06-01", "2025-11-25"]}))
    assert legacy(book).version == "2025-11-25"
    assert book.verdicts("era") == ["legacy"]


@pytest.mark.parametrize(
    "data", [None, {}, {"supported": []}, {"supported": "2026-07-28"}, {"supported": [20260728]}, []]
)
def test_era_14_a_modern_error_without_a_usable_list_leads_to_initialize_once(data: Any) -> None:
    book = probed(error(-32022, "u", data))
    assert legacy(book).era == "legacy"
    assert book.verdicts("era") == ["modern error without a usable list"]


@pytest.mark.parametrize("reply", [error(-32601), nothing("timeout"), web(404), nothing("exited")])
def test_only_modern_was_asked_for_so_a_legacy_server_is_refused(reply: Reply) -> None:
    with pytest.raises(NoCommonVersion, match="not modern"):
        probed(reply, mode="modern").end()


def test_a_pinned_modern_version_is_taken_or_nothing_is() -> None:
    assert probed(result(DISCOVERED), version="2026-07-28").end().version == "2026-07-28"
    with pytest.raises(NoCommonVersion, match="does not speak 2026-07-28") as refused:
        probed(result({**DISCOVERED, "supportedVersions": ["2025-11-25"]}), version="2026-07-28").end()
    assert "Only that version was asked for" in refused.value.why and "Update" not in refused.value.hint
    book = wished(version="2027-01-01") >> call("server/discover", ("modern", "2027-01-01"))
    with pytest.raises(NoCommonVersion, match="does not speak 2027-01-01") as raised:
        (book << error(-32022, "u", {"supported": ["2026-07-28"]})).end()
    assert raised.value.why == (
        "No revision of that name is known here, only 2024-11-05, 2025-03-26, 2025-06-18, 2025-11-25, 2026-07-28; "
        "the server offers 2026-07-28."
    )
    assert "--mode legacy" in raised.value.hint


def test_a_legacy_server_that_is_asked_in_an_unknown_version_is_told_as_such() -> None:
    with pytest.raises(NoCommonVersion, match="does not speak 2025-01-01") as raised:
        (wished(version="2025-01-01") >> call("server/discover") << error(-32601)).end()
    assert "No revision of that name" in raised.value.why and "-32601".replace("-", "−") in raised.value.why


@pytest.mark.parametrize("version", ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"])
def test_the_steps_of_a_handshake_cite_the_revision_that_came_of_it(version: str) -> None:
    book = wished(version=version) >> call("initialize", protocolVersion=version)
    book = book << result({"protocolVersion": version}) >> tell("notifications/initialized") << Reply()
    assert book.end().version == version
    assert [one.clause for one in book.decisions] == [
        f"{version} basic/lifecycle#version-negotiation",
        f"{version} basic/lifecycle#initialization",
    ]


# ── from the probe to the handshake ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("code", [-32601, -32602, -32600, -32603, -32000, -32001, 0, 1, -1, None, "E1"])
def test_era_01_any_other_error_leads_to_initialize(code: Any) -> None:
    book = probed(error(code))
    assert legacy(book).era == "legacy"
    assert book.verdicts() == ["not modern", "accepted", "ready"]
    assert str(code).replace("-", "−") in book.decisions[0].outcome or not isinstance(code, int)


@given(st.integers().filter(lambda code: code not in MODERN_ERRORS))
def test_no_code_outside_the_three_keeps_a_server_from_the_handshake(code: int) -> None:
    assert legacy(probed(error(code))).era == "legacy"


@pytest.mark.parametrize("code", [-32004, -32001, -32003])
def test_era_15_draft_codes_mean_nothing_but_are_hinted_at(code: int) -> None:
    data = {"supported": ["DRAFT-2026-v1"], "requested": "2026-07-28"}
    book = web_probed(error(code, "unsupported protocol version", data, status=400))
    assert legacy(book).era == "legacy"
    assert "draft-era" in book.decisions[0].because


def test_era_02_a_server_that_dies_of_the_probe_is_started_again_and_hears_initialize_first() -> None:
    book = probed(nothing("exited", "the server exited with code 1")) >> reopen() << Reply()
    assert legacy(book).era == "legacy"
    assert book.verdicts("era") == ["legacy, starting again"]
    with pytest.raises(ConnectError, match="could not be started again"):
        (probed(nothing("exited")) >> reopen() << nothing("network", "no such file")).end()


@pytest.mark.parametrize("answer", [nothing("timeout"), error(-32602)])
def test_a_server_that_the_probe_broke_and_that_dies_only_of_what_comes_next_is_started_again_once(
    answer: Reply,
) -> None:
    died = nothing("exited", "the server exited with code 1")
    book = probed(answer) >> call("initialize", LEGACY) << died >> reopen() << Reply()
    assert legacy(book).era == "legacy"
    assert book.verdicts() == ["not modern", "starting again", "accepted", "ready"]
    book = probed(answer) >> call("initialize", LEGACY) << died >> reopen() << Reply() >> call("initialize", LEGACY)
    with pytest.raises(ConnectError, match="ended before it answered"):
        (book << died).end()


def test_a_server_that_has_heard_no_probe_and_dies_of_initialize_is_not_started_again() -> None:
    died = nothing("exited", "the server exited with code 1")
    for book in (wished(mode="legacy"), probed(died) >> reopen() << Reply()):
        with pytest.raises(ConnectError, match="ended before it answered"):
            (book >> call("initialize", LEGACY) << died).end()


def test_era_03_silence_leads_to_initialize_and_the_time_is_named() -> None:
    book = probed(nothing("timeout"), probe_timeout=0.5)
    assert legacy(book).era == "legacy"
    assert "0.5 s" in book.decisions[0].because


@pytest.mark.parametrize("status", [400, 404, 405])
@pytest.mark.parametrize("body", [b"", b"Not Found", b"<html><body>no</body></html>"])
def test_era_09_a_rejection_without_a_message_leads_to_initialize_before_any_get(status: int, body: bytes) -> None:
    assert legacy(web_probed(web(status, body))).transport == "streamable-http"


@pytest.mark.parametrize(
    "found",
    [
        {"supportedVersions": "2026-07-28", "capabilities": {}},
        {"supportedVersions": []},
        {"supportedVersions": ["2026-07-28", 7]},
        {"protocolVersion": "2025-06-18"},
        {},
        [],
        None,
    ],
)
def test_era_26_a_malformed_discover_result_leads_to_initialize_and_is_said(found: Any) -> None:
    book = web_probed(result(found))
    assert legacy(book).era == "legacy"
    assert "no usable supportedVersions" in book.decisions[0].because


def test_era_26_a_discover_result_without_capabilities_is_still_one() -> None:
    agreed = web_probed(result({"resultType": "complete", "supportedVersions": ["2026-07-28"]})).end()
    assert (agreed.era, agreed.capabilities) == ("modern", {})


# ── what says nothing about the era ──────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("status", [502, 503, 504])
def test_era_11_a_gateway_error_is_tried_again_at_once_and_then_given_up_without_a_verdict(status: int) -> None:
    book = web_probed(web(status, b"<html>bad gateway</html>"))
    assert (book >> call("server/discover", MODERN) << result(DISCOVERED)).end().era == "modern"
    assert book.verdicts("era") == ["no verdict, tried again", "modern"]
    assert "at once" in book.decisions[0].because
    book = web_probed(web(status)) >> call("server/discover", MODERN) << web(status, b"<html>bad gateway")
    with pytest.raises(ConnectError, match=f"HTTP {status}") as raised:
        book.end()
    assert "bad gateway" in raised.value.why


def test_era_11_a_json_rpc_body_does_not_make_a_5xx_a_verdict() -> None:
    with pytest.raises(ConnectError, match="HTTP 500"):
        web_probed(error(-32603, status=500)).end()
    book = web_probed(error(-32603, status=502)) >> call("server/discover", MODERN)
    with pytest.raises(ConnectError, match="HTTP 502"):
        (book << error(-32603, status=502)).end()


def test_a_status_beyond_those_of_http_is_not_called_a_5xx() -> None:
    with pytest.raises(ConnectError, match="HTTP 999") as raised:
        web_probed(web(999)).end()
    assert raised.value.why.startswith("999 is no status of HTTP") and "5xx" not in raised.value.why


def test_a_gateway_error_to_initialize_is_tried_once_more_as_well() -> None:
    book = web_probed(web(404)) >> call("initialize", LEGACY) << web(503)
    assert legacy(book).era == "legacy"


def test_a_network_that_fails_ends_it() -> None:
    with pytest.raises(ConnectError, match="Could not connect") as raised:
        web_probed(nothing("network", "connect: refused")).end()
    assert "refused" in raised.value.why


@pytest.mark.parametrize(("status", "words"), [(401, "wants authorization"), (403, "refuses")])
def test_authorization_comes_before_any_verdict_and_shows_the_challenge(status: int, words: str) -> None:
    headers = (("WWW-Authenticate", 'Bearer realm="x"'), ("www-authenticate", "Basic"))
    with pytest.raises(AuthorizationNeeded, match=words) as raised:
        web_probed(web(status, headers=headers)).end()
    assert 'Bearer realm="x"; Basic' in raised.value.why and raised.value.exit_code == 7


@pytest.mark.parametrize(
    ("challenge", "hint"),
    [
        ('Basic realm="a, b"', "It wants Basic, and signing in gets no such thing: -H 'Authorization: Basic …', with"),
        ("Negotiate", "It wants Negotiate, and signing in gets no such thing: -H 'Authorization: Negotiate …'."),
        ('Basic realm="x", Bearer', "Sign in with"),
        ("bearer", "Sign in with"),
        ("", "Sign in with"),
    ],
)
def test_nobody_is_sent_to_sign_in_where_no_token_is_wanted(challenge: str, hint: str) -> None:
    with pytest.raises(AuthorizationNeeded) as raised:
        web_probed(web(401, headers=(("WWW-Authenticate", challenge),) if challenge else ())).end()
    assert raised.value.hint.startswith(hint)


@pytest.mark.parametrize(
    ("sent", "hint"), [((), "send one that you have"), ((("authorization", "Bearer ‹secret›"),), "is for this server")]
)
def test_a_401_to_a_token_is_not_answered_with_the_advice_to_send_one(sent: Headers, hint: str) -> None:
    challenge = (("WWW-Authenticate", 'Bearer error="invalid_token"'),)  # as servers say without a token, too
    with pytest.raises(AuthorizationNeeded) as raised:
        web_probed(web(401, headers=challenge, sent=sent)).end()
    assert hint in raised.value.hint


# ── the handshake ────────────────────────────────────────────────────────────────────────────────────────────────────


def test_era_16_initialize_offers_the_newest_handshake_version_and_never_a_modern_one() -> None:
    book = wished(mode="legacy") >> call("initialize", LEGACY, protocolVersion="2025-11-25", capabilities={"roots": {}})
    assert (
        book << initialized("2024-11-05") >> tell("notifications/initialized", ("legacy", "2024-11-05")) << Reply()
    ).end() == Agreed("legacy", "2024-11-05", "stdio", {"name": "s"}, {"tools": {}})


@pytest.mark.parametrize("version", ["2024-10-07", "2099-01-01", "2026-07-28", "", "\x1b[2J"])
def test_era_17_a_version_that_no_handshake_has_ends_it_with_both_named(version: str) -> None:
    book = wished(mode="legacy") >> call("initialize", LEGACY) << initialized(version)
    with pytest.raises(NoCommonVersion) as raised:
        book.end()
    assert "2025-11-25" in raised.value.why and version.replace("\x1b", "␛") in raised.value.why
    assert ("--any-version" in raised.value.hint) is (version not in ("2026-07-28", ""))
    assert "\x1b" not in raised.value.why + book.decisions[-1].because


@pytest.mark.parametrize(("version", "goes_on"), [("2099-01-01", True), ("2026-07-28", False), ("", False)])
def test_era_17_who_wants_any_version_goes_on_in_the_legacy_way_but_never_with_a_modern_one(
    version: str, goes_on: bool
) -> None:
    book = wished(mode="legacy", any_version=True) >> call("initialize") << initialized(version)
    if goes_on:
        agreed = (book >> tell("notifications/initialized", ("legacy", version)) << Reply()).end()
        assert (agreed.era, agreed.version) == ("legacy", version)
        assert "goes on with it" in next(one.because for one in book.decisions if one.verdict == "accepted")
    else:
        with pytest.raises(NoCommonVersion) as raised:
            book.end()
        assert "--any-version" not in raised.value.hint


def test_era_18_an_error_that_names_a_version_of_ours_leads_to_one_more_offer() -> None:
    data = {"supported": ["2025-06-18", "2024-11-05"], "requested": "2025-11-25"}
    book = probed(error(-32601)) >> call("initialize", LEGACY) << error(-32602, "Unsupported", data)
    book = (
        book >> call("initialize", ("legacy", "2025-06-18"), protocolVersion="2025-06-18") << initialized("2025-06-18")
    )
    assert (book >> tell("notifications/initialized") << Reply()).end().version == "2025-06-18"
    assert "another version" in book.verdicts("version")


def test_era_18_the_same_list_again_is_no_loop_and_the_words_are_shown() -> None:
    book = wished(mode="legacy") >> call("initialize")
    with pytest.raises(ConnectError, match="refused initialize") as raised:
        data = {"supported": ["2025-06-18"]}
        (book << error(-32602, "U", data) >> call("initialize") << error(-32602, "U", data)).end()
    assert "−32602 “U”" in raised.value.why and "2025-06-18" in raised.value.why


@pytest.mark.parametrize("version", [20251125, True, None, ["2025-11-25"]])
def test_era_19_a_version_that_is_no_string_is_a_broken_protocol(version: Any) -> None:
    book = wished(mode="legacy") >> call("initialize", LEGACY) << initialized(version)
    with pytest.raises(ProtocolBroken, match="no usable protocolVersion"):
        book.end()


def test_era_27_a_modern_only_server_met_in_the_legacy_way_is_recognised() -> None:
    text = "missing required _meta; \x1b[31mthis server speaks 2026-07-28"
    book = wished(mode="legacy") >> call("initialize") << error(-32602, text, {"supported": ["2026-07-28"]})
    with pytest.raises(NoCommonVersion, match="modern-only") as raised:
        book.end()
    assert "␛[31mthis server speaks" in raised.value.why and "supported" in raised.value.why
    assert "--mode" in raised.value.hint


def test_a_pinned_legacy_version_sends_no_probe_and_accepts_an_older_answer() -> None:
    pinned = ("legacy", "2025-06-18")
    book = wished(version="2025-06-18") >> call("initialize", pinned, protocolVersion="2025-06-18")
    book = book << initialized("2025-03-26") >> tell("notifications/initialized", ("legacy", "2025-03-26")) << Reply()
    assert book.end().version == "2025-03-26"


def test_a_server_that_does_not_take_the_initialized_notification_is_gone_on_with() -> None:
    book = wished(mode="legacy") >> call("initialize") << initialized() >> tell("notifications/initialized")
    assert (book << web(500)).end().era == "legacy"
    assert book.verdicts("version") == ["accepted", "not taken"]


@pytest.mark.parametrize(
    ("reply", "fault", "words"),
    [
        (nothing("timeout"), TimedOut, "did not answer"),
        (nothing("exited", "the server exited with code 1"), ConnectError, "ended before it answered"),
        (error(-32603, "boom"), ConnectError, "refused initialize"),
        (web(418, b"<!doctype html><HTML>", content_type="text/html"), ConnectError, "web page"),
        (web(418, b"teapot"), ConnectError, "No MCP server answered"),
    ],
)
def test_a_handshake_that_comes_to_nothing_says_why(reply: Reply, fault: type[InspectorError], words: str) -> None:
    with pytest.raises(fault, match=words) as raised:
        (wished(mode="legacy", transport="streamable-http") >> call("initialize") << reply).end()
    assert raised.value.why and raised.value.hint


# ── HTTP+SSE ─────────────────────────────────────────────────────────────────────────────────────────────────────────


@pytest.mark.parametrize("status", [202, 400, 404, 405])
def test_era_24_the_get_comes_only_after_initialize_was_refused_too(status: int) -> None:
    book = web_probed(web(404)) >> call("initialize", LEGACY) << web(status) >> reopen("http+sse") << Reply()
    assert legacy(book).transport == "http+sse"


def test_era_23_an_endpoint_event_proves_http_sse_at_once() -> None:
    seen = nothing("unanswered", "HTTP 202", status=202, streamed=("endpoint",))
    assert legacy(web_probed(seen) >> reopen("http+sse") << Reply()).transport == "http+sse"
    book = web_probed(web(404)) >> call("initialize") << seen >> reopen("http+sse") << Reply()
    assert legacy(book).transport == "http+sse"


def test_a_server_that_opens_no_stream_either_is_none() -> None:
    book = web_probed(web(404)) >> call("initialize") << web(404) >> reopen("http+sse")
    with pytest.raises(ConnectError, match="No MCP server answered at this address") as raised:
        (book << nothing("network", "a GET was answered with HTTP 404.", status=404)).end()
    assert raised.value.why == "A POST came to HTTP 404. A GET was answered with HTTP 404."
    assert "/mcp" in raised.value.hint
    book = web_probed(web(404)) >> call("initialize") << web(404) >> reopen("http+sse")
    with pytest.raises(AuthorizationNeeded):
        (book << nothing("network", "x", status=401)).end()


def test_a_transport_that_was_asked_for_is_not_changed() -> None:
    book = web_probed(web(404), fixed=True) >> call("initialize") << web(404)
    with pytest.raises(ConnectError, match="No MCP server answered"):
        book.end()
    seen = nothing("unanswered", streamed=("endpoint",))
    with pytest.raises(ConnectError, match="only Streamable HTTP was asked for"):
        web_probed(seen, fixed=True).end()


def test_http_sse_from_the_start_sends_no_probe() -> None:
    assert legacy(wished(transport="http+sse", fixed=True)).transport == "http+sse"


# ── what came in place of an answer ──────────────────────────────────────────────────────────────────────────────────

WRONG_ID = Reply(failure="unanswered", detail='the answer names id "server-error", the request had 1', status=400)


def test_an_answer_with_a_wrong_id_is_told_in_a_sentence() -> None:
    book = web_probed(WRONG_ID, mode="modern")
    with pytest.raises(NoCommonVersion) as raised:
        book.end()
    told = 'No usable answer to server/discover came: the answer names id "server-error", the request had 1.'
    assert raised.value.why == told
    because = 'The answer names id "server-error", the request had 1; that is no recognised modern error, '
    assert book.decisions[-1].because == because + "so initialize comes next."


def test_a_name_that_no_revision_has_is_told_apart_from_what_came() -> None:
    book = wished(mode="modern", version="2031-01-01") >> call("server/discover", ("modern", "2031-01-01"))
    with pytest.raises(NoCommonVersion) as raised:
        (book << Reply(failure="timeout", detail="No answer for 10 s")).end()
    assert raised.value.why.endswith(", 2026-07-28. No answer for 10 s.")


def test_a_post_with_a_wrong_id_and_a_get_without_an_endpoint_are_told_in_sentences() -> None:
    asked = call("initialize", LEGACY, protocolVersion="2025-11-25")
    book = web_probed(web(404)) >> asked << WRONG_ID
    with pytest.raises(ConnectError) as raised:
        (book >> reopen("http+sse") << Reply(failure="http", detail="a GET was answered with HTTP 404")).end()
    told = 'A POST brought no usable answer: the answer names id "server-error", the request had 1. A GET was'
    assert raised.value.why.startswith(told)


@pytest.mark.parametrize(
    ("detail", "about"),
    [
        ("there is no socket at /run/x.sock", "Check the path of the socket, and that the server"),
        ("/run/x.sock refused the connection: no server listens on it", "Check the path of the socket"),
        ("the socket /run/x.sock may not be used (Permission denied)", "Check the path of the socket"),
        ("127.0.0.1:9 refused the connection", "Nothing listens there"),
        ("the name weather.exmaple cannot be found (Name or service not known)", "Check the spelling of the name"),
        ("the certificate of a.example:443 is not trusted: self-signed certificate", "Name its authority"),
        ("a.example:80 does not speak TLS here (WRONG_VERSION_NUMBER)", "Use http://"),
        ("no connection to 10.0.0.1:80 within 30 s", "Check the address; a firewall"),
        ("the server reset the connection", "Check the address, and that it runs."),
    ],
)
def test_where_nobody_is_reached_the_hint_speaks_of_what_was_tried(detail: str, about: str) -> None:
    with pytest.raises(ConnectError) as raised:
        web_probed(Reply(failure="network", detail=detail)).end()
    assert raised.value.hint.startswith(about)
