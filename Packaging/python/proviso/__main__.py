"""``python -m proviso`` is the program itself, with its exit status."""

import os
import sys

from ._program import program

path = program()
os.execv(path, [path, *sys.argv[1:]])
