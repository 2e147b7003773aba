"""Where tokens and clients are kept between sessions: for each server, and in it for each issuer.

    memory     for one session
    a file     that only its owner can read, `credentials.json` in the folder for state
    keyring    the secrets in the system's keyring, where there is one; the file then holds which there are

What cannot be read counts as nothing: a person signs in again.
"""

import json
import os
import stat
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, Final, Protocol

from inspector.config.changing import locked, put_aside
from inspector.config.files import read_text, write_atomically
from inspector.config.problems import Problem
from inspector.transports.auth import identity, tokens
from inspector.transports.auth.flow import Held
from inspector.transports.auth.vault import Vault

SERVICE = "mcp-inspector-tui"
"""The name of the entries in a keyring."""

VERSION: Final = 1
"""Of the file; one of another is put aside, not written over."""


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


class FileStore:
    """In `path`. With a `vault` the file only says which servers there are, and the vault has what is held."""

    def __init__(self, path: Path, vault: Vault | None = None) -> None:
        self._path = path
        self._vault = vault

    def load(self, server: str) -> Held:
        """As `Store`."""
        entry = (self._read() or {}).get(server)
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
        self._change(lambda servers: {**servers, server: entry})

    def forget(self, server: str) -> bool:
        """As `Store`."""
        if server not in self.servers():
            return False
        if self._vault is not None:
            try:
                self._vault.delete_password(SERVICE, server)
            except Exception:  # it was not there
                pass
        self._change(lambda servers: {name: entry for name, entry in servers.items() if name != server})
        return True

    def servers(self) -> tuple[str, ...]:
        """As `Store`."""
        return tuple(sorted(self._read() or ()))

    def _read(self) -> dict[str, Any] | None:
        """What is kept by server; None for what is not ours, or cannot be read or closed to others."""
        if not self._path.is_file():  # a device would be read without end
            return None if os.path.lexists(self._path) else {}
        text = read_text(self._path, absent="")
        if isinstance(text, Problem) or not self._is_closed_to_others():
            return None
        try:
            found = json.loads(text)
        except (ValueError, RecursionError):
            return None
        if not isinstance(found, dict) or found.get("version") != VERSION:
            return None
        servers = found.get("servers")
        return servers if isinstance(servers, dict) else None

    def _change(self, change: Callable[[Mapping[str, Any]], Mapping[str, Any]]) -> None:
        """Alter what is kept, alone among all processes that do; what cannot be read is put aside."""
        with locked(self._path):
            servers = self._read()
            if servers is None:
                put_aside(self._path)
            document = {"version": VERSION, "servers": change(servers or {})}
            write_atomically(self._path, json.dumps(document, indent=1) + "\n")
            self._is_closed_to_others()

    def _is_closed_to_others(self) -> bool:
        """Whether nobody else may read the file: one that is open to others is closed, where that is possible."""
        try:
            if os.name == "posix" and stat.S_IMODE(self._path.stat().st_mode) & 0o077:
                self._path.chmod(0o600)
        except OSError:
            return False
        return True


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
