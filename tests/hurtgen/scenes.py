"""Positions made up at random: a tangle of units in a small patch of the map of Hürtgen Forest."""

from __future__ import annotations

import random

import grognard
from grognard.engine.game import Counter
from tests.kit.land import Land

from .facts_plain import GUNS, VEHICLES, schedule

ENTRIES = ("0123", "2907", "2918")
GAME = grognard.game("hurtgen")
PHASES = ("us movement", "us combat", "us combat", "german movement", "german combat", "german combat")


def scene(rng: random.Random) -> str:
    """The text of a position: a phase begins, with units of both sides on one another's heels."""
    land = Land.of(GAME)
    phase, turn = rng.choice(PHASES), rng.randint(1, 14)
    gate = rng.random() < 0.3
    centre = GAME.board.grid.parse(rng.choice(ENTRIES)) if gate else _centre(rng, land)
    units = [c for c in GAME.counters if not gate or c.id not in schedule() or rng.random() < 0.3]
    rng.shuffle(units)
    if rng.random() < 0.4:  # more artillery than usual
        units.sort(key=lambda counter: counter.type not in GUNS or rng.random() < 0.3)
    units = units[: rng.randint(4, 30)]
    at = _placed(rng, land, centre, units)
    due = [c.id for c in GAME.counters if gate and c.id in schedule() and c.id not in at]
    lines = [f"game hurtgen\nturn {turn}", f"support {rng.choice((0, 2, 7, 20))}"]
    lines.append("at " + " ".join([f"{unit}={h}" for unit, h in at.items()] + [f"{unit}=due" for unit in due]))
    hurt = [c.id for c in units if c.id in at and c.type in GUNS and rng.random() < 0.2]
    moved = [c.id for c in units if c.id in at and "movement" in phase and rng.random() < 0.5]
    lines += [f"hit_before {' '.join(hurt)}"] if hurt else []
    if "movement" not in phase or rng.random() < 0.5:
        return "\n".join([*lines, f"phase {phase}"])
    lines += [f"moved {' '.join(moved)}"] if moved else []
    lines += ["phasing german"] if "german" in phase else []
    lines.append("entries " + " ".join([GAME.board.grid.label(centre)] * rng.randint(1, 24)))
    return "\n".join([*lines, f"agenda game-turn {'3' if 'german' in phase else '1'} / movement"])


def _placed(rng: random.Random, land: Land, centre: int, units: list[Counter]) -> dict[str, str]:
    """Units in a small patch, artillery in it or behind it."""
    patch = [h for h in land.terrain if land.distance(centre, h) <= rng.choice((2, 3))]
    behind = [h for h in land.terrain if 4 <= land.distance(centre, h) <= 18]
    rng.shuffle(patch)
    rng.shuffle(behind)
    at = {}
    for counter in units:
        ground = behind if counter.type in GUNS and rng.random() < 0.4 else patch
        fits = [h for h in ground if counter.type not in VEHICLES or h in land.road_hexes or _open(land.terrain[h])]
        if fits:
            ground.remove(fits[0])
            at[counter.id] = land.label[fits[0]]
    return at


def _centre(rng: random.Random, land: Land) -> int:
    """A hex of the map, often one by a river or where units leave the map."""
    exits = [h for h, words in land.features.items() if any(word.startswith("exit") for word in words)]
    banks = sorted({h for side, (kind, bridge) in land.edges.items() for h in side if kind == "river" and not bridge})
    return rng.choice(rng.choice((exits, banks, sorted(land.terrain))))


def _open(terrain: str) -> bool:
    """Whether vehicles may stand off the road."""
    return terrain not in ("woods", "broken", "rough")
