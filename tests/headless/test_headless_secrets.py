"""Secrets of a real session, over stdio and over HTTP: where none of them may be found, and what stands in their place
(SEC-05, SEC-06).

stdout of a command is the server's answer, which is data by contract, and is not looked through.
"""

import asyncio
import json
import re
import sys
from pathlib import Path

import pytest

from inspector.cli import run
from inspector.recording import open_recording
from tests.headless.leaks import everything_in, exported, found, in_base64, noise, shreds, spellings
from tests.servers.http_scripted import Asked, Reply, ScriptedServer

LEAKING = Path(__file__).parents[1] / "servers" / "leaking.py"
ON_STDIO = (
    "option option-with-equals variable-in-command url-in-command variable plain-variable password-in-variable "
    "argument argument-deep member member-in-text list-in-text three-deep dump bearer-in-prose url-in-prose "
    "log progress stderr stderr-url error-message error-data note"
)
ON_HTTP = (
    "authorization own-header cookie url-password url-key url-fragment set-cookie redirect access-token refresh-token "
    "sse-lines proxy-password"
)
P = {name: f"p{number:02d}{noise(18, number)}" for number, name in enumerate(f"{ON_STDIO} {ON_HTTP}".split())}
SHAPES = {
    "JWT": f"eyJhbGciOiJIUzI1NiJ9.eyJ{noise(30, 61)}.{noise(43, 62)}",
    "GitHub": f"gh{'p'}_{noise(36, 63)}",
    "AWS": f"AKI{'A'}Q7ZK2M5T8W3X9B4N",
    "Slack": f"xox{'b'}-1234567890-{noise(24, 64)}",
    "OpenAI": f"sk-proj-{noise(48, 65)}",
    "Google": f"AIz{'a'}{noise(35, 66)}",
    "Stripe": f"sk_liv{'e'}_{noise(24, 67)}",
    "PEM": "\n".join(noise(64, seed) for seed in (68, 69)),
    "PEM on stderr": "\n".join(noise(64, seed) for seed in (70, 71)),
}
PLANTED = P | SHAPES | {"short": "k9x2Z"}


def pem(body: str) -> str:
    return f"-----BEGIN RSA PRIVATE KEY-----\n{body}\n-----END RSA PRIVATE KEY-----\n"


TEXTS: list[object] = [
    {"token": P["member"]},
    f"Here: {json.dumps({'password': P['member-in-text']})} and {json.dumps({'api_keys': ['', P['list-in-text']]})}",
    json.dumps({"inner": json.dumps({"client_secret": P["three-deep"]})}),
    f"HOME=/root\nSECRET_KEY={P['dump']}\nX=1",
    f"use Authorization: Bearer {P['bearer-in-prose']} then git clone https://bot:{P['url-in-prose']}@git.example/x",
    f"{in_base64('xx' + P['variable'] + 'y')} {in_base64(in_base64('abc' + P['option'] + 'q'))}",
    P["option-with-equals"].encode().hex(),
    " ".join(value for name, value in SHAPES.items() if not name.startswith("PEM")),
    pem(SHAPES["PEM"]),
    f"{P['plain-variable']} {PLANTED['short']} {P['password-in-variable']} {P['variable']}",
]
CONTENT = [{"type": "text", "text": text if isinstance(text, str) else json.dumps(text)} for text in TEXTS]
LEAKS = {
    "stderr": [
        f"api_token={P['stderr']}",
        f"db postgres://app:{P['stderr-url']}@db.local/x for {P['variable']}",
        *pem(SHAPES["PEM on stderr"]).splitlines(),
    ],
    "tools": {
        "leak": [
            {"method": "notifications/message", "params": {"level": "info", "data": {"access_token": P["log"]}}},
            {"method": "notifications/message", "params": {"level": "info", "data": f"with token: {P['progress']}"}},
            {"result": {"content": CONTENT}},
        ],
        "fail": [
            {
                "error": {
                    "code": -32000,
                    "message": f"bad token: {P['error-message']}",
                    "data": {"secret": P["error-data"], "note": f"the password={P['note']}"},
                }
            }
        ],
    },
}


GIVEN_AWAY = {name: [*spellings(secret), *shreds(secret)] for name, secret in PLANTED.items()}


