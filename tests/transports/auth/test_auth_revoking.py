"""Giving tokens back: to whom, in which order, and what is said where it does not work."""

from typing import Any

import pytest

from inspector.transports.auth.discovery import Where
from inspector.transports.auth.flow import Held
from inspector.transports.auth.identity import Client, Method
from inspector.transports.auth.revoking import Revocation, revoke
from inspector.transports.auth.steps import Answer, Means
from inspector.transports.auth.tokens import Tokens
from inspector.transports.auth.wish import Wish
from tests.transports.auth.world import ISSUER, METADATA, NOW, OTHER, SERVER, World, document, published

PLACE = f"{ISSUER}/revoke"


def gives_back(world: World, *, method: Method = "client_secret_post", **changes: Any) -> list[Revocation]:
    tokens = Tokens(
        **{"access": "T0", "issuer": ISSUER, "resource": SERVER, "client_id": "C0", "refresh": "R0", **changes}
    )
    held = Held(tokens, {ISSUER: Client("C0", ISSUER, "registered", method, "S0")})
    found: list[Revocation] = world.run(revoke(Where(SERVER), Wish(), held, Means(bytes, lambda: NOW)))
    return found


def test_the_refresh_token_goes_first_and_the_client_proves_itself() -> None:
    world = World(revocation_endpoint=PLACE)
    world.pages[PLACE] = Answer(200)
    assert [one.done for one in gives_back(world)] == [True, True]
    first, second = world.asked[-2:]
    assert b"token=R0&token_type_hint=refresh_token" in first.body and b"token=T0" in second.body
    assert b"client_secret=S0" in first.body and {"R0", "S0"} == set(first.secrets)
    assert len(gives_back(world, refresh="")) == 1
    assert not any(secret in repr(world.said) for secret in ("R0", "T0", "S0"))


@pytest.mark.parametrize("method", ["client_secret_basic", "none"])
def test_a_server_that_misses_the_secret_in_the_form_gets_it_there(method: Method) -> None:
    world = World(revocation_endpoint=PLACE)
    world.pages[PLACE] = lambda step: (
        Answer(200) if b"client_secret=S0" in step.body else document({"error": "invalid_request"}, 400)
    )
    assert [one.done for one in gives_back(world, method=method)] == [True, True]
    world.pages[PLACE] = document({"error": "invalid_client"}, 401)
    assert [one.done for one in gives_back(world, method=method)] == [False, False]
    assert world.urls.count(PLACE) == 4 + 2


def test_what_is_refused_is_said_with_the_reason_and_the_other_token_goes_all_the_same() -> None:
    world = World(revocation_endpoint=PLACE)
    world.pages[PLACE] = lambda step: (
        document({"error": "unsupported_token_type"}, 400) if b"access_token" in step.body else Answer(200)
    )
    refresh, access = gives_back(world)
    assert refresh.done and not access.done and "HTTP 400: unsupported_token_type" in access.said


@pytest.mark.parametrize(
    ("changes", "offered", "words"),
    [
        ({}, False, "no revocation_endpoint"),
        ({"revocation_endpoint": "http://as.example/revoke"}, True, "not https"),
        ({"revocation_endpoint": "https://169.254.169.254/revoke"}, True, "link-local"),
        ({"revocation_endpoint": PLACE, "issuer": OTHER}, True, "another issuer"),
    ],
)
def test_no_token_goes_where_it_does_not_belong(changes: dict[str, Any], offered: bool, words: str) -> None:
    world = World()
    world.pages[METADATA] = document(published(**changes))
    [one] = gives_back(world)
    assert not one.done and one.offered is offered and words in one.said
    assert not any(step.verb == "POST" for step in world.asked)


def test_without_metadata_the_places_are_named() -> None:
    world = World()
    del world.pages[METADATA]
    [one] = gives_back(world)
    assert METADATA in one.said and not one.done
