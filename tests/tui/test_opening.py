"""Opening a page: by which command, never through a shell, and what is told where it cannot be."""

import os
import sys
import threading

import pytest

from inspector.tui.opening import open_page, opener

PAGE = "https://pay.library.example/f/88?t=Zk3q&x=$(id)"


def which(*there):
    return lambda name: f"/usr/bin/{name}" if name in there else None


@pytest.mark.parametrize(
    ("environ", "platform", "there", "words"),
    [
        ({"DISPLAY": ":0"}, "linux", ("xdg-open",), ("xdg-open", "%s")),
        ({"WAYLAND_DISPLAY": "wayland-0"}, "linux", ("gio",), ("gio", "open", "%s")),
        ({"WSL_DISTRO_NAME": "Debian"}, "linux", ("wslview",), ("wslview", "%s")),
        ({}, "linux", ("xdg-open",), ()),
        ({"DISPLAY": ":0"}, "linux", (), ()),
        ({}, "darwin", (), ("open", "%s")),
        ({}, "win32", (), ("rundll32", "url.dll,FileProtocolHandler", "%s")),
        ({"BROWSER": "firefox --private-window"}, "linux", ("firefox",), ("firefox", "--private-window", "%s")),
        ({"BROWSER": f"absent{os.pathsep}'my browser' u=%s"}, "linux", ("my browser",), ("my browser", "u=%s")),
        ({"BROWSER": "'unclosed", "DISPLAY": ":0"}, "linux", ("xdg-open",), ("xdg-open", "%s")),
    ],
)
def test_which_command_opens_a_page(environ, platform, there, words):
    assert opener(environ, platform, which(*there)) == words


def test_the_address_is_one_word_of_the_command_and_no_shell_reads_it(tmp_path):
    seen, told = tmp_path / "seen", threading.Event()
    code = "import sys; open(sys.argv[1], 'w').write(sys.argv[2]); sys.exit(3)"
    messages = []

    def tell(text):
        messages.append(text)
        told.set()

    open_page(PAGE, (sys.executable, "-c", code, str(seen), "%s"), tell)
    assert told.wait(20)
    assert seen.read_text() == PAGE
    assert messages == [f"{sys.executable} exited with code 3, so the page may not be open; y copies the address."]


@pytest.mark.parametrize(
    ("url", "words", "told"),
    [
        ("file:///etc/passwd", (sys.executable, "%s"), "Only http and https addresses are opened"),
        ("javascript:alert(1)", (sys.executable, "%s"), "Only http and https addresses are opened"),
        (PAGE, (), "There is no browser here"),
        (PAGE, ("/nonexistent/browser", "%s"), "/nonexistent/browser could not be started: No such file"),
    ],
)
def test_why_a_page_is_not_opened_is_told(url, words, told):
    messages = []
    open_page(url, words, messages.append)
    assert len(messages) == 1 and messages[0].startswith(told)
