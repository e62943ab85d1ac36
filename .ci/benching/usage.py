"""What a process costs, read from /proc."""

import os
import time


def counters(pid):
    """CPU seconds and context switches so far, by thread."""
    threads = {}
    for task in os.listdir(f"/proc/{pid}/task"):
        try:
            with open(f"/proc/{pid}/task/{task}/schedstat") as file:
                cpu = int(file.read().split()[0]) / 1e9
            with open(f"/proc/{pid}/task/{task}/status") as file:
                threads[task] = (cpu, sum(int(line.split()[1]) for line in file if "ctxt_switches" in line))
        except (FileNotFoundError, ProcessLookupError):
            continue
    return threads


def usage(pid, seconds):
    """CPU in percent of one core, context switches per second and the threads over a while.

    Threads that end meanwhile take their figures with them; those that begin count from 0.
    """
    began = time.monotonic()
    before = counters(pid)
    time.sleep(seconds)
    after = counters(pid)
    passed = time.monotonic() - began
    grown = [sum(now[field] - before.get(task, (0, 0))[field] for task, now in after.items()) for field in (0, 1)]
    return 100 * grown[0] / passed, grown[1] / passed, len(after)


def dirty_memory(pid):
    """In MB: pages that are the process's own and changed, which the kernel cannot take back."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return next(int(line.split()[1]) for line in file if line.startswith("Private_Dirty:")) / 1024
