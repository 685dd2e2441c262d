"""Plans for a movement phase.

- ``planner``: a plan for the whole phase, and how it is carried out
- ``scripts``: what a unit may be ordered to do
- ``places``: the value of a hex for a unit
- ``garrisons``, ``posts``: units that hold hexes or block paths
- ``winning_moves``, ``last_move``: moves that win at once, and the last move of a game
- ``reasons``: the reason for each move, as a sentence
"""
