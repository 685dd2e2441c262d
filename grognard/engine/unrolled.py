"""Generated functions: unrolled loops over the fields of a class of states, or over the rows of a step.

A loop takes up to three times as long, and states are copied and offers computed all the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

#: An argument of a generated function. Any: states, cases and games of all types.
Thing: TypeAlias = Any


def make_copy(cls: type, plain: Sequence[str], lists: Sequence[str]) -> Callable[[Thing], Thing]:
    """Make a function that copies an object of a class, with new lists for its list attributes."""
    lines = ["new = create(cls)"]
    lines += [f"new.{name} = old.{name}" for name in plain]
    lines += [f"new.{name} = old.{name}[:]" for name in lists]
    return _function("old", [*lines, "return new"], create=object.__new__, cls=cls)


def make_equal(names: Sequence[str]) -> Callable[[Thing, Thing], bool]:
    """Make a function that compares the attributes of two objects."""
    return _function("one, other", ["return " + " and ".join(f"one.{name} == other.{name}" for name in names)])


def make_changes(names: Sequence[str]) -> Callable[[Thing, Thing], list[str]]:
    """Make a function that returns the names of the attributes that differ between two objects."""
    lines = [f"if one.{name} != other.{name}: names.append({name!r})" for name in names]
    return _function("one, other", ["names = []", *lines, "return names"])


#: The rows of a verb for an offer: its name, the tests of the case, all arguments, and the functions that keep some.
Rows = tuple[str, Sequence[Callable[[Thing], object]], int, Sequence[Callable[[Thing, int], int]]]


def make_offer(
    case: Callable[[Thing, Thing], Thing], game: Thing, verbs: Sequence[Rows]
) -> Callable[[Thing], dict[str, int]]:
    """Make a function that computes the offer of a step: for each verb the arguments that its rows keep, if any."""
    known: dict[str, Thing] = {"case": case, "game": game}
    lines = ["c = case(game, s)", "out = {}"]
    for i, (verb, tests, every, keeps) in enumerate(verbs):
        known |= {f"test{i}_{k}": test for k, test in enumerate(tests)}
        known |= {f"keep{i}_{k}": keep for k, keep in enumerate(keeps)}
        known[f"every{i}"] = every
        lines.append(f"if {' and '.join(f'test{i}_{k}(c)' for k in range(len(tests))) or True}:")
        lines.append(f"    args = every{i}")
        lines += [f"    if args: args = keep{i}_{k}(c, args)" for k in range(len(keeps))]
        lines.append(f"    if args: out[{verb!r}] = args" if keeps else f"    out[{verb!r}] = args")
    return _function("s", [*lines, "return out"], **known)


def _function(arguments: str, lines: Sequence[str], **known: Thing) -> Callable[..., Thing]:
    body = "\n    ".join(lines)
    exec(f"def made({arguments}):\n    {body}", known)
    made: Callable[..., Thing] = known["made"]
    return made
