"""Redaction: what must not be found in a file, and what must not be touched."""

import json
from collections.abc import Callable

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.recording import Header, Redaction, Redactor, encode
from inspector.recording.secret_names import option_says_secret, says_secret
from inspector.wire.events import (
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


def _names(words: str) -> list[str]:
    return words.split()


def written(redactor: Redactor, event: Event) -> str:
    return encode(*redactor.redact(Record(1, 0.0, event)))


def message(redactor: Redactor, text: str) -> str:
    record, _ = redactor.redact(Record(1, 0.0, Received(text.encode())))
    assert isinstance(record.event, Received)
    return record.event.raw.decode()


HEADERS = (
    ("Authorization", "Bearer S1"),
    ("Cookie", "sid=S2"),
    ("X-Api-Key", "S3"),
    ("Proxy-Authorization", "S4"),
    ("X-Custom-Token", "S5"),
)
URL = "http://u:S6@127.0.0.1:8000/mcp?api_key=S7&access_token=S8#id_token=S9"
CALL = (
    '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"arguments":'
    '{"password":"S12","nested":{"client_secret":"S13"}}}}'
)
SESSION: list[Event] = [
    Opened("stdio", command=("server", "--token", "S11", "--api-key=S11"), env=("DB_PASSWORD",)),
    Opened("streamable-http", url=URL),
    HttpRequest(1, "POST", URL, HEADERS),
    Sent(CALL.encode(), http=1),
    HttpResponse(1, 200, headers=(("Set-Cookie", "sid=S2; Path=/"), ("Location", URL))),
    HttpRequest(2, "POST", "http://a/token", body=b"grant_type=refresh_token&refresh_token=S14&code_verifier=S15"),
    HttpBody(2, b'{"access_token": "S16", "token_type": "Bearer", "expires_in": 60, "refresh_token": "S17"}'),
    *(Received(b'{"jsonrpc":"2.0","id":1,"result":{"echo":"got S%d, and\\nS%d"}}' % (n, n)) for n in range(1, 18)),
    *(Stderr(b"failed with S%d" % n) for n in range(1, 18)),
    HttpEnd(1, failure=f"no answer from {URL}"),
    SseBlock(1, b"event: endpoint\ndata: /m?token=S8\n\n", "endpoint", "/m?token=S8"),
    Decision(
        "transport", "POST", "refused", f"{URL} said no", data={"url": URL, "headers": {"Authorization": "Bearer S1"}}
    ),
    Unknown("later", {"url": URL, "deep": [{"password": "S12"}]}),
]


def test_none_of_the_planted_secrets_is_found_in_what_is_written() -> None:
    redactor = Redactor(HEADERS, {"DB_PASSWORD": "S10"})
    target = {"transport": "stdio", "command": ["server", "--token", "S11"], "url": URL}
    text = "\n".join(
        [str(redactor.redact_header(Header(target=target))), *(written(redactor, each) for each in SESSION)]
    )
    assert [n for n in range(1, 18) if f"S{n}" in text] == []


def test_a_target_is_written_without_its_secrets_whatever_its_shape() -> None:
    target = {
        "args": ["--token", "S1"],
        "env": {"REGION": "S2", "EMPTY": ""},
        "headers": [["Authorization", "Bearer S3"], ["Accept", "*/*"]],
        "inner": {"headers": {"X-Api-Key": "S4"}, "password": "S5"},
        "url": "https://S6@h/?key=S7",
    }
    assert Redactor().redact_header(Header(target=target)).target == {
        "args": ["--token", "‹secret 1›"],
        "env": {"REGION": "‹secret 2›", "EMPTY": ""},
        "headers": [["Authorization", "Bearer ‹secret 3›"], ["Accept", "*/*"]],
        "inner": {"headers": {"X-Api-Key": "‹secret 4›"}, "password": "‹secret 5›"},
        "url": "https://‹secret 6›@h/?key=‹secret 7›",
    }


def test_what_was_masked_before_is_not_taken_for_a_secret() -> None:
    redactor = Redactor()
    target = {"command": ["s", "--token", "‹secret›"], "url": "https://‹secret›@h/?key=‹secret›"}
    assert redactor.redact_header(Header(target=target)).target == target
    assert redactor.redact_headers([("Authorization", "Bearer first1")]) == (("Authorization", "Bearer ‹secret 1›"),)


def test_the_journal_keeps_what_crossed() -> None:
    event = Sent(CALL.encode())
    Redactor().redact(Record(1, 0.0, event))
    assert event.raw == CALL.encode()


@pytest.mark.parametrize(
    "odd",
    [
        Received(b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"password=Rose-4711"}}'),
        Received(b'{"jsonrpc":"2.0","method":"notifications/message","params":{"data":"known-secret-9 is back"}}'),
        Received(b'{"jsonrpc":"2.0","id":1,"result":{}}', before=b"api_key=Rose-4711 "),
        Stderr(b"password=Rose-4711"),
    ],
    ids=["a name that says it", "a secret that is known", "beside a message", "not a message"],
)
@pytest.mark.parametrize("at", [0, 40, 79])
def test_a_flood_is_found_clean_in_one_look_unless_one_of_it_is_not(odd: Event, at: int) -> None:
    news = [
        Received(f'{{"jsonrpc":"2.0","method":"notifications/message","params":{{"data":"page {n}"}}}}'.encode())
        for n in range(80)
    ]
    redactor = Redactor([("X-Key", "known-secret-9")])
    flood = [Record(number, 0.0, event) for number, event in enumerate(news, 1)]
    assert redactor.finds_nothing(flood)
    assert [redactor.redact(record) for record in flood] == [(record, ()) for record in flood]
    flood[at] = Record(at + 1, 0.0, odd)
    assert not redactor.finds_nothing(flood)


