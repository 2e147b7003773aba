"""Who authorizes the requests to a target: nobody where a person gave a credential of their own, or it is no URL."""

from collections.abc import Mapping
from dataclasses import replace
from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from inspector.client.capabilities import with_grant
from inspector.client.connector import TargetConnector, http_options
from inspector.client.options import Options
from inspector.config.target import HttpTarget, Target
from inspector.journal import Journal
from inspector.transports.auth.wish import Wish
from inspector.wire.json import Json

if TYPE_CHECKING:
    from inspector.transports.auth.authorizer import Authorizer
    from inspector.transports.auth.person import Person
    from inspector.transports.auth.store import Store


def authorizer_of(
    target: Target,
    wish: Wish | None,
    *,
    store: "Store | None" = None,
    person: "Person | None" = None,
    connect_timeout: float = 30.0,
    insecure: bool = False,
) -> "Authorizer | None":
    """One for `target`. Without a `wish` there is none; `store` is memory unless it is given."""
    wish = wish_for(target, wish)
    if wish is None or not isinstance(target, HttpTarget) or _own_credential(target):
        return None
    from inspector.transports.auth.authorizer import Authorizer

    return Authorizer(http_options(target, connect_timeout, insecure=insecure), wish, store, person)


def connector_of(
    target: Target, options: Options, journal: Journal, *, insecure: bool = False, person: "Person | None" = None
) -> tuple[TargetConnector, "Authorizer | None"]:
    """What makes transports to `target` as the options say, and who authorizes their requests, with what is kept; its
    secrets are confided to the journal of the session.

    The `waits` of the authorizer is to be the client's `wait_outside`, once there is a client.
    """
    store = kept() if options.authorization is not None and isinstance(target, HttpTarget) else None
    timeout = options.connect_timeout
    authorizer = authorizer_of(
        target, options.authorization, store=store, person=person, connect_timeout=timeout, insecure=insecure
    )
    if authorizer is not None:
        authorizer.confide(journal)
    return TargetConnector(target, connect_timeout=timeout, insecure=insecure, authorizer=authorizer), authorizer


def wish_for(target: Target, wish: Wish | None) -> Wish | None:
    """What is wished for at `target`: what was said of this session, and where that names no client or says nothing,
    what the target itself says. None: no token is got."""
    own = target.sign_in if isinstance(target, HttpTarget) else None
    if wish is None or own is None:
        return wish
    scopes, port = wish.scopes or own.scopes, wish.port or own.port
    redirect = wish.redirect or ("" if wish.port else own.redirect)
    if wish.client_id or wish.grant != "authorization_code":
        return replace(wish, scopes=scopes, port=port, redirect=redirect)
    if own.grant == "none":
        return None
    return replace(
        wish,
        grant="client_credentials" if own.grant == "client-credentials" else "authorization_code",
        client_id=own.client_id,
        client_secret=own.client_secret,
        issuer=own.issuer,
        scopes=scopes,
        port=port,
        redirect=redirect,
    )


def declared_at(target: Target, declared: Mapping[str, Json], wish: Wish | None) -> Mapping[str, Json]:
    """What is declared at `target`: with the extension that the way of getting a token there belongs to."""
    here = wish_for(target, wish) if isinstance(target, HttpTarget) and not _own_credential(target) else None
    return with_grant(declared, "authorization_code" if here is None else here.grant)


def wish_elsewhere(wish: Wish | None) -> Wish | None:
    """What is left of a wish for another server: credentials and scopes are of the one that they were given for."""
    return None if wish is None else Wish(dpop=wish.dpop, port=wish.port)


def kept() -> "Store":
    """What is kept between sessions: in the system's keyring if there is one, else in a file."""
    from inspector.config.places import places
    from inspector.transports.auth.store import FileStore
    from inspector.transports.auth.vault import system_vault

    return FileStore(places().credentials_file, system_vault())


def _own_credential(target: HttpTarget) -> bool:
    given = any(name.lower() == "authorization" for name, _ in target.headers)
    return given or "@" in urlsplit(target.url).netloc
