"""Tools of the loans desk: a renewal, a fine that is paid on a web page."""

import zlib
from typing import Any, Final

from inspector.serving.calling import Caller, Outcome, Refusal, Tool, check_elicited, link, object_of, text
from inspector.serving.library import Library, loans_uri, spoken
from inspector.serving.tools.reserving import READER
from inspector.wire.json import Json


def _renew_arguments(library: Library) -> dict[str, Json]:
    return object_of(
        {
            "loan": {
                "type": "string",
                "pattern": "^L-[0-9]{5}$",
                "description": "The number on the loan slip.",
                "examples": ["L-20417"],
            },
            "accept_rules": {"type": "boolean", "description": "The reader has accepted the house rules."},
            "weeks": {"type": "integer", "enum": [1, 2, 4], "default": 2, "description": "How much longer."},
            "rules": {"const": "2026-09", "default": "2026-09", "description": "The edition of the house rules."},
        },
        ("loan", "accept_rules"),
    )


async def _renew(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    loan = library.loans.get(arguments["loan"])
    if loan is None:
        raise Refusal(f"There is no loan {arguments['loan']}. Reader 4711 has L-20417 and L-20418.")
    if not arguments["accept_rules"]:
        raise Refusal("Without the house rules there is no renewal: read library://rules first.")
    if loan.due < library.today:
        raise Refusal(f"Loan {loan.id} was due on {spoken(loan.due)}: pay the fine first.")
    renewed = library.renew(loan, int(arguments.get("weeks", 2)))
    title = library.books[renewed.isbn].title
    return Outcome(
        [
            text(f"**{title}** may stay until {spoken(renewed.due)}."),
            link(loans_uri(loan.reader), f"Loans of {loan.reader}", "application/json"),
        ]
    )


RENEW_LOAN: Final = Tool(
    "renew_loan",
    "Renew a loan",
    "Keep a borrowed book for longer.",
    _renew_arguments,
    _renew,
    {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": False},
)


def _fine_arguments(library: Library) -> dict[str, Json]:
    address = object_of(
        {"street": {"type": "string", "minLength": 1}, "town": {"type": "string", "minLength": 1}},
        ("street", "town"),
        title="By post",
    )
    return object_of(
        {
            "reader": READER,
            "amount": {
                "type": "number",
                "minimum": 0.5,
                "maximum": 100,
                "description": "Euros; all that is owed if left out.",
            },
            "receipt": {
                "oneOf": [{"type": "string", "format": "email", "title": "By e-mail"}, address],
                "description": "Where to send the receipt.",
            },
        },
        ("reader",),
    )


def _ticket(reader: int, cents: int) -> str:
    """What the payment page knows the payment by: the address itself must not say who pays."""
    return f"{zlib.crc32(f'{reader} {cents}'.encode()):08x}"


async def _pay(library: Library, arguments: dict[str, Any], caller: Caller) -> Outcome:
    number = int(arguments["reader"])
    reader = library.readers.get(number)
    if reader is None:
        raise Refusal(f"No reader has the number {number}. Try 4711.")
    if reader.fine == 0:
        return Outcome([text(f"Reader {number} owes nothing.")])
    cents = min(round(float(arguments.get("amount", reader.fine / 100)) * 100), reader.fine)
    question: dict[str, Json] = {
        "mode": "url",
        "message": f"Pay € {cents / 100:.2f} at pay.library.example, then come back.",
        "url": f"https://pay.library.example/f/88?t={_ticket(number, cents)}",
    }
    answer = check_elicited(await caller.ask("payment", "elicitation/create", question))
    if answer["action"] != "accept":
        return Outcome([text(f"Nothing was paid; € {reader.fine / 100:.2f} is still owed.")])
    settled = library.settle(reader, cents)
    return Outcome(
        [
            text(f"€ {cents / 100:.2f} paid. Reader {number} now owes € {settled.fine / 100:.2f}."),
            link(loans_uri(number), f"Loans of {number}", "application/json"),
        ]
    )


PAY_FINE: Final = Tool(
    "pay_fine",
    "Pay a fine",
    "Pay what a reader owes, on the library’s payment page.",
    _fine_arguments,
    _pay,
    {"readOnlyHint": False, "destructiveHint": False, "idempotentHint": False, "openWorldHint": True},
)
