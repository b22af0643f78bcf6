"""Validates JSON, NDJSON and CSV files against a rule file, by the program ``proviso`` that this package installs.

>>> import proviso
>>> for finding in proviso.check("people.ndjson", rules="rules.yaml", locale="de"):
...     print(finding["line"], finding["message"])
"""

from ._check import Check, Finding, Paths, ProvisoError, RunError, UsageError, check
from ._program import program, version

__all__ = ["Check", "Finding", "Paths", "ProvisoError", "RunError", "UsageError", "check", "program", "version"]
__version__ = "@VERSION@"
