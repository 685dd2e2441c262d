"""The provenance of figures: the machine, the commit and the code they were measured with."""

from __future__ import annotations

import hashlib
import os
import platform
import subprocess
from functools import cache
from pathlib import Path

PACKAGE = Path(__file__).parent.parent
ROOT = PACKAGE.parent

#: The packages whose files decide the course of a game.
_PLAYING = ("hexes", "engine", "mechanics", "games", "ai")


def machine() -> str:
    """The processor and the Python version."""
    info = Path("/proc/cpuinfo")
    lines = info.read_text().splitlines() if info.is_file() else []
    models = [line.split(":", 1)[1].strip() for line in lines if line.startswith("model name")]
    model = models[0] if models else platform.machine()
    return f"{model}, {platform.python_implementation()} {platform.python_version()}"


def cores() -> int:
    """The number of processor cores."""
    return os.cpu_count() or 1


def commit() -> str:
    """The current commit with its date; marked if files have been changed since."""

    def git(*words: str) -> str:
        # An installed package may be inside an unrelated repository, whose commit means nothing here.
        if not (ROOT / ".git").exists():
            return ""
        try:
            done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=False)
        except OSError:
            return ""
        return done.stdout.strip() if done.returncode == 0 else ""

    name = git("log", "-1", "--format=%h of %cs")
    changed = git("status", "--porcelain", "--untracked-files=no")
    return (name or "no commit") + (" with changes" if changed else "")


@cache
def code() -> str:
    """A digest of the code and data that decide games. Results with different digests should not be mixed."""
    whole = hashlib.sha256()
    for package in _PLAYING:
        for path in sorted((PACKAGE / package).rglob("*")):
            if path.suffix in (".py", ".csv", ".toml"):
                whole.update(path.relative_to(PACKAGE).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    return whole.hexdigest()[:12]
