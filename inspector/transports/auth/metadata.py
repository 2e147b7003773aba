"""What a server and its authorization server publish of themselves, and where (`RFC 9728`, `RFC 8414`)."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any, Literal
from urllib.parse import urlsplit, urlunsplit

from inspector.wire.json import Json

Kind = Literal["oauth", "openid", "origin", "defaults"]
"""How the metadata of an authorization server was found: by RFC 8414, by OpenID Connect, at the origin of the server as
2025-03-26 has it, or not at all, so that its default endpoints are taken."""


@dataclass(frozen=True, slots=True)
class Resource:
    """Protected resource metadata (`RFC 9728#section-2`). `scopes` is None where it says nothing of them."""

    url: str
    resource: str
    servers: tuple[str, ...] = ()
    scopes: tuple[str, ...] | None = None
    document: Mapping[str, Json] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Server:
    """Authorization server metadata (`RFC 8414#section-2`). What it does not say is None, or an empty text."""

    issuer: str
    kind: Kind = "oauth"
    url: str = ""
    authorization_endpoint: str = ""
    token_endpoint: str = ""
    registration_endpoint: str = ""
    revocation_endpoint: str = ""
    code_challenge_methods: tuple[str, ...] | None = None
    auth_methods: tuple[str, ...] | None = None
    signing_algorithms: tuple[str, ...] | None = None
    dpop_algorithms: tuple[str, ...] | None = None
    scopes: tuple[str, ...] | None = None
    grants: tuple[str, ...] | None = None
    takes_documents: bool = False
    says_iss: bool = False
    document: Mapping[str, Json] = field(default_factory=dict)

    @property
    def endpoints(self) -> Mapping[str, str]:
        """The endpoints that tokens and secrets are sent to, or taken from, by the names that the metadata has."""
        return {
            "authorization_endpoint": self.authorization_endpoint,
            "token_endpoint": self.token_endpoint,
            "registration_endpoint": self.registration_endpoint,
        }


def resource_of(url: str, document: Mapping[str, Any]) -> Resource:
    """Read protected resource metadata that was found at `url`; members of another type count as absent."""
    return Resource(
        url,
        _text(document, "resource"),
        _texts(document, "authorization_servers") or (),
        _texts(document, "scopes_supported"),
        document,
    )


def server_of(url: str, kind: Kind, document: Mapping[str, Any]) -> Server:
    """Read authorization server metadata that was found at `url`."""
    return Server(
        issuer=_text(document, "issuer"),
        kind=kind,
        url=url,
        authorization_endpoint=_text(document, "authorization_endpoint"),
        token_endpoint=_text(document, "token_endpoint"),
        registration_endpoint=_text(document, "registration_endpoint"),
        revocation_endpoint=_text(document, "revocation_endpoint"),
        code_challenge_methods=_texts(document, "code_challenge_methods_supported"),
        auth_methods=_texts(document, "token_endpoint_auth_methods_supported"),
        signing_algorithms=_texts(document, "token_endpoint_auth_signing_alg_values_supported"),
        dpop_algorithms=_texts(document, "dpop_signing_alg_values_supported"),
        scopes=_texts(document, "scopes_supported"),
        grants=_texts(document, "grant_types_supported"),
        takes_documents=document.get("client_id_metadata_document_supported") is True,
        says_iss=document.get("authorization_response_iss_parameter_supported") is True,
        document=document,
    )


def defaults_at(origin: str) -> Server:
    """The endpoints of a server without metadata (`2025-03-26 basic/authorization#fallbacks-for-servers-without-…`)."""
    return Server(origin, "defaults", "", f"{origin}/authorize", f"{origin}/token", f"{origin}/register")


def origin(url: str) -> str:
    """Scheme, host and port of a URL, as they were written."""
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def inserted(url: str, suffix: str) -> str:
    """The well-known URL for `url`, its path behind the suffix (`RFC 8414#section-3.1`, `RFC 9728#section-3.1`)."""
    parts = urlsplit(url)
    netloc, path = parts.netloc.rpartition("@")[2], parts.path.rstrip("/")
    return urlunsplit((parts.scheme, netloc, f"/.well-known/{suffix}{path}", parts.query, ""))


def resource_places(server_url: str) -> tuple[str, ...]:
    """Where protected resource metadata may be, in the order of
    `2026-07-28 basic/authorization/authorization-server-discovery#protected-resource-metadata-discovery-requirements`.
    """
    name = "oauth-protected-resource"
    return tuple(dict.fromkeys((inserted(server_url, name), f"{origin(server_url)}/.well-known/{name}")))


def server_places(issuer: str) -> tuple[tuple[str, Kind], ...]:
    """Where the metadata of an issuer may be, in the order of
    `2026-07-28 basic/authorization/authorization-server-discovery#authorization-server-metadata-discovery`.
    """
    oauth, openid = "oauth-authorization-server", "openid-configuration"
    places: list[tuple[str, Kind]] = [(inserted(issuer, oauth), "oauth"), (inserted(issuer, openid), "openid")]
    if urlsplit(issuer).path.strip("/"):
        places.append((f"{issuer.rstrip('/')}/.well-known/{openid}", "openid"))
    return tuple(places)


def covers(resource: str, server_url: str) -> bool:
    """Whether a resource identifier is that of the server: the same origin, and its path or one above it.

    RFC 9728 wants it identical to the URL that the metadata was asked for; what is found at the root names the root.
    """
    try:
        one, other = urlsplit(resource), urlsplit(server_url)
        same = _origin_of(resource) == _origin_of(server_url)
    except ValueError:
        return False
    above, path = one.path.rstrip("/"), other.path.rstrip("/")
    inside = path == above or path.startswith(f"{above}/")
    return same and inside and not one.fragment and (not one.query or one.query == other.query)


def _origin_of(url: str) -> tuple[str, str | None, int | None]:
    parts = urlsplit(url)
    port = parts.port or {"https": 443, "http": 80}.get(parts.scheme)
    return parts.scheme, parts.hostname, port


def canonical(server_url: str) -> str:
    """The URI of a server as a resource (`2026-07-28 basic/authorization#canonical-server-uri`): no fragment, no user,
    scheme and host in lower case, no slash at the end of an empty path."""
    parts = urlsplit(server_url)
    path = "" if parts.path == "/" else parts.path
    return urlunsplit((parts.scheme.lower(), parts.netloc.rpartition("@")[2].lower(), path, parts.query, ""))


def _text(document: Mapping[str, Any], name: str) -> str:
    value = document.get(name)
    return value if isinstance(value, str) else ""


def _texts(document: Mapping[str, Any], name: str) -> tuple[str, ...] | None:
    value = document.get(name)
    return tuple(one for one in value if isinstance(one, str)) if isinstance(value, list) else None
