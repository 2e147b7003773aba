"""URI templates (RFC 6570), all four levels: their variables, and what they become.

A template that does not follow the grammar is refused with the reason, never read as literal text. A variable that is
not defined and one that is empty are two things (RFC 6570 §2.3, §3.2.1).
"""

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from inspector.wire.json import dumps

_NAME: Final = re.compile(r"(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2})(?:\.?(?:[A-Za-z0-9_]|%[0-9A-Fa-f]{2}))*")
_PREFIX: Final = re.compile(r"[1-9][0-9]{0,3}")
_BAD_LITERAL: Final = re.compile("[\x00-\x20\"'<>\\\\^`|\x7f-\x9f]|%(?![0-9A-Fa-f]{2})")
_TRIPLET: Final = re.compile(r"%[0-9A-Fa-f]{2}")
_RESERVED: Final = ":/?#[]@!$&'()*+,;="


class BadTemplate(ValueError):
    """The template breaks the grammar; the message says how, `position` where (a character offset)."""

    def __init__(self, reason: str, position: int) -> None:
        super().__init__(f"{reason} (at character {position + 1})")
        self.reason = reason
        self.position = position


class _Operator(NamedTuple):
    first: str
    separator: str
    named: bool
    if_empty: str
    keeps_reserved: bool


_OPERATORS: Final = {
    "": _Operator("", ",", named=False, if_empty="", keeps_reserved=False),
    "+": _Operator("", ",", named=False, if_empty="", keeps_reserved=True),
    "#": _Operator("#", ",", named=False, if_empty="", keeps_reserved=True),
    ".": _Operator(".", ".", named=False, if_empty="", keeps_reserved=False),
    "/": _Operator("/", "/", named=False, if_empty="", keeps_reserved=False),
    ";": _Operator(";", ";", named=True, if_empty="", keeps_reserved=False),
    "?": _Operator("?", "&", named=True, if_empty="=", keeps_reserved=False),
    "&": _Operator("&", "&", named=True, if_empty="=", keeps_reserved=False),
}
_NOT_YET: Final = "=,!@|"


@dataclass(frozen=True, slots=True)
class Variable:
    """One variable of an expression: its name as written, `{var*}` explodes, `{var:3}` takes three characters."""

    name: str
    explodes: bool = False
    prefix: int | None = None


@dataclass(frozen=True, slots=True)
class _Expression:
    operator: _Operator
    variables: tuple[Variable, ...]


@dataclass(frozen=True, slots=True)
class Template:
    """A parsed template. `variables` are its names in order, each once."""

    source: str
    variables: tuple[str, ...]
    parts: tuple["str | _Expression", ...]

    def expand(self, values: Mapping[str, Any]) -> str:
        """The URI for these values: text, number, boolean, a list, or an object of them. A name that is absent or null
        is undefined and leaves nothing; `""` is defined and leaves what the operator says. Never raises."""
        return "".join(part if isinstance(part, str) else _expanded(part, values) for part in self.parts)


def template_of(source: str) -> Template:
    """The template that `source` spells. Raises `BadTemplate`."""
    parts: list[str | _Expression] = []
    at = 0
    while at < len(source):
        begin = source.find("{", at)
        literal = source[at : begin if begin >= 0 else len(source)]
        if literal:
            parts.append(_literal(literal, at))
        if begin < 0:
            break
        end = source.find("}", begin)
        if end < 0:
            raise BadTemplate("a { is not closed", begin)
        parts.append(_expression(source[begin + 1 : end], begin + 1))
        at = end + 1
    names = dict.fromkeys(
        variable.name for part in parts if isinstance(part, _Expression) for variable in part.variables
    )
    return Template(source, tuple(names), tuple(parts))


def _literal(text: str, at: int) -> str:
    stray = text.find("}")
    if stray >= 0:
        raise BadTemplate("a } closes nothing", at + stray)
    bad = _BAD_LITERAL.search(text)
    if bad:
        raise BadTemplate(f"{bad.group()!r} may not stand in a URI", at + bad.start())
    return _encoded(text, keeps_reserved=True)


def _expression(text: str, at: int) -> _Expression:
    if not text:
        raise BadTemplate("an expression is empty", at)
    sign = text[0]
    if sign in _NOT_YET:
        raise BadTemplate(f"the operator {sign} is reserved and has no meaning", at)
    sign = sign if sign in _OPERATORS else ""
    variables = []
    at += len(sign)
    for spec in text[len(sign) :].split(","):
        variables.append(_variable(spec, at))
        at += len(spec) + 1
    return _Expression(_OPERATORS[sign], tuple(variables))


def _variable(spec: str, at: int) -> Variable:
    name, colon, length = spec.partition(":")
    explodes = not colon and name.endswith("*")
    name = name[:-1] if explodes else name
    if not _NAME.fullmatch(name):
        raise BadTemplate(f"“{name}” does not name a variable" if name else "a variable has no name", at)
    if colon and not _PREFIX.fullmatch(length):
        raise BadTemplate(f"“{length}” is no length from 1 to 9999", at)
    return Variable(name, explodes, int(length) if colon else None)


def _expanded(expression: _Expression, values: Mapping[str, Any]) -> str:
    operator = expression.operator
    parts: list[str] = []
    for variable in expression.variables:
        value = values.get(variable.name)
        if isinstance(value, Mapping):
            pairs = [(str(key), _plain(member)) for key, member in value.items() if member is not None]
            parts += _of_pairs(operator, variable, pairs) if pairs else []
        elif isinstance(value, Sequence) and not isinstance(value, str):
            members = [_plain(member) for member in value if member is not None]
            parts += _of_list(operator, variable, members) if members else []
        elif value is not None:
            text = _plain(value)[: variable.prefix]
            parts.append(_named(operator, variable.name, _encoded(text, operator.keeps_reserved)))
    return operator.first + operator.separator.join(parts) if parts else ""


def _of_list(operator: _Operator, variable: Variable, members: list[str]) -> list[str]:
    encoded = [_encoded(member, operator.keeps_reserved) for member in members]
    if variable.explodes:
        return [_named(operator, variable.name, member) for member in encoded]
    return [_named(operator, variable.name, ",".join(encoded))]


def _of_pairs(operator: _Operator, variable: Variable, pairs: list[tuple[str, str]]) -> list[str]:
    encoded = [(_encoded(key, operator.keeps_reserved), _encoded(text, operator.keeps_reserved)) for key, text in pairs]
    if variable.explodes:
        return [_named(operator, key, text) if operator.named else f"{key}={text}" for key, text in encoded]
    return [_named(operator, variable.name, ",".join(f"{key},{text}" for key, text in encoded))]


def _named(operator: _Operator, name: str, text: str) -> str:
    if not operator.named:
        return text
    return f"{name}={text}" if text else f"{name}{operator.if_empty}"


def _plain(value: Any) -> str:
    return value if isinstance(value, str) else dumps(value)


def _encoded(text: str, keeps_reserved: bool) -> str:
    if not keeps_reserved:
        return quote(text, safe="-._~", errors="surrogatepass")
    done, at = [], 0
    for triplet in _TRIPLET.finditer(text):  # what is encoded already stays so
        done += [quote(text[at : triplet.start()], safe=f"-._~{_RESERVED}", errors="surrogatepass"), triplet.group()]
        at = triplet.end()
    return "".join(done) + quote(text[at:], safe=f"-._~{_RESERVED}", errors="surrogatepass")
