"""Copying and comparing states by functions written out for each type of state.

A loop over the names of the fields takes three times as long, and states are copied all the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any


def make_copy(cls: type, plain: Sequence[str], lists: Sequence[str]) -> Callable[[Any], Any]:
    """A function that copies an object of a class: the plain attributes as they are, the lists as new lists."""
    lines = ["new = create(cls)"]
    lines += [f"new.{name} = old.{name}" for name in plain]
    lines += [f"new.{name} = old.{name}[:]" for name in lists]
    return _function("old", [*lines, "return new"], create=object.__new__, cls=cls)


def make_equal(names: Sequence[str]) -> Callable[[Any, Any], bool]:
    """A function that says whether two objects have the same attributes."""
    return _function("one, other", ["return " + " and ".join(f"one.{name} == other.{name}" for name in names)])


def make_changes(names: Sequence[str]) -> Callable[[Any, Any], list[str]]:
    """A function that says which attributes of two objects differ."""
    lines = [f"if one.{name} != other.{name}: names.append({name!r})" for name in names]
    return _function("one, other", ["names = []", *lines, "return names"])


def _function(arguments: str, lines: Sequence[str], **known: Any) -> Callable[..., Any]:
    body = "\n    ".join(lines)
    exec(f"def made({arguments}):\n    {body}", known)
    made: Callable[..., Any] = known["made"]
    return made
