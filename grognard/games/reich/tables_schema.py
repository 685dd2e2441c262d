"""The schema of tables.toml, and the words that counters, terrain and charts have in common."""

from __future__ import annotations

from dataclasses import dataclass

from ...engine.schema import Flag, Kind, ListOf, Table, Text, Whole, one_of
from ...engine.toml_lines import Value
from ...mechanics.fire import parse_column

#: Faces of the die, and the lowest and highest line of the Combat Fire Table.
FACES = 6
FIRST_LINE, LAST_LINE = -1, 8
TURNS = 15

TERRAIN = ("clear", "bocage", "woods", "forest", "rough", "swamp", "mountain")
SEA = "sea"
PLACES = ("town", "city", "fort")
HEXSIDES = ("minor-river", "major-river", "rhine", "all-sea", "impassable")
ROADS = ("road",)
SIDES = ("allied", "german")
#: Allied Commands, and the two kinds of German units (10.2).
COMMANDS = ("21AG", "12AG", "6AG")
KINDS = ("infantry", "mechanized")
#: Types of which one in a hex does not count (5.2.A).
FREE = {"german": ("tiger", "flak", "garrison", "staff"), "allied": ("brigade", "airborne", "staff")}


@dataclass(frozen=True)
class _Price(Kind):
    """Points that a hexside adds, or ``closed``."""

    what = "Movement Points or 'closed'"

    def fits(self, value: Value) -> bool:
        return value == "closed" or (isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= 9)

    def blank(self) -> int:
        return 0


_SOURCE = {"source": Text()}
_TURN = Whole(1, TURNS)
_DIE = Whole(1, FACES)
_MODIFIER = Whole(-9, 9)
_TURN_LIST = ListOf(_TURN, least=1)


def _by_die(least: int, most: int) -> ListOf:
    return ListOf(Whole(least, most), exactly=FACES)


def _numbers(*names: str, least: int = 0, most: int = 99) -> Table:
    return Table({**_SOURCE, **dict.fromkeys(names, Whole(least, most))})


_TERRAIN = Table(
    {"title": Text(), "cost": Whole(1, 9), "modifier": _MODIFIER, "zone": Flag(), "mobile": Flag()},
    {"mountain": Whole(1, 9)},
)
_PLACE = Table({"title": Text(), "modifier": _MODIFIER, "zone": Flag()}, {"mobile": Flag()})
_HEXSIDE = Table({"title": Text(), "cost": _Price(), "modifier": _MODIFIER, "zone": Flag()})
_SPACE = Table({"label": Text(), "dates": Text()}, {"notes": ListOf(Text())})

TABLES = Table(
    {
        "fire": Table(
            {
                **_SOURCE,
                "first": Whole(FIRST_LINE, FIRST_LINE),
                "columns": ListOf(Text(parse_column), least=2),
                "rows": ListOf(ListOf(Whole(0, 9), least=2), exactly=LAST_LINE - FIRST_LINE + 1),
            }
        ),
        "modifiers": Table(
            {
                **_SOURCE,
                **dict.fromkeys(("disrupted", "air", "limited", "funnies", "counteroffensive"), _MODIFIER),
                "limited_after": Whole(0, TURNS),
                "counteroffensive_attacks": Whole(0, 9),
            }
        ),
        "allowance": Table(
            {
                **_SOURCE,
                "spaces": Whole(1, 99),
                **dict.fromkeys(("limited", "full", *KINDS), _by_die(1, 99)),
                "first_die": _DIE,
                "priority": Whole(1, 99),
                "red_ball": Whole(1, 99),
            }
        ),
        "duration": Table({**_SOURCE, "points": _by_die(1, 9)}),
        "bombing": Table({**_SOURCE, "first": _TURN, "last": _TURN, "allied": _by_die(0, 9), "german": _by_die(0, 9)}),
        "cherbourg": Table({**_SOURCE, "delay": _by_die(1, TURNS)}),
        "bridges": Table({**_SOURCE, "captured": ListOf(_DIE, least=1), "most": Whole(0, 99)}),
        "strategic": Table({**_SOURCE, "fails": Whole(0, FACES), "unbombed": Whole(0, FACES)}),
        "air": Table({**_SOURCE, "units": ListOf(Whole(0, 9), exactly=TURNS), "markers": ListOf(Whole(1, 9), least=1)}),
        "airborne": Table(
            {
                **_SOURCE,
                **dict.fromkeys(("most", "divisions", "brigades", "range", "apart"), Whole(0, 99)),
                "barred": ListOf(_TURN),
                "safe": ListOf(_DIE),
            }
        ),
        "terrain": Table({**_SOURCE, "kinds": Table(dict.fromkeys(TERRAIN, _TERRAIN))}),
        "places": Table({**_SOURCE, "kinds": Table(dict.fromkeys(PLACES, _PLACE))}),
        "bocage": Table({**_SOURCE, "german": _MODIFIER, "through": Whole(0, TURNS)}),
        "hexsides": Table({**_SOURCE, "kinds": Table(dict.fromkeys(HEXSIDES, _HEXSIDE))}),
        "roads": Table({**_SOURCE, "cost": Whole(1, 9), "staff": Whole(1, 9), "assault": Whole(0, 9)}),
        "flood": Table({**_SOURCE, "wet": one_of(TERRAIN), "dry": one_of(TERRAIN)}),
        "stacking": Table({**_SOURCE, "units": Whole(1, 9), **{side: ListOf(one_of(FREE[side])) for side in SIDES}}),
        "returns": Table(
            {
                **_SOURCE,
                **dict.fromkeys(("armored", "infantry", "commonwealth", "mechanized"), Whole(1, TURNS)),
                **dict.fromkeys(
                    ("last", "mechanized_last", "mechanized_last_undeclared", "box_last", "cup_last"), _TURN
                ),
                "draw_turns": _TURN_LIST,
                **dict.fromkeys(("draw", "with_hq", "with_leader"), Whole(0, 99)),
            }
        ),
        "refit": Table({**_SOURCE, **dict.fromkeys(("commonwealth", "us", "german"), _TURN_LIST)}),
        "logistics": _numbers(
            "limited_through", "us", "commonwealth", "stay_grounded", "grounded_defense", "red_balls", "saved"
        ),
        "entry": _numbers("beaches_last", "army_group", "flak_in_hex", "exit_divisions", "exit_return"),
        "blind_spot": _numbers(*SIDES),
        "counteroffensive": Table(
            {
                **_SOURCE,
                "turns": _TURN_LIST,
                **dict.fromkeys(("cities", "towns", "eliminated", "attacks", "shaef_divisions"), Whole(0, 99)),
            }
        ),
        "withdrawal": Table({**_SOURCE, "divisions": Whole(0, 99), "turn": _TURN, "undeclared": _TURN}),
        "victory": _numbers(
            "breakout_last",
            "breakout_places",
            "beaches_last",
            "seine",
            "metz",
            "exit_divisions",
            "across",
            "lost_cities",
        ),
        "turns": Table({**_SOURCE, "track": ListOf(_SPACE, exactly=TURNS)}),
    }
)
