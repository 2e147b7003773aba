"""A copy for others: what must not be in it in any form, and what it says of itself."""

import json
import re
from base64 import b64encode, urlsafe_b64encode
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.cli import run
from inspector.errors import UsageError
from inspector.recording import Redactor, open_recording, record_to
from inspector.recording.own_rules import OwnRules
from inspector.recording.sharing import copy_to_share
from inspector.wire.events import (
    Began,
    Closed,
    Decision,
    Event,
    HttpBody,
    HttpEnd,
    HttpRequest,
    HttpResponse,
    Opened,
    Received,
    Record,
    Sent,
    SseBlock,
    Stderr,
    Unknown,
)

# Forty, each found by another way: P1 is a number's worth of letters, the last eight are the person's own.
P = {n: f"plant{n:02d}Qz{n * 7919:06d}" for n in range(1, 41)}
WORDS, DIGITS, SHORT = "hushhushhush", "90817263", "k9x2"
TOOL = '{"jsonrpc":"2.0","id":%d,"result":{"content":[{"type":"text","text":%s}]}}'


def tool(number: int, text: object) -> bytes:
    """The result of a tool that said this."""
    return (TOOL % (number, json.dumps(text if isinstance(text, str) else json.dumps(text)))).encode()


URL = f"https://{P[1]}:{P[2]}@h.example/mcp?api_key={P[3]}&access_token={P[4]}&page=2#id_token={P[5]}"
SESSION: list[Event] = [
    # Before anything gives them away: what a recorder cannot know yet.
    Stderr(f"early {P[6]} {P[10]} {P[20]} {P[33]}".encode()),
    Opened(
        "stdio",
        command=("srv", "--token", P[7], f"--api-key={P[8]}", "-e", f"DB_PASSWORD={P[9]}", "--customer", P[33]),
        cwd=f"/srv/{P[7]}",
        env=("DB_PASSWORD", P[9]),
    ),
    HttpRequest(
        1,
        "POST",
        URL,
        (
            ("Authorization", f"Bearer {P[6]}"),
            ("Cookie", f"sid={P[10]}; theme={P[11]}"),
            ("X-Api-Key", P[12]),
            ("Proxy-Authorization", "Basic " + b64encode(f"me:{P[13]}".encode()).decode()),
            ("X-Team-Key-Ring", P[14]),
            ("Customer", P[34]),
        ),
    ),
    Sent(
        json.dumps({"id": 1, "method": "tools/call", "params": {"arguments": {"password": P[15], "n": 1}}}).encode(), 1
    ),
    HttpResponse(1, 401, headers=(("Set-Cookie", f"s={P[16]}; Path=/"), ("Location", f"/login?code={P[17]}"))),
    HttpRequest(
        2, "POST", "https://h/token", body=f"code={P[18]}&client_secret={P[19]}&code_verifier={P[20]}".encode()
    ),
    HttpBody(2, f'{{"access_token": "{P[21][:9]}'.encode()),
    HttpBody(2, f'{P[21][9:]}", "refresh_token": "{P[22]}", "id_token": "{P[23]}"}}'.encode()),
    HttpEnd(2, failure=f"no answer from {URL}"),
    Received(tool(1, {"env": {"GITHUB_TOKEN": P[24]}, "customer": {"id": P[35], "tags": [P[36], 77001122]}})),
    Received(tool(2, f"export AWS_SECRET_ACCESS_KEY={P[25]}\nSTRIPE_API_KEY={P[26]}")),
    Received(tool(3, f"curl -H 'Authorization: Bearer {P[27]}' postgres://app:{P[28]}@db/x")),
    Received(tool(4, b64encode(f"---- user {P[15]} of the house".encode()).decode())),
    Received(tool(5, "x" + urlsafe_b64encode(P[22].encode()).decode())),
    Received(tool(6, P[24].encode().hex())),
    Received(b'{"half": "\xff", "secret": "' + P[29].encode() + b'"}'),
    Received(json.dumps({"password": WORDS, "echo": f"a{WORDS}b"}).encode()),
    Received(f'{{"pin_secret": {DIGITS}, "echo": [{DIGITS}], "name": "{DIGITS}"}}'.encode()),
    Received(json.dumps({"apiKey": SHORT, "echo": f"it is {SHORT}."}).encode()),
    SseBlock(1, f'event: x\ndata: {{"password":\ndata: "{P[30]}"}}\n\n'.encode(), "x", ""),
    Stderr(f"[auth] token={P[31]} accepted".encode()),
    Stderr(f"later {P[31]} and AC-{P[37]}!".encode()),
    Began(1, "tools/call", P[15]),
    Received(json.dumps({"result": {P[12]: 1}}).encode()),
    Received(json.dumps({"result": {"text": f'say AC-{P[38]}!\nand "AC-{P[39]}!"'}}).encode()),
    Decision("transport", "POST", "refused", f"{URL} said no", data={"headers": {"Authorization": f"Bearer {P[32]}"}}),
    Unknown("later", {"deep": [{"password": P[15]}], "customer": P[40], P[12]: True}),
    Closed(f"the end of {P[6]}"),
]
OWN = ("customer", "/AC-(.*?)!/")


