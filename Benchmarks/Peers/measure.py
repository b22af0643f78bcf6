"""One run of a process: its time, its processor time, its peak memory."""
import collections, os, statistics, subprocess, tempfile, time

Run = collections.namedtuple("Run", "wall cpu peak errors status")
TIME = "/usr/bin/time"


def run(command, environment=None, *, peak=False, feed=None, output=subprocess.DEVNULL):
    """Runs a command; `peak` in KiB is that of its largest process, `feed` a shell's command whose output it reads."""
    with tempfile.TemporaryFile("w+") as errors, tempfile.NamedTemporaryFile("r") as memory:
        if peak := peak and os.path.exists(TIME):
            # Through a tiny process: a child's peak never reads below that of the process that started it.
            command = [TIME, "-q", "-f", "%M", "-o", memory.name] + command
        variables = dict(os.environ, LC_ALL="C.UTF-8", **(environment or {}))
        feeder = feed and subprocess.Popen(["sh", "-c", feed], stdout=subprocess.PIPE)
        start = time.monotonic()
        process = subprocess.Popen(
            command, stdin=feeder.stdout if feeder else subprocess.DEVNULL, stdout=output, stderr=errors, env=variables)
        if feeder:
            feeder.stdout.close()
        _, status, usage = os.wait4(process.pid, 0)
        wall = time.monotonic() - start
        process.returncode = os.waitstatus_to_exitcode(status)
        if feeder:
            feeder.wait()
        errors.seek(0)
        kilobytes = int(memory.read().split()[-1]) if peak else None
        return Run(wall, usage.ru_utime + usage.ru_stime, kilobytes, errors.read(), process.returncode)


def text(command, environment=None):
    """What a command writes; empty when it cannot be started."""
    variables = dict(os.environ, LC_ALL="C.UTF-8", **(environment or {}))
    try:
        done = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                              text=True, env=variables)
    except OSError:
        return ""
    return done.stdout


def side_by_side(command):
    """The time of two processes that run the same command at once."""
    start = time.monotonic()
    both = [subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) for _ in range(2)]
    for process in both:
        process.wait()
    return time.monotonic() - start


median = statistics.median
