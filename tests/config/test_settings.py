import tomllib
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from inspector.config.settings import Settings, Timeouts, change_setting, read_settings
from inspector.config.toml_lines import CannotChange, find_line, set_value
from inspector.errors import InspectorError, UsageError

WHOLE = """# mine
theme = "paper"   # by day
mouse = false
ascii = true
approve = "writes"
colour = "unknown to us"

[timeouts]
probe = 2
request = 1.5

[recordings]
enabled = false
max-count = 5
max-bytes = 1_000

[keymap]
run = "ctrl+r"
"next-pane" = ["tab", "ctrl+n"]
"""


def test_without_a_file_there_are_the_defaults(tmp_path: Path) -> None:
    read = read_settings(tmp_path / "settings.toml")
    assert (read.settings, read.problems) == (Settings(), ())


def test_every_value_is_read_and_an_unknown_key_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(WHOLE)
    read = read_settings(path)
    settings = read.settings
    assert (settings.theme, settings.mouse, settings.ascii, settings.approve) == ("paper", False, True, "writes")
    assert settings.timeouts == Timeouts(request=1.5, probe=2.0)
    assert (settings.recordings.enabled, settings.recordings.max_count, settings.recordings.max_bytes) == (
        False,
        5,
        1000,
    )
    assert settings.keymap == {"run": "ctrl+r", "next-pane": "tab,ctrl+n"}
    assert [(problem.line, problem.message) for problem in read.problems] == [
        (6, "colour is not a setting; it is left alone.")
    ]


@pytest.mark.parametrize(
    ("text", "line", "message"),
    [
        ("theme = 3", 1, "theme takes a text"),
        ('theme = ""', 1, "theme takes a text"),
        ("approve = true", 1, 'approve takes "none" or "destructive" or "writes"'),
        ("approve = []", 1, "approve takes"),
        ('\nmouse = "yes"', 2, "mouse takes true or false"),
        ("[timeouts]\nprobe = -1", 2, "timeouts.probe takes a number of seconds above 0"),
        ("[timeouts]\nprobe = inf", 2, "timeouts.probe takes a number of seconds above 0"),
        ("timeouts.probe = true", 1, "timeouts.probe takes"),
        ("[recordings]\nmax-count = 1.5", 2, "recordings.max-count takes a whole number"),
        ("[recordings]\n\nnope = 1", 3, "recordings.nope is not a setting"),
        ("[keymap]\nrun = 1", 2, "keymap.run takes a key"),
        ("timeouts = 3", 1, "timeouts is not a table"),
        ("[[keymap]]\nrun = 'x'", None, "keymap is not a table"),
    ],
)
def test_a_wrong_value_is_told_and_its_default_counts(
    tmp_path: Path, text: str, line: int | None, message: str
) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(text)
    read = read_settings(path)
    assert read.settings == Settings()
    (problem,) = read.problems
    assert problem.line == line
    assert message in problem.message


