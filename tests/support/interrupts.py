"""Ctrl-C that comes while a program works."""

import os
import signal
import threading
import time


def interrupt_soon(seconds: float = 0.4) -> list[float]:
    """This process, from another thread. The list gets the time (time.monotonic()) at which that happens."""
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell may have it ignored
    sent: list[float] = []

    def interrupt() -> None:
        time.sleep(seconds)
        sent.append(time.monotonic())
        os.kill(os.getpid(), signal.SIGINT)

    threading.Thread(target=interrupt).start()
    return sent
