"""Where a request of a flow goes: a name is looked up once, judged by its addresses, and nowhere else connected to."""

import asyncio
import itertools
from collections.abc import Sequence

import pytest

from inspector.journal import Journal
from inspector.transports.auth import fetching
from inspector.transports.auth.fetching import Fetcher
from inspector.transports.auth.steps import Answer, Fetch
from inspector.transports.http_options import HttpOptions
from inspector.wire import events
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

PATIENCE = 10.0


class Names:
    """A resolver: each lookup of a name gives its next addresses, the last ones again and again."""

    def __init__(self, **known: Sequence[Sequence[str]]) -> None:
        self._known = {name.replace("_", "."): list(answers) for name, answers in known.items()}
        self.asked: list[str] = []

    async def __call__(self, host: str) -> Sequence[str]:
        self.asked.append(host)
        answers = self._known.get(host, [()])
        return answers.pop(0) if len(answers) > 1 else answers[0]


def fetcher(names: Names, server: str, peer: str = "") -> tuple[Fetcher, Journal]:
    journal = Journal()
    return Fetcher(HttpOptions(server), journal, itertools.count(1), peer, names), journal


async def asks(made: Fetcher, url: str, *, named: bool = False) -> Answer:
    async with asyncio.timeout(PATIENCE):
        return await made.fetch(Fetch("metadata", "GET", url, named=named))


async def test_the_connection_goes_to_an_address_that_was_judged() -> None:
    async def told(asked: Asked, reply: Reply) -> None:
        await reply.whole(200, f'{{"host": "{asked.header("Host")}"}}'.encode(), "application/json")

    async with ScriptedServer(told) as server:
        port = server.url("").rpartition(":")[2]
        names = Names(as_localhost=[["127.0.0.1"], ["169.254.169.254"]])
        made, journal = fetcher(names, server.url("/mcp"))
        answer = await asks(made, f"http://as.localhost:{port}/x")
        assert answer.document == {"host": f"as.localhost:{port}"} and names.asked == ["as.localhost"]
        peers = [record.event.peer for record in journal.records if isinstance(record.event, events.HttpResponse)]
        assert peers == [f"127.0.0.1:{port}"]
        answer = await asks(made, f"http://as.localhost:{port}/x")
        assert answer.status is None and "as.localhost is not this machine" in answer.failure
        # The first address takes nothing, the second does.
        made, _ = fetcher(Names(as_localhost=[["::1", "127.0.0.1"]]), server.url("/mcp"))
        assert (await asks(made, f"http://as.localhost:{port}/x")).status == 200


@pytest.mark.parametrize(
    ("addresses", "peer", "named", "words"),
    [
        (["10.0.0.1"], "8.8.8.8:443", False, "is in a private network"),
        (["8.8.8.8", "10.0.0.1"], "8.8.8.8:443", False, "is in a private network"),
        (["127.0.0.1"], "8.8.8.8:443", False, "is this machine"),
        (["fe80::1"], "10.0.0.1:443", False, "link-local"),
        (["169.254.169.254"], "127.0.0.1:443", True, "link-local"),
        (["::ffff:10.0.0.1"], "[2001:4860:4860::8888]:443", False, "is in a private network"),
        ([], "8.8.8.8:443", False, "cannot be found"),
    ],
)
async def test_a_name_whose_addresses_are_elsewhere_is_not_asked(
    addresses: list[str], peer: str, named: bool, words: str
) -> None:
    # What the server's own name says by now counts for nothing: the connection to it went to `peer`.
    made, journal = fetcher(Names(as_example=[addresses], mcp_example=[["127.0.0.1"]]), "https://mcp.example/", peer)
    answer = await asks(made, "https://as.example/x", named=named)
    assert answer.status is None and words in answer.failure
    assert [record.event.verdict for record in journal.records if isinstance(record.event, events.Decision)] == [
        "not asked"
    ]


async def test_a_server_counts_as_public_if_one_of_its_addresses_is() -> None:
    made, _ = fetcher(Names(mcp_example=[["127.0.0.1", "8.8.8.8"]]), "https://mcp.example/")
    assert await made.place() == "public"
    made, _ = fetcher(Names(mcp_example=[["10.0.0.1"]]), "https://mcp.example/")
    assert await made.place() == "private"


async def test_the_target_of_a_redirect_is_looked_up_and_judged_too() -> None:
    async def away(asked: Asked, reply: Reply) -> None:
        await reply.whole(302, b"", None, Location="http://b.localhost/latest")

    async with ScriptedServer(away) as server:
        names = Names(b_localhost=[["169.254.169.254"]])
        made, journal = fetcher(names, server.url("/mcp"))
        answer = await asks(made, server.url("/a"), named=True)
    assert answer.status is None and "b.localhost is not this machine" in answer.failure
    assert sum(isinstance(record.event, events.HttpRequest) for record in journal.records) == 1


async def test_an_answer_that_does_not_come_is_not_waited_for_without_end(monkeypatch: pytest.MonkeyPatch) -> None:
    async def silent(asked: Asked, reply: Reply) -> None:
        await reply.gone.wait()

    monkeypatch.setattr(fetching, "SECONDS", 0.05)
    async with ScriptedServer(silent) as server:
        made, journal = fetcher(Names(), server.url("/mcp"))
        answer = await asks(made, server.url("/a"))
    assert answer.failure == "no answer within 0.05 s"
    assert isinstance(journal.records[-1].event, events.HttpEnd)
