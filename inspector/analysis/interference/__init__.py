"""Interference on purpose: rules that judge a message on its way, what they make of it, and what is held meanwhile.

    FaultRule (config) ──Ruling──▶ which rule fits ──altering──▶ Outcome ──▶ whoever carries the message

`Interference` is all of it together, for our own client and for the tap alike. Nothing here waits or writes: time and
the journal are given.
"""
