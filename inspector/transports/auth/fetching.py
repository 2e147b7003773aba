"""The requests of an authorization: judged before they are made, bounded, and in the journal without their secrets.

A redirect is followed for a GET alone, a few times, and each target is judged as the first address was. The record of a
request to a token endpoint has `‹secret›` where a secret went out or came.
"""

import asyncio
import socket
from collections.abc import Awaitable, Callable, Iterator, Sequence
from dataclasses import replace
from typing import Final
from urllib.parse import urlsplit

from inspector.journal import Log
from inspector.transports.auth.addresses import Place, fault_of, is_address, may_go, place_fault, place_of
from inspector.transports.auth.masking import (
    body_without,
    headers_without,
    read,
    recorded,
    secrets_in,
    secrets_out,
    worth,
)
from inspector.transports.auth.steps import MOST, SPEC, Answer, Fetch
from inspector.transports.auth.trial import TOPIC
from inspector.transports.http_client import encoded, make_client, readable
from inspector.transports.http_connection import connection_of
from inspector.transports.http_failures import FAULTS, explain
from inspector.transports.http_network import heard
from inspector.transports.http_options import HttpOptions, address_of, url_text
from inspector.transports.http_proxy import way_of
from inspector.transports.http_redirects import target_of
from inspector.transports.http_trace import Trace
from inspector.transports.http_wire import HEADERS
from inspector.wire import events
from inspector.wire.text import visible

SECONDS: Final = 20.0
"""What one request may take, its redirects and its body included."""

_HOPS: Final = 4
_SAFETY: Final = f"{SPEC}/security-considerations#communication-security"


LookUp = Callable[[str], Awaitable[Sequence[str]]]
"""The addresses of a name, in the order in which they are to be tried; none where there is no such name."""


async def look_up(host: str) -> Sequence[str]:
    """As the system does it."""
    try:
        found = await asyncio.get_running_loop().getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except (OSError, UnicodeError):
        return ()
    return [str(entry[4][0]) for entry in found]


