"""A protected server's whole set-up, looked at without signing in: every place is asked, and every fault is told.

Where a flow takes the first thing that works and stops at the first that does not, this goes on.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, Literal

from inspector.transports.auth.addresses import fault_of
from inspector.transports.auth.challenge import Challenge, challenges, oauth_challenge
from inspector.transports.auth.discovery import Where, by_slash, unreached
from inspector.transports.auth.metadata import (
    Resource,
    Server,
    covers,
    origin,
    resource_of,
    resource_places,
    server_of,
    server_places,
)
from inspector.transports.auth.steps import SPEC, Answer, Fetch, Talk
from inspector.wire.jsonrpc import request
from inspector.wire.text import visible

Level = Literal["good", "note", "warning", "error"]

_SECRETS: Final = ("client_secret_basic", "client_secret_post")
_SERVERS: Final = 3
_DISCOVERY: Final = f"{SPEC}/authorization-server-discovery"
_PLACES: Final = f"{_DISCOVERY}#protected-resource-metadata-discovery-requirements"
_LOCATION: Final = f"{_DISCOVERY}#authorization-server-location"
_METADATA: Final = f"{_DISCOVERY}#authorization-server-metadata-discovery"
_SAFE: Final = f"{SPEC}/security-considerations#communication-security"
_PKCE: Final = f"{SPEC}/security-considerations#authorization-code-protection"
_CLIENTS: Final = f"{SPEC}/client-registration"


@dataclass(frozen=True, slots=True)
class Check:
    """What was looked at and how it is; `remedy` says who has to do what. All texts are safe to show."""

    level: Level
    said: str
    remedy: str = ""
    clause: str = ""


def examine(where: Where) -> Talk[list[Check]]:
    """Look at everything, from the refusal to the endpoints. Nothing is raised."""
    params = {"protocolVersion": "2025-11-25", "capabilities": {}, "clientInfo": {"name": "inspector", "version": "0"}}
    headers = (("Accept", "application/json, text/event-stream"), ("Content-Type", "application/json"))
    answer: Answer = yield Fetch("initialize", "POST", where.url, headers, request(1, "initialize", params))
    stream = False
    if answer.status in (400, 404, 405):
        opening: Answer = yield Fetch("event stream", "GET", where.url, (("Accept", "text/event-stream"),))
        stream = opening.status == 401
        answer = opening if stream else answer
    checks = list(_refusal(answer, stream=stream))
    if answer.status is None:
        return checks
    challenge = oauth_challenge(answer.headers)
    resources = yield from _resources(where, challenge, checks)
    issuers = list(dict.fromkeys(issuer for resource in resources for issuer in resource.servers))
    for issuer in issuers[:_SERVERS]:
        fault = fault_of(issuer, where.place)
        if fault:
            remedy = "Name an https URL in authorization_servers."
            checks.append(Check("error", f"The authorization server is not asked: {fault}.", remedy, _SAFE))
        else:
            yield from _server(where, issuer, checks)
    if not resources:
        base = origin(where.url)
        found = yield from _server(where, base, checks, legacy=True)
        if found:
            said = "The server is its own authorization server, as in 2025-03-26: newer clients want resource metadata."
            checks.append(Check("warning", said, "Publish protected resource metadata (RFC 9728).", _LOCATION))
    return checks


def _refusal(answer: Answer, *, stream: bool) -> Iterator[Check]:
    if answer.status is None:
        yield Check("error", f"The server does not answer: {visible(answer.failure)}.", "Check the address.")
        return
    if answer.status != 401:
        said = f"initialize without a token is answered with HTTP {answer.status}, not with 401."
        level, remedy = _unchallenged(answer.status)
        yield Check(level, said, remedy, f"{SPEC}#error-handling")
        return
    said = "Without a token the server answers 401."
    if stream:
        said = "Without a token the server answers 401, to the GET of HTTP+SSE; it takes no POST at this address."
    yield Check("good", said, clause=f"{SPEC}#error-handling")
    challenge = oauth_challenge(answer.headers)
    others = ", ".join(visible(one.scheme) for one in challenges(answer.headers))
    if not challenge.scheme:
        said = f"The 401 wants {others}, not Bearer." if others else "The 401 has no WWW-Authenticate."
        yield Check("error", said, "Send WWW-Authenticate: Bearer with resource_metadata.", "RFC 6750#section-3")
    elif not challenge.get("resource_metadata"):
        said = "WWW-Authenticate has no resource_metadata; clients have to guess the place."
        yield Check("warning", said, "Name the URL of the metadata there.", _PLACES)
    else:
        said = f"WWW-Authenticate names {visible(challenge.get('resource_metadata'))[:300]}."
        yield Check("good", said, clause=_PLACES)
    if challenge.scheme and not challenge.scopes:
        said = "WWW-Authenticate names no scope; clients ask for all that scopes_supported lists."
        yield Check("note", said, "Name the scopes that are needed.", f"{SPEC}#scope-selection-strategy")


def _unchallenged(status: int) -> tuple[Level, str]:
    """How bad another answer than 401 is to a request without a token, and what to do."""
    if status < 300:
        return "note", "Nothing is wrong if only some requests want a token."
    if status < 400:
        return (
            "error",
            "Answer 401 in place of a redirect; or connect with the address that it leads to, if MCP is there.",
        )
    if status == 403:
        return "error", "If a token would help, answer 401 with WWW-Authenticate: no client asks for one after this."
    if status in (404, 405, 410):
        return "error", "Check the path of the address: MCP is often at /mcp, HTTP+SSE at /sse."
    return "warning", "It is no question of authorization: " + (
        "the server's log says why it fails." if status >= 500 else "`inspector probe` tells more."
    )


def _resources(where: Where, challenge: Challenge, checks: list[Check]) -> Talk[list[Resource]]:
    """The metadata of the resource, of the first place that has any that can be used, else of all places; what is wrong
    with each is told."""
    named = challenge.get("resource_metadata")
    found: list[Resource] = []
    for url in dict.fromkeys(filter(None, (named, *resource_places(where.url)))):
        fault = fault_of(url, where.place)
        if fault:
            remedy = "Name an https URL of the server."
            checks.append(Check("error", f"resource_metadata is not asked for: {fault}.", remedy, _SAFE))
            continue
        answer: Answer = yield Fetch("protected resource metadata", "GET", url, (("Accept", "application/json"),))
        document = answer.document
        if answer.status != 200 or document is None:
            level: Level = "error" if url == named else "note"
            said = f"No metadata at {visible(url)}: {answer.outcome}."
            checks.append(Check(level, said, "Serve the JSON document there." if url == named else "", _PLACES))
            continue
        resource = resource_of(url, document)
        if any((one.resource, one.servers) == (resource.resource, resource.servers) for one in found):
            continue
        checks.extend(_about(resource, where))
        found.append(resource)
    if not found:
        remedy = f"Serve it at {visible(resource_places(where.url)[0])}, and name it in WWW-Authenticate."
        checks.append(Check("error", "The server has no protected resource metadata.", remedy, _LOCATION))
    return [one for one in found if covers(one.resource, where.url)][:1] or found


def _about(resource: Resource, where: Where) -> Iterator[Check]:
    place = visible(resource.url)
    if not covers(resource.resource, where.url):
        said = f"{place} is of another resource: {visible(resource.resource)[:200] or 'none is named'}."
        remedy = f"Set resource to {visible(where.url)}"
        if resource.resource.startswith(("https://", "http://")):
            remedy += f"; or connect with {visible(resource.resource)[:200]}"
        yield Check("error", said, f"{remedy}.", "RFC 9728#section-3.3")
    elif not resource.servers:
        yield Check("error", f"{place} names no authorization server.", "Add authorization_servers.", _LOCATION)
    else:
        servers = ", ".join(visible(one)[:200] for one in resource.servers)
        yield Check("good", f"{place} names {servers}.", clause=_LOCATION)
    if "offline_access" in (resource.scopes or ()):
        said = f"{place} lists offline_access, which is no scope of a resource."
        yield Check("warning", said, "Take it out of scopes_supported.", f"{SPEC}#refresh-tokens")


def _server(where: Where, issuer: str, checks: list[Check], *, legacy: bool = False) -> Talk[bool]:
    """Look at the metadata of one issuer; whether it has any that can be used."""
    tried: list[str] = []
    answers: list[Answer] = []
    for url, kind in server_places(issuer)[: 1 if legacy else None]:
        answer: Answer = yield Fetch("authorization server metadata", "GET", url, (("Accept", "application/json"),))
        document = answer.document
        if answer.status != 200 or document is None:
            tried.append(f"{visible(url)}: {answer.outcome}")
            answers.append(answer)
            continue
        server = server_of(url, kind, document)
        if server.issuer not in ((issuer, f"{issuer}/") if legacy else (issuer,)):
            slash = ", by the slash at the end" if by_slash(server.issuer, issuer) else ""
            said = f"{visible(url)} is of another issuer{slash}: {visible(server.issuer)[:200] or 'none is named'}."
            remedy = f"Make issuer and {visible(issuer)} in authorization_servers the same, letter by letter."
            checks.append(Check("error", said, remedy, "RFC 8414#section-3.3"))
            return False
        checks.append(Check("good", f"{visible(url)} is the metadata of {visible(issuer)}.", clause=_METADATA))
        checks.extend(_endpoints(server, where))
        checks.extend(_abilities(server))
        return True
    if unreached(answers) and not legacy:
        said = f"{visible(issuer)[:200]} cannot be reached: {'; '.join(tried)}."
        checks.append(Check("error", said, "Start it, or correct authorization_servers.", _METADATA))
    elif not legacy:
        said = f"{visible(issuer)[:200]} has no metadata: {'; '.join(tried)}."
        checks.append(Check("error", said, "Publish it at one of these places (RFC 8414).", _METADATA))
    return False


def _endpoints(server: Server, where: Where) -> Iterator[Check]:
    for name, url in {**server.endpoints, "revocation_endpoint": server.revocation_endpoint}.items():
        fault = fault_of(url, where.place) if url else ""
        if fault:
            yield Check("error", f"{name} is not used: {fault}.", "Name an https URL.", _SAFE)
        elif not url and name == "revocation_endpoint":
            said = "There is no revocation_endpoint: a token that is given up holds until it expires."
            yield Check("note", said, clause="RFC 7009#section-2")
        elif not url and name != "registration_endpoint":
            yield Check("error", f"There is no {name}.", "Add it to the metadata.", "RFC 8414#section-2")


def _abilities(server: Server) -> Iterator[Check]:
    methods = server.code_challenge_methods
    if methods is None or "S256" not in methods:
        how = "is missing" if methods is None else "does not list S256"
        said = f"code_challenge_methods_supported {how}: clients must refuse to go on."
        yield Check("error", said, "Support PKCE with S256, and list it.", _PKCE)
    else:
        yield Check("good", "PKCE with S256 is supported.", clause=_PKCE)
    ways = ["Client ID Metadata Documents"] if server.takes_documents else []
    ways += ["dynamic registration"] if server.registration_endpoint else []
    if ways:
        yield Check(
            "good", f"A client that nobody has registered can connect: by {' or '.join(ways)}.", clause=_CLIENTS
        )
    else:
        said = "Only a client that somebody has registered can connect."
        yield Check("warning", said, "Take Client ID Metadata Documents, or tell people how to register.", _CLIENTS)
    if not server.says_iss:
        said = "Answers to sign-ins are not said to have iss."
        clause = f"{SPEC}#authorization-response-validation"
        yield Check("warning", said, "Send iss, and set authorization_response_iss_parameter_supported.", clause)
    if server.auth_methods is not None and not {"none", *_SECRETS} & {*server.auth_methods}:
        said = "A client that registers itself cannot prove itself here: it has neither a key nor a certificate."
        remedy = "Take client_secret_basic or none too; or register a client with a key, and give it with --client-key."
        yield Check("warning", said, remedy, _CLIENTS)
    proofs = ", ".join(visible(one)[:40] for one in server.auth_methods or ())
    how = f"At the token endpoint, clients prove themselves by {proofs}."
    if server.auth_methods is None:
        how = "token_endpoint_auth_methods_supported is missing, which means client_secret_basic."
    elif "none" in server.auth_methods:
        how = f"At the token endpoint, a client needs no secret (token_endpoint_auth_methods_supported: {proofs})."
    yield Check("note", how, clause="RFC 8414#section-2")
