"""Mandatory combat: every unit in contact must attack, every enemy in contact must be attacked.

Contact is a graph between attackers and defenders. All attackers of one combat must touch all its
defenders, so a way to do all duties is a partition of the graph into complete bipartite parts. Such a
partition exists exactly if nobody is without a partner: a smallest set of contacts that covers
everybody consists of stars, one attacker with several defenders or the other way round. So the
question "can the rest still be done?" needs no search: it is enough that nobody is left alone.

Units are bits of an int; ``contact[u]`` is the set of partners unit ``u`` still has.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..hexes import bits


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


def stranded(contact: Sequence[int], units: int, available: int) -> int:
    """The units that no available partner touches."""
    out = 0
    for u in bits(units):
        if not contact[u] & available:
            out |= 1 << u
    return out
