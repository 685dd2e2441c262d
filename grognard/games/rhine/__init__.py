"""Watch on the Rhine: the Siegfried Line campaign, 1944-45 (Decision Games).

Each module of rules covers a chapter of the rulebook, or part of one:

    setup           3                          set-up, and the first choice of the supply sector
    victory         4                          how to win
    sequence        5, 10.18                   the game turn, the dam and Hitler's decision
    stacking        6                          stacking
    fog             6.7                        guesses about hidden units in stacks
    supply          7.4, 8                     supply, and zones of control that block its lines
    asides          8.18-8.19                  Aerial Supply markers and other actions between moves and attacks
    arrivals        9.1-9.5                    which units arrive, and where
    reinforcements  9                          the Reinforcement Phase
    replacements    9.2-9.9                    replacements, returns, withdrawals
    area            9.5                        where Allied units may arrive, move and attack
    ground          7.1-7.2, 10.6-10.17, 12.7  movement costs, and hexsides that zones of control cross
    movement        7.3, 10                    movement, column movement and exits
    moves           7.3, 10                    the steps of the Movement Phase
    assault         11.1-11.4, 11.15, 11.24    which units may attack which hexes
    combat          11.1-11.6, 11.23-11.26     announcing attacks, probes and momentum attacks, and advance
    odds            11.7-11.19                 odds and shifts
    results         11.18, 11.20-11.22         bombers, combat results, losses
    retreat         7.5, 11.21                 retreat, and zones of control that block it
    drop            12.2-12.4                  airdrops of the First Allied Airborne Army
    airborne        12.5-12.8                  its losses and the link-up

Next to them:

    state                                      the state of a match, and its hidden parts
    units           2.3-2.12                   the counters
    pieces          3.9                        moving counters, and the effects of entering a hex
    tables                                     the charts as data
    charts                                     the charts as players read them
    reading                                    status, previews and notes for players
    checks                                     checks of positions
    doctrine                                   knowledge for commanders
    wins                                       wins within a turn, for commanders
    game                                       the game as the engine sees it
"""

from .game import RhineGame

__all__ = ["RhineGame"]
