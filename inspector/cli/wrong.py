"""What is wrong with an option, in one sentence that says what it takes instead."""

import re
from typing import Any, Final

import click

_EXTRA: Final = re.compile(r"Got unexpected extra arguments? \((.*)\)")


def sentence_of(error: click.ClickException) -> str:
    """The message of an error of the command line, without the line breaks that lists of choices come with."""
    if not isinstance(error, click.BadParameter):
        said = " ".join(error.format_message().split())
        extra = _EXTRA.fullmatch(said)
        return f"There is more than it takes: {extra[1]}." if extra else said
    parameter = error.param
    wanted = "" if parameter is None else _wanted(parameter.type)
    value = _value(error.message)
    if parameter is not None and wanted and value:
        return f"Invalid value for {parameter.get_error_hint(error.ctx)}: {value}; say {wanted}."
    if isinstance(parameter, click.Option) and isinstance(error, click.MissingParameter) and wanted:
        return f"Missing option {parameter.get_error_hint(error.ctx)}: say {wanted}."
    return " ".join(error.format_message().split())


def _wanted(kind: click.ParamType[Any]) -> str:
    """What a value of the kind is, with an example; empty where the message of the kind says so itself."""
    if isinstance(kind, click.Choice):
        *most, last = (str(one) for one in kind.choices)
        return f"{', '.join(most)} or {last}" if most else last
    if isinstance(kind, click.types.FloatParamType):
        return f"seconds as a number, {_bounds(kind)}such as 5"
    if isinstance(kind, click.types.IntParamType):
        return f"a whole number, {_bounds(kind)}such as 5"
    return ""


def _bounds(kind: click.ParamType[Any]) -> str:
    least = getattr(kind, "min", None)
    if least is None:
        return ""
    return f"more than {least:g}, " if getattr(kind, "min_open", False) else f"{least:g} or more, "


def _value(message: str) -> str:
    """Which value it was, without the name of the kind that the program has for it; empty where it says more."""
    for words in (" is not a valid", " is not one of", " is not in the range"):
        at = message.find(words)
        if at >= 0:
            return message[:at] + (" is out of range" if "range" in words else "")
    return ""
