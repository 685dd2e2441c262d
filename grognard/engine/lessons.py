"""Lessons: positions with exercises, read from ``lessons.toml``."""

from __future__ import annotations

from .data import Source
from .reading import Exercise
from .schema import Either, Entries, Kind, ListOf, Table, Text, read
from .toml_lines import Value


class _Outcome(Kind):
    """An outcome of chance: a face of the die, or an action such as ``card 2``."""

    what = "a face of the die, or an outcome such as 'card 2'"

    def fits(self, value: Value) -> bool:
        if isinstance(value, str):
            return len(value.split()) == 2
        return isinstance(value, int) and not isinstance(value, bool) and value > 0

    def blank(self) -> int:
        return 1


_EXERCISE = Table(
    {
        "title": Text(),
        "text": Text(),
        "position": Text(),
        "side": Text(),
        "steps": ListOf(Either(Text(), ListOf(Text(), least=1)), least=1),
    },
    {"rule": Text(), "dice": ListOf(_Outcome()), "praise": Text()},
)
_LESSONS = Table(optional={"exercise": Entries(_EXERCISE, key=("title",))})


def load_lessons(source: Source) -> tuple[Exercise, ...]:
    """The exercises of a game in order. They are not part of the data digest because no rule depends on them."""
    words = read(source, "lessons.toml", _LESSONS, digest=False)
    source.check()
    return tuple(
        Exercise(
            title=entry["title"],
            text=entry["text"],
            position=entry["position"],
            side=entry["side"],
            steps=tuple((step,) if isinstance(step, str) else tuple(step) for step in entry["steps"]),
            rule=entry.get("rule", ""),
            dice=tuple(entry.get("dice", ())),
            praise=entry.get("praise", ""),
        )
        for entry in words.get("exercise", ())
    )
