"""How the examples start proviso."""

import argparse
import os
import shlex
import shutil
import subprocess
import sys


def arguments(description):
    """A parser with the options that all examples have."""
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--proviso", default="proviso", help="the tool")
    parser.add_argument("--rules", required=True, help="the rule file")
    parser.add_argument("--locale", default="en", help="the language of the messages")
    return parser


def command(options, name):
    """A command line for rdd.pipe, which starts it without PATH and LANG: nothing may depend on them."""
    tool = shutil.which(options.proviso)
    if tool is None:
        sys.exit(f"no such program: {options.proviso}")
    rules = os.path.abspath(options.rules)
    return shlex.join([os.path.abspath(tool), name, "--rules", rules, "--locale", options.locale])


def check_rules(options):
    """Ends the program if the tool refuses its options or the rules.

    A task that fails tells Spark no more than the tool's exit status; what it said is in the executor's log. 'shard'
    also refuses the rules that need all records in one place.
    """
    status = subprocess.run(shlex.split(command(options, "shard")), stdin=subprocess.DEVNULL).returncode
    if status:
        sys.exit(status)
