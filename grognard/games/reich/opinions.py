"""Small decisions of commanders: points before combat, air, bombing, the Box, the counteroffensive, the exits."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

from ...hexes import bits
from ...mechanics.stacks import units_on
from . import allowance, bombing, limits, pieces, victory, withdrawal
from .state import ALLIED, GERMAN, WATCH, ReichState

if TYPE_CHECKING:
    from .doctrine import ReichDoctrine
    from .game import ReichGame

#: Air units kept for combat in the first Air Phase, and the hexes within which a unit can still reach the front.
_KEPT, _NEAR = 2, 12
#: Attacks that the counteroffensive needs if it takes nothing (17.7.4), and from which turn the Box is better.
_ATTACKS, _BOX = 6, 7
#: The points for an attack that the counteroffensive needs, and against German attacks after it; the turns on which
#: units go to the Box from the map, and how far from the enemy.
_WANTED, _PATIENCE, _TRANSFERS, _REAR = 4.0, 0.6, (9, 10), 9

Opinion = Callable[["ReichDoctrine", ReichState, int], float | None]


def opinion(d: ReichDoctrine, s: ReichState, side: int, verb: str, arg: int) -> float | None:
    """A fixed opinion on an action, or None."""
    step = d.game.step(s).name
    found = _OPINIONS.get((step, verb))
    return found(d, s, arg) if found is not None else None


# -- movement points ---------------------------------------------------------------------------


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


def attack_prize(game: ReichGame, s: ReichState, side: int, h: int, units: Iterable[int]) -> float:
    """Six hexes attacked with Mechanized divisions are enough for the counteroffensive (17.7.4).

    After it time works for the Germans, and attacks cost them as much as they bring."""
    if side != GERMAN:
        return 0.0
    if s.turn > max(game.tables.lists["counteroffensive"]["turns"]):
        return -_PATIENCE
    enough = s.hexes_attacked.bit_count() >= game.tables.numbers["counteroffensive"]["attacks"]
    if s.offensive != s.turn or enough or s.hexes_attacked >> h & 1:
        return 0.0
    return _WANTED if any(game.roster.mech_divisions >> u & 1 for u in units) else 0.0


def _wait(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    """Until the last combat, when it is known which Cities need more steps (17.7.5.B)."""
    return None if s.shaef_later else 1.0


def _negate(d: ReichDoctrine, s: ReichState, h: int) -> float | None:
    """The hex that holds up most Mechanized units (17.7.3.D)."""
    game = d.game
    ready = game.roster.mechanized & game.combat_of[GERMAN] & ~limits.bound(game, s)
    held = units_on(s.at, ready, game.board.grid.neighbours(1 << h)).bit_count()
    return float(held) if held and s.zoned[ALLIED] >> h & 1 else None


def _transfer(d: ReichDoctrine, s: ReichState, _: int) -> float | None:
    """Units far behind the front wait in the Box, from where they get to any part of it (17.7.2, 17.7.3.B)."""
    game, unit = d.game, s.hand[0]
    away = min((game.board.grid.distance(s.at[unit], e) for e in bits(s.occupied[ALLIED])), default=0)
    return 5.0 if s.turn in _TRANSFERS and away >= _REAR else None


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
    ("move", "box"): _transfer,
    ("negate", "negate"): _negate,
    ("shaef-reaction", "wait"): _wait,
}
