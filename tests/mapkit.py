"""Words for speaking about the map of any game: hexes by label, sets of hexes, sides of a line."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from grognard.engine.board import Hexside, hexside
from grognard.engine.game import Game
from grognard.hexes import Costs, bits, of, reach
from tests.kit import Paper, rows


def column(label: str) -> int:
    return int(label[:2])


def row(label: str) -> int:
    return int(label[2:])


def phases(costs: Costs, here: int, goal: int, budget: int, *, block: int = 0) -> int:
    """Movement Phases from some hexes into others, nobody in the way; unused points are lost at the end of each."""
    count = 0
    while not here & goal:
        count += 1
        further = reach(costs, here, budget, block=block).all
        assert further != here, "there is no way"
        here = further
    return count


class MapWords(Paper):
    """The map of a game, asked by the labels printed on it. Sets of hexes are ints, as in the program."""

    def __init__(self, game: Game) -> None:
        super().__init__(game.board.grid)
        self.id, self.board = game.id, game.board

    def packaged(self, name: str) -> list[dict[str, str]]:
        """The lines of one of the game's own files."""
        return rows(self.id, name)

    # -- hexes -------------------------------------------------------------------------------

    def at(self, label: str) -> int:
        return int(self.grid.parse(label))

    def hexes(self, text: str) -> int:
        """A set of hexes from a line of labels."""
        return of(map(self.at, text.split()))

    def labels(self, found: int) -> set[str]:
        return {self.grid.label(h) for h in bits(found)}

    def terrain(self, label: str) -> str:
        return str(self.board.terrain_at[self.at(label)])

    def features(self, label: str) -> frozenset[str]:
        return frozenset(self.board.features[self.at(label)])

    def place(self, name: str) -> int:
        """Every hex that bears a name."""
        return of(h for h, found in self.board.names.items() if found == name)

    def nearest(self, a: int, b: int) -> int:
        """Hexes from one set to the other."""
        return min(self.grid.distance(x, y) for x in bits(a) for y in bits(b))

    def named(self, found: int) -> set[str]:
        """The names of hexes."""
        return {self.board.names[h] for h in bits(found)}

    # -- hexsides ----------------------------------------------------------------------------

    def between(self, pair: str) -> Hexside:
        """The hexside of two labels: ``"1322-1422"``."""
        a, b = pair.split("-")
        return hexside(self.at(a), self.at(b))

    def pairs(self, text: str) -> set[Hexside]:
        """Hexsides from a line of them: ``"2607-2707 2706-2707"``."""
        return {self.between(word) for word in text.split()}

    def text(self, pair: Hexside) -> str:
        return f"{self.grid.label(pair[0])}-{self.grid.label(pair[1])}"

    def water(self, name: str) -> list[Hexside]:
        """The hexsides of a river or stream."""
        return [pair for pair, edge in self.board.hexsides.items() if edge.name == name]

    def touch(self, a: Hexside, b: Hexside) -> bool:
        """Two hexsides meet in a corner: they have one hex in common, and the other two are neighbours."""
        common = set(a) & set(b)
        if len(common) != 1:
            return False
        (x,), (y,) = set(a) - common, set(b) - common
        return bool(self.grid.adjacent(x, y))

    def in_one_piece(self, sides: Iterable[Hexside]) -> bool:
        """Whether hexsides hang together as a line."""
        left = set(sides)
        todo = [left.pop()]
        while todo:
            here = todo.pop()
            more = {other for other in left if self.touch(here, other)}
            left -= more
            todo += more
        return not left

    # -- spreading ---------------------------------------------------------------------------

    def spread(self, start: int, passable: Callable[[int, int], bool]) -> int:
        """Every hex that can be reached by steps that are passable."""
        found, todo = start, list(bits(start))
        while todo:
            h = todo.pop()
            for n in self.grid.neighbour_list(h):
                if not found >> n & 1 and passable(h, n):
                    found |= 1 << n
                    todo.append(n)
        return found

    def one_piece(self, found: int) -> bool:
        """Whether a set of hexes hangs together."""
        return self.spread(found & -found, lambda _, b: bool(found >> b & 1)) == found
