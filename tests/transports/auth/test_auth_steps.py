"""The records of a flow, folded into steps: which is how far, which failed, and what helps."""

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from inspector.analysis.authorization import Flow
from inspector.analysis.authorization_flows import Authorizations
from inspector.recording.redaction import Redactor
from inspector.secrets import MASK
from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.trial import Trial
from inspector.transports.auth.wish import Provider, Wish
from inspector.wire import events
from inspector.wire.events import Decision
from tests.transports.auth.recorded import CALL, RecordedWorld
from tests.transports.auth.test_auth_flow import BROKEN
from tests.transports.auth.world import ISSUER, NOW, PRM, REDIRECT, SERVER, document, refusal


def jwt(**claims: Any) -> str:
    header, said = ({"alg": "ES256", "kid": "K"}, claims)
    parts = (base64.urlsafe_b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in (header, said))
    return ".".join((*parts, "c2lnbmF0dXJl"))


def folded(world: RecordedWorld) -> tuple[Flow, ...]:
    fold = Authorizations()
    for record in world.records:
        fold.take(record)
    return fold.flows


def told(flow: Flow) -> str:
    """The steps with the sign of each state."""
    signs = {"done": "+", "failed": "!", "going": "~", "waiting": "?", "coming": "-"}
    return " ".join(f"{signs[step.state]}{step.id}" for step in flow.steps)


def issued(jag: str) -> Any:
    kind = "urn:ietf:params:oauth:token-type:id-jag"
    return document({"access_token": jag, "issued_token_type": kind, "token_type": "N_A"})


def step_up(trial: Trial) -> Any:
    return refusal(403, trial, error="insufficient_scope", scope="b")


def old() -> Held:
    tokens = Tokens("T0", ISSUER, SERVER, "C0", refresh="R0")
    return Held(tokens, {ISSUER: Client("C0", ISSUER, "registered", redirect=REDIRECT)})


FIRST = "+challenge +resource +issuer +scopes"
WHOLE = f"{FIRST} +client +browser +callback +token +call"
NOT_TAKEN = WHOLE.removesuffix("+call") + "!call"
PROVIDER = Provider("https://idp.example/token", "I", jwt(sub="me", email="me@example.com"))
FLOWS: dict[str, tuple[Any, list[tuple[str, str, str]]]] = {
    "somebody signs in": (lambda world: world.call(), [("sign in", "done", WHOLE)]),
    "nobody is there": (
        lambda world: world.call(person=False),
        [("sign in", "failed", f"{FIRST} -client !browser -callback -token -call")],
    ),
    "as ourselves": (
        lambda world: world.call(wish=Wish("client_credentials", "C", "S")),
        [("client credentials", "done", f"{FIRST} +token +call")],
    ),
    "by an assertion": (
        lambda world: world.call(wish=Wish("jwt_bearer", "C", assertion=jwt(iss="me"))),
        [("assertion", "done", f"{FIRST} +token +call")],
    ),
    "by an identity provider": (
        lambda world: (
            world.pages.update({PROVIDER.token_endpoint: issued(jwt(iss="idp"))}),
            world.call(wish=Wish("enterprise", "C", "S", provider=PROVIDER)),
        ),
        [("enterprise", "done", f"{FIRST} +exchange +token +call")],
    ),
    "a refresh": (lambda world: world.call(held=old()), [("refresh", "done", f"{FIRST} +refresh +call")]),
    "a refresh that is refused": (
        lambda world: (world.refuse_refresh(), world.call(held=old())),
        [("sign in", "done", f"{FIRST} +refresh +client +browser +callback +token +call")],
    ),
    "a token that is not taken": (
        lambda world: (trial := Trial(), world.call(refusal(trial=trial), refusal(trial=trial), held=Held())),
        [("sign in", "failed", NOT_TAKEN)],
    ),
    "a step up": (
        lambda world: (trial := Trial(), world.call(refusal(trial=trial), step_up(trial), held=Held())),
        [("sign in", "done", WHOLE), ("step up", "done", WHOLE)],
    ),
    "a step up that does not help": (
        lambda world: (trial := Trial(), world.call(step_up(trial), step_up(trial), held=Held())),
        [("step up", "failed", NOT_TAKEN)],
    ),
    "before the browser": (
        lambda world: world.call(until="Visit"),
        [("sign in", "going", f"{FIRST} +client ?browser -callback -token -call")],
    ),
    "before an answer": (
        lambda world: world.call(until="Fetch"),
        [("sign in", "going", "~challenge -resource -issuer -scopes -client -browser -callback -token -call")],
    ),
    "given up meanwhile": (
        lambda world: (world.call(until="Visit"), world.add(events.HttpEnd(CALL, failure="closed by us"))),
        [("sign in", "failed", f"{FIRST} +client !browser -callback -token -call")],
    ),
}


@pytest.mark.parametrize(("happens", "flows"), FLOWS.values(), ids=FLOWS)
def test_records_are_folded_into_steps(happens: Any, flows: list[tuple[str, str, str]]) -> None:
    world = RecordedWorld()
    happens(world)
    found = folded(world)
    assert [(flow.kind, flow.state, told(flow)) for flow in found] == flows
    for flow in found:
        assert [flow.number, flow.http] == [found.index(flow) + 1, CALL]
        assert all((step.said and step.records and step.clause) or step.id == "call" for step in flow.steps
                   if step.state in ("done", "failed"))  # fmt: skip
        assert all(step.message and step.why and step.remedy for step in flow.steps if step.state == "failed")


