"""Levels: who decides, and by which strategies.

- ``random_commander``, ``recruit``: commanders that decide action by action
- ``officer``: a commander that decides by orders and leaves thinking to four strategies
- ``strategies``: what a strategy is asked, and what the four of one officer share
- ``declare``, ``move``, ``fight``, ``minor``: strategies for the order of movement and combat, for movement, for
  attacks and for small decisions, from the captain's to the general's

Which level has which strategies stands in ``registry``.
"""
