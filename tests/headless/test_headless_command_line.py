"""What may be written on the command line, and what may not."""

import re
import shlex
import sys

import pytest

from inspector.cli.commands import cli, visible_commands
from tests.headless.running import ADD, Inspector, modern, scripted, tools
from tests.headless.running import said as says

SERVER = ("--", "never-started")
COMMANDS = (
    "auth",
    "call",
    "check",
    "complete",
    "demo",
    "demo-server",
    "describe",
    "diff",
    "export",
    "list",
    "listen",
    "open",
    "probe",
    "prompt",
    "read",
    "replay",
    "rules",
    "send",
    "serve",
    "tap",
    "unwrap",
    "wrap",
)


async def test_help_and_version_go_to_stdout(inspector: Inspector) -> None:
    ran = await inspector("--help")
    assert (ran.code, ran.stderr) == (0, b"")
    assert tuple(re.findall(r"^  ([a-z][a-z-]+)  +[A-Z]", ran.out, re.MULTILINE)) == COMMANDS
    ran = await inspector("call", "-h")
    assert (ran.code, ran.stderr) == (0, b"")
    assert "KEY=VALUE" in ran.out and "--answers" in ran.out
    headings = re.findall(r"^(\w.*):$", ran.out, re.MULTILINE)
    assert headings == [
        "Options",
        "Target",
        "Connecting",
        "Time limits, in seconds",
        "Authorization",
        "Recording",
        "Answers to the server",
        "Output",
        "Watching",
    ]
    assert re.findall(r"\[default:\s+(\d+)\]", ran.out) == ["60", "600", "60", "10"]
    ran = await inspector("--version")
    assert (ran.code, ran.out.split()[0]) == (0, "inspector,")


async def test_the_options_of_the_interface_are_in_the_first_help(inspector: Inspector) -> None:
    ran = await inspector("--help")
    assert all(f"  {option} " in ran.out for option in ("--url", "--server", "--config", "--demo", "--theme"))


EXAMPLES = [
    (name, line.strip())
    for name, command in cli.commands.items()
    if not command.hidden
    for line in (command.epilog or "").splitlines()
    if line.startswith("  ")
]


def test_the_help_of_each_command_has_an_example() -> None:
    assert [name for name, _ in dict(EXAMPLES).items()] == visible_commands()
    assert all(shlex.split(line)[:2] == ["inspector", name] for name, line in EXAMPLES)


ON_THE_DEMO = [
    line for name, line in EXAMPLES if line.endswith("--demo") and name != "listen" and "session.jsonl" not in line
]
WRONG_ON_PURPOSE = ("--leave-out", "--raw", "--template ")


@pytest.mark.parametrize("line", ON_THE_DEMO)
async def test_an_example_with_the_demo_can_be_pasted(inspector: Inspector, line: str) -> None:
    ran = await inspector(*shlex.split(line)[1:], "--no-record")
    if any(words in line for words in WRONG_ON_PURPOSE):
        assert ran.code == 5
    else:
        assert (ran.code, ran.err) == (0, "")
    assert ran.stdout


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (("probe",), "There is no target."),
        (("export", "x.jsonl"), "Neither --format nor --share is given."),
        (("probe", "--"), "There is no command after --."),
        (("probe", "http://a.example/", *SERVER), "There is more than one target."),
        (("probe", "--demo", "--server", "x"), "There is more than one target."),
        (("probe", "http://a.example/", "http://b.example/"), "There are two URLs."),
        (("probe", "word", *SERVER), "“word” is one word too many."),
        (("probe", "--url", "a.example"), None),
        (("probe", "-H", "a", "http://a.example/"), "A header after -H has no colon."),
        (("probe", "-H", "a\n b: c", "http://a.example/"), None),
        (("probe", "-H", "a: b", *SERVER), "-H and --transport are for a URL"),
        (("probe", "--client-id", "a", *SERVER), "--client-id is for a URL, not for a server that is started here."),
        (
            ("auth", "login", "-H", "authorization: b", "http://a.example/"),
            "A token is given, and nobody signs in beside it.",
        ),
        (("probe", "-e", "A=1", "http://a.example/"), "-e and --cwd are for a server that is started here"),
        (("probe", "-e", "A=1", "--demo"), "-e and --cwd are for a command"),
        (("probe", "-e", "A", *SERVER), "What stands after -e is no NAME=VALUE."),
        (("probe", "--record", "x", "--no-record", *SERVER), "--record and --no-record exclude each other."),
        (("probe", "--timeout", "0", *SERVER), None),
        (("probe", "--timeout", "nan", *SERVER), "Invalid value for '--timeout': 'nan' is no number of seconds."),
        (("listen", "--for", "nan", *SERVER), "Invalid value for '--for': 'nan' is no number of seconds."),
        (("probe", "--protocol-version", "", *SERVER), "--protocol-version is empty."),
        (("probe", "--mode", "new", *SERVER), None),
        (("list", "things", *SERVER), "“things” is nothing that can be listed."),
        (("call", *SERVER), "Missing argument 'NAME'."),
        (("call", "x", "a=1", "--arguments", "{}", *SERVER), "--arguments and pairs exclude each other."),
        (("call", "x", "--arguments", "@/no/such", *SERVER), "--arguments @/no/such cannot be read."),
        (("prompt", "x", "a", *SERVER), "a is no pair."),
        (("demo-server", "--http", "1", "--sse", "2"), "--http and --sse exclude each other."),
        (("no-such-command",), "There is no command “no-such-command”."),
        (("probe", "--no-such-option", *SERVER), None),
    ],
)
async def test_what_cannot_be_meant_is_exit_2_and_nothing_is_started(
    inspector: Inspector, words: tuple[str, ...], said: str | None
) -> None:
    ran = await inspector(*words)
    assert (ran.code, ran.stdout, ran.recordings) == (2, b"", [])
    assert ran.err.startswith(f"inspector: {said or ''}")


