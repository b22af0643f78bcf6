"""Validates records, files and tables against rules, in this process or by the program that this package installs.

>>> import proviso
>>> rules = proviso.Rules({"rules": [["email", "email"]]})
>>> rules.check({"email": "x@"}, locale="de").findings[0]["path"]
'/email'
"""

from ._check import Check, check
from ._errors import ProvisoError, RunError, UsageError
from ._findings import Finding, Paths
from ._program import program, version
from ._rules import FileCheck, Invalid, Report, Rules
from ._table import TableReport

__all__ = [
    "Check", "FileCheck", "Finding", "Invalid", "Paths", "ProvisoError", "Report", "Rules", "RunError", "TableReport",
    "UsageError", "check", "program", "version",
]
__version__ = "@VERSION@"
