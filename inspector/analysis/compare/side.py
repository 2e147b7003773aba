"""One of two sessions that are compared: what it was offered, what it asked, and what it was asked."""

from inspector.analysis.catalog import Catalog
from inspector.analysis.compare.asked import AskedFold
from inspector.analysis.reading import Fold, Reading
from inspector.wire.versions import Era


class Side(Fold):
    """The folds that a comparison needs, each record read once."""

    def __init__(self) -> None:
        super().__init__()
        self.catalog = Catalog()
        self.asked = AskedFold()

    def take(self, reading: Reading) -> None:
        """Take in a record."""
        self.catalog.take(reading)
        self.asked.take(reading)

    @property
    def era(self) -> Era | None:
        """The era that was spoken, None while no server was met."""
        return self.catalog.era
