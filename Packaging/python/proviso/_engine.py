"""libproviso.so, by ctypes: it needs no compiler, works with every Python, and releases the GIL in each call."""

import ctypes
import functools
import json
import mmap
import os
import sys
import sysconfig
import threading
from typing import Any, Dict, Iterator, List, Mapping, Optional, Tuple

from ._errors import ProvisoError, RunError, UsageError
from ._findings import Finding
from ._plain import encode

Handle = ctypes.c_uint64
Sink = ctypes.CFUNCTYPE(ctypes.c_int32, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_size_t)
MAJOR = 1
TOTALS = 1 << 26

BAD_HANDLE, BAD_ARGUMENT, BAD_RULES = -1, -2, -3


class Output(ctypes.Structure):
    """Where a call writes its result."""

    _fields_ = [("bytes", ctypes.c_void_p), ("capacity", ctypes.c_size_t), ("count", ctypes.c_size_t)]


class Room(threading.local):
    """A buffer for results, one for each thread, which grows to the largest result so far."""

    def __init__(self) -> None:
        self.output = Output()
        self.reference = ctypes.byref(self.output)
        self.handle = Handle()
        self.handle_reference = ctypes.byref(self.handle)
        self.grow(1 << 14)

    def grow(self, size: int) -> None:
        self._memory = ctypes.create_string_buffer(size)
        self.output.bytes = ctypes.addressof(self._memory)
        self.output.capacity = size

    @property
    def is_whole(self) -> bool:
        """Whether the last result had room."""
        return bool(self.output.count <= self.output.capacity)

    def take(self) -> bytes:
        return ctypes.string_at(self.output.bytes, self.output.count)


room = Room()


def places() -> Iterator[str]:
    """Where the library may be: the wheel puts it beside the plugins and the worker, which it finds from there."""
    named = os.environ.get("PROVISO_LIBRARY")
    if named:
        yield named
        return
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    for place in (sysconfig.get_path("data"), sysconfig.get_path("data", f"{os.name}_user"), sys.prefix, package):
        yield os.path.join(place, "lib", "libproviso.so")


@functools.lru_cache(maxsize=None)
def library() -> ctypes.CDLL:
    """The library with the types of its functions."""
    found = list(dict.fromkeys(places()))
    path = next((place for place in found if os.path.exists(place)), None)
    if path is None:
        raise FileNotFoundError(
            f"expected libproviso.so in one of {', '.join(found)}, found none: install the package again with "
            "'pip install --force-reinstall proviso', or name the library in PROVISO_LIBRARY")
    loaded = ctypes.CDLL(path)
    text, size, number = ctypes.c_char_p, ctypes.c_size_t, ctypes.c_uint64
    handle, output, context = ctypes.POINTER(Handle), ctypes.POINTER(Output), ctypes.c_void_p
    functions: Dict[str, Tuple[Any, ...]] = {
        "open_file": (text, text, handle, output),
        "open_text": (text, size, text, handle, output),
        "reload": (number, text, size, output),
        "describe": (number, output),
        "check": (number, text, size, text, text, handle, output),
        "render": (number, text, text, output),
        "check_file": (number, text, text, number, Sink, context, output),
        "check_bytes": (number, text, size, text, number, Sink, context, output),
        "check_arrow": (number, context, text, number, Sink, context, output),
        "cancellation": (handle,),
        "cancel": (number,),
        "close": (number,),
    }
    for name, types in functions.items():
        function = getattr(loaded, f"proviso_engine_{name}")
        function.argtypes, function.restype = types, ctypes.c_int32
    version = loaded.proviso_engine_version()
    if version >> 16 != MAJOR:
        raise ImportError(f"{path}: expected version {MAJOR} of the interface, found {version >> 16}")
    return loaded


def text(value: Optional[str]) -> Optional[bytes]:
    """A string for C, which ends at its first NUL."""
    if value is None:
        return None
    if "\0" in value:
        raise ValueError(f"expected a string without NUL, found {value!r}")
    return value.encode("utf-8", "surrogateescape")


def options(values: Mapping[str, Any]) -> Optional[bytes]:
    given = {name: value for name, value in values.items() if value is not None}
    return json.dumps(given).encode() if given else None


