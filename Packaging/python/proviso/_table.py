"""Tables, by the Arrow C stream interface."""

import ctypes
import json
from typing import Any, Dict, Iterator, List, Optional

from . import _engine
from ._findings import Finding


class TableReport(_engine.Found):
    """The findings of a table. ``record`` of each is its row, from 1; what is about all rows together has none."""

    def __init__(self, valid: bool, lines: bytes, totals: Dict[str, Any]) -> None:
        super().__init__(valid, lines)
        self.summary: Dict[str, Any] = totals["summary"]
        self.notes: List[str] = totals["notes"]

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return self._count

    def to_arrow(self) -> Any:
        """The findings as a table of pyarrow: row, path, code, severity, attribute, label, message, parameters (JSON)."""
        import pyarrow

        columns = {
            "row": pyarrow.array([finding.get("record") for finding in self.findings], pyarrow.int64()),
            **{name: pyarrow.array([finding.get(name) for finding in self.findings], pyarrow.string())
               for name in ("path", "code", "severity", "attribute", "label", "message")},
            "parameters": pyarrow.array(
                [json.dumps(finding.get("parameters", {}), ensure_ascii=False) for finding in self.findings],
                pyarrow.string()),
        }
        return pyarrow.table(columns)


def _stream(table: Any) -> Any:
    """The capsule of a table."""
    if hasattr(table, "__arrow_c_stream__"):
        return table.__arrow_c_stream__()
    if type(table).__module__.split(".")[0] == "pandas" or hasattr(table, "__arrow_c_array__"):
        import pyarrow

        if hasattr(table, "__arrow_c_array__"):
            return pyarrow.Table.from_batches([pyarrow.record_batch(table)]).__arrow_c_stream__()
        return pyarrow.Table.from_pandas(table, preserve_index=False).__arrow_c_stream__()
    raise TypeError(
        f"expected a table with __arrow_c_stream__, such as one of pandas, polars or pyarrow, found "
        f"{type(table).__module__}.{type(table).__qualname__}")


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def check_table(handle: int, table: Any, *, scenario: Optional[str], locale: Optional[str]) -> TableReport:
    capsule = _stream(table)
    options = _engine.options({"scenario": scenario, "locale": locale})
    lines = _engine.Lines()
    # The stream can be read once, so the result must have room at the first call.
    if _engine.room.output.capacity < 1 << 20:
        _engine.room.grow(1 << 20)
    status, totals = _engine.call(
        _engine.library().proviso_engine_check_arrow, handle, _pointer(capsule, b"arrow_array_stream"), options, 0,
        lines.sink, None)
    return TableReport(status == 0, b"".join(lines.pieces), json.loads(totals))
