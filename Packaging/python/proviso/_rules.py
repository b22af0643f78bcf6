"""Rules in this process: records in, findings out, without another program."""

import atexit
import ctypes
import json
import os
import queue
import threading
from typing import Any, Dict, Iterator, List, Mapping, Optional, Sequence, Set, Tuple, Union

from . import _engine
from ._findings import Finding, PathLike
from ._plain import encode, plain
from ._table import TableReport, check_table


class Invalid(ValueError):
    """Data that the rules reject. ``report`` has the findings; the text is their messages."""

    def __init__(self, report: "Report") -> None:
        super().__init__("\n".join(finding["message"] for finding in report.findings))
        self.report = report


class Report(_engine.Found):
    """The result for one record. It is kept as data, so ``render`` can make its messages in any language, at any time."""

    __slots__ = ("_handle", "__weakref__")

    def __init__(self, valid: bool, lines: bytes, handle: int) -> None:
        super().__init__(valid, lines)
        self._handle = handle

    def render(self, locale: str) -> List[Finding]:
        """The same findings with messages in another language: a BCP 47 tag, or an ``Accept-Language`` header."""
        return _engine.findings(self.document("ndjson", locale=locale).encode())

    def document(self, format: str = "json", *, locale: Optional[str] = None) -> str:
        """The report as a document: json, ndjson, text, csv, junit, sarif, github, html or problem."""
        if not self._handle:
            return ""
        function = _engine.library().proviso_engine_render
        return _engine.call(function, self._handle, _engine.text(locale), _engine.text(format))[1].decode()

    def problem(self, *, locale: Optional[str] = None) -> Dict[str, Any]:
        """Problem details for HTTP (RFC 9457); empty if the record is valid."""
        document: Dict[str, Any] = json.loads(self.document("problem", locale=locale) or "{}")
        return document

    def raise_for_errors(self) -> None:
        """Raises ``Invalid`` if the record is invalid; warnings alone are no reason."""
        if not self.valid:
            raise Invalid(self)

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            _close(self._handle)


_NOTHING = Report(True, b"", 0)


