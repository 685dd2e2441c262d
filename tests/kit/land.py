"""A game's map as its data files have it: read by itself, without the loader of boards."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from functools import cached_property
from typing import Any

from grognard.engine.game import Game

from .boards import GAMES, rows

Pair = frozenset[int]


class Land:
    """Terrain, features and areas of hexes, kinds of hexsides and roads, and named regions."""

    def __init__(self, game: Game[Any], overlay: Mapping[str, str]) -> None:
        grid = self._grid = game.board.grid
        self.terrain: dict[int, str] = {}
        self.features: dict[int, frozenset[str]] = {}
        self.area: dict[int, str] = {}
        self.label: dict[int, str] = {}
        for row in corrected(game, "hexes.csv", overlay):
            if row["terrain"] != "none":
                h = grid.parse(row["hex"])
                self.terrain[h], self.area[h], self.label[h] = row["terrain"], row["area"], row["hex"]
                self.features[h] = frozenset(row["features"].split(";"))
        #: by hexside: its kind, and whether there is a bridge
        self.edges: dict[Pair, tuple[str, bool]] = {}
        for row in rows(game.id, "hexsides.csv"):
            self.edges[frozenset(map(grid.parse, (row["hex1"], row["hex2"])))] = row["kind"], row["bridge"] == "1"
        self.roads: dict[Pair, str] = {}
        if (GAMES / game.id / "data" / "roads.csv").exists():
            for row in rows(game.id, "roads.csv"):
                self.roads[frozenset(map(grid.parse, (row["hex1"], row["hex2"])))] = row["kind"]
        self.regions = {row["region"]: row["members"].split() for row in rows(game.id, "regions.csv")}
        self.near = {h: tuple(n for n in grid.neighbour_list(h) if n in self.terrain) for h in self.terrain}
        self._distances: dict[int, dict[int, int]] = {}

    @classmethod
    def of(cls, game: Game[Any], overlay: Mapping[str, str] | None = None) -> Land:
        """The map of a game, read once; the first time with an owner's corrections, if there are some."""
        found = _known.get(id(game))
        if found is None or found[0] is not game:
            found = _known[id(game)] = game, cls(game, overlay or {})
        return found[1]

    def distance(self, a: int, b: int) -> int:
        """Hexes from one to the other, counted ring by ring."""
        found = self._distances.get(a)
        if found is None:
            found, ring = {a: 0}, [a]
            while ring:
                beyond = {n for h in ring for n in self._grid.neighbour_list(h)} - found.keys()
                found |= dict.fromkeys(beyond, found[ring[0]] + 1)
                ring = sorted(beyond)
            self._distances[a] = found
        return found[b]

    def having(self, feature: str) -> set[int]:
        return {h for h, words in self.features.items() if feature in words}

    @cached_property
    def road_hexes(self) -> set[int]:
        """Hexes that a road or trail touches."""
        return {h for pair in self.roads for h in pair}


#: The maps read so far.
_known: dict[int, tuple[Game[Any], Land]] = {}


def corrected(game: Game[Any], file: str, overlay: Mapping[str, str]) -> list[dict[str, str]]:
    """The hexes of a game's map, with those cells changed that an owner's file holds."""
    found = {row["hex"]: row for row in rows(game.id, file)}
    for row in csv.DictReader(overlay.get(file, "").splitlines()):
        found[row["hex"]] |= {name: text for name, text in row.items() if text}
    return list(found.values())
