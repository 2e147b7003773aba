"""Answers that nobody sends by accident: what comes of them is bounded, and never a fault of our own."""

from typing import Any

import pytest

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client
from inspector.transports.auth.steps import Answer
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.trial import Trial
from tests.transports.auth.world import (
    ISSUER,
    METADATA,
    NOW,
    PRM,
    REDIRECT,
    SERVER,
    World,
    document,
    published,
    refusal,
)

JSON = (("Content-Type", "application/json"),)
TOKEN = f"{ISSUER}/token"


def body(text: str, status: int = 200) -> Answer:
    return Answer(status, JSON, text.encode())


@pytest.mark.parametrize(
    ("lives", "expires"),
    [("60", NOW + 60), ('"60"', NOW + 60), ("-5", None), ("1" + "0" * 400, None), ("1e400", None), ("NaN", None),
     ("true", None), ("{}", None), ("0", None), ("19", None)],
)  # fmt: skip
def test_a_life_that_is_none_or_over_at_once_says_nothing(lives: str, expires: float | None) -> None:
    world = World()
    world.pages[TOKEN] = body(f'{{"access_token": "T1", "token_type": "Bearer", "expires_in": {lives}}}')
    tokens = world.authorize()
    assert tokens.expires == expires and tokens.usable(NOW)


LONG = f"https://as.example/{'i' * 5000}"
MANY = [f"s{number}" for number in range(5000)]
REFUSED: dict[str, tuple[str, Answer, str]] = {
    "a token with a line break": (
        TOKEN, document({"access_token": "a\r\nX: y", "token_type": "Bearer"}), "no header can carry it"),
    "a token with half a character": (
        TOKEN, body(r'{"access_token": "\ud800x", "token_type": "Bearer"}'), "gave no token"),
    "a client with half a character": (f"{ISSUER}/register", body(r'{"client_id": "\ud800"}', 201), "no JSON object"),
    "a long issuer": (PRM, document({"resource": SERVER, "authorization_servers": [LONG]}), "longer than 4096"),
    "a long endpoint": (METADATA, document(published(token_endpoint=LONG)), "longer than 4096"),
    "many scopes": (
        PRM, document({"resource": SERVER, "authorization_servers": [ISSUER], "scopes_supported": MANY}), "too many"),
}  # fmt: skip


@pytest.mark.parametrize(("url", "answer", "words"), REFUSED.values(), ids=REFUSED)
def test_what_cannot_be_used_is_refused_in_few_words(url: str, answer: Answer, words: str) -> None:
    world = World()
    world.pages[url] = answer
    with pytest.raises(AuthorizationNeeded) as caught:
        world.authorize()
    assert words in f"{caught.value.account} {caught.value.hint}"
    texts = [text for said in world.said for text in (said.action, said.verdict, said.because, said.outcome)]
    assert max(map(len, (*texts, caught.value.account))) < 500


def test_only_some_of_many_authorization_servers_are_asked() -> None:
    world = World()
    named = [f"https://a{number}.example" for number in range(500)]
    world.pages[PRM] = document({"resource": SERVER, "authorization_servers": named})
    with pytest.raises(AuthorizationNeeded, match="no metadata"):
        world.authorize()
    assert len(world.urls) == 9


def test_what_is_no_scope_is_not_asked_for() -> None:
    world = World()
    scopes = ["a", "b c", 'd"', "\x1b[2J", "é", ""]
    world.pages[PRM] = document({"resource": SERVER, "authorization_servers": [ISSUER], "scopes_supported": scopes})
    assert world.authorize().scopes == ("a",)


@pytest.mark.parametrize("person", [True, False])
def test_a_request_that_is_refused_with_the_new_token_too_is_not_refreshed_for_again(person: bool) -> None:
    world, trial = World(), Trial()
    world.token["refresh_token"] = "R1"
    client = Client("C0", ISSUER, "registered", redirect=REDIRECT)
    held = Held(Tokens("T0", ISSUER, SERVER, "C0", refresh="R0"), {ISSUER: client})
    refused: dict[str, Any] = {"held": held, "refused": refusal(trial=trial), "person": person}
    world.authorize(**refused)
    if person:
        world.authorize(**refused)
        assert world.form["grant_type"] == "authorization_code"
    with pytest.raises(AuthorizationNeeded, match="does not take the token"):
        world.authorize(**refused)
    assert sum(b"grant_type=refresh_token" in step.body for step in world.asked) == 1
