"""The state of a match of Storming the Reich.

Nothing in it is secret: Strafing markers have no value before they are revealed (17.5.2.A), and everybody knows what is
in the cup (7.2.2.B).
"""

from __future__ import annotations

from ...engine.state import field
from ...mechanics.attacks import AttackState
from ...mechanics.choosing import ChoosingState
from ...mechanics.marking import MarkingState
from ...mechanics.moving import MarchState
from .ground import ALLIED, GERMAN
from .units import COUNT

__all__ = ["ALLIED", "GERMAN"]

#: Off the map: not in play or still to be set up; off the map in the tray of 3.3.D; on the turn track; in England; in
#: the Watch on the Rhine Box; in the cup; in Brittany; exited for good; support units in their box; dead; removed.
BOXES = (
    "aside",
    "tray",
    "track",
    "england",
    "watch",
    "cup",
    "brittany",
    "exited",
    "support",
    "eliminated",
    "removed",
)
ASIDE, TRAY, TRACK, ENGLAND, WATCH, CUP, BRITTANY, EXITED, SUPPORT, ELIMINATED, REMOVED = range(-1, -12, -1)

#: The pools of Movement Points: the three Allied Commands and the two kinds of German units (10.2), as indices into
#: ``ReichState.points``.
COMMAND_21, COMMAND_12, COMMAND_6, INFANTRY, MECHANIZED = POOLS = range(5)
POOL_NAMES = ("21st Army Group", "12th Army Group", "6th Army Group", "infantry", "mechanized")

#: The kind of the current Movement Step (10.0); no step is in force between them.
NO_STEP, ASSAULT, BREAKTHROUGH, EXPLOITATION = range(4)

#: The value of ``declared`` if no point is left, so that neither combat nor Breakthrough Movement follows (10.6.B).
NO_COMBAT = -1

#: The supply of the 21st and 12th Army Groups (9.1): Full, Limited for movement only, Limited.
FULL, LIMITED_MOVEMENT, LIMITED = range(3)

#: Paris (10.7.9): not entered yet, entered with the French 2nd Armored Division, or by others before it, or settled; or
#: entered by units of an advance that it may still join.
UNENTERED, FRENCH_FIRST, CIVIL_WAR, SETTLED, ENTERING = range(5)

#: Uses of the 79th Armoured Division in the current attack (13.9.B).
NO_FUNNIES, BY_SEA, AGAINST_FIRST_FIRE, OUT_OF_FLOOD, BY_DIE = range(5)

#: Standing orders of the Allied player (orders.py): for Tactical Air in defense, and for the SHAEF Reaction.
AIR_ASK, AIR_NEVER, AIR_ALWAYS, AIR_MARKED = range(4)
SHAEF_EACH, SHAEF_MARKED, SHAEF_LAST = range(3)

#: The four Strafing markers: 2, 3, 4 and 5 points.
_NOBODY = (-1, -1, -1, -1)