def test_without_secrets_the_very_record_comes_back() -> None:
    record = Record(1, 0.0, Received(b'{"jsonrpc":"2.0","id":1,"result":{}}'))
    assert Redactor(HEADERS).redact(record) == (record, ())
    assert Redactor(HEADERS).redact(record)[0] is record


def test_nothing_of_a_token_is_kept_not_its_beginning_nor_its_length() -> None:
    long, short = (
        Redactor().redact_headers([("Authorization", f"Bearer {token}")])
        for token in ("abcdefghijklmnopqrstuvwxyz", "zyxwvut")
    )
    assert long == short == (("Authorization", "Bearer ‹secret 1›"),)


def test_the_same_secret_is_the_same_placeholder_wherever_it_stands() -> None:
    redactor = Redactor([("Authorization", "Bearer tok-12345678")])
    assert redactor.redact_headers([("authorization", "Bearer tok-12345678"), ("X-Api-Key", "other-9876")]) == (
        ("authorization", "Bearer ‹secret 1›"),
        ("X-Api-Key", "‹secret 2›"),
    )
    assert redactor.redact_url("http://h/?token=tok-12345678&page=2") == "http://h/?token=‹secret 1›&page=2"
    assert message(redactor, '{"a": "tok-12345678!"}') == '{"a": "‹secret 1›!"}'


def test_a_redacted_record_says_by_which_rule_and_where() -> None:
    _, redacted = Redactor().redact(Record(1, 0.0, HttpRequest(1, "GET", "http://u:pw@h/?sig=1f", HEADERS[:1])))
    assert redacted == (
        Redaction("url-user", "url/**/user"),
        Redaction("url-user", "url/**/password"),
        Redaction("url-parameter", "url/**/sig"),
        Redaction("header", "headers/Authorization"),
    )
    assert '"redacted": [{"rule": "member", "path": "text/**/password"}, ' in written(Redactor(), Sent(CALL.encode()))


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{ "password" : "x1y2" ,"n":1.0}', '{ "password" : "‹secret 1›" ,"n":1.0}'),
        ('{"a":{"clientSecret":"v"}}', '{"a":{"clientSecret":"‹secret 1›"}}'),
        ('{"pin":1,"token":123456,"n":123456}', '{"pin":1,"token":"‹secret 1›","n":"‹secret 1›"}'),
        ('{"passwords":["aa1","bb2"],"x":[1]}', '{"passwords":["‹secret 1›","‹secret 2›"],"x":[1]}'),
        ('{"password":"a\\"b\\\\"}', '{"password":"‹secret 1›"}'),
        ('{"text":"{\\n  \\"api_key\\": \\"k-1\\"\\n}"}', '{"text":"{\\n  \\"api_key\\": \\"‹secret 1›\\"\\n}"}'),
        ('{"text":"{\\"token\\": 12}"}', '{"text":"{\\"token\\": \\"‹secret 1›\\"}"}'),
        ('{"text":"A=1\\nDB_PASSWORD=hunter\\nB=2"}', '{"text":"A=1\\nDB_PASSWORD=‹secret 1›\\nB=2"}'),
        (
            '{"text":"curl -H \'Authorization: Bearer abcdefghijkl\'"}',
            '{"text":"curl -H \'Authorization: Bearer ‹secret 1›\'"}',
        ),
        (
            '{"url":"https:\\/\\/u:p4@h\\/?x=1\\u0026code=c0de"}',
            '{"url":"https:\\/\\/‹secret 1›:‹secret 2›@h\\/?x=1\\u0026code=‹secret 3›"}',
        ),
        ("{\"text\":\"{'password': 'x'}\"}", "{\"text\":\"{'password': '‹secret 1›'}\"}"),
    ],
)
def test_a_secret_is_replaced_in_the_text_and_all_else_stays(text: str, expected: str) -> None:
    assert message(Redactor(), text) == expected
    json.loads(expected)


