"""The schema of tables.toml, and the words that counters, terrain and charts have in common."""

from __future__ import annotations

from dataclasses import dataclass

from ...engine.schema import Entries, Flag, Kind, ListOf, Number, Table, Text, Whole, one_of
from ...engine.toml_lines import Value
from ...mechanics.odds import scale

#: Faces of the die (3.8), and the highest Activation Level.
FACES = 10
LEVELS = 7
#: Ratings that have a row on a chit (ruling 3.2h).
RATINGS = 7

TERRAIN = (
    "clear",
    "pillbox-clear",
    "light-forest",
    "pillbox-light-forest",
    "dense-forest",
    "pillbox-dense-forest",
    "town",
    "city",
    "industrial",
)
#: Terrain that is built up: HQs are placed in it, and no road hex is (3.1.1, 3.3).
BUILT_UP = ("town", "city", "industrial")
HEXSIDES = ("stream", "roer", "embankment", "dragons-teeth")
ROADS = ("road",)
ACTIONS = ("movement", "refit", "improved_defense", "hasty", "regular", "prepared")
#: Types of combat units of infantry type, and those of AFV type (3.2).
INFANTRY = (
    "infantry",
    "mg-infantry",
    "bicycle-infantry",
    "motorized-infantry",
    "armored-infantry",
    "engineer",
    "motorized-engineer",
    "armored-engineer",
    "recce",
)
AFV = ("tank", "tank-destroyer", "assault-gun")
SIDES = ("us", "german")

_POINTS = Number("a whole or half number of Movement Points", parts=2, least=0.5)
_EXTRA = Number("a whole or half number of Movement Points", parts=2, least=0)
_HALVES = Number("a whole number or a half", parts=2, least=0)


@dataclass(frozen=True)
class _Price(Kind):
    """Points that a hexside adds, or a word that says how it is closed."""

    words: tuple[str, ...]

    @property
    def what(self) -> str:  # type: ignore[override]
        return f"Movement Points, {' or '.join(map(repr, self.words))}"

    def fits(self, value: Value) -> bool:
        return value in self.words if isinstance(value, str) else _EXTRA.fits(value) and value >= 0

    def blank(self) -> int:
        return 0


@dataclass(frozen=True)
class Result:
    """Hits of both sides, and whose number is printed in red (7.5.2)."""

    attacker: int
    defender: int
    attacker_red: bool = False
    defender_red: bool = False


def parse_result(text: str) -> Result:
    """A cell of the combat results table such as ``2/2r``."""
    halves = text.split("/")
    numbers = [half.removesuffix("r") for half in halves]
    if len(halves) != 2 or not all(n.isdigit() and len(n) == 1 for n in numbers):
        raise ValueError(f"{text!r} is not a result such as '2/2r'")
    return Result(int(numbers[0]), int(numbers[1]), halves[0].endswith("r"), halves[1].endswith("r"))


_ZONES = {"infantry_zone": Flag(), "afv_zone": Flag()}
_TERRAIN = Table(
    {"title": Text(), "leg": _POINTS, **_ZONES, "line": Text(), "tank": _HALVES, "antitank": Whole(0, 9)},
    {"motorized": _POINTS, "by_road": _POINTS},
)
_HEXSIDE = Table(
    {
        "title": Text(),
        "leg": _Price(("closed",)),
        "motorized": _Price(("all", "closed")),
        **_ZONES,
        "die": Whole(-9, 0),
        "tank": _HALVES,
    },
    {"free_at": ListOf(one_of(BUILT_UP)), "no_road_for": one_of(SIDES)},
)
_POINT_ROWS = ListOf(ListOf(Whole(1, LEVELS), exactly=LEVELS), exactly=FACES)
_MULTIPLIER = Number("a multiplier from 1 to 3 in halves", parts=2, least=1)
_CHIT = Table(
    {
        "kind": Whole(-9, 9),
        "count": Whole(1, 99),
        "rows": ListOf(ListOf(_MULTIPLIER, exactly=3), exactly=RATINGS),
    }
)
_RESULT = Text(parse_result)
_TURN = Table({"label": Text(), "dates": Text()})
TABLES = Table(
    {
        "actions": Table({"source": Text(), **dict.fromkeys((*ACTIONS, "out_of_command"), Whole(1, 9))}),
        "action_points": Table({"source": Text(), "activation": _POINT_ROWS, "reaction": _POINT_ROWS}),
        "chits": Table({"source": Text(), "kinds": Entries(_CHIT, least=1, key=("kind",))}),
        "crt": Table(
            {
                "source": Text(),
                "below": _RESULT,
                "rows": ListOf(ListOf(_RESULT, least=1), exactly=20),
                "lines": Table(others=ListOf(Text(scale), least=1)),
            }
        ),
        "terrain": Table({"source": Text(), "kinds": Table(dict.fromkeys(TERRAIN, _TERRAIN))}),
        "roads": Table(
            {
                "source": Text(),
                "us_leg": _POINTS,
                "german_leg": _POINTS,
                "motorized": _POINTS,
                "not_into": ListOf(one_of(BUILT_UP)),
            }
        ),
        "hexsides": Table({"source": Text(), "kinds": Table(dict.fromkeys(HEXSIDES, _HEXSIDE))}),
        "stacking": Table({"source": Text(), **dict.fromkeys(("hq", "afv", "infantry"), Whole(1, 9))}),
        "movement": Table({"source": Text(), "leg_bonus": Whole(0, 9), "closed_through": Whole(0, 99)}),
        "support": Table({"source": Text(), **dict.fromkeys(("regular", "prepared", "other"), Whole(0, 9))}),
        "initiative": Table({"source": Text(), "first": Whole(1, 9), "step": Whole(1, 9)}),
        "recovery": Table({"source": Text(), "german": Table(others=ListOf(Whole(0, LEVELS), exactly=3))}),
        "interdiction": Table({"source": Text(), "levels": ListOf(Whole(0, 2), exactly=FACES)}),
        "plans": Table(
            {
                "source": Text(),
                "dummies": Whole(0, 99),
                "look": Whole(1, FACES + 1),
                "markers": Table(others=Table(others=Whole(0, 999))),
            }
        ),
        "replacements": Table({"source": Text()}, others=Whole(0, 99), names=one_of((*INFANTRY, *AFV)).parse),
        "reorganization": Table({"source": Text()}, others=ListOf(one_of(INFANTRY)), names=one_of(INFANTRY).parse),
        "losses": Table({"source": Text(), "infantry": Whole(1, 999), "afv": Whole(1, 999)}),
        "turns": Table({"source": Text(), "track": ListOf(_TURN, least=1)}),
    }
)
