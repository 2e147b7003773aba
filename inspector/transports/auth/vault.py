"""The keyring of the system, which may raise anything, and may never answer."""

import threading
from collections.abc import Callable
from typing import Any, Final, Protocol, TypeVar

T = TypeVar("T")

PATIENCE: Final = 5.0
"""Seconds that a keyring is waited for: nothing else goes on meanwhile."""


class Vault(Protocol):
    """What a keyring is used for: one text under a name."""

    def get_password(self, service: str, name: str) -> str | None: ...

    def set_password(self, service: str, name: str, text: str) -> None: ...

    def delete_password(self, service: str, name: str) -> None: ...


def within(patience: float, work: Callable[[], T]) -> T:
    """What `work` comes to in a thread of its own, which is left alone when it takes longer. Raises what it raises, and
    TimeoutError."""
    came: list[T] = []
    raised: list[BaseException] = []

    def run() -> None:
        try:
            came.append(work())
        except BaseException as error:  # it is raised where it is waited for
            raised.append(error)

    thread = threading.Thread(target=run, daemon=True, name="keyring")
    thread.start()
    thread.join(patience)
    if raised:
        raise raised[0]
    if not came:
        raise TimeoutError
    return came[0]


class PatientVault:
    """`vault`, waited for so long and no longer. One that did not answer once is not asked again."""

    def __init__(self, vault: Vault, patience: float = PATIENCE) -> None:
        self._vault = vault
        self._patience = patience
        self._silent = False

    def get_password(self, service: str, name: str) -> str | None:
        """As `Vault`; raises what that raises, and TimeoutError."""
        return self._asked(lambda: self._vault.get_password(service, name))

    def set_password(self, service: str, name: str, text: str) -> None:
        """As `Vault`; raises what that raises, and TimeoutError."""
        self._asked(lambda: self._vault.set_password(service, name, text))

    def delete_password(self, service: str, name: str) -> None:
        """As `Vault`; raises what that raises, and TimeoutError."""
        self._asked(lambda: self._vault.delete_password(service, name))

    def _asked(self, work: Callable[[], T]) -> T:
        if self._silent:
            raise TimeoutError
        try:
            return within(self._patience, work)
        except TimeoutError:
            self._silent = True
            raise


_found: list[Vault | None] = []


def system_vault() -> Vault | None:
    """The keyring of the system, if the library is installed and has one that keeps anything; looked for once."""
    if not _found:
        try:
            _found.append(within(PATIENCE, _system_vault))
        except Exception:  # its backends raise what they like
            _found.append(None)
    return _found[0]


def _system_vault() -> Vault | None:
    import importlib

    try:
        keyring: Any = importlib.import_module("keyring")
        idle = [importlib.import_module(f"keyring.backends.{name}").Keyring for name in ("fail", "null")]
    except ImportError:
        return None
    vault: Vault = keyring.get_keyring()
    return None if isinstance(vault, tuple(idle)) else PatientVault(vault)
