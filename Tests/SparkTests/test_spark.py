"""Examples/spark in local[2] (`make test-spark`): what Spark finds is what one machine finds."""

import glob
import gzip
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import textwrap
import types
import unittest

from pyspark import SparkConf, SparkContext
from pyspark.sql import SparkSession

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
EXAMPLES = os.path.join(ROOT, "Examples", "spark")
SIGNUP = os.path.join(ROOT, "Examples", "signup")
PROVISO = os.path.abspath(os.environ.get("PROVISO", os.path.join(ROOT, ".build/debug/proviso")))
sys.path.insert(0, EXAMPLES)

import check_shards  # noqa: E402
import filter_records  # noqa: E402
import tool  # noqa: E402

RULES = """
    optional: [age, city]
    labels:
      name: { en: Name, de: Name, ar: الاسم, ja: 名前 }
    rules:
      - [name, required]
      - [name, string, { max: 8 }]
      - [age, integer, { min: 18 }]
      - { attributes: city, type: required, severity: warning }
"""

VALID = b'{"name":"Ada","age":36,"city":"London"}\n'
INVALID = b'{"name":"","age":7}\n'
UNICODE = '{"name":"Ångström","city":"東京"}\n{"name":"👩🏽‍🚀👩🏽‍🚀👩🏽‍🚀","city":"\u2028"}\n{"name":"الاسم الطويل"}\n'.encode()

# Every file, cut in every way, gives the report of the whole.
FILES = {
    "valid.ndjson": 50 * VALID,
    "invalid.ndjson": 20 * (VALID + INVALID),
    "unreadable.ndjson": VALID + b'{"name":\n[1]\nnull\n{"name":"\xff"}\n\x00\n' + INVALID + b'{"age":',
    "blank.ndjson": b"\n\n" + VALID + b"\n  \n" + INVALID + b"\n\n",
    "unicode.ndjson": 5 * UNICODE,
    "mark.ndjson": b"\xef\xbb\xbf" + INVALID + UNICODE,
    "breaks.ndjson": 5 * (VALID + INVALID).replace(b"\n", b"\r\n"),
    "one.ndjson": INVALID.rstrip(),
    "empty.ndjson": b"",
    "long.ndjson": b'{"name":"' + 3000 * b"a" + b'"}\n' + INVALID,
    "a b'c.jsonl": 3 * INVALID,
    "packed.ndjson.gz": gzip.compress(20 * (VALID + INVALID), mtime=0),
    "list.json": b"[" + VALID + b"," + INVALID + b"]",
    "table.csv": b'name,x\r\n"a\nb",1\r\n,2\r\nc\r\n',
}


def setUpModule():
    global context
    context = start("local[2]")


def tearDownModule():
    context.stop()


def start(master):
    settings = {"spark.ui.enabled": "false", "spark.driver.bindAddress": "127.0.0.1", "spark.log.level": "OFF"}
    settings |= {"spark.driver.host": "127.0.0.1", "spark.ui.showConsoleProgress": "false"}
    return SparkContext(conf=SparkConf().setMaster(master).setAll(settings.items()))


def run(*arguments, data=b"", **options):
    return subprocess.run([PROVISO, *arguments], input=data, capture_output=True, **options)


