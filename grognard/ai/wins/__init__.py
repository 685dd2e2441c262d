"""Wins within a turn: by one or two attacks, airdrops included, and movement off the map or into a hex that decides.

- ``position``: where units can go in a position that has been thought out, such as one without some enemy units
- ``clearing``: the chance that an attack clears a hex
- ``checker``: the search for the best win
- ``carrying_out``: the orders for a win
"""
