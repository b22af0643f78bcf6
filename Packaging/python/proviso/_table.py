"""Tables, by the Arrow C stream interface."""

import bisect
import ctypes
import itertools
import json
import os
import queue
import threading
from typing import TYPE_CHECKING, Any, Dict, Iterator, List, Optional, Tuple

from . import _engine
from ._errors import UsageError
from ._findings import Finding

if TYPE_CHECKING:
    from ._rules import Rules

# The rows that a thread takes at once. Smaller tables are not divided.
ROWS = 1 << 15

# Batches, and an exception at the end if their reader failed; with the number of rows before them.
_Piece = Tuple[int, List[Any]]


class TableReport(_engine.Found):
    """The findings of a table. ``record`` of each is its row, from 1; what is about all rows together has none."""

    def __init__(self, shares: "List[_Share]") -> None:
        super().__init__(all(share.valid for share in shares), b"")
        self._shares = shares
        # A thread may have come too late for any piece.
        busy = [share for share in shares if share.place >= 0] or shares
        totals = [json.loads(share.totals) for share in busy]
        self.summary: Dict[str, Any] = _sum([each["summary"] for each in totals])
        self.notes: List[str] = list(dict.fromkeys(note for each in totals for note in each["notes"]))

    def __iter__(self) -> Iterator[Finding]:
        return iter(self.findings)

    def __len__(self) -> int:
        return self._count

    @property
    def _count(self) -> int:
        return sum(share.lines.count(b"\n") for share in self._shares)

    def _read(self) -> List[Finding]:
        if len(self._shares) == 1:
            return _engine.findings(self._shares[0].lines)
        found = [finding for share in self._shares for finding in share.findings()]
        found.sort(key=lambda finding: finding["record"])
        return found

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


class _Share:
    """The rows that one thread validates: the pieces that it takes, which are one table to the engine."""

    lines = b""
    totals = b""
    valid = False
    stopped = False
    error: Optional[BaseException] = None

    def __init__(self, pieces: Iterator[_Piece]) -> None:
        self.started = threading.Event()
        self._pieces = pieces
        # Of each piece, the number of rows before it here and in the whole table.
        self._own: List[int] = []
        self._whole: List[int] = []

    @property
    def place(self) -> int:
        """Where in the table this has come to."""
        return self._whole[-1] if self._whole else -1

    def run(self, rules: int, table: Any, options: Optional[bytes]) -> None:
        """Validates a table with ``__arrow_c_stream__``."""
        capsule = table.__arrow_c_stream__()
        stream = _pointer(capsule, b"arrow_array_stream")
        status, self.lines, self.totals = _engine.check_table(rules, stream, options)
        if status < 0:
            raise _engine.error(status, self.totals)
        self.valid = status == 0

    def run_pieces(self, rules: int, schema: Any, options: Optional[bytes]) -> None:
        """Validates the pieces as they come."""
        from pyarrow import RecordBatchReader

        self.run(rules, RecordBatchReader.from_batches(schema, self._batches()), options)

    def work(self, *arguments: Any) -> None:
        """The same on a thread of its own: keeps an error, and lets the rest of the pieces pass."""
        try:
            self.run_pieces(*arguments)
        except BaseException as error:
            self.error = error
        self.started.set()
        for _ in self._pieces:
            pass

    def _batches(self) -> Iterator[Any]:
        self.started.set()
        rows = 0
        for whole, piece in self._pieces:
            if self.stopped:
                return
            self._own.append(rows)
            self._whole.append(whole)
            for batch in piece:
                if isinstance(batch, Exception):
                    raise batch
                rows += batch.num_rows
                yield batch

    def findings(self) -> List[Finding]:
        """The findings with their rows in the whole table."""
        found: List[Finding] = _engine.findings(self.lines)
        for finding in found:
            index = bisect.bisect_left(self._own, finding["record"]) - 1
            finding["record"] += self._whole[index] - self._own[index]
            finding["line"] = finding["record"]
        return found


def _sum(summaries: List[Dict[str, Any]]) -> Dict[str, Any]:
    """The totals of all rows."""
    whole = summaries[0]
    for summary in summaries[1:]:
        for name in ("records", "valid", "invalid", "unreadable"):
            whole[name] += summary[name]
        for name in ("severities", "recordsByWorst", "codes"):
            for key, count in summary[name].items():
                whole[name][key] = whole[name].get(key, 0) + count
        whole["findings"] += summary["findings"]
    if len(summaries) > 1:
        whole["codes"] = dict(sorted(whole["codes"].items()))
        kinds: Dict[str, Dict[str, Any]] = {}
        for kind in sorted(whole["findings"], key=_order):
            known = kinds.setdefault(json.dumps({**kind, "count": 0}), {**kind, "count": 0})
            known["count"] += kind["count"]
        whole["findings"] = list(kinds.values())
    return whole


