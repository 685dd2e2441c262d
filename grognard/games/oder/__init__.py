"""Watch on the Oder: January 1945 (Decision Games, 2022).

Modules with rules, each a chapter of the rulebook or a part of one:

    setup     3                     set-up and hex control
    victory   4                     sudden death and Victory Points
    sequence  5                     the Game Turn
    markers   5.4, 8.3              German support markers and the aerial supply marker
    stacking  6                     stacking
    supply    7.4, 8                supply, and zones of control on its lines
    regroup   9                     elimination, regrouping and reinforcements
    movement  7.1, 10               movement, and zones of control that limit it
    combat    11.0-11.5, 11.7-11.9  attacks and probes, advances and momentum attacks
    preview   11.5                  odds and die roll modifiers
    results   11.6                  combat results
    retreat   7.2, 11.6.1           retreat, and zones of control that limit it

Other modules:

    state                           the state of a match
    units     2.2, 3.1, 7.5         the counters, and the effects of entering a hex
    tables                          the charts as data
    charts                          the charts as players read them
    reading                         what players read on screen
    checks                          checks of positions
    doctrine                        what commanders know
    wins                            what wins within a turn, for commanders
    game      7.0                   the game class, with the hexsides that stop zones of control
"""

from .game import OderGame

__all__ = ["OderGame"]