@pytest.mark.parametrize(
    "text",
    [
        '{"params":{"_meta":{"progressToken":17}}}',
        '{"params":{"_meta":{"progressToken":"call-17"}}}',
        '{"result":{"nextCursor":"abc","cursor":"def"}}',
        '{"usage":{"tokens":5,"maxTokens":100,"inputTokens":7,"total_tokens":12,"token":null}}',
        '{"nextPageToken":"abc","continuationToken":"def"}',
        '{"inputSchema":{"properties":{"token":{"type":"string"},"password":{"type":"string"}},"required":["token"]}}',
        '{"token_type":"Bearer","tokenUrl":"https://a/token","passwordPolicy":"strict","secretName":"db"}',
        '{"error":{"code":-32601,"message":"Method not found"}}',
        '{"key":"colour","value":"red","keys":["a"],"public_key":"xyz","author":"Tove"}',
        '{"pass":10,"fail":2,"password":true,"secret":"","authenticated":"yes"}',
        '{"text":"the token, the password: and the secret"}',
        '{"uri":"file:///tokens/key?page=2","template":"users/{user}@host"}',
        '{"requestState":"opaque-state","taskId":"786512e2"}',
    ],
)
def test_what_is_no_secret_is_left_alone(text: str) -> None:
    assert message(Redactor(HEADERS, {"DEBUG": "true", "LEVEL": "debug", "PORT": "8000"}), text) == text


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ('{"proxy": "me:hunter2@h:3128/"}', '{"proxy": "‹secret 1›:‹secret 2›@h:3128/"}'),
        ("The proxy me:hunter2@h/ cannot be used.", "The proxy ‹secret 1›:‹secret 2›@h/ cannot be used."),
        ("--proxy=me:hunter2@[::1]", "--proxy=‹secret 1›:‹secret 2›@[::1]"),
        ("--proxy=http://me:hunter2@h", "--proxy=http://‹secret 1›:‹secret 2›@h"),
    ],
)
def test_a_user_and_a_password_are_found_without_a_scheme_before_them(text: str, expected: str) -> None:
    assert message(Redactor(), text) == expected


@pytest.mark.parametrize(
    "text", ["npm:react@18", "image:tag@sha256:0a1b", "mailto:me@example.org", "git@github.com:a/b", '{"a":"b@c"}']
)
def test_what_only_looks_like_a_user_and_a_password_is_left_alone(text: str) -> None:
    assert message(Redactor(), text) == text


def test_ordinary_words_given_as_environment_do_not_hide_the_session() -> None:
    redactor = Redactor((), {"LOG_LEVEL": "debug", "NODE_ENV": "production", "PORT": "8080", "A": "1"})
    text = '{"level":"debug","env":"production","port":8080,"a":1}'
    assert message(redactor, text) == text


@pytest.mark.parametrize(
    ("value", "echo"),
    [
        ("s3cret value", '"s3cret value"'),
        ('qu"ote\\d-secret', json.dumps('qu"ote\\d-secret')),
        ("pässwörtli", json.dumps("pässwörtli")),
        ("pässwörtli", '"pässwörtli"'),
        ("a/b+c=d/e/f", '"a\\/b+c=d\\/e\\/f"'),
        ("a/b+c=d/e/f", '"https://h/?q=a%2Fb%2Bc%3Dd%2Fe%2Ff"'),
        ('in"side-json', json.dumps(json.dumps({"echo": 'in"side-json'}))),
        ("12345678", '"no. 12345678"'),
        ("12345678", "12345678"),
        ("k7", '"one\\nk7"'),
    ],
)
def test_a_value_of_the_environment_is_found_however_it_is_spelled(value: str, echo: str) -> None:
    shown = message(Redactor((), {"API_SECRET": value}), f'{{"result":{echo},"n":1.0}}')
    assert "‹secret 1›" in json.loads(shown)["result"]
    assert json.dumps(value)[1:-1] not in shown
    assert shown.endswith(',"n":1.0}')


