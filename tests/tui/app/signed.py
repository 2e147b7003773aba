"""Sessions with a protected library: one that failed, one that waits for somebody, one that came to a token."""

import base64
import json

from inspector.wire.events import Closed, Opened
from tests.transports.auth.recorded import RecordedWorld
from tests.transports.auth.world import document, refusal

SERVER = "https://library.example/mcp"
ISSUER = "https://id.example/readers"
PRM = "https://library.example/.well-known/oauth-protected-resource/mcp"
URL = (
    f"{ISSUER}/authorize?response_type=code&client_id=alder-inspector"
    "&redirect_uri=http%3A%2F%2F127.0.0.1%3A43117%2Fcallback&code_challenge=GSnBJ2kzSSZ5BLLqOvzYAiu7DlaV0RZdEbDpk4FbeRg"
    "&code_challenge_method=S256&state=8J5m0Q&resource=https%3A%2F%2Flibrary.example%2Fmcp&scope=loans%3Aread+catalogue"
)
AT = 1_796_119_200.0
"""The second since the epoch at which the token comes."""


class Library(RecordedWorld):
    """The library, and who signs its readers in."""

    def __init__(self, **changes):
        super().__init__()
        self.now = AT
        said = {
            "iss": ISSUER,
            "sub": "reader-4711",
            "aud": SERVER,
            "client_id": "alder-inspector",
            "scope": "catalogue",
            "iat": int(AT),
            "exp": int(AT) + 3600,
        }
        parts = ({"alg": "ES256", "typ": "at+jwt", "kid": "2026-11"}, said)
        token = ".".join(base64.urlsafe_b64encode(json.dumps(one).encode()).decode().rstrip("=") for one in parts)
        self.address, self.took, self.back = SERVER, 0.004, {"iss": ISSUER}
        self.token = {
            "access_token": f"{token}.c2ln",
            "token_type": "Bearer",
            "expires_in": 3600,
            "scope": "catalogue",
            "refresh_token": "R",
        }
        metadata = {
            "issuer": ISSUER,
            "authorization_endpoint": f"{ISSUER}/authorize",
            "token_endpoint": f"{ISSUER}/token",
            "registration_endpoint": f"{ISSUER}/register",
            "code_challenge_methods_supported": ["S256"],
            "authorization_response_iss_parameter_supported": True,
            **changes,
        }
        scopes = ["catalogue", "loans:read"]
        self.pages = {
            PRM: document({"resource": SERVER, "authorization_servers": [ISSUER], "scopes_supported": scopes}),
            "https://id.example/.well-known/oauth-authorization-server/readers": document(metadata),
            f"{ISSUER}/register": document({"client_id": "alder-inspector"}, 201),
            f"{ISSUER}/token": document(self.token),
        }
        meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28"}
        discover = {"jsonrpc": "2.0", "id": 1, "method": "server/discover", "params": {"_meta": meta}}
        about = {
            "resultType": "complete",
            "supportedVersions": ["2026-07-28"],
            "capabilities": {},
            "_meta": {"io.modelcontextprotocol/serverInfo": {"name": "Alder Street Library", "version": "1.4.0"}},
            "ttlMs": 0,
            "cacheScope": "private",
        }
        self.message = json.dumps(discover).encode()
        self.result = json.dumps({"jsonrpc": "2.0", "id": 1, "result": about}).encode()
        self.add(Opened("streamable-http", url=SERVER))

    def sign_in(self, **how):
        """The call that begins the session."""
        self.call(refusal(resource_metadata=PRM), **how)
        return self.records

    def fail(self):
        """The same, which comes to nothing, so that there is no connection."""
        self.sign_in()
        self.add(Closed("HTTP 401 Unauthorized"))
        return self.records
