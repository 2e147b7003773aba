"""The prompts: ready-made requests to a model, filled from the library."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Final

from inspector.serving.calling import Fault, link, text
from inspector.serving.library import Library, loans_uri
from inspector.serving.resources import read
from inspector.wire.json import Json
from inspector.wire.jsonrpc import INVALID_PARAMS

Messages = list[dict[str, Any]]


@dataclass(frozen=True, slots=True)
class Prompt:
    """A prompt. `arguments` are name, description and whether it is required; `write` gives its messages."""

    name: str
    title: str
    description: str
    arguments: tuple[tuple[str, str, bool], ...]
    write: Callable[[Library, dict[str, str]], Messages]

    def entry(self) -> dict[str, Any]:
        """The prompt as it is listed."""
        arguments = [
            {"name": name, "title": name.replace("_", " ").capitalize(), "description": words, "required": required}
            for name, words, required in self.arguments
        ]
        return {"name": self.name, "title": self.title, "description": self.description, "arguments": arguments}


def _says(role: str, block: dict[str, Json]) -> dict[str, Any]:
    return {"role": role, "content": block}


def _recommend(library: Library, given: dict[str, str]) -> Messages:
    author = f", perhaps by {given['author']}" if given.get("author") else ""
    mood = f" The reader’s mood: {given['mood']}." if given.get("mood") else ""
    ask = f"Recommend one {given['subject']}{author} from our catalogue, in three sentences.{mood}"
    return [
        _says("user", text(ask)),
        _says("assistant", text("I will look at what is on our shelves first.")),
        _says("user", link(f"library://search?q={given['subject']}", "The shelf", "application/json")),
    ]


def _overdue(library: Library, given: dict[str, str]) -> Messages:
    number = given["reader"]
    contents = read(library, loans_uri(int(number))) if number.isdecimal() and len(number) < 9 else None
    if contents is None:
        raise Fault(INVALID_PARAMS, f"No reader has the number {number}")
    ask = f"Write a {given.get('tone') or 'friendly'} letter about the overdue books in this account."
    return [_says("user", text(ask)), _says("user", {"type": "resource", "resource": contents})]


def _summarise(library: Library, given: dict[str, str]) -> Messages:
    books = list(library.search(given["subject"]))
    lines = "\n".join(f"- {book.title}, {book.author}, {book.year}" for book in books) or "- nothing"
    return [_says("user", text(f"Summarise what these books have in common:\n\n{lines}"))]


def _group(library: Library, given: dict[str, str]) -> Messages:
    book = library.book(given["isbn"])
    if book is None:
        raise Fault(INVALID_PARAMS, f"No book has the ISBN {given['isbn']}")
    weeks = given.get("weeks") or "4"
    ask = f"Plan a reading group on *{book.title}* over {weeks} weeks, with two questions a week."
    return [_says("user", text(ask)), _says("user", text(f"> {book.opening}"))]


PROMPTS: Final = {
    prompt.name: prompt
    for prompt in (
        Prompt(
            "recommend",
            "Recommend a book",
            "A recommendation from our own shelves.",
            (
                ("subject", "The kind of book, as novel or essays.", True),
                ("author", "An author the reader likes.", False),
                ("mood", "How the reader feels today.", False),
            ),
            _recommend,
        ),
        Prompt(
            "overdue_letter",
            "Letter about overdue books",
            "A letter to a reader whose books are late.",
            (("reader", "The reader’s number.", True), ("tone", "Friendly, firm or formal.", False)),
            _overdue,
        ),
        Prompt(
            "summarise_shelf",
            "Summarise a shelf",
            "What the books of one subject have in common.",
            (("subject", "The subject of the shelf.", True),),
            _summarise,
        ),
        Prompt(
            "reading_group",
            "Plan a reading group",
            "Weeks and questions for a group that reads one book.",
            (("isbn", "The book.", True), ("weeks", "How many weeks; four if left out.", False)),
            _group,
        ),
    )
}
"""Every prompt by its name."""


def get(library: Library, name: str, given: dict[str, str]) -> dict[str, Any]:
    """The result of `prompts/get`. Raises Fault for an unknown prompt and for arguments that are missing or unknown."""
    prompt = PROMPTS.get(name)
    if prompt is None:
        raise Fault(INVALID_PARAMS, f"Unknown prompt: {name}")
    missing = [argument for argument, _, required in prompt.arguments if required and not given.get(argument)]
    if missing:
        raise Fault(INVALID_PARAMS, f"Missing arguments: {', '.join(missing)}")
    return {"description": prompt.description, "messages": prompt.write(library, given)}
