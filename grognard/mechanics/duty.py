"""Mandatory combat: every unit in contact must attack, every enemy in contact must be attacked.

Contact is a graph between attackers and defenders. All attackers of one combat must touch all its
defenders, so a way to do all duties is a partition of the graph into complete bipartite parts. Such a
partition exists exactly if nobody is without a partner: a smallest set of contacts that covers
everybody consists of stars, one attacker with several defenders or the other way round. So the
question "can the rest still be done?" needs no search, except that a defender who has lost all
partners can still be attacked by free artillery from afar, each piece on one target: a matching.

Units are bits of an int; ``contact[u]`` is the set of partners unit ``u`` still has.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ..hexes import bits

#: The free artillery that reaches a defender, as a set of units.
Fires = Callable[[int], int]


def touching_all(contact: Sequence[int], targets: int, available: int) -> int:
    """The available attackers in contact with every one of the targets."""
    for t in bits(targets):
        available &= contact[t]
    return available


def forced(contact: Sequence[int], targets: int, available: int) -> int:
    """The available attackers who touch no other defender than these targets: they must join."""
    touching = 0
    for t in bits(targets):
        touching |= contact[t]
    out = 0
    rest = ~targets
    for u in bits(touching & available):
        if not contact[u] & rest:
            out |= 1 << u
    return out


def stranded(contact: Sequence[int], defenders: int, available: int) -> int:
    """The defenders whom no available attacker touches."""
    out = 0
    for d in bits(defenders):
        if not contact[d] & available:
            out |= 1 << d
    return out


def matched(defenders: int, fires: Fires, free: int) -> int:
    """As many of the defenders as free artillery can be matched with, one piece each."""
    gun_of: dict[int, int] = {}  # gun -> defender

    def place(d: int, tried: set[int]) -> bool:
        for gun in bits(fires(d) & free):
            if gun in tried:
                continue
            tried.add(gun)
            if gun not in gun_of or place(gun_of[gun], tried):
                gun_of[gun] = d
                return True
        return False

    done = 0
    for d in bits(defenders):
        if place(d, set()):
            done |= 1 << d
    return done


def covered(defenders: int, fires: Fires, free: int) -> bool:
    """Whether free artillery can take on all these defenders, one piece each."""
    return not defenders or matched(defenders, fires, free) == defenders
