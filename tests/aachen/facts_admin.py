"""Claims of Aachen about the Admin Phase: assignments, plans, replacements and reinforcements."""

from __future__ import annotations

from grognard import Action
from tests.kit.facts import Claim

from .facts_actions import enemy, not_hq
from .facts_plain import GERMAN, IN, ISOLATED, US
from .facts_plain import AachenFacts as F

SEGMENT, SETUP, LEFTOVER = range(3)
#: US formations that lend units to each other (5.5.1): from, to, the type, and how many.
LOANS = {
    ("1", "3A"): ("infantry", 3),
    ("3A", "1"): ("tank", 2),
    ("30", "2A"): ("infantry", 3),
    ("2A", "30"): ("tank", 2),
}

# -- assignments (5.5, 8.2) ------------------------------------------------------------------------


def independent(f: F, unit: int) -> bool:
    return not f.home(unit) and not f.is_hq(unit)


def scheduled(f: F, unit: int) -> bool:
    """Whether a unit may arrive this turn (8.5)."""
    words = f.game.scenarios[f.scenario].words
    turns = [turn for table in ("arrivals", "returns") for turn, units in words[table].items() if f.name(unit) in units]
    return f.box(unit) == "due" and bool(turns) and turns[0] <= f.s.turn


def assignable(f: F, unit: int) -> bool:
    """Whether a unit is one of those that may be assigned at all now."""
    why = f.frame[1]
    if why == SEGMENT:
        return f.on_map(unit) or (independent(f, unit) and scheduled(f, unit))
    if not (independent(f, unit) and f.on_map(unit)):
        return False
    return f.name(unit) in f.game.scenarios[f.scenario].words["proposed"] if why == SETUP else not f.s.assigned[unit]


def leaving(f: F, formation: int) -> bool:
    """Whether a division is withdrawn this turn (8.5.2)."""
    return f.codes[formation] in f.game.scenarios[f.scenario].words["departures"].get(f.s.turn, ())


def present(f: F, hq: int, unit: int) -> bool:
    return f.on_map(hq) or (not f.on_map(unit) and scheduled(f, hq))


def corps(f: F, unit: int) -> str:
    return next(tag for tag in f.game.counters[unit].tags if tag.startswith("corps:"))


def lent(f: F, home: str, formation: int) -> list[int]:
    return [u for u in f.army(f.me) if f.home(u) == home and f.s.assigned[u] == formation + 1]


def regiment(f: F, unit: int) -> str:
    return f.game.counters[unit].name.partition("/")[2]


def lendable(f: F, unit: int, kind: str) -> bool:
    """Infantry battalions with a regiment, and the task groups of armored divisions."""
    return f.type(unit) == kind and bool(regiment(f, unit))


def permitted(f: F, unit: int, formation: int) -> bool:
    """Whether a unit may be under a formation at all (5.5.1, 5.5.2)."""
    home = f.home(unit)
    if not home:
        return f.side(unit) == GERMAN or corps(f, unit) == corps(f, f.hq_of(formation))
    if home == f.codes[formation]:
        return True
    if f.side(unit) == GERMAN:
        return f.status(unit) == ISOLATED
    kind, most = LOANS.get((home, f.codes[formation]), ("", 0))
    there = lent(f, home, formation)
    same = kind != "infantry" or all(regiment(f, u) == regiment(f, unit) for u in there)
    return lendable(f, unit, kind) and len(there) < most and same


def in_range(f: F, unit: int, formation: int) -> bool:
    return not f.on_map(unit) or f.status(unit, formation) == IN


def hqs(f: F) -> list[int]:
    return [u for u in range(len(f.s.at)) if f.is_hq(u) and f.mine(u)]


def open_formations(f: F, unit: int) -> list[int]:
    """The other formations that are there and may take a unit, in range or not."""
    found = [f.formation(hq) for hq in hqs(f) if present(f, hq, unit) and not leaving(f, f.formation(hq))]
    return [i for i in found if i != f.formation(unit) and permitted(f, unit, i)]


