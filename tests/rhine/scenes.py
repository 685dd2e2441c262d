"""Positions made up at random: a tangle of units in a small patch of the map of Watch on the Rhine."""

from __future__ import annotations

import random

import grognard
from grognard.engine.contents import Counter
from tests.kit.land import Land

GAME = grognard.game("rhine")
PHASES = (
    "allied movement first",
    "german movement first",
    "allied movement second",
    "german movement second",
    "allied combat first",
    "german combat first",
    "allied combat second",
    "german combat second",
    "allied reinforcement",
    "german reinforcement",
    "allied airborne",
)
#: Antwerp and the Scheldt, the Hook, the flood, the Ruhr, Metz, the sector line, the edges.
CENTRES = ("1511N", "1312N", "1209N", "2304N", "2001N", "1710S", "1206S", "1115N", "1517S", "2913S", "1700S")

#: The units that make up a corps on the map (12.2).
MADE = {"AAA1": ("made1", ("BC1AB", "BC1PAB")), "AAA18": ("made18", ("US82AB", "US101AB"))}


def scene(rng: random.Random) -> str:
    """The text of a position: a phase begins, with units of both sides close together."""
    land = Land.of(GAME)
    hook = land.having("hook-of-holland")
    ground = sorted(h for h, word in land.terrain.items() if word != "sea" and h not in hook)
    centre = GAME.board.grid.parse(rng.choice(CENTRES)) if rng.random() < 0.5 else rng.choice(ground)
    patch = [h for h in ground if land.distance(centre, h) <= rng.choice((1, 2, 2, 3))]
    phase, turn = rng.choice(PHASES), rng.randint(1, 11)
    units = list(GAME.counters)
    rng.shuffle(units)
    if phase == "german reinforcement" and rng.random() < 0.5:  # returns, or withdrawals
        turn = rng.choice((7, 9))
        units.sort(key=lambda c: not {"panzer", "panzergrenadier", "assault-gun"} & c.tags)
    watch = 1 if turn > 9 or (turn > 6 and rng.random() < 0.7) else 0
    later = 0.5 if "reinforcement" in phase or "airborne" in phase else 0.05
    if "airborne" in phase:
        units.sort(key=lambda c: "paratroop" not in c.tags or c.side == "german")
    at, due = _placed(rng, land, patch, units[: rng.randint(4, 60)], later, corps="airborne" not in phase)
    places = dict(word.split("=") for word in at)
    made = []
    for corps, (field, parts) in MADE.items():
        if places.get(corps, "airborne") != "airborne":
            places |= dict.fromkeys(parts, "airborne")
            made.append(f"{field} {' '.join(parts)}")
            due = [unit for unit in due if unit not in parts]
    at = [f"{unit}={place}" for unit, place in places.items()]
    lines = [f"game rhine\nturn {turn}", f"watch {watch}", "at " + " ".join(at), *made]
    lines += [f"due_turn {' '.join(f'{unit}={min(11, turn + rng.randint(0, 1))}' for unit in due)}"] if due else []
    lines.append(f"sector {rng.choice((1, 2))}")
    lines += ["antwerp 1"] if rng.random() < 0.4 else []
    lines += [f"flood {turn}"] if rng.random() < 0.3 else []
    reduced = [word.split("=")[0] for word in at if rng.random() < 0.3]
    reduced = [unit for unit in reduced if GAME.counters[GAME.unit_ids[unit]].values["steps"] == 2]
    lines += [f"steps {' '.join(f'{unit}=1' for unit in reduced)}"] if reduced else []
    wall = land.having("westwall") - land.having("city") - land.having("ruhr")
    cleared = [land.label[h] for h in patch if h in wall and rng.random() < 0.3]
    lines += [f"cleared {' '.join(cleared)}"] if cleared else []
    ours = [land.label[h] for h in patch if rng.random() < 0.3]
    lines += [f"allied {' '.join(ours)}"] if ours else []
    return "\n".join([*lines, f"phase {phase}"])


def _placed(
    rng: random.Random, land: Land, patch: list[int], units: list[Counter], later: float, *, corps: bool
) -> tuple[list[str], list[str]]:
    """Units in a small patch, alone in a hex or in stacks, and those in boxes off the map."""
    taken: dict[int, list[Counter]] = {}
    at, due, full = [], [], rng.random() < 0.5
    for counter in units:
        airborne = "paratroop" in counter.tags and counter.side == "allied"
        if (counter.size == "XXX" and (not corps or rng.random() < 0.5)) or (airborne and not corps):
            at.append(f"{counter.id}=airborne")
        elif counter.size != "XXX" and rng.random() < later:
            box = rng.choice(("airborne", "due") if airborne else ("due", "due", "eliminated"))
            at.append(f"{counter.id}={box}")
            due += [counter.id] if box == "due" else []
        else:
            fits = [h for h in patch if _fits(counter, taken.get(h, []))]
            fits = [h for h in fits if h in taken] or fits if full else fits
            if fits:
                h = rng.choice(fits)
                taken.setdefault(h, []).append(counter)
                at.append(f"{counter.id}={land.label[h]}")
    return at, due


def _fits(counter: Counter, there: list[Counter]) -> bool:
    """Whether a unit may be put with others: of its side and army group, and not too many."""
    tags = [{tag for tag in c.tags if tag.startswith("group:")} for c in (counter, *there)]
    same = all(c.side == counter.side for c in there) and all(tag == tags[0] for tag in tags)
    return same and sum({"XXX": 4, "XX": 2, "X": 1}[c.size] for c in (counter, *there)) <= 8
