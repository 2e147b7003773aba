"""What is known of authorizations: signing in, what is kept, and the set-up of a server. No token is ever printed."""

from collections.abc import Mapping
from dataclasses import replace
from datetime import UTC, datetime
from typing import Final

from inspector.client.authorizing import kept, wish_for
from inspector.client.connector import http_options
from inspector.config.target import HttpTarget
from inspector.errors import UsageError
from inspector.headless.live import DONE, Ending, Live, Setup, run_live, run_session
from inspector.headless.output import Output, table
from inspector.journal import Journal
from inspector.transports.auth.authorizer import Authorizer
from inspector.transports.auth.examining import Check
from inspector.transports.auth.flow import Held
from inspector.transports.auth.metadata import canonical
from inspector.transports.auth.revoking import Revocation, still_registered
from inspector.transports.auth.tokens import claims, header_of, seconds
from inspector.transports.auth.trial import TOPIC
from inspector.transports.auth.wish import Wish
from inspector.wire.events import Decision
from inspector.wire.json import Json, dumps
from inspector.wire.text import visible

_SIGNS: Final = {"good": "✓", "note": "·", "warning": "!", "error": "✗"}
_UNTOLD: Final = "not said"
_NO_TOKEN: Final = "no token yet"
_TIMES: Final = ("exp", "iat", "nbf", "auth_time")


def log_in(setup: Setup, output: Output) -> int:
    """Connect, which signs in where the server wants it, and say what that has come to."""
    target = setup.target
    if not isinstance(target, HttpTarget):
        raise UsageError("Only a server at a URL has authorization.", hint="Write --url URL.")
    if any(name.lower() == "authorization" for name, _ in target.headers):
        raise UsageError(
            "A token is given, and nobody signs in beside it.",
            hint="Leave out --token-env and the header Authorization; `inspector probe` tries a token that you have.",
        )

    async def signed_in(live: Live) -> Ending:
        held = kept().load(canonical(target.url))
        if held.tokens is None:
            said = _unkept(live.client.journal)
            told = {"authorized": True, "kept": False} if said else {"authorized": False}
            live.output.data(told, said or "The server did not want authorization.")
        else:
            live.output.data({"authorized": True, **_told(held)}, "\n".join(_lines(held)))
        return DONE

    return run_live(replace(setup, signs_in=True), output, signed_in)


def _unkept(journal: Journal) -> str:
    """Why a token that came is not kept; an empty text where none came."""
    flow = [one.event for one in journal.records if isinstance(one.event, Decision) and one.event.topic == TOPIC]
    if not any(one.verdict == "a token" for one in flow):
        return ""
    why = next((one.because for one in flow if one.verdict == "not kept"), "")
    return f"Signed in, and the token is not kept: {why or 'it is bound to a key of this session alone (DPoP).'}"


def list_kept(output: Output) -> int:
    """The servers that tokens or clients are kept for."""
    store = kept()
    loaded = {server: store.load(server) for server in store.servers()}
    found = {server: _told(held) for server, held in loaded.items() if held.tokens is not None or held.clients}
    rows = [
        (visible(server), str(one["issuer"]), str(one["scopes"]), str(one["until"] or _NO_TOKEN))
        for server, one in found.items()
    ]
    text = table([("server", "issuer", "scopes", "until"), *rows]) if rows else "Nothing is kept."
    output.data([{"server": server, **one} for server, one in found.items()], text)
    return 0


def show_kept(url: str, output: Output) -> int:
    """One of them: what its token says of itself. Raises UsageError where nothing is kept."""
    server = canonical(url)
    held = kept().load(server)
    if held.tokens is None and not held.clients:
        raise _nothing(url)
    output.data({"server": server, **_told(held)}, "\n".join(_lines(held)))
    return 0


def log_out(setup: Setup, output: Output, *, local: bool) -> int:
    """Have the tokens revoked, unless `local`, and keep nothing of the server any more, whatever came of that.

    The code is 1 where the authorization server refused it or could not be asked, 0 where it offers nothing of the
    kind. Raises UsageError where nothing is kept.
    """
    target = setup.target
    if not isinstance(target, HttpTarget):
        raise UsageError("Only a server at a URL has authorization.", hint="Write --url URL.")
    server = canonical(target.url)
    store = kept()
    if server not in store.servers():
        raise _nothing(target.url)
    registered = still_registered(store.load(server))

    async def given_back(setup: Setup, output: Output, journal: Journal) -> Ending:
        came: list[Revocation] = []
        if not local:
            options = http_options(target, setup.options.connect_timeout, insecure=setup.insecure)
            wish = wish_for(target, setup.options.authorization) or Wish()
            came = await Authorizer(options, wish, store).revoke(journal)
        store.forget(server)
        lines = [one.said for one in came] or (["The authorization server was not told."] if local else [])
        lines += registered
        output.data(
            {"server": server, "forgotten": True, "revoked": [{"done": one.done, "said": one.said} for one in came]},
            "\n".join([*lines, f"Nothing is kept of {visible(server)} any more."]),
        )
        if all(one.done or not one.offered for one in came):
            return DONE
        return Ending(1, "authorization", "Not all tokens are revoked.", "They hold until they expire.")

    return run_session(setup, output, given_back)


