"""Times as sentences have them."""


def in_seconds(value: float) -> str:
    """A time in seconds to three digits, and never as a power of ten: `2.05 s`, `1,553 s`."""
    return f"{value:.3g} s" if value < 999.5 else f"{value:,.0f} s"
