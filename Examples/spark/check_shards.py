"""Checks large files in parts, on all workers, and writes the report that 'proviso check' writes about them."""

import glob
import os
import shlex
import subprocess
import sys

from pyspark.sql import SparkSession

import tool


def shards(path, size):
    """Lines of 'path start end'. Any bounds will do; only files with a record a line can be cut at all."""
    end = os.path.getsize(path)
    if not path.endswith((".ndjson", ".jsonl")):
        size = end
    return [f"{path} {start} {min(start + size, end)}" for start in range(0, max(end, 1), max(size, 1))]


def check(context, lines, command, folder):
    """Checks shards, each in a task, and leaves findings and summaries in files of a new folder."""
    # Without checkCode a tool that fails is taken for one that had nothing more to say.
    found = context.parallelize(lines, len(lines)).pipe(command, checkCode=True)
    found.saveAsTextFile("file://" + os.path.abspath(folder))


def merge(proviso, folder, form):
    """Writes the report, and returns what 'proviso check' would have ended with."""
    parts = sorted(glob.glob(glob.escape(folder) + "/part-*"))
    return subprocess.run([proviso, "merge", "--format", form, *parts]).returncode


def main():
    parser = tool.arguments(__doc__)
    parser.add_argument("--size", type=int, default=64 << 20, help="how many bytes a part has")
    parser.add_argument("--format", default="text", help="how findings are written, as for 'proviso check'")
    parser.add_argument("--parts", required=True, help="a new folder for what the tasks find")
    parser.add_argument("data", nargs="+", help="files, under a path that all workers have")
    options = parser.parse_args()
    tool.check_rules(options)

    command = tool.command(options, "shard")
    spark = SparkSession.builder.appName("proviso shard").getOrCreate()
    lines = [line for path in options.data for line in shards(path, options.size)]
    check(spark.sparkContext, lines, command, options.parts)
    spark.stop()
    sys.exit(merge(shlex.split(command)[0], options.parts, options.format))


if __name__ == "__main__":
    main()
