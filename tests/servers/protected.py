"""A protected server that is its own authorization server, as a script: it lets everybody sign in at once.

`/sse` is that of HTTP+SSE, as far as its refusal.
"""

import json
from typing import Any
from urllib.parse import parse_qs, parse_qsl

from tests.servers.http_scripted import Asked, Reply

SECRETS = ("access-T1", "refresh-T1", "code-K1", "client-S1")
"""What nothing that is written or shown may have."""

_RESULTS: dict[str, Any] = {
    "server/discover": {
        "resultType": "complete",
        "supportedVersions": ["2026-07-28"],
        "capabilities": {"tools": {}},
        "ttlMs": 0,
        "cacheScope": "private",
    },
    "tools/list": {
        "resultType": "complete",
        "tools": [{"name": "echo", "description": "access-T1", "inputSchema": {"type": "object"}}],
        "ttlMs": 0,
        "cacheScope": "private",
    },
}


class Protected:
    """`url` is its origin, to be set when it is known; `changes` are laid over its documents, by path.

    `forms` are those that came to its endpoints, `proofs` who proved to be which client, by id and secret;
    `seen` what authorized each request.
    """

    def __init__(self) -> None:
        self.url = ""
        self.changes: dict[str, dict[str, Any]] = {}
        self.forms: list[dict[str, str]] = []
        self.proofs: list[str] = []
        self.seen: list[str | None] = []

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        path, _, query = asked.path.partition("?")
        if path == "/sse" and asked.verb == "POST":
            await reply.whole(405)
        elif path in ("/mcp", "/sse"):
            self.seen.append(asked.header("Authorization"))
            if asked.header("Authorization") == "Bearer access-T1":
                message = json.loads(asked.body)
                answer = {"jsonrpc": "2.0", "id": message["id"], "result": _RESULTS.get(message["method"], {})}
                await reply.whole(200, json.dumps(answer).encode(), "application/json")
            else:
                challenge = f'Bearer resource_metadata="{self.url}/prm"'
                await reply.whole(401, b"no", "text/plain", WWW_Authenticate=challenge)
        elif path == "/authorize":
            given = {name: values[0] for name, values in parse_qs(query).items()}
            back = f"{given['redirect_uri']}?code=code-K1&state={given['state']}&iss={self.url}"
            await reply.whole(302, b"", None, Location=back)
        elif content := self.documents().get(path):
            if asked.header("Content-Type") == "application/x-www-form-urlencoded":
                self.forms.append(dict(parse_qsl(asked.body.decode())))
                self.proofs.append(f"{self.forms[-1].get('client_id')} {self.forms[-1].get('client_secret')}")
            await reply.whole(200, json.dumps({**content, **self.changes.get(path, {})}).encode(), "application/json")
        else:
            await reply.whole(404)

    def documents(self) -> dict[str, Any]:
        """What it publishes and gives out, by path."""
        return {
            "/prm": {"resource": self.url, "authorization_servers": [self.url]},
            "/.well-known/oauth-authorization-server": {
                "issuer": self.url,
                "authorization_endpoint": f"{self.url}/authorize",
                "token_endpoint": f"{self.url}/token",
                "registration_endpoint": f"{self.url}/register",
                "revocation_endpoint": f"{self.url}/revoke",
                "code_challenge_methods_supported": ["S256"],
                "token_endpoint_auth_methods_supported": ["client_secret_post"],
                "authorization_response_iss_parameter_supported": True,
            },
            "/revoke": {"what": "nobody reads"},
            "/register": {"client_id": "C1", "client_secret": "client-S1"},
            "/.well-known/openid-configuration/idp": {
                "issuer": f"{self.url}/idp",
                "token_endpoint": f"{self.url}/idp/t",
            },
            "/idp/t": {
                "access_token": "grant-S1",
                "issued_token_type": "urn:ietf:params:oauth:token-type:id-jag",
                "token_type": "N_A",
            },
            "/token": {"access_token": "access-T1", "token_type": "Bearer", "refresh_token": "refresh-T1"},
        }
