"""One run of ``proviso check``, read as a stream."""

import json
import os
import subprocess
import tempfile
from typing import Any, IO, Iterator, List, Mapping, Optional, Sequence, Union

from ._errors import RunError, UsageError
from ._findings import Finding, PathLike, Paths
from ._program import program


class Check(Iterator[Finding]):
    """The findings of one run, in the order of the data. The program runs while they are read, in constant memory.

    It ends with the last finding, with ``close()``, or at the end of a ``with`` block. After the last finding ``valid``
    tells whether the data is valid, and ``notes`` has the summary and the warnings of the program.
    """

    valid: Optional[bool] = None
    notes: str = ""

    def __init__(self, words: Sequence[str], rules: Union[PathLike, Mapping[str, Any]], paths: Sequence[str]) -> None:
        self._errors: IO[bytes] = tempfile.TemporaryFile()
        self._rules: Optional[IO[str]] = None
        if isinstance(rules, Mapping):
            self._rules = tempfile.NamedTemporaryFile("w", suffix=".json", prefix="rules-", encoding="utf-8")
            json.dump(rules, self._rules)
            self._rules.flush()
            rules = self._rules.name
        command = [program(), "check", f"--rules={os.fspath(rules)}", "--format=ndjson", "--progress=none", *words]
        self._process = subprocess.Popen(
            [*command, "--", *paths], stdout=subprocess.PIPE, stderr=self._errors)
        assert self._process.stdout is not None
        self._lines: IO[bytes] = self._process.stdout

    def __next__(self) -> Finding:
        if self._lines.closed:
            raise StopIteration
        line = self._lines.readline()
        if line:
            finding: Finding = json.loads(line)
            return finding
        status = self._end()
        self.valid = status == 0 if status in (0, 1) else None
        if status in (0, 1):
            raise StopIteration
        raise (UsageError if status == 2 else RunError)(status, self.notes)

    def _end(self) -> int:
        """Waits for the program and reads what it wrote to standard error, at most its last 64 KiB."""
        self._lines.close()
        status = self._process.wait()
        if not self._errors.closed:
            size = self._errors.seek(0, os.SEEK_END)
            self._errors.seek(max(0, size - 65_536))
            self.notes = self._errors.read().decode("utf-8", "replace").strip()
            self._errors.close()
        if self._rules is not None:
            self._rules.close()
            self._rules = None
        return status

    def close(self) -> None:
        """Ends the program, if it still runs."""
        if self._process.poll() is None:
            self._process.terminate()
        self._end()

    def __enter__(self) -> "Check":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def __del__(self) -> None:
        if hasattr(self, "_lines"):
            self.close()


def check(
    path: Paths,
    *,
    rules: Union[PathLike, Mapping[str, Any]],
    locale: Optional[str] = None,
    scenario: Optional[str] = None,
    plugins: Sequence[PathLike] = (),
    show_values: bool = False,
    options: Sequence[str] = (),
) -> Check:
    """Validates files and yields the findings while the program runs.

    ``path`` is a file, a list of files, or ``"-"`` for standard input. ``rules`` is a rule file, or its content as a
    mapping. ``options`` are further words of ``proviso check``, such as ``["--max-errors=10"]``.

    Invalid data is no error: its findings are the result. ``UsageError`` and ``RunError`` are raised at the end.
    """
    words: List[str] = []
    if locale is not None:
        words.append(f"--locale={locale}")
    if scenario is not None:
        words.append(f"--scenario={scenario}")
    words += [f"--plugins={os.fspath(folder)}" for folder in plugins]
    if show_values:
        words.append("--show-values")
    paths = [path] if isinstance(path, (str, os.PathLike)) else list(path)
    if not paths:
        raise ValueError("expected at least one path, found an empty list")
    return Check([*words, *options], rules, [os.fspath(item) for item in paths])
