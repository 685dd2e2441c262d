"""The wheel is complete: installed outside the checkout, it plays, draws and serves.

The source archive is built first and the wheel from it, as ``make wheel`` does. The wheel is installed in a new
environment, which can import the libraries of this one, but neither the checkout nor an editable installation of it.
"""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path
from typing import NamedTuple

import httpx
import pytest

import grognard
from grognard.engine.library import games
from tests.table.process import ROOT, table_process

GAMES = sorted(games())


def run(*words: object, cwd: Path) -> str:
    """Run a command and return its output. Nothing in its environment leads Python to the checkout."""
    env = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "GROGNARD"))}
    done = subprocess.run(
        [str(word) for word in words],
        cwd=cwd,
        env={**env, "GROGNARD_OVERLAYS": str(cwd / "no-overlays")},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        timeout=300,
        check=False,
    )
    assert done.returncode == 0, f"{' '.join(str(word) for word in words)}\n{done.stdout}"
    return done.stdout


class Installed(NamedTuple):
    """The archives, and the environment with the installed wheel."""

    wheel: Path
    source: Path
    folder: Path
    bin: Path

    def python(self, code: str) -> str:
        return run(self.bin / "python", "-c", code, cwd=self.folder).strip()

    def grognard(self, *words: object) -> str:
        return run(self.bin / "grognard", *words, cwd=self.folder)


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Installed:
    folder = tmp_path_factory.mktemp("wheel")
    run(sys.executable, "-m", "build", "--no-isolation", "--outdir", folder / "dist", ROOT, cwd=folder)
    (wheel,), (source,) = (folder / "dist").glob("*.whl"), (folder / "dist").glob("*.tar.gz")
    builder = venv.EnvBuilder()
    builder.create(folder / "env")
    home = Path(builder.ensure_directories(folder / "env").bin_path)
    pip = (sys.executable, "-m", "pip", "--python", home / "python", "--quiet", "--disable-pip-version-check")
    run(*pip, "install", "--no-deps", "--no-index", wheel, cwd=folder)
    lend_libraries(folder / "env")
    return Installed(wheel, source, folder, home)


def lend_libraries(env: Path) -> None:
    """Let an environment import the libraries of this one.

    Their ``.pth`` files are not read there, so an editable installation of this package stays invisible.
    """
    (packages,) = {
        Path(sysconfig.get_path(kind, vars={"base": str(env), "platbase": str(env)})) for kind in ("purelib", "platlib")
    }
    libraries = sorted({sysconfig.get_path("purelib"), sysconfig.get_path("platlib")})
    (packages / "libraries.pth").write_text("\n".join(libraries) + "\n", encoding="utf-8")


def test_the_package_comes_from_the_wheel(installed: Installed) -> None:
    where = Path(installed.python("import grognard; print(grognard.__file__)"))
    assert where.is_relative_to(installed.folder / "env")
    assert installed.grognard("--version").strip() == f"grognard {grognard.__version__}"
    assert installed.wheel.name.startswith(f"grognard-{grognard.__version__}-")
    paths = installed.python("import sys; print(*sys.path, sep='\\n')").splitlines()
    assert str(ROOT) not in paths


def test_the_wheel_holds_every_file_of_the_package(installed: Installed) -> None:
    with zipfile.ZipFile(installed.wheel) as archive:
        held = {name for name in archive.namelist() if name.startswith("grognard/")}
    files = {path for path in (ROOT / "grognard").rglob("*") if path.is_file() and "__pycache__" not in path.parts}
    assert held == {path.relative_to(ROOT).as_posix() for path in files}
    assert "grognard/py.typed" in held


def test_the_source_archive_can_be_tested(installed: Installed) -> None:
    """It has the files that the Makefile needs and that README.md links to."""
    with tarfile.open(installed.source) as archive:
        held = {name.partition("/")[2] for name in archive.getnames()}
    links = re.findall(r"\]\(([^)#:]+)[^)]*\)", (ROOT / "README.md").read_text(encoding="utf-8"))
    assert links
    wanted = {"Makefile", "constraints.txt", "package-lock.json", "tsconfig.json", "tests/test_wheel.py", *links}
    assert not wanted - held


@pytest.mark.parametrize("game", GAMES)
def test_it_plays_proves_and_draws(installed: Installed, game: str) -> None:
    record, board = installed.folder / f"{game}.record", installed.folder / f"{game}.svg"
    installed.grognard("play", game, "--seed", "1944", "--pace", "0", "-o", record)
    assert f'[Game "{game}"]' in record.read_text(encoding="utf-8")
    installed.grognard("verify", record)
    installed.grognard("draw", game, record, "-o", board)
    assert board.read_text(encoding="utf-8").startswith("<svg")


def test_it_serves(installed: Installed) -> None:
    with table_process(
        installed.folder / "data", "--port", "8850", python=str(installed.bin / "python"), home=installed.folder
    ) as process:
        with httpx.Client(base_url=process.address(), timeout=60) as http:
            page = http.get("/")
            assert page.status_code == 200
            sources = re.findall(r'(?:src|href)="(/[^"]+\.(?:js|css))"', page.text)
            assert {source.rpartition(".")[2] for source in sources} == {"js", "css"}
            for source in sources:
                assert http.get(source).status_code == 200, source
            cards = http.get("/api/library").json()
            assert sorted(card["id"] for card in cards) == GAMES
        assert process.end(signal.SIGINT) == 0
