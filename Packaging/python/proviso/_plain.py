"""Python objects as JSON."""

import dataclasses
import datetime
import decimal
import enum
import json
import os
import uuid
from collections.abc import Mapping, Set
from typing import Any


def plain(value: Any) -> Any:
    """What JSON has for an object that it does not know: called for dataclasses, models, dates and their like.

    >>> from proviso._plain import encode
    >>> encode({"born": datetime.date(2001, 2, 3), "sizes": {42}})
    b'{"born":"2001-02-03","sizes":[42]}'
    """
    dump = getattr(value, "model_dump", None)
    if dump is not None and not isinstance(value, type):
        return dump(mode="json", by_alias=True)
    if dataclasses.is_dataclass(value) and not isinstance(value, type):
        return {field.name: getattr(value, field.name) for field in dataclasses.fields(value)}
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, (tuple, Set)):
        return list(value)
    if isinstance(value, (datetime.datetime, datetime.date, datetime.time)):
        return value.isoformat() if value == value else None  # NaT of pandas is not equal to itself
    if isinstance(value, decimal.Decimal):
        return _number(value)
    if isinstance(value, enum.Enum):
        return value.value
    if isinstance(value, (uuid.UUID, os.PathLike)):
        return str(value)
    if type(value).__module__ == "numpy":
        return list(value) if value.ndim else _scalar(value[()])
    if type(value).__qualname__ == "NAType":  # of pandas
        return None
    hint = ": check_bytes takes JSON text" if isinstance(value, (bytes, bytearray, memoryview)) else ""
    raise TypeError(
        f"expected what JSON can hold, a dataclass or a pydantic model, found {type(value).__module__}."
        f"{type(value).__qualname__}{hint}")


def _number(value: decimal.Decimal) -> Any:
    """The number, if JSON's number is the same; otherwise a string that spells it, which the rules for numbers accept."""
    if not value.is_finite():
        return str(value)
    if value == value.to_integral_value() and abs(value.adjusted()) < 20:
        return int(value)
    return float(value) if decimal.Decimal(repr(float(value))) == value else str(value)


def _scalar(value: Any) -> Any:
    """A value of NumPy; ``item`` would make a number of a moment in nanoseconds."""
    if value.dtype.kind == "M":
        return str(value) if value == value else None
    return value.item()


try:
    from . import _native
except ImportError:  # an older Python, or one without a GIL: json does the same
    _native = None  # type: ignore[assignment]

NOT_JSON = "expected numbers that JSON has, found NaN or infinity: a value that is missing is None"
_encoder = json.JSONEncoder(ensure_ascii=False, allow_nan=False, separators=(",", ":"), default=plain)


def encode(value: Any) -> bytes:
    """The object as JSON in UTF-8. ``ValueError`` for NaN and infinity, which JSON does not have."""
    if _native is not None:
        try:
            encoded: bytes = _native.encode(value, plain)
            return encoded
        except TypeError:  # a key that is a number, or a subclass of str: json knows them, or says what is wrong
            pass
    try:
        return _encoder.encode(value).encode()
    except ValueError as error:
        raise ValueError(NOT_JSON) if "JSON compliant" in str(error) else error from None
