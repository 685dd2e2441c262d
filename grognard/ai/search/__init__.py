"""Search over plans.

- ``evolution``: plans, varied and judged
- ``outlook``: the value of a plan after the enemy's reply
- ``rehearsal``: plans played out with dice
- ``budget``: the time or the number of evaluations for all of it
"""