class Rules:
    """A rule set that is read once and validates any number of records, from any number of threads.

    ``rules`` is a rule file, a directory of rule files, or the content of a rule file as a mapping. ``from_text`` takes
    YAML or JSON text. Mistakes in the rules raise ``UsageError``.

    >>> rules = Rules({"rules": [["age", "integer", {"min": 18}]]})
    >>> report = rules.check({"age": 7}, locale="de")
    >>> report.valid
    False
    >>> report.findings[0]["message"]
    'Age muss mindestens 18 sein.'
    >>> report.render("fr")[0]["path"]
    '/age'
    """

    def __init__(
        self,
        rules: Union[PathLike, Mapping[str, Any]],
        *,
        variables: Optional[Mapping[str, Any]] = None,
        collections: Optional[Mapping[str, PathLike]] = None,
        plugins: Sequence[PathLike] = (),
        plugin_mode: Optional[str] = None,
    ) -> None:
        options = {
            "variables": variables and dict(variables),
            "collections": collections and {name: os.fspath(path) for name, path in collections.items()},
            "plugins": [os.fspath(path) for path in plugins] or None,
            "pluginMode": plugin_mode,
        }
        if isinstance(rules, Mapping):
            text = encode(rules)
            self._open("open_text", text, len(text), options)
        elif not isinstance(rules, (str, os.PathLike)):
            raise TypeError(
                f"rules: expected a path, or a mapping such as {{'rules': [['age', 'integer']]}}, found {type(rules).__qualname__}")
        else:
            self._open("open_file", _engine.text(os.fspath(rules)), options)

    @classmethod
    def from_text(
        cls,
        text: Union[str, bytes],
        *,
        file: Optional[str] = None,
        untrusted: bool = False,
        variables: Optional[Mapping[str, Any]] = None,
        plugins: Sequence[PathLike] = (),
        plugin_mode: Optional[str] = None,
    ) -> "Rules":
        """Rules from YAML or JSON text; ``file`` is its name in errors.

        With ``untrusted``, the text may be anyone's: it reads no file, and its size and costs are limited.
        """
        rules = cls.__new__(cls)
        content = text.encode() if isinstance(text, str) else text
        rules._open("open_text", content, len(content), {
            "file": file,
            "untrusted": untrusted or None,
            "variables": variables and dict(variables),
            "plugins": [os.fspath(path) for path in plugins] or None,
            "pluginMode": plugin_mode,
        })
        return rules

    def _open(self, name: str, *arguments: Any) -> None:
        """Opens by a function of the library; the options are the last argument."""
        self._handle = 0
        self._steady = threading.Lock()
        handle = _engine.Handle()
        function = getattr(_engine.library(), f"proviso_engine_{name}")
        _engine.call(function, *arguments[:-1], _engine.options(arguments[-1]), ctypes.byref(handle))
        self._handle = handle.value
        self._check = _engine.checker()
        self._check_value = _engine.value_checker()

    def check(self, data: Any, *, scenario: Optional[str] = None, locale: Optional[str] = None) -> Report:
        """Validates a record: a mapping, a dataclass, a pydantic model, or whatever JSON can hold."""
        try:
            found = self._check_value(self._handle, data, scenario, locale, plain)
        except TypeError:
            found = self._check(self._handle, encode(data), scenario, locale)
        return _NOTHING if found is None else self._report(found, locale)

    def check_bytes(
        self,
        json: Union[bytes, str, bytearray, memoryview],
        *,
        scenario: Optional[str] = None,
        locale: Optional[str] = None,
    ) -> Report:
        """Validates a record that is JSON text, without a Python object for each value.

        Text that is not JSON raises ``RunError``, whose ``details`` have its line and column.
        """
        if type(json) is not bytes:
            json = json.encode() if isinstance(json, str) else bytes(json)
        found = self._check(self._handle, json, scenario, locale)
        return _NOTHING if found is None else self._report(found, locale)

    def _report(self, found: Tuple[int, int, Optional[bytes]], locale: Optional[str]) -> Report:
        status, handle, lines = found
        if status < 0:
            raise _engine.error(status, lines or b"")
        report = Report(status == 0, lines or b"", handle)
        if lines is None:
            report._lines = report.document("ndjson", locale=locale).encode()
        return report

    def check_file(
        self,
        path: PathLike,
        *,
        scenario: Optional[str] = None,
        locale: Optional[str] = None,
        format: Optional[str] = None,
        show_values: bool = False,
        **options: Any,
    ) -> "FileCheck":
        """Validates a file of records and yields the findings while it is read, in a fixed amount of memory.

        The file is JSON, NDJSON, CSV or TSV, plain or compressed. ``format`` says what it is, if its name does not.
        ``options`` are those of ``proviso_engine_check_file``: ``jobs``, ``memory``, ``maxErrors``, ``delimiter``, ``records``.
        """
        given = {"scenario": scenario, "locale": locale, "format": format, "showValues": show_values or None, **options}
        return FileCheck(self, os.fspath(path), _engine.options(given))

    def check_table(
        self, table: Any, *, scenario: Optional[str] = None, locale: Optional[str] = None, jobs: Optional[int] = None
    ) -> TableReport:
        """Validates the rows of a table: a DataFrame of pandas or polars, a table or a reader of pyarrow, or whatever has
        ``__arrow_c_stream__``. Its columns are read where they are, by ``jobs`` threads: as many as there are processors."""
        return check_table(self, table, scenario=scenario, locale=locale, jobs=jobs)

    def reload(self, text: Union[str, bytes, None] = None) -> None:
        """Reads the rule file again, or takes new text for rules from text.

        Other threads finish with the old rules. If the new ones have a mistake, the old ones stay, and this raises it.
        """
        content = text.encode() if isinstance(text, str) else text
        with self._steady:
            _engine.call(_engine.library().proviso_engine_reload, self._handle, content, len(content or b""))

    @property
    def description(self) -> Dict[str, Any]:
        """What the rules are: generation, files, scenarios, attributes, warnings and plugins."""
        described: Dict[str, Any] = json.loads(
            _engine.call(_engine.library().proviso_engine_describe, self._handle)[1])
        return described

    def close(self) -> None:
        """Frees the rules; reports that were made before stay usable."""
        handle, self._handle = self._handle, 0
        if handle:
            _close(handle)

    def __enter__(self) -> "Rules":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_handle", 0):
            self.close()


