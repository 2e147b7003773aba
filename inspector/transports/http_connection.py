"""Which connection an answer came over: whom it is with, and what was agreed on for TLS."""

from collections.abc import Mapping
from typing import Any

import httpx


def connection_of(response: httpx.Response) -> dict[str, str]:
    """The fields of an `HttpResponse` event that tell it; what is not known is left out.

    `peer` is `address:port`, `tls` version and cipher (`TLSv1.3 TLS_AES_256_GCM_SHA384`), `certificate` whose the
    server's is, who issued it and until when it holds. Of a certificate that was not verified nothing is known.
    """
    stream = response.extensions.get("network_stream")
    ask = getattr(stream, "get_extra_info", None)
    if ask is None:
        return {}
    return facts_of(ask("server_addr"), ask("ssl_object"))


def facts_of(address: Any, tls: Any) -> dict[str, str]:
    """The same of the address of the other side, as sockets have it, and of the TLS object, None for plain http."""
    found = {"peer": _address(address)}
    if tls is not None:
        cipher = tls.cipher()
        found["tls"] = " ".join(filter(None, (tls.version(), cipher[0] if cipher else "")))
        found["certificate"] = _certificate(tls.getpeercert() or {})
    return {name: value for name, value in found.items() if value}


def _address(address: Any) -> str:
    if not isinstance(address, tuple) or len(address) < 2:
        return str(address) if isinstance(address, str) else ""
    host = str(address[0])
    return f"[{host}]:{address[1]}" if ":" in host else f"{host}:{address[1]}"


def _certificate(certificate: Mapping[str, Any]) -> str:
    subject, issuer = _common_name(certificate.get("subject")), _common_name(certificate.get("issuer"))
    until = certificate.get("notAfter", "")
    parts = (subject, f"issued by {issuer}" if issuer else "", f"until {until}" if until else "")
    return ", ".join(filter(None, parts))


def _common_name(name: Any) -> str:
    """The common name, or whatever stands first, of a name as `ssl` gives it."""
    pairs = [pair for part in name or () for pair in part]
    return next((str(value) for key, value in pairs if key == "commonName"), str(pairs[0][1]) if pairs else "")
