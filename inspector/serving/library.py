"""The library as a thing that changes: its shelves, its loans, and who is told when something is different.

No protocol here. One `Library` is shared by everyone who is connected to the process.
"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final, Literal

from inspector.serving.holdings import BOOKS, BRANCHES, LOANS, READERS, TODAY, Book, Branch, Loan, Reader
from inspector.wire.json import Json

INFO: Final = {"name": "alder-street-library", "title": "Alder Street Library", "version": "1.4.0"}
"""Who the server says it is."""

INSTRUCTIONS: Final = (
    "The catalogue, the loans desk and the back office of a small public library with four branches. "
    "Find a book with search_catalogue, then reserve it by its ISBN for a reader's number (4711 is a good one). "
    "Today is 1 December 2026."
)


@dataclass(frozen=True, slots=True)
class Change:
    """Something is different: the list of tools or of resources, or the content of the resource at `uri`."""

    what: Literal["tools", "resources", "content"]
    uri: str = ""


@dataclass(frozen=True, slots=True)
class Reservation:
    """A copy that waits for a reader, from `day` on."""

    isbn: str
    reader: int
    branch: str
    day: date
    copies: int


def loans_uri(reader: int) -> str:
    """The resource that shows a reader's loans."""
    return f"library://loans/{reader}"


def spoken(day: date) -> str:
    """A date as one says it: Friday 4 December."""
    return f"{day:%A} {day.day} {day:%B}"


class Library:
    """The state of the house. Lookups return None for what is not there; changes tell all watchers at once."""

    def __init__(self) -> None:
        self.today = TODAY
        self.branches: dict[str, Branch] = {branch.id: branch for branch in BRANCHES}
        self.books: dict[str, Book] = {book.isbn: book for book in BOOKS}
        self.readers: dict[int, Reader] = {reader.number: reader for reader in READERS}
        self.loans: dict[str, Loan] = {loan.id: loan for loan in LOANS}
        self.reservations: list[Reservation] = []
        self.imports: dict[str, tuple[str, ...]] = {}
        self._watchers: list[Callable[[Change], None]] = []

    def watch(self, watcher: Callable[[Change], None]) -> Callable[[], None]:
        """Call `watcher` at every change from now on; the returned function ends that, and may be called twice."""
        self._watchers.append(watcher)

        def unwatch() -> None:
            if watcher in self._watchers:
                self._watchers.remove(watcher)

        return unwatch

    def _tell(self, *changes: Change) -> None:
        for change in changes:
            for watcher in tuple(self._watchers):
                watcher(change)

    def book(self, isbn: str) -> Book | None:
        """The book with this ISBN, hyphens or not."""
        bare = isbn.replace("-", "")
        return next((book for number, book in self.books.items() if number.replace("-", "") == bare), None)

    def search(self, words: str) -> Iterator[Book]:
        """The books that have every word somewhere in title, author or subject, in catalogue order."""
        wanted = words.casefold().split()
        for book in self.books.values():
            text = f"{book.title} {book.author} {book.subject} {book.isbn}".casefold()
            if all(word in text for word in wanted):
                yield book

    def where(self, book: Book) -> list[Branch]:
        """The open branches that have a copy."""
        return [branch for id, branch in self.branches.items() if book.copies.get(id, 0) > 0]

    def next_open(self, branch: Branch, day: date) -> tuple[date, int]:
        """The first day from `day` on when the branch is open, and the hour when it opens."""
        for later in range(7):
            candidate = day + timedelta(days=later)
            hours = branch.hours[candidate.weekday()]
            if hours:
                return candidate, hours[0]
        raise ValueError(f"{branch.name} never opens")

    def account(self, reader: Reader) -> Json:
        """A reader's loans, reservations and fine, as the resource shows them."""
        return {
            "reader": reader.number,
            "name": reader.name,
            "fine": reader.fine / 100,
            "currency": "EUR",
            "loans": [
                {
                    "id": loan.id,
                    "isbn": loan.isbn,
                    "title": self.books[loan.isbn].title,
                    "due": loan.due.isoformat(),
                    "overdue": loan.due < self.today,
                }
                for loan in self.loans.values()
                if loan.reader == reader.number
            ],
            "reservations": [
                {"isbn": one.isbn, "branch": one.branch, "from": one.day.isoformat(), "copies": one.copies}
                for one in self.reservations
                if one.reader == reader.number
            ],
        }

    def reserve(self, reservation: Reservation) -> None:
        """Keep a copy for a reader. The same reservation twice is one reservation."""
        if reservation not in self.reservations:
            self.reservations.append(reservation)
            self._tell(Change("content", loans_uri(reservation.reader)))

    def renew(self, loan: Loan, weeks: int) -> Loan:
        """Move the day on which a loan is due."""
        renewed = replace(loan, due=loan.due + timedelta(weeks=weeks))
        self.loans[loan.id] = renewed
        self._tell(Change("content", loans_uri(loan.reader)))
        return renewed

    def settle(self, reader: Reader, cents: int) -> Reader:
        """Take `cents` off what a reader owes."""
        settled = replace(reader, fine=reader.fine - cents)
        self.readers[reader.number] = settled
        self._tell(Change("content", loans_uri(reader.number)))
        return settled

    def add(self, source: str, books: tuple[Book, ...]) -> None:
        """Take imported books into the catalogue; a new source becomes a resource of its own."""
        self.books.update((book.isbn, book) for book in books)
        fresh = source not in self.imports
        self.imports[source] = tuple(book.isbn for book in books)
        if fresh:
            self._tell(Change("resources"), Change("content", "library://new"))

    def close(self, branch: Branch) -> None:
        """Shut a branch: it is no longer offered anywhere, so tools that name it change too."""
        del self.branches[branch.id]
        self._tell(Change("tools"), Change("content", "library://branches"))
