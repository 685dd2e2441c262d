"""Hürtgen Forest, of the Westwall quad: the exclusive and standard rules of 1976.

Modules with rules, each a chapter of the rulebook or a part of one:

    setup           3, 16          deployment and scenarios
    sequence        4, 12.11       the Game-Turn, and the penalty for the 116th Panzer Division
    movement        5              movement
    zones           6              zones of control
    combat          7.1-7.2, 7.96  the Combat Phase and its duties
    declare         4.1, 7.1-7.5   declaring one attack
    preview         7.4, 8.62      the current attack: its strengths and its terrain line
    results         7.6            the combat results table
    effects         7.74, 8.1      what its results do in the current attack
    retreat         7.7-7.8        retreat and displacement
    advance         7.9            advance after combat
    artillery       8, 9, 11       barrage, Final Protective Fire and Ground Support, with their limits
    reinforcements  13             arrivals
    exits           12, 14         leaving the map, the 116th Panzer Division
    victory         15             points, towns, levels

Other modules:

    state                          the state of a match
    units           2.3            the counters
    tables                         the charts as data
    charts                         the charts as players read them
    reading                        what players read on screen
    checks                         checks of positions
    doctrine                       what commanders know
    game                           the game class
"""

from .game import HurtgenGame

__all__ = ["HurtgenGame"]
