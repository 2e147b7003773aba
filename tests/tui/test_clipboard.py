"""Which terminals are known to take a copy."""

import pytest

from inspector.tui.clipboard import takes_copies


@pytest.mark.parametrize(
    "environ", [{"TERM_PROGRAM": "WezTerm"}, {"TERM": "xterm-kitty"}, {"TERM": "foot"}, {"WT_SESSION": "a"}]
)
def test_a_terminal_that_takes_copies_is_known(environ):
    assert takes_copies(environ)
    assert not takes_copies({**environ, "TMUX": "/tmp/tmux,1,0"})


@pytest.mark.parametrize("environ", [{}, {"TERM": "xterm-256color"}, {"TERM_PROGRAM": "Apple_Terminal"}])
def test_of_others_nothing_is_promised(environ):
    assert not takes_copies(environ)
