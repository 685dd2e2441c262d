"""Storming the Reich: D-Day to the Ruhr (Compass Games, 2010).

Each module of rules covers a chapter of the rulebook, or part of one:

    control         3.2.D                      control of hexes, and what follows when it changes
    setup           3.2, 3.3                   how the scenarios of June 1944 begin
    victory         3.2.C, 3.3.C               how to win
    moments         4.1, 10.7.3, 10.7.9        what happens at the edges of segments
    final           3.4                        the set-up of Final Battles in its steps
    deployment      3.4                        its units placed hex by hex
    front           3.4                        whether units cover a front
    scenarios       3                          reading the scenarios
    sequence        4                          the Sequence of Play
    zones           6                          zones of control
    replacements    7.2                        eliminated units, and replacements
    schedule        7.2                        whether and when eliminated units come back
    lines           8.1-8.4                    Supply Lines and sources
    duties          6.6                        what an attack from several hexes obliges to
    attackers       13.1, 13.2                 who may attack, and which hexes
    combat          13.1-13.5                  the Combat Segment
    fires           13.6, 13.7, 13.9           strengths, modifiers and order of the two fires
    resolution      13.6-13.8                  dice, losses and advance
    losses          13.7.4                     steps lost in combat
    support         13.9.B, 17.5.3             Tactical Air and the 79th Armoured Division in combat
    traces          8.2-8.4                    Supply Lines as they can be traced now
    paris           10.7.9                     who enters Paris first
    breakout        17.6                       the Normandy Breakout
    achievements    17.7.4                     what the counteroffensive achieves
    ground          6.3, 8.1, 10.5, 13.9, 17.2 terrain: costs, zones, lines and modifiers

Next to them:

    state                                      the state of a match
    units           2.2                        the counters
    roster                                     the counters as lists and sets
    pieces                                     moving and losing units
    places                                     whether units can be in the hexes that the data files give them
    regions                                    the regions that the rules name
    parts                                      everything in the box, read together
    tables                                     the charts as data
    tables_schema                              the schema of the charts
    charts                                     the charts as players read them
    notes                                      notes on hexes, and overlays of supply
    reading                                    status, marks and tracks for players
    checks                                     checks of positions
    game                                       the game as the engine sees it
"""

from .game import ReichGame

__all__ = ["ReichGame"]
