"""Where a browser comes back to: the hosts, ports and paths of a redirect URI."""

import asyncio
import socket

import httpx
import pytest

from inspector.errors import AuthorizationNeeded
from inspector.transports.auth.callback import Callback
from inspector.transports.auth.person import Browser, redirect_fault
from inspector.transports.auth.steps import Visit


@pytest.mark.parametrize(
    ("redirect", "wrong"),
    [
        ("http://localhost:8080/oauth/callback", False),
        ("http://127.0.0.1:1/", False),
        ("http://[::1]:9", False),
        ("http://localhost/callback", False),
        ("https://localhost:8080/callback", True),
        ("http://example.com:8080/callback", True),
        ("http://localhost.example.com/callback", True),
        ("http://user@localhost:1/callback", True),
        ("http://0.0.0.0:1/callback", True),
        ("http://localhost:1/callback?a=b", True),
        ("http://localhost:99999/callback", True),
        ("myapp://callback", True),
    ],
)
def test_a_redirect_uri_is_one_of_this_machine(redirect: str, wrong: bool) -> None:
    assert bool(redirect_fault(redirect)) is wrong


async def test_a_browser_may_come_back_to_localhost_over_either_family() -> None:
    async with asyncio.timeout(10), httpx.AsyncClient(trust_env=False) as browser:
        callback, came = Callback(), list[str]()
        redirect = await callback.open(0, "localhost", "/oauth/back")
        try:
            port = httpx.URL(redirect).port
            assert redirect == f"http://localhost:{port}/oauth/back"
            families = [host for host in ("127.0.0.1", "[::1]") if host != "[::1]" or _has_ipv6()]
            for host in families:
                callback.expect("S", came.append)
                answer = await browser.get(f"http://{host}:{port}/oauth/back?state=S", headers={"Host": "evil.example"})
                assert answer.status_code == 400 and not came
                answer = await browser.get(f"http://{host}:{port}/callback?state=S")
                assert answer.status_code == 400 and not came
                answer = await browser.get(f"http://{host}:{port}/oauth/back?state=S")
                assert answer.status_code == 200 and came.pop() == f"{redirect}?state=S"
        finally:
            await callback.close()


async def test_a_port_that_was_chosen_is_the_one_or_none() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        person = Browser(lambda visit, came: asyncio.sleep(0))
        with pytest.raises(AuthorizationNeeded, match="come back") as wrong:
            await person.ready(f"http://localhost:{port}/cb", port)
        assert f"Port {port} of localhost" in wrong.value.why
        redirect = await person.ready(f"http://127.0.0.1:{port}/cb", 0)
        await person.done()
        assert redirect.endswith("/cb") and f":{port}/" not in redirect


def _has_ipv6() -> bool:
    try:
        socket.create_server(("::1", 0), family=socket.AF_INET6).close()
    except OSError:
        return False
    return True


async def test_no_connection_is_left_of_a_browser_that_opened_some_in_advance() -> None:
    async with asyncio.timeout(10):
        callback, before = Callback(), asyncio.all_tasks()
        port = httpx.URL(await callback.open(0)).port
        opened = [await asyncio.open_connection("127.0.0.1", port) for _ in range(3)]
        for _, writer in opened:
            writer.write(b"GET /")
        while len(asyncio.all_tasks()) < len(before) + 3:
            await asyncio.sleep(0)
        await callback.close()
        assert asyncio.all_tasks() == before
        for reader, writer in opened:
            with pytest.raises((ConnectionError, asyncio.IncompleteReadError)):
                await reader.readexactly(1)
            writer.close()


async def test_what_keeps_a_person_from_being_shown_the_way_is_told_as_a_fault_of_the_flow() -> None:
    async def shows(*_: object) -> None:
        raise OSError("the terminal\x1b is gone")

    browser = Browser(shows)
    async with asyncio.timeout(10):
        with pytest.raises(AuthorizationNeeded, match="Nobody could be shown") as caught:
            await browser.visit(Visit("https://as.example", "S", "x"))
    assert caught.value.why == "the terminal␛ is gone."
