"""The two printed sheets and the counters of Watch on the Rhine by their labels, measured with the grid alone."""

from __future__ import annotations

from grognard.hexes import Grid, Sheet
from tests.kit import Paper, rows

PAPER = Paper(
    Grid(
        (11, 47),
        (0, 17),
        shoved="odd",
        lines_run="south",
        positions_run="west",
        sheets=(Sheet("S", 11, 29, 18), Sheet("N", 11, 29)),
    )
)
EVERY_HEX = PAPER.all
near, distance, within, around, island = PAPER.near, PAPER.distance, PAPER.within, PAPER.around, PAPER.island
COUNTERS = {row["id"]: row for row in rows("rhine", "counters.csv")}
HEXES = {row["hex"]: row for row in rows("rhine", "hexes.csv")}
REGIONS = {row["region"]: row["members"].split() for row in rows("rhine", "regions.csv")}
NORTH, SOUTH = set(REGIONS["North sector"]), set(REGIONS["South sector"])

#: The rows of both sheets; row 29 of the north sheet goes by its southern name.
ROWS = [f"{row}N" for row in range(11, 29)] + [f"{row}S" for row in range(11, 30)]
#: Where the German is supplied and his reinforcements arrive (8.12, 9.1).
EAST_EDGE = [f"{row[:2]}00{row[2]}" for row in ROWS]
WEST_EDGE = [f"{row[:2]}17{row[2]}" for row in ROWS]
FRENCH_EDGE = [f"29{place}S" for place in range(12, 18)]
ALLIED_EDGE = [*WEST_EDGE, *FRENCH_EDGE[:-1]]
ALL_EAST = " ".join(EAST_EDGE)

#: The hex that is usually attacked, and the six round it, clockwise from the north-east.
TARGET = "2010N"
NE, E, SE, SW, W, NW = RING = ("1909N", "2009N", "2109N", "2110N", "2011N", "1910N")


def having(word: str) -> set[str]:
    """The hexes of the real map with a feature."""
    return {label for label, row in HEXES.items() if word in row["features"].split(";")}


def region(name: str) -> set[str]:
    """The hexes of a region of the map."""
    return set(REGIONS[name])


def row(name: str, first: int, last: int) -> list[str]:
    """Hexes of a row, ``row("20N", 5, 17)``: from its place 05 to its place 17, east to west."""
    return [f"{name[:2]}{place:02d}{name[2]}" for place in range(first, last + 1)]


def closed_but(*open_: str) -> str:
    """All Allied edge hexes closed but these: the German has been in them."""
    return "closed " + " ".join(label for label in ALLIED_EDGE if label not in open_)


#: No German unit has supply: the Allies hold the whole east edge.
NO_GERMAN_SUPPLY = f"allied {ALL_EAST}"
#: No Allied unit has supply: Germans have been in all edge hexes.
NO_ALLIED_SUPPLY = closed_but()
