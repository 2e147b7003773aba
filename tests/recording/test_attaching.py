"""Which tap is meant by `tap --attach`: the newest that is running, one by its name, or a file as it is named."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from inspector.errors import UsageError
from inspector.recording import Recorder, record_to
from inspector.recording.attaching import tapped
from inspector.wire.events import Opened, Record


def written(folder: Path, hour: int, name: str, *, tap: bool = True) -> Recorder:
    moment = datetime(2026, 12, 1, hour, tzinfo=UTC)
    target = {"kind": "stdio", "command": ["x"], "name": name, **({"tap": True} if tap else {})}
    recorder = record_to(folder / f"{moment:%Y%m%dT%H%M%SZ}-{name}-1.jsonl", target, created=moment)
    recorder([Record(1, 0.0, Opened("stdio", command=("x",)))])
    return recorder


def test_the_newest_running_tap_is_meant_or_that_of_the_name_or_the_file(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="No tap is recording"):
        tapped(tmp_path, "")
    with (
        written(tmp_path, 9, "weather") as weather,
        written(tmp_path, 10, "library") as library,
        written(tmp_path, 11, "inspector", tap=False),
    ):
        written(tmp_path, 12, "gone").close()
        assert tapped(tmp_path, "") == library.path
        assert tapped(tmp_path, "Weather") == weather.path
        assert tapped(tmp_path, "elsewhere/tap.jsonl") == Path("elsewhere/tap.jsonl")
        for other in ("inspector", "gone"):
            with pytest.raises(UsageError, match=f"No tap of {other}") as refused:
                tapped(tmp_path, other)
            assert refused.value.why == "Running: library, weather."
        library.close()
        assert tapped(tmp_path, "") == weather.path
