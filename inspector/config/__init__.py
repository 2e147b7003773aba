"""What the person set up: the program's folders, their settings, the servers they know, and what a target is.

Nothing here speaks to a server, and nothing is read or created on import.
"""
