"""Divides records into valid ones and others, which come with what is wrong with them."""

import json
import sys

from pyspark import StorageLevel
from pyspark.sql import SparkSession

import tool


def judge(records, command):
    """Pairs of a record and its verdict, a line of JSON: one for each record, in the same order."""
    # Without checkCode a tool that fails is taken for one that had nothing more to say.
    return records.zip(records.pipe(command, checkCode=True))


def is_valid(pair):
    return json.loads(pair[1])["valid"]


def with_verdict(pair):
    return json.dumps({"record": pair[0], "verdict": json.loads(pair[1])}, ensure_ascii=False)


def main():
    parser = tool.arguments(__doc__)
    parser.add_argument("input", help="a file or folder with a record a line, as Spark takes it")
    parser.add_argument("output", help="a new folder: for the records in 'valid', for the verdicts in 'invalid'")
    options = parser.parse_args()
    tool.check_rules(options)

    spark = SparkSession.builder.appName("proviso filter").getOrCreate()
    judged = judge(spark.sparkContext.textFile(options.input), tool.command(options, "filter"))
    judged.persist(StorageLevel.MEMORY_AND_DISK)
    judged.filter(is_valid).keys().saveAsTextFile(options.output + "/valid")
    judged.filter(lambda pair: not is_valid(pair)).map(with_verdict).saveAsTextFile(options.output + "/invalid")
    counts = judged.map(is_valid).countByValue()
    spark.stop()
    print(f"{counts[True]} valid, {counts[False]} not")
    sys.exit(1 if counts[False] else 0)


if __name__ == "__main__":
    main()
