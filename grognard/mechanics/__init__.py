"""What wargames share: zones, ground, combat tables, duties to attack, retreats, arrivals, lines of communication.

A game states only how it differs from these.
"""
