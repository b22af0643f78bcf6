"""The exceptions of this package."""

from typing import Any, Mapping


class ProvisoError(Exception):
    """Proviso could not do what it was asked. ``status`` is the exit status of the program for that, ``text`` the reason.

    ``details`` has more where the library gives it: ``line`` and ``column`` of JSON that cannot be read, and
    ``diagnostics`` with a place for each mistake in a rule file.
    """

    def __init__(self, status: int, text: str, details: Mapping[str, Any] = {}) -> None:
        super().__init__(text or f"proviso ended with exit status {status}")
        self.status = status
        self.text = text
        self.details = details


class UsageError(ProvisoError):
    """Exit status 2: a mistake in the arguments or in the rule file. Nothing was validated."""


class RunError(ProvisoError):
    """Exit status 3: an input could not be read, a plugin failed, or a value could not be validated. A run that a signal
    ended is one, too. The findings before it are right, but there may be more."""
