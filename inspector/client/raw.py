"""A request in the person's own bytes, right or wrong: sent as it is, its answer waited for."""

import asyncio
from collections.abc import Mapping

from inspector.client.session import Client
from inspector.errors import ConnectError
from inspector.protocol.changes import Exchange, Settled
from inspector.protocol.exchanges import Exchanges
from inspector.protocol.steps import Reply
from inspector.wire.jsonrpc import Error, Result


async def send_raw(client: Client, raw: bytes, headers: Mapping[str, str], *, op: int, timeout: float) -> Reply:
    """Send the bytes of one request of operation `op`, and wait `timeout` seconds for what comes of it.

    What is no request at all gets no answer, and ends with the time. Raises nothing but the cancellation.
    """
    transport, journal = client.transport, client.journal
    if transport is None:
        return Reply(failure="closed", detail="there is no connection")
    here, exchanges = len(journal), Exchanges()
    try:
        async with asyncio.timeout(timeout):
            await transport.send(raw, dict(headers), op=op)
            async for batch in journal.follow(here):
                for record in batch:
                    for change in exchanges.feed(record):
                        if isinstance(change, Settled) and change.exchange.op == op:
                            return _reply(change.exchange, change.answer, change)
    except ConnectError as error:
        return Reply(failure="closed", detail=error.why or error.message)
    except TimeoutError:
        return Reply(failure="timeout", detail=f"No answer for {timeout:g} s", records=(here + 1,))
    return Reply(failure="closed", detail="the session is over")


def _reply(exchange: Exchange, answer: Result | Error | None, settled: Settled) -> Reply:
    web, end = settled.web, exchange.answer_seq
    return Reply(
        answer=answer,
        failure=exchange.failure,
        detail=exchange.detail,
        status=web.status if web else None,
        headers=web.headers if web else (),
        body=web.body if web else b"",
        records=(exchange.seq,) if end is None else (exchange.seq, end),
        ms=((exchange.ended_at or exchange.at) - exchange.at) * 1000,
    )
