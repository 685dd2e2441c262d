"""Values, in points of victory.

- ``goals``: the goals of a side, and the goal of each unit
- ``judge``: the value of a position
- ``previews``: the value of an attack at a glance
"""
