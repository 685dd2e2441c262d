"""Writes the recorded playthroughs and the perft files again: run it after an intended change of the rules.

    python -m tests.generic.make_records [GAME ...] [--count N]

Each game gets two playthroughs, of different scenarios if it has them, or as many as it has already, and a perft file
that counts legal sequences from the beginning of every scenario and from moments of the playthroughs. ``--count`` asks
for more playthroughs.
"""

from __future__ import annotations

import argparse
import hashlib
from pathlib import Path
from typing import Any

import grognard
from grognard import Match
from grognard.engine.game import Game
from grognard.lab import perft

from .play import HERE, finished, replay

PLAYTHROUGHS = HERE / "playthroughs"
PERFT = HERE / "perft"
#: A perft line stops before it has more leaves than this, and at this depth.
LEAVES = 6_000
DEPTH = 5
HEADING = "# from depth sequences; 'name.record@n' is the moment after n actions of that playthrough"


def final_digest(match: Match) -> str:
    """The fingerprint of a final position."""
    return hashlib.sha256(match.position().encode()).hexdigest()


def record_with_digest(match: Match) -> str:
    """A record with a tag of ours: the engine passes over tags it does not know."""
    tags, body = match.record().split("\n\n", 1)
    return f'{tags}\n[Final "{final_digest(match)}"]\n\n{body}'


def write_playthroughs(game: Game, count: int) -> list[Path]:
    PLAYTHROUGHS.mkdir(exist_ok=True)
    names = list(game.scenarios)
    paths = []
    for number in range(max(count, len(list(PLAYTHROUGHS.glob(f"{game.id}-*.record"))))):
        scenario = names[number % len(names)]
        path = PLAYTHROUGHS / f"{game.id}-{number + 1}-{scenario}.record"
        path.write_text(record_with_digest(finished(game, scenario, 1943 + 2 * number)), encoding="utf-8")
        paths.append(path)
    return paths


def moments(game: Game) -> dict[str, Any]:
    """Where a perft file counts from: name -> state."""
    found: dict[str, Any] = {}
    for scenario in game.scenarios:
        found[scenario] = grognard.new(game, scenario, dice=[]).state
    for path in sorted(PLAYTHROUGHS.glob(f"{game.id}-*.record")):
        match = replay(game, path.read_text(encoding="utf-8"))
        for part in range(1, 8):
            at = match.version * part // 8
            found[f"{path.name}@{at}"] = match.before(at).state
    return found


def moment(game: Game, name: str) -> Any:
    """The state a perft line counts from."""
    record, at, number = name.partition("@")
    if not at:
        return grognard.new(game, name, dice=[]).state
    return replay(game, (PLAYTHROUGHS / record).read_text(encoding="utf-8")).before(int(number)).state


def write_perft(game: Game) -> Path:
    PERFT.mkdir(exist_ok=True)
    lines = [HEADING]
    for name, state in moments(game).items():
        depth, count = 1, perft(game, state, 1)
        lines.append(f"{name} {depth} {count}")
        # One step deeper has about as many times more leaves as this one had.
        before = 1
        while depth < DEPTH and count * max(2, count // before) <= LEAVES:
            before, depth = count, depth + 1
            count = perft(game, state, depth)
            lines.append(f"{name} {depth} {count}")
    path = PERFT / f"{game.id}.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return path


def main() -> None:
    parser = argparse.ArgumentParser(description="Write the playthroughs and perft files again.")
    parser.add_argument("games", nargs="*", help="ids of games; default: all")
    parser.add_argument("--count", type=int, default=2, help="at least so many playthroughs")
    args = parser.parse_args()
    for name in args.games or list(grognard.games()):
        game = grognard.game(name)
        for path in (*write_playthroughs(game, args.count), write_perft(game)):
            print(path.relative_to(HERE.parent.parent))


if __name__ == "__main__":
    main()
