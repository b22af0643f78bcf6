"""What a table costs in Python: a Parquet file, five rules, a table of what fails. By Proviso and its peers, each in a process.

    PROVISO_LIBRARY=… python Benchmarks/Python/tables.py [--rows 1000000] [--rounds 3] [NAME…]

The columns are read by the library that a program works with. Seconds are those of the validation alone, as the clock has them
and as processors; "all" has the reading, and the memory is the highest of the process. The best of all rounds counts.
"""

import argparse
import json
import pathlib
import resource
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(ROOT / "Packaging/python"))
NAME, EMAIL = "^[a-z0-9_]{3,24}$", r"^[a-z0-9.]+@[a-z0-9-]+\.[a-z]{2,}$"
COUNTRIES = ["US", "CA", "MX", "BR", "AR", "GB", "IE", "FR", "DE", "NL", "BE", "ES", "PT", "IT", "CH", "AT", "SE", "NO", "JP", "AU"]


def write(path, rows):
    """One percent of the rows has one wrong value."""
    import numpy
    import pyarrow
    from pyarrow import parquet

    random = numpy.random.default_rng(1)
    kinds = 1 << 16

    def texts(form):
        return pyarrow.array([form.format(index) for index in range(kinds)])

    def mix(good, wrong, rate=0.002):
        values = good.take(pyarrow.array(random.integers(0, len(good), size)))
        return pyarrow.compute.if_else(pyarrow.array(random.random(size) < rate), wrong, values)

    writer = None
    for start in range(0, rows, 1 << 20):
        size = min(1 << 20, rows - start)
        table = pyarrow.table({
            "username": mix(texts("user_{}"), "Not A Name"), "email": mix(texts("user.{}@example.com"), "x@"),
            "age": mix(pyarrow.array(range(13, 121)), 7), "country": mix(pyarrow.array(COUNTRIES), "XX"),
            "balance": mix(pyarrow.array(random.integers(0, 10**8, kinds) / 100), -1.0)})
        writer = writer or parquet.ParquetWriter(path, table.schema)
        writer.write_table(table)
    writer.close()


def proviso(jobs, streams):
    import proviso

    rules = proviso.Rules({"rules": [
        ["username", "match", {"pattern": NAME}], ["email", "match", {"pattern": EMAIL}], ["age", "integer", {"min": 13, "max": 120}],
        ["country", "in", {"range": COUNTRIES}], ["balance", "number", {"min": 0, "max": 1000000}]]})

    def load(path):
        from pyarrow import dataset, parquet
        return dataset.dataset(path) if streams else parquet.read_table(path)

    return load, lambda table: rules.check_table(table, jobs=jobs).to_arrow().num_rows


def pandera(kind):
    if kind == "pandas":
        import pandas as frames
        import pandera.pandas as pa
    else:
        import pandera.polars as pa
        import polars as frames
    schema = pa.DataFrameSchema({
        "username": pa.Column(str, pa.Check.str_matches(NAME)), "email": pa.Column(str, pa.Check.str_matches(EMAIL)),
        "age": pa.Column(int, pa.Check.in_range(13, 120)), "country": pa.Column(str, pa.Check.isin(COUNTRIES)),
        "balance": pa.Column(float, pa.Check.in_range(0, 1000000))})

    def check(table):
        try:
            schema.validate(table, lazy=True)
        except pa.errors.SchemaErrors as error:
            return len(error.failure_cases)
        return 0

    return frames.read_parquet, check


def pointblank():
    import pointblank
    import polars

    def check(table):
        done = (pointblank.Validate(table).col_vals_regex("username", NAME).col_vals_regex("email", EMAIL)
                .col_vals_between("age", 13, 120).col_vals_in_set("country", COUNTRIES).col_vals_between("balance", 0, 1000000)
                .interrogate())
        return int(sum(done.n_failed().values()))

    return polars.read_parquet, check


PROGRAMS = {
    "Proviso, 1 thread": lambda: proviso(1, False), "Proviso": lambda: proviso(None, False),
    "Proviso, in batches": lambda: proviso(None, True), "pandera, pandas": lambda: pandera("pandas"),
    "pandera, polars": lambda: pandera("polars"), "pointblank, polars": pointblank,
}


def run(name, path):
    """One program, in this process."""
    load, check = PROGRAMS[name]()
    begin = time.monotonic()
    table = load(path)
    loaded, used = time.monotonic(), time.process_time()
    failed = check(table)
    print(json.dumps({
        "failed": failed, "seconds": time.monotonic() - loaded, "processors": time.process_time() - used,
        "all": time.monotonic() - begin, "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024}))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("names", nargs="*", metavar="NAME")
    parser.add_argument("--rows", type=int, default=1_000_000)
    parser.add_argument("--rounds", type=int, default=3)
    parser.add_argument("--run", nargs=2, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.run:
        return run(*options.run)
    best = {}
    with tempfile.TemporaryDirectory() as folder:
        path = f"{folder}/people.parquet"
        write(path, options.rows)
        for _ in range(options.rounds):
            for name in options.names or PROGRAMS:
                done = subprocess.run([sys.executable, "-W", "ignore", __file__, "--run", name, path], stdout=subprocess.PIPE)
                if done.returncode:
                    print(f"{name} ended with {done.returncode}", file=sys.stderr)
                    continue
                found = json.loads(done.stdout.splitlines()[-1])
                known = best.setdefault(name, found)
                best[name] = {key: min(value, known[key]) for key, value in found.items()}
    print(f"| {options.rows:,} rows | failed values | seconds | processor seconds | all | MiB |\n|---|---:|---:|---:|---:|---:|")
    for name, found in best.items():
        print(f"| {name} | {found['failed']:,} | {found['seconds']:.2f} | {found['processors']:.2f} | {found['all']:.2f} | "
              f"{found['memory']:.0f} |")


if __name__ == "__main__":
    main()
