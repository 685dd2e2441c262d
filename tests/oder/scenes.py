"""Positions made up at random: a tangle of units in a small patch of the map of Watch on the Oder."""

from __future__ import annotations

import random

import grognard
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
    radius = rng.choice((1, 2, 3))
    patch = [h for h in ground if land.distance(centre, h) <= radius]
    turn, side = rng.randint(1, 8), rng.choice(GAME.sides)
    phase = rng.choice(PHASES)
    units = list(GAME.counters)
    rng.shuffle(units)
    taken: dict[int, str] = {}
    at, due = [], []
    for counter in units[: rng.randint(3, 30)]:
        fits = [h for h in patch if taken.get(h, counter.side) == counter.side]
        if rng.random() < 0.1 and counter.type != "fortress":
            due.append(counter.id)
        elif fits:
            h = rng.choice(fits)
            taken[h] = counter.side
            at.append(f"{counter.id}={land.label[h]}")
    lines = [f"game oder\nturn {turn}", "at " + " ".join([*at, *(f"{unit}=due" for unit in due)])]
    lines += [f"due_turn {' '.join(f'{unit}={turn}' for unit in due)}"] if due else []
    lost = [land.label[h] for h in patch if rng.random() < 0.2]
    lines += [f"flipped {' '.join(lost)}\nonce_changed {' '.join(lost)}"] if lost and rng.random() < 0.5 else []
    if turn > 1 and rng.random() < 0.5:
        lines.append(f"air {land.label[rng.choice(patch)]}")
    elif turn > 1 and rng.random() < 0.5:
        lines.append("aerial_spent 1")
    return "\n".join([*lines, f"phase {side} {phase}"])
