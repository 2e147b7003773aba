"""What Alder Street Library owns: branches, books, readers and loans, as they stood on the day the diary is open at.

Plain data, so that the same call gives the same answer in every process.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import date
from typing import Final

TODAY: Final = date(2026, 12, 1)
"""The day on which the library lives, a Tuesday. It does not move."""


@dataclass(frozen=True, slots=True)
class Branch:
    """A house of the library. `hours` has seven entries, Monday first: opening and closing hour, or None."""

    id: str
    name: str
    address: str
    desk: str
    hours: tuple[tuple[int, int] | None, ...]


@dataclass(frozen=True, slots=True)
class Book:
    """A title. `copies` says how many stand at which branch, `opening` is its first sentence."""

    isbn: str
    title: str
    author: str
    year: int
    language: str
    subject: str
    formats: tuple[str, ...]
    copies: Mapping[str, int]
    opening: str


@dataclass(frozen=True, slots=True)
class Reader:
    """A person with a card. `fine` is owed, in euro cents."""

    number: int
    name: str
    fine: int


@dataclass(frozen=True, slots=True)
class Loan:
    """A book in a reader's hands, and the day it is due."""

    id: str
    reader: int
    isbn: str
    due: date


_LONG: Final = ((10, 19), (10, 19), (10, 20), (10, 19), (10, 18), (10, 16), None)
_SHORT: Final = (None, (13, 18), (13, 18), (13, 18), (10, 18), (10, 14), None)

BRANCHES: Final = (
    Branch("alder", "Alder Street", "12 Alder Street", "main desk", _LONG),
    Branch("mill", "Mill Lane", "3 Mill Lane", "ground floor", _SHORT),
    Branch("quay", "Old Quay", "41 Old Quay", "reading room", _SHORT),
    Branch("hill", "Hill Top", "7 Hill Top Road", "children’s room", (None, None, (9, 13), None, (9, 13), None, None)),
)

_PRINT: Final = ("print",)
_ALL: Final = ("print", "large-print", "audiobook", "e-book")

