"""What the tests of the commands share."""

from pathlib import Path

import pytest

from tests.headless.running import Inspector


@pytest.fixture
def inspector(tmp_path: Path) -> Inspector:
    """The program, with a home folder of its own."""
    return Inspector(tmp_path / "home")