def error(status: int, result: bytes) -> ProvisoError:
    """The exception for an error of the library."""
    try:
        details = json.loads(result)
    except ValueError:
        details = {}
    message = details.get("message", f"libproviso answered with {status}")
    kind, code = (UsageError, 2) if status in (BAD_HANDLE, BAD_ARGUMENT, BAD_RULES) else (RunError, 3)
    return kind(code, message, details)


def call(function: Any, *arguments: Any) -> Tuple[int, bytes]:
    """Calls a function whose last parameter is an output, again if the result had no room; raises its error."""
    while True:
        status = function(*arguments, room.reference)
        if room.is_whole:
            result = room.take()
            if status < 0:
                raise error(status, result)
            return status, result
        room.grow(room.output.count)


@functools.lru_cache(maxsize=None)
def native() -> Any:
    """The extension in C, bound to the library; None where it is not built or cannot be loaded."""
    try:
        from . import _native
    except ImportError:
        return None
    _native.bind(*(ctypes.cast(getattr(library(), f"proviso_engine_{name}"), ctypes.c_void_p).value
                   for name in ("check", "check_arrow")))
    return _native


@functools.lru_cache(maxsize=None)
def checker() -> Any:
    """A function that validates a record: by the extension in C, or else by ctypes, which takes a microsecond more.

    It returns None if there is nothing to report, else the result, a handle of the report, and the findings, or None instead of
    findings without room.
    """
    function = library().proviso_engine_check
    extension = native()
    return extension.check if extension else lambda *arguments: _check(function, *arguments)


@functools.lru_cache(maxsize=None)
def value_checker() -> Any:
    """The same for an object of Python, with what JSON has for others. It may raise `TypeError` for what `encode` can write."""
    extension, check = native(), checker()
    if extension:
        return extension.check_value
    return lambda rules, value, scenario, locale, plain: check(rules, encode(value), scenario, locale)


def _check(
    function: Any, rules: int, data: bytes, scenario: Optional[str], locale: Optional[str]
) -> Optional[Tuple[int, int, Optional[bytes]]]:
    status = function(
        rules, data, len(data), text(scenario), text(locale), room.handle_reference, room.reference)
    handle = room.handle.value
    if status == 0 and not handle:
        return None
    return status, handle, room.take() if room.is_whole else None


def check_table(rules: int, stream: int, options: Optional[bytes]) -> Tuple[int, bytes, bytes]:
    """Validates the stream at an address: the result, the findings, and the totals or the error."""
    extension = native()
    if extension:
        result: Tuple[int, bytes, bytes] = extension.check_table(rules, stream, options)
        return result
    pieces: List[bytes] = []

    def take(_context: Any, address: int, count: int) -> int:
        pieces.append(ctypes.string_at(address, count))
        return 0

    # The stream can be read once, so the result must have room at the first call. Pages that are not used cost nothing.
    memory = (ctypes.c_char * TOTALS).from_buffer(mmap.mmap(-1, TOTALS))
    output = Output(ctypes.addressof(memory), TOTALS, 0)
    status = library().proviso_engine_check_arrow(rules, stream, options, 0, Sink(take), None, ctypes.byref(output))
    return status, b"".join(pieces), ctypes.string_at(output.bytes, output.count)


class Found:
    """A verdict with its findings, which are read from JSON when they are first asked for."""

    __slots__ = ("valid", "_lines", "_findings")

    def __init__(self, valid: bool, lines: bytes) -> None:
        self.valid = valid
        self._lines = lines
        self._findings: Optional[List[Finding]] = None

    @property
    def findings(self) -> List[Finding]:
        """What the rules report, in the language of the call and the order of the data: errors, warnings and notes."""
        if self._findings is None:
            self._findings = self._read()
        return self._findings

    def _read(self) -> List[Finding]:
        return findings(self._lines)

    @property
    def _count(self) -> int:
        return self._lines.count(b"\n")

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {'valid' if self.valid else 'invalid'}, findings: {self._count}>"


def findings(lines: bytes) -> List[Any]:
    """Reads one JSON object from each line."""
    return json.loads(b"[" + lines.rstrip(b"\n").replace(b"\n", b",") + b"]") if lines else []
