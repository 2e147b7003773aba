"""With which record another one is compared: with the marked one, or with the one before of its kind."""

from inspector.analysis.timeline import Timeline


def counterpart(seq: int, mark: int | None, timeline: Timeline) -> int | None:
    """The record to compare `seq` with; None if there is none.

    Like is compared with like: where one is a request and the other an answer, the marked one's other half stands for
    it. Without a mark, or where the mark is on the record itself, it is the one before with the same method and name.
    """
    row = timeline.row(seq)
    if row is None:
        return None
    marked = timeline.row(mark) if mark is not None and mark != seq else None
    if marked is None:
        return _before(seq, timeline)
    half = timeline.other_half(marked.seq)
    other = timeline.row(half) if half is not None else None
    swapped = marked.kind != row.kind and other is not None and other.kind == row.kind and other.seq != seq
    return other.seq if swapped and other is not None else marked.seq


def _before(seq: int, timeline: Timeline) -> int | None:
    at = timeline.index_of(seq)
    if at is None:
        return None
    row = timeline.all[at]
    wanted = (row.kind, row.method, row.name)
    for index in range(at - 1, -1, -1):
        other = timeline.all[index]
        if (other.kind, other.method, other.name) == wanted:
            return other.seq
    return None
