"""The Python module of the wheel, with the tool in PATH; `make dist-check` reads a million findings."""

import os
import pathlib
import resource
import subprocess
import sys
import tempfile
import unittest

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Packaging/python"))
import proviso  # noqa: E402

RULES = {"rules": [["email", "email"]]}


class ModuleTests(unittest.TestCase):
    def setUp(self):
        self.folder = tempfile.TemporaryDirectory()
        self.addCleanup(self.folder.cleanup)
        self.rules = self.write("rules.yaml", "rules: [[email, email]]\n")

    def write(self, name, text):
        path = pathlib.Path(self.folder.name, name)
        path.write_text(text)
        return path

    def test_findings_are_in_the_order_of_the_data_and_in_the_language(self):
        data = self.write("data.ndjson", '{"email":"x@"}\n{"email":"a@b.com"}\n{"email":"y@"}\n')
        findings = proviso.check(data, rules=self.rules, locale="de", show_values=True)
        found = list(findings)
        self.assertEqual([(f["line"], f["code"], f["value"]) for f in found],
                         [(1, "email.invalid", "x@"), (3, "email.invalid", "y@")])
        self.assertIn("gültige E-Mail-Adresse", found[0]["message"])
        self.assertIs(findings.valid, False)
        self.assertIn("3 Datensätze", findings.notes)
        self.assertEqual(list(findings), [])

    def test_valid_data_has_no_findings(self):
        data = self.write("-data.ndjson", '{"email":"a@b.com"}\n')
        here = os.getcwd()
        os.chdir(self.folder.name)
        self.addCleanup(os.chdir, here)
        findings = proviso.check([data.name, data], rules=RULES)
        self.assertEqual(list(findings), [])
        self.assertIs(findings.valid, True)

    def test_mistakes_are_usage_errors(self):
        data = self.write("data.ndjson", "{}\n")
        for arguments, words in [
            ({"rules": {"rules": [["email", "emial"]]}}, "did you mean 'email'?"),
            ({"rules": "nope.yaml"}, "cannot read nope.yaml"),
            ({"rules": self.rules, "options": ["--max-error=1"]}, "--max-errors"),
            ({"rules": self.rules, "locale": "??"}, "??"),
        ]:
            with self.subTest(words), self.assertRaises(proviso.UsageError) as raised:
                list(proviso.check(data, **arguments))
            self.assertEqual(raised.exception.status, 2)
            self.assertIn(words, raised.exception.text)
        with self.assertRaises(ValueError):
            proviso.check([], rules=self.rules)

    def test_unreadable_input_is_a_run_error_after_the_findings(self):
        data = self.write("data.ndjson", '{"email":"x@"}\n{"email":\n')
        findings, found = proviso.check(data, rules=self.rules), []
        with self.assertRaises(proviso.RunError) as raised:
            for finding in findings:
                found.append(finding)
        self.assertEqual(raised.exception.status, 3)
        self.assertEqual(found[0]["code"], "email.invalid")
        self.assertIsNone(findings.valid)

    def test_a_program_that_is_killed_is_a_run_error(self):
        fifo = os.path.join(self.folder.name, "fifo")
        os.mkfifo(fifo)
        findings = proviso.check(fifo, rules=self.rules)
        with open(fifo, "w"):
            findings._process.kill()
            with self.assertRaises(proviso.RunError) as raised:
                list(findings)
        self.assertEqual(raised.exception.status, -9)

    def test_a_loop_that_is_left_ends_the_program(self):
        data = self.write("data.ndjson", '{"email":"x@"}\n' * 100_000)
        with proviso.check(data, rules=RULES) as findings:
            next(findings)
            process = findings._process
        self.assertIsNotNone(process.poll())
        self.assertEqual(list(findings), [])

    def test_many_findings_do_not_grow_the_memory(self):
        count = 50_000
        data = self.write("data.ndjson", '{"email":"x@"}\n' * count)
        findings = proviso.check(data, rules=self.rules)
        next(findings)
        before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
        self.assertEqual(1 + sum(1 for _ in findings), count)
        grown = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before
        self.assertLess(grown, 4_000, f"KiB more for {count} findings")

    def test_two_runs_at_once(self):
        data = self.write("data.ndjson", '{"email":"x@"}\n' * 1_000)
        pairs = list(zip(proviso.check(data, rules=RULES), proviso.check(data, rules=self.rules)))
        self.assertEqual(len(pairs), 1_000)

    def test_the_module_is_the_program(self):
        environment = {**os.environ, "PYTHONPATH": str(ROOT / "Packaging/python"), "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run([sys.executable, "-m", "proviso", "check", "--rules", self.rules], input=b'{"email":"x@"}\n',
                              stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment)
        self.assertEqual(done.returncode, 1)
        self.assertIn(b"[email.invalid /email]", done.stdout)
        self.assertIn("proviso ", proviso.version())


unittest.main()
