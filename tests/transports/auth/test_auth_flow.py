"""The whole flow as a conversation: what is asked of whom, in which order, and when not."""

import base64
import json
from dataclasses import replace
from typing import Any

import pytest

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client
from inspector.transports.auth.keys import challenge_of
from inspector.transports.auth.steps import Answer, Fetch, quoted
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.trial import Trial
from inspector.transports.auth.wish import Provider, Wish
from tests.transports.auth.world import (
    ISSUER,
    METADATA,
    NOW,
    OTHER,
    PRM,
    PRM_ROOT,
    REDIRECT,
    SERVER,
    World,
    document,
    published,
    refusal,
)

OPENID = "https://as.example/.well-known/openid-configuration/tenant"
OPENID_APPENDED = f"{ISSUER}/.well-known/openid-configuration"


def old(**changes: Any) -> Tokens:
    given = {"access": "T0", "issuer": ISSUER, "resource": SERVER, "client_id": "C0", "refresh": "R0", **changes}
    return Tokens(**given)


def registered(issuer: str = ISSUER) -> Client:
    return Client("C0", issuer, "registered", redirect=REDIRECT)


def test_a_person_signs_in_and_every_request_carries_what_it_must() -> None:
    world, held = World(), Held()
    tokens = world.authorize(held=held, refused=refusal(resource_metadata=PRM, scope="a b"))
    assert (tokens.access, tokens.expires, held.tokens) == ("T1", NOW + 60, tokens)
    assert "T1" not in repr(tokens)
    assert world.urls == [PRM, METADATA, f"{ISSUER}/register", f"{ISSUER}/token"]
    assert world.registration["application_type"] == "native"
    assert world.registration["redirect_uris"] == [REDIRECT]
    assert set(world.registration["grant_types"]) == {"authorization_code", "refresh_token"}
    query = world.query
    assert {name: query[name] for name in ("a", "client_id", "resource", "scope", "response_type")} == {
        "a": "b",
        "client_id": "C1",
        "resource": SERVER,
        "scope": "a b",
        "response_type": "code",
    }
    form = world.form
    assert query["code_challenge_method"] == "S256"
    assert query["code_challenge"] == challenge_of(form["code_verifier"])
    assert (form["code"], form["resource"], form["redirect_uri"], form["client_id"]) == ("K", SERVER, REDIRECT, "C1")
    assert all(decision.topic == "authorization" and decision.because for decision in world.said)


def test_places_are_asked_in_the_order_of_the_specification() -> None:
    world = World()
    world.pages[PRM_ROOT] = document({"resource": "https://mcp.example", "authorization_servers": [ISSUER]})
    world.pages[OPENID_APPENDED] = world.pages.pop(METADATA)
    del world.pages[PRM]
    tokens = world.authorize()
    assert world.urls[:5] == [PRM, PRM_ROOT, METADATA, OPENID, OPENID_APPENDED]
    assert tokens.resource == "https://mcp.example"


def test_a_server_of_march_2025_is_its_own_authorization_server() -> None:
    world = World()
    origin = "https://mcp.example"
    world.pages = {f"{origin}/{one}": page for one, page in (
        ("register", document({"client_id": "C1"})), ("token", document({"access_token": "T", "token_type": "bearer"})),
    )}  # fmt: skip
    world.back = {"iss": None}
    assert world.authorize().access == "T"
    assert world.visited[0].startswith(f"{origin}/authorize?")
    assert f"{origin}/.well-known/oauth-authorization-server" in world.urls
    world.pages[f"{origin}/.well-known/oauth-authorization-server"] = document(
        {"issuer": f"{origin}/", "authorization_endpoint": f"{origin}/in", "token_endpoint": f"{origin}/token",
         "registration_endpoint": f"{origin}/register"}
    )  # fmt: skip
    world.authorize()
    assert world.visited[1].startswith(f"{origin}/in?")


