"""Who authorizes the requests to a target: nobody where a person gave a credential of their own, or it is no URL."""

from typing import TYPE_CHECKING
from urllib.parse import urlsplit

from inspector.client.connector import http_options
from inspector.config.target import HttpTarget, Target
from inspector.transports.auth.wish import Wish

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
    if wish is None or not isinstance(target, HttpTarget) or _own_credential(target):
        return None
    from inspector.transports.auth.authorizer import Authorizer

    return Authorizer(http_options(target, connect_timeout, insecure=insecure), wish, store, person)


def _own_credential(target: HttpTarget) -> bool:
    given = any(name.lower() == "authorization" for name, _ in target.headers)
    return given or "@" in urlsplit(target.url).netloc
