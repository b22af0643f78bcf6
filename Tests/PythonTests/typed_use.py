"""A program with types that uses the package: Scripts/test-python checks it by mypy --strict, and runs it."""

import dataclasses
import pathlib
import sys
import tempfile
from typing import Dict, List

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "Packaging/python"))
import proviso  # noqa: E402


@dataclasses.dataclass
class Person:
    email: str
    age: int


def messages(report: proviso.Report, locale: str) -> Dict[str, str]:
    return {finding["path"]: finding["message"] for finding in report.render(locale)}


def lines(check: proviso.FileCheck) -> List[int]:
    return [finding["line"] for finding in check]


def main() -> None:
    rules = proviso.Rules({"rules": [["email", "email"], ["age", "integer", {"min": 18}]]})
    report: proviso.Report = rules.check(Person("x@", 7), locale="de")
    found: List[proviso.Finding] = report.findings
    assert [finding["code"] for finding in found] == ["email.invalid", "number.tooSmall"]
    assert messages(report, "ja")["/age"].startswith("Age")
    try:
        report.raise_for_errors()
    except proviso.Invalid as error:
        assert error.report is report
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "people.csv")
        path.write_text("email,age\nx@,20\n")
        with rules.check_file(path, jobs=1) as check:
            assert lines(check) == [2] and check.valid is False
    assert rules.check_bytes(b'{"age": 18}').valid
    try:
        rules.check_bytes(b"{")
    except proviso.RunError as wrong:
        assert wrong.details["line"] == 1


main()