class Fetcher:
    """Makes the requests of one authorization. `options` are those of the MCP server: trust and proxy hold here too,
    its headers and certificates do not. `peer` is the other side of a connection to it, `address:port`, if any.

    A name is looked up once for a request: its addresses are judged, and the connection goes to one of these.
    """

    def __init__(
        self, options: HttpOptions, journal: Log, numbers: Iterator[int], peer: str = "", look_up: LookUp = look_up
    ) -> None:
        self._options = options
        self._peer = peer
        self._look_up = look_up
        self._journal = journal
        self._numbers = numbers
        self._place: Place | None = None

    async def place(self) -> Place:
        """Where the MCP server is: where the connection to it went, if that is known, else what its name says; public
        if one of its addresses is."""
        if self._place is not None:
            return self._place
        address = address_of(self._options.url)
        peer = "" if way_of(self._options).proxy else self._peer.rpartition(":")[0]
        there = "loopback" if address.socket else place_of(peer)
        self._place = there or await self._place_by_name(urlsplit(address.url).hostname or "")
        return self._place

    async def _place_by_name(self, host: str) -> Place:
        places = {place for _, place in await self._located(host)}
        among: tuple[Place, ...] = ("public", "private", "loopback")
        return next((place for place in among if place in places), "public")

    async def fetch(self, step: Fetch) -> Answer:
        """What comes of one request. Never raises, but when it is cancelled."""
        try:
            async with asyncio.timeout(SECONDS):
                return await self._follow(step)
        except TimeoutError:
            return Answer(failure=f"no answer within {SECONDS:g} s")

    async def _follow(self, step: Fetch) -> Answer:
        for _ in range(_HOPS):
            fault, addresses = await self._judged(step)
            if fault:
                self._decide(f"{step.verb} {url_text(step.url)}", "not asked", f"{fault}.", "")
                return Answer(failure=fault)
            answer = await self._once(step, addresses)
            target = target_of(answer.status or 0, step.url, answer.header("location"))
            if target is None:
                return answer
            shown = url_text(target)
            outcome = f"HTTP {answer.status}, Location {shown}"
            if step.verb != "GET":
                because = "Only a GET is: what is in a POST is for the address that was named."
                self._decide(f"POST {url_text(step.url)}", "redirect not followed", because, outcome)
                return answer
            self._decide(f"GET {url_text(step.url)}", "redirect followed", "Its target is judged as well.", outcome)
            step = replace(step, url=target, named=False)
        return Answer(failure=f"redirected {_HOPS} times, at last to {url_text(step.url)}")

    async def _judged(self, step: Fetch) -> tuple[str, Sequence[str]]:
        """Why this address is not asked, by what it says and by where its host is, empty if it may be; and where to go
        then, nothing where the host says that itself, or a proxy looks it up."""
        server: Place = "loopback" if step.named else await self.place()
        fault = fault_of(step.url, server)
        if fault or way_of(replace(self._options, url=step.url)).proxy:
            return fault, ()
        host = urlsplit(step.url).hostname or ""
        if is_address(host):
            return "", ()
        located = await self._located(host)
        if not located:
            return f"the name {visible(host)[:100]} cannot be found", ()
        here = place_of(host) == "loopback"
        for _, place in located:
            if here and place != "loopback":
                return f"{visible(host)[:100]} is not this machine, though it is called so", ()
            if not may_go(place, server):
                return place_fault(host, place), ()
        return "", [address for address, _ in located]

    async def _located(self, host: str) -> list[tuple[str, Place]]:
        """The addresses of a host, and where they are; none where the name cannot be found."""
        known = place_of(host)
        if known is not None and is_address(host):
            return [(host, known)]
        found = ((address, place_of(address)) for address in dict.fromkeys(await self._look_up(host)))
        return [(address, place) for address, place in found if place is not None]

    def _decide(self, action: str, verdict: str, because: str, outcome: str) -> None:
        self._journal.append(events.Decision(TOPIC, action, verdict, because, outcome=outcome, clause=_SAFETY))

    async def _once(self, step: Fetch, addresses: Sequence[str]) -> Answer:
        number, began = next(self._numbers), self._journal.now()
        options = replace(self._options, url=step.url, headers=(), cert=None, key=None)
        trace = Trace(self._journal.now)
        status: int | None = None
        headers: events.Headers = ()
        body, failure, where = b"", "", ""
        client = make_client(options, addresses)
        secrets = secrets_out(step)
        for secret in secrets:
            self._journal.confide(secret)
        try:
            request = client.build_request(
                step.verb,
                step.url,
                headers=encoded((*step.headers, ("Accept-Encoding", "identity"))),
                content=step.body if step.verb == "POST" else None,
                extensions={"trace": trace},
            )
            self._journal.append(
                events.HttpRequest(
                    number,
                    step.verb,
                    step.url,
                    headers_without(readable(request.headers.raw)),
                    body_without(step.body, secrets),
                )
            )
            heard.set(trace.heard)
            response = await client.send(request, stream=True)
            try:
                status, headers = response.status_code, readable(response.extensions[HEADERS])
                trace.answered()
                self._journal.append(
                    events.HttpResponse(
                        number,
                        status,
                        response.reason_phrase,
                        response.http_version,
                        headers,
                        (self._journal.now() - began) * 1000,
                        dict(trace.phases),
                        **connection_of(response),
                    )
                )
                # A stream of events has no end, and nothing that is read here: its head says enough.
                pieces = response.aiter_raw()
                streams = Answer(headers=headers).header("content-type").lower().startswith("text/event-stream")
                while not streams and (piece := await anext(pieces, None)) is not None:
                    body += piece
                    if len(body) > MOST:
                        failure, where = f"the body is larger than {MOST >> 20} MiB", "stream"
                        break
            finally:
                await response.aclose()
        except FAULTS as error:
            failure, where = explain(error, trace, self._options.connect_timeout)
        except asyncio.CancelledError:
            failure, where = "no answer in time", trace.step
            raise
        finally:
            if body:
                answer = Answer(status, headers, body)
                for secret in secrets_in(answer):
                    self._journal.confide(secret)
                self._journal.append(events.HttpBody(number, recorded(answer, worth(self._journal.confided))))
            ms = (self._journal.now() - began) * 1000
            self._journal.append(events.HttpEnd(number, len(body), ms, failure, where))
            await client.aclose()
        return Answer(None, failure=failure) if failure else read(Answer(status, headers, body), self._journal.confided)
