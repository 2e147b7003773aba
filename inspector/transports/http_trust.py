"""Whose certificate is believed and which one we show, from the options and the environment."""

import os
import ssl
from collections.abc import Mapping

import httpx

from inspector.errors import UsageError
from inspector.transports.http_options import HttpOptions, address_of, origin_of, origin_text
from inspector.wire import events
from inspector.wire.text import visible


class _Encrypted(Exception):
    """The key asks for a passphrase."""


def trust_of(
    options: HttpOptions, environ: Mapping[str, str] = os.environ, *, tls_proxy: bool = False
) -> ssl.SSLContext | None:
    """The TLS context of a target; None for plain http. Raises UsageError for a file that cannot be used.

    Believed are, unless `insecure`: the authorities of `SSL_CERT_FILE` or `SSL_CERT_DIR`, else those of certifi; and
    those of `ca`. With `tls_proxy` the proxy is spoken to over TLS, so that `ca` is of use for plain http too.
    """
    if options.key is not None and options.cert is None:
        raise UsageError("A key is of no use without its certificate.", hint="Give the certificate with --cert.")
    if options.insecure and options.ca is not None:
        raise UsageError(
            "--ca and --insecure exclude each other.", why="The one names what to trust, the other trusts all."
        )
    url = address_of(options.url).url
    if origin_of(url)[0] != "https":
        if (options.ca is not None and not tls_proxy) or options.cert is not None:
            raise UsageError(
                "--ca and --cert are for an https URL.", why=f"{origin_text(url)} is spoken to without TLS."
            )
        return None
    context = httpx.create_ssl_context(verify=False) if options.insecure else trust_of_proxy(options, environ)
    if options.cert is not None:
        _show(context, options.cert, options.key)
    return context


def trust_of_proxy(options: HttpOptions, environ: Mapping[str, str] = os.environ) -> ssl.SSLContext:
    """The TLS context for a proxy: the same authorities, and always checked, since it is given our password.

    Raises UsageError for a file that cannot be used.
    """
    file = environ.get("SSL_CERT_FILE")
    try:
        context = httpx.create_ssl_context()
    except OSError as error:  # ssl.SSLError is one
        raise _no_authorities(f"{visible(file or '')}, which SSL_CERT_FILE names,", error) from None
    if options.ca is not None:
        try:
            context.load_verify_locations(cafile=options.ca)
        except OSError as error:
            raise _no_authorities(visible(options.ca), error) from None
    return context


def _no_authorities(file: str, error: OSError) -> UsageError:
    return UsageError(
        f"The certificate file {file} cannot be used.",
        why=_reason(error, "it holds no PEM certificates"),
        hint="It should hold one or more blocks that begin with -----BEGIN CERTIFICATE-----.",
    )


def _show(context: ssl.SSLContext, cert: str, key: str | None) -> None:
    def ask() -> str:
        raise _Encrypted

    for file, what in ((cert, "certificate"), (key, "key")):
        if file is not None and not os.path.isfile(file):
            raise UsageError(f"The {what} file {visible(file)} is not there.", why="Our own certificate needs it.")
    try:
        context.load_cert_chain(cert, key, password=ask)
    except _Encrypted:
        raise UsageError(
            f"The key in {visible(key or cert)} is encrypted.",
            why="There is nobody to ask for its passphrase.",
            hint="Write it without one: openssl pkey -in KEY -out PLAIN.",
        ) from None
    except OSError as error:
        if "MISMATCH" in str(error):
            why = "the key does not belong to the certificate"
        else:
            why = _reason(error, "there is no PEM certificate in it, or no PEM key" + ("" if key else " beside it"))
        files = f"{visible(cert)} and {visible(key)}" if key else visible(cert)
        raise UsageError(
            f"The client certificate of {files} cannot be used.",
            why=why,
            hint="" if key else "Give the file with the key with --key.",
        ) from None


def _reason(error: OSError, no_pem: str) -> str:
    return no_pem if isinstance(error, ssl.SSLError) else error.strerror or str(error)


def trust_decisions(
    options: HttpOptions, environ: Mapping[str, str] = os.environ, *, tls_proxy: bool = False
) -> list[events.Decision]:
    """What is to be said: who else than the usual authorities is believed, and which certificate we show."""
    if tls_proxy and options.ca is not None:
        verdict = f"checked against {options.ca} and the usual authorities"
        checked = [_decision("check the proxy's certificate", verdict, "--ca names that file.", options)]
        return checked + trust_decisions(options, environ)
    if origin_of(address_of(options.url).url)[0] != "https":
        return []
    said = []
    if options.insecure:
        said.append(
            (
                "not checked: any certificate is accepted",
                "--insecure asks for it. Whoever stands between here and there can read and change everything.",
            )
        )
    elif options.ca is not None:
        said.append((f"checked against {options.ca} and the usual authorities", "--ca names that file."))
    elif environ.get("SSL_CERT_FILE"):
        said.append((f"checked against {environ['SSL_CERT_FILE']}", "SSL_CERT_FILE names that file."))
    elif environ.get("SSL_CERT_DIR"):
        said.append((f"checked against {environ['SSL_CERT_DIR']}", "SSL_CERT_DIR names that directory."))
    found = [_decision("check the server's certificate", *one, options) for one in said]
    if options.cert is not None:
        found.append(_decision("show a client certificate", options.cert, "--cert names that file.", options))
    return found


def _decision(action: str, verdict: str, because: str, options: HttpOptions) -> events.Decision:
    return events.Decision("transport", action, visible(verdict), visible(because), sent=origin_text(options.url))
