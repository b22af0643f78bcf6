"""Tables of pyarrow, pandas and polars; Scripts/test-python runs it with those that are installed."""

import datetime
import decimal
import json
import pathlib
import sys
import tempfile
import threading
import unittest
import unittest.mock

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Packaging/python"))
import proviso  # noqa: E402

import numpy  # noqa: E402
import pandas  # noqa: E402
import polars  # noqa: E402
import pyarrow  # noqa: E402
from pyarrow import dataset, parquet  # noqa: E402

RULES = proviso.Rules({"rules": [["email", "email"], ["age", "integer", {"min": 18}]]})
DATA = {"email": ["a@b.com", "x@", None], "age": [20, 7, None], "unnamed": [1, 2, 3]}


def codes(report):
    return [(finding["record"], finding["path"], finding["code"]) for finding in report.findings]


class TableTests(unittest.TestCase):
    EXPECTED = [(2, "/email", "email.invalid"), (2, "/age", "number.tooSmall")]

    def test_tables_of_all_libraries_have_the_same_findings(self):
        arrow = pyarrow.table(DATA)
        reader = pyarrow.RecordBatchReader.from_batches(arrow.schema, arrow.to_batches())
        for table in (arrow, arrow.to_batches()[0], reader, pandas.DataFrame(DATA), polars.DataFrame(DATA)):
            with self.subTest(type(table)):
                report = RULES.check_table(table)
                self.assertEqual(codes(report), self.EXPECTED)
                self.assertFalse(report.valid)
                self.assertEqual(report.summary["records"], 3)

    def test_findings_are_a_table(self):
        table = RULES.check_table(pyarrow.table(DATA), locale="de").to_arrow()
        self.assertEqual(table["row"].to_pylist(), [2, 2])
        self.assertIn("gültige", table["message"][0].as_py())
        self.assertEqual(RULES.check_table(pyarrow.table(DATA).slice(0, 1)).to_arrow().num_rows, 0)

    def test_rules_about_all_rows_find_what_they_find_in_a_file(self):
        rules = proviso.Rules({"rules": [["age", "integer"]], "dataset": [
            ["rows", {"min": 4}], ["share", {"of": "age", "is": "absent", "max": 0.25}], ["distinct", {"of": "email", "max": 5}],
            ["max", {"of": "age", "max": 19, "severity": "warning"}]]})
        report = rules.check_table(pyarrow.table(DATA), locale="de")
        self.assertEqual([(f["code"], f["attribute"]) for f in report], [
            ("dataset.tooSmall", "rows"), ("dataset.tooBig", "share(age is absent)"), ("dataset.tooBig", "max(age)")])
        self.assertFalse(report.valid)
        self.assertEqual((report.summary["invalid"], report.summary["severities"]["error"]), (0, 2))
        self.assertEqual(report.to_arrow()["row"].to_pylist(), [None] * 3)
        self.assertTrue(all("record" not in finding and finding["message"] for finding in report))
        many = pyarrow.concat_tables([pyarrow.table(DATA).slice(0, 2)] * 2)
        self.assertTrue(rules.check_table(many).valid)
        self.assertEqual(len(rules.check_table(many)), 1)
        with self.assertRaisesRegex(proviso.RunError, "no column 'age'"):
            rules.check_table(pyarrow.table({"email": ["x"]}))
        self.assertEqual(len(rules.check_table(pyarrow.table(DATA).slice(0, 0))), 2)

    def test_slices_and_chunks_are_the_same_rows(self):
        table = pyarrow.concat_tables([pyarrow.table(DATA)] * 3).slice(1, 7)
        self.assertEqual([row for row, _, code in codes(RULES.check_table(table)) if code == "email.invalid"], [1, 4, 7])
        batch = pyarrow.record_batch(pyarrow.table(DATA).to_batches()[0].slice(1))
        self.assertEqual(codes(RULES.check_table(batch)), [(1, p, c) for _, p, c in self.EXPECTED])

    def check(self, rule, values, kind):
        table = pyarrow.table({"x": pyarrow.array(values, kind)})
        return [finding["record"] for finding in proviso.Rules({"rules": [["x", *rule]]}).check_table(table)]

    def test_values_of_each_type_are_what_rules_expect(self):
        largest = 2**64 - 1
        for kind in (pyarrow.int8(), pyarrow.uint8(), pyarrow.int16(), pyarrow.uint16(), pyarrow.int32(), pyarrow.uint32(),
                     pyarrow.int64(), pyarrow.uint64(), pyarrow.float32(), pyarrow.float64(), pyarrow.decimal128(10, 2)):
            with self.subTest(kind):
                self.assertEqual(self.check(["number", {"max": 5}], [4, None, 6], kind), [3])
        self.assertEqual(self.check(["number", {"max": largest - 1}], [largest - 1, largest], pyarrow.uint64()), [2])
        self.assertEqual(self.check(["number", {"max": 0.1}], [0.1, 0.2], pyarrow.float32()), [2])
        self.assertEqual(self.check(["number"], [float("nan"), float("inf")], pyarrow.float64()), [2])
        price = decimal.Decimal
        self.assertEqual(
            self.check(["number", {"min": -0.5}], [price("-0.05"), price("-0.51")], pyarrow.decimal128(5, 2)), [2])
        self.assertEqual(self.check(["boolean", {"strict": True}], [True, False, None], pyarrow.bool_()), [])
        for kind in (pyarrow.string(), pyarrow.large_string(), pyarrow.string_view(), pyarrow.dictionary(pyarrow.int8(), pyarrow.string())):
            with self.subTest(kind):
                values = ["ok", "", "a string that is longer than a view", None]
                self.assertEqual(self.check(["string", {"max": 12}], values, kind), [3])

    def test_the_totals_count_what_reports_do_not_list(self):
        rules = proviso.Rules({"rules": [["items.*", "email"], ["age", "integer", {"max": 1, "severity": "warning"}]]})
        report = rules.check_table(pyarrow.table({"items": [["x"] * 3000, [], []], "age": [1, 2, 1]}))
        self.assertEqual(report.summary["codes"], {"email.invalid": 3000, "number.tooBig": 1})
        self.assertEqual(report.summary["recordsByWorst"], {"error": 1, "warning": 1, "info": 0})
        self.assertEqual(report.summary["severities"], {"error": 3000, "warning": 1, "info": 0})

    def test_dates_and_times_are_text_in_iso_8601(self):
        day = datetime.date
        self.assertEqual(self.check(["date", {"min": "2020-01-01"}], [day(2020, 1, 1), day(1969, 12, 31)], pyarrow.date32()), [2])
        self.assertEqual(self.check(["date", {"min": "2020-01-01"}], [day(2020, 1, 1), day(1969, 12, 31)], pyarrow.date64()), [2])
        moment = datetime.datetime(2020, 1, 2, 3, 4, 5, 678000)
        for unit in ("s", "ms", "us", "ns"):
            with self.subTest(unit):
                for kind, text in ((pyarrow.timestamp(unit, "UTC"), "Z"), (pyarrow.timestamp(unit), "")):
                    exact = moment.replace(microsecond=0) if unit == "s" else moment
                    fraction = "" if unit == "s" else ".678"
                    pattern = f"^2020-01-02T03:04:05{fraction}{text}$"
                    self.assertEqual(self.check(["match", {"pattern": pattern}], [exact], kind), [])
        times = [datetime.time(3, 4, 5)]
        self.assertEqual(self.check(["match", {"pattern": "^03:04:05$"}], times, pyarrow.time32("s")), [])
        self.assertEqual(self.check(["match", {"pattern": "^03:04:05$"}], times, pyarrow.time64("us")), [])

    def test_nested_columns_are_lists_and_objects(self):
        rules = proviso.Rules({"rules": [["items.*.sku", "required"], ["address.city", "required"]]})
        table = pyarrow.table({
            "items": [[{"sku": "a"}], [{"sku": "b"}, {"sku": None}], [], None],
            "address": [{"city": "Berlin"}, {"city": None}, None, {"city": "x"}]})
        self.assertEqual([path for _, path, _ in codes(rules.check_table(table))],
                         ["/items/1/sku", "/address/city", "/address/city"])
        self.assertEqual([path for _, path, _ in codes(rules.check_table(table.slice(1, 1)))], ["/items/1/sku", "/address/city"])
        flat = pyarrow.table({"items": [[{"sku": "a"}]], "address.city": [""]})
        self.assertEqual([path for _, path, _ in codes(rules.check_table(flat))], ["/address/city"])

    def test_rows_are_compared_with_earlier_rows(self):
        report = proviso.Rules({"rules": [["id", "unique"]]}).check_table(pyarrow.table({"id": [1, 2, 1, None, None]}))
        self.assertEqual([(f["record"], f["parameters"]["firstRecord"]) for f in report], [(3, 1)])

    def test_tables_that_do_not_fit_are_refused(self):
        with self.assertRaisesRegex(proviso.RunError, "no column 'email'.*did you mean 'emial'"):
            RULES.check_table(pyarrow.table({"emial": ["x"], "age": [1]}))
        with self.assertRaisesRegex(proviso.RunError, "Arrow type 'z'"):
            RULES.check_table(pyarrow.table({"email": pyarrow.array([b"x"], pyarrow.binary()), "age": [1]}))
        with self.assertRaisesRegex(TypeError, "__arrow_c_stream__"):
            RULES.check_table([1])
        with self.assertRaisesRegex(proviso.UsageError, "scenario"):
            RULES.check_table(pyarrow.table(DATA), scenario="x")

    def test_a_table_without_rows_is_valid(self):
        report = RULES.check_table(pyarrow.table(DATA).slice(0, 0))
        self.assertTrue(report.valid)
        self.assertEqual(report.summary["records"], 0)

    def test_a_reader_that_fails_is_an_error(self):
        def batches():
            yield pyarrow.table(DATA).to_batches()[0]
            raise OSError("the disk is gone")

        reader = pyarrow.RecordBatchReader.from_batches(pyarrow.table(DATA).schema, batches())
        with self.assertRaisesRegex(proviso.RunError, "the disk is gone"):
            RULES.check_table(reader)

    def test_a_column_alone_is_no_table(self):
        for column in (pyarrow.chunked_array([[1, 2]]), polars.Series([1, 2])):
            with self.subTest(type(column)), self.assertRaisesRegex(proviso.RunError, "expected a table"):
                RULES.check_table(column)

    def test_what_is_no_table_is_refused_with_what_makes_one(self):
        frame = polars.DataFrame(DATA)
        for wrong, hint in ((frame.lazy(), "call collect"), ("people.csv", "check_file"), (pathlib.Path("x"), "check_file"),
                            (DATA, "pyarrow.table"), ([{"age": 1}], "from_pylist"), (iter([]), "from_batches")):
            with self.subTest(type(wrong)), self.assertRaisesRegex(TypeError, hint):
                RULES.check_table(wrong)

    def test_a_dataset_is_a_table(self):
        with tempfile.TemporaryDirectory() as folder:
            parquet.write_table(pyarrow.table(DATA), folder + "/people.parquet")
            found = dataset.dataset(folder)
            for table in (found, found.scanner(batch_size=2)):
                self.assertEqual(codes(RULES.check_table(table)), self.EXPECTED)

    def test_the_example_of_the_page_finds_rows_with_and_without_findings(self):
        page = (ROOT / "Docs/Python.md").read_text()
        example = page.split("## Tables\n")[1].split("```python\n")[1].split("```")[0]
        people = "id,email,age,zip\n1,a@b.com,20,01234\n2,x@,7,99999\n3,,,ABC\n4,c@d.org,44,00005\n"
        with tempfile.TemporaryDirectory() as folder:
            pathlib.Path(folder, "people.csv").write_text(people)
            rules = proviso.Rules({"rules": [
                ["email", "required"], ["email", "email"], ["age", "integer", {"min": 18}], ["zip", "match", {"pattern": "^[0-9]{5}$"}]]})
            names = {"rules": rules}
            exec(example.replace("people.csv", folder + "/people.csv"), names)
        self.assertEqual(names["found"]["row"].tolist(), [2, 2, 3, 3])
        self.assertEqual(names["beside"][["path", "id", "zip"]].values.tolist(), [
            ["/email", 2, "99999"], ["/age", 2, "99999"], ["/email", 3, "ABC"], ["/zip", 3, "ABC"]])
        self.assertEqual(names["good"]["id"].tolist(), [1, 4])

    def test_values_of_numpy_and_pandas_are_values(self):
        rules = proviso.Rules({"rules": [["at", "required"], ["at", "datetime"], ["age", "integer", {"min": 18}], ["tags", "count", {"max": 2}]]})
        row = pandas.DataFrame({"at": pandas.to_datetime(["2024-01-31 10:00"]), "age": [7]}).iloc[0].to_dict()
        moment = numpy.datetime64("2024-01-31T10:00:00", "ns")
        for record, expected in (
            (row, ["number.tooSmall"]), ({"at": pandas.NaT}, ["required.blank"]), ({"at": pandas.NA}, ["required.blank"]),
            ({"at": numpy.datetime64("NaT")}, ["required.blank"]), ({"at": moment, "age": numpy.int64(7)}, ["number.tooSmall"]),
            ({"at": moment, "tags": numpy.array([[1, 2], [3, 4], [5, 6]])}, ["count.tooMany"]),
            ({"at": numpy.array(moment), "tags": numpy.array(["a", "b"])}, []), ({"at": moment, "age": numpy.float64(18)}, []),
        ):
            with self.subTest(record):
                self.assertEqual([finding["code"] for finding in rules.check(record).findings], expected)
        for missing in (float("nan"), numpy.float64("nan"), numpy.array([1.0, numpy.inf])):
            with self.subTest(missing), self.assertRaisesRegex(ValueError, "a value that is missing is None"):
                rules.check({"age": missing})

    def test_jobs_are_a_number_of_threads(self):
        for jobs in (0, -1, 1025, "2", 1.5):
            with self.subTest(jobs), self.assertRaisesRegex(proviso.UsageError, "jobs: expected a number from 1 to 1024"):
                RULES.check_table(pyarrow.table(DATA), jobs=jobs)


