"""Which names and texts are secrets, and how they are masked before anything is shown or saved.

A mask never keeps a part of the secret. It errs to the safe side: a harmless value may be masked by its name.
Environment values and header values are not looked at here; they are always secrets, whatever their name.
"""

import re
from collections.abc import Iterable
from urllib.parse import unquote

MASK = "‹secret›"

# fmt: off
_WORDS = frozenset((
    "auth", "authorization", "authorisation", "bearer", "code", "cookie", "cookies", "cred", "creds",
    "credential", "credentials", "jwt", "key", "otp", "pass", "passcode", "passwd", "password", "passphrase",
    "pat", "pin", "pwd", "secret", "session", "sid", "sig", "signature", "ticket", "token", "verifier",
))
# fmt: on
_ENDINGS = ("apikey", "authkey", "accesskey", "token", "secret", "password", "passwd", "passphrase", "sessionid")
_CAMEL = re.compile(r"(?<=[a-z0-9])(?=[A-Z])")
_TOKEN = re.compile(r"(?=[^A-Za-z]*[A-Za-z])(?=[^0-9]*[0-9])[A-Za-z0-9_\-.~+/=%]{20,}")
_KNOWN_TOKEN = re.compile(
    r"(?<![A-Za-z0-9])(?:sk-|gh[opsur]_|github_pat_|glpat-|xox[abeprs]-|AIza|hf_|npm_|pypi-|eyJ)[A-Za-z0-9_\-.]{20,}"
    r"|(?<![A-Za-z0-9])(?:AKIA|ASIA)[A-Z0-9]{16}"
)
_JSON_MEMBER = re.compile(r'("(?:[^"\\]|\\.)*")(\s*:\s*)"(?:[^"\\]|\\.)*"')
_URL = re.compile(r"[A-Za-z][A-Za-z0-9+.\-]*://")
_NO_PORT = re.compile(r":(?![0-9]*$)(?!.*\])")
_USER_AT_HOST = re.compile(
    r"(?!(?:npm|jsr|mailto|sip|git|github|workspace):)([\w.+\-%]+:[^\s/@]+)@(?!sha\d)[\w.\-\[]+.*", re.DOTALL
)
_PAIR = re.compile(r"(-{0,2}[A-Za-z_][\w.\-]*)(=|:\s*)(.+)", re.DOTALL)
_OPTION = re.compile(r"-{1,2}[A-Za-z][\w.\-]*")
_HEADER_OPTIONS = frozenset({"-H", "--header", "--headers"})


def is_secret_name(name: str) -> bool:
    """Whether a value under this name (option, query parameter, JSON member, variable) is taken for a secret."""
    words = [word for word in re.split(r"[^a-z0-9]+", _CAMEL.sub("_", name).lower()) if word]
    return any(word in _WORDS or word.endswith(_ENDINGS) for word in words)


def looks_secret(value: str) -> bool:
    """Whether a text looks like a token by itself: one of the known forms, or long with letters and digits."""
    return bool(_KNOWN_TOKEN.search(value) or _TOKEN.fullmatch(value))


def mask_url(url: str) -> str:
    """The URL with user name, password, and secret parameters of query and fragment masked; the rest as it was.

    The user may come first, without a scheme, and the password may hold the slash that belongs encoded.
    """
    base, has_fragment, fragment = url.partition("#")
    base, has_query, query = base.partition("?")
    scheme, separator, rest = base.partition("://")
    authority, slash, path = (rest if separator else base).partition("/")
    if "@" in path and "@" not in authority and _NO_PORT.search(authority):
        authority, slash, path = f"{authority}/{path}", "", ""
    userinfo, at, host = authority.rpartition("@")
    base = f"{scheme if separator else ''}{separator}{MASK if userinfo else ''}{at}{host}{slash}{path}"
    return base + has_query + _mask_parameters(query) + has_fragment + _mask_parameters(fragment)


def _mask_parameters(text: str) -> str:
    parts = re.split(r"([&;])", text)
    return "".join(_mask_parameter(part) for part in parts)


def _mask_parameter(part: str) -> str:
    name, equals, value = part.partition("=")
    if not equals:
        return MASK if looks_secret(part) else part
    return f"{name}={MASK}" if value and (is_secret_name(name) or looks_secret(unquote(value))) else part


def mask_arguments(arguments: Iterable[str]) -> tuple[str, ...]:
    """Command-line arguments with the secret ones masked, one for one.

    Masked are the argument after a secret option (`--token X`), the value of a pair (`--token=X`, `API_KEY=X`,
    `Authorization: X`), the value of any header given with `-H` or `--header`, the secret parts of a URL, JSON members
    with a secret name, and whatever has the form of a well-known token.
    """
    masked = []
    before = ""
    for argument in arguments:
        masked.append(_mask_argument(argument, before))
        before = argument
    return tuple(masked)


def _mask_argument(argument: str, before: str) -> str:
    if before in _HEADER_OPTIONS:
        name, separator, _ = argument.partition(":")
        return f"{name}: {MASK}" if separator else MASK
    if _OPTION.fullmatch(before) and is_secret_name(before) and not _OPTION.fullmatch(argument):
        return MASK
    if _is_address(argument):
        return mask_url(argument)
    pair = _PAIR.fullmatch(argument)
    if pair:
        name, separator, value = pair.groups()
        if is_secret_name(name):
            return f"{name}{separator}{MASK}"
        if _is_address(value):
            return f"{name}{separator}{mask_url(value)}"
    return _KNOWN_TOKEN.sub(MASK, _JSON_MEMBER.sub(_mask_member, argument))


def _is_address(text: str) -> bool:
    """Whether it is a URL, or begins with user and password as one without a scheme does."""
    return _URL.match(text) is not None or _USER_AT_HOST.fullmatch(text) is not None


def _mask_member(match: re.Match[str]) -> str:
    return f'{match[1]}{match[2]}"{MASK}"' if is_secret_name(match[1]) else match[0]
