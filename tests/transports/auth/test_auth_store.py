"""What is kept between sessions, and that nobody else reads it."""

import threading
from pathlib import Path

import pytest

from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client
from inspector.transports.auth.store import FileStore, MemoryStore, Store
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.vault import PatientVault

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


@pytest.mark.parametrize(
    "text", ["", "[]", "{", '{"version": 1, "servers": 1}', '{"version": 2, "servers": {"https://mcp.example": {}}}']
)
def test_a_file_that_cannot_be_read_holds_nothing(text: str, tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    path.write_text(text)
    store = FileStore(path)
    assert store.load("https://mcp.example") == Held() and store.servers() == ()
    store.save("https://mcp.example", Held(TOKENS))
    assert store.load("https://mcp.example") == Held(TOKENS)
    assert (tmp_path / "credentials.unread").read_text() == text


def test_a_link_to_what_is_no_file_is_put_aside_unread(tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    path.symlink_to("/dev/zero")
    store = FileStore(path)
    assert store.load("https://mcp.example") == Held()
    store.save("https://mcp.example", Held(TOKENS))
    assert store.load("https://mcp.example") == Held(TOKENS) and path.is_file()


@pytest.mark.parametrize("entry", ["[1]", "{}", '{"tokens": 1, "clients": [1, {}], "bound": 2}'])
def test_an_entry_that_cannot_be_read_holds_nothing(entry: str, tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    path.write_text(f'{{"version": 1, "servers": {{"https://mcp.example": {entry}}}}}')
    assert FileStore(path).load("https://mcp.example") == Held()


def keep(path: Path, name: str) -> None:
    for number in range(20):
        FileStore(path).save(f"https://{name}{number}.example", Held(TOKENS))


def test_what_several_keep_at_a_time_is_all_there(tmp_path: Path) -> None:
    path = tmp_path / "credentials.json"
    others = [threading.Thread(target=keep, args=(path, name)) for name in "ab"]
    for other in others:
        other.start()
    keep(path, "c")
    for other in others:
        other.join()
    assert len(FileStore(path).servers()) == 60


def test_a_file_that_cannot_be_closed_to_others_holds_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = tmp_path / "credentials.json"
    store = FileStore(path)
    store.save("https://mcp.example", Held(TOKENS))
    path.chmod(0o644)

    def chmod(self: Path, mode: int) -> None:
        raise PermissionError

    monkeypatch.setattr(Path, "chmod", chmod)
    assert store.load("https://mcp.example") == Held()


def test_a_keyring_that_never_answers_is_given_up_and_the_file_keeps(tmp_path: Path) -> None:
    answers, asked = threading.Event(), list[str]()

    class Silent(Vault):
        def set_password(self, service: str, name: str, text: str) -> None:
            asked.append(name)
            answers.wait()

    path, vault = tmp_path / "credentials.json", PatientVault(Silent(), patience=0.01)
    for number in range(3):
        FileStore(path, vault).save(f"https://{number}.example", Held(TOKENS))
    assert len(asked) == 1 and FileStore(path, vault).load("https://0.example") == Held(TOKENS)
    answers.set()


def test_a_token_that_is_bound_to_a_key_of_an_ended_session_is_not_used_again(tmp_path: Path) -> None:
    store = FileStore(tmp_path / "credentials.json")
    store.save("https://mcp.example", Held(Tokens("T", "i", "r", "C", "DPoP")))
    assert store.load("https://mcp.example").tokens is None
    assert '"T"' not in (tmp_path / "credentials.json").read_text()
