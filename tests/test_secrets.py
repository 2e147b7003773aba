import pytest

from inspector.secrets import MASK, is_secret_name, mask_arguments, mask_url


@pytest.mark.parametrize(
    "name",
    [
        "--token",
        "api_key",
        "API-KEY",
        "apiKey",
        "accessToken",
        "DB_PASSWORD",
        "client_secret",
        "id_token",
        "X-Auth",
        "sig",
    ],
)
def test_a_name_that_says_secret_is_one(name: str) -> None:
    assert is_secret_name(name)


@pytest.mark.parametrize("name", ["--port", "monkey", "author", "path", "q", "decode", "keyboard", "tokenizer"])
def test_a_name_that_only_looks_like_one_is_none(name: str) -> None:
    assert not is_secret_name(name)


@pytest.mark.parametrize(
    ("url", "masked"),
    [
        ("http://u:S6@127.0.0.1:80/mcp", f"http://{MASK}@127.0.0.1:80/mcp"),
        ("http://S6@h/", f"http://{MASK}@h/"),
        (
            "http://h/mcp?api_key=S7&page=2&access_token=S8#id_token=S9",
            f"http://h/mcp?api_key={MASK}&page=2&access_token={MASK}#id_token={MASK}",
        ),
        ("https://h/?q=abcdefghij0123456789xyz", f"https://h/?q={MASK}"),
        ("https://h/?abcdefghij0123456789xyz", f"https://h/?{MASK}"),
        ("https://h/mcp/?a=1;b=2#top", "https://h/mcp/?a=1;b=2#top"),
        ("https://h/?q=a%20long%20sentence%20without%20digits", "https://h/?q=a%20long%20sentence%20without%20digits"),
        ("https://h/@scope/x?token=", "https://h/@scope/x?token="),
        ("http://h:80/@scope/x", "http://h:80/@scope/x"),
        ("http://[::1]/@scope/x", "http://[::1]/@scope/x"),
        ("u:S@h:3128/", f"{MASK}@h:3128/"),
        ("u:S/S@h/", f"{MASK}@h/"),
        ("http://u:S/S@h/", f"http://{MASK}@h/"),
    ],
)
def test_secret_parts_of_a_url_are_masked_and_the_rest_stays(url: str, masked: str) -> None:
    assert mask_url(url) == masked


@pytest.mark.parametrize(
    ("arguments", "masked"),
    [
        (["s", "--token", "S11"], ("s", "--token", MASK)),
        (["s", "--token=S11"], ("s", f"--token={MASK}")),
        (["docker", "-e", "API_KEY=S"], ("docker", "-e", f"API_KEY={MASK}")),
        (["x", "--header", "X-Plain: S"], ("x", "--header", f"X-Plain: {MASK}")),
        (["x", "Authorization: Bearer S"], ("x", f"Authorization: {MASK}")),
        (["x", "postgres://u:S@h/db"], ("x", f"postgres://{MASK}@h/db")),
        (["x", "--url=https://h/?token=S"], ("x", f"--url=https://h/?token={MASK}")),
        (["x", "ghp_" + "a1" * 18], ("x", MASK)),
        (["x", '{"OPENAI_API_KEY": "S", "a": "b"}'], ("x", f'{{"OPENAI_API_KEY": "{MASK}", "a": "b"}}')),
        (["x", "--auth", "--verbose"], ("x", "--auth", "--verbose")),
        (["x", "u:S@h:1/", "--proxy=u:S@h"], ("x", f"{MASK}@h:1/", f"--proxy={MASK}@h")),
        (["x", "npm:react@18", "image:tag@sha256:abc", "me@example.org", "-t", "12:30", "git@github.com:a/b"], None),
        (["npx", "-y", "@scope/task-scheduler-mcp-server-version-2"], None),
        (["python", "-m", "alder.server", "--data=export", "npm_config_registry"], None),
    ],
)
def test_secret_arguments_are_masked_one_for_one(arguments: list[str], masked: tuple[str, ...] | None) -> None:
    assert mask_arguments(arguments) == (tuple(arguments) if masked is None else masked)