@pytest.mark.parametrize(
    ("wish", "methods", "sent"),
    [
        (Wish(client_id="C", client_secret="S:/"), None, "basic"),
        (Wish(client_id="C", client_secret="S:/"), ["client_secret_post"], "post"),
        (Wish(client_id="C"), ["client_secret_post"], "none"),
        (Wish(document="https://me.example/c.json"), ["none"], "document"),
    ],
)
def test_a_client_proves_itself_as_the_server_wants(wish: Wish, methods: Any, sent: str) -> None:
    world = World(token_endpoint_auth_methods_supported=methods, client_id_metadata_document_supported=True)
    world.authorize(wish)
    assert not any(text in repr(world.asked[-1]) for text in ("S:/", "S%3A%2F", "QzpTJTNBJTJG"))
    basic = dict(world.asked[-1].headers).get("Authorization", "")
    expected = base64.b64encode(b"C:S%3A%2F").decode() if sent == "basic" else ""
    assert basic == (f"Basic {expected}" if expected else "")
    assert world.form.get("client_secret") == ("S:/" if sent == "post" else None)
    id = "https://me.example/c.json" if sent == "document" else "C"
    assert world.query["client_id"] == id
    assert world.form["client_id"] == id
    assert not any(url.endswith("/register") for url in world.urls)


def test_as_ourselves_no_person_is_asked() -> None:
    world = World(code_challenge_methods_supported=None)
    wish = Wish("client_credentials", "C", "S", scopes=("x",))
    world.authorize(wish, person=False)
    assert (world.form["grant_type"], world.form["scope"], world.form["resource"]) == (
        "client_credentials",
        "x",
        SERVER,
    )
    assert world.visited == []


def test_a_workload_and_an_enterprise_bring_an_assertion() -> None:
    world = World()
    world.authorize(Wish("jwt_bearer", "C", assertion="JWT"), person=False)
    assert world.form["assertion"] == "JWT" and world.form["grant_type"].endswith(":jwt-bearer")
    jag = {"access_token": "JAG", "issued_token_type": "urn:ietf:params:oauth:token-type:id-jag", "token_type": "N_A"}
    world.pages["https://idp.example/token"] = document(jag)
    provider = Provider("https://idp.example/token", "I", "IDT")
    world.authorize(Wish("enterprise", "C", "S", provider=provider), person=False)
    exchange = dict(part.split("=") for part in world.asked[-2].body.decode().split("&"))
    assert exchange["audience"] == "https%3A%2F%2Fas.example%2Ftenant" and exchange["subject_token"] == "IDT"
    assert world.form["assertion"] == "JAG"
    assert {"IDT"} == set(world.asked[-2].secrets)


def test_a_refresh_token_goes_to_its_issuer_alone_and_spares_the_person() -> None:
    world, held = World(), Held(old(), {ISSUER: registered()})
    assert world.authorize(held=held, person=False).refresh == "R0"
    assert world.form["refresh_token"] == "R0" and "scope" not in world.form
    world.pages[f"{ISSUER}/token"] = lambda step: (
        document({"error": "invalid_grant"}, 400) if b"refresh_token" in step.body else document(world.token)
    )
    world.authorize(held=held)
    assert world.query["client_id"] == "C0" and held.tokens is not None and held.tokens.refresh == ""


def test_what_one_issuer_gave_is_never_sent_to_another() -> None:
    world, held = World(), Held(old(issuer=OTHER), {OTHER: registered(OTHER)})
    world.authorize(held=held)
    sent = b" ".join(step.body for step in world.asked) + world.visited[0].encode()
    assert b"R0" not in sent and b"T0" not in sent and b"C0" not in sent
    assert set(held.clients) == {OTHER, ISSUER}
    with pytest.raises(AuthorizationNeeded, match="another authorization server"):
        world.authorize(Wish(client_id="C", issuer=OTHER))


def test_scopes_come_from_the_challenge_else_the_metadata_else_not_at_all() -> None:
    world = World(scopes_supported=["a", "offline_access"])
    assert world.authorize().scopes == ()
    assert "scope" not in world.query
    world.pages[PRM] = document({"resource": SERVER, "authorization_servers": [ISSUER], "scopes_supported": ["p"]})
    assert world.authorize().scopes == ("p", "offline_access")
    assert world.query["prompt"] == "consent"
    assert world.authorize(refused=refusal(scope="c")).scopes == ("c", "offline_access")


