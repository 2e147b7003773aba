"""What all Python programs of ours have in common: how TLS and a proxy are told, and that a secret is missing."""

from collections.abc import Iterator
from typing import Final

from inspector.config.target import HttpTarget

_PLACEHOLDER: Final = "‹secret"
"""How every mask begins."""


def with_note(program: str) -> str:
    """The program, which says in its first line that a secret is missing from it, if one is."""
    if _PLACEHOLDER not in program:
        return program
    return f"# Where it says {_PLACEHOLDER} … › a secret was left out. Put it in before you run this.\n{program}"


def tls_of(target: HttpTarget, *, insecure: bool) -> tuple[str, list[str]]:
    """What `verify` is to be (empty: the default), and the lines that make it, which need `import ssl`."""
    if target.ca is None and target.cert is None:
        return ("False" if insecure else ""), []
    return "tls", list(_context(target, insecure=insecure))


def _context(target: HttpTarget, *, insecure: bool) -> Iterator[str]:
    yield f"tls = ssl.create_default_context({'' if target.ca is None else f'cafile={target.ca!r}'})"
    if target.cert is not None:
        yield f"tls.load_cert_chain({target.cert!r}{'' if target.key is None else f', {target.key!r}'})"
    if insecure:
        yield "tls.check_hostname = False"
        yield "tls.verify_mode = ssl.CERT_NONE"


def proxy_of(target: HttpTarget) -> list[str]:
    """The argument that says which proxy to take, if that is not the environment's to say."""
    if target.proxy is None:
        return []
    return ["trust_env=False"] if target.proxy == "none" else [f"proxy={target.proxy!r}"]


def header(value: str) -> str:
    """An expression for the value of a header; where it is not ASCII its bytes, unless it is to be put in yet."""
    return f"{value!r}.encode()" if not value.isascii() and _PLACEHOLDER not in value else repr(value)
