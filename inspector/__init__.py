"""An interactive debugger for MCP servers, and a headless client on the same core.

    async with inspector.connect("https://example.com/mcp") as client:
        result = await client.call_tool("add", {"a": 1, "b": 2})

The names below come from `inspector.api` when they are first used, so that the import costs nothing. For type checkers
they stand in `__init__.pyi`: an import of them here would be one that every module has of the whole program.
"""

__version__ = "0.1.0"

__all__ = [
    "Authorization",
    "AuthorizationNeeded",
    "ConnectError",
    "Connection",
    "Excluded",
    "InspectorError",
    "Journal",
    "JsonRpcError",
    "Listed",
    "NoCommonVersion",
    "NobodyAnswered",
    "Notification",
    "ProtocolBroken",
    "Provider",
    "Question",
    "Subscription",
    "TimedOut",
    "UsageError",
    "__version__",
    "connect",
    "prefilled",
]


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    import importlib

    value = getattr(importlib.import_module("inspector.api"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