def chosen(f: F) -> int:
    return int(f.s.assignee)


def target(f: F, name: str = "") -> int:
    """The formation that is asked for; the sentence must be about it."""
    assert not name or f.title_of(f.arg) == name
    return f.formation(f.arg)


def owing(f: F) -> bool:
    """Whether an independent unit must be assigned before its side is done (8.2, ruling 10l)."""
    if f.frame[1] == LEFTOVER:
        return False
    units = [u for u in range(len(f.s.at)) if f.mine(u) and independent(f, u) and not f.s.assigned[u]]
    if f.frame[1] == SETUP:
        named = f.game.scenarios[f.scenario].words["proposed"]
        units = [u for u in units if f.on_map(u) and f.name(u) in named]
    else:
        units = [u for u in units if scheduled(f, u)]
    return any(in_range(f, u, i) for u in units for i in open_formations(f, u))


def range_kept(f: F, it: int) -> bool:
    return f.status(it) == IN


ASSIGNMENTS: tuple[Claim, ...] = (
    Claim("5.5.2", "{it:unit} is an enemy unit", enemy),
    Claim("5.5", "{it:unit} is an HQ", lambda f, it: f.is_hq(it)),
    Claim("5.5", "{it:unit} is not an HQ", not_hq),
    Claim("8.2", "{it:unit} is not to be assigned now", lambda f, it: not assignable(f, it)),
    Claim("5.2", "no die gives a higher Interdiction Level", lambda f: f.s.interdiction == 2),
    Claim("5.5.2", "{it:unit} is disrupted", lambda f, it: f.disrupted(it)),
    Claim("5.5.2", "{it:unit} is not in the Command Range of its present HQ", lambda f, it: not range_kept(f, it)),
    Claim(
        "5.5.1",
        "{it:unit} is not in the Command Range of another HQ that may take it",
        lambda f, it: bool(open_formations(f, it)) and not any(in_range(f, it, i) for i in open_formations(f, it)),
    ),
    Claim(
        "5.5.1",
        "{it:unit} may not be assigned to another formation",
        lambda f, it: bool(f.home(it)) and not open_formations(f, it),
    ),
    Claim("5.5.1", "no other formation may take {it:unit}", lambda f, it: not open_formations(f, it)),
    Claim("8.2", "{it:unit} is selected already", lambda f, it: chosen(f) == it),
    Claim("8.2", "first choose the unit to assign", lambda f: chosen(f) < 0),
    Claim("5.5.2", "{it:unit} is not on the map", lambda f, it: not present(f, it, chosen(f))),
    Claim("8.5.2", "{it:unit} is withdrawn this turn", lambda f, it: leaving(f, f.formation(it))),
    Claim(
        "5.5.2",
        "{u:unit} is under {it:unit} already",
        lambda f, u, it: u == chosen(f) and f.formation(u) == f.formation(it),
    ),
    Claim(
        "5.5.1",
        "{u:unit} belongs to another corps than the {name:word}",
        lambda f, u, name: not f.home(u) and corps(f, u) != corps(f, f.hq_of(target(f, name))),
    ),
    Claim(
        "5.5.1",
        "{u:unit} is not isolated, so it stays with its formation",
        lambda f, u: f.side(u) == GERMAN and f.status(u) != ISOLATED,
    ),
    Claim(
        "5.5.1",
        "units of the {a:word} are not lent to the {b:word}",
        lambda f, a, b: f.me == US and (f.home(chosen(f)), f.codes[target(f, b)]) not in LOANS,
    ),
    Claim("5.5.1", "{u:unit} is not an infantry battalion", lambda f, u: not lendable(f, u, "infantry")),
    Claim("5.5.1", "{u:unit} is not a tank task group", lambda f, u: not lendable(f, u, "tank")),
    Claim(
        "5.5.1",
        "{n:n} units are with the {name:word} already: {units:units}",
        lambda f, n, name, units: units == lent(f, f.home(chosen(f)), target(f, name)) and len(units) >= n,
    ),
    Claim(
        "5.5.1",
        "{u:unit} is not of the same regiment as {units:units}",
        lambda f, u, units: any(regiment(f, u) != regiment(f, other) for other in units),
    ),
    Claim(
        "5.5.2",
        "{u:unit} is not in the Command Range of {hq:unit}",
        lambda f, u, hq: hq == f.arg and not in_range(f, u, f.formation(hq)),
    ),
    Claim("8.2", "no unit has to be assigned", lambda f: not owing(f)),
    Claim("8.2", "every independent unit needs a formation first", owing),
)

