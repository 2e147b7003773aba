"""What every test has: hypothesis without a clock and without a folder of its own; and one option, for snapshots."""

from hypothesis import settings

settings.register_profile("inspector", deadline=None, database=None)
settings.register_profile("thorough", settings.get_profile("inspector"), max_examples=1000)
settings.load_profile("inspector")


def pytest_addoption(parser):
    parser.addoption(
        "--update-snapshots",
        action="store_true",
        help="rewrite the pictures in screenshots/ that differ from what is drawn now",
    )
