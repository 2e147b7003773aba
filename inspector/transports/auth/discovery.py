"""From a refusal to the authorization server: whose it is, and what it can do.

    the challenge names protected resource metadata, or it is looked for at two places      RFC 9728
    that names the authorization servers; their metadata is looked for at two or three      RFC 8414, OpenID Connect
    without any of it: metadata at the origin of the server, else its default endpoints     2025-03-26

What does not identify itself as it should is not used: the resource must be the server's, the issuer the one asked for.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from inspector.transports.auth.addresses import Place, fault_of
from inspector.transports.auth.challenge import Challenge
from inspector.transports.auth.metadata import (
    Kind,
    Resource,
    Server,
    canonical,
    covers,
    defaults_at,
    origin,
    resource_of,
    resource_places,
    server_of,
    server_places,
)
from inspector.transports.auth.steps import SPEC, Answer, Fetch, Talk, needed, say
from inspector.wire.json import dumps
from inspector.wire.text import visible

_DISCOVERY: Final = f"{SPEC}/authorization-server-discovery"
_PRM: Final = f"{_DISCOVERY}#protected-resource-metadata-discovery-requirements"
_METADATA: Final = f"{_DISCOVERY}#authorization-server-metadata-discovery"
_LOCATION: Final = f"{_DISCOVERY}#authorization-server-location"
_LEGACY: Final = "2025-03-26 basic/authorization#server-metadata-discovery"
_FALLBACK: Final = "2025-03-26 basic/authorization#fallbacks-for-servers-without-metadata-discovery"

_ISSUERS: Final = 4
"""How many of the authorization servers that are named are asked, one after the other."""


@dataclass(frozen=True, slots=True)
class Found:
    """What a token is to be asked for (`resource`, as it was published), and of whom. `metadata` is None where the
    server publishes nothing of itself; `tried` are then the places with what came from there, safe to show."""

    resource: str
    server: Server
    metadata: Resource | None = None
    tried: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Where:
    """The server: its URL, where it is, and the version that is told while metadata is asked for, if any."""

    url: str
    place: Place = "public"
    version: str = ""


def discover(where: Where, challenge: Challenge, known: Sequence[str] = ()) -> Talk[Found]:
    """Find the authorization server. `known` are issuers that we have credentials of: they are preferred where several
    are named. Raises AuthorizationNeeded."""
    tried: list[str] = []
    metadata = yield from _resource(where, challenge, tried)
    if metadata is None:
        return (yield from _legacy(where, tried))
    if not metadata.servers:
        because = "The metadata of the resource has no authorization_servers with a URL in it."
        yield from say("choose an authorization server", "none is named", because, _LOCATION)
        raise needed(
            "The server's metadata names no authorization server.",
            f"{visible(metadata.url)} has no authorization_servers with a URL in it",
            "The server's operator has to add authorization_servers to its protected resource metadata (RFC 9728).",
        )
    issuers = sorted(metadata.servers, key=lambda issuer: issuer not in known)
    verdict = f"ask {visible(issuers[0])[:200]}"
    because = "It is the only one that is named." if len(issuers) == 1 else "It is known already, or named first."
    yield from say("choose an authorization server", verdict, because, _LOCATION)
    came: list[str] = []
    answers: list[Answer] = []
    for issuer in issuers[:_ISSUERS]:
        server = yield from _server(where, issuer, came, answers)
        if server is not None:
            return Found(metadata.resource, server, metadata)
    if unreached(answers):
        raise needed(
            "The authorization server cannot be reached.",
            f"The MCP server names {visible(issuers[0])[:200]}: {'; '.join(came)}",
            "Start it, or see whether this machine can reach it; if the address is wrong, the server's operator has to "
            "correct authorization_servers.",
        )
    raise needed(
        "The authorization server has no metadata.",
        f"It was looked for where {visible(issuers[0])[:200]} has to have it: {'; '.join(came)}",
        "The operator of the authorization server has to publish its metadata (RFC 8414 or OpenID Connect Discovery); "
        "check authorization_servers in the metadata of the MCP server too.",
    )


def by_slash(one: str, other: str) -> bool:
    """Whether two URLs that differ do so by the slash at the end alone, which a person overlooks."""
    return one.rstrip("/") == other.rstrip("/")


def unreached(answers: Sequence[Answer]) -> bool:
    """Whether nobody answered at all, wherever it was asked: then nothing is known of what is published there."""
    return bool(answers) and all(answer.status is None for answer in answers)


def _get(what: str, url: str, where: Where) -> Fetch:
    version = (("MCP-Protocol-Version", where.version),) if where.version else ()
    return Fetch(what, "GET", url, (("Accept", "application/json"), *version))


def _resource(where: Where, challenge: Challenge, tried: list[str]) -> Talk[Resource | None]:
    named = challenge.get("resource_metadata")
    if named:
        found = yield from _named_resource(where, named, tried)
        if found is not None:
            return found
    for url in resource_places(where.url):
        if url == named:
            continue
        answer: Answer = yield _get("protected resource metadata", url, where)
        tried.append(f"{visible(url)}: {answer.outcome}")
        found = yield from _read_resource(where, url, answer, "it is not at this place")
        if found is not None:
            return found
    return None


def _named_resource(where: Where, url: str, tried: list[str]) -> Talk[Resource | None]:
    fault = fault_of(url, where.place)
    if fault:
        yield from say(f"GET {visible(url)[:200]}", "refused", f"The challenge names it, and {fault}.", _PRM)
        raise needed(
            "The challenge names an address that is not asked.",
            f"resource_metadata in WWW-Authenticate is refused: {fault}",
            "The server's operator has to name an https URL of the server there.",
        )
    answer: Answer = yield _get("protected resource metadata", url, where)
    tried.append(f"resource_metadata {visible(url)}: {answer.outcome}")
    return (yield from _read_resource(where, url, answer, "the well-known places are tried"))


def _read_resource(where: Where, url: str, answer: Answer, otherwise: str) -> Talk[Resource | None]:
    action, document = f"GET {visible(url)}", answer.document
    if answer.status != 200 or document is None:
        because = f"No JSON object came, so {otherwise}."
        yield from say(action, "not found", because, _PRM, outcome=answer.outcome)
        return None
    metadata = resource_of(url, document)
    if not covers(metadata.resource, where.url):
        said = dumps(document.get("resource"))
        because = f"resource is {visible(said)[:200]}, which does not identify {visible(where.url)}."
        yield from say(action, "refused", because, "RFC 9728#section-3.3", outcome=answer.outcome)
        raise needed(
            "The server's metadata is of another resource.",
            f"{visible(url)} says that resource is {visible(said)[:200]}, and the server is {visible(where.url)}: a "
            "token for the one must not be sent to the other",
            "The server's operator has to set resource to the server's own URL; or connect with the URL that it names.",
        )
    because = "Its resource is the server, or a path above it."
    yield from say(action, "found", because, _PRM, outcome=answer.outcome, data={"resource": metadata.resource})
    return metadata


def _server(where: Where, issuer: str, came: list[str], answers: list[Answer]) -> Talk[Server | None]:
    fault = fault_of(issuer, where.place)
    if fault:
        yield from say(f"ask {visible(issuer)[:200]}", "refused", f"The server names it, and {fault}.", _METADATA)
        raise needed(
            "The authorization server is at an address that is not asked.",
            f"authorization_servers names it, and {fault}",
            "The server's operator has to name an https URL there.",
        )
    for url, kind in server_places(issuer):
        answer: Answer = yield _get("authorization server metadata", url, where)
        came.append(f"{visible(url)}: {answer.outcome}")
        answers.append(answer)
        server = yield from _read_server(url, kind, answer, (issuer,))
        if server is not None:
            return (yield from _checked(where, server))
    return None


def _read_server(url: str, kind: Kind, answer: Answer, issuers: tuple[str, ...]) -> Talk[Server | None]:
    action, document = f"GET {visible(url)}", answer.document
    if answer.status != 200 or document is None:
        because = "No JSON object came, so the next place is tried."
        yield from say(action, "not found", because, _METADATA, outcome=answer.outcome)
        return None
    server = server_of(url, kind, document)
    if server.issuer not in issuers:
        said = visible(dumps(document.get("issuer")))[:200]
        because = f"issuer is {said}, and {visible(issuers[0])} was asked for: it may be another's."
        yield from say(action, "refused", because, "RFC 8414#section-3.3", outcome=answer.outcome)
        raise needed(
            "The authorization server's metadata is of another issuer.",
            f"{visible(url)} says that issuer is {said}, and {visible(issuers[0])} was asked for; "
            + ("only the slash at the end differs, but they" if by_slash(server.issuer, issuers[0]) else "they")
            + " must be identical (RFC 8414, section 3.3)",
            "Its operator has to make issuer and the entry in authorization_servers the same, character by character.",
        )
    yield from say(action, "found", "Its issuer is the one that was asked for.", _METADATA, outcome=answer.outcome)
    return server


def _checked(where: Where, server: Server) -> Talk[Server]:
    """The endpoints, judged before any of them is used."""
    for name, url in server.endpoints.items():
        fault = fault_of(url, where.place) if url else ""
        if fault:
            yield from say(
                f"use {name}", "refused", f"{fault}.", f"{SPEC}/security-considerations#communication-security"
            )
            raise needed(
                f"The {name} of the authorization server is not used.",
                f"{visible(server.url)} names it, and {fault}",
                "Its operator has to name an https URL there.",
            )
    if not server.token_endpoint:
        because = "The metadata has none, and no token can come without it."
        yield from say("use token_endpoint", "refused", because, "RFC 8414#section-2")
        raise needed(
            "The authorization server names no token endpoint.",
            f"{visible(server.url)} has no token_endpoint",
            "Its operator has to complete the metadata (RFC 8414, section 2).",
        )
    return server


def _legacy(where: Where, tried: list[str]) -> Talk[Found]:
    """As 2025-03-26 has it: the server is its own authorization server, at its origin."""
    base = origin(where.url)
    url, kind = server_places(base)[0]
    because = "No protected resource metadata is found, so the server may be one of 2025-03-26."
    yield from say("find the authorization server", "ask the origin", because, _LEGACY)
    answer: Answer = yield _get("authorization server metadata", url, where)
    tried.append(f"{visible(url)}: {answer.outcome}")
    server = yield from _read_server(url, "origin" if kind == "oauth" else kind, answer, (base, f"{base}/"))
    resource = canonical(where.url)
    if server is not None:
        return Found(resource, (yield from _checked(where, server)), tried=tuple(tried))
    because = "There is no metadata at the origin either; its default endpoints are what is left."
    yield from say("find the authorization server", "default endpoints", because, _FALLBACK)
    return Found(resource, defaults_at(base), tried=tuple(tried))
