"""Storming the Reich: D-Day to the Ruhr (Compass Games, 2010).

Each module of rules covers a chapter of the rulebook, or part of one:

    control         3.2                        control of hexes, and what follows when it changes
    setup           3.2, 3.3                   how the scenarios of June 1944 begin
    victory         3.2, 3.3                   how to win
    moments         4.1, 10.7.3, 10.7.9        what happens at the edges of segments
    final           3.4                        the set-up of Final Battles in its steps
    deployment      3.4                        its units placed hex by hex
    front           3.4                        whether units cover a front
    scenarios       3                          reading the scenarios
    sequence        4                          the Sequence of Play
    zones           6                          zones of control
    reinforcements  3.3, 7.1, 7.2              placing the units that arrive
    entries         7.1, 7.2                   the hexes in which units arrive
    arrival_words   7.1, 7.2                   why a unit cannot arrive in a hex
    replacements    7.2                        eliminated units, the cup, and the Box at elimination
    schedule        7.2                        whether and when eliminated units come back
    refit           7.3                        Rest and Refit
    refit_markers   7.3                        the R&R markers, and the units that they serve
    supply          8                          supply checks
    lines           8.1-8.4                    Supply Lines and sources
    mobile          6.7, 14, 17.4, 17.7        Mobile Assaults
    cherbourg       8.6                        the special assault on Cherbourg
    duties          6.6                        what an attack from several hexes obliges to
    attackers       13.1, 13.2                 who may attack, and which hexes
    combat          13.1-13.5                  the Combat Segment
    fires           13.6, 13.7, 13.9           strengths, modifiers and order of the two fires
    resolution      13.6-13.8                  dice, losses and advance
    losses          13.7.4                     steps lost in combat
    support         13.9, 17.5                 Tactical Air and the 79th Armoured Division in combat
    orders          17.5.3, 17.7.5             what the Allied player wants to be asked
    traces          8.2-8.4                    Supply Lines as they can be traced now
    ports           8.6, 8.7                   Cherbourg and Antwerpen as ports
    logistics       9.1, 9.2                   the Logistics Segment and Limited Supply
    supply_markers  9.2, 9.3                   Grounded units, Priority Supply and the Red Ball Express
    stacking        5                          stacking
    allowance       9.4, 10.1-10.3, 10.6       what each unit may spend
    segments        10.1                       how Movement Segments begin and end
    selection       10.1                       units are selected to move one after the other
    classes         10.1                       which units can move, by classes of units
    movement        6.5, 10.4, 10.5            where units can move
    moves           10.4                       moving the selected units
    marches         10.4                       what happens on their way
    limits          7.1, 8.7, 10.7, 12, 16, 17.1  who may enter, end, attack and act
    areas           8.7, 10.2, 10.7, 17.1      the parts of the map that limit units
    rhine           10.7                       crossing the Rhine and the Seine Line, Rhine Bridges
    strategic       3.3, 10.7                  Strategic Movement
    exits           7.1                        leaving Entrance Hexes and the map
    roer            17.2                       the Roer Dams
    watch           17.7.2                     the transfer to the Watch on the Rhine Box
    bombing         11, 12                     Carpet Bombing and disruption
    attrition       15                         Attrition
    ending          4.1                        the steps of the End Phase, and the start of a turn
    air             17.5                       Tactical Air units and Strafing
    paris           10.7.9                     who enters Paris first
    breakout        17.6                       the Normandy Breakout
    offensive       17.7                       the decision, the Box, the negated zone
    shaef           17.7.5                     the SHAEF Reaction
    withdrawal      17.8                       the 6th SS Panzer Army leaves
    airborne        17.9                       Airborne Operations
    drops           17.9.3                     drops, also on German units
    achievements    3.2, 17.7.4                what the counteroffensive achieves
    ground          6, 8, 10.5, 13.9, 14, 17   terrain: costs, zones, lines and modifiers, the flood

Next to them:

    state                                      the state of a match
    units           2.2                        the counters
    roster                                     the counters as lists and sets
    pieces                                     moving and losing units
    places          5, 8, 10, 16, 17           whether units can be in the hexes that the data files give them
    regions                                    the regions that the rules name
    arrival_plan                               where the program places arriving units
    parts                                      everything in the box, read together
    tables                                     the charts as data
    tables_schema                              the schema of the charts
    charts                                     the charts as players read them
    notes                                      notes on hexes, and overlays of supply
    preview                                    the current combat before the dice
    reading                                    status, marks and tracks for players
    doctrine                                   what commanders know
    forces                                     the strength of units, for commanders
    worths                                     the worth of hexes to commanders
    departures                                 divisions that leave together, for commanders
    reckoning                                  the outcome of attacks, for commanders
    opinions                                   small decisions of commanders
    checks                                     checks of positions
    game                                       the game as the engine sees it
"""

from .game import ReichGame

__all__ = ["ReichGame"]
