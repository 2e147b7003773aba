"""The commands without a terminal interface: the same core, text or one JSON document on stdout."""