@pytest.fixture
def recorded(tmp_path: Path) -> Path:
    path = tmp_path / "session.jsonl"
    target = {"kind": "http", "url": URL, "headers": ["X-Team-Key-Ring"], "customer": P[35], P[12]: True}
    with record_to(path, target) as recorder:
        recorder([Record(seq, seq / 8, event) for seq, event in enumerate(SESSION, 1)])
    return path


def test_none_of_forty_planted_secrets_is_in_a_copy_in_any_form(recorded: Path, tmp_path: Path, capfd) -> None:
    copy = tmp_path / "copy.jsonl"
    rules = [word for rule in OWN for word in ("--redact", rule)]
    assert [n for n, secret in P.items() if secret not in recorded.read_text()] == [13, 21, 29]  # base64, cut, base64
    assert run(["export", str(recorded), "--share", "--output", str(copy), *rules]) == 0
    text = copy.read_text() + capfd.readouterr().err
    decoded = re.sub(r"\\u([0-9a-f]{4})", lambda found: chr(int(found[1], 16)), text)
    for n, secret in [*P.items(), (41, WORDS), (42, DIGITS), (43, SHORT)]:
        raw = secret.encode()
        assert secret not in decoded, n
        assert raw.hex() not in decoded, n
        assert b64encode(raw).decode()[:-4] not in decoded, n
    assert P[21][9:] not in decoded and b64encode(f"me:{P[13]}".encode()).decode() not in decoded
    assert "77001122" not in decoded and "AC-(" not in decoded

    opened = open_recording(copy)
    assert opened.notes == () and len(opened.records) == len(SESSION) + 1
    assert [type(record.event) for record in opened.records[:-1]] == [type(event) for event in SESSION]
    inner = json.loads(json.loads(opened.records[9].event.raw)["result"]["content"][0]["text"])
    assert inner["env"].keys() == {"GITHUB_TOKEN"} and len(inner["customer"]["tags"]) == 2
    for record in opened.records:
        if isinstance(record.event, Sent | Received) and b"\xff" not in record.event.raw:
            json.loads(record.event.raw)


def test_the_copy_says_what_went_by_which_rule_and_the_same_secret_is_one_placeholder(recorded: Path) -> None:
    copy = copy_to_share(open_recording(recorded, whole=True), OwnRules(OWN))
    last = json.loads(copy.lines[-1])
    assert (last["seq"], last["topic"], last["data"]["redacted"]) == (len(SESSION) + 1, "recording", dict(copy.taken))
    assert {"header", "url-user", "url-parameter", "form", "member", "option", "own 1", "own 2"} <= copy.taken.keys()
    assert {"encoded", "joined", "credential", "assignment", "value"} <= copy.taken.keys()
    lines = [json.loads(line) for line in copy.lines]
    assert sum(len(line.get("redacted", ())) for line in lines) == copy.taken.total()
    early = re.findall("‹secret \\d+›", lines[1]["text"])
    headers = dict(lines[3]["headers"])
    assert headers["Authorization"] == f"Bearer {early[0]}" and headers["Cookie"].startswith(f"sid={early[1]};")
    assert lines[6]["text"].endswith(early[2]) and lines[2]["command"][-1] == early[3]
    assert len(set(early)) == 4