def test_a_short_secret_is_found_as_a_word_and_not_inside_words() -> None:
    redactor = Redactor([("X-Api-Key", "k7")])
    assert message(redactor, '{"a":"k7","b":"ok7","c":"k77","d":"(k7)"}') == (
        '{"a":"‹secret 1›","b":"ok7","c":"k77","d":"(‹secret 1›)"}'
    )


def test_an_escape_before_a_secrets_text_is_not_taken_apart() -> None:
    redactor = Redactor((), {"TOKEN": "nabcdefgh"})
    text = '{"a":"line\\nabcdefgh"}'
    assert message(redactor, text) == text
    assert message(redactor, '{"a":"back\\\\nabcdefgh"}') == '{"a":"back\\\\‹secret 1›"}'


def test_lines_of_a_secret_over_several_lines_are_found_one_by_one() -> None:
    key = "-----BEGIN PRIVATE KEY-----\nMIIEvQIBADANBgkqhkiG9w0BAQEFAASC\n-----END PRIVATE KEY-----"
    redactor = Redactor((), {"KEY": key})
    assert written(redactor, Stderr(b"MIIEvQIBADANBgkqhkiG9w0BAQEFAASC")).count("‹secret 1›") == 1


def test_a_password_in_basic_credentials_is_found_by_itself() -> None:
    redactor = Redactor([("Authorization", "Basic dXNlcjpodW50ZXIyMg==")])
    assert "hunter22" not in message(redactor, '{"echo":"user:hunter22"}')


@pytest.mark.parametrize(
    ("command", "expected"),
    [
        (("s", "--api-key", "abc1", "--port", "80"), ("s", "--api-key", "‹secret 1›", "--port", "80")),
        (("s", "--token=abc1", "--token-file", "t"), ("s", "--token=‹secret 1›", "--token-file", "t")),
        (("s", "--password", "--verbose", "x"), ("s", "--password", "--verbose", "x")),
        (("docker", "run", "-e", "API_KEY=abc1", "img"), ("docker", "run", "-e", "API_KEY=‹secret 1›", "img")),
        (
            ("npx", "mcp-remote", "--header", "Authorization: Bearer abc1"),
            ("npx", "mcp-remote", "--header", "Authorization: Bearer ‹secret 1›"),
        ),
        (("s", "postgres://u:pw1@db/x"), ("s", "postgres://‹secret 1›:‹secret 2›@db/x")),
        (("s", "--no-auth", "x", "--keyboard", "de"), ("s", "--no-auth", "x", "--keyboard", "de")),
    ],
)
def test_a_command_is_shown_without_the_values_of_secret_options(
    command: tuple[str, ...], expected: tuple[str, ...]
) -> None:
    assert Redactor().redact_command(command) == expected


@pytest.mark.parametrize(
    ("header", "expected"),
    [
        (("Cookie", "a=v1; b=v2"), "a=‹secret 1›; b=‹secret 2›"),
        (("Set-Cookie", "sid=v1; Path=/; HttpOnly"), "sid=‹secret 1›; Path=/; HttpOnly"),
        (("Cookie", "opaque"), "‹secret 1›"),
        (("Ocp-Apim-Subscription-Key", "v"), "‹secret 1›"),
        (("X-Amz-Security-Token", "v"), "‹secret 1›"),
        (("Mcp-Param-Token", "v"), "‹secret 1›"),
        (("Authorization", "‹secret 4›"), "‹secret 4›"),
        (("Access-Control-Allow-Credentials", "true"), "true"),
        (("WWW-Authenticate", 'Bearer resource_metadata="https://a/b"'), 'Bearer resource_metadata="https://a/b"'),
        (("Mcp-Session-Id", "786512e2"), "786512e2"),
        (("Content-Type", "application/json"), "application/json"),
        (("Location", "https://a/cb?code=c1&state=s"), "https://a/cb?code=‹secret 1›&state=s"),
    ],
)
def test_headers_are_shown_without_what_they_prove(header: tuple[str, str], expected: str) -> None:
    assert Redactor().redact_headers([header]) == ((header[0], expected),)


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("password: hunter2, retrying", "password: ‹secret 1›, retrying"),
        ("auth: ready", "auth: ready"),
        ("using api_key=abc at https://h", "using api_key=‹secret 1› at https://h"),
        ("Authorization: Bearer abc.def", "Authorization: Bearer ‹secret 1›"),
        ('{"access_token": "x"} sent', '{"access_token": "‹secret 1›"} sent'),
        ("token count 5, tokens=7", "token count 5, tokens=7"),
    ],
)
def test_a_line_of_a_log_is_read_with_the_wider_rule(line: str, expected: str) -> None:
    record, _ = Redactor().redact(Record(1, 0.0, Stderr(line.encode())))
    assert record.event == Stderr(expected.encode())


