"""Where a message is composed: what the client knows of it, in the words of `protocol.compose`."""

from collections.abc import Callable, Sequence

from inspector.client.session import Client
from inspector.protocol.compose.composition import Around
from inspector.wire.events import Transport
from inspector.wire.json import Json, dumps


def _nothing(name: str) -> Json:
    return None


def _no_faults(name: str, arguments: Json) -> Sequence[str]:
    return ()


def around(
    client: Client,
    *,
    usual: Transport = "stdio",
    schema: Callable[[str], Json] = _nothing,
    faults: Callable[[str, Json], Sequence[str]] = _no_faults,
) -> Around:
    """What goes out now and with what beside it; `usual` is the transport while there is no connection.

    `schema` gives the inputSchema of a tool, `faults` what it does not allow (`Around`).
    """
    exchanges, transport = client.exchanges, client.transport

    def bearer(id: Json) -> tuple[int, bool] | None:
        found = exchanges.latest(id)
        return None if found is None else (found.seq, found.state == "open")

    last = next(reversed(exchanges.ours.values()), None)
    return Around(
        client.speech,
        client.agreed.transport if client.agreed is not None else usual,
        client.next_id,
        "" if last is None else dumps(last.id),
        bearer,
        exchanges.is_asked,
        (lambda mirrored: tuple(mirrored.items())) if transport is None else transport.headers_of,
        schema,
        faults,
    )