def test_more_scopes_are_asked_for_a_few_times_and_none_is_lost() -> None:
    world, held, trial = World(), Held(old(scopes=("a",), refresh="")), Trial()
    more = {"error": "insufficient_scope", "scope": "b"}
    assert world.authorize(held=held, refused=refusal(403, trial, **more)).scopes == ("a", "b")
    with pytest.raises(AuthorizationNeeded, match="do not help: b"):
        world.authorize(held=held, refused=refusal(403, trial, **more))
    with pytest.raises(AuthorizationNeeded, match="do not help: b"):
        world.authorize(held=held, refused=refusal(403, Trial(), **more))
    for number in range(2):
        world.authorize(held=held, refused=refusal(403, trial, error="insufficient_scope", scope=f"c{number}"))
    with pytest.raises(AuthorizationNeeded, match="do not help: d"):
        world.authorize(held=held, refused=refusal(403, trial, error="insufficient_scope", scope="d"))
    assert len(world.visited) == 3


def test_a_client_registered_for_fewer_scopes_is_registered_anew_and_the_old_one_stays_if_that_fails() -> None:
    world, held = World(), Held()
    names = iter(["C1", "C2", "C3"])

    def registers(step: Fetch) -> Answer:
        return document({"client_id": next(names), "scope": json.loads(step.body)["scope"]}, 201)

    world.pages[f"{ISSUER}/register"] = registers
    world.authorize(held=held, refused=refusal(scope="a"))
    assert held.clients[ISSUER].scopes == ("a",) and world.query["client_id"] == "C1"
    world.back = {"code": None, "error": "access_denied"}
    with pytest.raises(AuthorizationNeeded):
        world.authorize(held=held, refused=refusal(403, error="insufficient_scope", scope="b"))
    assert world.query["client_id"] == "C2" and held.clients[ISSUER].id == "C1"
    world.back = {}
    world.authorize(held=held, refused=refusal(403, error="insufficient_scope", scope="b"))
    assert (world.query["client_id"], world.query["scope"]) == ("C3", "a b")
    assert held.clients[ISSUER].scopes == ("a", "b")
    world.authorize(held=held, refused=refusal(403, error="insufficient_scope", scope="b"))
    assert world.query["client_id"] == "C3"


def test_a_bound_token_is_asked_for_with_a_proof_and_the_nonce_of_the_server() -> None:
    world, held = World(), Held()
    proofs: list[dict[str, Any]] = []

    def token(step: Fetch) -> Answer:
        proof = dict(step.headers)["DPoP"]
        part = proof.split(".")[1]
        proofs.append(json.loads(base64.urlsafe_b64decode(part + "=" * (-len(part) % 4))))
        if len(proofs) == 1:
            return document({"error": "use_dpop_nonce"}, 400, ("DPoP-Nonce", "N1"))
        return document({"access_token": "T", "token_type": "DPoP"})

    world.pages[f"{ISSUER}/token"] = token
    assert world.authorize(held=held, refused=refusal(scheme="DPoP")).kind == "DPoP"
    assert [proof.get("nonce") for proof in proofs] == [None, "N1"]
    assert proofs[0]["htu"] == f"{ISSUER}/token" and proofs[0]["htm"] == "POST"


def page(url: str, content: Any, status: int = 200) -> Any:
    answer = replace(content, status=status) if isinstance(content, Answer) else document(content, status)
    return lambda world: world.pages.update({url: answer})


def without(url: str) -> Any:
    return lambda world: world.pages.pop(url)


def metadata(**changes: Any) -> Any:
    return page(METADATA, published(**changes))


def back(**changes: Any) -> Any:
    return lambda world: world.back.update(changes)


