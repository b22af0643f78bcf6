"""Spark: the findings of a DataFrame as a DataFrame. Each task validates its rows in its own process, without the tool.

    findings = proviso.spark.check(people, "signup.yaml", keep=["id"], locale="de")
    findings.groupBy("code").count().show()
"""

import functools
import os
from typing import Any, Iterator, List, Mapping, Optional, Sequence, Tuple, Union

from ._errors import UsageError
from ._findings import PathLike
from ._plain import encode
from ._rules import Rules

# What `to_arrow` of a table's report has, without the row: that is the number in a batch.
_PARTS = ("path", "code", "severity", "attribute", "label", "message", "parameters")


def check(
    frame: Any,
    rules: Union[PathLike, Mapping[str, Any]],
    *,
    keep: Sequence[str] = (),
    scenario: Optional[str] = None,
    locale: Optional[str] = None,
) -> Any:
    """The findings of a DataFrame, one row for each; ``keep`` names columns of the data that are beside each finding.

    ``rules`` is a rule file or the content of one. A file is read here and sent to the tasks; files that it includes, and a
    directory of rule files, must be under the same path on all machines. Mistakes in rules, and columns that are missing,
    raise before Spark starts a task. So do rules that need all records, such as ``unique``: a task sees only its own.
    """
    from pyspark.sql.pandas.types import to_arrow_schema
    from pyspark.sql.types import StringType, StructField, StructType

    twice = [name for name in keep if name in _PARTS]
    if twice:
        raise UsageError(2, f"keep: '{twice[0]}' is the name of a column of findings: rename it, such as by withColumnRenamed")
    opened = Rules(rules)
    if opened.description["needsAllRecords"]:
        raise UsageError(
            2, "expected rules that look at one record at a time, found rules that compare records or are about all of them, "
            "such as 'unique': a task of Spark sees only a part of the records")
    opened.check_table(to_arrow_schema(frame.schema).empty_table(), scenario=scenario, locale=locale)
    source = _source(rules, opened)
    names = list(keep)
    schema = StructType([
        *(StructField(name, frame.schema[name].dataType) for name in names),
        *(StructField(name, StringType()) for name in _PARTS)])
    return frame.mapInArrow(lambda batches: _findings(batches, source, names, scenario, locale), schema)


# The text and the name of rules, or None and their path.
Source = Tuple[Optional[bytes], Optional[str]]


def _source(rules: Union[PathLike, Mapping[str, Any]], opened: Rules) -> Source:
    if isinstance(rules, Mapping):
        return encode(rules), None
    path = os.path.abspath(os.fspath(rules))
    if os.path.isdir(path) or len(opened.description["files"]) > 1:
        return None, path
    with open(path, "rb") as file:
        return file.read(), os.fspath(rules)


@functools.lru_cache(maxsize=8)
def _opened(text: Optional[bytes], name: Optional[str]) -> Rules:
    """The rules in a process of Spark, which runs many tasks."""
    if text is None:
        assert name is not None
        return Rules(name)
    return Rules.from_text(text, file=name)


def _findings(
    batches: Iterator[Any], source: Source, keep: List[str], scenario: Optional[str], locale: Optional[str]
) -> Iterator[Any]:
    import pyarrow

    rules = _opened(*source)
    for batch in batches:
        found = rules.check_table(batch, scenario=scenario, locale=locale, jobs=1).to_arrow().combine_chunks()
        rows = pyarrow.compute.subtract(found["row"], 1).combine_chunks()
        columns = [batch.column(name).take(rows) for name in keep]
        yield pyarrow.RecordBatch.from_arrays(
            [*columns, *(found[name].combine_chunks() for name in _PARTS)], names=[*keep, *_PARTS])
