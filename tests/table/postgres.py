"""A PostgreSQL server for tests, in a temporary folder."""

from __future__ import annotations

import asyncio
import os
import pwd
import shutil
import socket
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import asyncpg
import pytest


def programs() -> Path:
    """The folder of initdb and pg_ctl, which Debian keeps outside PATH."""
    found = shutil.which("initdb")
    folders = [Path(found).parent] if found else sorted(Path("/usr/lib/postgresql").glob("*/bin"))
    usable = [folder for folder in folders if (folder / "initdb").exists() and (folder / "pg_ctl").exists()]
    if not usable:
        pytest.fail("PostgreSQL is not installed, and the table's store must be tested on it: apt install postgresql")
    return usable[-1]


def _as_user(words: list[str]) -> None:
    """Run a program; PostgreSQL refuses to be run by root, so root runs it as ``postgres``."""
    options: dict[str, object] = {}
    if os.geteuid() == 0:
        person = pwd.getpwnam("postgres")
        options = {"user": person.pw_uid, "group": person.pw_gid, "extra_groups": []}
    done = subprocess.run(words, capture_output=True, text=True, check=False, cwd="/", **options)  # type: ignore[call-overload]
    if done.returncode:
        pytest.fail(f"{words[0]} failed: {done.stdout[-500:]}{done.stderr[-500:]}")


def free_port() -> int:
    with socket.socket() as sock:
        sock.bind(("127.0.0.1", 0))
        return int(sock.getsockname()[1])


@contextmanager
def running() -> Iterator[str]:
    """A running server; yields its address without a database name."""
    bin_, port = programs(), free_port()
    folder = Path(tempfile.mkdtemp(prefix="grognard-pg-"))
    if os.geteuid() == 0:
        person = pwd.getpwnam("postgres")
        os.chown(folder, person.pw_uid, person.pw_gid)
    data, out = folder / "data", folder / "log"
    try:
        _as_user(
            [
                str(bin_ / "initdb"),
                "-D",
                str(data),
                "-U",
                "table",
                "-A",
                "trust",
                "-E",
                "UTF8",
                "--no-sync",
                "--no-instructions",
                "--locale=C",
            ]
        )
        # The folder is temporary, so it does not have to survive a power failure.
        options = f"-p {port} -c listen_addresses=127.0.0.1 -c unix_socket_directories='' -c fsync=off"
        _as_user([str(bin_ / "pg_ctl"), "-D", str(data), "-l", str(out), "-o", options, "-w", "start"])
        try:
            yield f"postgresql://table@127.0.0.1:{port}"
        finally:
            _as_user([str(bin_ / "pg_ctl"), "-D", str(data), "-m", "immediate", "-w", "stop"])
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def new_database(server: str, name: str) -> str:
    """Create a database on the server."""

    async def make() -> None:
        connection = await asyncpg.connect(f"{server}/postgres")
        try:
            await connection.execute(f'CREATE DATABASE "{name}"')
        finally:
            await connection.close()

    asyncio.run(make())
    return f"{server}/{name}"
