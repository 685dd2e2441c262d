"""Attacks and the small decisions around them.

- ``allocator``: the assignment of units to attacks, by averages of the combat table
- ``table_attacks``: attacks of a combat phase by those averages, without simulation
- ``builder``, ``attack_memory``: attacks that are built unit by unit and simulated, and the cache of them for a phase
- ``lookahead``: simulation of an action and its consequences, averaged over the dice
- ``adjutant``, ``choices``: small decisions, by rules of thumb and by simulation
"""
