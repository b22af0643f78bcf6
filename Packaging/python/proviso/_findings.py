"""What a rule reports, as data."""

import os
from typing import Any, Dict, Sequence, TypedDict, Union

PathLike = Union[str, "os.PathLike[str]"]
Paths = Union[PathLike, Sequence[PathLike]]


class _Place(TypedDict):
    """What every finding has."""

    file: str
    severity: str
    message: str


class Finding(_Place, total=False):
    """A violation, or a record that could not be read. Keys that have no value are missing."""

    line: int
    column: int
    record: int
    code: str
    path: str
    attribute: str
    label: str
    value: Any
    parameters: Dict[str, Any]
    rule: str
    type: str
    rulePosition: str
