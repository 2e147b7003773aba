"""What servers of many makers leave on stderr when they give up, and what each kind of it means.

Each row of `WORDS` is a pattern for the last lines, a sentence about the server, and the way out, with what the pattern
found in braces: `{0}`, `{1}` by group, `{name}` the first that is not empty, `{on}`, `{at}` and `{colon}` the same as
the end of a clause or nothing, `{program}` the file that was run. A group `variable` finds an environment variable.
The first row that fits wins, so those that name a thing come first.
"""

import re
from typing import Final

WORDS: Final[tuple[tuple[re.Pattern[str], str, str], ...]] = tuple(
    (re.compile(pattern), because, remedy)
    for pattern, because, remedy in (
        (
            r"(?:'Server' object has no attribute '(?:list_|call_tool|get_prompt|read_resource|set_logging|subscribe)|"
            r"No module named 'mcp\.server\.fastmcp')",
            "It is written for version 1 of the Python package mcp, and a later one is installed.",
            "Install 'mcp<2' where it is installed, or a version of the server that is made for mcp 2.",
        ),
        (
            r"(?m)No module named (?:'([^']+)'|([\w.]+)$)",
            "Python has no module {name}.",
            "Install the package that has {name} for {program}, or give the Python that has it.",
        ),
        (
            r"ImportError: cannot import name '([^']+)' from '((\w+)[^']*)'",
            "It imports {0} from {1}, which has none.",
            "Install the version of {2} that it was made for.",
        ),
        (r"ImportError: (.+)", "An import went wrong: {0}.", "Install the version that it was made for."),
        (
            r"(?:Cannot find module|Cannot find package) '([^']+)'",
            "Node.js cannot find {0}.",
            "Check the path, build the server if it is not built yet, or install its packages (npm install).",
        ),
        (
            r"npm (?:ERR!|error) (?:code )?(?:E?404\b.*?|404.*?)'?((?:@[\w.-]+/)?[\w.-]+@[^'\s]+)' ",
            "npm knows no package {0}.",
            "Check the spelling of the package, or log in to the registry that has it.",
        ),
        (
            r"npm (?:ERR!|error) (?:code )?E?404",
            "npm knows no such package.",
            "Check the spelling of the package, or log in to the registry that has it.",
        ),
        (
            r"npm (?:ERR!|error) could not determine executable to run",
            "The package has no program that npx could run.",
            "Name its program: npx -y -p PACKAGE PROGRAM.",
        ),
        (
            r"(?:ENOTFOUND|EAI_AGAIN) (?:\S+ )?(\S+)",
            "The name {0} was not found.",
            "It needs the network: check the connection, a proxy or the registry.",
        ),
        (
            r"Because ([\w.-]+) was not found in the package registry",
            "The package registry has no {0}.",
            "Check the spelling of the package.",
        ),
        (
            r"executable named `([^`]+)` is not provided by package `([^`]+)`",
            "The package {1} has no program {0}.",
            "Name one that it has: uvx --from {1} PROGRAM.",
        ),
        (r"No solution found when resolving", "uv found no versions that fit together.", "Its own words name them."),
        (
            r"(?:Cannot connect to the Docker daemon|docker daemon (?:is )?(?:not )?running)",
            "Docker does not run.",
            "Start Docker.",
        ),
        (
            r"Unable to find image '([^']+)' locally(?![\s\S]*Status: Downloaded)",
            "Docker has no image {0}, and did not get it.",
            "Check the name of the image, or log in to its registry (docker login).",
        ),
        (
            r"(?:EADDRINUSE|[Aa]ddress already in use)\D*(\d{2,5})?",
            "A port that it wants is taken{on}.",
            "End what holds the port (perhaps this server, started before), or give it another.",
        ),
        (
            r"(?:ECONNREFUSED|[Cc]onnection refused)[ :']*([\w.:\[\]-]*\d)?",
            "Something that it needs refused the connection{at}.",
            "Start what it connects to, or give the right address.",
        ),
        (
            r"KeyError: '([A-Z][A-Z0-9_]{2,})'",
            "It reads the environment variable {0}, which is not set.",
            "Give it with -e {0}=VALUE.",
        ),
        (
            r"\b(?P<variable>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b[^\n]{0,40}?"
            r"\b(?:is not set|not set|is required|are required|must be set|is missing|not found|not provided)",
            "It wants the environment variable {0}.",
            "Give it with -e {0}=VALUE.",
        ),
        (
            r"(?:[Mm]issing|[Rr]equire[sd]?|[Ss]et|[Pp]rovide)[^\n]{0,40}?\b(?P<variable>[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+)\b",
            "It wants the environment variable {0}.",
            "Give it with -e {0}=VALUE.",
        ),
        (
            r"the following arguments are required: ([^\n]+)",
            "Its command line lacks {0}.",
            "Give it behind the command.",
        ),
        (
            r"(?:unrecognized arguments?|unknown option|No such option|unexpected argument|flag provided but not "
            r"defined)[:]?\s*([^\n]+)",
            "It does not know the argument {0}.",
            "Leave that out, or ask the command itself with --help.",
        ),
        (
            r"(?:SyntaxError|SyntaxError: |TabError|IndentationError)[: ]([^\n]+)",
            "Its code cannot be read: {0}.",
            "Mend that line, or run it with the version of the language that it was written for.",
        ),
        (
            r"GLIBC_([\d.]+)' not found",
            "It was built for a newer system: GLIBC {0}.",
            "Take a build for this system, or build it here.",
        ),
        (
            r"(?m)^[^\s:]+: (?:(?:line )?\d+: )?(?:exec: )?([\w./@-]+): (?:command )?not found$",
            "A program that it runs was not found: {0}.",
            "Install that, or give its full path.",
        ),
        (
            r"(?m)(?:(?:FileNotFoundError: |ENOENT: |No such file or directory)[^'\"\n]*['\"]([^'\"\n]+)|"
            r"(?:^|[\s:])'?(?!error:)([^\s:']+)'?: (?:\[Errno 2\] )?No such file or directory)",
            "Its last words name a missing file: {name}.",
            "Give it, or another path.",
        ),
        (
            r"(?:PermissionError|EACCES|EPERM|[Pp]ermission denied)[^'\"\n]*['\"]?([^'\"\n]*)",
            "It was denied a permission{colon}.",
            "Give that permission, or another path.",
        ),
        (
            r"(?:JavaScript heap out of memory|MemoryError|OutOfMemoryError|out of memory)",
            "It ran out of memory.",
            "Give it more, or less to do.",
        ),
        (
            r"(?m)(?:^panic: |panicked at )([^\n]+)",
            "It crashed: {0}.",
            "That is for the server's author: its last words tell where.",
        ),
    )
)