# -- plans (8.3) -----------------------------------------------------------------------------------

PLANS: tuple[Claim, ...] = (
    Claim("8.3", "the U.S. side has not drawn marker {it:n}", lambda f, it: not 1 <= it <= len(f.s.plans)),
    Claim("8.3", "marker {it:n} was looked at before", lambda f, it: f.has(f.s.plans_seen, it - 1)),
)

# -- replacements (8.4) ----------------------------------------------------------------------------


def points(f: F, unit: int) -> int | None:
    """The points left for the type of a unit; None if there never are any."""
    kinds = list(f.game.tables.replacements)
    return int(f.s.points[kinds.index(f.type(unit))]) if f.type(unit) in kinds else None


def without_supply(f: F, it: int, hq: int) -> bool:
    return hq == f.hq_of(f.formation(it)) and not (f.on_map(hq) and f.supplied(f.at(hq), f.me))


def feeds(f: F, unit: int) -> bool:
    return f.type(f.s.giver) in f.game.tables.reorganization.get(f.type(unit), ())


REPLACEMENTS: tuple[Claim, ...] = (
    Claim("8.4", "{it:unit} is an enemy unit", enemy),
    Claim("8.4", "{it:unit} was eliminated and is not rebuilt", lambda f, it: f.box(it) == "eliminated"),
    Claim("8.4", "{it:unit} is not on the map", lambda f, it: not f.on_map(it)),
    Claim("8.4.1", "no replacement points exist for the type of {it:unit}", lambda f, it: points(f, it) is None),
    Claim("8.4.1", "no replacement points for the type of {it:unit} are left", lambda f, it: points(f, it) == 0),
    Claim("8.4", "{it:unit} has its printed strength", lambda f, it: f.s.lost[it] == 0),
    Claim("8.4", "{it:unit} is disrupted", lambda f, it: f.disrupted(it)),
    Claim("8.4", "{it:unit} belongs to no formation", lambda f, it: f.formation(it) < 0),
    Claim("8.4", "{hq:unit}, its HQ, is not in supply", lambda f, hq: without_supply(f, f.arg, hq)),
    Claim("8.4", "{it:unit} is not in command", lambda f, it: not f.in_command(it)),
    Claim("8.4.2", "first use the points of the unit that was given up", lambda f: f.s.given > 0),
    Claim("8.4.2", "no unit was given up, so there are no points", lambda f: f.s.given == 0),
    Claim("8.4.2", "{it:unit} is an HQ", lambda f, it: f.is_hq(it)),
    Claim("8.4.2", "{it:unit} is not of infantry type", lambda f, it: f.kind(it) != "infantry"),
    Claim(
        "8.4.2",
        "{it:unit} belongs to another formation",
        lambda f, it: f.formation(it) != f.formation(f.s.giver),
    ),
    Claim("8.4.2", "the points are not for a unit of the type of {it:unit}", lambda f, it: not feeds(f, it)),
)

# -- reinforcements (8.5) --------------------------------------------------------------------------


def selected(f: F) -> int:
    return int(f.frame[1])


def given_hex(f: F, unit: int) -> int:
    words = f.game.scenarios[f.scenario].words
    label = next(
        units[f.name(unit)]
        for table in ("arrivals", "returns")
        for units in words[table].values()
        if f.name(unit) in units
    )
    return f.hex(label)


