"""Mandatory combat: every unit in contact must attack, and every enemy in contact must be attacked.

Contact is a graph between attackers and defenders. All attackers of one combat must touch all its defenders, so a
complete set of combats is a partition of the graph into complete bipartite parts. Such a partition exists exactly if no
unit lacks a partner: a smallest set of contacts that covers all units consists of stars, one attacker with several
defenders or one defender with several attackers. The question "can all remaining duties still be done?" therefore needs
no search: it is enough that each unit has a partner.

Units are bits of an int; ``contact[u]`` is the set of partners that unit ``u`` still has.
"""

from __future__ import annotations

from collections.abc import Sequence

from ..hexes import bits


def forced(contact: Sequence[int], targets: int, available: int) -> int:
    """Available attackers that touch these targets and no other defender: they must join the attack."""
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
    """Units without an available partner."""
    out = 0
    for u in bits(units):
        if not contact[u] & available:
            out |= 1 << u
    return out
