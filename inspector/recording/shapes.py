"""Secrets that are known by how they look, whatever stands beside them: signed tokens, private keys, keys of providers.

Only what nothing else looks like: a letter before or after, another length, and it is left to the rules that go by
names. The shapes are those that the issuers document for scanners.
"""

import re
from collections.abc import Iterator
from typing import Final

from inspector.recording.found import Found

RULE: Final = "shape"

_FREE: Final = re.compile(r"(?<![A-Za-z0-9_-])|(?<=\\[nrtbf])")  # a word may follow the letter of an escape: "one\ntwo"
# Each begins with letters, which are found far faster than anything else; a text without the needle is not looked at.
_SHAPES: Final = tuple(
    (needle, re.compile(rf"{shape}(?![A-Za-z0-9_-])"))
    for needle, shape in (
        ("eyJ", r"eyJ[\w-]{8,}+\.[\w-]{4,}+\.[\w-]*+(?:\.[\w-]++\.[\w-]++)?+"),  # JWT, RFC 7519; five parts: encrypted
        *((f"gh{kind}_", rf"gh{kind}_\w{{36,251}}+") for kind in "pousr"),
        ("github_pat_", r"github_pat_\w{22,244}+"),
        *((f"gl{kind}-", rf"gl{kind}-[\w.-]{{20,64}}+") for kind in ("pat", "ptt", "dt", "rt", "cbt", "soat", "ft")),
        ("sk-", r"sk-(?:ant-|proj-|svcacct-|or-v1-)?+[\w-]{20,200}+"),
        *((f"{kind}k_", rf"{kind}k_(?:live|test)_[A-Za-z0-9]{{16,120}}+") for kind in "srp"),
        ("whsec_", r"whsec_[\w+/=-]{20,120}+"),
        ("AKIA", r"AKIA[A-Z0-9]{16}"),
        ("ASIA", r"ASIA[A-Z0-9]{16}"),
        ("AIza", r"AIza[\w-]{35}"),
        ("ya29.", r"ya29\.[\w-]{20,2000}+"),
        ("xox", r"xox[a-z]-[\w-]{10,250}+"),
        ("xapp-", r"xapp-\d-[\w-]{20,250}+"),
        ("npm_", r"npm_[A-Za-z0-9]{36}"),
        ("pypi-AgE", r"pypi-AgE[\w-]{40,400}+"),
        ("hf_", r"hf_[A-Za-z0-9]{30,60}+"),
        ("SG.", r"SG\.[\w-]{16,32}+\.[\w-]{30,60}+"),
        *((f"shp{kind}_", rf"shp{kind}_[a-fA-F0-9]{{32}}") for kind in ("at", "ca", "pa", "ss")),
        *((f"do{kind}_v1_", rf"do{kind}_v1_[a-f0-9]{{64}}") for kind in "opr"),
        ("lin_api_", r"lin_api_[A-Za-z0-9]{32,64}+"),
        ("lin_oauth_", r"lin_oauth_[A-Za-z0-9]{32,64}+"),
        ("ntn_", r"ntn_[A-Za-z0-9]{40,60}+"),
        ("figd_", r"figd_[\w-]{30,60}+"),
        ("AGE-SECRET-KEY-1", r"AGE-SECRET-KEY-1[A-Z0-9]{58}"),
    )
)
_PEM: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.{16,20000}?)-----END (?:[A-Z0-9]+ )*PRIVATE KEY", re.DOTALL
)
BEGINS_KEY: Final = re.compile(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")
ENDS_KEY: Final = re.compile(rb"-----END (?:[A-Z0-9]+ )*PRIVATE KEY")
_LINE_END: Final = re.compile(r"\\+[nr]|\s+")

NEEDLES: Final = (*(needle.lower().encode() for needle, _ in _SHAPES), b"private key")
"""Lower-case texts of which one stands in any text that has such a secret."""


def in_shapes(text: str) -> Iterator[Found]:
    """Every secret in `text` that its shape gives away."""
    absent = [sign for sign in "_-." if sign not in text]  # one look at a sign spares many at longer needles
    for needle, shape in _SHAPES:
        if any(sign in needle for sign in absent) or needle not in text:
            continue
        at = text.find(needle)
        while at >= 0:
            if _FREE.match(text, at) and (found := shape.match(text, at)):
                yield Found(at, found.end(), RULE, "", found[0])
            at = text.find(needle, at + len(needle))
    if "PRIVATE KEY" in text:
        for key in _PEM.finditer(text):
            # The same key in a file, in JSON, and in JSON in a string of it is the same secret.
            yield Found(key.start(1), key.end(1), RULE, "", _LINE_END.sub("\n", key[1]).strip())
