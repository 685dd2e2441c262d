"""Positions made up at random for Movement Steps: units on the Seine, on the Rhine, on beaches and map edges."""

from __future__ import annotations

import random

import grognard
from grognard.engine.contents import Counter
from tests.kit.land import Land

GAME = grognard.game("reich")
PHASES = (
    "allied assault",
    "allied breakthrough",
    "german assault",
    "allied exploitation",
    "german exploitation",
    "german offensive",
    "german breakthrough",
)
CENTRES = (
    "0921",
    "0823",
    "0127",
    "0128",
    "1521",
    "2224",
    "2526",
    "2324",
    "4007",
    "3910",
    "4319",
    "4040",
    "4915",
    "5108",
    "5622",
    "5713",
    "5220",
)


def scene(rng: random.Random) -> str:
    """The text of a position: a Movement Segment begins, with units of both sides on one another's heels."""
    land = Land.of(GAME)
    ground = sorted(h for h, word in land.terrain.items() if word != "sea")
    centre = GAME.board.grid.parse(rng.choice(CENTRES))
    radius = rng.choice((1, 2, 2, 3, 4))
    patch = [h for h in ground if land.distance(centre, h) <= radius]
    turn, phase = rng.randint(2, 15), rng.choice(PHASES)
    lines = [f"game reich\nscenario campaign\nturn {turn}", *_units(rng, land, patch)]
    lines.append("allied " + " ".join(land.label[h] for h in ground if rng.random() < 0.3))
    lines.append(f"logistics {rng.choice((0, 2))}\npoints {' '.join(str(rng.randint(0, 12)) for _ in range(5))}")
    if "offensive" in phase or (phase == "german breakthrough"):
        turn = rng.choice((10, 11))
        lines[0] = f"game reich\nscenario campaign\nturn {turn}\noffensive {turn}"
    lines += _course(rng, turn)
    return "\n".join([*lines, f"phase {phase}"])


def _course(rng: random.Random, turn: int) -> list[str]:
    """What has happened so far."""
    lines = [f"{name} 1" for name in ("released", "west_free", "antwerp_held", "unbombed") if rng.random() < 0.4]
    if rng.random() < 0.5:
        gone = rng.randint(2, turn)
        lines.append(f"brittany_turn {gone}")
        if rng.random() < 0.7:
            lines.append(f"breakout {rng.randint(gone, turn)}")
    if rng.random() < 0.3:
        lines.append("seine_crossed 1")
    if rng.random() < 0.2:
        lines.append(f"flood {max(1, turn - rng.randint(0, 3))}")
    if rng.random() < 0.3:
        lines.append(f"blown {rng.randrange(1 << 12)}")
    return lines


def _units(rng: random.Random, land: Land, patch: list[int]) -> list[str]:
    counters = [c for c in GAME.counters if c.type not in ("tactical-air", "bomber", "funnies")]
    rng.shuffle(counters)
    held: dict[int, str] = {}
    at: list[str] = []
    marks: dict[str, list[str]] = {}
    for c in counters[: rng.randint(4, 40)]:
        if c.type == "hq" and rng.random() < 0.2:
            continue
        if "nation:us" in c.tags and c.size == "XX" and rng.random() < 0.05:
            at.append(f"{c.id}={rng.choice(('brittany', 'exited'))}")
            continue
        holland = "command:mech" in c.tags
        free = [h for h in patch if held.get(h, c.side) == c.side]
        free = [h for h in free if not (holland and land.label[h] in land.regions["Fortress Holland"])]
        if not free:
            continue
        h = rng.choice(free)
        held[h] = c.side
        at.append(f"{c.id}={land.label[h]}")
        for name in _marks(rng, c):
            marks.setdefault(name, []).append(c.id)
    lines = ["at " + " ".join(at)] if at else []
    lines += [f"{name} {' '.join(units)}" for name, units in marks.items()]
    strafed = marks.get("strafed", [])[:4]
    if strafed:
        numbers = [GAME.unit_ids[unit] for unit in strafed]
        lines.append("strafers " + " ".join(map(str, (numbers + [-1] * 4)[:4])))
    return lines


def _marks(rng: random.Random, c: Counter) -> list[str]:
    """The markers of a unit, most of the time none."""
    two = c.values["steps"] == 2
    found = ["oos"] if rng.random() < 0.1 else []
    if two and rng.random() < 0.2:
        found.append("reduced")
        if "replaceable" in c.tags and rng.random() < 0.3:
            found.append("refitting")
    if c.side == "german":
        if c.type not in ("flak", "tank-destroyer") and rng.random() < 0.1:
            found.append("disrupted")
        return found + (["strafed"] if rng.random() < 0.1 else [])
    if c.size == "XX" and rng.random() < 0.1:
        return [*found, "grounded"]
    if c.type in ("airborne", "air-landing") and rng.random() < 0.5:
        return [*found, "dropped"]
    return found + ([rng.choice(("priority", "red_ball"))] if c.size in ("XX", "X") and rng.random() < 0.15 else [])
