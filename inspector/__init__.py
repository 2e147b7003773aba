"""An interactive debugger for MCP servers, and a headless client on the same core."""

__version__ = "0.1.0"