@pytest.fixture
def home(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("INSPECTOR_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


def placeholder(text: str, before: str) -> str:
    match = re.search(re.escape(before) + r"(‹secret \d+›)", text)
    assert match, text
    return match[1]


def test_no_secret_of_a_session_over_stdio_is_in_what_is_kept_said_or_exported(home, tmp_path, capfd) -> None:  # type: ignore[no-untyped-def]
    planted = tmp_path / "planted.json"
    planted.write_text(json.dumps(LEAKS))
    environment = {
        "DB_PASSWORD": P["variable"],
        "PLAIN": P["plain-variable"],
        "PIN": PLANTED["short"],
        "DATABASE_URL": f"postgres://u:{P['password-in-variable']}@h/db",
    }
    arguments = {"password": P["argument"], "deep": {"client_secret": P["argument-deep"]}}
    server = (
        *(word for name, value in environment.items() for word in ("-e", f"{name}={value}")),
        *("--", sys.executable, str(LEAKING), str(planted), "--token", P["option"]),
        *(f"--api-key={P['option-with-equals']}", "-e", f"NPM_TOKEN={P['variable-in-command']}"),
        f"postgres://u:{P['url-in-command']}@h/db",
    )
    told, paths = {}, []
    for name, code in (("leak", 0), ("fail", 5)):
        paths.append(tmp_path / f"{name}.jsonl")
        words = ["call", name, "--arguments", json.dumps(arguments), "--send-anyway", "--json"]
        assert run([*words, "--record", str(paths[-1]), *server]) == code
        told[f"remarks on {name}"] = capfd.readouterr().err
    told |= {path.name: path.read_text() for path in paths}
    told |= exported(paths, tmp_path, capfd) | everything_in(home)
    assert found(told, GIVEN_AWAY) == []
    text = told["leak.jsonl"]
    echoed = placeholder(text, "@db.local/x for ")
    together = re.findall(r"(‹secret \d+›) (‹secret \d+›) (‹secret \d+›) (‹secret \d+›)", text)[-1]
    assert len(set(together)) == 4 and together[3] == echoed
    assert placeholder(text, "SECRET_KEY=") != placeholder(text, "api_token=")
    rules = {each.rule for listed in (open_recording(paths[0]).redacted or {}).values() for each in listed}
    assert rules >= {"option", "member", "assignment", "url-user", "credential", "value", "shape", "encoded"}


async def answering(asked: Asked, reply: Reply) -> None:
    message = json.loads(asked.body or b"{}")
    cookie = {"Set_Cookie": f"session={P['set-cookie']}; HttpOnly"}

    async def say(result: dict[str, object]) -> None:
        document = {"jsonrpc": "2.0", "id": message["id"], **result}
        await reply.whole(200, json.dumps(document).encode(), "application/json", **cookie)

    match message:
        case {"method": "initialize"}:
            info = {"name": "leaking", "version": "1"}
            await say({"result": {"protocolVersion": "2025-11-25", "serverInfo": info, "capabilities": {"tools": {}}}})
        case {"method": "tools/list"}:
            names = ("oauth", "redirect", "sse", "denied")
            await say({"result": {"tools": [{"name": name, "inputSchema": {"type": "object"}} for name in names]}})
        case {"method": "tools/call", "params": {"name": "oauth"}}:
            tokens = {"access_token": P["access-token"], "refresh_token": P["refresh-token"]}
            await reply.whole(400, json.dumps(tokens).encode(), "application/json")
        case {"method": "tools/call", "params": {"name": "redirect"}}:
            await reply.whole(307, Location=f"http://other.invalid/cb?code={P['redirect']}&state=1")
        case {"method": "tools/call", "params": {"name": "sse"}}:
            document = {"jsonrpc": "2.0", "id": message["id"], "result": {"password": P["sse-lines"], "content": []}}
            lines = json.dumps(document, indent=0).replace(":", ":\n").split("\n")
            await reply.whole(200, "".join(f"data: {line}\n" for line in lines).encode() + b"\n", "text/event-stream")
        case {"method": "tools/call"}:
            text = f"denied: {P['authorization']} of {P['cookie']} at {asked.path}".encode()
            realm = f'Bearer error="invalid_token", error_description="{P["own-header"]}"'
            await reply.whole(401, text, "text/plain", WWW_Authenticate=realm)
        case {"id": _}:
            await say({"error": {"code": -32601, "message": "Method not found"}})
        case _:
            await reply.whole(202 if message else 405)


async def test_no_secret_of_a_session_over_http_is_in_what_is_kept_said_or_exported(home, tmp_path, capfd) -> None:  # type: ignore[no-untyped-def]
    headers = {"Authorization": f"Bearer {P['authorization']}", "X-Team": P["own-header"], "Cookie": f"s={P['cookie']}"}
    given = [word for name, value in headers.items() for word in ("-H", f"{name}: {value}")]
    told, paths = {}, []
    async with asyncio.timeout(60), ScriptedServer(answering) as server:
        path = f"/mcp?api_key={P['url-key']}&v=2#access_token={P['url-fragment']}"
        url = server.url(path).replace("//", f"//me:{P['url-password']}@")
        for name, code in (("oauth", 9), ("redirect", 9), ("sse", 0), ("denied", 7)):
            paths.append(tmp_path / f"{name}.jsonl")
            words = ["call", name, "--json", "--record", str(paths[-1]), *given, "--url", url]
            assert await asyncio.to_thread(run, words) == code
            told[f"remarks on {name}"] = capfd.readouterr().err
    proxy = f"http://pu:{P['proxy-password']}@127.0.0.1:1"
    assert await asyncio.to_thread(run, ["probe", "--json", "--proxy", proxy, *given, "--url", url]) == 3
    told["remarks on the proxy"] = "".join(capfd.readouterr())
    told |= {path.name: path.read_text() for path in paths}
    told |= exported(paths, tmp_path, capfd) | everything_in(home)
    assert found(told, GIVEN_AWAY) == []
    text = told["denied.jsonl"]
    bearer = placeholder(text, "Bearer ")
    assert bearer == placeholder(text, "denied: ") == placeholder(told["remarks on denied"], "denied: ")
    assert bearer != placeholder(text, f"denied: {bearer} of ")
