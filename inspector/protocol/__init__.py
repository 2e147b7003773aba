"""What to say next. Pure: conversations are generators that yield steps and are sent replies; no I/O, no async."""
