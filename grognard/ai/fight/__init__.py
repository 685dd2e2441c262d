"""Attacks and the small decisions around them.

- ``allocator``: which units attack which hex, by the averages of the combat table
- ``table_attacks``: attacks of a combat phase by those averages, without trying them out
- ``builder``, ``attack_memory``: attacks that are built unit by unit and tried out, and those kept for the phase
- ``lookahead``: an action, what follows from it, and the average over the dice
- ``adjutant``, ``choices``: small decisions, by rules of thumb and by trying them out
"""
