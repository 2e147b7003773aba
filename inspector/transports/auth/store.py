"""Where tokens and clients are kept between sessions: for each server, and in it for each issuer.

    memory     for one session
    a file     that only its owner can read, `credentials.json` in the folder for state
    keyring    the secrets in the system's keyring, where there is one; the file then holds which there are

What cannot be read counts as nothing: a person signs in again.
"""

import json
import os
import stat
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Protocol

from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem
from inspector.errors import InspectorError
from inspector.transports.auth import identity, tokens
from inspector.transports.auth.flow import Held

SERVICE = "mcp-inspector-tui"
"""The name of the entries in a keyring."""


class Store(Protocol):
    """Keeps what is held for a server, by its URL."""

    def load(self, server: str) -> Held:
        """What is kept; nothing where there is nothing."""

    def save(self, server: str, held: Held) -> None:
        """Keep this in its place. Raises InspectorError where that is not possible."""

    def forget(self, server: str) -> bool:
        """Keep nothing any more; whether there was anything."""

    def servers(self) -> tuple[str, ...]:
        """The servers that something is kept for, in their order."""


@dataclass
class MemoryStore:
    """For as long as the program runs."""

    held: dict[str, Held] = field(default_factory=dict)

    def load(self, server: str) -> Held:
        """As `Store`."""
        return self.held.get(server, Held())

    def save(self, server: str, held: Held) -> None:
        """As `Store`."""
        self.held[server] = held

    def forget(self, server: str) -> bool:
        """As `Store`."""
        return self.held.pop(server, None) is not None

    def servers(self) -> tuple[str, ...]:
        """As `Store`."""
        return tuple(sorted(self.held))


class Vault(Protocol):
    """What a keyring is used for: one text under a name."""

    def get_password(self, service: str, name: str) -> str | None: ...

    def set_password(self, service: str, name: str, text: str) -> None: ...

    def delete_password(self, service: str, name: str) -> None: ...


class FileStore:
    """In `path`. With a `vault` the file only says which servers there are, and the vault has what is held."""

    def __init__(self, path: Path, vault: Vault | None = None) -> None:
        self._path = path
        self._vault = vault

    def load(self, server: str) -> Held:
        """As `Store`."""
        entry = self._read().get(server)
        if entry == {} and self._vault is not None:
            try:
                entry = json.loads(self._vault.get_password(SERVICE, server) or "{}")
            except Exception:  # a keyring may raise anything, and then holds nothing for us
                entry = {}
        return _held(entry if isinstance(entry, dict) else {})

    def save(self, server: str, held: Held) -> None:
        """As `Store`."""
        entry: dict[str, Any] = _entry(held)
        if self._vault is not None:
            try:
                self._vault.set_password(SERVICE, server, json.dumps(entry))
                entry = {}
            except Exception:  # one that takes nothing: the file does
                self._vault = None
        self._write({**self._read(), server: entry})

    def forget(self, server: str) -> bool:
        """As `Store`."""
        entries = self._read()
        if server not in entries:
            return False
        if self._vault is not None:
            try:
                self._vault.delete_password(SERVICE, server)
            except Exception:  # it was not there
                pass
        del entries[server]
        self._write(entries)
        return True

    def servers(self) -> tuple[str, ...]:
        """As `Store`."""
        return tuple(sorted(self._read()))

    def _read(self) -> dict[str, Any]:
        text = read_text(self._path, absent="{}")
        if isinstance(text, Problem):
            return {}
        self._close_to_others()
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return {}
        servers = found.get("servers") if isinstance(found, dict) else None
        return servers if isinstance(servers, dict) else {}

    def _write(self, servers: Mapping[str, Any]) -> None:
        write_atomically(self._path, json.dumps({"version": 1, "servers": servers}, indent=1) + "\n")
        self._close_to_others()

    def _close_to_others(self) -> None:
        """A file that somebody else has opened to others is closed to them again."""
        try:
            mode = stat.S_IMODE(self._path.stat().st_mode)
            if mode & 0o077 and os.name == "posix":
                self._path.chmod(0o600)
        except OSError as error:
            if not isinstance(error, FileNotFoundError):
                raise InspectorError(
                    f"{self._path} can be read by others.", why=str(error.strerror), hint="chmod 600 closes it."
                ) from None


def system_vault() -> Vault | None:
    """The keyring of the system, if the library is installed and has one that keeps anything."""
    import importlib

    try:
        keyring = importlib.import_module("keyring")
        idle = [importlib.import_module(f"keyring.backends.{name}").Keyring for name in ("fail", "null")]
    except ImportError:
        return None
    vault: Vault = keyring.get_keyring()
    return None if isinstance(vault, tuple(idle)) else vault


def _entry(held: Held) -> dict[str, Any]:
    kept = held.tokens if held.tokens is not None and held.tokens.kind != "DPoP" else None
    return {  # a token that is bound to a key of this session is of no use to another
        "tokens": None if kept is None else tokens.as_json(kept),
        "clients": [identity.as_json(client) for client in held.clients.values()],
        "bound": held.bound,
    }


def _held(entry: Mapping[str, Any]) -> Held:
    kept, clients, bound = entry.get("tokens"), entry.get("clients"), entry.get("bound")
    read = [identity.from_json(one) for one in clients if isinstance(one, dict)] if isinstance(clients, list) else []
    return Held(
        tokens.from_json(kept) if isinstance(kept, dict) else None,
        {client.issuer: client for client in read if client is not None},
        bound if isinstance(bound, str) else "",
    )
