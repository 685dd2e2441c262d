"""nginx for tests, with the configuration that docs/hosting.md prints."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

import grognard

GUIDE = Path(grognard.__file__).parent.parent / "docs" / "hosting.md"


def block(kind: str, number: int = 0) -> str:
    """A configuration printed in the guide."""
    found = re.findall(rf"^```{kind}\n(.*?)^```", GUIDE.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    return str(found[number])


def _certificate(folder: Path) -> None:
    words = "openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 2"
    words += " -subj /CN=table.example.org -addext subjectAltName=DNS:table.example.org"
    words += f" -keyout {folder}/privkey.pem -out {folder}/fullchain.pem"
    subprocess.run(words.split(), check=True, capture_output=True)


@contextmanager
def running(folder: Path, port: int, *tables: int) -> Iterator[Path]:
    """nginx on a port in front of tables on others; yields the certificate."""
    program = shutil.which("nginx") or shutil.which("/usr/sbin/nginx")
    if program is None:
        pytest.fail("nginx is not installed, and the guide to hosting must be tested with it: apt install nginx-light")
    _certificate(folder)
    text = block("nginx").replace("listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
    text = text.replace("/etc/letsencrypt/live/table.example.org", str(folder))
    for printed, used in zip((8444, 8445), tables, strict=True):
        text = text.replace(f"127.0.0.1:{printed};", f"127.0.0.1:{used};")
    kinds = ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
    temporary = "".join(f"{kind}_temp_path {folder}/{kind};\n" for kind in kinds)
    user = "user root;\n" if os.geteuid() == 0 else ""
    whole = f"{user}daemon off;\npid {folder}/pid;\nerror_log {folder}/error.log;\nevents {{}}\n"
    whole += "http {\naccess_log off;\n"
    (folder / "nginx.conf").write_text(f"{whole}{temporary}{text}}}\n", encoding="utf-8")
    child = subprocess.Popen([program, "-c", f"{folder}/nginx.conf", "-e", f"{folder}/error.log"])
    try:
        _wait(child, port, folder / "error.log")
        yield folder / "fullchain.pem"
    finally:
        child.terminate()
        child.wait(20)


def _wait(child: subprocess.Popen[bytes], port: int, log: Path) -> None:
    """Wait until nginx accepts connections."""
    end = time.monotonic() + 20
    while time.monotonic() < end and child.poll() is None:
        try:
            socket.create_connection(("127.0.0.1", port), 1).close()
        except OSError:
            continue
        return
    pytest.fail(f"nginx did not start: {log.read_text() if log.exists() else ''}")
