"""What every test has: hypothesis without a clock and without a folder of its own."""

from hypothesis import settings

settings.register_profile("inspector", deadline=None, database=None)
settings.load_profile("inspector")