def test_numbers_of_placeholders_go_on_where_the_recording_left_them(tmp_path: Path) -> None:
    path = tmp_path / "s.jsonl"
    with record_to(path, {}, redactor=Redactor()) as recorder:
        recorder(
            [Record(1, 0.0, Stderr(b"saw late-4711-late")), Record(2, 0.0, Received(b'{"password": "first-0815"}'))]
        )
    with path.open("a") as file:
        file.write('{"seq": 3, "at": 0.5, "kind": "received", "text": "{\\"token\\": \\"late-4711-late\\"}"}\n')
    copy = copy_to_share(open_recording(path))
    assert [json.loads(line)["text"] for line in copy.lines[1:4]] == [
        "saw ‹secret 2›",
        '{"password": "‹secret 1›"}',
        '{"token": "‹secret 2›"}',
    ]
    assert copy.taken == {"member": 2, "value": 1}


def test_what_only_the_owner_can_judge_is_told_and_left(tmp_path: Path, capfd) -> None:
    path = tmp_path / "s.jsonl"
    events: list[Event] = [
        HttpRequest(1, "POST", "http://h/mcp", (("Accept", "*/*"), ("X-Trace", "abc"), ("Mcp-Session-Id", "s-1"))),
        Received(b'{"text": "ann@house.example at 10.1.2.3 in /home/ann/x", "credentials": {"a": 1}}'),
        Stderr(b"x9Kf03mQzPa7LwE2rTy8 and 127.0.0.1 and /usr/share and application/json"),
    ]
    with record_to(path, {}) as recorder:
        recorder([Record(seq, 0.0, event) for seq, event in enumerate(events, 1)])
    doubts = copy_to_share(open_recording(path)).doubts
    assert [(doubt.what, doubt.begins, doubt.records) for doubt in doubts] == [
        ("a header that is not well known", "abc", (1,)),
        ("the name of a session", "s-1", (1,)),
        ("an e-mail address", "ann@", (2,)),
        ("a home folder", "/hom", (2,)),
        ("an IP address", "10.1", (2,)),
        ("an object whose name says secret", "", (2,)),
        ("a long random word, as keys are", "x9Kf", (3,)),
    ]
    assert run(["export", str(path), "--share", "--redact", "nowhere"]) == 0
    printed = capfd.readouterr()
    assert len(printed.out.splitlines()) == 5 and "ann@…" in printed.err
    assert "Rules of your own that took out nothing: 1." in printed.err


@pytest.mark.parametrize(
    "words",
    [
        ["--share", "--format", "har"],
        ["--share", "--redact", "("],
        ["--share", "--redact", "x*"],
        ["--redact", "x"],
        [],
    ],
)
def test_what_does_not_fit_together_is_refused(recorded: Path, words: list[str], capfd) -> None:
    assert run(["export", str(recorded), *words]) == 2
    assert capfd.readouterr().out == ""


def test_own_rules_hold_while_a_session_is_recorded() -> None:
    redactor = Redactor(own=OwnRules(["customer", "AC-[0-9]+"]))
    record, found = redactor.redact(
        Record(1, 0.0, Received(b'{"customer": {"n": [1, "a\\nb"]}, "t": "AC-1\\n", "u": 1}'))
    )
    assert isinstance(record.event, Received)
    assert json.loads(record.event.raw) == {
        "customer": {"n": ["‹secret 1›", "‹secret 2›"]},
        "t": "‹secret 3›\n",
        "u": 1,
    }
    assert {each.rule for each in found} == {"own 1", "own 2"}
    assert redactor.redact_url("http://h/?customer=77&b=1") == "http://h/?customer=‹secret 4›&b=1"
    with pytest.raises(UsageError, match="no pattern"):
        OwnRules(["["])


_JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.sampled_from(["customer", "a", "b\\"]), inner),
)


@given(_JSON, st.booleans())
def test_json_stays_json_with_its_shape_whatever_own_rules_take_out(value: object, twice: bool) -> None:
    text = json.dumps({"a": json.dumps(value) if twice else value})
    shown = json.loads(Redactor(own=OwnRules(["customer", "[0-9]", '["\\\\].'])).redact_text(text))
    assert _shape(shown) == _shape(json.loads(text))


def _shape(value: object) -> object:
    if isinstance(value, dict):
        return [_shape(member) for member in value.values()]
    if isinstance(value, list):
        return [_shape(element) for element in value]
    return value if isinstance(value, bool | None) else ""
