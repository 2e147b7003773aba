"""Values: plain data that nobody alters, made many times a second.

A frozen dataclass of the standard library refuses alteration while the program runs, and pays for it at each field that
it is made with: several times what a plain one costs. A message comes to half a dozen values on its way to the screen.
So a value is frozen to the type checker, which sees all of the code, and plain beyond that.
"""

from dataclasses import dataclass, field
from typing import TypeVar, dataclass_transform

T = TypeVar("T")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[T]) -> type[T]:
    """A dataclass with slots, equal and hashed by its fields, that the type checker lets nobody alter."""
    return dataclass(slots=True, unsafe_hash=True)(cls)