def available(f: F, unit: int) -> bool:
    """Whether the given hex of a unit is: without enemies, and with room (ruling 8.5g)."""
    h = given_hex(f, unit)
    return h in f.area and not f.occupied(h, 1 - f.me) and not f.full(h, unit)


def substitute(f: F, unit: int, h: int) -> bool:
    """Whether a hex can be used in place of a given one (8.5, 8.5.1)."""
    if f.near_enemy(h, f.me) or f.occupied(h, 1 - f.me) or f.full(h, unit):
        return False
    if f.is_hq(unit):
        return f.open_to_hq(h, unit)
    return not f.closed(h, f.me) and commanded(f, unit, h)


def commanded(f: F, unit: int, h: int) -> bool:
    """Whether a unit would be in command in a hex."""
    there = f.s.copy()
    there.at[unit] = h
    return F(f.game, there, Action(f.verb, f.arg)).status(unit) == IN


def nowhere(f: F, unit: int) -> bool:
    return not available(f, unit) and not any(substitute(f, unit, h) for h in f.land.terrain)


def hq_there(f: F, unit: int) -> bool:
    return f.formation(unit) >= 0 and f.on_map(f.hq_of(f.formation(unit)))


def closer(f: F, u: int, it: int) -> bool:
    """Another open hex is nearer to the given one."""
    there = given_hex(f, u)
    ring = [h for h in f.land.terrain if f.distance(h, there) < f.distance(it, there)]
    return any(substitute(f, u, h) for h in ring)


def placeable(f: F, unit: int) -> bool:
    if not (f.mine(unit) and scheduled(f, unit)):
        return False
    if independent(f, unit) and not (f.s.assigned[unit] and hq_there(f, unit)):
        return False
    return not nowhere(f, unit)


REINFORCEMENTS: tuple[Claim, ...] = (
    Claim("8.5", "place {u:unit} first", lambda f, u: selected(f) == u),
    Claim("8.5", "{it:unit} is an enemy unit", enemy),
    Claim("8.5", "{it:unit} is not due", lambda f, it: not scheduled(f, it)),
    Claim(
        "8.5.1", "{it:unit} is not assigned to a formation", lambda f, it: independent(f, it) and not f.s.assigned[it]
    ),
    Claim("8.5.1", "the HQ that {it:unit} is assigned to is not on the map", lambda f, it: not hq_there(f, it)),
    Claim("8.5", "no hex is open to {it:unit}, so it waits", lambda f, it: nowhere(f, it)),
    Claim("8.5", "choose a unit first", lambda f: selected(f) < 0),
    Claim(
        "8.5",
        "the given hex of {u:unit} is available",
        lambda f, u: u == selected(f) and available(f, u) and f.arg != given_hex(f, u),
    ),
    Claim("8.5.1", "an enemy unit is in {it:hex}", lambda f, it: f.occupied(it, 1 - f.me)),
    Claim("8.5.1", "{it:hex} is next to an enemy unit", lambda f, it: f.near_enemy(it, f.me)),
    Claim(
        "8.5.1",
        "{it:hex} is not a town, city or industrial hex open to an HQ of this side",
        lambda f, it: f.is_hq(selected(f)) and not substitute(f, selected(f), it),
    ),
    Claim(
        "8.5.1",
        "{it:hex} is full, or not in command of the HQ of {u:unit}",
        lambda f, it, u: u == selected(f) and not substitute(f, u, it),
    ),
    Claim("8.5", "another hex is nearer to the given hex of {u:unit} than {it:hex}", closer),
    Claim("8.5", "no unit can be placed", lambda f: not any(placeable(f, u) for u in range(len(f.s.at)))),
)

ADMIN: tuple[Claim, ...] = (*ASSIGNMENTS, *PLANS, *REPLACEMENTS, *REINFORCEMENTS)
