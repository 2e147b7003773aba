"""One record as Markdown, for a bug report: who spoke with whom, the exchange in full, what is wrong with it."""

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from inspector.analysis.detail import Detail
from inspector.analysis.exports.markdown import exchanges, fenced, findings, head, message, table
from inspector.analysis.folds import Folds
from inspector.analysis.http_parts import Header

MOST: Final = 60
"""Records of an operation that are told of; of a longer one only the exchange is."""

MaskHeaders = Callable[[Sequence[Header]], Sequence[Header]]
"""The same headers, one for one, with the values that are secrets masked."""


def bug_report(folds: Folds, seq: int, target: str, created: str, mask_headers: MaskHeaders) -> str:
    """The text; empty if there is no such record. Secrets in the headers are masked by `mask_headers`, those in the
    messages are the caller's to mask."""
    detail = folds.detail(seq)
    if detail is None:
        return ""
    chosen = _chosen(folds, detail)
    rows = [row for one in chosen if (row := folds.timeline.row(one)) is not None]
    alone = () if detail.row.kind in ("req", "res", "ask", "ans") else message(folds, seq)
    said = (*alone, *exchanges(folds, rows))
    parts = [*head(folds, target, created), *table(rows), *said, *_web(detail, mask_headers)]
    return "\n".join([*parts, *findings(folds, set(chosen))]) + "\n"


def _chosen(folds: Folds, detail: Detail) -> list[int]:
    if len(detail.related) <= MOST:
        return list(detail.related)
    half = folds.timeline.other_half(detail.seq)
    return sorted({detail.seq, *([half] if half is not None else [])})


def _web(detail: Detail, mask_headers: MaskHeaders) -> Iterator[str]:
    http = detail.http
    if http is None:
        return
    yield "## HTTP"
    yield ""
    sides = ((http.request_line, http.request_headers), (http.status_line, http.response_headers))
    texts = [
        "\n".join([line, *(f"{one.name}: {one.value}" for one in mask_headers(headers))])
        for line, headers in sides
        if line
    ]
    yield from fenced("\n\n".join([*texts, *([http.failure] if http.failure else [])]), "http")
    yield ""
