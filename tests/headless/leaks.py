"""Looking for secrets in everything that a session left behind, in whatever spelling."""

import random
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable, Mapping
from pathlib import Path
from urllib.parse import quote_plus

import pytest

from inspector.cli import run

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz23456789"


def noise(length: int, seed: int) -> str:
    """Letters and digits that come nowhere else."""
    return "".join(random.Random(seed).choices(LETTERS, k=length))


def in_base64(text: str) -> str:
    """As base64 has it."""
    return b64encode(text.encode()).decode()


def spellings(secret: str) -> list[str]:
    """What would give it away: each line of it, half of it, and its encodings."""
    lines = [line for line in secret.split("\n") if len(line) > 4]
    halves = [line[: len(line) // 2 + 3] for line in lines if len(line) > 16]
    coded = [in_base64("x" * shift + secret)[4:-4] for shift in range(3) if len(secret) > 8]
    twice = [in_base64("x" * shift + text)[4:-4] for text in coded for shift in range(3)]
    return [*lines, *halves, *coded, *twice, secret.encode().hex()]


def shreds(secret: str, length: int = 8) -> set[str]:
    """Even a part of it: its first and last letters, those of each part of a JWT that is not its header, and all of it
    as forms, base64 and hexadecimal digits have it."""
    parts = [part for part in secret.split(".")[-2:] if len(part) >= length]
    ends = {end for part in parts for end in (part[:length], part[-length:])}
    whole = secret.encode()
    coded = {code(b"x" * shift + whole).decode()[4:-4] for code in (b64encode, urlsafe_b64encode) for shift in range(3)}
    return ends | {one for one in coded if len(one) >= length} | {whole.hex(), quote_plus(secret)}


def found(told: Mapping[str, str], secrets: Mapping[str, Iterable[str]]) -> list[tuple[str, str]]:
    """Which of the secrets, by name, is where; of each there are the spellings that give it away."""
    return [
        (name, where)
        for where, text in told.items()
        for name, many in secrets.items()
        if any(one in text for one in many)
    ]


def exported(recordings: Iterable[Path], folder: Path, capfd: pytest.CaptureFixture[str]) -> dict[str, str]:
    """Each recording as `export` gives it, in every form, and as a copy for others."""
    told = {}
    for path in recordings:
        for form in ("markdown", "jsonl", "har", "curl"):
            assert run(["export", str(path), "--format", form]) in (0, 2)  # there is no HTTP in those of stdio
            told[f"{path.name} as {form}"] = "".join(capfd.readouterr())
        copy = folder / f"copy of {path.name}"
        assert run(["export", str(path), "--share", "--output", str(copy)]) == 0
        told[f"remarks on the copy of {path.name}"] = capfd.readouterr().err
        told[copy.name] = everything_in(copy)[str(copy)]
    return told


def everything_in(place: Path) -> dict[str, str]:
    """What stands in a file, or in all of a folder; what is packed is unpacked."""
    import gzip

    paths = [place] if place.is_file() else [path for path in place.rglob("*") if path.is_file()]
    read = {path: path.read_bytes() for path in paths}
    return {
        f"{path}": (gzip.decompress(raw) if raw[:2] == b"\x1f\x8b" else raw).decode(errors="replace")
        for path, raw in read.items()
    }
