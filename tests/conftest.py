"""Set-up for all tests: the packaged games, without the overlays of the user."""

from __future__ import annotations

import gc
import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    # A folder that does not exist holds no overlays. Set before collection: some tests are
    # parametrised over the games, which loads them.
    os.environ["GROGNARD_OVERLAYS"] = str(config.rootpath / "tests" / "no-overlays")
    # The games and their caches are large and live as long as the tests: with its usual thresholds, the collector
    # spends a quarter of all time looking through them.
    gc.set_threshold(50_000, 50, 100)


@pytest.fixture(scope="session")
def every_mark(pytestconfig):
    """The marks of all tests, read once."""
    from grognard.engine.ledger import marks

    return list(marks(pytestconfig.rootpath / "tests"))


@pytest.fixture
def run(capsys, tmp_path, monkeypatch):
    """Run a command line in a folder of its own: exit code, output, errors."""
    from grognard.cli import main  # only now: the games must not be loaded before the overlays are set

    monkeypatch.chdir(tmp_path)

    def run_words(*words):
        capsys.readouterr()
        with pytest.raises(SystemExit) as left:
            main([str(word) for word in words])
        out, err = capsys.readouterr()
        return left.value.code, out, err

    return run_words
