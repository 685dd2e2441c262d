"""Find positions in which rows speak that a few random games do not hear, and add them to ``rare/``.

    python -m tests.generic.make_rare GAME --seeds 100 --first 1

Positions are looked for among those that the game's tests make up, and in random games, and then
made as small as they can be.
"""

from __future__ import annotations

import argparse
import random
from collections.abc import Iterator
from itertools import islice
from typing import Any

import grognard
from grognard import Action
from grognard.engine.game import Game
from grognard.engine.position import position_text
from grognard.hexes import bits

from .play import journey, wander
from .rows import RARE, SPACE, Rare, Slot, heard, rare, slots
from .test_laws import heard_in_games
from .test_truth import CHOICES, SCENES, scenes

#: Lines of a position that make no sense in part, and whose units stay where they are.
KEPT = (
    "scenario",
    "agenda",
    "phasing",
    "path_units",
    "path_hexes",
    "targets",
    "target",
    "attackers",
    "defenders",
    "origin",
    "choice",
    "advanced",
    "pending",
    "hand",
    "made1",
    "made18",
    "points",
    "spent",
    "column",
    "parent",
)


def positions(game: Game[Any], seed: int, *, games: bool) -> Iterator[Any]:
    """States of random games and of positions made up."""
    rng = random.Random(f"rare/{game.id}/{seed}")
    for way, state in enumerate(scenes(game, rng, SCENES)):
        yield from islice(wander(game, state, rng, way), CHOICES)
    for scenario in game.scenarios if games else ():
        yield from journey(game, scenario, seed)


def small(game: Game[Any], slot: Slot, state: Any, arg: int) -> Rare | None:
    """A line for a row that speaks, with nothing in the position that is not needed for it and for the prompt."""
    action = game.notation.text(Action(slot.verb, arg))
    for scenario in ("", *game.scenarios):
        lines = position_text(game, state, scenario).splitlines()[1:]
        found = Rare(SPACE.join(line for line in lines if line.strip() != "scenario"), action)
        if speaks(game, found, slot, found):
            break
    else:
        return None
    words = [line.split() for line in found.text.split(SPACE)]
    named = {word for line in words if line[0] in KEPT for word in line}
    for _ in range(2):  # what a unit is named in can go only after the unit, or before it
        for line in reversed(range(len(words))):
            if not words[line] or words[line][0] in KEPT:
                continue
            if words[line][0] != "at":
                found, words = without(game, found, words, slot, line, slice(None))
            for word in reversed(range(1, len(words[line]))):
                if words[line][word].partition("=")[0] not in named:
                    found, words = without(game, found, words, slot, line, slice(word, word + 1))
    return found


def without(
    game: Game[Any], found: Rare, words: list[list[str]], slot: Slot, line: int, part: slice
) -> tuple[Rare, list[list[str]]]:
    """The line without some words, if the row still speaks then."""
    fewer = [list(line) for line in words]
    del fewer[line][part]
    if fewer[line] and len(fewer[line]) == 1:
        fewer[line] = []
    tried = found._replace(text=SPACE.join(" ".join(line) for line in fewer if line))
    return (tried, fewer) if speaks(game, tried, slot, found) else (found, words)


def speaks(game: Game[Any], line: Rare, slot: Slot, other: Rare) -> bool:
    """Whether the row speaks in a line that asks the same as another."""
    try:
        return line.speaker(game) == slot and game.prompt(line.state(game)) == game.prompt(other.state(game))
    except (grognard.PositionError, grognard.Refusal):
        return False


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("game")
    parser.add_argument("--seeds", type=int, default=10)
    parser.add_argument("--first", type=int, default=1)
    parser.add_argument("--games", action="store_true", help="whole random games as well")
    options = parser.parse_args()
    game = grognard.game(options.game)
    names = slots(game)
    silent = set(names) - heard_in_games(game) - {line.speaker(game) for line in rare(game)}
    for seed in range(options.first, options.first + options.seeds):
        for state in positions(game, seed, games=options.games):
            if state.over or not any(slot.step == game.step(state).name for slot in silent):
                continue
            for slot, args in heard(game, state):
                line = small(game, slot, state, next(bits(args))) if slot in silent else None
                if line:
                    silent.remove(slot)
                    with open(RARE / f"{game.id}.txt", "a", encoding="utf-8") as file:
                        file.write(f"# {slot.step}, {slot.verb}\n{line.text} | {line.action}\n")
    for slot in sorted(silent):
        print("silent:", *slot, names[slot])


if __name__ == "__main__":
    main()
