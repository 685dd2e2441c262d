"""Whether what a refusal says is true: sentences with holes, each with a check against the plain facts of a position.

The checks are a second opinion. They are written from the rulebook and look at counters, at the map as its files have
it and at the fields of the state, with small slow functions; they do not ask the laws of the steps.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Iterable
from functools import cached_property
from inspect import signature
from typing import Any

from grognard import Action, Refusal
from grognard.engine.game import Game

from .land import Land

#: A claim, with its number and sentence, is judged true, false or unknown.
Check = Callable[..., object]

_HOLE = re.compile(r"\{(\w+):(\w+)\}")
_SHAPES = {"unit": r"\S+?", "hex": r"\S+?", "n": r"-?\d+", "units": r".+?", "hexes": r".+?", "word": r".+?"}
#: The kinds of arguments that a sentence may speak of as ``it``.
_KINDS = {"unit": "unit", "hex": "hex", "n": "number"}


class Claim:
    """A sentence with holes such as ``{it:unit}``, the rule it names, and what must be so when it is said.

    The check is given the facts and the holes that it asks for, by name. ``it`` must be the argument that was refused.
    """

    def __init__(self, rule: str, sentence: str, check: Check) -> None:
        self.rule, self.sentence, self.check = rule, sentence, check
        self.kinds = dict(_HOLE.findall(sentence))
        asked = {p.name for p in list(signature(check).parameters.values())[1:] if p.default is p.empty}
        assert asked <= set(self.kinds), f"{sentence}: the check asks for {', '.join(sorted(asked))}"
        #: the holes that the check looks at
        self.asked = tuple(name for name in self.kinds if name in signature(check).parameters)
        parts = _HOLE.split(sentence)
        text = ""
        for place, part in enumerate(parts):
            if place % 3 == 0:
                text += re.escape(part)
            elif place % 3 == 1:
                text += f"(?P<{part}>{_SHAPES[self.kinds[part]]})"
        self.pattern = re.compile(text)

    def read(self, game: Game[Any], why: str) -> dict[str, Any] | None:
        """The words in the holes of a sentence; None if it is another sentence."""
        found = self.pattern.fullmatch(why)
        if found is None:
            return None
        try:
            return {name: _value(game, self.kinds[name], text) for name, text in found.groupdict().items()}
        except (KeyError, ValueError):
            return None


def _value(game: Game[Any], kind: str, text: str) -> Any:
    if kind == "unit":
        return game.unit_ids[text]
    if kind == "hex":
        return game.board.grid.parse(text)
    if kind == "units":
        return [game.unit_ids[word] for word in text.split(", ")]
    if kind == "hexes":
        return [game.board.grid.parse(word) for word in re.split(" or |, ", text)]
    return int(text) if kind == "n" else text


class Facts:
    """Facts that can be read directly from a position when an action is refused."""

    def __init__(self, game: Game[Any], state: Any, action: Action) -> None:
        self.game, self.s = game, state
        self.verb, self.arg = action
        self.step = game.step(state).name
        self.frame = state.agenda[-1][1:]
        self.me = game.side_index[game.giver(state, action)]
        self.land = Land.of(game)

    # -- counters ----------------------------------------------------------------------------

    @cached_property
    def stacks(self) -> dict[int, list[int]]:
        """The units on the map, by hex."""
        out: dict[int, list[int]] = {}
        for unit, h in enumerate(self.s.at):
            if h >= 0:
                out.setdefault(h, []).append(unit)
        return out

    def units(self, h: int, side: int | None = None) -> list[int]:
        """The units in a hex, all or those of a side."""
        return [u for u in self.stacks.get(h, []) if side in (None, self.side(u))]

    def at(self, unit: int) -> int:
        found: int = self.s.at[unit]
        return found

    def on_map(self, unit: int) -> bool:
        return self.at(unit) >= 0

    def box(self, unit: int) -> str:
        """The box of a unit off the map."""
        return self.game.boxes[-1 - self.at(unit)] if self.at(unit) < 0 else ""

    def side(self, unit: int) -> int:
        return self.game.sides.index(self.game.counters[unit].side)

    def mine(self, unit: int) -> bool:
        return self.side(unit) == self.me

    def army(self, side: int) -> list[int]:
        """The units of a side that are on the map."""
        return [u for units in self.stacks.values() for u in units if self.side(u) == side]

    def type(self, unit: int) -> str:
        return self.game.counters[unit].type

    def value(self, unit: int, name: str) -> int:
        """A number printed on a counter; nothing is 0."""
        return self.game.counters[unit].values.get(name, 0)

    @staticmethod
    def has(units: int, unit: int) -> bool:
        """Whether a set of the state holds a unit."""
        return bool(units >> unit & 1)

    # -- ground ------------------------------------------------------------------------------

    def near(self, h: int) -> tuple[int, ...]:
        return self.land.near[h]

    def beside(self, a: int, b: int) -> bool:
        return a >= 0 and b in self.land.near[a]

    def distance(self, a: int, b: int) -> int:
        return self.land.distance(a, b)

    def hex(self, label: str) -> int:
        return self.game.board.grid.parse(label)


def cheapest(
    start: int,
    near: Callable[[int], Iterable[int]],
    price: Callable[[int, int], int | None],
    *,
    spent: int = 0,
    budget: int | None = None,
    ends: Callable[[int], bool] = lambda h: False,
) -> dict[int, int]:
    """The least that each hex costs, neighbour by neighbour; no path goes on from a hex where it ``ends``."""
    found, open_ = {start: spent}, [start]
    while open_:
        here = min(open_, key=found.__getitem__)
        open_.remove(here)
        if here != start and ends(here):
            continue
        for there in near(here):
            step = price(here, there)
            if step is None or (budget is not None and found[here] + step > budget):
                continue
            if there not in found or found[here] + step < found[there]:
                found[there] = found[here] + step
                if there not in open_:
                    open_.append(there)
    return found


class Oracle:
    """The sentences of a game's refusals with their checks."""

    def __init__(self, facts: type[Facts], claims: Iterable[Claim]) -> None:
        self.facts = facts
        self.claims = tuple(claims)
        #: how often each claim was met
        self.met: Counter[Claim] = Counter()
        self._by_rule: dict[str, list[Claim]] = {}
        for claim in self.claims:
            self._by_rule.setdefault(claim.rule, []).append(claim)

    def complaint(self, game: Game[Any], state: Any, action: Action, refusal: Refusal) -> str:
        """The errors in a refusal; empty if all its claims are true."""
        known = self._read(game, refusal, game.verbs[action.verb].kind)
        if not known:
            return "no claim is known for this sentence and rule"
        for claim, holes in known:
            self.met[claim] += 1
            if "it" in holes and holes["it"] != action.arg:
                return "it speaks of something else than the argument"
            wanted = {name: holes[name] for name in claim.asked}
            if not claim.check(self.facts(game, state, action), **wanted):
                return "it is false"
        return ""

    def _read(self, game: Game[Any], refusal: Refusal, kind: str) -> list[tuple[Claim, dict[str, Any]]]:
        """The claims that a sentence makes; one about an argument of this kind goes before one about none."""
        found = []
        for claim in self._by_rule.get(refusal.rule, ()):
            holes = claim.read(game, refusal.why)
            if holes is not None and _KINDS.get(claim.kinds.get("it", ""), kind) == kind:
                found.append((claim, holes))
        return [pair for pair in found if "it" in pair[1]] or found
