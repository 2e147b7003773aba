"""What the bytes are: JSON, JSON-RPC messages, events, revisions and methods. Pure; decoding never raises."""
