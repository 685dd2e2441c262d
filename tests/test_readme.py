"""The samples of README.md run without changes, in order, in one session."""

from __future__ import annotations

import doctest
import re
from pathlib import Path

README = Path(__file__).parent.parent / "README.md"
SAMPLE = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)


def samples() -> list[tuple[int, str]]:
    """Every Python sample with its first line."""
    text = README.read_text(encoding="utf-8")
    return [(text.count("\n", 0, found.start(1)), found[1]) for found in SAMPLE.finditer(text)]


def test_the_samples_run(tmp_path, monkeypatch):
    found = samples()
    assert found, "README.md has no python sample"
    monkeypatch.chdir(tmp_path)
    namespace: dict[str, object] = {"__name__": "readme"}
    for line, code in found:
        if ">>>" in code:
            run_dialogue(code, namespace, line)
        else:
            # Blank lines before the sample make tracebacks point to the line in README.md.
            exec(compile("\n" * line + code, str(README), "exec"), namespace)


def run_dialogue(code: str, namespace: dict[str, object], line: int) -> None:
    """Run a sample written as an interpreter session; the output must be the one shown."""
    test = doctest.DocTestParser().get_doctest(code, namespace, "README.md", str(README), line)
    said: list[str] = []
    runner = doctest.DocTestRunner(optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE)
    runner.run(test, out=said.append, clear_globs=False)
    namespace.update(test.globs)
    assert not said, "".join(said)
