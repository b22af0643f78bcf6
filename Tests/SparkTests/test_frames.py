"""proviso.spark in local[2], with libproviso.so from PROVISO_LIBRARY (`make test-spark`): its findings are those of one table."""

import json
import os
import pathlib
import sys
import tempfile
import unittest

from pyspark.sql import SparkSession

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PACKAGE = str(ROOT / "Packaging/python")
sys.dont_write_bytecode = True
sys.path.insert(0, PACKAGE)
# The workers of Spark import the package too.
os.environ["PYTHONPATH"] = os.pathsep.join([PACKAGE, os.environ.get("PYTHONPATH", "")])
os.environ["PYSPARK_PYTHON"] = sys.executable
import proviso  # noqa: E402
import proviso.spark  # noqa: E402

RULES = {"rules": [["email", "email"], ["age", "integer", {"min": 18}], ["tags.*", "string", {"max": 3}]]}
SCHEMA = "id long, email string, age int, tags array<string>, at struct<x: double>"


def people(count):
    return [(number, "x@" if number % 7 == 0 else "a@b.com", None if number % 5 == 0 else number % 50,
             ["long"] if number % 11 == 0 else [], (0.5,)) for number in range(count)]


class FrameTests(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.spark = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false").getOrCreate()
        cls.spark.sparkContext.setLogLevel("FATAL")

    @classmethod
    def tearDownClass(cls):
        cls.spark.stop()

    def frame(self, count, parts=3):
        return self.spark.createDataFrame(people(count), SCHEMA).repartition(parts, "id")

    def test_the_findings_are_those_of_one_table(self):
        frame = self.frame(5000)
        table = frame.toArrow()
        ids = table["id"].to_pylist()
        for locale in ("de", "ja", "ar"):
            found = proviso.spark.check(frame, RULES, keep=["id"], locale=locale).collect()
            expected = proviso.Rules(RULES).check_table(table, locale=locale)
            self.assertEqual(
                sorted((row["id"], row["path"], row["code"], row["message"], row["label"], row["severity"]) for row in found),
                sorted((ids[f["record"] - 1], f["path"], f["code"], f["message"], f["label"], f["severity"]) for f in expected))
        self.assertIn("/tags/0", {row["path"] for row in found})
        self.assertTrue(any(json.loads(row["parameters"]).get("max") == 3 for row in found))

    def test_rules_are_a_file_that_only_the_driver_has(self):
        with tempfile.TemporaryDirectory() as folder:
            path = pathlib.Path(folder, "rules.yaml")
            path.write_text("rules: [[email, email]]\n")
            found = proviso.spark.check(self.frame(70), path)
        self.assertEqual({row["code"] for row in found.collect()}, {"email.invalid"})
        self.assertEqual(found.columns[0], "path")
        self.assertEqual(found.count(), 10)

    def test_files_that_are_included_are_read_where_they_are(self):
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "ages.yaml").write_text("rules: [[age, integer, { min: 18 }]]\n")
            path = pathlib.Path(folder, "rules.yaml")
            path.write_text("include: [ages.yaml]\nrules: [[email, email]]\n")
            codes = {row["code"] for row in proviso.spark.check(self.frame(70), path).collect()}
        self.assertEqual(codes, {"email.invalid", "number.tooSmall"})

    def test_no_rows_and_valid_rows_have_no_findings(self):
        self.assertEqual(proviso.spark.check(self.frame(0), RULES, keep=["id", "at"]).collect(), [])
        self.assertEqual(proviso.spark.check(self.frame(100).where("id = 18"), RULES).collect(), [])

    def test_kept_columns_have_any_type(self):
        (row,) = proviso.spark.check(self.frame(8).where("id = 7"), {"rules": [["email", "email"]]}, keep=["at", "tags"]).collect()
        self.assertEqual((row["at"]["x"], row["tags"], row["code"]), (0.5, [], "email.invalid"))

    def test_mistakes_are_raised_before_a_task_starts(self):
        frame = self.frame(10)
        with self.assertRaisesRegex(proviso.UsageError, "did you mean 'email'"):
            proviso.spark.check(frame, {"rules": [["email", "emial"]]})
        with self.assertRaisesRegex(proviso.RunError, "no column 'emial'"):
            proviso.spark.check(frame, {"rules": [["emial", "email"]]})
        for rules in ({"rules": [["id", "unique"]]}, {"dataset": [["rows", {"min": 1}]]}):
            with self.assertRaisesRegex(proviso.UsageError, "one record at a time"):
                proviso.spark.check(frame, rules)
        with self.assertRaisesRegex(proviso.UsageError, "locale"):
            proviso.spark.check(frame, RULES, locale="??")
        with self.assertRaisesRegex(proviso.UsageError, "scenario 'x'"):
            proviso.spark.check(frame, RULES, scenario="x")
        with self.assertRaisesRegex(proviso.UsageError, "'code' is the name"):
            proviso.spark.check(frame, RULES, keep=["code"])


if __name__ == "__main__":
    unittest.main()
