"""Protected servers that nobody here wrote, with the authorization server beside them: `KIND PORT PORT`.

`http` and `sse` are a resource server of the official SDK; `fastmcp` is one of FastMCP, which is its own authorization
server, with a page of consent, and sends people on to the other to sign in. It says on stderr when both listen.
"""

import asyncio
import sys
from typing import Any

import uvicorn
from login_server import People

SCOPES = ["notes"]


def on_the_sdk(kind: str, url: str, people: People) -> Any:
    """A resource server: it takes the tokens that are for it alone."""
    from mcp.server.auth.provider import ProviderTokenVerifier
    from mcp.server.auth.settings import AuthSettings
    from mcp.server.mcpserver import MCPServer
    from pydantic import AnyHttpUrl

    path = "/mcp" if kind == "http" else "/sse"
    settings = AuthSettings(
        issuer_url=AnyHttpUrl(people.issuer),
        resource_server_url=AnyHttpUrl(f"{url}{path}"),
        required_scopes=SCOPES,
        validate_token_resource=True,
    )
    server = MCPServer("protected", auth=settings, token_verifier=ProviderTokenVerifier(people))
    server.tool()(whoami)
    return server.streamable_http_app() if kind == "http" else server.sse_app()


def on_fastmcp(url: str, people: People) -> Any:
    """A proxy of FastMCP's to the authorization server, and the server behind it."""
    from fastmcp import FastMCP
    from fastmcp.server.auth.auth import AccessToken, TokenVerifier
    from fastmcp.server.auth.oauth_proxy import OAuthProxy
    from key_value.aio.stores.memory import MemoryStore
    from mcp.shared.auth import OAuthClientInformationFull

    class Verifier(TokenVerifier):
        async def verify_token(self, token: str) -> AccessToken | None:
            found = await people.load_access_token(token)
            return None if found is None else AccessToken(**found.model_dump(exclude_none=True))

    people.clients["proxy"] = OAuthClientInformationFull(
        client_id="proxy", client_secret="proxy-secret", redirect_uris=[f"{url}/auth/callback"],
        token_endpoint_auth_method="client_secret_post", scope=" ".join(SCOPES), client_name="FastMCP",
        grant_types=["authorization_code", "refresh_token"],
    )  # fmt: skip
    proxy = OAuthProxy(
        upstream_authorization_endpoint=f"{people.issuer}/authorize",
        upstream_token_endpoint=f"{people.issuer}/token",
        upstream_revocation_endpoint=f"{people.issuer}/revoke",
        upstream_client_id="proxy",
        upstream_client_secret="proxy-secret",
        token_endpoint_auth_method="client_secret_post",
        token_verifier=Verifier(required_scopes=SCOPES),
        base_url=url,
        client_storage=MemoryStore(),
        jwt_signing_key="a key for tests",
    )
    server = FastMCP("protected", auth=proxy)
    server.tool(whoami)
    return server.http_app()


def whoami() -> str:
    """Who has signed in."""
    from mcp.server.auth.middleware.auth_context import get_access_token

    token = get_access_token()
    return str(token.subject if token is not None else None)


async def main(kind: str, *ports: str) -> None:
    """Listen on both ports, the server's and the authorization server's."""
    here, there = (f"http://127.0.0.1:{port}" for port in ports)
    people = People(there)
    app = on_fastmcp(here, people) if kind == "fastmcp" else on_the_sdk(kind, here, people)
    servers = [
        uvicorn.Server(uvicorn.Config(one, host="127.0.0.1", port=int(port), log_level="warning"))
        for one, port in zip((app, people.app(SCOPES)), ports, strict=True)
    ]
    async with asyncio.TaskGroup() as group:
        for one in servers:
            group.create_task(one.serve())
        while not all(one.started for one in servers):
            await asyncio.sleep(0.01)
        print("both listen", file=sys.stderr, flush=True)


asyncio.run(main(*sys.argv[1:]))
