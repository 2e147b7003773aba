"""Letters that deceive: hosts that mix scripts, or whose foreign letters look like those of another host. Pure."""

import unicodedata
from typing import Final

_LOOKS: Final = str.maketrans(
    {
        **dict(zip("аеорсухіјѕԁһӏԛԝвкмнтг", "aeopcyxijsdhlqwbkmhtr", strict=True)),
        **dict(zip("αονρτυικχγε", "aovptuikxye", strict=True)),
        **dict(zip("ɑɡıłøđօսոհցց", "agilodouuhgg", strict=True)),
    }
)
"""Letters of Cyrillic, Greek, Armenian and of Latin beyond ASCII, as they look in a common font."""

_TOGETHER: Final = frozenset({"CJK", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL", "LATIN"})
"""Scripts that one name may mix, as Japanese and Korean do (Unicode Technical Standard 39, section 5.2)."""


def scripts_of(label: str) -> tuple[str, ...]:
    """The scripts of a label's letters, in the order in which they come: `("Latin", "Cyrillic")`."""
    found = dict.fromkeys(_script(letter) for letter in label if letter.isalpha())
    return tuple(script.capitalize() if script != "CJK" else script for script in found)


def is_mixed(label: str) -> bool:
    """Whether it mixes scripts that no language writes together."""
    scripts = {_script(letter) for letter in label if letter.isalpha()}
    return len(scripts) > 1 and not scripts <= _TOGETHER


def looks_like(host: str) -> str:
    """The host in ASCII that this one can be taken for; empty if there is none, and for a host in ASCII."""
    host = host.lower()
    if host.isascii():
        return ""
    plain = unicodedata.normalize("NFKD", host)
    seen = "".join(letter for letter in plain if not unicodedata.combining(letter)).translate(_LOOKS)
    return seen if seen.isascii() else ""


def _script(letter: str) -> str:
    return unicodedata.name(letter, "?").replace("-", " ").partition(" ")[0]
