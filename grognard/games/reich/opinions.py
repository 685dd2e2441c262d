"""Small decisions of commanders: points before combat, air, bombing, the Box, the counteroffensive, the exits."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.stacks import units_on
from . import allowance, bombing, pieces, victory, withdrawal
from .state import ALLIED, COMMAND_6, EXPLOITATION, GERMAN, INFANTRY, LIMITED, MECHANIZED, WATCH, ReichState

if TYPE_CHECKING:
    from .doctrine import ReichDoctrine
    from .game import ReichGame

#: Air units kept for combat in the first Air Phase, and the hexes within which a unit can still reach the front.
_KEPT, _NEAR = 2, 12
#: Attacks that the counteroffensive needs if it takes nothing (17.7.4), and from which turn the Box is better.
_ATTACKS, _BOX = 6, 7

#: The die that a commander expects of the other side.
_DIE = 4

Opinion = Callable[["ReichDoctrine", ReichState, int], float | None]


def opinion(d: ReichDoctrine, s: ReichState, side: int, verb: str, arg: int) -> float | None:
    """A fixed opinion on an action, or None."""
    step = d.game.step(s).name
    found = _OPINIONS.get((step, verb))
    return found(d, s, arg) if found is not None else None


def strength(game: ReichGame, s: ReichState, unit: int) -> int:
    """Attack and defence of a unit together."""
    return pieces.attack_of(game, s, unit) + pieces.defense_of(game, s, unit)


# -- movement points ---------------------------------------------------------------------------


def usual_points(game: ReichGame, s: ReichState, unit: int) -> int:
    """The Movement Points that a unit has with an ordinary die in its next move."""
    printed = game.roster.movement[unit]
    if game.roster.staff >> unit & 1:
        return printed
    pool = allowance.pool_of(game, s, unit)
    if pool in (INFANTRY, MECHANIZED):
        line = "infantry" if pool == INFANTRY else "mechanized"
    else:
        soon = s.turn + (s.phasing == GERMAN and s.step == EXPLOITATION)  # then it may be full (9.1.C)
        limited = s.logistics == LIMITED or soon <= game.tables.numbers["logistics"]["limited_through"]
        line = "limited" if limited and pool != COMMAND_6 else "full"
    points = game.tables.points(line, _DIE)
    return (min(points, printed) if printed >= 0 else points) // (2 if s.oos >> unit & 1 else 1)


def _declare(d: ReichDoctrine, s: ReichState, number: int) -> float | None:
    """More than half before combat, but enough to fight and go on (10.6)."""
    most = allowance.lowest(s, s.phasing)
    wanted = min(max(0, most - 1), max((most + 1) // 2, most - 4))
    return 1.0 if number == wanted else None


def _exit(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    return 1000.0  # into Brittany (7.1.2.J)


def _leave(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    """Over the East edge, if enough divisions can go together (7.1.2.L)."""
    return 1000.0 if s.exits or d.departures(s, ALLIED) else None


def _blow(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    """When the Allies stand in the valley in strength (17.2)."""
    return 5.0 if (s.occupied[ALLIED] & d.game.ground.valley).bit_count() >= 3 else None


# -- air -----------------------------------------------------------------------------------------


def _strafe(d: ReichDoctrine, s: ReichState, unit: int) -> float | None:
    """The strongest that can reach the front and is not there yet."""
    game, h = d.game, s.at[unit]
    first = game.phase_of(s) == "allied strafing"
    if first and s.air <= _KEPT:
        return None
    away = min((game.board.grid.distance(h, e) for e in bits(s.occupied[ALLIED])), default=99)
    power = pieces.attack_of(game, s, unit)
    if power < (5 if first else 2) or not 1 < away <= _NEAR or not d.speed(s, unit):
        return None
    return power + 0.1 / away


def _bomb(d: ReichDoctrine, s: ReichState, h: int) -> float | None:
    """A strong hex that is going to be attacked."""
    game = d.game
    if bombing.steps_in(game, s, h, GERMAN) < 2 or not bombing.victims(game, s, h):
        return None
    near = game.attacks.near(1 << h)
    ready = sum(d.attack(s, u) for u in bits(units_on(s.at, game.combat_of[ALLIED], near)))
    strong = sum(pieces.defense_of(game, s, u) for u in bits(pieces.units_at(game, s, h, GERMAN)))
    return strong if ready >= strong >= 4 else None


# -- the Box and the counteroffensive ------------------------------------------------------------


def _box(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    """A unit that would return on Turn 10 or later waits for the counteroffensive (7.2.2.A)."""
    _, unit = s.agenda[-1]
    return 5.0 if s.turn >= _BOX or not s.due[unit] else None


def _launch(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    """Never without six hexes in reach of Mechanized divisions, unless declining loses at once (17.7.4, 17.8.C)."""
    game = d.game
    last = s.turn >= max(game.tables.lists["counteroffensive"]["turns"])
    if last and sum(u.bit_count() for u in withdrawal.eligible(game, s)) < 4:
        return 9.0
    if victory.garrisons_left(game, s):  # nothing declared wins (3.2.C.2)
        return None
    return 5.0 if last and _targets(d, s) >= _ATTACKS + 2 and _boxed(d, s) >= 4 else None


def _boxed(d: ReichDoctrine, s: ReichState) -> int:
    return sum(s.at[u] == WATCH for u in bits(d.game.roster.mech_divisions))


def _targets(d: ReichDoctrine, s: ReichState) -> int:
    """Allied hexes within two hexes of German Infantry in Germany, where the Box arrives."""
    game, near = d.game, s.occupied[GERMAN] & d.game.ground.germany
    for _ in range(2):
        near |= game.board.grid.neighbours(near)
    return (near & s.occupied[ALLIED]).bit_count()


def _always(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    return 0.5


_OPINIONS: dict[tuple[str, str], Opinion] = {
    ("declare-points", "declare"): _declare,
    ("movement", "exit"): _exit,
    ("move", "exit"): _leave,
    ("movement", "blow"): _blow,
    ("place-strafers", "strafe"): _strafe,
    ("choose-target", "bomb"): _bomb,
    ("choose-box", "box"): _box,
    ("decision", "launch"): _launch,
    ("decision", "decline"): _always,
    ("airborne-operation", "done"): _always,
    ("shaef-reaction", "pass"): _always,
}
