"""What every test needs: the games as they are packaged, whatever corrections the owner of this machine keeps."""

from __future__ import annotations

import os

import pytest


def pytest_configure(config: pytest.Config) -> None:
    # A folder that does not exist holds no overlays. Set before collection: some tests are
    # parametrised over the games, which loads them.
    os.environ["GROGNARD_OVERLAYS"] = str(config.rootpath / "tests" / "no-overlays")