HTML = Answer(200, (("Content-Type", "text/html"),), b"<html>")
JWT = "e30." + base64.urlsafe_b64encode(b'{"aud":"https://wrong.example"}').decode().rstrip("=") + ".x"
BROKEN = {
    "metadata of another resource": (
        page(PRM, {"resource": OTHER, "authorization_servers": [ISSUER]}), "another resource"),
    "no authorization server named": (page(PRM, {"resource": SERVER}), "names no authorization server"),
    "authorization server over http": (
        page(PRM, {"resource": SERVER, "authorization_servers": ["http://as.example"]}), "is not https"),
    "authorization server in a cloud": (
        page(PRM, {"resource": SERVER, "authorization_servers": ["https://169.254.169.254"]}), "link-local"),
    "no metadata": (without(METADATA), "has no metadata"),
    "metadata that is HTML": (page(METADATA, HTML), "has no metadata"),
    "another issuer": (metadata(issuer=OTHER), "of another issuer"),
    "a slash more in the issuer": (metadata(issuer=f"{ISSUER}/"), "only the slash at the end differs"),
    "no PKCE": (metadata(code_challenge_methods_supported=None), "PKCE"),
    "plain PKCE": (metadata(code_challenge_methods_supported=["plain"]), "without S256"),
    "no registration": (metadata(registration_endpoint=None), "--client-id"),
    "registration refused": (
        page(f"{ISSUER}/register", {"error": "invalid_redirect_uri", "error_description": "[/]\x1b[2J"}, 400),
        "invalid_redirect_uri, “[/]␛[2J”"),
    "no token endpoint": (metadata(token_endpoint=None), "no token endpoint"),
    "token endpoint over http": (metadata(token_endpoint="http://as.example/t"), "token_endpoint"),
    "no authorization endpoint": (metadata(authorization_endpoint=None), "Nobody can sign in"),
    "a sign-in that is a script": (metadata(authorization_endpoint="javascript:alert(1)"), "it is no https URL"),
    "a sign-in in a private network": (metadata(authorization_endpoint="https://10.0.0.1/a"), "in a private network"),
    "expired secret": (page(f"{ISSUER}/token", {"error": "invalid_client"}, 401), "the secret may have expired"),
    "clock skew": (page(f"{ISSUER}/token", {"error": "invalid_grant"}, 400), "compare the clocks"),
    "unknown resource": (page(f"{ISSUER}/token", {"error": "invalid_target"}, 400), "does not know the resource"),
    "token of another kind": (page(f"{ISSUER}/token", {"access_token": "T", "token_type": "mac"}), "token_type is mac"),
    "token of no kind": (page(f"{ISSUER}/token", {"access_token": "T"}), "token_type is missing"),
    "token endpoint fails without a word": (page(f"{ISSUER}/token", HTML, 500), "look into its log"),
    "authorization server that is not there": (
        lambda world: world.pages.update(
            {url: Answer(failure="refused") for url in (METADATA, OPENID, OPENID_APPENDED)}
        ),
        "cannot be reached. The MCP server names",
    ),
    "token endpoint is a page": (page(f"{ISSUER}/token", HTML), "HTTP 200, text/html"),
    "another state": (back(state="x"), "another sign-in"),
    "no iss": (back(iss=None), "does not say whose it is"),
    "another iss": (back(iss=OTHER, error="x", error_description="evil"), "another authorization server"),
    "an iss with a slash": (back(iss=f"{ISSUER}/"), "another authorization server"),
    "access denied": (
        back(code=None, error="access_denied", error_description="[/]\x1b[2J"), "access_denied, “[/]␛[2J”"),
}  # fmt: skip


@pytest.mark.parametrize(("breaks", "words"), BROKEN.values(), ids=BROKEN)
def test_a_broken_set_up_is_named_with_its_remedy(breaks: Any, words: str) -> None:
    world = World()
    breaks(world)
    with pytest.raises(AuthorizationNeeded) as caught:
        world.authorize()
    error = caught.value
    assert words in f"{error.account} {error.hint}"
    assert error.why and error.hint and error.exit_code == 7
    assert "evil" not in f"{error.account} {error.hint}"
    if any(name in world.back for name in ("state", "iss")):
        assert not any(url.endswith("/token") for url in world.urls)


def test_what_a_refusal_says_is_cut_between_two_words() -> None:
    assert quoted("a b\n") == "a b␊"
    assert quoted(f"{'word ' * 4}token-that-is-long", 30) == f"{'word ' * 4}"[:-1] + "…"