BOOKS: Final = (
    Book(
        "978-0-14-044913-6",
        "The Idiot",
        "Fyodor Dostoevsky",
        1869,
        "ru",
        "novel",
        ("print", "large-print"),
        {"alder": 2, "quay": 1},
        "Towards the end of November, during a thaw, a train was approaching Petersburg at full speed.",
    ),
    Book(
        "978-0-14-044924-2",
        "The Brothers Karamazov",
        "Fyodor Dostoevsky",
        1880,
        "ru",
        "novel",
        ("print", "e-book"),
        {"alder": 1},
        "Alexey Fyodorovitch Karamazov was the third son of Fyodor Pavlovitch Karamazov.",
    ),
    Book(
        "978-0-14-044792-7",
        "Demons",
        "Fyodor Dostoevsky",
        1872,
        "ru",
        "novel",
        _PRINT,
        {"mill": 1},
        "In undertaking to describe the recent and strange incidents in our town, I am forced to begin far back.",
    ),
    Book(
        "978-0-14-044926-6",
        "Notes from Underground",
        "Fyodor Dostoevsky",
        1864,
        "ru",
        "novella",
        ("print", "audiobook"),
        {"alder": 1, "hill": 1},
        "I am a sick man. I am a spiteful man.",
    ),
    Book(
        "978-0-14-143951-8",
        "Pride and Prejudice",
        "Jane Austen",
        1813,
        "en",
        "novel",
        _ALL,
        {"alder": 3, "mill": 2, "quay": 1},
        "It is a truth universally acknowledged, that a single man in possession of a good fortune, must be in want "
        "of a wife.",
    ),
    Book(
        "978-0-14-143966-2",
        "Sense and Sensibility",
        "Jane Austen",
        1811,
        "en",
        "novel",
        ("print", "e-book"),
        {"mill": 1},
        "The family of Dashwood had long been settled in Sussex.",
    ),
    Book(
        "978-0-14-143955-6",
        "Wuthering Heights",
        "Emily Brontë",
        1847,
        "en",
        "novel",
        ("print", "audiobook"),
        {"alder": 1, "hill": 2},
        "1801.—I have just returned from a visit to my landlord.",
    ),
    Book(
        "978-0-14-143960-0",
        "A Tale of Two Cities",
        "Charles Dickens",
        1859,
        "en",
        "novel",
        ("print", "large-print"),
        {"quay": 2},
        "It was the best of times, it was the worst of times.",
    ),
    Book(
        "978-0-14-243724-7",
        "Moby-Dick",
        "Herman Melville",
        1851,
        "en",
        "novel",
        ("print", "e-book"),
        {"quay": 1, "alder": 1},
        "Call me Ishmael.",
    ),
    Book(
        "978-0-14-043910-6",
        "The Odyssey",
        "Homer",
        -700,
        "grc",
        "epic",
        ("print", "audiobook"),
        {"alder": 2},
        "Tell me, O Muse, of that ingenious hero who travelled far and wide.",
    ),
    Book(
        "978-0-14-044430-8",
        "Madame Bovary",
        "Gustave Flaubert",
        1856,
        "fr",
        "novel",
        _PRINT,
        {"mill": 1, "quay": 1},
        "We were in class when the head-master came in, followed by a new fellow.",
    ),
    Book(
        "978-0-14-044100-0",
        "Candide",
        "Voltaire",
        1759,
        "fr",
        "satire",
        ("print", "e-book"),
        {"hill": 1},
        "In a castle of Westphalia lived a youth, whom nature had endowed with the most gentle manners.",
    ),
    Book(
        "978-0-14-044566-4",
        "Faust",
        "Johann Wolfgang von Goethe",
        1808,
        "de",
        "drama",
        _PRINT,
        {"alder": 1},
        "Again ye come, ye hovering Forms!",
    ),
    Book(
        "978-0-14-044786-6",
        "The Metamorphosis",
        "Franz Kafka",
        1915,
        "de",
        "novella",
        ("print", "audiobook"),
        {"alder": 1, "mill": 1},
        "One morning, when Gregor Samsa woke from troubled dreams, he found himself transformed in his bed.",
    ),
    Book(
        "978-0-14-039044-5",
        "Walden",
        "Henry David Thoreau",
        1854,
        "en",
        "essays",
        ("print", "e-book"),
        {"hill": 1, "quay": 1},
        "When I wrote the following pages, or rather the bulk of them, I lived alone, in the woods.",
    ),
    Book(
        "978-0-14-310628-9",
        "Middlemarch",
        "George Eliot",
        1871,
        "en",
        "novel",
        ("print", "large-print", "e-book"),
        {"alder": 1, "mill": 1},
        "Miss Brooke had that kind of beauty which seems to be thrown into relief by poor dress.",
    ),
    Book(
        "978-0-14-044039-3",
        "The Histories",
        "Herodotus",
        -430,
        "grc",
        "history",
        _PRINT,
        {"quay": 1},
        "These are the researches of Herodotus of Halicarnassus.",
    ),
    Book(
        "978-0-14-143984-6",
        "Dracula",
        "Bram Stoker",
        1897,
        "en",
        "novel",
        _ALL,
        {"alder": 2, "hill": 1},
        "3 May. Bistritz.—Left Munich at 8:35 P.M., on 1st May, arriving at Vienna early next morning.",
    ),
)

MARC_BOOKS: Final = (
    Book(
        "978-0-14-303943-3",
        "The Time Machine",
        "H. G. Wells",
        1895,
        "en",
        "novella",
        _PRINT,
        {"alder": 1},
        "The Time Traveller (for so it will be convenient to speak of him) was expounding a recondite matter to us.",
    ),
    Book(
        "978-0-14-310595-4",
        "The House of Mirth",
        "Edith Wharton",
        1905,
        "en",
        "novel",
        _PRINT,
        {"mill": 1},
        "Selden paused in surprise.",
    ),
)
"""The titles that an import brings."""

READERS: Final = (
    Reader(4711, "Nadia Okafor", 240),
    Reader(4712, "Tomás Ferreira", 0),
    Reader(4713, "Ingrid Sørensen", 1130),
    Reader(4714, "Wei Zhang", 0),
    Reader(5001, "Alder Street School", 55),
)

LOANS: Final = (
    Loan("L-20417", 4711, "978-0-14-143955-6", date(2026, 12, 8)),
    Loan("L-20418", 4711, "978-0-14-044786-6", date(2026, 11, 24)),
    Loan("L-20512", 4712, "978-0-14-243724-7", date(2026, 12, 15)),
    Loan("L-20533", 4713, "978-0-14-143951-8", date(2026, 10, 27)),
    Loan("L-20601", 5001, "978-0-14-044100-0", date(2026, 12, 11)),
)
