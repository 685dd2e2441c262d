"""The table as a separate process that a test can kill."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from queue import Empty, Queue

import pytest

import grognard

ROOT = Path(grognard.__file__).parent.parent


class Process:
    """``grognard table`` as a child process, with the checkout's package or with that of another Python."""

    def __init__(self, words: list[str], env: dict[str, str], python: str = sys.executable, home: Path = ROOT) -> None:
        self.lines: Queue[str] = Queue()
        self.said: list[str] = []
        whole = {**os.environ, "PYTHONPATH": str(home), "PYTHONUNBUFFERED": "1", **env}
        self.child = subprocess.Popen(
            [python, "-m", "grognard", "table", *words],
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
            env=whole,
            cwd=home,
            start_new_session=True,
        )
        self._reader = threading.Thread(target=self._read, daemon=True)
        self._reader.start()

    def _read(self) -> None:
        assert self.child.stdout is not None
        for line in self.child.stdout:
            self.said.append(line)
            self.lines.put(line)

    def wait_for(self, pattern: str, seconds: float = 30) -> str:
        """The first line that matches."""
        while True:
            try:
                line = self.lines.get(timeout=seconds)
            except Empty:
                pytest.fail(f"the table did not say {pattern!r} but {''.join(self.said)!r}")
            found = re.search(pattern, line)
            if found:
                return found[0]

    def address(self) -> str:
        return self.wait_for(r"http://[\w.:]+")

    def end(self, how: signal.Signals) -> int:
        """Send a signal to the table's process and return its exit code."""
        self.child.send_signal(how)
        code = self.child.wait(30)
        self._reader.join(10)
        return code


@contextmanager
def table_process(
    folder: Path, *words: str, python: str = sys.executable, home: Path = ROOT, **env: str
) -> Iterator[Process]:
    limits = {"GROGNARD_RATE": "0", "GROGNARD_RATE_NEW": "0", "GROGNARD_RATE_LOGIN": "0"}
    # These tests need no maps, so no drawing process is started.
    whole = {"GROGNARD_DATA": str(folder), "GROGNARD_WARM": "0", **limits, **env}
    process = Process(["--no-browser", *words], whole, python, home)
    try:
        yield process
    finally:
        if process.child.poll() is None:
            process.end(signal.SIGKILL)
