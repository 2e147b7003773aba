"""What is declared because of the way in which a token is got: the extension of that way, and of no other."""

from typing import Any

import pytest

from inspector.client import CAPABILITIES
from inspector.client.authorizing import declared_at
from inspector.config.sign_in import SignIn
from inspector.config.target import HttpTarget, StdioTarget
from inspector.transports.auth.wish import Wish

URL = "https://mcp.example/mcp"
AS_ITSELF = "io.modelcontextprotocol/oauth-client-credentials"
ENTERPRISE = "io.modelcontextprotocol/enterprise-managed-authorization"
OWN = SignIn(grant="client-credentials", client_id="C", client_secret="S")


@pytest.mark.parametrize(
    ("target", "wish", "expected"),
    [
        (HttpTarget(URL), Wish("client_credentials"), {AS_ITSELF}),
        (HttpTarget(URL), Wish("enterprise"), {ENTERPRISE}),
        (HttpTarget(URL), Wish("jwt_bearer"), set()),
        (HttpTarget(URL), Wish(), set()),
        (HttpTarget(URL), None, set()),
        (HttpTarget(URL, sign_in=OWN), Wish(), {AS_ITSELF}),
        (HttpTarget(URL, headers=(("Authorization", "Bearer x"),)), Wish("client_credentials"), set()),
        (StdioTarget(("server",)), Wish("client_credentials"), set()),
    ],
)
def test_an_extension_of_authorization_is_declared_by_who_uses_it_alone(
    target: Any, wish: Wish | None, expected: set[str]
) -> None:
    usual: Any = CAPABILITIES["extensions"]
    for before in (CAPABILITIES, {**CAPABILITIES, "extensions": {**usual, AS_ITSELF: {}, ENTERPRISE: {}}}):
        declared: Any = declared_at(target, before, wish)
        assert declared["extensions"].keys() - usual.keys() == expected
        assert usual.keys() <= declared["extensions"].keys() and declared["roots"] == CAPABILITIES["roots"]
