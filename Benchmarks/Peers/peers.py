"""The programs that are compared, how each is started, and the data they all read."""
import json, os, re, shutil, subprocess, sys, tempfile
import measure

HERE = os.path.dirname(os.path.abspath(__file__))
REPOSITORY = os.path.dirname(os.path.dirname(HERE))
PLACE = os.environ.get("PEERS_TMP") or os.path.join(tempfile.gettempdir(), "proviso-peers")
BUILD, DATA = os.path.join(PLACE, "build"), os.path.join(PLACE, "data")
RELEASE = os.environ.get("PROVISO_RELEASE") or os.path.join(REPOSITORY, ".build", "release")
TOOL, BENCH, MESSAGES = (os.path.join(RELEASE, name) for name in ("proviso", "proviso-bench", "message-bench"))
RULES = os.path.join(HERE, "signup.yaml")

# The files that gen.py makes, by name.
FILES = {
    "val": "-n 1000 -f 0 -s 7", "inv": "-n 1000 -f 1 -s 8 --typed", "half": "-n 20000 -f 0.5 -s 9",
    "one": "-n 1 -f 0 -s 10", "edge": "--edge", "big00": "-n 1000000 -f 0", "big05": "-n 1000000 -f 0.05",
    "mid00": "-n 100000 -f 0", "mid05": "-n 100000 -f 0.05",
}
SIDECARS = (".labels", ".names")


def data(name):
    """The path of a file of the workload, generated when it is not there yet."""
    path = os.path.join(DATA, name + ".ndjson")
    if not os.path.exists(path):
        print(f"generating {path}", file=sys.stderr, flush=True)
        os.makedirs(DATA, exist_ok=True)
        part = path + ".part"
        generator = [sys.executable, os.path.join(HERE, "gen.py"), "-o", part] + FILES[name].split()
        subprocess.run(generator, check=True)
        for sidecar in SIDECARS:
            if os.path.exists(part + sidecar):
                os.replace(part + sidecar, path + sidecar)
        os.replace(part, path)
    return path


class Peer:
    """A program of this folder: `bitmap FILE OUT`, `inproc FILE SECONDS`, `e2e FILE PARTS`."""

    def __init__(self, name, command, *, variant=None, rounds=None, records="big"):
        self.name, self.command = name, command
        self.environment = {"NODE_PATH": "/usr/share/nodejs"} | ({"PEERS_VARIANT": variant} if variant else {})
        # Slow programs run seldom, and the slowest on fewer records: what a record costs is the same.
        self.rounds, self.records = rounds, records

    def end_to_end(self, file, parts):
        return self.command + ["e2e", file, str(parts)]

    def in_process(self, file, seconds):
        return self.command + ["inproc", file, str(seconds)]

    def verdicts(self, file):
        """A character a record: 1 for valid, 0 for invalid."""
        with tempfile.NamedTemporaryFile("r") as bits:
            measure.text(self.command + ["bitmap", file, bits.name], self.environment)
            return bits.read()

    def counts(self, run):
        """The records, the invalid ones and the messages that a run saw."""
        return [sum(map(int, re.findall(key + r"=(\d+)", run.errors))) for key in ("records", "invalid", "errors")]

    def missing(self):
        """Why the program cannot be measured here, or None."""
        if not self.command:
            return "it is not built"
        if not shutil.which(self.command[0]):
            return f"{self.command[0]} is not there"
        run = measure.run(self.end_to_end(data("one"), 1), self.environment)
        if run.status == 0 and self.counts(run)[0] == 1:
            return None
        return (run.errors.strip().splitlines() or [f"it ended with {run.status}"])[-1][:120]


class Proviso(Peer):
    """The tool itself. In process it is proviso-bench, since the tool always parses."""

    def __init__(self):
        super().__init__("Proviso", [TOOL])

    def end_to_end(self, file, parts):
        return [TOOL, "check", "--rules", RULES, "--jobs", str(parts), file]

    def in_process(self, file, seconds):
        return [BENCH, "inproc", RULES, file, str(seconds)]

    def verdicts(self, file):
        with open(file) as records:
            done = subprocess.run(
                [TOOL, "filter", "--rules", RULES], stdin=records, stdout=subprocess.PIPE, text=True)
        return "".join("1" if json.loads(line)["valid"] else "0" for line in done.stdout.splitlines())

    def counts(self, run):
        found = re.search(r"^(\d+) records?: (\d+) valid(?:, (\d+) invalid)?(?:.*; (\d+) error)?", run.errors, re.M)
        records, _, invalid, errors = (int(number or 0) for number in found.groups()) if found else (0, 0, 0, 0)
        return [records, invalid, errors]

    def missing(self):
        run = measure.run(self.end_to_end(data("one"), 1)) if os.path.exists(TOOL) else None
        if run is None:
            return f"{TOOL} is not there; build it with: make build"
        return None if self.counts(run) == [1, 0, 0] else run.errors.strip()


def source(name):
    return os.path.join(HERE, name)


def java():
    try:
        with open(os.path.join(BUILD, "classpath")) as path:
            return ["java", "-XX:+UseSerialGC", "-Xms256m", "-Xmx512m", "-cp", path.read().strip(), "Hibernate"]
    except OSError:
        return []


PYTHON = [os.path.join(PLACE, "venv", "bin", "python"), "-B"]
PHP = ["php", "-d", "opcache.enable_cli=1", "-d", "opcache.jit=tracing", "-d", "opcache.jit_buffer_size=64M"]
RUBY = ["ruby", "--yjit", source("activemodel.rb")]
GO, FLOOR, ICU = (os.path.join(BUILD, name) for name in ("goplay", "floor", "icu_msg"))

PEERS = [
    Proviso(),
    Peer("C++ hand + simdjson", [FLOOR]),
    Peer("ajv 6 full", ["node", source("ajv.js")], variant="full"),
    Peer("ajv 6 fast", ["node", source("ajv.js")], variant="fast"),
    Peer("go-playground v10", [GO]),
    Peer("msgspec", PYTHON + [source("py_msgspec.py")]),
    Peer("jsonschema-rs", PYTHON + [source("py_jsonschema_rs.py")]),
    Peer("fastjsonschema", PYTHON + [source("py_fastjsonschema.py")]),
    Peer("pydantic regex", PYTHON + [source("py_pydantic.py")], variant="regex"),
    Peer("pydantic", PYTHON + [source("py_pydantic.py")], rounds=2, records="mid"),
    Peer("hibernate 5.3", java(), rounds=2),
    Peer("symfony 5.4", PHP + [source("symfony.php")], rounds=2, records="mid"),
    Peer("ActiveModel 6.1", RUBY, rounds=2, records="mid"),
    Peer("illuminate 8", PHP + [source("illuminate.php")], rounds=2, records="mid"),
]
