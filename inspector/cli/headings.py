"""How help shows the options of a command: below headings, those of its own first; and how a command gets them."""

from collections.abc import Callable
from typing import Any, Final, TypeVar

import click

F = TypeVar("F", bound=Callable[..., Any])

ON_TARGET: Final = "Target"
ON_LOOK: Final = "Interface"
_OWN: Final = "Options"
_ABOVE_0: Final = "  [x>0]"  # what click says of a range above 0, and what goes without saying


class Headed(click.Option):
    """An option below a heading of its own. `limit` names the time limit of the settings that is its default."""

    def __init__(self, *given: Any, heading: str = _OWN, limit: str = "", **more: Any) -> None:
        super().__init__(*given, **more)
        self.heading = heading
        self.limit = limit

    def get_help_record(self, ctx: click.Context) -> tuple[str, str] | None:
        """As click has it, with the default of a time limit."""
        record = super().get_help_record(ctx)
        if record is None or not self.limit:
            return record
        from inspector.config.settings import Timeouts

        return record[0], f"{record[1].removesuffix(_ABOVE_0)}  [default: {getattr(Timeouts(), self.limit):g}]"


class Whole(click.Command):
    """A command of which a list of commands says the beginning of its help whole, however many lines that takes."""

    def get_short_help_str(self, limit: int = 45) -> str:
        """Up to the first semicolon or full stop; `limit` is not kept."""
        first = " ".join((self.help or "").partition("\n\n")[0].split())
        return f"{first.partition(';')[0].rstrip('.')}."


class Grouped(Whole):
    """A command whose help lists its options heading by heading, those of its own first.

    `takes`: of the options of its groups, it has those with these names alone; of the others, which would do nothing
    there, it is given the defaults.
    """

    def __init__(self, *given: Any, takes: Callable[[str], bool] | None = None, **more: Any) -> None:
        super().__init__(*given, **more)
        self._idle = [
            one for one in self.params if takes is not None and isinstance(one, Headed) and not takes(one.name or "")
        ]
        self.params = [one for one in self.params if one not in self._idle]

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """As click does, behind the defaults of what it does not take: what none of them set, it makes None of."""
        for option in self._idle:
            option.handle_parse_result(ctx, {}, [])
        return super().parse_args(ctx, args)

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write them."""
        for heading, options in by_heading(self.get_params(ctx)).items():
            write_options(ctx, formatter, heading, options)


class Commands(click.Group):
    """The group of all commands. Its help shows the options of the interface, which is what no command means."""

    command_class = Grouped

    def format_options(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the commands, then the options of the interface."""
        self.format_commands(ctx, formatter)
        interface = self.commands["tui"]
        shown = by_heading([one for one in interface.get_params(ctx) if one.name != "help"])
        for heading in (ON_TARGET, ON_LOOK):
            write_options(ctx, formatter, heading, shown[heading])
        write_options(ctx, formatter, _OWN, self.get_params(ctx))
        with formatter.indentation():
            formatter.write_paragraph()
            formatter.write_text(
                "`inspector demo --help` lists how the interface connects and records, "
                "`inspector COMMAND --help` what a command takes."
            )


def by_heading(params: list[click.Parameter]) -> dict[str, list[click.Parameter]]:
    """The options by their headings, in order; those without one first, but for `--help`, which is last."""
    found: dict[str, list[click.Parameter]] = {_OWN: []}
    for param in params:
        if isinstance(param, click.Option):
            found.setdefault(getattr(param, "heading", _OWN), []).append(param)
    if [one.name for one in found[_OWN]] == ["help"]:
        found["Help"] = found.pop(_OWN)
    return found


def write_options(
    ctx: click.Context, formatter: click.HelpFormatter, heading: str, options: list[click.Parameter]
) -> None:
    """Write one section of help; nothing for no options."""
    records = [record for one in options if (record := one.get_help_record(ctx)) is not None]
    if records:
        with formatter.section(heading):
            formatter.write_dl(records)


def below(heading: str) -> Callable[..., Callable[[F], F]]:
    """What makes options below a heading."""

    def option(*names: str, **more: Any) -> Callable[[F], F]:
        return click.option(*names, cls=Headed, heading=heading, **more)

    return option


def option(*names: str, **more: Any) -> tuple[tuple[str, ...], dict[str, Any]]:
    """One option of a group that `headed` makes."""
    return names, more


def headed(heading: str, *given: tuple[tuple[str, ...], dict[str, Any]]) -> Callable[[F], F]:
    """A decorator that gives a command these options, under a heading of its own in its help."""
    make = below(heading)
    return options([make(*names, **more) for names, more in given])


def options(*groups: list[Callable[[F], F]]) -> Callable[[F], F]:
    """A decorator that gives a command the options of these groups, in this order."""

    def decorate(function: F) -> F:
        for option in reversed([option for group in groups for option in group]):
            function = option(function)
        return function

    return decorate


def examples(*lines: str) -> str:
    """The end of a command's help: lines that can be typed."""
    return "\b\n" + "\n".join(("Examples:" if len(lines) > 1 else "Example:", *(f"  {line}" for line in lines)))
