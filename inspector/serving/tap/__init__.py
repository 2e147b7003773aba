"""The tap: stands between a real client and a server, passes what they say, and writes it into a journal.

    stdio    a child in place of the server: our stdin and stdout are the client's, pipes are the server's
    web      a reverse proxy for Streamable HTTP and HTTP+SSE; `exchange` carries one request through it
    lanes    bytes from one descriptor to another, with back pressure      head, framing    HTTP/1.1 as bytes
    seam     where something else than passing may be wished for a message

What passes is never made anew: the bytes that came are the bytes that go, in the pieces in which they came, whether
they can be understood or not. A message stands in the journal before its last byte goes on. The client's messages are
`Sent` and the server's `Received`, as if the client were ours: so whatever reads a session reads this one.
"""