class Case(unittest.TestCase):
    """A test in a folder of its own, which has a rule file."""

    def setUp(self):
        folder = tempfile.TemporaryDirectory(prefix="proviso-spark-")
        self.addCleanup(folder.cleanup)
        self.folder = folder.name
        self.options = types.SimpleNamespace(proviso=PROVISO, rules=self.write("rules.yaml", RULES), locale="en")

    def write(self, name, content):
        path = os.path.join(self.folder, name)
        with open(path, "wb") as file:
            file.write(content if isinstance(content, bytes) else textwrap.dedent(content).encode())
        return path

    def new(self):
        """The path of a folder that is not there yet."""
        return os.path.join(tempfile.mkdtemp(dir=self.folder), "new")

    def spark(self, script, *arguments):
        """Runs an example as people do."""
        command = [sys.executable, os.path.join(EXAMPLES, script), "--proviso", PROVISO, *arguments]
        environment = os.environ | {"SPARK_LOCAL_IP": "127.0.0.1"}
        result = subprocess.run(command, cwd=self.folder, env=environment, capture_output=True)
        return result.returncode, result.stdout.decode(), result.stderr.decode()

    def mortal(self, always):
        """A tool that is killed after its first answer: every time, or only once."""
        path = self.write("mortal", f"""\
            #!{sys.executable}
            import os, signal, subprocess, sys
            tool = [{PROVISO!r}, *sys.argv[1:]]
            try:
                os.mkdir({os.path.join(self.folder, "killed")!r})
            except FileExistsError:
                {"pass" if always else "os.execv(tool[0], tool)"}
            child = subprocess.Popen(tool, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
            child.stdin.write(sys.stdin.buffer.readline())
            child.stdin.flush()
            sys.stdout.buffer.write(child.stdout.readline())
            sys.stdout.flush()
            child.kill()
            child.wait()
            os.kill(os.getpid(), signal.SIGKILL)
            """)
        os.chmod(path, 0o755)
        return path


