"""The tap: stands between a real client and a server, passes what they say, and writes it into a journal.

    stdio    a child in place of the server: our stdin and stdout are the client's, pipes are the server's
    lines    one direction of it      errors_lane    stderr      lanes    bytes between descriptors, with back pressure
    web      a reverse proxy for Streamable HTTP and HTTP+SSE
    exchange one request through it: `head` and `framing` are HTTP/1.1 as bytes, `notes` its records, `upstream` and
             `sockets` the connections, `bypass` what leads past the tap
    seam     where something else than passing may be wished for a message; `considered` is an exchange that asks there

What passes is never made anew: the bytes that came are the bytes that go, in the pieces in which they came, whether
they can be understood or not. A message stands in the journal before its last byte goes on, and in the recording too
unless it is large (`recording.beside`). The client's messages are `Sent` and the server's `Received`, as if the client
were ours: so whatever reads a session reads this one.
"""
