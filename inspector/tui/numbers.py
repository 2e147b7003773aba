"""How quantities are written: durations, sizes, counts and times.

Only for our own measurements. A number of a payload is never touched: its digits are shown as they were sent.
"""

from datetime import datetime, tzinfo


def duration(seconds: float) -> str:
    """How long something took: `0.4 ms` `13 ms` `1.31 s` `42.0 s` `3:52` `1:02:10`."""
    milliseconds = seconds * 1000
    if milliseconds < 0.95:
        return f"{max(milliseconds, 0):.1f} ms"
    if milliseconds < 999.5:
        return f"{milliseconds:.0f} ms"
    if seconds < 9.995:
        return f"{seconds:.2f} s"
    if seconds < 59.95:
        return f"{seconds:.1f} s"
    return _clock(round(seconds))


def waited(seconds: float) -> str:
    """A running clock, which must not flicker: tenths under 10 s (`3.2 s`), then whole seconds (`42 s` `1:06`).

    Rounded down, since a clock that runs has not yet reached the next second.
    """
    tenths = max(int(seconds * 10 + 1e-6), 0)
    if tenths < 100:
        return f"{tenths / 10:.1f} s"
    return f"{tenths // 10} s" if tenths < 600 else _clock(tenths // 10)


def apart(seconds: float) -> str:
    """How far two moments are apart, as one says it, in whole units: `42 s` `59 min` `23 h` `12 days`."""
    whole = round(abs(seconds))
    for most, unit, size in ((120, "s", 1), (7200, "min", 60), (172_800, "h", 3600)):
        if whole < most:
            return f"{whole // size} {unit}"
    return f"{whole // 86_400:,} days"


def length(seconds: float) -> str:
    """How long a session or recording is: `0:21` `3:52` `1:02:10`."""
    return _clock(max(int(seconds), 0))


def size(count: int) -> str:
    """A number of bytes in powers of ten: `604 B` `2.1 kB` `5.2 MB` `100 MB`."""
    if count < 1000:
        return f"{count} B"
    scaled = float(count)
    for unit in ("kB", "MB", "GB"):
        scaled /= 1000
        if scaled < 99.95:
            return f"{scaled:.1f} {unit}"
        if scaled < 999.5:
            return f"{scaled:.0f} {unit}"
    return f"{scaled / 1000:.1f} TB"


def count(number: int) -> str:
    """A count with its thousands apart: `3,000`."""
    return f"{number:,}"


def counted(number: int, one: str, many: str | None = None) -> str:
    """A count with its noun: `1 record`, `3,000 records`; `many` where an s does not do."""
    return f"{number:,} {one if number == 1 else many or one + 's'}"


def ratio(value: float, median: float) -> str:
    """How much slower than usual: `45 × its median`; one decimal under 10. `median` is above zero."""
    times = value / median
    return f"{times:.1f} × its median" if times < 9.95 else f"{times:,.0f} × its median"


def since_start(seconds: float) -> str:
    """A moment of a session, since it began: `3:12.118`, from an hour on `1:02:10.118`."""
    thousandths = max(round(seconds * 1000), 0)
    whole, rest = divmod(thousandths, 1000)
    return f"{_clock(whole)}.{rest:03d}"


def time_of_day(started: float, seconds: float, zone: tzinfo | None = None) -> str:
    """The same moment on the clock: `12:04:33.118`. `started` in seconds since 1970; `zone` None: the local one."""
    thousandths = round((started + seconds) * 1000)
    moment = datetime.fromtimestamp(thousandths // 1000, zone)
    return f"{moment:%H:%M:%S}.{thousandths % 1000:03d}"


def since_before(seconds: float) -> str:
    """The same moment since the row before: `+0.4 ms` `+1.31 s`."""
    return f"+{duration(seconds)}"


def _clock(seconds: int) -> str:
    minutes, seconds = divmod(seconds, 60)
    hours, minutes = divmod(minutes, 60)
    return f"{hours}:{minutes:02d}:{seconds:02d}" if hours else f"{minutes}:{seconds:02d}"


def when_begun(seconds: float, now: datetime | None = None) -> str:
    """A moment that tells things apart which began on one day: `12:04:31` today, `28 Nov 12:04`, `2025-11-28`."""
    then, now = datetime.fromtimestamp(seconds), now or datetime.now()
    if then.date() == now.date():
        return f"{then:%H:%M:%S}"
    return f"{then.day} {then:%b %H:%M}" if then.year == now.year else f"{then:%Y-%m-%d}"


def when(seconds: float, now: datetime | None = None) -> str:
    """A moment for people: `today 12:04`, `yesterday`, `28 Nov`."""
    then, now = datetime.fromtimestamp(seconds), now or datetime.now()
    days = (now.date() - then.date()).days
    if days == 0:
        return f"today {then:%H:%M}"
    if days == 1:
        return "yesterday"
    return f"{then.day} {then:%b}" if then.year == now.year else f"{then:%Y-%m-%d}"
