"""The lines of a file that nobody vouches for."""

from collections.abc import Iterable, Iterator


class Lines:
    """Splits pieces of a file at LF. A line beyond `longest` bytes comes cut, and is not kept in memory meanwhile.

    `size` is the true size of the line that came last, without its LF; `ended` is False if that had none.
    """

    def __init__(self, longest: int) -> None:
        self._longest = longest
        self.size = 0
        self.ended = True

    def of(self, chunks: Iterable[bytes]) -> Iterator[bytes]:
        """Each line, without its LF."""
        begun: list[bytes] = []
        size = 0
        for chunk in chunks:
            pieces = chunk.split(b"\n")
            for piece in pieces[:-1]:
                if size:
                    self._more(begun, size, piece)
                    self.size = size + len(piece)
                    piece = b"".join(begun)
                    begun, size = [], 0
                else:
                    self.size = len(piece)
                yield piece
            rest = pieces[-1]
            if rest:
                self._more(begun, size, rest)
                size += len(rest)
        if size:
            self.ended = False
            self.size = size
            yield b"".join(begun)

    def _more(self, begun: list[bytes], size: int, piece: bytes) -> None:
        if size + len(piece) <= self._longest or not begun:
            begun.append(piece)
        else:
            del begun[1:]
