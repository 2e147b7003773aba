"""Secrets that are known by how they look, whatever stands beside them: signed tokens, private keys, keys of providers.

Only what nothing else looks like: a letter before or after, another length, and it is left to the rules that go by
names. The shapes are those that the issuers document for scanners.
"""

import re
from collections.abc import Iterator
from typing import Final

from inspector.recording.found import Found

RULE: Final = "shape"

# A word may follow the letter of an escape: "one\ntwo".
_BEFORE: Final = r"(?:(?<![A-Za-z0-9_-])|(?<=\\[nrtbf]))"
_SHAPES: Final = (
    r"eyJ[\w-]{8,}+\.[\w-]{4,}+\.[\w-]*+(?:\.[\w-]++\.[\w-]++)?+",  # JWT, RFC 7519; five parts where it is encrypted
    r"gh[pousr]_\w{36,251}+",
    r"github_pat_\w{22,244}+",
    r"gl(?:pat|ptt|dt|rt|cbt|soat|ft)-[\w.-]{20,64}+",
    r"sk-(?:ant-|proj-|svcacct-|or-v1-)?+[\w-]{20,200}+",
    r"(?:[srp]k|rk)_(?:live|test)_[A-Za-z0-9]{16,120}+",
    r"whsec_[\w+/=-]{20,120}+",
    r"(?:AKIA|ASIA)[A-Z0-9]{16}",
    r"AIza[\w-]{35}",
    r"ya29\.[\w-]{20,2000}+",
    r"xox[a-z]-[\w-]{10,250}+",
    r"xapp-\d-[\w-]{20,250}+",
    r"npm_[A-Za-z0-9]{36}",
    r"pypi-AgE[\w-]{40,400}+",
    r"hf_[A-Za-z0-9]{30,60}+",
    r"SG\.[\w-]{16,32}+\.[\w-]{30,60}+",
    r"shp(?:at|ca|pa|ss)_[a-fA-F0-9]{32}",
    r"do[opr]_v1_[a-f0-9]{64}",
    r"lin_(?:api|oauth)_[A-Za-z0-9]{32,64}+",
    r"ntn_[A-Za-z0-9]{40,60}+",
    r"figd_[\w-]{30,60}+",
    r"AGE-SECRET-KEY-1[A-Z0-9]{58}",
)
_SHAPE: Final = re.compile(rf"{_BEFORE}(?:{'|'.join(_SHAPES)})(?![A-Za-z0-9_-])")
_PEM: Final = re.compile(
    r"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----(.{16,20000}?)-----END (?:[A-Z0-9]+ )*PRIVATE KEY", re.DOTALL
)
BEGINS_KEY: Final = re.compile(rb"-----BEGIN (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)?-----")
ENDS_KEY: Final = re.compile(rb"-----END (?:[A-Z0-9]+ )*PRIVATE KEY")
_LINE_END: Final = re.compile(r"\\+[nr]|\s+")

NEEDLES: Final = (
    *(b"eyj", b"ghp_", b"gho_", b"ghu_", b"ghs_", b"ghr_", b"_pat_", b"glpat-", b"glptt-", b"gldt-", b"glrt-"),
    *(b"glcbt-", b"glsoat-", b"glft-", b"sk-", b"k_live_", b"k_test_", b"whsec_", b"akia", b"asia", b"aiza", b"ya29."),
    *(b"xox", b"xapp-", b"npm_", b"pypi-age", b"hf_", b"sg.", b"shpat_", b"shpca_", b"shppa_", b"shpss_", b"_v1_"),
    *(b"lin_api_", b"lin_oauth_", b"ntn_", b"figd_", b"private key"),
)
"""Lower-case texts of which one stands in any text that has such a secret."""


def in_shapes(text: str) -> Iterator[Found]:
    """Every secret in `text` that its shape gives away."""
    for found in _SHAPE.finditer(text):
        yield Found(found.start(), found.end(), RULE, "", found[0])
    if "PRIVATE KEY" in text:
        for key in _PEM.finditer(text):
            # The same key in a file, in JSON, and in JSON in a string of it is the same secret.
            yield Found(key.start(1), key.end(1), RULE, "", _LINE_END.sub("\n", key[1]).strip())
