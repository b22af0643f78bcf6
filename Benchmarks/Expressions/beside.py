"""Runs the expressions of expr-bench with cel-python in the same run, and prints both times.

    python3 Benchmarks/Expressions/beside.py .build/release/expr-bench

cel-python comes from PyPI: pip install cel-python.
"""

import json
import subprocess
import sys
import time

import celpy
from celpy import json_to_cel

out = subprocess.run([sys.argv[1], "--json"], check=True, capture_output=True, text=True).stdout
for line in out.splitlines():
    row = json.loads(line)
    # Not every function of CEL is in cel-python; a sum is written with a macro that it has.
    environment = celpy.Environment()
    try:
        program = environment.program(environment.compile(row["must"]))
        record = json_to_cel(row["record"])
        program.evaluate(record)
        best = float("inf")
        for _ in range(5):
            start = time.perf_counter_ns()
            for _ in range(200):
                program.evaluate(record)
            best = min(best, (time.perf_counter_ns() - start) / 200)
        other = f"{best:,.0f} ns"
    except Exception as error:  # a missing function is a result, too
        other = f"not there ({type(error).__name__})"
    print(f"{row['name']}: Proviso {row['nanoseconds']:.0f} ns (plan without the rule {row['floor']:.0f}), "
          f"{row['allocations']:g} allocations; cel-python {other}")
