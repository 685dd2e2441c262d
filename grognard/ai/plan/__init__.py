"""Plans for a movement phase.

- ``planner``: a plan for the whole phase, and its simulation
- ``moves``: the moves of single units
- ``scripts``: the tasks that a unit may have
- ``hex_values``: the value of a hex for a unit
- ``garrisons``, ``posts``: units that hold hexes or block paths
- ``winning_moves``, ``last_move``: moves that win at once, and the last move of a game
- ``reasons``: the reason for each move, as a sentence
"""
