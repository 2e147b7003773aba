"""How the interface ends when something else than a key ends it, in a terminal of its own."""

import os
import pty
import select
import signal
import subprocess
import sys
import termios
import time
from pathlib import Path

import pytest

PATIENCE = 60.0
COMMAND = (sys.executable, "-m", "inspector", "demo", "--no-record")


class Terminal:
    """The interface in a pseudo terminal, when its catalogue is there."""

    def __init__(self, home):
        self.outer, inner = pty.openpty()
        self.before = termios.tcgetattr(inner)
        environment = {**os.environ, "INSPECTOR_HOME": str(home), "TERM": "xterm-256color"}
        self.process = subprocess.Popen(
            COMMAND, stdin=inner, stdout=inner, stderr=inner, env=environment, start_new_session=True
        )
        self.inner, self.written = inner, b""
        self.read(lambda: b"search_catalogue" in self.written)

    def read(self, until):
        """Take what is written until something is so."""
        end = time.monotonic() + PATIENCE
        while not until():
            assert time.monotonic() < end, self.written[-2000:]
            if select.select([self.outer], [], [], 0.05)[0]:
                self.written += os.read(self.outer, 65536)

    def close(self):
        """Nothing is left of it."""
        self.process.kill()
        self.process.wait()


@pytest.fixture
def terminal(tmp_path):
    """The interface, running."""
    started = Terminal(tmp_path / "home")
    yield started
    started.close()


@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGINT])
def test_a_signal_ends_it_in_order_with_130_and_the_terminal_as_it_was(terminal, number):
    terminal.process.send_signal(number)
    terminal.read(lambda: terminal.process.poll() is not None and not select.select([terminal.outer], [], [], 0.1)[0])
    assert terminal.process.returncode == 130
    assert b"\x1b[?1049l" in terminal.written and terminal.written.rindex(b"\x1b[?25h") > 0
    assert termios.tcgetattr(terminal.inner)[:4] == terminal.before[:4]


def test_the_terminal_has_the_title_of_the_session_and_at_the_end_its_own_again(terminal):
    terminal.read(lambda: "\x1b]2;modern · Alder Street Library · inspector\x07".encode() in terminal.written)
    terminal.process.send_signal(signal.SIGTERM)
    terminal.read(lambda: terminal.process.poll() is not None and not select.select([terminal.outer], [], [], 0.1)[0])
    keeps, restores = terminal.written.index(b"\x1b[22;2t"), terminal.written.rindex(b"\x1b[23;2t")
    assert keeps < terminal.written.index(b"\x1b]2;") and terminal.written.rindex(b"\x1b]2;") < restores
    assert terminal.written.count(b"\x1b[22;2t") == terminal.written.count(b"\x1b[23;2t")


def test_it_gives_the_terminal_back_while_it_is_stopped_and_takes_it_again(terminal):
    inside = termios.tcgetattr(terminal.inner)[:4]
    terminal.process.send_signal(signal.SIGTSTP)
    terminal.read(lambda: state_of(terminal.process.pid) == "T")
    stopped = termios.tcgetattr(terminal.inner)[:4]
    terminal.read(lambda: b"\x1b[?1049l" in terminal.written)
    terminal.written = b""
    terminal.process.send_signal(signal.SIGCONT)
    terminal.read(lambda: b"\x1b[?1049h" in terminal.written and b"search_catalogue" in terminal.written)
    terminal.read(lambda: termios.tcgetattr(terminal.inner)[:4] == inside)
    assert stopped == terminal.before[:4] != inside
    terminal.process.send_signal(signal.SIGTERM)
    terminal.read(lambda: terminal.process.poll() is not None)
    assert terminal.process.returncode == 130
    assert termios.tcgetattr(terminal.inner)[:4] == terminal.before[:4]


def test_after_a_stop_without_a_warning_keys_work_and_the_terminal_is_left_as_it_was(terminal):
    terminal.process.send_signal(signal.SIGSTOP)
    terminal.read(lambda: state_of(terminal.process.pid) == "T")
    terminal.written = b""
    terminal.process.send_signal(signal.SIGCONT)
    terminal.read(lambda: b"\x1b[?1049h" in terminal.written and b"search_catalogue" in terminal.written)
    os.write(terminal.outer, b"?")
    terminal.read(lambda: b"Help" in terminal.written)
    os.write(terminal.outer, b"\x11")
    terminal.read(lambda: terminal.process.poll() is not None)
    assert terminal.process.returncode == 0
    assert termios.tcgetattr(terminal.inner)[:4] == terminal.before[:4]


def state_of(pid):
    """How a process is: `T` is stopped."""
    return Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0]


def test_it_ends_when_its_terminal_is_gone_though_no_signal_comes(terminal):
    os.close(terminal.inner)
    os.close(terminal.outer)
    assert terminal.process.wait(timeout=PATIENCE) == 130
