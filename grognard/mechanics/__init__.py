"""Mechanics that wargames share: zones, ground, combat tables, mandatory attacks, retreats, arrivals, supply lines.

A game implements only its differences from these.
"""
