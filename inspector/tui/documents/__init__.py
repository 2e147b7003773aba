"""Documents as lines: text, bytes and JSON of any size, cut into lines when they are looked at. No widget in here."""
