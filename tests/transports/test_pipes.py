"""How much of a child's output is read in one turn of the loop."""

import asyncio
import os

from inspector.transports.child import Pipe


async def test_messages_are_read_a_few_at_a_time_and_a_long_line_in_large_pieces() -> None:
    pieces: list[bytes] = []
    pipe = Pipe(pieces.append)
    theirs = pipe.open()
    said = b"a message\n" * 1_200 + b"x" * 40_000 + b"\n"
    os.write(theirs, said)
    os.close(theirs)
    pipe.listen()
    async with asyncio.timeout(5):
        await pipe.ended.wait()
    assert b"".join(pieces) == said
    assert [len(piece) for piece in pieces] == [4096] * 4 + [len(said) - 4 * 4096]
