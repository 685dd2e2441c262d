"""Functions written out for the fields of a type of state, or for the rows of a step.

They do what a loop over the fields or the rows would do, which takes up to three times as long. States are copied, and
steps are asked for their offers, all the time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

#: What the functions are about. Any: they are made for states, cases and games of all types.
Thing: TypeAlias = Any


def make_copy(cls: type, plain: Sequence[str], lists: Sequence[str]) -> Callable[[Thing], Thing]:
    """A function that copies an object of a class: the plain attributes as they are, the lists as new lists."""
    lines = ["new = create(cls)"]
    lines += [f"new.{name} = old.{name}" for name in plain]
    lines += [f"new.{name} = old.{name}[:]" for name in lists]
    return _function("old", [*lines, "return new"], create=object.__new__, cls=cls)


def make_equal(names: Sequence[str]) -> Callable[[Thing, Thing], bool]:
    """A function that says whether two objects have the same attributes."""
    return _function("one, other", ["return " + " and ".join(f"one.{name} == other.{name}" for name in names)])


def make_changes(names: Sequence[str]) -> Callable[[Thing, Thing], list[str]]:
    """A function that says which attributes of two objects differ."""
    lines = [f"if one.{name} != other.{name}: names.append({name!r})" for name in names]
    return _function("one, other", ["names = []", *lines, "return names"])


#: The rows of a verb as an offer needs them: tests of the case, the arguments to begin with, and what keeps some.
Rows = tuple[str, Sequence[Callable[[Thing], object]], int, Sequence[Callable[[Thing, int], int]]]


def make_offer(
    case: Callable[[Thing, Thing], Thing], game: Thing, verbs: Sequence[Rows]
) -> Callable[[Thing], dict[str, int]]:
    """A function that makes the offer of a step: by verb the arguments that its rows leave, where they leave any."""
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
