"""An authorization server of the official SDK whose people sign in at a page, with a form and two buttons.

Ada's password is `lovelace`. `/expire` lets every access token expire, `/kept` tells how many tokens of each kind hold.
"""

import html
import secrets
import time
from dataclasses import dataclass, field

from mcp.server.auth.provider import (
    AccessToken,
    AuthorizationCode,
    AuthorizationParams,
    RefreshToken,
    TokenError,
    construct_redirect_uri,
)
from mcp.server.auth.routes import create_auth_routes
from mcp.server.auth.settings import ClientRegistrationOptions, RevocationOptions
from mcp.shared.auth import OAuthClientInformationFull, OAuthToken
from pydantic import AnyHttpUrl
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response
from starlette.routing import Route

PAGE = """<!doctype html><meta charset=utf-8><title>Sign in</title><h1>Sign in</h1>
<p>{name} wants {scopes} of {resource}.</p>
<form method=post><label>Name <input name=user></label> <label>Password <input name=password type=password></label>
<button name=answer value=allow>Sign in and allow</button> <button name=answer value=refuse>Refuse</button></form>"""


@dataclass
class People:
    """The SDK's provider: clients, those who are about to sign in, and what was given out, all in memory."""

    issuer: str
    clients: dict[str, OAuthClientInformationFull] = field(default_factory=dict)
    waiting: dict[str, tuple[OAuthClientInformationFull, AuthorizationParams]] = field(default_factory=dict)
    codes: dict[str, AuthorizationCode] = field(default_factory=dict)
    access: dict[str, AccessToken] = field(default_factory=dict)
    refresh: dict[str, RefreshToken] = field(default_factory=dict)

    async def get_client(self, client_id: str) -> OAuthClientInformationFull | None:
        return self.clients.get(client_id)

    async def register_client(self, client_info: OAuthClientInformationFull) -> None:
        assert client_info.client_id
        self.clients[client_info.client_id] = client_info

    async def authorize(self, client: OAuthClientInformationFull, params: AuthorizationParams) -> str:
        ticket = secrets.token_hex(8)
        self.waiting[ticket] = (client, params)
        return f"{self.issuer}/login?ticket={ticket}"

    async def load_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: str
    ) -> AuthorizationCode | None:
        return self.codes.get(authorization_code)

    async def exchange_authorization_code(
        self, client: OAuthClientInformationFull, authorization_code: AuthorizationCode
    ) -> OAuthToken:
        code = self.codes.pop(authorization_code.code, None)
        if code is None:
            raise TokenError("invalid_grant", "The code has been used.")
        return self.give(code.client_id, code.scopes, code.resource)

    async def load_refresh_token(self, client: OAuthClientInformationFull, refresh_token: str) -> RefreshToken | None:
        return self.refresh.get(refresh_token)

    async def exchange_refresh_token(
        self, client: OAuthClientInformationFull, refresh_token: RefreshToken, scopes: list[str]
    ) -> OAuthToken:
        del self.refresh[refresh_token.token]
        return self.give(refresh_token.client_id, scopes, refresh_token.resource)

    async def load_access_token(self, token: str) -> AccessToken | None:
        return self.access.get(token)

    async def revoke_token(self, token: AccessToken | RefreshToken) -> None:
        for kept in (self.access, self.refresh):
            for key in [key for key, one in kept.items() if one.client_id == token.client_id]:
                del kept[key]

    def give(self, client: str, scopes: list[str], resource: str | None) -> OAuthToken:
        """A new token and a new refresh token."""
        access, refresh, now = secrets.token_urlsafe(24), secrets.token_urlsafe(24), int(time.time())
        self.access[access] = AccessToken(
            token=access, client_id=client, scopes=scopes, expires_at=now + 3600, resource=resource, subject="ada"
        )
        self.refresh[refresh] = RefreshToken(token=refresh, client_id=client, scopes=scopes, resource=resource)
        return OAuthToken(access_token=access, expires_in=3600, scope=" ".join(scopes), refresh_token=refresh)

    async def login(self, request: Request) -> Response:
        """The page, and what becomes of the form."""
        ticket = request.query_params["ticket"]
        client, params = self.waiting[ticket]
        back, scopes = str(params.redirect_uri), params.scopes or []
        if request.method == "GET":
            said = {"name": client.client_name, "scopes": " ".join(scopes), "resource": params.resource}
            return HTMLResponse(PAGE.format(**{name: html.escape(str(one)) for name, one in said.items()}))
        form = await request.form()
        if form["answer"] != "allow":
            del self.waiting[ticket]
            words = {"error": "access_denied", "error_description": "Ada does not want it."}
            return RedirectResponse(construct_redirect_uri(back, **words, state=params.state), 302)
        if (form["user"], form["password"]) != ("ada", "lovelace"):
            return HTMLResponse("<h1>Wrong name or password</h1>", 403)
        del self.waiting[ticket]
        code, id = secrets.token_urlsafe(24), client.client_id
        self.codes[code] = AuthorizationCode(
            code=code, client_id=str(id), scopes=scopes, expires_at=time.time() + 60, redirect_uri=params.redirect_uri,
            redirect_uri_provided_explicitly=params.redirect_uri_provided_explicitly,
            code_challenge=params.code_challenge, resource=params.resource, subject="ada",
        )  # fmt: skip
        return RedirectResponse(construct_redirect_uri(back, code=code, state=params.state), 302)

    async def expire(self, request: Request) -> Response:
        """Every access token has expired."""
        self.access.clear()
        return JSONResponse({})

    async def kept(self, request: Request) -> Response:
        """How many tokens hold."""
        return JSONResponse({"access": len(self.access), "refresh": len(self.refresh)})

    def app(self, scopes: list[str]) -> Starlette:
        """The authorization server."""
        registration = ClientRegistrationOptions(enabled=True, valid_scopes=scopes, default_scopes=scopes)
        revocation = RevocationOptions(enabled=True)
        routes = create_auth_routes(
            self, AnyHttpUrl(self.issuer), client_registration_options=registration, revocation_options=revocation
        )
        routes.append(Route("/login", self.login, methods=["GET", "POST"]))
        routes += [Route("/expire", self.expire), Route("/kept", self.kept)]
        return Starlette(routes=routes)
