"""Search over plans.

- ``evolution``: the search, by mutation of plans
- ``outlook``: the value of a plan after the enemy's reply
- ``rehearsal``, ``selection``: plans played out with dice, and the choice among them
- ``budget``: the time or the number of evaluations for all of it
"""
