"""`WWW-Authenticate`, as it should be and as it comes."""

import pytest

from inspector.transports.auth.challenge import Challenge, challenges, oauth_challenge
from inspector.transports.auth.flow import may_help


@pytest.mark.parametrize(
    ("values", "read"),
    [
        (["Bearer"], [("bearer", {})]),
        (['Bearer realm="x", scope="a b"'], [("bearer", {"realm": "x", "scope": "a b"})]),
        (['bEaReR Scope = a,ERROR="b\\"c, d"'], [("bearer", {"scope": "a", "error": 'b"c, d'})]),
        (['Basic realm="r", Bearer error=x', "DPoP algs=ES256"], [
            ("basic", {"realm": "r"}),
            ("bearer", {"error": "x"}),
            ("dpop", {"algs": "ES256"}),
        ]),
        (["Negotiate YII=, Bearer a=b"], [("negotiate", {}), ("bearer", {"a": "b"})]),
        ([" , Bearer ,, a=1 ,b=2,"], [("bearer", {"a": "1", "b": "2"})]),
        (['Bearer resource_metadata="https://a.example/x?y=z'], [("bearer", {"resource_metadata": "https://a.example/x?y=z"})]),
        (["Bearer resource_metadata=https://a.example/x"], [("bearer", {"resource_metadata": "https://a.example/x"})]),
        (["Bearer a=1, a=2"], [("bearer", {"a": "1"})]),
        (['@@ "x" Bearer a=1'], [("x", {}), ("bearer", {"a": "1"})]),
        ([""], []),
    ],
)  # fmt: skip
def test_challenges_are_read_as_servers_write_them(values: list[str], read: list[tuple[str, dict[str, str]]]) -> None:
    found = challenges(("www-authenticate", value) for value in values)
    assert [(one.scheme, dict(one.parameters)) for one in found] == read


def test_the_challenge_of_oauth_is_the_first_that_says_something() -> None:
    headers = (("WWW-Authenticate", 'Basic realm="x", Bearer'), ("WWW-Authenticate", 'Bearer scope="b a b"'))
    assert oauth_challenge(headers).scopes == ("b", "a")
    assert oauth_challenge(headers[:1]) == Challenge("bearer")
    assert oauth_challenge(()) == Challenge()


@pytest.mark.parametrize(
    ("status", "challenge", "helps"),
    [
        (401, "Bearer", True),
        (401, "DPoP", True),
        (401, "", True),
        (401, "Basic realm=x", False),
        (403, 'Bearer error="insufficient_scope", scope="a"', True),
        (403, 'Bearer error="invalid_token"', False),
        (403, "", False),
        (500, "Bearer", False),
    ],
)
def test_a_token_helps_against_what_oauth_refuses(status: int, challenge: str, helps: bool) -> None:
    assert may_help(status, (("WWW-Authenticate", challenge),) if challenge else ()) is helps
