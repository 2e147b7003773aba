"""What is kept between sessions, and that nobody else reads it."""

from pathlib import Path

import pytest

from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client
from inspector.transports.auth.store import FileStore, MemoryStore, Store
from inspector.transports.auth.tokens import Tokens

TOKENS = Tokens("T", "https://as.example", "https://mcp.example", "C", "Bearer", "R", 9.0, ("a",), ("a", "b"))
CLIENT = Client("C", "https://as.example", "registered", "client_secret_post", "S", "http://127.0.0.1:1/callback", 5.0)


class Vault:
    """A keyring of the system; one that is `broken` raises as backends do."""

    def __init__(self, *, broken: bool = False) -> None:
        self.texts: dict[tuple[str, str], str] = {}
        self._broken = broken

    def get_password(self, service: str, name: str) -> str | None:
        return self.texts.get((service, name))

    def set_password(self, service: str, name: str, text: str) -> None:
        if self._broken:
            raise RuntimeError("locked")
        self.texts[service, name] = text

    def delete_password(self, service: str, name: str) -> None:
        del self.texts[service, name]


@pytest.mark.parametrize("kind", ["memory", "file", "vault", "broken vault"])
def test_what_is_kept_comes_back_and_is_forgotten(kind: str, tmp_path: Path) -> None:
    vault = Vault(broken=kind == "broken vault") if "vault" in kind else None
    path = tmp_path / "in" / "credentials.json"
    store: Store = MemoryStore() if kind == "memory" else FileStore(path, vault)
    held = Held(TOKENS, {CLIENT.issuer: CLIENT}, "https://as.example")
    assert store.load("https://mcp.example") == Held()
    store.save("https://mcp.example", held)
    again = store if kind == "memory" else FileStore(path, vault)
    assert again.load("https://mcp.example") == held
    assert again.servers() == ("https://mcp.example",)
    assert again.forget("https://mcp.example") and not again.forget("https://mcp.example")
    assert again.load("https://mcp.example") == Held() and again.servers() == ()
    if kind == "vault":
        assert vault is not None and not vault.texts


def test_only_its_owner_reads_the_file_and_with_a_keyring_no_secret_is_in_it(tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    store = FileStore(path)
    store.save("https://mcp.example", Held(TOKENS))
    assert path.stat().st_mode & 0o777 == 0o600
    path.chmod(0o644)
    store.load("https://mcp.example")
    assert path.stat().st_mode & 0o777 == 0o600
    FileStore(path, Vault()).save("https://mcp.example", Held(TOKENS))
    assert '"T"' not in path.read_text() and '"R"' not in path.read_text()


@pytest.mark.parametrize("text", ["", "[]", "{", '{"servers": 1}', '{"servers": {"https://mcp.example": [1]}}'])
def test_a_file_that_cannot_be_read_holds_nothing(text: str, tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    path.write_text(text)
    assert FileStore(path).load("https://mcp.example") == Held()


def test_a_token_that_is_bound_to_a_key_of_an_ended_session_is_not_used_again(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "credentials.json")
    store.save("https://mcp.example", Held(Tokens("T", "i", "r", "C", "DPoP")))
    assert store.load("https://mcp.example").tokens is None
    assert '"T"' not in (tmp_path / "credentials.json").read_text()
