"""What a record costs in Python: the sign-up rules of Benchmarks/Peers, by Proviso in process and by its peers.

    PROVISO_LIBRARY=… python Benchmarks/Python/compare.py [--seconds 1] [--markdown]

Of each validator: JSON bytes in, verdict and error messages out; and the same with dicts. Proviso's messages are read out of
its findings, so that all do the same. Validators run in turns, the time is that of the processor, and the best of all rounds counts.
"""

import argparse
import importlib
import os
import pathlib
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
PEERS = ROOT / "Benchmarks/Peers"
sys.dont_write_bytecode = True
sys.path[:0] = [str(PEERS), str(ROOT / "Packaging/python")]
import pylib  # noqa: E402

import proviso  # noqa: E402

LIBRARIES = {"jsonschema-rs": "py_jsonschema_rs", "fastjsonschema": "py_fastjsonschema", "pydantic": "py_pydantic",
             "pydantic regex": "py_pydantic", "msgspec": "py_msgspec"}


def peers():
    """The functions that each peer gives to the harness of Benchmarks/Peers: from bytes, and from a dict."""
    for name, module in LIBRARIES.items():
        given = []
        # Of pydantic there is a second form: only its core.
        os.environ["PEERS_VARIANT"] = name.partition(" ")[2]
        sys.modules.pop(module, None)
        pylib.main = lambda parse, check, check_line=None: given.extend([parse, check, check_line])
        try:
            importlib.import_module(module)
        except ImportError as error:
            print(f"{name} is not installed: {error}", file=sys.stderr)
            continue
        parse, check, check_line = given
        yield name, check_line or (lambda line, parse=parse, check=check: check(parse(line))), check


def own():
    rules = proviso.Rules(PEERS / "signup.yaml")

    def texts(report):
        return () if report.valid else [(finding["path"], finding["message"]) for finding in report.findings]

    return "Proviso", lambda line: texts(rules.check_bytes(line)), lambda record: texts(rules.check(record))


def nanoseconds(function, items, seconds):
    count, start = 0, time.process_time()
    while time.process_time() - start < seconds:
        for item in items:
            function(item)
        count += len(items)
    return (time.process_time() - start) / count * 1e9


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--seconds", type=float, default=0.3)
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--markdown", action="store_true")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        path = pathlib.Path(folder, "data.ndjson")
        subprocess.run([sys.executable, PEERS / "gen.py", "-n", "20000", "-f", "0.1", "-o", path], check=True,
                       stdout=subprocess.DEVNULL)
        lines = [line.rstrip(b"\n") for line in open(path, "rb")]
    validators = [own(), *peers()]
    import orjson

    verdicts = [bool(validators[0][1](line)) for line in lines]
    groups = {"all": lines[:2000],
              "valid": [line for line, bad in zip(lines, verdicts) if not bad][:1000],
              "invalid": [line for line, bad in zip(lines, verdicts) if bad][:1000]}
    print(f"{sum(verdicts) / len(verdicts):.0%} of {len(lines)} records are invalid", file=sys.stderr)
    best = {}
    for _ in range(options.rounds):
        for name, from_bytes, from_dict in validators:
            for group, chosen in groups.items():
                for kind, function, items in (("bytes", from_bytes, chosen),
                                              ("dict", from_dict, [orjson.loads(line) for line in chosen])):
                    cost = nanoseconds(function, items, options.seconds)
                    best[name, kind, group] = min(cost, best.get((name, kind, group), cost))
    columns = [(kind, group) for kind in ("bytes", "dict") for group in groups]
    if options.markdown:
        print("| validator | " + " | ".join(f"{kind}, {group}" for kind, group in columns) + " |")
        print("|---|" + "---:|" * len(columns))
    for name, _, _ in validators:
        cells = [f"{best[name, kind, group] / 1000:.2f}" for kind, group in columns]
        print("| " + " | ".join([name, *cells]) + " |" if options.markdown else f"{name:15} {cells}")


main()
