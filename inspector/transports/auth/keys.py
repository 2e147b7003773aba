"""JWTs that we sign: assertions of a client (`RFC 7523#section-2.2`), and proofs of possession (`RFC 9449#section-4`).

The library of keys and signatures is imported when the first one is needed: few servers ask for any.
"""

import base64
import hashlib
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any, Final
from urllib.parse import urlsplit, urlunsplit

from inspector.errors import UsageError
from inspector.transports.auth.steps import Means

if TYPE_CHECKING:
    from joserfc.jwk import Key

_LIVES: Final = 300
"""Seconds that an assertion is valid: it is used at once, and clocks differ."""

_OF_KEYS: Final = {
    "P-256": ("ES256",),
    "P-384": ("ES384",),
    "P-521": ("ES512",),
    "RSA": ("RS256", "PS256", "RS384", "PS384", "RS512", "PS512"),
    "Ed25519": ("EdDSA", "Ed25519"),
}


def read_key(pem: str) -> "Key":
    """A private key in PEM. Raises UsageError for what is none, without a word of it."""
    from joserfc.errors import JoseError
    from joserfc.jwk import ECKey, OKPKey, RSAKey

    for kind in (ECKey, RSAKey, OKPKey):
        try:
            key = kind.import_key(pem)
        except (JoseError, ValueError, TypeError):
            continue
        if key.is_private:
            return key
        break
    raise UsageError(
        "The key of the client cannot be used.",
        why="It is no private EC, RSA or Ed25519 key in PEM, or it is encrypted.",
        hint="`openssl genpkey -algorithm EC -pkeyopt ec_paramgen_curve:P-256` makes one.",
    )


def algorithm_of(key: "Key", supported: Sequence[str] | None) -> str:
    """The algorithm to sign with: one that the key can do and the server lists; empty where there is none."""
    kind = str(key.as_dict(private=False).get("crv") or key.key_type)
    can = _OF_KEYS.get(kind, ())
    return next((one for one in can if supported is None or one in supported), "")


def client_assertion(pem: str, client_id: str, audience: str, supported: Sequence[str] | None, means: Means) -> str:
    """A JWT by which a client says who it is. `audience` is the issuer: an assertion is for it, and no other server.

    Raises UsageError where the key cannot be used, or not with any algorithm that the server lists.
    """
    key = read_key(pem)
    algorithm = algorithm_of(key, supported)
    if not algorithm:
        raise UsageError(
            "The key of the client fits no algorithm of the authorization server.",
            why=f"It signs with {', '.join(supported or ())} only.",
            hint="Register a key of another kind.",
        )
    now = int(means.now())
    said = {"iss": client_id, "sub": client_id, "aud": audience, "iat": now, "exp": now + _LIVES, "jti": _fresh(means)}
    return _signed({"alg": algorithm, "typ": "JWT"}, said, key)


class Prover:
    """One key pair of this session, and the nonces that servers gave for it (`RFC 9449#section-8`)."""

    def __init__(self, means: Means) -> None:
        from joserfc.jwk import ECKey

        self._key = ECKey.generate_key("P-256")
        self._means = means
        self._nonces: dict[str, str] = {}

    def heard(self, url: str, nonce: str) -> None:
        """A server has given a nonce, for it and its next requests."""
        if nonce:
            self._nonces[_origin(url)] = nonce

    def proof(self, verb: str, url: str, token: str = "") -> str:
        """A proof for one request; with the access token that goes with it, bound to that."""
        parts = urlsplit(url)
        said: dict[str, Any] = {
            "jti": _fresh(self._means),
            "htm": verb,
            "htu": urlunsplit((parts.scheme, parts.netloc, parts.path, "", "")),
            "iat": int(self._means.now()),
        }
        if token:
            said["ath"] = _b64(hashlib.sha256(token.encode("ascii", "replace")).digest())
        if nonce := self._nonces.get(_origin(url)):
            said["nonce"] = nonce
        public = self._key.as_dict(private=False)
        jwk = {name: public[name] for name in ("kty", "crv", "x", "y")}
        return _signed({"alg": "ES256", "typ": "dpop+jwt", "jwk": jwk}, said, self._key)


def challenge_of(verifier: str) -> str:
    """The S256 code challenge of a verifier (`RFC 7636#section-4.2`)."""
    return _b64(hashlib.sha256(verifier.encode()).digest())


def random_text(means: Means, size: int = 32) -> str:
    """Random bytes in the letters that every URL takes: 43 of them for 32 bytes."""
    return _b64(means.random(size))


def _signed(header: dict[str, Any], said: dict[str, Any], key: "Key") -> str:
    from joserfc import jwt

    return jwt.encode(header, said, key, algorithms=[str(header["alg"])])


def _fresh(means: Means) -> str:
    return random_text(means, 16)


def _b64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).rstrip(b"=").decode()


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc}".lower()
