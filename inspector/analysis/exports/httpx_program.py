"""A Python program that sends one HTTP request again with httpx: the same address, headers and bytes."""

from inspector.analysis.exports.programs import header, proxy_of, tls_of, with_note
from inspector.analysis.exports.web import sent_again
from inspector.config.addresses import split_unix
from inspector.config.target import HttpTarget
from inspector.wire.events import Headers


def httpx_program(target: HttpTarget, verb: str, headers: Headers, body: bytes, *, insecure: bool = False) -> str:
    """The program. It prints the status, then each line of the answer as it comes, events of a stream included.

    `target` says where to and how (its own headers are not looked at); `headers` are all that are to be sent. What is
    secret in them is masked already, or not.
    """
    unix = split_unix(target.url)
    url = target.url if unix is None else f"http://localhost{unix.path}"
    verify, made = tls_of(target, insecure=insecure) if unix is None else ("", [])
    client = [
        "timeout=60",
        *([f"transport=httpx.HTTPTransport(uds={unix.socket!r})"] if unix is not None else proxy_of(target)),
        *([f"verify={verify}"] if verify else []),
    ]
    sent = sent_again(headers)
    arguments = [repr(verb), repr(url), *(["headers=headers"] if sent else []), *(["content=body"] if body else [])]
    lines = [
        *(["import ssl", ""] if made else []),
        "import httpx",
        "",
        *(["headers = [", *(f"    ({name!r}, {header(value)})," for name, value in sent), "]"] if sent else []),
        *([f"body = {_bytes(body)}"] if body else []),
        *made,
        *([""] if sent or body or made else []),
        f"with httpx.Client({', '.join(client)}) as client:",
        f"    with client.stream({', '.join(arguments)}) as response:",
        "        print(response.http_version, response.status_code, response.reason_phrase)",
        "        for line in response.iter_lines():",
        "            print(line, flush=True)",
    ]
    return with_note("\n".join(lines) + "\n")


def _bytes(body: bytes) -> str:
    try:
        return f"{body.decode()!r}.encode()"
    except UnicodeDecodeError:
        return repr(body)
