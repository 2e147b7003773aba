"""Which names say that their value is a secret: of headers, members, parameters, variables and options.

A name is read word by word (`clientSecret`, `X-Api-Key` and `DB_PASSWORD` alike), and its last word decides: a `token`
is one, a `tokenType` is not. Nor are the tokens that MCP gives a name but no power (`progressToken`, `nextCursor`).
"""

import re
from functools import lru_cache
from typing import Final

_WORD: Final = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+")


def _set(words: str) -> frozenset[str]:
    return frozenset(words.split())


_SECRET: Final = _set(
    "password passwords passwd pwd passphrase passcode secret secrets token credential credentials cookie cookies "
    "authorization auth jwt bearer apikey apikeys pat assertion"
)
_ENDINGS: Final = ("password", "passwd", "passphrase", "secret", "token", "apikey")
_BEFORE_KEY: Final = _set(
    "api access secret private auth signing signature encryption master shared session license ssh subscription "
    "functions service account client app application deploy admin storage"
)
# A token that counts, pages or names progress rather than opening something.
_PLAIN_TOKEN: Final = _set(
    "progress next page paging continuation continue cursor sync resume max min num total prompt completion input "
    "output per cached reasoning stop start end first last eos bos pad unk mask"
)
_TAILS: Final = _set("value hash confirmation confirm text plain string raw base encoded")
_OAUTH: Final = frozenset({"codeverifier", "devicecode", "authorizationcode", "authcode"})
_PARAMETERS: Final = frozenset({"key", "code", "sig", "signature", "credential", "hmac", "sas"})
_FORM: Final = frozenset({"code", "usercode"})
_NOT_OPTIONS: Final = ("no-", "use-", "with-", "without-", "enable-", "disable-", "skip-", "allow-")
_HARMLESS: Final = _set(
    "accept accept-charset accept-encoding accept-language cache-control connection content-encoding content-language "
    "content-length content-type date dnt expect forwarded from host if-match if-modified-since if-none-match "
    "last-event-id mcp-method mcp-name mcp-protocol-version origin pragma prefer priority range referer te "
    "traceparent user-agent via"
)


def header_is_harmless(name: str) -> bool:
    """Whether a request header of this name is one that everybody knows and that opens nothing."""
    return name.lower() in _HARMLESS


@lru_cache(4096)
def says_secret(name: str) -> bool:
    """Whether a header, JSON member or environment variable of this name holds a secret."""
    words = [word.lower() for word in _WORD.findall(name)]
    while len(words) > 1 and words[-1] in _TAILS:
        words.pop()
    if not words:
        return False
    if words[:2] == ["access", "control"]:  # the headers of CORS, which speak of credentials and hold none
        return False
    last = words[-1]
    before = words[-2] if len(words) > 1 else ""
    if last == "token":
        return before not in _PLAIN_TOKEN
    if last in _SECRET:
        return True
    if last in ("key", "keys"):
        return before in _BEFORE_KEY
    if last == "pass":
        return bool(before)
    if "".join(words) in _OAUTH:
        return True
    if last.endswith(("accesskey", "secretkey", "privatekey")):
        return True
    return last.endswith(_ENDINGS) and last.removesuffix("token") not in _PLAIN_TOKEN


@lru_cache(1024)
def parameter_says_secret(name: str) -> bool:
    """Whether a parameter of this name in a URL does: the short names of keys, codes and signatures, too."""
    words = _WORD.findall(name)
    return says_secret(name) or (bool(words) and words[-1].lower() in _PARAMETERS)


@lru_cache(1024)
def form_says_secret(name: str) -> bool:
    """Whether a field of this name in a form, as OAuth sends them, does."""
    return parameter_says_secret(name) or "".join(_WORD.findall(name)).lower() in _FORM


@lru_cache(1024)
def option_says_secret(option: str) -> bool:
    """Whether the value of this command-line option, given with its dashes, is a secret."""
    name = option.lstrip("-")
    if name == option or not name or name.startswith(_NOT_OPTIONS):
        return False
    return says_secret(name) or name.lower() in ("key", "pass")