def _nothing(url: str) -> UsageError:
    return UsageError(f"Nothing is kept of {visible(url)}.", hint="`inspector auth list` shows what is.")


def _told(held: Held) -> dict[str, Json]:
    """What may be shown: everything but the secrets."""
    tokens = held.tokens
    clients = ", ".join(visible(client.id) for client in held.clients.values())
    if tokens is None:
        return {
            "issuer": ", ".join(dict.fromkeys(visible(client.issuer) for client in held.clients.values())),
            "resource": "",
            "client": clients,
            "kind": "",
            "scopes": "",
            "until": "",
            "refresh": False,
        }
    until = (
        _UNTOLD if tokens.expires is None else datetime.fromtimestamp(tokens.expires, UTC).isoformat(timespec="seconds")
    )
    scopes = tokens.scopes if tokens.granted is None else tokens.granted
    told: dict[str, Json] = {
        "issuer": visible(tokens.issuer),
        "resource": visible(tokens.resource),
        "client": visible(tokens.client_id),
        "kind": tokens.kind,
        "scopes": visible(" ".join(scopes)),
        "until": until,
        "refresh": bool(tokens.refresh),
    }
    said = claims(tokens.access)
    return told if said is None else {**told, "header": header_of(tokens.access), "claims": said}


def _lines(held: Held) -> list[str]:
    told = _told(held)
    if held.tokens is None:
        kept_of = [(name, str(told[name])) for name in ("issuer", "client")]
        return [table([*kept_of, ("token", "none yet: only the client is kept, nobody has signed in")])]
    names = ("issuer", "resource", "client", "kind", "scopes", "until")
    rows = [(name, str(told[name]) or "none") for name in names]
    rows.append(("refresh", "there is a refresh token" if told["refresh"] else "none"))
    claimed = told.get("claims")
    if isinstance(claimed, Mapping):
        rows += [("claims" if not number else "", f"{visible(name)}: {visible(dumps(value))}{_moment(name, value)}")
                 for number, (name, value) in enumerate(claimed.items())]  # fmt: skip
    return [table(rows)]


def _moment(name: str, value: Json) -> str:
    """The moment that a claim tells in seconds since 1970, as an addition; empty for all other claims."""
    since = seconds(value) if name in _TIMES else None
    return "" if since is None else f"  ({datetime.fromtimestamp(since, UTC).isoformat(timespec='seconds')})"


async def debug(setup: Setup, output: Output, journal: Journal) -> Ending:
    """Look at a protected server's whole set-up without signing in; an error among what is found makes the code 1."""
    target = setup.target
    if not isinstance(target, HttpTarget):
        raise UsageError("Only a server at a URL has authorization.", hint="Write --url URL.")
    options = http_options(target, setup.options.connect_timeout, insecure=setup.insecure)
    checks = await Authorizer(options, Wish()).examine(journal)
    lines = [line for check in checks for line in _check_lines(check)]
    errors = sum(check.level == "error" for check in checks)
    warnings = sum(check.level == "warning" for check in checks)
    lines.append(f"{_count(errors, 'error')}, {_count(warnings, 'warning')}.")
    output.data(
        [{"level": one.level, "said": one.said, "remedy": one.remedy, "clause": one.clause} for one in checks],
        "\n".join(lines),
    )
    return Ending(1, "findings", f"The set-up has {_count(errors, 'error')}.") if errors else DONE


def _check_lines(check: Check) -> list[str]:
    where = f"  § {check.clause}" if check.clause and check.level in ("warning", "error") else ""
    return [f"{_SIGNS[check.level]} {check.said}{where}", *([f"    → {check.remedy}"] if check.remedy else [])]


def _count(number: int, what: str) -> str:
    return f"{number or 'no'} {what}{'' if number == 1 else 's'}"