def _close(handle: int) -> None:
    try:
        _engine.library().proviso_engine_close(handle)
    except (AttributeError, TypeError):  # the interpreter ends, and with it everything that was open
        pass


class _Run:
    """One run over a file, on a thread of its own. It knows nothing of its reader, who may forget it."""

    def __init__(self, rules: Rules, path: str, options: Optional[bytes]) -> None:
        self.pieces: "queue.Queue[Optional[bytes]]" = queue.Queue(maxsize=8)
        self.closed = False
        self.ended = False
        self.error: Optional[BaseException] = None
        self.valid: Optional[bool] = None
        self.totals: bytes = b"{}"
        self._rules = rules
        self._arguments = (_engine.text(path), options)
        self._cancellation = _engine.Handle()
        _engine.library().proviso_engine_cancellation(ctypes.byref(self._cancellation))
        self._thread = threading.Thread(target=self._work, name="proviso", daemon=True)
        _runs.add(self)
        self._thread.start()

    def _work(self) -> None:
        sink = _engine.Sink(self._take)
        try:
            status, self.totals = _engine.call(
                _engine.library().proviso_engine_check_file, self._rules._handle, *self._arguments,
                self._cancellation.value, sink, None)
            self.valid = status == 0
        except BaseException as error:
            self.error = error
        self.pieces.put(None)

    def _take(self, _context: Any, address: int, count: int) -> int:
        if not self.closed:
            self.pieces.put(ctypes.string_at(address, count))
        return int(self.closed)

    def end(self) -> None:
        """Waits for the end, which has come or comes soon."""
        self._thread.join()
        self.ended = True
        _runs.discard(self)
        _close(self._cancellation.value)

    def cancel(self) -> None:
        if self.ended:
            return
        self.closed = True
        _engine.library().proviso_engine_cancel(self._cancellation.value)
        while self.pieces.get() is not None:
            pass
        self.end()


# The runs that are not at their end: a thread must not come back to Python when that has ended.
_runs: "Set[_Run]" = set()


@atexit.register
def _cancel_all() -> None:
    for run in list(_runs):
        run.cancel()


class FileCheck(Iterator[Finding]):
    """The findings of one run, in the order of the data. It ends with the last finding, with ``close()``, or at the end
    of a ``with`` block. After the last finding, ``valid``, ``summary`` and ``notes`` say what the run found.

    An input that cannot be read raises ``RunError`` after the findings before it.
    """

    valid: Optional[bool] = None
    summary: Dict[str, Any] = {}
    notes: Sequence[str] = ()

    def __init__(self, rules: Rules, path: str, options: Optional[bytes]) -> None:
        self._ready: Iterator[Finding] = iter(())
        self._run: Optional[_Run] = _Run(rules, path, options)

    def __next__(self) -> Finding:
        while True:
            for finding in self._ready:
                return finding
            if self._run is None:
                raise StopIteration
            piece = self._run.pieces.get()
            if piece is None:
                self._end(self._run)
                raise StopIteration
            self._ready = iter(_engine.findings(piece))

    def _end(self, run: _Run) -> None:
        self._run = None
        run.end()
        if run.error is not None:
            raise run.error
        totals = json.loads(run.totals)
        self.valid, self.summary, self.notes = run.valid, totals["summary"], totals["notes"]

    def close(self) -> None:
        """Ends the run, if it is not at its end."""
        run, self._run = self._run, None
        if run is not None:
            run.cancel()

    def __enter__(self) -> "FileCheck":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if getattr(self, "_run", None) is not None:
            self.close()
