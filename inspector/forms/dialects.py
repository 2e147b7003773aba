"""The JSON Schema dialects we validate, as a table: which keyword means what in which draft.

2020-12 where a schema names none (`2026-07-28 basic/index#json-schema-usage`). A dialect that is not in the table is
said and not validated.
"""

from dataclasses import dataclass
from typing import Any, Final


@dataclass(frozen=True, slots=True)
class Dialect:
    """One dialect. `uri` is its meta-schema; `age` counts drafts, 3 for draft-03 up to 10 for 2020-12."""

    name: str
    uri: str
    age: int

    @property
    def ref_stands_alone(self) -> bool:
        """Whether a `$ref` hides the keywords beside it (up to draft-07)."""
        return self.age <= 7

    @property
    def id_keyword(self) -> str:
        """`$id`, or `id` up to draft-04."""
        return "id" if self.age <= 4 else "$id"


DRAFT_2020_12: Final = Dialect("2020-12", "https://json-schema.org/draft/2020-12/schema", 10)

_DIALECTS: Final = {
    dialect.uri: dialect
    for dialect in (
        DRAFT_2020_12,
        Dialect("2019-09", "https://json-schema.org/draft/2019-09/schema", 9),
        Dialect("draft-07", "http://json-schema.org/draft-07/schema", 7),
        Dialect("draft-06", "http://json-schema.org/draft-06/schema", 6),
        Dialect("draft-04", "http://json-schema.org/draft-04/schema", 4),
        Dialect("draft-03", "http://json-schema.org/draft-03/schema", 3),
    )
}


def dialect_of(schema: Any, default: Dialect = DRAFT_2020_12) -> Dialect | str:
    """The dialect that `$schema` names, `default` if it names none, or the unknown name itself as a string."""
    if not isinstance(schema, dict) or "$schema" not in schema:
        return default
    named = schema["$schema"]
    if not isinstance(named, str):
        return f"{named!r}"[:100]
    plain = named.rstrip("#")
    return (
        _DIALECTS.get(plain)
        or _DIALECTS.get(plain.replace("https://json-schema.org/draft-", "http://json-schema.org/draft-"))
        or named
    )
