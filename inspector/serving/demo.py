"""The demo server: one library, whoever asks."""

from inspector.serving.calling import Send
from inspector.serving.legacy import Legacy
from inspector.serving.library import Library
from inspector.serving.modern import Modern


class Demo:
    """A `Served`. All its sides see the same library."""

    def __init__(self, library: Library) -> None:
        self._library = library

    def modern(self) -> Modern:
        """One for all modern requests that come to a host."""
        return Modern(self._library)

    def legacy(self, broadcast: Send) -> Legacy:
        """One for a session that begins."""
        return Legacy(self._library, broadcast)
