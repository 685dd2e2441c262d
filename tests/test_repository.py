"""The files around the code: pinned versions, links between texts, the glossary."""

from __future__ import annotations

import json
import re
import tomllib
from pathlib import Path

import pytest

import grognard

ROOT = Path(grognard.__file__).parent.parent
PIN = re.compile(r"([A-Za-z0-9][A-Za-z0-9._-]*)==([0-9][0-9A-Za-z.]*)")
TEXTS = sorted(
    path
    for place in ("*.md", "bench/*.md", "docs/**/*.md", "grognard/**/*.md", ".github/**/*.md")
    for path in ROOT.glob(place)
)


def plain(name: str) -> str:
    """The normalised name of a package."""
    return re.sub(r"[-_.]+", "-", name).lower()


def pins() -> list[str]:
    """The names in constraints.txt; every line must be a name with an exact version."""
    lines = (ROOT / "constraints.txt").read_text(encoding="utf-8").splitlines()
    found = [PIN.fullmatch(line) for line in lines if not line.startswith("#")]
    assert all(found), "a line has a location, an editable package or no exact version"
    return [plain(pin[1]) for pin in found if pin]


def test_every_dependency_is_pinned_once():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*project["dependencies"], *project["optional-dependencies"]["dev"]]
    assert {plain(re.split(r"[\[<>=~! ]", text)[0]) for text in wanted} <= set(pins())
    assert len(pins()) == len(set(pins()))


def test_the_lock_file_matches_and_names_no_registry():
    text = (ROOT / "package-lock.json").read_text(encoding="utf-8")
    assert "://" not in text
    lock, wanted = json.loads(text), json.loads((ROOT / "package.json").read_text(encoding="utf-8"))
    assert lock["packages"][""]["devDependencies"] == wanted["devDependencies"]
    assert all(entry["integrity"] for name, entry in lock["packages"].items() if name)


def test_the_version_is_stated_in_one_place_and_heads_the_changelog():
    files = [path for pattern in ("*.toml", "*.json", "Makefile", "grognard/**/*.py") for path in ROOT.glob(pattern)]
    stating = [path for path in files if re.search(r"""(?m)^\s*"?_*version_*"? *[=:] *["']""", path.read_text(), re.I)]
    assert [path.name for path in stating if path.name != "package-lock.json"] == ["version.py"]
    headings = re.findall(r"^## \[([^]]+)\]", (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    assert headings[:2] == ["Unreleased", grognard.__version__]


def anchors(path: Path) -> set[str]:
    """The anchors of a text: its headings in the form used in links."""
    headings = re.findall(r"^#+ +(.+)$", path.read_text(encoding="utf-8"), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


@pytest.mark.parametrize("path", TEXTS, ids=lambda path: str(path.relative_to(ROOT)))
def test_links_have_a_target(path: Path) -> None:
    links = re.findall(r"\]\(([^)\s]+)\)", path.read_text(encoding="utf-8"))
    for link in links:
        if "://" in link:
            continue
        file, _, anchor = link.partition("#")
        target = path.parent / file if file else path
        assert target.exists(), f"{link} has no target"
        assert not anchor or anchor in anchors(target), f"{link}: no such heading"


def test_links_are_found():
    assert {"README.md", "CONTRIBUTING.md", "glossary.md", "rulings.md"} <= {path.name for path in TEXTS}


def test_the_glossary_is_sorted_and_short():
    rows = re.findall(r"^\| \*\*(.+?)\*\* \| (.+) \|$", (ROOT / "docs/glossary.md").read_text(encoding="utf-8"), re.M)
    words = [word for word, _ in rows]
    assert words == sorted(words)
    assert len(words) == len(set(words))
    assert not [word for word, meaning in rows if not meaning.endswith(".") or meaning.count(". ")]
