"""Stands between on stdio with nothing but two threads: run as `python tee.py PREFIX COMMAND …`.

What crosses goes into the files PREFIX.in and PREFIX.out, byte by byte. It outlives neither side: a signal that asks
its whole process group to end is left to the command, whose last words still cross.
"""

import os
import signal
import subprocess
import sys
import threading

prefix, command = sys.argv[1], sys.argv[2:]
child = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, bufsize=0)
signal.signal(signal.SIGTERM, lambda number, frame: None)  # set behind the start: the command keeps its own


def pump(source: int, sink: int, name: str) -> None:
    with open(prefix + name, "wb", buffering=0) as file:
        while data := os.read(source, 65536):
            file.write(data)
            view = memoryview(data)
            while view:
                view = view[os.write(sink, view) :]


def onward() -> None:
    pump(0, child.stdin.fileno(), ".in")
    child.stdin.close()


threading.Thread(target=onward, daemon=True).start()
pump(child.stdout.fileno(), 1, ".out")
os._exit(child.wait() & 255)
