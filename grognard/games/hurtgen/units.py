"""The counters: reading their strengths (2.31) and placing them on the board."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from ...engine.checks import read_counters
from ...engine.contents import Counter
from ...engine.data import Row, Source
from .state import COUNT, ELIMINATED, US, HurtgenState

if TYPE_CHECKING:
    from .game import HurtgenGame

VEHICLES = frozenset({"armor", "recon", "mechanized", "sp-artillery"})
ARTILLERY = frozenset({"artillery", "sp-artillery"})
TYPES = VEHICLES | ARTILLERY | {"infantry"}
_COLUMNS = (
    "id",
    "side",
    "name",
    "formation",
    "type",
    "size",
    "attack",
    "defense",
    "barrage",
    "fpf",
    "range",
    "movement",
    "tags",
    "source",
)


def load_counters(source: Source, sides: tuple[str, ...]) -> tuple[Counter, ...]:
    """Read and check counters.csv."""
    return read_counters(source, _COLUMNS, COUNT, lambda row: _counter(source, row, sides))


def _counter(source: Source, row: Row, sides: tuple[str, ...]) -> Counter:
    source.one_of(row, "side", sides)
    kind = source.one_of(row, "type", TYPES)
    strengths = ("barrage", "fpf", "range") if kind in ARTILLERY else ("attack",)
    names = (*strengths, "defense", "movement")
    values = {name: source.number(row, name, least=0) for name in names}
    for name in ("attack", "barrage", "fpf", "range"):
        if name not in names and row[name]:
            source.error(row, f"a unit of type {kind} has no {name}")
    v = values
    if kind in ARTILLERY:
        printed = f"{v['barrage']}-{v['fpf']}-{v['range']}/{v['defense']}-{v['movement']}"
    else:
        printed = f"{v['attack']}-{v['defense']}-{v['movement']}"
    tags = frozenset(row["tags"].split())
    return Counter(
        row["id"], row["side"], row["name"], kind, values, printed, row["size"], row["formation"], row["source"], tags
    )


class Roster:
    """The strengths of all counters as lists and sets, for fast access."""

    def __init__(self, counters: tuple[Counter, ...]) -> None:
        def numbers(name: str) -> list[int]:
            return [c.values.get(name, 0) for c in counters]

        def having(test: Callable[[Counter], bool]) -> int:
            return sum(1 << i for i, c in enumerate(counters) if test(c))

        self.defense = numbers("defense")
        self.fpf = numbers("fpf")
        self.range = numbers("range")
        #: half Movement Points
        self.movement = [2 * m for m in numbers("movement")]
        #: what a unit adds to an attack: Attack Strength, or Barrage Strength for artillery (2.32, 8.31)
        self.attack = [c.values.get("attack", c.values.get("barrage", 0)) for c in counters]
        self.artillery = having(lambda c: c.type in ARTILLERY)
        self.vehicles = having(lambda c: c.type in VEHICLES)
        self.panzer116 = having(lambda c: "116pz" in c.tags)
        #: Victory Points for eliminating the unit (15.11): all its strengths, without range and Movement Allowance
        self.worth = [sum(c.values.get(name, 0) for name in ("attack", "barrage", "fpf", "defense")) for c in counters]


def place(game: HurtgenGame, s: HurtgenState, unit: int, there: int) -> None:
    """Put a unit into a hex or a box and update the occupied hexes of its side."""
    side = game.side_of[unit]
    here = s.at[unit]
    s.at[unit] = there
    if here >= 0 and here not in s.at:
        s.occupied[side] &= ~(1 << here)
    if there >= 0:
        s.occupied[side] |= 1 << there


def eliminate(game: HurtgenGame, s: HurtgenState, unit: int, rule: str, why: str) -> None:
    """Eliminate a unit and say why; the other side scores its value (15.12)."""
    points, winner = game.roster.worth[unit], game.side_names[game.sides[1 - game.side_of[unit]]]
    s.report(
        rule,
        "{} is eliminated in {}, because {}: {} to the {}",
        game.counters[unit].id,
        game.place_name(s.at[unit]),
        why,
        "1 Victory Point" if points == 1 else f"{points} Victory Points",
        winner,
    )
    place(game, s, unit, ELIMINATED)
    s.hit_now |= 1 << unit
    if game.side_of[unit] == US:
        s.vp_german += game.roster.worth[unit]
    else:
        s.vp_us += game.roster.worth[unit]