def test_bytes_that_are_no_utf8_are_redacted_before_they_become_base64() -> None:
    record, _ = Redactor().redact(Record(1, 0.0, Received(b'{"password": "hunter2", "x": "\xff"}')))
    assert record.event == Received('{"password": "‹secret 1›", "x": "'.encode() + b'\xff"}')


def test_redacting_twice_changes_nothing() -> None:
    redactor = Redactor(HEADERS)
    for event in SESSION:
        once, _ = redactor.redact(Record(1, 0.0, event))
        assert Redactor(HEADERS).redact(once) == (once, ())


@pytest.mark.parametrize(
    "name",
    _names(
        "DB_PASSWORD dbPass apiKey API_KEY x-api-key authToken accesstoken AWS_SECRET_ACCESS_KEY "
        "client_secret passwordHash token_value refresh_token GITHUB_PAT userpassword jwt code_verifier"
    ),
)
def test_names_that_say_secret(name: str) -> None:
    assert says_secret(name)


@pytest.mark.parametrize(
    "name",
    _names(
        "tokens maxTokens progressToken pageToken key publicKey keyboard secretary author pass "
        "compass tokenizer authorization_endpoint passwordless cookiePolicy path monkey 42 _"
    ),
)
def test_names_that_do_not(name: str) -> None:
    assert not says_secret(name)


def test_only_an_option_with_dashes_announces_a_secret() -> None:
    assert [option_says_secret(each) for each in ("--token", "-key", "token", "--", "--skip-auth")] == [
        True,
        True,
        False,
        False,
        False,
    ]


JSON = st.recursive(
    st.none()
    | st.integers()
    | st.floats(allow_nan=False)
    | st.text()
    | st.sampled_from(["S1abc", "x S1abc\n", "7654321", "\\S1abc"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["password", "token", "a", "S1abc", "url"]) | st.text(max_size=3), inner, max_size=4
        )
    ),
    max_leaves=12,
)
DUMPS: list[Callable[[object], str]] = [
    json.dumps,
    lambda value: json.dumps(value, ensure_ascii=False, indent=1),
    lambda value: json.dumps({"text": json.dumps(value)}),
]


@given(JSON, st.sampled_from(DUMPS))
def test_json_stays_json_whatever_is_taken_out_of_it(value: object, dumps: Callable[[object], str]) -> None:
    redactor = Redactor([("X-Api-Key", "S1abc")], {"PIN_TOKEN": "7654321", "QUOTED_TOKEN": 'a"b\\c'})
    shown = redactor.redact_text(dumps({"value": value}))
    json.loads(shown)


def test_a_header_that_a_person_gave_is_kept_only_if_it_is_well_known_and_harmless() -> None:
    given = (("X-Foo", "secret"), ("X-Tenant", "a long one 77"), ("User-Agent", "curl/9"), ("Accept", "text/plain"))
    shown = dict(Redactor(given).redact_headers((*given, ("x-foo", "secret"), ("X-Other", "of the server"))))
    assert (shown["User-Agent"], shown["Accept"], shown["X-Other"]) == ("curl/9", "text/plain", "of the server")
    assert {shown["X-Foo"], shown["x-foo"], shown["X-Tenant"]} == {"‹secret 1›", "‹secret 2›"}
    assert Redactor(given).redact_text("for a long one 77") == "for ‹secret 2›"


def test_a_text_that_is_redacted_already_stays_as_it_is() -> None:
    redactor = Redactor([("Authorization", "Bearer tok-12345678")])
    once = redactor.redact_text("Authorization: Bearer tok-12345678\napi_key: k-12345678")
    assert once == "Authorization: Bearer ‹secret 1›\napi_key: ‹secret 2›"
    assert redactor.redact_text(once) == once


def test_what_is_confided_is_found_from_then_on_and_its_beginning_where_a_text_was_cut() -> None:
    confided: list[str] = []
    redactor = Redactor(confided=confided)
    assert redactor.redact_remark("got abcdefghijklmnop") == "got abcdefghijklmnop"
    confided += ["abcdefghijklmnop", "https://as.example/a", "short-1"]
    assert redactor.redact_remark("got abcdefghijklmnop, abcdefghij…") == "got ‹secret 1›, ‹secret 1›…"
    assert redactor.redact_remark("abcdefg or https://as.example") == "abcdefg or https://as.example"
