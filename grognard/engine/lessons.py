"""Lessons: prepared positions with something to do in each, read from ``lessons.toml``."""

from __future__ import annotations

from typing import Any

from .data import Source
from .game import Exercise

_FILE = "lessons.toml"


def load_lessons(source: Source) -> tuple[Exercise, ...]:
    """The exercises of a game, in order."""
    words = source.toml(_FILE)
    out = [_exercise(source, number, entry) for number, entry in enumerate(words.get("exercise", ()), 1)]
    source.check()
    return tuple(exercise for exercise in out if exercise is not None)


def _exercise(source: Source, number: int, entry: dict[str, Any]) -> Exercise | None:
    missing = {"title", "text", "position", "side", "steps"} - set(entry)
    if missing:
        source.fault(_FILE, f"exercise {number} lacks {', '.join(sorted(missing))}")
        return None
    return Exercise(
        title=entry["title"],
        text=entry["text"],
        position=entry["position"],
        side=entry["side"],
        steps=tuple((step,) if isinstance(step, str) else tuple(step) for step in entry["steps"]),
        rule=entry.get("rule", ""),
        dice=tuple(entry.get("dice", ())),
        praise=entry.get("praise", ""),
    )
