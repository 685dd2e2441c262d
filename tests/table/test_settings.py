"""Settings from the environment, all of them documented in the guide."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from pathlib import Path

import grognard
from grognard.table.settings import read_settings

PACKAGE = Path(grognard.__file__).parent
GUIDE = PACKAGE.parent / "docs" / "table.md"


class Asked(Mapping[str, str]):
    """An environment that records which variables are read."""

    def __init__(self) -> None:
        self.names: set[str] = set()

    def __getitem__(self, name: str) -> str:
        self.names.add(name)
        raise KeyError(name)

    def __iter__(self) -> Iterator[str]:
        return iter(())

    def __len__(self) -> int:
        return 0


def test_every_variable_is_in_the_guide():
    asked = Asked()
    read_settings(asked)
    assert {"DATABASE_URL", "GROGNARD_DATA", "GROGNARD_RATE_LOGIN"} <= asked.names
    sources = "\n".join(path.read_text(encoding="utf-8") for path in PACKAGE.rglob("*.py"))
    named = set(re.findall(r"\bGROGNARD_[A-Z_]*[A-Z]\b", sources))
    rows = set(re.findall(r"^\| `([A-Z_]+)` \|", GUIDE.read_text(encoding="utf-8"), re.MULTILINE))
    assert (asked.names | named) <= rows
    assert rows == asked.names | named


def test_settings_are_read_from_the_environment():
    env = {
        "GROGNARD_DATA": "somewhere",
        "GROGNARD_RATE": "5",
        "GROGNARD_WORKERS": "3",
        "GROGNARD_WARM": "0",
        "GROGNARD_PUBLIC": "https://table.example/",
        "GROGNARD_HOSTS": "a.example,b.example c.example",
    }
    found = read_settings(env)
    assert (found.data, found.rate, found.workers, found.warm) == (Path("somewhere"), 5, 3, False)
    assert found.database == "sqlite+aiosqlite:///somewhere/table.sqlite"
    assert found.public == "https://table.example"
    assert found.hosts == ("a.example", "b.example", "c.example")
    plain = read_settings({})
    assert (plain.warm, plain.hosts) == (True, ())
