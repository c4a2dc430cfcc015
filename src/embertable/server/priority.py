"""Makes a worker process give way to the server, which has people waiting.

A lower priority alone is not enough: Linux lets a process finish its slice of a few milliseconds before
one that wakes up gets the processor, and a decision needs it several times. A process with a longer slice
is interrupted at once by those with a usual one, and gets the same share of the processor as before.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import platform
import struct
import sys

NICE = 5
"""How much lower the priority of a worker is than the server's."""

SLICE = 10_000_000
"""Nanoseconds, a few times the usual slice. With a much longer one, short jobs would wait behind long
ones. Before 6.12 Linux knows no slices and ignores this."""

SET_ATTRIBUTES = {"x86_64": 314, "aarch64": 274, "riscv64": 274}
"""The number of the system call `sched_setattr`, for which Debian 12 has no function in its C library."""

ATTRIBUTES = struct.Struct("=IIQiIQQQ")
"""Its argument: size, policy (0 is the usual one), flags, niceness, and among what follows the slice."""


def give_way(process: int) -> None:
    """Lower the priority of a process that was just started, and lengthen its slice if the system can."""
    if not hasattr(os, "setpriority"):
        return
    with contextlib.suppress(OSError):  # It may have ended already.
        nice = min(os.getpriority(os.PRIO_PROCESS, 0) + NICE, 19)
        os.setpriority(os.PRIO_PROCESS, process, nice)
        call = SET_ATTRIBUTES.get(platform.machine())
        if sys.platform == "linux" and call is not None:
            wanted = ATTRIBUTES.pack(ATTRIBUTES.size, 0, 0, nice, 0, SLICE, 0, 0)
            # A system that refuses has at least lowered the priority.
            ctypes.CDLL(None).syscall(call, process, wanted, 0)
