"""Positions made up at random: a tangle of units in a small patch of the map of Watch on the Oder."""

from __future__ import annotations

import random

import grognard
from grognard.engine.game import Counter
from tests.kit.land import Land

GAME = grognard.game("oder")
PHASES = ("movement first", "movement second", "combat first", "combat first", "combat second", "regroup")
#: Where land bridges, the lagoon, the industrial region and the sources are.
CENTRES = ("2607", "2706", "2208", "2408", "1319", "1115", "3512", "2508")
BRIDGES = ("2607", "2706", "2208")


def scene(rng: random.Random) -> str:
    """The text of a position: a phase begins, with units of both sides on one another's heels."""
    land = Land.of(GAME)
    ground = sorted(h for h, word in land.terrain.items() if word != "sea" and land.label[h] not in BRIDGES)
    centre = GAME.board.grid.parse(rng.choice(CENTRES)) if rng.random() < 0.5 else rng.choice(ground)
    radius = rng.choice((1, 2, 2, 3))
    patch = [h for h in ground if land.distance(centre, h) <= radius]
    turn, side, phase = rng.randint(1, 8), rng.choice(GAME.sides), rng.choice(PHASES)
    units = list(GAME.counters)
    rng.shuffle(units)
    at, due = _placed(rng, land, patch, units[: rng.randint(3, 40)], 0.4 if phase == "regroup" else 0.05)
    lines = [f"game oder\nturn {turn}", "at " + " ".join([*at, *(f"{unit}=due" for unit in due)])]
    lines += [f"due_turn {' '.join(f'{unit}={turn}' for unit in due)}"] if due else []
    lost = [land.label[h] for h in patch if rng.random() < 0.2]
    lines += [f"flipped {' '.join(lost)}\nonce_changed {' '.join(lost)}"] if lost and rng.random() < 0.5 else []
    again = [c.id for c in units if c.side == side == "german" and rng.random() < 0.3]
    lines += [f"momentum {' '.join(again)}"] if again else []
    if turn > 1 and rng.random() < 0.5:
        lines.append(f"air {land.label[rng.choice(patch)]}")
    elif turn > 1 and rng.random() < 0.5:
        lines.append("aerial_spent 1")
    return "\n".join([*lines, f"phase {side} {phase}"])


def _placed(
    rng: random.Random, land: Land, patch: list[int], units: list[Counter], later: float
) -> tuple[list[str], list[str]]:
    """Units in a small patch, alone in a hex or in full stacks, and those that arrive in this turn."""
    taken: dict[int, list[str]] = {}
    at, due, full = [], [], rng.random() < 0.5
    for counter in units:
        if rng.random() < later and counter.type != "fortress":
            due.append(counter.id)
            continue
        fits = [h for h in patch if counter.side in taken.get(h, [counter.side]) and len(taken.get(h, [])) < 3]
        if full:
            fits = [h for h in fits if h in taken] or fits
        if fits:
            h = rng.choice(fits)
            taken.setdefault(h, []).append(counter.side)
            at.append(f"{counter.id}={land.label[h]}")
    return at, due