def test_a_token_that_is_not_taken_is_looked_into() -> None:
    world, held, trial = World(), Held(), Trial()
    world.token = {"access_token": JWT, "token_type": "Bearer"}
    world.authorize(held=held, refused=refusal(trial=trial))
    with pytest.raises(AuthorizationNeeded) as caught:
        world.authorize(held=held, refused=refusal(trial=trial))
    assert "the token is for “https://wrong.example” (aud), and the server is" in caught.value.why
    assert len(world.visited) == 1


def test_nobody_there_is_said_with_the_way_out_before_anything_is_registered() -> None:
    world = World()
    with pytest.raises(AuthorizationNeeded) as caught:
        world.authorize(person=False, refused=refusal(scope="a"))
    assert ISSUER in caught.value.why and "auth login" in caught.value.hint
    assert world.urls == [PRM, METADATA]
    world.pages = {}
    with pytest.raises(AuthorizationNeeded, match="does not say of whom") as caught:
        world.authorize(person=False)
    assert f"{PRM}: HTTP 404, text/html" in caught.value.why and "-H 'Authorization" in caught.value.hint


def test_a_challenge_that_leads_elsewhere_is_not_followed() -> None:
    world = World()
    with pytest.raises(AuthorizationNeeded, match="not asked"):
        world.authorize(refused=refusal(resource_metadata="http://169.254.169.254/latest/"))
    assert world.urls == []


def test_the_secret_of_a_client_is_asked_for_where_its_server_wants_one_and_is_kept_once_somebody_signed_in() -> None:
    world, held = World(token_endpoint_auth_methods_supported=["client_secret_post"]), Held()
    world.secret = "S9"
    world.pages[f"{ISSUER}/token"] = document({"error": "invalid_client"}, 401)
    with pytest.raises(AuthorizationNeeded, match="no token"):
        world.authorize(Wish(client_id="MINE"), held)
    assert held.clients == {} and world.wanted == [("MINE", ISSUER)]
    world.pages[f"{ISSUER}/token"] = lambda step: document({**world.token, "refresh_token": "R1"})
    world.authorize(Wish(client_id="MINE"), held)
    assert world.form["client_secret"] == "S9" and "S9" in world.asked[-1].secrets and len(world.wanted) == 2
    world.authorize(held=held, person=False)
    assert world.form["grant_type"] == "refresh_token" and world.form["client_secret"] == "S9"
    world.authorize(Wish(client_id="MINE"), held, refusal(403, error="insufficient_scope", scope="w"))
    assert world.query["client_id"] == "MINE" and len(world.wanted) == 2
    assert "S9" not in repr(held) and not any("S9" in repr(one) for one in world.said)


@pytest.mark.parametrize("methods", [None, ["none", "client_secret_post"], ["private_key_jwt"]])
def test_no_secret_is_asked_for_where_one_may_go_without(methods: list[str] | None) -> None:
    world = World(token_endpoint_auth_methods_supported=methods)
    world.authorize(Wish(client_id="MINE"))
    assert world.wanted == [] and "client_secret" not in world.form


def test_a_client_that_is_registered_with_one_redirect_uri_gets_that_again() -> None:
    world, held = World(), Held()
    world.redirect = "http://localhost:7/cb"
    world.authorize(Wish(client_id="MINE", redirect=world.redirect), held)
    world.redirect = ""
    world.authorize(held=held)
    assert world.query["redirect_uri"] == "http://localhost:7/cb" and world.query["client_id"] == "MINE"


def _id_token(**said: Any) -> str:
    return f"e30.{base64.urlsafe_b64encode(json.dumps(said).encode()).decode().rstrip('=')}.c2ln"


