"""Short words for combat tests: a phase on the plain board, an attack, its aftermath."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from grognard import Match

from .table import fighting

#: The six hexes round 1010, clockwise from the north.
RING = ("1009", "1110", "1111", "1011", "0911", "0910")
INFANTRY = ("1/8", "2/8", "3/8", "1/22", "2/22", "3/22")
WEAK = ("1/983", "2/983", "1/984", "2/984", "1/985", "2/985")
STRONG = ("1/1055", "2/1055", "3/1055", "1/1056", "2/1056", "3/1056")

ROUGH = "rough"
WOODS = "broken, town, woods, stream"
GROVE = "grove, bridge"
CLEAR = "clear, mixed"


def combat(at: str, *, side: str = "us", more: str = "", dice: Iterable[int | str] = (), **ground: Any) -> Match:
    """The start of a Combat Phase on the plain board."""
    return fighting(side, at, more, turn=3, dice=dice, **ground)


def rivers(*pairs: str) -> dict[str, str]:
    """Unbridged rivers: hexsides nobody crosses and no zone of control passes."""
    return dict.fromkeys(pairs, "river")


def declare(
    match: Match,
    targets: str,
    *units: str,
    barrage: Iterable[str] = (),
    support: int = 0,
) -> Match:
    """An attack on the units in the target hexes (words), declared but not yet resolved."""
    first, *others = targets.split()
    match.play(f"attack {first}", *(f"also {h}" for h in others), *(f"with {u}" for u in units))
    match.play(*(f"barrage {u}" for u in barrage))
    return match.play(f"support {support}") if support else match


def fight(match: Match, targets: str, *units: str, barrage: Iterable[str] = (), support: int = 0) -> Match:
    """The same, resolved."""
    return declare(match, targets, *units, barrage=barrage, support=support).play("resolve")


def attack_at(differential: int, terrain: str = "clear", dice: Iterable[int | str] = ()) -> Match:
    """A declared attack with this differential on units in this terrain.

    From 0 on: infantry round a lone 1-2-7 in 1010, with ground support and artillery if six are not
    enough. Below 0: a lone 2-3-7 in 1010 in the midst of as many defenders as it takes.
    """
    if differential >= 0:
        return _strong_attack(differential, terrain, dice)
    return _weak_attack(differential, terrain, dice)


def _strong_attack(differential: int, terrain: str, dice: Iterable[int | str]) -> Match:
    count = min(6, differential // 2 + 1)
    rest = differential - (2 * count - 2)
    support = min(5, rest)
    barrage = {0: (), 3: ("44",), 5: ("44", "20", "29")}[rest - support]
    places = dict(zip(INFANTRY[:count], RING, strict=False))
    at = " ".join(f"{unit}={place}" for unit, place in places.items())
    match = combat(f"{at} 1/983=1010 44=0505 20=0506 29=0507", dice=dice, terrain={"1010": terrain})
    return declare(match, "1010", *places, barrage=barrage, support=support)


def _weak_attack(differential: int, terrain: str, dice: Iterable[int | str]) -> Match:
    strength = 2 - differential
    threes = strength % 2
    defenders = [*STRONG[:threes], *WEAK[: (strength - 3 * threes) // 2]]
    places = dict(zip(defenders, RING, strict=False))
    at = " ".join(f"{unit}={place}" for unit, place in places.items())
    match = combat(f"{at} 1/8=1010", dice=dice, terrain=dict.fromkeys(places.values(), terrain))
    return declare(match, " ".join(places.values()), "1/8")
