"""The arguments that a person has saved under a name in the interface, for the command line."""

from difflib import get_close_matches

from inspector.config.places import places
from inspector.config.saved_calls import CallStore
from inspector.config.target import Target
from inspector.errors import UsageError
from inspector.headless.output import Output, shown


def saved_arguments(target: Target, name: str, label: str, output: Output) -> str:
    """The arguments of the tool `name` that are saved under `label` for this server, as JSON text.

    What was saved beside the arguments is not sent, which is said. Raises `UsageError` where nothing is saved so.
    """
    named = CallStore(places().state / "calls", target).named("tool", name)
    found = next((one for one in named if one.label == label), None)
    if found is None:
        labels = [one.label for one in named]
        close = get_close_matches(label, labels, n=1) or labels[:5]
        hint = f"There is {', '.join(f'“{shown(one)}”' for one in close)}." if close else ""
        raise UsageError(
            f"No call of {shown(name)} is saved as “{shown(label)}” for this server.",
            why="" if labels else "No call of it is saved yet.",
            hint=hint or "In the interface s saves the call that is open in the workbench; in a field Esc comes first.",
        )
    if found.extra:
        output.note("What was saved beside the arguments is not sent; `inspector send` can.")
    return found.arguments
