"""Crossing the Line: Aachen 1944 (Furor Teutonicus).

Each module of rules covers a chapter of the rulebook, or part of one:

    ground          3.1, 5.4, 7.3              terrain, costs of steps, paths and zones of control
    places          3.3, 5.3.1, 7.3            whether units can be in the hexes that the data files give them
    sequence        4                          the game turn
    luck            3.8, 5.2                   dice, and the marker that buys one reroll
    stacking        5.3.1                      stacking limits by type
    displacement    5.3.1-5.3.3                overstacked hexes, displaced HQs and units
    fog             5.3.4                      guesses about what is hidden
    zones           5.4                        zones of control
    formations      5.5                        formations, and the units assigned to them
    effectiveness   5.6                        Effectiveness Checks
    supply          5.7                        the supply of HQs
    command         5.8                        Command Range, out of command, isolation
    cycle           6.1, 6.2                   the Ops Cycle and initiative
    activation      6.3, 7.1, 7.2              Formation Activations and their Action Points
    reaction        6.4                        Formation Reactions, and lone HQs that give way
    orders          5.2, 6.4, 7.5.1.2          what a side wants to be asked about
    actions         7.1, 7.6, 7.7              the choice of an Action, Refit and Improved Defense
    movement        7.3                        reach, costs and paths of a stack
    moves           7.3                        a Movement Action, hex by hex
    relocation      7.4                        HQ relocation
    combat          7.5, 7.5.1                 declaring an attack, chits and the die
    strength        7.5.1.1                    combat chits and strengths
    drm             7.5.1.2                    modifiers of the die
    support         7.5.1.2                    what a side does without
    results         7.5.2                      losses, checks and retreats in their order
    retreat         7.5.2                      forced and voluntary retreats
    bonus           7.5.3                      the bonus point of a battle that was won
    recovery        8.1                        the Recovery Segment
    assignment      5.5.1, 5.5.2, 8.2          the Assignment Segment
    plans           8.3                        Victory Plans
    replacements    8.4                        replacements and reorganization
    entries         8.5                        the schedule of reinforcements and returns
    arrivals        8.5                        withdrawals and reinforcements
    control         9                          control of hexes
    victory         9, 10                      how to win
    setup           10                         how scenarios begin
    scenarios       8.5, 10                    reading the scenarios and the schedule

Next to them:

    state                                      the state of a match, and its hidden parts
    units           3.2, 3.3, 5.5              the counters
    pieces          3.3, 5.6, 7.5.2, 7.7       moving, disrupting and losing units
    parts                                      everything in the box, read together
    tables                                     the charts as data
    tables_schema                              the schema of the charts
    charts                                     the charts as players read them
    preview         7.5.1                      previews of attacks
    reading                                    status and notes for players
    doctrine                                   what commanders know about formations, orders and goals
    opinions                                   small decisions of commanders
    gains                                      the average gain of an attack, for commanders
    worths                                     the worth of hexes to commanders
    postings                                   what a hex is worth to units, and what orders cost
    openings                                   the activations that a side could begin
    raids                                      warnings of raids on the road of supply
    raiding                                    raids and guards of commanders
    memory                                     answers that are kept as long as they are true
    checks                                     checks of positions
    game                                       the game as the engine sees it
"""

from .game import AachenGame

__all__ = ["AachenGame"]