@pytest.mark.parametrize(
    ("words", "hint"),
    [
        (("cal-l", "add", *SERVER), "Did you mean `inspector call`?"),
        (("--theme", "paper", "demo"), "Options come after the command: `inspector demo …`."),
        (
            ("no-such-word", "-y", "some server"),
            "A server's command comes after --: `inspector -- no-such-word -y 'some server'`.",
        ),
        (("npx", "-y", "pack@1.2"), "A server's command comes after --: `inspector -- npx -y pack@1.2`."),
        (("--theme", "ink", "cat"), "A server's command comes after --: `inspector -- cat`."),
        (
            ("auth", "login", "-Q"),
            "`inspector auth login --help` lists what there is. "
            "A server's command, with its own options, comes after --.",
        ),
        (("a.jsonl",), "A recording comes after open: `inspector open a.jsonl`."),
        (
            ("probe", "cat", "-y"),
            "`inspector probe --help` lists what there is. A server's command, with its own options, comes after --.",
        ),
    ],
)
async def test_words_that_begin_with_no_command_are_told_as_they_may_have_been_meant(
    inspector: Inspector, words: tuple[str, ...], hint: str
) -> None:
    ran = await inspector(*words)
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.err.splitlines()[-1] == f"  next: {hint}"


@pytest.mark.parametrize(
    "address", ["me:hunter2@a.example/?token=hunter2", "http:/me:hunter2@a.example/mcp?token=hunter2"]
)
@pytest.mark.parametrize(
    "words",
    [
        (),
        ("probe",),
        ("list",),
        ("describe", "x"),
        ("prompt", "x"),
        ("complete", "x", "y", "z"),
        ("read", "a://b/{c}"),
        ("no-such-word", "--token", "hunter2"),
    ],
)
async def test_what_looks_secret_is_not_said_again(inspector: Inspector, words: tuple[str, ...], address: str) -> None:
    if words[:1] in (("prompt",), ("complete",)):
        address = address.partition("?")[0]  # with a parameter it is a pair
    ran = await inspector(*words, address, *(SERVER if words else ()))
    assert ran.code == 2 and "hunter2" not in ran.err


async def test_a_usage_error_has_its_object_too(inspector: Inspector) -> None:
    ran = await inspector("probe", "--json", "--mode", "new", *SERVER)
    assert (ran.error["kind"], ran.error["exitCode"]) == ("usage", 2)
    assert (ran.error["steps"], ran.error["findings"], ran.error["recording"]) == ([], [], None)


async def test_the_word_after_the_dashes_are_the_servers_alone(inspector: Inspector) -> None:
    ran = await inspector(
        "probe", "--", sys.executable, "-c", "import sys; sys.exit(sys.argv[1:] == ['--json', '--'])", "--json", "--"
    )
    assert ran.code == 3
    assert "code 1" in ran.err


@pytest.mark.parametrize("words", [(), ("demo",), ("--demo",), ("http://127.0.0.1:9/mcp",), SERVER])
async def test_the_interface_refuses_without_a_terminal(inspector: Inspector, words: tuple[str, ...]) -> None:
    ran = await inspector(*words)
    assert (ran.code, ran.stdout) == (2, b"")
    assert ran.err.startswith("inspector: The interface needs a terminal.\n")


async def test_a_recording_is_read_before_the_terminal_is_missed(inspector: Inspector) -> None:
    ran = await inspector("probe", *scripted(modern()))
    ran = await inspector("open", str(ran.recordings[0]))
    assert ran.err.startswith("inspector: The interface needs a terminal.\n")


async def test_the_demo_is_a_target_like_the_others(inspector: Inspector) -> None:
    ran = await inspector("call", "search_catalogue", "query=homer", "--json", "--demo")
    assert ran.code == 0
    assert ran.document["result"]["structuredContent"]


@pytest.mark.parametrize("era", ["modern", "legacy"])
async def test_the_demo_server_alone_speaks_the_era_it_is_told(inspector: Inspector, era: str) -> None:
    ran = await inspector("probe", "--json", "--", sys.executable, "-m", "inspector", "demo-server", "--era", era)
    assert (ran.code, ran.document["era"]) == (0, era)


async def test_arguments_that_are_not_utf_8_do_not_break_it(inspector: Inspector) -> None:
    ran = await inspector("call", "add", b"a=\xff".decode("utf-8", "surrogateescape"), *scripted(modern(), tools(ADD)))
    assert (ran.code, ran.stdout) == (2, b"")
    text = {"name": "say", "inputSchema": {"type": "object", "properties": {"s": {"type": "string"}}}}
    odd = b"s=\xff".decode("utf-8", "surrogateescape")
    ran = await inspector("call", "say", odd, *scripted(modern(), tools(text), says("x")))
    assert ran.code in (0, 2)


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ("listen", "--for", "5s"),
            "Invalid value for '--for': '5s'; say seconds as a number, 0 or more, such as 5.",
        ),
        (("probe", "--mode", "new"), "Invalid value for '--mode': 'new'; say auto, modern or legacy."),
        (("open", "a.jsonl", "b.jsonl"), "There is more than it takes: b.jsonl."),
    ],
)
async def test_a_wrong_value_is_told_in_one_sentence_with_what_to_say_instead(
    inspector: Inspector, words: tuple[str, ...], said: str
) -> None:
    ran = await inspector(*words)
    assert ran.code == 2
    assert ran.err.splitlines()[0] == f"inspector: {said}"