STEPS = {
    "metadata of another resource": "resource",
    "no authorization server named": "issuer",
    "no metadata": "issuer",
    "a slash more in the issuer": "issuer",
    "token endpoint over http": "issuer",
    "no PKCE": "browser",
    "no authorization endpoint": "browser",
    "no registration": "client",
    "registration refused": "client",
    "another state": "callback",
    "no iss": "callback",
    "access denied": "callback",
    "expired secret": "token",
    "token of another kind": "token",
    "token endpoint is a page": "token",
}


@pytest.mark.parametrize(("name", "step"), STEPS.items())
def test_the_step_that_broke_a_flow_is_told_with_its_remedy(name: str, step: str) -> None:
    world = RecordedWorld()
    breaks, words = BROKEN[name]
    breaks(world)
    world.call()
    flow = folded(world)[0]
    failed = flow.current
    assert (failed.id, failed.state, flow.state) == (step, "failed", "failed")
    assert words in f"{failed.message} {failed.why} {failed.remedy}" and failed.clause
    assert all(one.state == "coming" for one in flow.steps[flow.steps.index(failed) + 1 :])


@pytest.mark.parametrize("odd", [None, [], {}, "x", -1, 10**400, float("inf"), float("nan"), True, "\x1b[2J"])
def test_a_recording_that_says_odd_things_of_a_token_is_read_all_the_same(odd: Any) -> None:
    world = RecordedWorld()
    world.call()
    names = ("what", "at", "header", "claims", "kind", "issuer", "asked", "granted", "expires", "refresh")
    begun = dict.fromkeys(("http", "status", "grant", "person", "resource_metadata"), odd)
    for at, record in enumerate(world.records):
        data = record.event.data if isinstance(record.event, events.Decision) else None
        if data and "decoded" in data:
            said = {"decoded": {**dict.fromkeys(names, odd), "what": "access token"}}
            world.records[at] = replace(record, event=replace(record.event, data=said))
    token = folded(world)[0].steps[7].decoded[0]
    assert (token.expires, token.at, token.claims or {}) == (None, 0.0, {})
    world.add(Decision("authorization", "authorize", "begun", "", data={"begun": begun}))
    refused = {"refused": dict.fromkeys(("http", "why"), odd)}
    world.add(Decision("authorization", "authorize", "failed", "", data=refused))
    assert folded(world)[1].kind == "sign in"


def test_a_request_of_a_step_has_its_answer_and_its_records() -> None:
    world = RecordedWorld()
    del world.pages[PRM]
    world.pages[PRM.removesuffix("/a/mcp")] = document({"resource": SERVER, "authorization_servers": [ISSUER]})
    world.call()
    resource = folded(world)[0].steps[1]
    assert [(web.verb, web.url, web.status, web.ms) for web in resource.webs] == [
        ("GET", PRM, 404, 6.0),
        ("GET", PRM.removesuffix("/a/mcp"), 200, 6.0),
    ]
    assert [check.good for check in resource.checks] == [None, True] and resource.ms == 12.0
    kinds = [type(world.records[seq - 1].event).__name__ for seq in resource.records]
    assert kinds == ["HttpRequest", "HttpResponse", "HttpBody", "Decision"] * 2
    assert b'"authorization_servers"' in resource.webs[1].got


def test_tokens_are_decoded_and_nothing_of_them_can_be_used() -> None:
    world = RecordedWorld()
    inner, id_token = jwt(sub="x"), PROVIDER.id_token
    access = jwt(aud=SERVER, exp=NOW + 60, sid="session-1", nested={"again": [inner]})
    jag = jwt(iss="https://idp.example")
    world.token = {"access_token": access, "token_type": "Bearer", "expires_in": 60, "scope": "a b"}
    world.pages[PROVIDER.token_endpoint] = issued(jag)
    world.call(wish=Wish("enterprise", "C", "S", provider=PROVIDER, scopes=("a",)))
    exchange, token = folded(world)[0].steps[4:6]
    assert [one.claims for one in exchange.decoded] == [{"sub": "me"}]
    assertion, last = token.decoded
    assert (assertion.what, assertion.claims) == ("assertion", {"iss": "https://idp.example"})
    assert last.header == {"alg": "ES256", "kid": "K"}
    assert last.claims == {"aud": SERVER, "exp": NOW + 60, "sid": MASK, "nested": {"again": [MASK]}}
    assert (last.kind, last.at, last.expires, last.scopes, last.granted) == ("Bearer", NOW, NOW + 60, ("a", "b"), True)
    decisions = [record for record in world.records if isinstance(record.event, events.Decision)]
    written = repr(decisions) + repr([Redactor().redact(record) for record in decisions])
    for text in (access, jag, id_token, inner):
        assert not [part for part in text.split(".") if part in written]
    kept = [Redactor().redact(record)[0].event for record in decisions]
    assert [one.data["decoded"] for one in kept if one.data and "decoded" in one.data][-1]["claims"] == last.claims
