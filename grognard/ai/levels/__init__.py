"""Commanders and their strategies.

- ``random_commander``, ``recruit``: commanders that decide action by action
- ``officer``: a commander that gives orders of several actions, planned by five strategies
- ``strategies``: the protocols of the strategies, and what the four of one officer share
- ``declare``, ``move``, ``fight``, ``minor``: strategies for the order of movement and combat, for movement, for
  attacks, and for small decisions

``registry`` defines which strategies each level uses.
"""
