"""A fault of our own ends the app with its traceback, and shows no value of a variable."""

import pytest

from tests.tui.app.staging import COMMAND, app_on, opened_screen, records_of, staged

SECRET = "TOPSECRETTOKEN99"


async def test_the_traceback_shows_no_secret_that_a_variable_holds(capsys):
    app = app_on(COMMAND, bridge=staged(records_of("library"), now=226.5))

    def fail():
        token = SECRET  # noqa: F841  which a traceback with variables would print
        raise ValueError("on \x1b[31mpurpose")

    with pytest.raises(ValueError, match="purpose"):
        async with app.run_test(size=(80, 24)) as pilot:
            await opened_screen(pilot)
            app.call_later(fail)
            await pilot.pause()
    told = capsys.readouterr().err
    assert "inspector itself failed" in told
    assert "ValueError: on ␛[31mpurpose" in told
    assert SECRET not in told
