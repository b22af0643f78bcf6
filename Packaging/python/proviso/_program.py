"""Finds the program."""

import os
import shutil
import subprocess
import sys
import sysconfig


def program() -> str:
    """The path of ``proviso``: the one that was installed with this package, else the first in PATH."""
    package = os.path.dirname(os.path.dirname(os.path.abspath(__file__)))
    places = [
        sysconfig.get_path("scripts"),
        sysconfig.get_path("scripts", f"{os.name}_user"),
        os.path.join(package, "bin"),  # pip install --target
        os.path.join(sys.prefix, "bin"),
    ]
    for place in places:
        path = os.path.join(place, "proviso")
        if os.access(path, os.X_OK):
            return path
    found = shutil.which("proviso")
    if found is None:
        raise FileNotFoundError(
            f"expected the program 'proviso' in {', '.join(dict.fromkeys(places))} or in PATH, found none: "
            "install it again with 'pip install --force-reinstall proviso'")
    return found


def version() -> str:
    """What ``proviso --version`` says: the versions of the program, ICU, CLDR and the time zones."""
    return subprocess.run([program(), "--version"], check=True, stdout=subprocess.PIPE).stdout.decode().strip()
