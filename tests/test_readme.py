"""The README and the pages that it links: every command can be given as printed, and every link leads somewhere."""

import re
import shlex
from pathlib import Path

import click
import pytest

from inspector.cli import run

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "inspector").rglob("*.md"))]


def printed(page: Path) -> list[str]:
    """The commands of a page, without what a shell does around them."""
    blocks = re.findall(r"```sh\n(.*?)```", page.read_text(), re.DOTALL)
    lines = [line for block in blocks for line in block.splitlines() if line.startswith("inspector ")]
    return [line.partition(" | ")[0] for line in lines]


COMMANDS = sorted({line for page in PAGES for line in printed(page)})


def anchors(page: Path) -> set[str]:
    heads = re.findall(r"^#+ (.*)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w -]", "", head.lower()).replace(" ", "-") for head in heads}


def test_every_command_is_taken_as_it_is_printed(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    taken: list[str | None] = []
    monkeypatch.setattr(click.Command, "invoke", lambda command, context: taken.append(command.name))
    for command in COMMANDS:
        words = shlex.split(command, comments=True)[1:]
        assert run(words) == 0, f"{command}: {capsys.readouterr().err}"
    taken = [name for name in taken if name not in ("cli", "auth")]  # the groups
    assert len(taken) == len(COMMANDS) > 40
    assert {"call", "serve", "replay", "diff", "tap", "wrap", "unwrap", "open", "export", "tui"} <= set(taken)


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_every_link_leads_to_a_file_and_a_heading_of_it(page: Path) -> None:
    for where in re.findall(r"\]\(([^)\s]+)\)", page.read_text()):
        if where.startswith(("http://", "https://")):
            continue
        path, _, heading = where.partition("#")
        target = page.parent / path if path else page
        assert target.is_file(), where
        assert not heading or heading in anchors(target), where


def test_the_readme_has_a_command_for_each_of_the_ten_things() -> None:
    things = re.split(
        r"^\*\*\d+\. ", (ROOT / "README.md").read_text().split("## With a recording")[0], flags=re.MULTILINE
    )[1:]
    assert len(things) == 10
    assert all("```sh\n" in thing for thing in things)
