"""Positions made up at random: units of both sides near one another, others on the track, in England and in the cup."""

from __future__ import annotations

import random

import grognard
from tests.kit.land import Land

from . import scenes_moves

GAME = grognard.game("reich")
PHASES = (
    "german reinforcement",
    "german replacement",
    "german refit",
    "allied reinforcement",
    "allied replacement",
    "allied refit",
    "allied airborne",
    "allied strafing",
    "allied bombing",
    "allied logistics",
    "allied combat",
    "german combat",
    "allied cherbourg",
    "german exploitation",
    "allied exploitation",
)
CENTRES = ("0821", "1122", "0226", "2526", "1921", "2511", "3910", "4439", "4626", "5310", "5813", "0434")


def scene(rng: random.Random) -> str:
    """The text of a position: a segment begins, with units of both sides on one another's heels."""
    if rng.random() < 0.5:
        return scenes_moves.scene(rng)
    land = Land.of(GAME)
    ground = sorted(h for h, word in land.terrain.items() if word != "sea")
    centre = GAME.board.grid.parse(rng.choice(CENTRES)) if rng.random() < 0.7 else rng.choice(ground)
    patch = [h for h in ground if land.distance(centre, h) <= rng.choice((1, 2, 3))]
    turn = rng.randint(2, 15)
    lines = [f"game reich\nscenario campaign\nturn {turn}"]
    lines += _units(rng, land, patch, turn)
    some = lambda share: " ".join(land.label[h] for h in ground if rng.random() < share)  # noqa: E731
    lines.append(f"allied {some(0.3)}")
    if turn > 2:
        lines.append(f"logistics {rng.choice((0, 2))}")
    if rng.random() < 0.5:
        lines.append(f"cherbourg {rng.randint(4, 9)}")
    if turn > 8 and rng.random() < 0.4:
        lines.append("antwerp 1")
    lines.append(f"bombers_spent {rng.randint(0, 3)}\nrefit_us {rng.randint(0, 2)}\nrefit_cw 1\nrefit_german 1")
    lines.append(f"air {rng.randint(0, 2)}\npoints 8 8 8 0 0")
    return "\n".join([*lines, f"phase {rng.choice(PHASES)}"])


def _units(rng: random.Random, land: Land, patch: list[int], turn: int) -> list[str]:
    counters = [c for c in GAME.counters if c.type not in ("tactical-air", "bomber", "funnies")]
    rng.shuffle(counters)
    held: dict[int, str] = {}
    at: list[str] = []
    due: list[str] = []
    marks: dict[str, list[str]] = {"reduced": [], "grounded": [], "dropped": [], "oos": [], "disrupted": []}
    for c in counters[: rng.randint(5, 60)]:
        garrison, mechanized = c.type == "garrison", "command:mech" in c.tags
        if rng.random() < 0.3 and not garrison:
            at.append(f"{c.id}=track")
            due.append(f"{c.id}={c.values['turn'] if c.values.get('turn', 0) >= turn else turn}")
            continue
        free = [h for h in patch if held.get(h, c.side) == c.side]
        free = [h for h in free if not (mechanized and land.label[h] in land.regions["Fortress Holland"])]
        if not free or garrison:
            continue
        h = rng.choice(free)
        held[h] = c.side
        at.append(f"{c.id}={land.label[h]}")
        if c.values["steps"] == 2 and rng.random() < 0.4:
            marks["reduced"].append(c.id)
        if rng.random() < 0.1:
            marks["oos"].append(c.id)
        if c.side == "german" and c.type not in ("flak", "tank-destroyer") and rng.random() < 0.1:
            marks["disrupted"].append(c.id)
        if c.side == "allied" and c.size == "XX" and rng.random() < 0.2:
            marks["grounded"].append(c.id)
        if c.type in ("airborne", "air-landing") and rng.random() < 0.5:
            marks["dropped"].append(c.id)
    lines = ["at " + " ".join(at)] if at else []
    lines += ["due " + " ".join(due)] if due else []
    return lines + [f"{name} {' '.join(units)}" for name, units in marks.items() if units]