@unittest.mock.patch("proviso._table.ROWS", 4)
class ThreadTests(unittest.TestCase):
    """Tables in pieces of four rows."""

    TABLE = pyarrow.concat_tables([pyarrow.table(DATA)] * 11 + [pyarrow.table(DATA).slice(0, 1)] * 9)

    def assert_same(self, report, other):
        self.assertEqual(json.dumps(report.findings), json.dumps(other.findings))
        self.assertEqual(json.dumps(report.summary), json.dumps(other.summary))
        self.assertEqual((report.valid, report.notes, len(report)), (other.valid, other.notes, len(other)))

    def test_threads_find_what_one_thread_finds(self):
        rules = proviso.Rules({"rules": [
            ["age", "integer", {"min": 18, "severity": "warning"}], ["email", "email"], ["unnamed", "integer", {"max": 2}]]})
        for whole in (self.TABLE, self.TABLE.slice(2, 9), self.TABLE.combine_chunks(), self.TABLE.slice(0, 9)):
            expected = rules.check_table(whole, jobs=1, locale="ja")
            for table in (whole, whole.to_reader(3), whole.to_reader(100), polars.from_arrow(whole)):
                for jobs in (2, 7):
                    with self.subTest((type(table), jobs)):
                        given = table if not isinstance(table, pyarrow.RecordBatchReader) else whole.to_reader(3)
                        report = rules.check_table(given, jobs=jobs, locale="ja")
                        self.assertEqual(len(report._shares), jobs)
                        self.assert_same(report, expected)
        frame = pandas.DataFrame({"email": ["x@"] * 9, "age": range(9), "unnamed": 0})
        self.assert_same(rules.check_table(frame, jobs=2), rules.check_table(frame, jobs=1))

    def test_rules_that_need_all_rows_see_all_rows(self):
        for rules in ({"rules": [["age", "unique"]]}, {"rules": [["age", "integer"]], "dataset": [["rows", {"max": 5}]]}):
            opened = proviso.Rules(rules)
            expected = opened.check_table(self.TABLE, jobs=1)
            self.assertFalse(expected.valid)
            self.assert_same(opened.check_table(self.TABLE, jobs=3), expected)

    def test_the_first_error_in_the_table_is_raised(self):
        def batches():
            yield from self.TABLE.to_batches()
            raise OSError("the disk is gone")

        for jobs in (1, 2):
            reader = pyarrow.RecordBatchReader.from_batches(self.TABLE.schema, batches())
            with self.subTest(jobs), self.assertRaisesRegex(proviso.RunError, "the disk is gone"):
                RULES.check_table(reader, jobs=jobs)
            broken = pyarrow.StringArray.from_buffers(
                1, pyarrow.py_buffer(b"\0\0\0\0\1\0\0\0"), pyarrow.py_buffer(b"\xff"))
            broken = pyarrow.table({"email": broken, "age": [1], "unnamed": [1]}, schema=self.TABLE.schema)
            with self.assertRaisesRegex(proviso.RunError, "'email' is not UTF-8"):
                RULES.check_table(pyarrow.concat_tables([self.TABLE, broken, self.TABLE]), jobs=jobs)
            with self.assertRaisesRegex(proviso.RunError, "no column 'age'"):
                RULES.check_table(self.TABLE.drop(["age"]), jobs=jobs)

    def test_a_run_that_is_interrupted_ends_its_threads(self):
        def batches():
            yield from self.TABLE.to_batches()
            raise KeyboardInterrupt

        reader = pyarrow.RecordBatchReader.from_batches(self.TABLE.schema, batches())
        with unittest.mock.patch("proviso._table._pieces", side_effect=lambda reader: ((0, [batch]) for batch in batches())):
            with self.assertRaises(KeyboardInterrupt):
                RULES.check_table(reader, jobs=2)
        self.assertEqual([thread for thread in threading.enumerate() if thread.name == "proviso"], [])

    def test_a_table_is_validated_by_the_rules_that_it_began_with(self):
        rules = proviso.Rules.from_text("rules: [[age, integer, { max: 1 }]]")
        begun = threading.Event()
        reloaded = threading.Event()

        def batches():
            for index, batch in enumerate(self.TABLE.to_batches()):
                if index == 9:
                    begun.set()
                    reloaded.wait(30)
                yield batch

        def reload():
            begun.wait(30)
            rules.reload("rules: [[age, integer]]")
            reloaded.set()

        thread = threading.Thread(target=reload)
        thread.start()
        report = rules.check_table(pyarrow.RecordBatchReader.from_batches(self.TABLE.schema, batches()), jobs=2)
        thread.join()
        self.assertEqual(report.summary["invalid"], 11 * 2 + 9)
        self.assertTrue(rules.check_table(self.TABLE, jobs=2).valid)


if __name__ == "__main__":
    unittest.main()
