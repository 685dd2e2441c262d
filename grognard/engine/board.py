"""The board: a grid with terrain, hexsides, roads, places and regions. It never changes and is shared.

Files: ``board.toml`` (the grid and the words in use), ``hexes.csv``, ``hexsides.csv``, ``roads.csv`` and
``regions.csv``. Every hex, hexside and road says whether it comes from a rule, follows from one or was reconstructed.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache, cached_property

from ..hexes import Grid, Sheet, bits, of
from .data import Row, Source
from .schema import At, Flag, ListOf, Number, Table, Text, Whole, one_of, read
from .toml_lines import Value, Words

_FILE = "board.toml"
_WORDS = ListOf(Text())
_STYLES = Table(others=Text())
_RANGE = ListOf(Whole(0, 99), exactly=2)
_SHEET = Table({"suffix": Text(), "first": Whole(0, 99), "last": Whole(0, 99)}, {"offset": Whole(-999, 999)})
_RUN = one_of(("east", "west", "south", "north"))
_GRID = Table(
    {"lines": _RANGE, "positions": _RANGE},
    {
        "shoved": one_of(("odd", "even")),
        "lines_run": _RUN,
        "positions_run": _RUN,
        "line_first": Flag(),
        "sheets": ListOf(_SHEET),
    },
)
#: For drawing the board: titles, the renderer's words for the words of the files, and texts on hexes.
_LOOK = Table(
    optional={
        "subtitle": Text(),
        "scale": Text(),
        "north": Number(),
        "holes": Flag(),
        "signs": _STYLES,
        "captions": _STYLES,
        **dict.fromkeys(("terrain", "hexside", "road", "lines", "features", "areas"), _STYLES),
    }
)
_BOARD = Table(
    {
        "title": Text(),
        "grid": _GRID,
        "words": Table({"terrain": _WORDS, "source": _WORDS}, {"hexside": _WORDS, "road": _WORDS}),
    },
    {"credits": Text(empty=True), "note": Text(empty=True), "look": _LOOK},
)

#: The edge between two neighbouring hexes: both of them, the lower number first.
Hexside = tuple[int, int]


def hexside(a: int, b: int) -> Hexside:
    """The hexside between two neighbours."""
    return (a, b) if a < b else (b, a)


@dataclass(frozen=True)
class Border:
    """A border along a hexside, such as a river."""

    kind: str
    name: str = ""
    bridge: bool = False
    source: str = ""


@dataclass(frozen=True)
class Road:
    kind: str
    name: str = ""
    source: str = ""


@dataclass(frozen=True)
class Region:
    """Named hexes, or a named line of hexsides, that the rules mention."""

    name: str
    kind: str
    hexes: tuple[int, ...] = ()
    hexsides: tuple[Hexside, ...] = ()
    rule: str = ""

    @cached_property
    def set(self) -> int:
        """The hexes as one int."""
        return of(self.hexes)


@dataclass
class Board:
    grid: Grid
    title: str
    credits: str = ""
    note: str = ""
    playable: int = 0
    #: terrain word -> hexes
    terrain: dict[str, int] = field(default_factory=dict)
    terrain_at: dict[int, str] = field(default_factory=dict)
    names: dict[int, str] = field(default_factory=dict)
    features: dict[int, frozenset[str]] = field(default_factory=dict)
    #: area word of each hex, such as a country or the side of a line
    area_at: dict[int, str] = field(default_factory=dict)
    sources: dict[int, str] = field(default_factory=dict)
    hexsides: dict[Hexside, Border] = field(default_factory=dict)
    roads: dict[Hexside, Road] = field(default_factory=dict)
    regions: dict[str, Region] = field(default_factory=dict)
    #: the section ``[look]`` of board.toml, for drawing
    look: Words = field(default_factory=dict)

    def having(self, feature: str) -> int:
        """Hexes with a feature."""
        return of(h for h, words in self.features.items() if feature in words)

    def area(self, word: str) -> int:
        return of(h for h, found in self.area_at.items() if found == word)

    def hexsides_of(self, kind: str, *, bridged: bool | None = None) -> list[Hexside]:
        """Hexsides of a kind: all, or only those with or without a bridge."""
        return [s for s, b in self.hexsides.items() if b.kind == kind and (bridged is None or b.bridge == bridged)]

    def kind_between(self, a: int, b: int) -> str:
        """The kind of border between two neighbours; empty if the hexside is plain."""
        border = self.hexsides.get(hexside(a, b))
        return "" if border is None else border.kind

    def edge(self, which: str) -> int:
        """The hexes on one edge of the map: ``west``, ``east``, ``north`` or ``south``."""
        x_or_y = 0 if which in ("west", "east") else 1
        grid = self.grid
        ends: dict[int, float] = {}
        # On a zigzag edge the outermost hex of every line counts, so compare within the line
        # where lines run across the edge, and over the whole map where they run along it.
        along = grid.flat_top == (x_or_y == 1)
        for h in bits(self.playable):
            value = grid.centre(h)[x_or_y]
            key = grid.line_of(h) if along else 0
            best = ends.get(key)
            if best is None or (value < best if which in ("west", "north") else value > best):
                ends[key] = value
        return of(h for h in bits(self.playable) if grid.centre(h)[x_or_y] == ends[grid.line_of(h) if along else 0])


def make_grid(words: Words) -> Grid:
    """Make the grid that ``[grid]`` in board.toml describes."""
    return _shared_grid(
        (words["lines"][0], words["lines"][1]),
        (words["positions"][0], words["positions"][1]),
        words.get("shoved", "even"),
        words.get("lines_run", "east"),
        words.get("positions_run", "south"),
        words.get("line_first", True),
        tuple(Sheet(s["suffix"], s["first"], s["last"], s.get("offset", 0)) for s in words.get("sheets", ())),
    )


@cache
def _shared_grid(
    lines: tuple[int, int],
    positions: tuple[int, int],
    shoved: Value,
    lines_run: Value,
    positions_run: Value,
    line_first: bool,
    sheets: tuple[Sheet, ...],
) -> Grid:
    """A grid shared by all boards of the same shape: grids never change, and their tables are slow to build."""
    return Grid(
        lines,
        positions,
        shoved=shoved,
        lines_run=lines_run,
        positions_run=positions_run,
        line_first=line_first,
        sheets=sheets,
    )


def load_board(source: Source) -> Board:
    """Read and check the board files of a game."""
    words = read(source, _FILE, _BOARD)
    plain = Source(source.folder)
    packaged = read(plain, _FILE, _BOARD)
    grid = None if source.has_errors(_FILE) else _grid(source, words)
    if grid is None and not plain.problems:
        # The overlay's board is wrong. Continue with the packaged one to report the errors of the other files too.
        grid = _grid(plain, packaged)
    allowed = _allowed(source, words["words"], packaged["words"])
    if grid is None:
        source.check()
        raise AssertionError("an error in the board was not reported")
    board = Board(grid, words["title"], words.get("credits", ""), words.get("note", ""))
    board.look = dict(words.get("look", {}))
    _check_look(source, board)
    _load_hexes(source, board, allowed)
    _load_hexsides(source, board, allowed)
    _load_roads(source, board, allowed)
    _load_regions(source, board)
    return board


def _grid(source: Source, words: Words) -> Grid | None:
    try:
        return make_grid(words["grid"])
    except ValueError as error:
        At(source, _FILE, ("grid",)).error(f": not a valid grid: {error}")
        return None


def _allowed(source: Source, words: dict[str, list[str]], packaged: dict[str, list[str]]) -> dict[str, set[str]]:
    """The words in use. An overlay may add words but not remove packaged ones, which the packaged files use."""
    out, told = {}, source.has_errors(source.entry(_FILE, "words"))
    for name in ("terrain", "hexside", "road", "source"):
        lost = set(packaged.get(name, ())) - set(words.get(name, ()))
        if lost and not told:
            At(source, _FILE, ("words", name)).error(f" lacks {', '.join(sorted(lost))}, which the packaged list has")
        out[name] = lost.union(words.get(name, ()))
    return out


def _check_look(source: Source, board: Board) -> None:
    """Check that signs and captions belong to hexes of the grid."""
    for name in ("signs", "captions"):
        for label in board.look.get(name, {}):
            try:
                board.grid.parse(label)
            except ValueError as error:
                At(source, _FILE, ("look", name, label)).error(f": {error}")


def _load_hexes(source: Source, board: Board, allowed: dict[str, set[str]]) -> None:
    columns = ("hex", "terrain", "name", "features", "area", "source")
    told = 0
    for row in source.table("hexes.csv", ("hex",), columns):
        h = source.parsed(row, "hex", board.grid.parse)
        if h < 0:
            continue
        if row["terrain"] == "none":  # not part of the map
            if not board.look.get("holes"):
                source.error(row, f"hex {row['hex']} cannot be removed: this map has no holes")
                told |= 1 << h
            continue
        if h in board.terrain_at:
            source.error(row, f"hex {row['hex']} is already listed under its other number")
            continue
        word = source.one_of(row, "terrain", allowed["terrain"])
        board.playable |= 1 << h
        board.terrain[word] = board.terrain.get(word, 0) | 1 << h
        board.terrain_at[h] = word
        board.sources[h] = source.one_of(row, "source", allowed["source"])
        board.features[h] = frozenset(row["features"].split(";")) - {""}
        if row["name"]:
            board.names[h] = row["name"]
        if row["area"]:
            board.area_at[h] = row["area"]
    _check_features(source, board)
    missing = board.grid.all & ~board.playable & ~told
    if missing and not board.look.get("holes"):
        labels = [board.grid.label(h) for h in bits(missing)]
        source.error("hexes.csv", f"{len(labels)} hexes of the grid have no row, such as {' '.join(labels[:8])}")


def _check_features(source: Source, board: Board) -> None:
    """Check that the game or its drawing knows each feature of an overlay; ``none`` removes all features."""
    known = {"none", *board.look.get("features", {})}
    known |= {w.partition(":")[0] for row in source.packaged_rows["hexes.csv"] for w in row["features"].split(";")}
    for row in source.rows["hexes.csv"]:
        for word in row["features"].split(";") if row.overlaid else ():
            if word.partition(":")[0] not in known:
                source.error(row, f"features: {word!r} is not one of {', '.join(sorted(known - {''}))}")


def _source_word(source: Source, row: Row, allowed: set[str]) -> str:
    """The source of a hexside or road; rows of an overlay need none."""
    return row["source"] if row.overlaid and not row["source"] else source.one_of(row, "source", allowed)


def _pair(source: Source, board: Board, row: Row) -> Hexside | None:
    a = source.parsed(row, "hex1", board.grid.parse)
    b = source.parsed(row, "hex2", board.grid.parse)
    if a < 0 or b < 0:
        return None
    if not board.grid.adjacent(a, b):
        source.error(row, f"{row['hex1']} and {row['hex2']} are not neighbours")
        return None
    return hexside(a, b)


def _load_hexsides(source: Source, board: Board, allowed: dict[str, set[str]]) -> None:
    columns = ("hex1", "hex2", "kind", "name", "bridge", "source")
    for row in source.table("hexsides.csv", ("hex1", "hex2"), columns, optional=True):
        pair = _pair(source, board, row)
        if row["kind"] == "none":
            board.hexsides.pop(pair, None) if pair else None
            continue
        kind = source.one_of(row, "kind", allowed["hexside"])
        bridge = source.one_of(row, "bridge", ("0", "1")) == "1"
        origin = _source_word(source, row, allowed["source"])
        if pair:
            if pair in board.hexsides:
                source.error(
                    row, f"hexside {row['hex1']}-{row['hex2']} is already listed as {row['hex2']}-{row['hex1']}"
                )
            board.hexsides[pair] = Border(kind, row["name"], bridge, origin)


def _load_roads(source: Source, board: Board, allowed: dict[str, set[str]]) -> None:
    columns = ("hex1", "hex2", "kind", "name", "source")
    for row in source.table("roads.csv", ("hex1", "hex2"), columns, optional=True):
        pair = _pair(source, board, row)
        if row["kind"] == "none":
            board.roads.pop(pair, None) if pair else None
            continue
        kind = source.one_of(row, "kind", allowed["road"])
        origin = _source_word(source, row, allowed["source"])
        if pair:
            if pair in board.roads:
                source.error(row, f"road {row['hex1']}-{row['hex2']} is already listed as {row['hex2']}-{row['hex1']}")
            board.roads[pair] = Road(kind, row["name"], origin)


def _load_regions(source: Source, board: Board) -> None:
    columns = ("region", "kind", "members", "rule")
    for row in source.table("regions.csv", ("region",), columns, optional=True):
        kind = source.one_of(row, "kind", ("line", "list", "area"))
        hexes: list[int] = []
        hexsides: list[Hexside] = []
        for member in row["members"].split():
            try:
                found = [board.grid.parse(part) for part in member.split("-")]
            except ValueError as error:
                source.error(row, str(error))
                continue
            if len(found) == 2 and board.grid.adjacent(*found):
                hexsides.append(hexside(*found))
            elif len(found) == 1:
                hexes.append(found[0])
            else:
                source.error(row, f"{member} is neither a hex nor a hexside")
        if bool(hexsides) == bool(hexes) or (kind == "line") != bool(hexsides):
            wanted = "hexside" if kind == "line" else "hex"
            source.error(row, f"a region of kind {kind} must list at least one {wanted}, and nothing else")
        board.regions[row["region"]] = Region(row["region"], kind, tuple(hexes), tuple(hexsides), row["rule"])
