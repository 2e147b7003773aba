"""A protected server, and its authorization server, that repeats every secret it ever saw wherever it can.

Each token, code and secret is made anew, and stands in `secrets` with what was sent to it. Its resource is
`/mcp`; `lies` makes its token endpoint refuse everything, with all of the request in the answer.
"""

import json
from base64 import b64decode, b64encode
from typing import Any
from urllib.parse import parse_qs, parse_qsl, quote, unquote, urlencode

from tests.headless.leaks import noise
from tests.servers.http_scripted import Asked, Reply

SENT = ("code", "code_verifier", "refresh_token", "client_secret", "client_assertion", "assertion", "subject_token")


class TellingAll:
    """`url` is its origin. `method` is how registered clients prove themselves, `bound` whether its tokens are bound to
    a key."""

    def __init__(self) -> None:
        self.url = ""
        self.method = "client_secret_basic"
        self.bound = self.lies = False
        self.secrets: dict[str, str] = {}
        self.tokens: dict[str, str] = {}  # the scopes of those that hold
        self.grants: list[str] = []
        self.proofs: list[str] = []  # good for one request each, so they are not repeated
        self.before = self.gone = 0

    def made(self, name: str) -> str:
        """A new secret."""
        number = len(self.secrets)
        return self.noted(name, f"{name[0]}{noise(30, 7000 + number)}")

    def noted(self, name: str, secret: str) -> str:
        if secret not in self.secrets.values():
            self.secrets[f"{name} {len(self.secrets)}"] = secret
        return secret

    def begin(self) -> None:
        """A session begins, which knows of those before what is kept."""
        self.before = len(self.secrets)

    def forget(self) -> None:
        """Nothing is kept any more."""
        self.gone = len(self.secrets)

    def expire(self) -> None:
        """No token holds any more."""
        self.tokens.clear()

    def words(self) -> str:
        """All that the session knows, as it is and spelled in other ways."""
        kept = {name.split()[0]: one for name, one in list(self.secrets.items())[self.gone :]}
        known = [kept[name] for name in ("access", "refresh_token", "client_secret") if name in kept and not self.bound]
        known += list(self.secrets.values())[self.before :]
        return (
            f"{' '.join(known)} {quote(' '.join(known))} {' '.join(b64encode(one.encode()).decode() for one in known)}"
        )

    async def __call__(self, asked: Asked, reply: Reply) -> None:
        path, _, query = asked.path.partition("?")
        given = dict(parse_qsl(asked.body.decode())) if b"=" in asked.body and path != "/mcp" else {}
        for name in SENT:
            if given.get(name):
                self.noted(name, given[name])
        if asked.header("DPoP"):
            self.proofs.append(str(asked.header("DPoP")))
        if path == "/mcp":
            await self.resource(asked, reply)
        elif path == "/authorize":
            wanted = {name: values[0] for name, values in parse_qs(query).items()}
            self.grants.append(wanted.get("scope", ""))
            said = {"code": self.made("code"), "state": wanted["state"], "iss": self.url}
            await reply.whole(302, b"", None, Location=f"{wanted['redirect_uri']}?{urlencode(said)}")
        elif path in ("/token", "/idp/token"):
            await self.token(asked, given, reply)
        elif path == "/revoke":
            await self.say(reply, {"error": "server_error", "error_description": self.words()}, 500)
        elif path == "/register":
            said = {"client_id": f"C{len(self.secrets)}", "token_endpoint_auth_method": self.method}
            more = ("client_secret", "registration_access_token")
            await self.say(
                reply, {**said, **({name: self.made(name) for name in more} if self.method != "none" else {})}
            )
        elif content := self.documents().get(path):
            await self.say(reply, content)
        else:
            await reply.whole(404)

    async def say(self, reply: Reply, content: Any, status: int = 200, **headers: str) -> None:
        await reply.whole(status, json.dumps(content).encode(), "application/json", **headers)

    async def token(self, asked: Asked, given: dict[str, str], reply: Reply) -> None:
        basic = (asked.header("Authorization") or "").partition(" ")[2]
        if basic:
            self.noted("basic", unquote(b64decode(basic).decode().partition(":")[2]))
        proof = b64decode((asked.header("DPoP") or "..").split(".")[1] + "==", b"-_").decode()
        if self.bound and asked.path == "/token" and '"nonce"' not in proof:
            await self.say(reply, {"error": "use_dpop_nonce"}, 400, DPoP_Nonce="N1")
        elif self.lies:
            said = {"error": "invalid_grant", "error_description": f"{asked.body.decode()} {basic} {self.words()}"}
            await self.say(reply, {**said, "error_uri": f"{self.url}/?{asked.body.decode()}", "echo": given}, 400)
        elif asked.path == "/idp/token":
            kind = "urn:ietf:params:oauth:token-type:id-jag"
            await self.say(reply, {"access_token": self.made("grant"), "issued_token_type": kind, "token_type": "N_A"})
        else:
            access, scope = self.made("access"), given.get("scope") or (self.grants[-1] if self.grants else "")
            self.tokens[access] = scope
            more = {name: self.made(name) for name in ("refresh_token", "id_token")}
            kind = "DPoP" if self.bound else "Bearer"
            await self.say(
                reply, {"access_token": access, "token_type": kind, "expires_in": 3600, "scope": scope, **more}
            )

    async def resource(self, asked: Asked, reply: Reply) -> None:
        kind, _, token = (asked.header("Authorization") or "").partition(" ")
        prm = f'resource_metadata="{self.url}/prm"'
        if token not in self.tokens:
            challenge = (
                f'{kind or "Bearer"} {prm}, error="invalid_token", error_description="{token or "none"} is not known"'
            )
            await reply.whole(401, f"no {token}".encode(), "text/plain", WWW_Authenticate=challenge)
            return
        message = json.loads(asked.body)
        name = message.get("params", {}).get("name")
        if name == "more" and "more" not in self.tokens[token].split():
            challenge = f'{kind} {prm}, error="insufficient_scope", scope="more", error_description="{token} may not"'
            await reply.whole(403, f"no {token}".encode(), "text/plain", WWW_Authenticate=challenge)
        else:
            await self.say(reply, {"jsonrpc": "2.0", "id": message.get("id"), **self.answer(message["method"], name)})

    def answer(self, method: str, name: str | None) -> dict[str, Any]:
        around = {"resultType": "complete", "ttlMs": 0, "cacheScope": "private"}
        if method == "server/discover":
            return {"result": {"supportedVersions": ["2026-07-28"], "capabilities": {"tools": {}}, **around}}
        if method == "tools/list":
            named = [{"name": one, "inputSchema": {"type": "object"}} for one in ("more", "tell", "fail")]
            return {"result": {"tools": named, **around}}
        if name == "fail":
            return {"error": {"code": -32000, "message": self.words(), "data": {"said": self.words()}}}
        return {"result": {"content": [{"type": "text", "text": self.words()}], "resultType": "complete"}}

    def documents(self) -> dict[str, Any]:
        """What it publishes, by path."""
        methods = ["client_secret_basic", "client_secret_post", "private_key_jwt", "none"]
        published = {
            "issuer": self.url,
            "authorization_endpoint": f"{self.url}/authorize",
            "token_endpoint": f"{self.url}/token",
            "registration_endpoint": f"{self.url}/register",
            "revocation_endpoint": f"{self.url}/revoke",
            "code_challenge_methods_supported": ["S256"],
            "token_endpoint_auth_methods_supported": [self.method] if self.method != "any" else methods,
            "authorization_response_iss_parameter_supported": True,
        }
        provider = {"issuer": f"{self.url}/idp", "token_endpoint": f"{self.url}/idp/token"}
        return {
            "/prm": {"resource": f"{self.url}/mcp", "authorization_servers": [self.url]},
            "/.well-known/oauth-authorization-server": published,
            "/.well-known/oauth-authorization-server/idp": provider,
        }
