"""Positions made up at random: formations of both sides in a tangle, in a small patch of the map of Aachen."""

from __future__ import annotations

import random

import grognard
from grognard.engine.position import position_state
from grognard.hexes import bits
from tests.kit.land import Land

from .facts_plain import BUILT_UP

GAME = grognard.game("aachen")
PHASES = ("ops", "ops", "recovery", "assignment", "plan", "replacement", "reinforcement")
#: First Blood, the Roer, the city of Aachen, the Wurm, the southern edge, the closed zone.
CENTRES = ("1714", "4415", "3418", "4510", "1705", "2205", "3317", "2810")


def scene(rng: random.Random) -> str:
    """The text of a position: a phase begins, or a formation acts, with units of both sides close together."""
    while True:
        text = _draft(rng)
        try:
            position_state(GAME, text)
        except (grognard.PositionError, grognard.Refusal):
            continue
        return text


def _draft(rng: random.Random) -> str:
    land, parse = Land.of(GAME), GAME.board.grid.parse
    turn = rng.randint(1, 8)
    scenario = rng.choice([name for name, low, high in _TURNS if low <= turn <= high])
    area = set(bits(GAME.area(GAME.blank(GAME.scenarios[scenario]))))
    centre = parse(rng.choice(CENTRES)) if rng.random() < 0.6 else rng.choice(sorted(land.terrain))
    radius = rng.choice((1, 2, 2, 3, 4))
    patch = [h for h in sorted(area) if land.distance(centre, h) <= radius]
    towns = sorted((h for h in area if land.terrain[h] in BUILT_UP), key=lambda h: (land.distance(centre, h), h))
    at: dict[str, int] = {}
    sides: dict[int, str] = {}
    acting = {}
    for side in GAME.sides:
        formations = [f for f in GAME.roster.formations if GAME.sides[f.side] == side]
        chosen = rng.sample(formations, min(len(formations), rng.choice((1, 1, 2, 3))))
        acting[side] = GAME.counters[chosen[0].hq].id
        for f in chosen:
            free = [h for h in towns if sides.get(h, side) == side and GAME.counters[f.hq].id not in at]
            if free:
                h = rng.choice(free[: rng.choice((1, 2, 6, 40))])
                at[GAME.counters[f.hq].id] = h
                sides[h] = side
        units = [u for f in chosen for u in bits(f.members)]
        units += [u for u in bits(GAME.roster.independents) if GAME.counters[u].side == side]
        for u in rng.sample(units, min(len(units), rng.randint(2, 12))):
            free = [h for h in patch if sides.get(h, side) == side]
            if free:
                h = rng.choice(free)
                at[GAME.counters[u].id] = h
                sides[h] = side
    label = GAME.board.grid.label
    combat = [name for name in at if not name.endswith("-HQ")]
    words = [f"{name}={label(h)}" for name, h in at.items()]
    if rng.random() < 0.5:
        boxes = ("due", "eliminated", "waiting", "withdrawn")
        rest = [c for c in GAME.counters if c.id not in at]
        words += [f"{c.id}={rng.choice(boxes[:2])}" for c in rng.sample(rest, 8)]
        words += [f"{c.id}=waiting" for c in rest if c.id.endswith("-HQ") and rng.random() < 0.1]
    lines = [f"game aachen\nscenario {scenario}\nturn {turn}\nphase {_phase(rng, acting, at, turn)}"]
    lines.append("at " + " ".join(dict.fromkeys(words)))
    lines.append("level " + " ".join(str(rng.choice((0, most, most))) for most in GAME.roster.level))
    for side in GAME.sides:
        flags = [label(h) for h in towns if sides.get(h, rng.choice(GAME.sides)) == side]
        lines += [f"{side}_flags {' '.join(flags)}"] if flags else []
    lines += _numbers(rng, combat)
    lines.append(f"purse {rng.choice(_POINTS)} {rng.choice(_POINTS)}")
    lines += [f"snafu {rng.choice(GAME.sides)}", f"quiet {rng.choice((0, 3))}", f"asks {rng.choice((0, 3))}"]
    return "\n".join(lines)


#: Action Points: often few, so that they do not last.
_POINTS = (1, 1, 2, 3, 5, 7)
_TURNS = (("campaign", 1, 8), ("campaign", 1, 8), ("stolberg", 1, 3), ("wurm", 5, 8))


def _phase(rng: random.Random, acting: dict[str, str], at: dict[str, int], turn: int) -> str:
    side = rng.choice(GAME.sides)
    if rng.random() < 0.5 and acting[side] in at:
        return f"{side} activation {acting[side]}"
    return rng.choice(PHASES)


def _numbers(rng: random.Random, combat: list[str]) -> list[str]:
    """Losses, disruption and assignments of some units on the map."""
    lines, ids = [], GAME.unit_ids
    lost = {u: rng.randint(0, GAME.roster.strength[ids[u]] - 1) for u in combat if rng.random() < 0.5}
    lines += ["lost " + " ".join(f"{u}={n}" for u, n in lost.items() if n)] if any(lost.values()) else []
    disrupted = [u for u in combat if rng.random() < 0.2]
    lines += [f"disrupted {' '.join(disrupted)}"] if disrupted else []
    assigned = {}
    for u in combat:
        if GAME.roster.independents >> ids[u] & 1 and rng.random() < 0.7:
            own = [i for i, f in enumerate(GAME.roster.formations) if f.side == GAME.side_of[ids[u]]]
            assigned[u] = rng.choice(own) + 1
    lines += ["assigned " + " ".join(f"{u}={n}" for u, n in assigned.items())] if assigned else []
    return lines