class ShardTests(Case):
    def sharded(self, paths, size):
        folder = self.new()
        lines = [line for path in paths for line in check_shards.shards(path, size)]
        check_shards.check(context, lines, tool.command(self.options, "shard"), folder)
        return folder

    def expect_report_of_the_whole(self, folder, paths, locale):
        for form in ["text", "json", "sarif"]:
            whole = run("check", "--rules", self.options.rules, "--locale", locale, "--format", form, *paths)
            merged = run("merge", "--format", form, *sorted(glob.glob(folder + "/part-*")))
            self.assertEqual(merged.stdout, whole.stdout)
            self.assertEqual(merged.stderr.decode(), whole.stderr.decode())
            self.assertEqual(merged.returncode, whole.returncode)

    def test_the_merged_report_is_that_of_one_machine(self):
        for name, content in FILES.items():
            path = self.write(name, content)
            for size in [max(len(content) // 5, 1), 5000]:
                with self.subTest(file=name, size=size):
                    self.expect_report_of_the_whole(self.sharded([path], size), [path], "en")

    def test_many_files_in_many_languages(self):
        paths = [self.write(name, content) for name, content in FILES.items()]
        for locale in ["de", "ar", "ja", "pt-BR", "tlh"]:
            with self.subTest(locale=locale):
                self.options.locale = locale
                self.expect_report_of_the_whole(self.sharded(paths, 900), paths, locale)

    def test_parts_may_be_compressed_and_partitions_empty(self):
        path = self.write("data.ndjson", FILES["invalid.ndjson"])
        lines = check_shards.shards(path, 200)
        folder = self.new()
        found = context.parallelize(lines, 2 * len(lines)).pipe(tool.command(self.options, "shard"), checkCode=True)
        found.saveAsTextFile(folder, "org.apache.hadoop.io.compress.GzipCodec")
        self.expect_report_of_the_whole(folder, [path], "en")

    def test_a_part_of_a_compressed_file_is_refused(self):
        path = self.write("data.ndjson.gz", FILES["packed.ndjson.gz"])
        for line in [f"{path} 0 50", f"{path} 50 100000"]:
            with self.subTest(line=line), self.assertRaisesRegex(Exception, "error code 3"):
                check_shards.check(context, [line], tool.command(self.options, "shard"), self.new())

    def test_a_table_without_a_column_of_the_rules_fails_the_job(self):
        self.options.rules = self.write("strict.yaml", RULES.replace("optional: [age, city]", "optional: [age]"))
        path = self.write("table.csv", FILES["table.csv"])
        with self.assertRaisesRegex(Exception, "error code 2"):
            self.sharded([path], 5000)

    def test_a_missing_file_fails_the_job(self):
        with self.assertRaisesRegex(Exception, "error code 3"):
            check_shards.check(
                context, [f"{self.folder}/none.ndjson 0 9"], tool.command(self.options, "shard"), self.new())


class FilterTests(Case):
    def judge(self, records):
        return filter_records.judge(records, tool.command(self.options, "filter")).collect()

    def test_verdicts_are_those_of_one_machine(self):
        cases = [
            ("valid", "en"), ("invalid", "de"), ("unreadable", "en"), ("unicode", "en"), ("unicode", "ar"),
            ("unicode", "ja"), ("breaks", "pt-BR"), ("one", "tlh"), ("empty", "en"), ("long", "en"),
        ]
        for name, locale in cases:
            # Spark makes U+FFFD of bytes that are no UTF-8 before any tool sees them.
            content = FILES[f"{name}.ndjson"].replace(b"\xff", "\ufffd".encode())
            path = self.write(f"{name}.ndjson", content)
            lines = content.decode().replace("\r\n", "\n").split("\n")
            records = lines[:-1] if lines[-1] == "" else lines
            self.options.locale = locale
            whole = run("filter", "--rules", self.options.rules, "--locale", locale, data=content)
            self.assertEqual(whole.returncode, 0)
            expected = list(zip(records, whole.stdout.decode().split("\n")[:-1], strict=True))
            with self.subTest(file=name, locale=locale):
                self.assertEqual(self.judge(context.textFile(path, 4)), expected)
                self.assertEqual(self.judge(context.parallelize(records, 3)), expected)

    def test_there_may_be_more_partitions_than_records(self):
        records = FILES["unicode.ndjson"].decode().split("\n")[:3]
        expected = self.judge(context.parallelize(records, 1))
        self.assertEqual(self.judge(context.parallelize(records, 8)), expected)

    def test_partitions_may_be_empty(self):
        record = VALID.decode().strip()
        verdict = '{"valid":true}'
        self.assertEqual(self.judge(context.parallelize([], 3)), [])
        self.assertEqual(self.judge(context.parallelize([record] * 2, 9)), [(record, verdict)] * 2)
        records = context.parallelize(range(8), 4).filter(lambda number: number > 5).map(lambda _: record)
        self.assertEqual(self.judge(records), [(record, verdict)] * 2)

    def test_tables_go_through_as_json(self):
        table = SparkSession(context).createDataFrame(
            [("Ada", 36, None), ("a\nb", None, "東京")], "name string, age int, city string")
        verdicts = [json.loads(verdict) for _, verdict in self.judge(table.toJSON())]
        self.assertEqual([verdict["valid"] for verdict in verdicts], [True, True])
        self.assertEqual(verdicts[0]["violations"][0]["path"], "/city")
        self.assertNotIn("violations", verdicts[1])

    def test_who_takes_only_some_verdicts_gets_them(self):
        records = context.parallelize([VALID.decode().strip()] * 50_000, 2)
        self.assertEqual(len(filter_records.judge(records, tool.command(self.options, "filter")).take(3)), 3)


class FailureTests(Case):
    def test_a_broken_rule_file_ends_the_program_with_what_the_tool_says(self):
        rules = self.write("broken.yaml", "rules:\n  - [name, requird]\n")
        data = self.write("data.ndjson", VALID)
        for script, more in [("check_shards.py", ["--parts", "parts", data]), ("filter_records.py", [data, "out"])]:
            with self.subTest(script=script):
                status, _, errors = self.spark(script, "--rules", rules, *more)
                self.assertEqual(status, 2)
                self.assertRegex(errors, "^[^\n]*broken.yaml:2:12: error: [^\n]*'requird'[^\n]*'required'")
                self.assertFalse({"parts", "out"} & set(os.listdir(self.folder)))

    def test_rules_that_need_all_records_in_one_place_are_refused(self):
        rules = self.write("unique.yaml", "rules: [[name, unique]]")
        data = self.write("data.ndjson", VALID)
        status, _, errors = self.spark("filter_records.py", "--rules", rules, data, "out")
        self.assertEqual(status, 2)
        self.assertIn("unique.yaml:1:16: error: ", errors)

    def test_a_rule_file_that_breaks_later_fails_the_job(self):
        self.write("rules.yaml", "rules: [[name, requird]]")
        for name, work in [("shard", self.shard), ("filter", self.filter)]:
            with self.subTest(name), self.assertRaisesRegex(Exception, f"{name} .* exited with error code 2"):
                work(context)

    def test_a_tool_that_is_killed_fails_the_job(self):
        self.options.proviso = self.mortal(always=True)
        for name, work in [("shard", self.shard), ("filter", self.filter)]:
            with self.subTest(name), self.assertRaisesRegex(Exception, f"{name} .* exited with error code -9"):
                work(context)

    def test_a_task_that_is_tried_again_gives_the_right_result(self):
        global context
        context.stop()
        context = start("local[2,3]")
        self.addCleanup(self.restart)
        for work in [self.shard, self.filter]:
            self.options.proviso = PROVISO
            expected = work(context)
            self.options.proviso = self.mortal(always=False)
            self.assertEqual(work(context), expected)
            self.assertTrue(os.path.isdir(os.path.join(self.folder, "killed")))
            os.rmdir(os.path.join(self.folder, "killed"))

    def restart(self):
        global context
        context.stop()
        context = start("local[2]")

    def shard(self, context):
        path = self.write("data.ndjson", FILES["invalid.ndjson"])
        lines, folder = check_shards.shards(path, 300), self.new()
        # Two shards a task, so that the tool dies between them.
        found = context.parallelize(lines, len(lines) // 2).pipe(tool.command(self.options, "shard"), checkCode=True)
        found.saveAsTextFile(folder)
        merged = run("merge", "--format", "json", *sorted(glob.glob(folder + "/part-*")))
        self.assertEqual(merged.returncode, 1)
        return merged.stdout

    def filter(self, context):
        records = (20 * (VALID + INVALID)).decode().splitlines()
        verdicts = filter_records.judge(context.parallelize(records, 4), tool.command(self.options, "filter")).collect()
        self.assertEqual(len(verdicts), 40)
        return verdicts


class ScriptTests(Case):
    """The examples as their README has them."""

    rules = os.path.join(SIGNUP, "basic.yaml")
    data = os.path.join(SIGNUP, "records.ndjson")

    def test_check_shards(self):
        whole = run("check", "--rules", self.rules, "--locale", "de", "--format", "csv", self.data)
        status, output, errors = self.spark(
            "check_shards.py", "--rules", self.rules, "--locale", "de", "--size", "4000", "--format", "csv",
            "--parts", "parts", self.data)
        self.assertEqual(output, whole.stdout.decode())
        self.assertTrue(errors.endswith(whole.stderr.decode()), errors)
        self.assertEqual(status, 1)

    def test_filter_records(self):
        status, output, errors = self.spark("filter_records.py", "--rules", self.rules, self.data, "out")
        self.assertEqual(output, "28 valid, 22 not\n", errors)
        self.assertEqual(status, 1)
        run("check", "--rules", self.rules, self.data, "--valid", "valid", "--output", "report", cwd=self.folder)
        self.assertEqual(self.lines("out/valid"), pathlib.Path(self.folder, "valid").read_text().split("\n")[:-1])
        found = [json.loads(line) for line in self.lines("out/invalid")]
        self.assertEqual(len(found), 22)
        self.assertEqual(sum(len(each["verdict"]["violations"]) for each in found), 42)

    def lines(self, folder):
        parts = sorted(glob.glob(os.path.join(self.folder, folder, "part-*")))
        return [line for part in parts for line in pathlib.Path(part).read_text().split("\n") if line]


if __name__ == "__main__":
    unittest.main()