class ReichState(AttackState, MarchState, ChoosingState, MarkingState):
    #: the scenario, in the order of scenarios.toml
    scenario_index: int = field("number")
    at: list[int] = field("places", (ASIDE,) * COUNT)
    #: units that are reduced to one of two steps, and those on their Dropped side (17.9.1)
    reduced: int = field("units")
    dropped: int = field("units")
    #: the turn on which a unit on the turn track arrives, 0 for others
    due: list[int] = field("counts", (0,) * COUNT)
    #: Mechanized divisions that have come back by the turn track once (7.2.2.A)
    replaced: int = field("units")
    # Control (3.2.D): Allied hexes; destroyed forts (16.1).
    allied: int = field("hexes")
    razed: int = field("hexes")
    # Condition of units: out of supply (8.5), out of normal supply in the last check though fed against Attrition
    # (8.3.B, 8.4), disrupted (12.0), under an R&R marker (7.3), grounded (9.2), with Priority Supply (9.2) or Red Ball
    # Express (9.3), under a Strafing marker not yet revealed or revealed (17.5.2).
    oos: int = field("units")
    spared: int = field("units")
    disrupted: int = field("units")
    refitting: int = field("units")
    grounded: int = field("units")
    priority: int = field("units")
    red_ball: int = field("units")
    strafed: int = field("units")
    #: the unit under each revealed Strafing marker: 2, 3, 4 and 5 points
    strafers: list[int] = field("numbers", _NOBODY)
    # Units placed on the map in this turn's Reinforcement Phase, and those that have dropped this turn (17.9.4.A).
    arrived: int = field("units")
    landed: int = field("units")
    # Support units (17.5, 11, 13.9.B): Tactical Air units set aside for combat in this Air Phase; Carpet Bombers spent
    # (1 the US one, 2 that of the Commonwealth); whether bombers were available and stayed at home this turn; the 79th:
    # used this turn.
    air: int = field("number")
    bombers_spent: int = field("number")
    unbombed: bool = field("flag")
    funnies_used: bool = field("flag")
    # R&R markers that have arrived and are free (7.3.B).
    refit_cw: int = field("number")
    refit_us: int = field("number")
    refit_german: int = field("number")
    # Logistics (9): the supply of 21st and 12th Army Group; whether 9.2.A has been carried out; Red Ball markers saved;
    # Commands whose Priority units have moved in the Assault Step (bits of POOLS).
    logistics: int = field("number", LIMITED_MOVEMENT)
    grounding_done: bool = field("flag")
    red_ball_saved: int = field("number")
    priority_moved: int = field("number")
    # Ports (8.6, 8.7): the turn from which Cherbourg is Operational (0: not captured), whether its special assault has
    # been made, whether Antwerpen is Operational and was Allied at the end of the last turn.
    cherbourg: int = field("number")
    cherbourg_assault: bool = field("flag")
    antwerp: bool = field("flag")
    antwerp_held: bool = field("flag")
    # Movement: the kind of the step; the points of each pool that are left (10.2), the number declared (10.6.A), the
    # Command of each Allied unit in this segment (10.2.4); units that have moved,
    # selected units; by unit the points it has spent in this step; the hex in which the selected units began; whether
    # they may not go on after crossing the Rhine (10.7.4); hexes beyond it whose units have helped others over in this
    # step; US divisions in B hexes that have moved and could still exit (7.1.2.J).
    step: int = field("number")
    points: list[int] = field("numbers", (0, 0, 0, 0, 0))
    declared: int = field("number")
    army21: int = field("units")
    army12: int = field("units")
    army6: int = field("units")
    moved: int = field("units")
    hand: list[int] = field("unit-list")
    spent: list[int] = field("counts", (0,) * COUNT)
    origin: int = field("hex", -1)
    halted: bool = field("flag")
    crossed: int = field("hexes")
    poised: int = field("units")
    #: reinforcements whose Strategic Movement has failed in this step, and that may still move normally (10.7.12)
    failed: int = field("units")
    # Lasting permissions: 15th Army released before its turns (10.7.8), Commonwealth free in the west (10.7.1), Ike's
    # Blind Spot lifted (10.7.3), Fortress Holland open (17.1), an Allied unit has crossed the Seine (10.7.12).
    released: bool = field("flag")
    west_free: bool = field("flag")
    ike_lifted: bool = field("flag")
    holland_open: bool = field("flag")
    seine_crossed: bool = field("flag")
    paris: int = field("number")
    # The Breakout (17.6): its turn; the turn of the exit into Brittany (7.1.2.J) and whether its three divisions have
    # come back (7.1.2.K) and B hexes have been cleared.
    breakout: int = field("number")
    brittany_turn: int = field("number")
    brittany_back: bool = field("flag")
    coast_cleared: bool = field("flag")
    #: divisions that have exited over the East edge in this segment (7.1.2.L)
    exits: int = field("units")
    # The Rhine (10.7.5): bridges blown, as bits in the order of the region; the one that is captured plus 1, and the
    # hex of its marker.
    blown: int = field("number")
    bridge: int = field("number")
    bridge_hex: int = field("hex", -1)
    #: the turn on which the Roer Dams were blown, or 0 (17.2)
    flood: int = field("number")
    # Combat: see mechanics.attacks. Hexes attacked in this Combat Step, and those that must still be attacked (6.6).
    fought: int = field("units")
    struck: int = field("units")
    struck_hexes: int = field("hexes")
    owed: int = field("hexes")
    target: int = field("hex", -1)
    attackers: int = field("units")
    advanced: int = field("units")
    #: whether the current combat is a Mobile Assault; units that have made one in this step
    mobile: bool = field("flag")
    assaulted: int = field("units")
    #: the hex that Patton's moving stack has failed to clear (17.4.A)
    locked: int = field("hex", -1)
    # Attacker first: dice rolled (0 before the roll), steps hit, and whether the fire has ended.
    rolled: list[int] = field("numbers", (0, 0))
    hits: list[int] = field("numbers", (0, 0))
    ended: list[int] = field("numbers", (0, 0))
    #: a Tactical Air unit and the 79th Armoured Division in the current combat; the unit it helps
    air_now: bool = field("flag")
    funnies: int = field("number")
    helped: int = field("unit", -1)
    #: German attacks made on the turn of the counteroffensive (17.7.3.C)
    german_attacks: int = field("number")
    # The counteroffensive (17.7): the turn on which it was declared; whether it can no longer be; Allied cities in
    # supply at its start; Cities and Towns captured, Allied divisions eliminated and hexes attacked with Mechanized
    # divisions since; the hex whose zone is negated; whether SHAEF has reacted.
    offensive: int = field("number")
    declined: bool = field("flag")
    cities_at_start: int = field("hexes")
    gains: int = field("hexes")
    dead_divisions: int = field("number")
    hexes_attacked: int = field("hexes")
    negated: int = field("hex", -1)
    shaef_used: bool = field("flag")
    #: whether the Allied player waits for the last combat before they decide on the SHAEF Reaction
    shaef_later: bool = field("flag")
    withdrawn: bool = field("flag")
    # Standing orders of the Allied player: see orders.py.
    air_wish: int = field("number")
    shaef_wish: int = field("number")
    #: hexes marked for these orders
    flagged: int = field("hexes")
    # Airborne Operations (17.9.3): their number, the turn of the last one, units that began the phase in England, units
    # named for the drop in their order, and the hex of each.
    operations: int = field("number")
    operation_turn: int = field("number")
    boxed: int = field("units")
    dropping: list[int] = field("unit-list")
    landing: list[int] = field("hex-list")
    #: units set aside for the end of the Final Battles set-up (3.4.A.5)
    kept: int = field("units")
    # How the game ended: see victory.REASONS.
    won: int = field("number")
    #: units on the map
    fielded: int = field("units", derived=True)
    #: by side: the hexes whose units have a zone of control, terrain not yet considered
    zoned: list[int] = field("numbers", (0, 0), derived=True)