def test_an_identity_provider_is_found_by_its_issuer_and_gets_no_token_that_is_over() -> None:
    idp = "https://idp.example"
    provider = Provider("", "I", _id_token(exp=NOW + 9, aud="J"), issuer=idp)
    world = World()
    place = f"{idp}/.well-known/openid-configuration"
    world.pages[place] = document({"issuer": f"{idp}/", "token_endpoint": f"{idp}/t"})
    with pytest.raises(AuthorizationNeeded, match="no metadata") as wrong:
        world.authorize(Wish("enterprise", "C", "S", provider=provider), person=False)
    assert f"names the issuer {idp}/" in wrong.value.why
    world.pages[place] = document({"issuer": idp, "token_endpoint": f"{idp}/t"})
    world.pages[f"{idp}/t"] = document({"error": "access_denied"}, 403)
    with pytest.raises(AuthorizationNeeded, match="did not allow") as refused:
        world.authorize(Wish("enterprise", "C", "S", provider=provider), person=False)
    assert "access_denied" in refused.value.why and "is for J, and the client is I" in refused.value.why
    assert [step.named for step in world.asked if step.url.startswith(idp)].count(False) == 0
    late, before = Provider("", "I", _id_token(exp=NOW - 61), issuer=idp), len(world.asked)
    with pytest.raises(AuthorizationNeeded, match="expired"):
        world.authorize(Wish("enterprise", "C", "S", provider=late), person=False)
    assert not any(step.url.startswith(idp) for step in world.asked[before:])


@pytest.mark.parametrize(
    ("changes", "wish", "words"),
    [
        ({"code_challenge_methods_supported": None}, Wish(), "does not say that it supports PKCE"),
        ({"registration_endpoint": None}, Wish(), "knows no client of ours"),
        ({"registration_endpoint": None}, Wish(client_id="MINE"), "nobody is there to sign in"),
        ({"authorization_endpoint": None}, Wish(), "Nobody can sign in at the authorization server"),
    ],
)
def test_what_would_stop_whoever_signs_in_is_said_where_nobody_is_there(
    changes: dict[str, Any], wish: Wish, words: str
) -> None:
    with pytest.raises(AuthorizationNeeded, match=words):
        World(**changes).authorize(wish, person=False)


def test_what_came_in_place_of_metadata_is_told_for_each_place() -> None:
    world = World()
    world.pages[METADATA] = Answer(200, (("Content-Type", "application/json"),), b"{")
    world.pages[OPENID] = Answer(failure="the name as.example cannot be found")
    with pytest.raises(AuthorizationNeeded, match="no metadata") as wrong:
        world.authorize()
    assert f"{METADATA}: HTTP 200, application/json that is no JSON object; {OPENID}: the name" in wrong.value.why
    assert f"{OPENID_APPENDED}: HTTP 404, text/html" in wrong.value.why


@pytest.mark.parametrize("methods", [["client_secret_basic", "client_secret_post"], None])
def test_a_secret_that_is_not_taken_by_basic_goes_in_the_form_for_a_client_whose_registration_is_not_known(
    methods: list[str] | None,
) -> None:
    world, held = World(token_endpoint_auth_methods_supported=methods), Held()
    tokens = {**world.token, "refresh_token": "R1"}
    world.pages[f"{ISSUER}/token"] = lambda step: (
        document(tokens) if b"client_secret=S" in step.body else document({"error": "invalid_client"}, 401)
    )
    world.authorize(Wish(client_id="MINE", client_secret="S"), held)
    first, second = world.asked[-2:]
    assert "Basic" in dict(first.headers)["Authorization"] and b"client_secret" not in first.body
    assert "Authorization" not in dict(second.headers) and "S" in second.secrets
    asked = len(world.asked)
    world.authorize(held=held, person=False)
    assert world.form["client_secret"] == "S"
    assert sum(step.url == f"{ISSUER}/token" for step in world.asked[asked:]) == 1


def test_a_wrong_secret_is_sent_in_no_way_that_the_server_does_not_offer() -> None:
    world = World(token_endpoint_auth_methods_supported=["client_secret_basic"])
    world.pages[f"{ISSUER}/token"] = document({"error": "invalid_client"}, 401)
    with pytest.raises(AuthorizationNeeded, match="no token"):
        world.authorize(Wish(client_id="MINE", client_secret="S"))
    assert sum(step.url == f"{ISSUER}/token" for step in world.asked) == 1