def test_one_wrong_value_does_not_hide_its_neighbours(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = 1\nmouse = false\n[timeouts]\nprobe = "x"\nmax = 5')
    settings = read_settings(path).settings
    assert (settings.mouse, settings.timeouts) == (False, Timeouts(max=5.0))


def test_a_file_that_is_not_toml_is_told_with_its_place(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text('theme = "ink"\nmouse = = 1\n')
    read = read_settings(path)
    assert read.settings == Settings()
    assert (read.problems[0].line, read.problems[0].column) == (2, 9)


def test_a_change_touches_one_line_and_keeps_its_comment(tmp_path: Path) -> None:
    path = tmp_path / "settings.toml"
    path.write_text(WHOLE)
    read = change_setting(path, "theme", 'a "b" # c')
    assert read.settings.theme == 'a "b" # c'
    before, after = WHOLE.split("\n"), path.read_text().split("\n")
    assert [at for at, (old, new) in enumerate(zip(before, after, strict=True)) if old != new] == [1]
    assert after[1].endswith("# by day")


@pytest.mark.parametrize(
    ("text", "key", "value", "expected"),
    [
        ("", "theme", "paper", 'theme = "paper"\n'),
        ("", "timeouts.probe", 5, "[timeouts]\nprobe = 5\n"),
        ("# c\n", "mouse", False, "# c\nmouse = false\n"),
        ("[timeouts]\nmax = 1\n", "mouse", False, "mouse = false\n\n[timeouts]\nmax = 1\n"),
        ("[timeouts]\nmax = 1\n", "timeouts.probe", 2.5, "[timeouts]\nprobe = 2.5\nmax = 1\n"),
        ("[ timeouts ] # t\nmax=1\r\n", "timeouts.max", 2, "[ timeouts ] # t\nmax = 2\r\n"),
        ("timeouts.max = 1\n", "timeouts.max", 2, "timeouts.max = 2\n"),
        ("a = 1", "keymap.next-pane", ["tab", "f6"], 'a = 1\n\n[keymap]\nnext-pane = ["tab", "f6"]\n'),
        ("", "keymap.desk.run it", "f5", '[keymap]\n"desk.run it" = "f5"\n'),
    ],
)
def test_a_key_that_is_not_there_is_put_where_it_belongs(
    tmp_path: Path, text: str, key: str, value: str | float | bool | list[str], expected: str
) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(text.encode())
    change_setting(path, key, value)
    assert path.read_bytes().decode() == expected


@pytest.mark.parametrize("key", ["nope", "timeouts.nope", "a.b.c", "keymap.", "keymap", "timeouts", ""])
def test_a_key_that_is_no_setting_is_refused_before_anything_is_written(tmp_path: Path, key: str) -> None:
    with pytest.raises(UsageError, match="is not a setting"):
        change_setting(tmp_path / "settings.toml", key, "x")
    assert list(tmp_path.iterdir()) == []


def test_a_value_of_another_type_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"timeouts\.probe takes"):
        change_setting(tmp_path / "settings.toml", "timeouts.probe", "soon")


@pytest.mark.parametrize(
    "text", ["theme = = 1\n", 'theme = """a\nb"""\n', "timeouts = {probe = 1}\n", "\xff", "a = " + "[" * 5000]
)
def test_a_file_that_cannot_be_changed_safely_stays_as_it_was(tmp_path: Path, text: str) -> None:
    path = tmp_path / "settings.toml"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(InspectorError, match="was not changed") as caught:
        change_setting(path, "timeouts.probe" if "timeouts" in text else "theme", 5 if "timeouts" in text else "ink")
    assert caught.value.hint
    assert path.read_bytes() == text.encode("latin-1")


@given(st.text(st.characters(exclude_categories=["Cs"])))
def test_any_text_can_be_written_and_reads_back(value: str) -> None:
    assert tomllib.loads(set_value(WHOLE, ("theme",), value))["theme"] == value


@given(st.text(max_size=60), st.sampled_from([("theme",), ("timeouts", "probe")]))
def test_a_change_of_any_file_changes_that_value_alone_or_is_refused(text: str, path: tuple[str, ...]) -> None:
    try:
        changed = tomllib.loads(set_value(text, path, "x"))
    except (tomllib.TOMLDecodeError, CannotChange):
        return
    before = tomllib.loads(text)
    for key in path[:-1]:
        before, changed = before.get(key, {}), changed[key]
    assert changed == {**before, path[-1]: "x"}


def test_a_line_is_not_found_in_an_array_of_tables() -> None:
    assert find_line("[[timeouts]]\nprobe = 1\n", ("timeouts", "probe")) is None
    assert find_line("[x]\n'a b' . c = 1\n", ("x", "a b", "c")) == 2


@pytest.mark.parametrize("digits", [400, 5_000])
def test_a_number_beyond_all_measure_is_a_problem_and_the_default_counts(tmp_path: Path, digits: int) -> None:
    path = tmp_path / "settings.toml"
    path.write_text("[timeouts]\nrequest = " + "9" * digits + "\n")
    read = read_settings(path)
    assert read.settings.timeouts.request == 60.0 and len(read.problems) == 1
