"""From a JSON pointer, as validation gives it, to the path by which a document knows its values."""

import json
import re
from typing import Final

from inspector.wire.json import MISSING, Json

_PLAIN: Final = re.compile(r"[A-Za-z_$][A-Za-z0-9_$]*")


def path_of(pointer: str, value: Json, base: str = "$") -> str:
    """`/rows/0/a b` as `$.rows[0]["a b"]`. It ends where `value` has nothing more: at what lacks the member."""
    path = base
    for step in pointer.split("/")[1:]:
        name = step.replace("~1", "/").replace("~0", "~")
        if isinstance(value, dict) and name in value:
            value = value[name]
            path += f".{name}" if _PLAIN.fullmatch(name) else f"[{json.dumps(name, ensure_ascii=False)}]"
        elif isinstance(value, list) and name.isdecimal() and len(name) < 12 and int(name) < len(value):
            value = value[int(name)]
            path += f"[{int(name)}]"
        else:
            return path
    return path if value is not MISSING else base
