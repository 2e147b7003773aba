"""What `examine` says of a set-up, from answers alone."""

import pytest

from inspector.transports.auth.discovery import Where
from inspector.transports.auth.examining import Check, examine
from inspector.transports.auth.steps import Answer, Fetch
from tests.transports.auth.world import ISSUER, METADATA, PRM, SERVER, document

CHALLENGED = Answer(401, (("WWW-Authenticate", f'Bearer resource_metadata="{PRM}", scope="a"'),))


def examined(pages: dict[str, Answer], otherwise: Answer) -> list[Check]:
    """The checks where these addresses answer so, and all others `otherwise`."""
    talk, answer = examine(Where(SERVER)), None
    try:
        while True:
            asked = talk.send(answer)
            answer = pages.get(asked.url, otherwise) if isinstance(asked, Fetch) else None
    except StopIteration as end:
        return list(end.value)


@pytest.mark.parametrize(
    ("status", "level", "remedy"),
    [
        (200, "note", "Nothing is wrong"),
        (302, "error", "Answer 401 in place of a redirect"),
        (403, "error", "answer 401 with WWW-Authenticate"),
        (404, "error", "Check the path"),
        (415, "warning", "`inspector probe` tells more"),
        (503, "warning", "the server's log"),
    ],
)
def test_another_answer_than_401_is_judged_by_what_it_says(status: int, level: str, remedy: str) -> None:
    first = examined({}, Answer(status))[0]
    assert f"HTTP {status}, not with 401" in first.said
    assert first.level == level and remedy in first.remedy


def test_an_authorization_server_that_nobody_reaches_is_not_said_to_publish_nothing() -> None:
    pages = {SERVER: CHALLENGED, PRM: document({"resource": SERVER, "authorization_servers": [ISSUER]})}
    for otherwise, said, remedy in (
        (Answer(failure="refused"), "cannot be reached", "Start it"),
        (Answer(404), "has no metadata", "Publish it"),
    ):
        [wrong] = [one for one in examined(pages, otherwise) if one.level == "error"]
        assert wrong.said.startswith(f"{ISSUER} {said}: ") and wrong.remedy.startswith(remedy)


def test_an_issuer_that_differs_by_a_slash_is_said_to() -> None:
    pages = {
        SERVER: CHALLENGED,
        PRM: document({"resource": SERVER, "authorization_servers": [ISSUER]}),
        METADATA: document({"issuer": f"{ISSUER}/"}),
    }
    [wrong] = [one for one in examined(pages, Answer(404)) if one.level == "error"]
    assert f"is of another issuer, by the slash at the end: {ISSUER}/." in wrong.said
