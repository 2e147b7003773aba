"""Getting a token: each grant is one conversation with the token endpoint, two with a person before it.

Source: `2026-07-28 basic/authorization#authorization-flow-steps`, `RFC 6749`, `RFC 7523`.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from hmac import compare_digest
from typing import Any, Final
from urllib.parse import parse_qs, parse_qsl, urlencode, urlsplit, urlunsplit

from inspector.transports.auth.decoded import jwt_said, token_said
from inspector.transports.auth.discovery import Found
from inspector.transports.auth.identity import Client, proven, said_error
from inspector.transports.auth.keys import Prover, challenge_of, random_text
from inspector.transports.auth.steps import SPEC, Answer, Means, Talk, Visit, form, needed, quoted, say
from inspector.transports.auth.tokens import EARLY, Tokens, seconds, sendable
from inspector.transports.auth.wish import Wish
from inspector.wire.text import visible

_VALIDATION: Final = f"{SPEC}#authorization-response-validation"
_PKCE: Final = f"{SPEC}/security-considerations#authorization-code-protection"
_RESOURCE: Final = f"{SPEC}#resource-parameter-implementation"
_JWT_BEARER: Final = "urn:ietf:params:oauth:grant-type:jwt-bearer"

_REMEDIES: Final = {
    "invalid_client": "Check the client's id and how it proves itself: the secret may have expired, or be missing "
    "(--client-secret-env NAME, or - to be asked for it).",
    "invalid_grant": "Sign in again; if it comes again, compare the clocks, the redirect URI and the audience.",
    "invalid_scope": "Ask for other scopes with --scope; the operator of the server knows which there are.",
    "unauthorized_client": "The client has to be allowed this grant at the authorization server.",
    "unsupported_grant_type": "The authorization server does not offer this grant: choose another with --grant.",
    "invalid_target": "The authorization server does not know the resource: its operator has to add the MCP server.",
    "access_denied": "Sign in again and allow it, or ask the operator for access.",
}
_OTHERWISE: Final = "The authorization server's own words say why."
_LOG: Final = "It does not say why: its operator has to look into its log."


@dataclass(slots=True)
class Asking:
    """What every request for a token has in common. `prover` is there where the token is to be bound to a key.

    `client` is replaced by one that proves itself in another way, where that is how it came to a token.
    """

    found: Found
    client: Client
    scopes: tuple[str, ...]
    wish: Wish
    means: Means
    prover: Prover | None = None


def require_pkce(found: Found) -> Talk[None]:
    """Refuse an authorization server that does not say that it checks a code verifier."""
    methods = found.server.code_challenge_methods
    if methods is not None and "S256" in methods:
        yield from say("check PKCE", "S256", "The metadata lists it.", _PKCE)
    elif methods is None and found.server.kind in ("origin", "defaults"):
        because = "2025-03-26 requires it of every server, and has no metadata that must say so."
        yield from say(
            "check PKCE", "S256 all the same", because, "2025-03-26 basic/authorization#implementation-requirements"
        )
    else:
        because = "code_challenge_methods_supported does not list S256."
        yield from say("check PKCE", "refused", because, _PKCE)
        raise needed(
            "The authorization server does not say that it supports PKCE.",
            f"code_challenge_methods_supported in {visible(found.server.url)} "
            + ("is missing" if methods is None else f"is {visible(' '.join(methods))[:100]}, without S256"),
            "Its operator has to support S256 and to list it there (RFC 7636, RFC 8414).",
        )


def may_sign_in(found: Found) -> Talk[None]:
    """Whether a person may sign in at the authorization server. Raises AuthorizationNeeded where it lacks something."""
    server = found.server
    if not server.authorization_endpoint:
        yield from say("sign in", "refused", "The metadata has no authorization_endpoint.", "RFC 8414#section-2")
        raise needed(
            "Nobody can sign in at the authorization server.",
            f"{visible(server.url)} has no authorization_endpoint",
            "It may want --grant client-credentials; else its operator has to complete the metadata.",
        )
    yield from require_pkce(found)


def authorization_code(asking: Asking, redirect: str) -> Talk[Tokens]:
    """Have a person sign in, and redeem the code that they come back with. `redirect` is where they come back to."""
    server = asking.found.server
    yield from may_sign_in(asking.found)
    verifier, state = random_text(asking.means), random_text(asking.means, 24)
    fields = [
        ("response_type", "code"),
        ("client_id", asking.client.id),
        ("redirect_uri", redirect),
        ("code_challenge", challenge_of(verifier)),
        ("code_challenge_method", "S256"),
        ("state", state),
        ("resource", asking.found.resource),
    ]
    if asking.scopes:
        fields.append(("scope", " ".join(asking.scopes)))
    if "offline_access" in asking.scopes:
        fields.append(("prompt", "consent"))  # OpenID Connect gives a refresh token only with it
    parts = urlsplit(server.authorization_endpoint)
    query = urlencode([*parse_qsl(parts.query, keep_blank_values=True), *fields])
    because = f"The issuer {visible(server.issuer)} is remembered with this request, and the token is to be for "
    yield from say("sign in", "a person is asked", f"{because}{visible(asking.found.resource)}.", _RESOURCE)
    url = urlunsplit((parts.scheme, parts.netloc, parts.path, query, ""))
    back: str = yield Visit(url, state, f"{visible(asking.found.resource)} at {visible(server.issuer)}")
    code = yield from _code(asking.found, back, state)
    fields = [
        ("grant_type", "authorization_code"),
        ("code", code),
        ("redirect_uri", redirect),
        ("code_verifier", verifier),
    ]
    return (yield from _token(asking, fields))


def _code(found: Found, back: str, state: str) -> Talk[str]:
    """The code in what a browser came back with, if it is an answer to us and of the issuer that was asked."""
    said = {name: values[-1] for name, values in parse_qs(urlsplit(back).query, keep_blank_values=True).items()}
    if not compare_digest(said.get("state", "").encode(), state.encode()):
        because = "It is not the state of this sign-in, so it may be the answer to another's."
        yield from say("read the answer", "refused: state", because, f"{SPEC}/security-considerations#open-redirection")
        raise needed(
            "What the browser came back with belongs to another sign-in.",
            "Its state is not the one that was sent, and nothing of it was used",
            "Sign in again, and open no older address.",
        )
    issuer, iss = found.server.issuer, said.get("iss")
    if iss is None and found.server.says_iss:
        because = "The metadata promises iss in every answer, and this one has none."
        yield from say("read the answer", "refused: no iss", because, _VALIDATION)
        raise needed(
            "The answer of the authorization server does not say whose it is.",
            f"iss is missing, though authorization_response_iss_parameter_supported is true at {visible(issuer)}",
            "The authorization server's operator has to send iss, or not to promise it (RFC 9207).",
        )
    if iss is not None and iss != issuer:
        because = f"iss is another issuer than {visible(issuer)}, compared letter by letter."
        yield from say("read the answer", "refused: iss", because, _VALIDATION)
        raise needed(
            "The answer comes from another authorization server.",
            f"iss is not {visible(issuer)}, letter by letter; nothing of the answer was used or is shown",
            "It may be an attack, or the operator has to correct iss (RFC 9207).",
        )
    if iss is None:
        yield from say("check iss", "none", "None came, and none was promised.", _VALIDATION)
    else:
        yield from say("check iss", "the right one", "It is the issuer that was asked.", _VALIDATION)
    if "error" in said or not said.get("code"):
        yield from say(
            "read the answer", "refused", "The authorization server gave no code.", "RFC 6749#section-4.1.2.1"
        )
        raise needed(
            "The authorization server did not allow it.",
            f"It sent the browser back{said_error(said) or ' without a code'}",
            _REMEDIES.get(said.get("error", ""), _OTHERWISE),
        )
    return said["code"]


def client_credentials(asking: Asking) -> Talk[Tokens]:
    """As ourselves, without a person (`docs/extensions/auth/oauth-client-credentials`)."""
    return (yield from _token(asking, [("grant_type", "client_credentials")]))


def jwt_bearer(asking: Asking, assertion: str) -> Talk[Tokens]:
    """By a JWT that another has signed (`RFC 7523#section-2.1`): of a workload, or of an identity provider."""
    return (yield from _token(asking, [("grant_type", _JWT_BEARER), ("assertion", assertion)]))


def refresh(asking: Asking, before: Tokens) -> Talk[Tokens]:
    """By the refresh token that came with the last one; the old one is kept where no new one comes."""
    fields = [("grant_type", "refresh_token"), ("refresh_token", before.refresh)]
    tokens = yield from _token(asking, fields)
    return tokens if tokens.refresh else replace(tokens, refresh=before.refresh)


def _token(asking: Asking, fields: Sequence[tuple[str, str]]) -> Talk[Tokens]:
    grant = dict(fields)["grant_type"].rpartition(":")[2]
    answer = yield from _answer(asking, fields, grant)
    other = _in_the_form(asking, answer)
    if other is not None:
        because = (
            "The client was given, so how it is registered there is not known, and the secret by Basic is refused."
        )
        yield from say("prove who we are", "with the secret in the form", because, "RFC 6749#section-2.3.1")
        asking.client = other
        answer = yield from _answer(asking, fields, grant)
    return (yield from _read(asking, grant, answer))


def _in_the_form(asking: Asking, answer: Answer) -> Client | None:
    """The client as it may be registered, where its secret by Basic was not taken; None where that is no way."""
    client, methods = asking.client, asking.found.server.auth_methods
    refused = answer.status in (400, 401) and (answer.document or {}).get("error") == "invalid_client"
    may = client.source == "given" and client.method == "client_secret_basic"
    if refused and may and (methods is None or "client_secret_post" in methods):
        return replace(client, method="client_secret_post")
    return None


def _answer(asking: Asking, fields: Sequence[tuple[str, str]], grant: str) -> Talk[Answer]:
    server, prover = asking.found.server, asking.prover
    proof, headers = proven(asking.client, server, asking.wish, asking.means)
    # A code has its scopes already, and a refresh token all that were granted with it.
    own = grant not in ("authorization_code", "refresh_token")
    scope = [("scope", " ".join(asking.scopes))] if asking.scopes and own else []
    whole = [*fields, *scope, ("resource", asking.found.resource), *proof]
    for name, what in (("assertion", "assertion"), ("client_assertion", "client assertion")):
        if text := dict(whole).get(name):
            yield from shown(what, text, asking.means)
    answer = Answer()
    for again in (False, True):
        bound = (("DPoP", prover.proof("POST", server.token_endpoint)),) if prover is not None else ()
        answer = yield form(f"token ({grant})", server.token_endpoint, whole, (*headers, *bound))
        nonce = answer.header("dpop-nonce")
        if prover is None or not nonce:
            break
        prover.heard(server.token_endpoint, nonce)
        if again or (answer.document or {}).get("error") != "use_dpop_nonce":
            break
        yield from say(
            "prove possession", "with the nonce", "The token endpoint wants its nonce.", "RFC 9449#section-8"
        )
    return answer


def shown(what: str, text: str, means: Means, *, of_person: bool = False) -> Talk[None]:
    """Record what a JWT says that is about to go out; `of_person`: it tells of a person."""
    decoded = jwt_said(what, text, means.now(), of_person=of_person)
    verdict = "a JWT" if "claims" in decoded else "no JWT"
    because = "It goes with the request for a token; its claims are recorded, itself and its signature are not."
    yield from say(f"show the {what}", verdict, because, "RFC 7523#section-3", data={"decoded": decoded})


def _read(asking: Asking, grant: str, answer: Answer) -> Talk[Tokens]:
    said: dict[str, Any] = answer.document or {}
    access, kind = said.get("access_token"), said.get("token_type")
    action = f"POST {visible(asking.found.server.token_endpoint)}"
    if answer.status != 200 or not isinstance(access, str) or not access:
        error = said.get("error")
        yield from say(
            action, "no token", f"The {grant} grant came to none.", "RFC 6749#section-5.2", outcome=answer.outcome
        )
        raise needed(
            f"The token endpoint gave no token ({grant}).",
            f"{visible(asking.found.server.token_endpoint)} answered {answer.outcome}{said_error(said)}",
            _REMEDIES.get(error if isinstance(error, str) else "", _OTHERWISE if error else _LOG),
        )
    bound = isinstance(kind, str) and kind.lower() == "dpop"
    if not bound and not (isinstance(kind, str) and kind.lower() == "bearer"):
        because = "token_type is neither Bearer nor DPoP."
        yield from say(action, "refused", because, "RFC 6749#section-7.1", outcome=answer.outcome)
        raise needed(
            "The token is of a kind that is not known.",
            f"token_type is {'missing' if kind is None else visible(str(kind))[:60]}: MCP has Bearer (and DPoP) alone",
            "The authorization server's operator has to set token_type to Bearer.",
        )
    if not sendable(access):
        yield from say(action, "refused", "No header can carry it.", "RFC 6750#section-2.1", outcome=answer.outcome)
        raise needed(
            "The token cannot be sent.",
            "access_token has blanks, control characters or others that are not ASCII, and no header can carry it",
            "The authorization server's operator has to issue tokens as RFC 6750 has them (section 2.1).",
        )
    lives = seconds(said.get("expires_in"))
    granted = said.get("scope")
    tokens = Tokens(
        access,
        asking.found.server.issuer,
        asking.found.resource,
        asking.client.id,
        "DPoP" if bound else "Bearer",
        said["refresh_token"] if isinstance(said.get("refresh_token"), str) else "",
        # A life that is over before it is begun says nothing: such a token is sent until it is refused.
        None if lives is None or lives <= EARLY else asking.means.now() + lives,
        asking.scopes,
        tuple(granted.split()) if isinstance(granted, str) else None,
    )
    because = f"It is a {tokens.kind} token" + ("." if lives is None else f" for {lives:g} s.")
    if asking.prover is not None and not bound:
        because += " It was to be bound to our key (DPoP), and is not."
    if granted is not None:
        because += f" Granted: {quoted(' '.join(tokens.granted or ())) or 'no scope'}."
    decoded = token_said(tokens, asking.means.now())
    clause = f"{SPEC}#access-token-usage"
    yield from say(action, "a token", because, clause, outcome=answer.outcome, data={"decoded": decoded})
    return tokens
