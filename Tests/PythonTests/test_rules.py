"""The package in process, with libproviso.so from PROVISO_LIBRARY: Scripts/test-python runs it."""

import collections
import dataclasses
import datetime
import decimal
import doctest
import enum
import gc
import json
import os
import pathlib
import random
import subprocess
import sys
import tempfile
import threading
import unittest
import uuid

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Packaging/python"))
import proviso  # noqa: E402
import proviso._plain  # noqa: E402
import proviso._rules  # noqa: E402

SIGNUP = {"rules": [["email", "required"], ["email", "email"], ["age", "integer", {"min": 18}]]}


class RulesTests(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = pathlib.Path(folder.name)

    def write(self, name, text):
        path = self.folder / name
        path.write_text(text)
        return path

    def test_a_record_has_findings_with_their_parts(self):
        rules = proviso.Rules(self.write("signup.yaml", json.dumps(SIGNUP)))
        report = rules.check({"email": "a@b.com", "age": 7}, locale="de")
        self.assertFalse(report.valid)
        (finding,) = report.findings
        self.assertEqual((finding["path"], finding["code"], finding["parameters"]), ("/age", "number.tooSmall", {"min": 18}))
        self.assertEqual((finding["line"], finding["column"]), (1, 26))
        self.assertIn("mindestens 18", finding["message"])
        self.assertIn("signup.yaml:1:", finding["rulePosition"])

    def test_valid_records_have_no_findings(self):
        report = proviso.Rules(SIGNUP).check({"email": "a@b.com"})
        self.assertTrue(report.valid)
        self.assertEqual(report.findings, [])
        self.assertEqual(report.render("fr"), [])
        self.assertEqual(report.problem(), {})
        report.raise_for_errors()

    def test_a_report_is_rendered_in_any_language_after_the_rules_are_closed(self):
        with proviso.Rules(SIGNUP) as rules:
            report = rules.check({"email": ""})
        messages = {report.render(locale)[0]["message"] for locale in ("en", "de", "ja", "ar", "fr-CA")}
        self.assertEqual(len(messages), 5)
        self.assertEqual(report.problem(locale="de")["status"], 422)
        self.assertEqual(json.loads(report.document())["summary"]["invalid"], 1)
        with self.assertRaisesRegex(proviso.UsageError, "did you mean 'sarif'"):
            report.document("sarf")

    def test_errors_are_raised_with_their_messages(self):
        report = proviso.Rules(SIGNUP).check({"email": "x@"})
        with self.assertRaises(proviso.Invalid) as raised:
            report.raise_for_errors()
        self.assertIs(raised.exception.report, report)
        self.assertIn("email address", str(raised.exception))
        self.assertIsInstance(raised.exception, ValueError)

    def test_warnings_are_no_reason_to_raise(self):
        report = proviso.Rules({"rules": [["email", "email", {"severity": "warning"}]]}).check({"email": "x@"})
        self.assertTrue(report.valid)
        self.assertEqual(len(report.findings), 1)
        report.raise_for_errors()

    def test_bytes_and_text_are_the_same_json(self):
        rules = proviso.Rules(SIGNUP)
        text = '{"email": "ü@"}'
        for data in (text, text.encode(), bytearray(text.encode()), memoryview(text.encode())):
            self.assertEqual([f["code"] for f in rules.check_bytes(data).findings], ["email.invalid"])

    def test_text_that_is_not_json_has_a_place(self):
        for data in (b"", b"{", b'{"email":"\xff"}', b"nul"):
            with self.subTest(data), self.assertRaises(proviso.RunError) as raised:
                proviso.Rules(SIGNUP).check_bytes(data)
            self.assertEqual(raised.exception.details["code"], "input")
            self.assertEqual(raised.exception.details["line"], 1)

    def test_mistakes_in_rules_have_places(self):
        with self.assertRaisesRegex(proviso.UsageError, "did you mean 'email'") as raised:
            proviso.Rules.from_text("rules:\n  - [a, emial]\n", file="x.yaml")
        (diagnostic,) = raised.exception.details["diagnostics"]
        self.assertEqual((diagnostic["file"], diagnostic["line"]), ("x.yaml", 2))
        with self.assertRaisesRegex(proviso.UsageError, "nope.yaml"):
            proviso.Rules("nope.yaml")
        for wrong in ([["a", "email"]], None, 3):
            with self.assertRaisesRegex(TypeError, "expected a path, or a mapping"):
                proviso.Rules(wrong)
        with self.assertRaisesRegex(TypeError, "check_bytes"):
            proviso.Rules(SIGNUP).check(b"{}")
        with self.assertRaises(ValueError):
            proviso.Rules("a\0b")
        with self.assertRaisesRegex(proviso.UsageError, "scenario 'x'"):
            proviso.Rules(SIGNUP).check({}, scenario="x")
        with self.assertRaisesRegex(proviso.UsageError, "locale"):
            proviso.Rules(SIGNUP).check({"email": ""}, locale="??")

    def test_objects_of_python_are_records(self):
        rules = proviso.Rules({"rules": [
            ["born", "date"], ["size", "in", {"range": ["S"]}], ["price", "number", {"max": 10}], ["tags", "count", {"min": 1}],
            ["id", "uuid"], ["at.x", "integer"]]})

        class Size(enum.Enum):
            SMALL = "S"

        @dataclasses.dataclass
        class Place:
            x: int

        @dataclasses.dataclass
        class Shirt:
            born: datetime.date
            size: Size
            price: decimal.Decimal
            tags: tuple
            id: uuid.UUID
            at: Place

        def shirt(price):
            return Shirt(datetime.date(2020, 2, 29), Size.SMALL, decimal.Decimal(price), ("a",), uuid.UUID("f81d4fae-7dec-11d0-a765-00a0c91e6bf6"), Place(1))

        self.assertEqual(rules.check(shirt("9.90")).findings, [])
        self.assertEqual([f["code"] for f in rules.check(shirt("10.1000000000000000000001")).findings], ["number.tooBig"])
        for wrong in (object(), {"a": object()}, b"x"):
            with self.assertRaisesRegex(TypeError, "expected what JSON can hold"):
                rules.check(wrong)
        for strange in ("NaN", "sNaN", "-Infinity"):
            self.assertEqual([f["code"] for f in rules.check({"price": decimal.Decimal(strange)}).findings], ["number.type"])
        with self.assertRaisesRegex(ValueError, "a value that is missing is None"):
            rules.check({"price": float("nan")})

    @unittest.skipIf(proviso._plain._native is None, "the extension in C is not built")
    def test_the_extension_writes_the_same_json_as_the_module_json(self):
        class Name(str):
            pass

        nested = []
        for _ in range(200):
            nested = [nested]
        for value in (
            {"a": 1, "b": [True, False, None], "c": {}, "d": [], "": ""}, "ü\"\\\n\0\x1f\x7f漢😀", -2**63, 2**64, 10**40, 0.1,
            1e300, -0.0, 5e-324, 1e16, {1: 2, None: 3, True: 4}, Name("x"), {Name("x"): Name("y")}, (1, (2,)), nested,
            collections.OrderedDict(a=1), datetime.date(2020, 1, 2), {"x": {1.5}},
        ):
            with self.subTest(value):
                expected = json.loads(proviso._plain._encoder.encode(value))
                self.assertEqual(json.loads(proviso._plain.encode(value)), expected)
        for wrong in (float("inf"), "\ud800", {"a": {2: object()}}, b"x"):
            with self.subTest(wrong), self.assertRaises((ValueError, TypeError)):
                proviso._plain.encode(wrong)
        nested.append(nested)
        with self.assertRaises((RecursionError, ValueError)):
            proviso._plain.encode(nested)

    @unittest.skipIf(proviso._plain._native is None, "the extension in C is not built")
    def test_the_extension_writes_numbers_and_strings_as_the_module_json_to_the_byte(self):
        numbers = [0.0, -0.0, 0.01, 0.009, 0.015, 1.005, 12.0, 12.5, -3.07, 0.1 + 0.2, 99.995, 1e11 + 0.01, 999999999999.99, 1e12, 1e16,
                   1e22, 1e-7, 5e-324, 0, -1, 7, 10, 2**63 - 1, -2**63, 2**63]
        numbers += [random.Random(1).randrange(10**14) / 100 for _ in range(1000)] + [index / 1000 for index in range(-2000, 2000)]
        strings = ["x" * before + sign + "y" * after for sign in '"\\\b\t\n\v\f\r\0\x1f\x7f é漢😀' for before in range(18) for after in (0, 1, 3, 4, 7, 8, 9)]
        for value in [*numbers, *strings, {name: name for name in strings}, "x" * 100_000, ["\n" * 9000]]:
            self.assertEqual(proviso._plain.encode(value), proviso._plain._encoder.encode(value).encode())

    def test_a_record_is_validated_as_its_json(self):
        rules = proviso.Rules({"rules": [["a", "number", {"max": 5}], ["b", "email"], ["1", "integer"]]})
        for record in ({"a": 5.01, "b": "x@\n"}, {"a": 4, "b": "ü@x.de", "c": "\0" * 9000}, {1: "x", None: 2}, {}, [], None, 3, "x",
                       collections.OrderedDict(a="7"), {"a": decimal.Decimal("5.5"), "d": ["x" * 9000, {"e": {1, 2}}]}):
            with self.subTest(str(record)[:50]):
                text = proviso._plain._encoder.encode(record)
                self.assertEqual(rules.check(record, locale="ja").findings, rules.check_bytes(text, locale="ja").findings)
        with self.assertRaisesRegex(ValueError, "without NUL"):
            rules.check({}, locale="d\0e")
        with self.assertRaises(ValueError):
            rules.check_bytes(b"{}", scenario="\0")
        with self.assertRaises((RecursionError, ValueError)):
            endless = {}
            endless["a"] = endless
            rules.check(endless)

    def test_findings_that_need_more_room_than_usual_are_whole(self):
        rules = proviso.Rules({"rules": [["items.*", "email"]]})
        report = rules.check({"items": ["x" * 50] * 900}, locale="de")
        self.assertEqual(len(report.findings), 900)
        self.assertIn("gültige", report.findings[-1]["message"])
        self.assertEqual(len(report.render("fr")), 900)

    def test_rules_are_reloaded_while_threads_validate(self):
        rules = proviso.Rules.from_text(json.dumps(SIGNUP))
        wrong = []

        def validate():
            for _ in range(300):
                if rules.check({"email": "x@"}).valid:
                    wrong.append(1)

        threads = [threading.Thread(target=validate) for _ in range(4)]
        for thread in threads:
            thread.start()
        for _ in range(30):
            rules.reload(json.dumps(SIGNUP))
        with self.assertRaises(proviso.UsageError):
            rules.reload("rules: [[a, nope]]")
        for thread in threads:
            thread.join()
        self.assertEqual(wrong, [])
        self.assertEqual(rules.description["generation"], 31)

    def test_closed_rules_are_an_error(self):
        rules = proviso.Rules(SIGNUP)
        rules.close()
        rules.close()
        with self.assertRaisesRegex(proviso.UsageError, "closed"):
            rules.check({})
        with self.assertRaises(proviso.UsageError):
            rules.description

    def test_a_file_is_a_stream_of_findings(self):
        path = self.write("people.csv", "email,age\nx@,20\na@b.com,3\n")
        findings = proviso.Rules(SIGNUP).check_file(path, locale="de", show_values=True)
        found = list(findings)
        self.assertEqual([(f["line"], f["record"], f["code"], f["value"]) for f in found],
                         [(2, 1, "email.invalid", "x@"), (3, 2, "number.tooSmall", "3")])
        self.assertIs(findings.valid, False)
        self.assertEqual(findings.summary["records"], 2)
        self.assertEqual(list(findings), [])

    def test_a_file_can_be_left_in_the_middle(self):
        path = self.write("many.ndjson", '{"email":"x@"}\n' * 50_000)
        with proviso.Rules(SIGNUP).check_file(path) as findings:
            self.assertEqual(next(findings)["record"], 1)
        findings = proviso.Rules(SIGNUP).check_file(path)
        next(findings)
        del findings
        gc.collect()
        self.assertEqual([thread for thread in threading.enumerate() if thread.name == "proviso"], [])

    def test_a_program_may_end_in_the_middle_of_a_file(self):
        path = self.write("many.ndjson", '{"email":"x@"}\n' * 50_000)
        program = f"import proviso; findings = proviso.Rules({SIGNUP!r}).check_file({str(path)!r}); print(next(findings)['record'])"
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, timeout=60,
            env={**os.environ, "PYTHONPATH": str(ROOT / "Packaging/python")})
        self.assertEqual((done.returncode, done.stdout, done.stderr), (0, "1\n", ""))

    def test_a_file_that_cannot_be_read_is_an_error(self):
        rules = proviso.Rules(SIGNUP)
        with self.assertRaisesRegex(proviso.RunError, "/nope.csv: No such file"):
            list(rules.check_file("/nope.csv"))
        path = self.write("half.ndjson", '{"email":"x@"}\n{"email":\n')
        findings = rules.check_file(path)
        self.assertEqual(next(findings)["code"], "email.invalid")
        with self.assertRaisesRegex(proviso.RunError, r"half.ndjson:2:"):
            next(findings)
        with self.assertRaisesRegex(proviso.UsageError, "did you mean 'jobs'"):
            list(rules.check_file(path, jbos=2))

    def test_doctests(self):
        for module in (proviso, proviso._plain, proviso._rules):
            self.assertEqual(doctest.testmod(module).failed, 0)
        self.assertGreater(doctest.testmod(proviso._rules).attempted, 4)


if __name__ == "__main__":
    unittest.main()
