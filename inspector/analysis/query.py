"""The filter language of the traffic.

    query   = either
    either  = all { "or" all }
    all     = one { [ "and" ] one }
    one     = "not" one | "(" either ")" | term
    term    = FIELD ":" value | "error" | value
    value   = WORD | "quoted" | /regex/

A plain value is looked for in what the row shows, without regard to case. The fields are

    method: name: status:   the text stands in that column; status: also knows roles (`status:waiting`)
    id:                     exactly this id, that of the request for what belongs to one
    kind:                   req res ask ans ntf err run web sse why out jot; http: web and sse; message: the first five
    dir:                    in, out
    op:                     the operation's number
    era:                    modern, legacy: that of the connection
    finding:                error, warning, info: a finding of that level or a worse one rests on it
    latency: size:          an amount, as `>500ms`, `<=2s`, `>10kB`; without a sign "at least" (`measures`)
    note:                   the text stands in what a person noted on it; `note:*` any note
    body:                   the text stands in the message itself, or in the headers that HTTP carried it with
    json:                   what stands where in the message: `$.params.name=echo` (`json_paths`)

What begins like a field but is none is refused, unless it is the beginning of a URL; quotation marks make it a value.
`error` fits what went wrong beside rows that say "error". Words side by side are and-ed.
"""

import re
from typing import Final

from inspector.analysis.query_terms import FIELDS, KINDS, QueryError, Token, term
from inspector.analysis.selection import All, Body, Either, Everything, Message, Not, Query

__all__ = ["FIELDS", "KINDS", "Query", "QueryError", "parse_query", "without_unfinished"]


_DEEPEST: Final = 100
_TOKEN: Final = re.compile(
    r"\s*(?:(?P<bracket>[()])|(?:(?P<field>[A-Za-z]+):)?(?:\"(?P<quoted>[^\"]*)\"|/(?P<regex>(?:[^/\\]|\\.)+)/"
    r"(?=[\s)]|$)|(?P<word>[^\s()]*)))"
)


_UNFINISHED: Final = re.compile(
    rf"(?:(?<=[\s(])|^)(?:(?:and|or|not)\s+|\()*(?:{'|'.join(FIELDS)}):$", re.IGNORECASE | re.ASCII
)
"""A field that has no value yet, at the end, with what leads up to it."""


def without_unfinished(text: str) -> str:
    """A filter as far as it goes while somebody types it: a field at its end that has no value yet hides nothing."""
    return _UNFINISHED.sub("", text).rstrip()


def parse_query(text: str) -> Query:
    """Read a filter. Raises `QueryError`."""
    parser = _Parser(list(_tokens(text)), len(text))
    if not parser.left():
        return Everything()
    query = parser.either()
    if parser.left():
        raise QueryError(parser.position(), "“and”, “or” or the end")
    return query


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    at = 0
    end = len(text.rstrip())
    while at < end:
        found = _TOKEN.match(text, at)
        assert found is not None
        start = at + len(found.group()) - len(found.group().lstrip())
        at = found.end()
        if found["bracket"]:
            tokens.append(Token(start, bracket=found["bracket"]))
            continue
        field = (found["field"] or "").lower()
        for form in ("quoted", "regex", "word"):
            if found[form] is not None:
                value = found[form]
                if form == "word" and value.startswith('"'):
                    raise QueryError(len(text), "a closing quotation mark")
                if field and field not in FIELDS:
                    if form == "word" and value.startswith("//"):  # `library://x` and the like are words
                        value, field = found.group().strip(), ""
                    else:
                        raise QueryError(start, f"{' '.join(f'{name}:' for name in FIELDS[:-1])} or {FIELDS[-1]}:")
                tokens.append(Token(start, field=field, text=value, form=form))
    return tokens


def _cost(part: Query) -> int:
    """What to look at last: other filters, and among the terms what reads messages."""
    return 2 if isinstance(part, All | Either | Not) else isinstance(part, Body | Message)


class _Parser:
    def __init__(self, tokens: list[Token], end: int) -> None:
        self._tokens = tokens
        self._at = 0
        self._end = end
        self._depth = 0

    def left(self) -> bool:
        return self._at < len(self._tokens)

    def position(self) -> int:
        return self._tokens[self._at].position if self.left() else self._end

    def _next(self, word: str) -> bool:
        token = self._tokens[self._at] if self.left() else None
        if token is not None and (token.bracket == word if word in "()" else token.is_word(word)):
            self._at += 1
            return True
        return False

    def either(self) -> Query:
        parts = [self._all()]
        while self._next("or"):
            parts.append(self._all())
        return parts[0] if len(parts) == 1 else Either(tuple(parts))

    def _all(self) -> Query:
        parts = [self._one()]
        while self.left():
            token = self._tokens[self._at]
            if token.is_word("or") or token.bracket == ")":
                break
            self._next("and")
            parts.append(self._one())
        # What narrows at once comes first: the order changes the cost, not the outcome.
        parts.sort(key=_cost)
        return parts[0] if len(parts) == 1 else All(tuple(parts))

    def _one(self) -> Query:
        self._depth += 1
        if self._depth > _DEEPEST:
            raise QueryError(self.position(), f"a filter that is nested less than {_DEEPEST} deep")
        query = self._unit()
        self._depth -= 1
        return query

    def _unit(self) -> Query:
        if self._next("not"):
            return Not(self._one())
        if self._next("("):
            inner = self.either()
            if not self._next(")"):
                raise QueryError(self.position(), "a closing bracket")
            return inner
        token = self._tokens[self._at] if self.left() else None
        if token is None or token.bracket or token.is_word("and") or token.is_word("or"):
            raise QueryError(self.position(), "a word or a field")
        self._at += 1
        return term(token)