def _order(kind: Dict[str, Any]) -> Any:
    """Errors first, then as in the rule file."""
    place = kind.get("rulePosition", "0:0").rsplit(":", 2)[-2:]
    severity = ("error", "warning", "info").index(kind["severity"])
    return severity, *map(int, place), kind["rule"], kind["attribute"], kind["code"]


def _known(table: Any) -> Any:
    """The table, as an object with ``__arrow_c_stream__``."""
    if hasattr(table, "__arrow_c_stream__"):
        return table
    if hasattr(table, "scanner"):  # a dataset of pyarrow
        table = table.scanner()
    if hasattr(table, "to_reader"):
        return table.to_reader()
    if type(table).__module__.split(".")[0] == "pandas" or hasattr(table, "__arrow_c_array__"):
        import pyarrow

        if hasattr(table, "__arrow_c_array__"):
            return pyarrow.Table.from_batches([pyarrow.record_batch(table)])
        return pyarrow.Table.from_pandas(table, preserve_index=False)
    hint = ""
    if hasattr(table, "collect"):
        hint = ": call collect() before"
    elif isinstance(table, (str, os.PathLike)):
        hint = ": check_file reads files"
    elif isinstance(table, (dict, list)):
        hint = ": pyarrow.table() makes one of columns, and pyarrow.Table.from_pylist() one of records"
    elif hasattr(table, "__next__"):
        hint = ": pyarrow.RecordBatchReader.from_batches(schema, batches) makes one of batches"
    raise TypeError(
        f"expected a table with __arrow_c_stream__, such as one of pandas, polars or pyarrow, found "
        f"{type(table).__module__}.{type(table).__qualname__}{hint}")


def _pieces(reader: Any) -> Iterator[_Piece]:
    """The batches of a reader in pieces of some ``ROWS`` rows."""
    piece: List[Any] = []
    before = rows = 0
    try:
        for batch in reader:
            for start in range(0, batch.num_rows, ROWS):
                piece.append(batch.slice(start, ROWS))
                rows += piece[-1].num_rows
                if rows >= ROWS:
                    yield before, piece
                    before, rows, piece = before + rows, 0, []
    except Exception as error:
        piece.append(error)
    if piece:
        yield before, piece


_pointer = ctypes.pythonapi.PyCapsule_GetPointer
_pointer.restype, _pointer.argtypes = ctypes.c_void_p, (ctypes.py_object, ctypes.c_char_p)


def check_table(
    rules: "Rules", table: Any, *, scenario: Optional[str], locale: Optional[str], jobs: Optional[int]
) -> TableReport:
    jobs = len(os.sched_getaffinity(0)) if jobs is None else jobs
    if not isinstance(jobs, int) or not 1 <= jobs <= 1024:
        raise UsageError(2, f"jobs: expected a number from 1 to 1024, found {jobs!r}")
    options = _engine.options({"scenario": scenario, "locale": locale})
    table = _known(table)
    try:
        from pyarrow import ArrowException, RecordBatchReader

        reader = RecordBatchReader.from_stream(table) if jobs > 1 else None
    except (ImportError, AttributeError, ArrowException):  # no pyarrow, an old one, or what no rule can read
        reader = None
    if reader is None:
        share = _Share(iter(()))
        share.run(rules._handle, table, options)
        return TableReport([share])
    pieces = _pieces(reader)
    head = list(itertools.islice(pieces, 2))
    pieces = itertools.chain(head, pieces)
    # A change of the rules waits until all threads have begun.
    with rules._steady:
        if len(head) > 1 and not rules.description["needsAllRecords"]:
            crew = _Crew(jobs, rules._handle, reader.schema, options)
        else:
            crew = None
    if crew is None:
        share = _Share(pieces)
        share.run_pieces(rules._handle, reader.schema, options)
        return TableReport([share])
    return TableReport(crew.validate(pieces))


class _Crew:
    """Threads that validate the pieces of a table, while the one that has it reads them."""

    def __init__(self, count: int, *arguments: Any) -> None:
        self._waiting: "queue.Queue[Optional[_Piece]]" = queue.Queue(2 * count)
        self._shares = [_Share(iter(self._waiting.get, None)) for _ in range(count)]
        self._threads = [threading.Thread(target=share.work, args=arguments, name="proviso") for share in self._shares]
        for thread in self._threads:
            thread.start()
        for share in self._shares:
            share.started.wait()

    def validate(self, pieces: Iterator[_Piece]) -> List[_Share]:
        """Validates all pieces; raises the error that is first in the table."""
        try:
            for piece in pieces:
                if any(share.error for share in self._shares):
                    break
                self._waiting.put(piece)
        except BaseException:  # such as KeyboardInterrupt
            for share in self._shares:
                share.stopped = True
            raise
        finally:
            for _ in self._threads:
                self._waiting.put(None)
            for thread in self._threads:
                thread.join()
        failed = [share for share in self._shares if share.error]
        if failed:
            error = min(failed, key=lambda share: share.place).error
            assert error is not None
            raise error
        return self._shares
