"""Claims of Watch on the Oder about set-up and arrivals."""

from __future__ import annotations

from tests.kit.facts import Claim

from .facts_plain import GERMAN, MEMEL, scenario
from .facts_plain import OderFacts as F

LISTS = ("third_shock", "soviet", "german")


def waiting(f: F) -> set[int]:
    """The units of the current list that are not placed yet."""
    listed = (f.game.unit_ids[unit] for unit in scenario()["any"][LISTS[f.frame[0]]])
    return {unit for unit in listed if f.box(unit) == "reserve"}


def third_shock(f: F, unit: int) -> bool:
    """Third Shock Army has an area of its own (3.2): 3505 to 3521."""
    label = f.land.label[f.arg]
    return f.frame == (0, unit) and not (label.startswith("35") and 5 <= int(label[2:]) <= 21)


def in_memel(f: F, unit: int) -> bool:
    return f.mine(unit) and f.on_map(unit) and not f.static(unit) and f.at(unit) == f.hex(MEMEL)


SETUP: tuple[Claim, ...] = (
    Claim("3.2", "place {unit:unit} first", lambda f, unit: f.frame[1] == unit),
    Claim("3.2", "{it:unit} is already on the map", lambda f, it: f.on_map(it)),
    Claim("3.2", "{it:unit} is not one of the units to be placed now", lambda f, it: it not in waiting(f)),
    Claim("3.2", "all units are already placed", lambda f: not waiting(f)),
    Claim("3.2", "choose the unit to place first", lambda f: f.frame[1] < 0),
    Claim("3.2", "{it:hex} is a sea hex", lambda f, it: f.sea(it)),
    Claim("3.2", "{unit:unit} must be set up in one of the hexes 3505 to 3521", third_shock),
    Claim("3.2", "{it:hex} is not under your control", lambda f, it: not f.control(it, f.me)),
    Claim("10.0", "{it:hex} is a land bridge hex, where no unit may be set up", lambda f, it: f.bridge(it)),
    Claim(
        "3.2",
        "no German mechanized unit may be set up in Memel ({it:hex})",
        lambda f, it: f.land.label[it] == MEMEL and f.me == GERMAN and f.mechanized(f.frame[1]),
    ),
    Claim(
        "3.2",
        "at most two German units may be set up in Memel ({it:hex})",
        lambda f, it: f.land.label[it] == MEMEL and sum(in_memel(f, u) for u in f.army(GERMAN)) >= 2,
    ),
    Claim("6.2", "{unit:unit} would exceed the stacking limit in {it:hex}", lambda f, it, unit: f.full(it, unit)),
    Claim("3.2", "units still to be placed: {units:units}", lambda f, units: set(units) == waiting(f)),
)

# -- arrivals ----------------------------------------------------------------------------------------


def place_of_arrival(f: F, it: int) -> bool:
    """A town or city on the side of the start line, or a hex of the map edge (9.1.1, 9.2)."""
    edge = f.west(it) if f.me == GERMAN else f.east(it)
    built = {"town", "city", "usir"} & f.land.features[it]
    return edge or (bool(built) and f.started(it, f.me))


def cut_off(f: F, it: int) -> bool:
    sources = {h for h in f.land.terrain if f.west(h) and not f.sea(h)} if f.me == GERMAN else f.sources(f.me)
    return not f.line(it, f.me, sources)


def due(f: F, unit: int) -> bool:
    return f.mine(unit) and f.box(unit) == "due" and f.s.due_turn[unit] == f.s.turn


def own_hex(f: F, unit: int, there: int) -> bool:
    return f.frame[1] == unit and f.land.label[there] == scenario()["turn_box"]["units"].get(f.game.counters[unit].id)


def by_side(rule: str) -> tuple[Claim, ...]:
    """What is said of both sides' arrivals, each with its rule."""
    return (
        Claim(rule, "{it:hex} is not under your control", lambda f, it: not f.control(it, f.me)),
        Claim(
            rule,
            "{it:hex} is not a town or city on your side of the start line or a hex on your map edge",
            lambda f, it: not place_of_arrival(f, it),
        ),
        Claim(rule, "{it:hex} has been under enemy control before", lambda f, it: f.ever_lost(it)),
        Claim(rule, "{it:hex} has no line of supply", cut_off),
    )


ARRIVALS: tuple[Claim, ...] = (
    *by_side("9.1.1"),
    *by_side("9.2"),
    Claim("9.3", "place {unit:unit} first", lambda f, unit: f.frame[1] == unit),
    Claim("9.3", "choose the unit to place first", lambda f: f.frame[1] < 0),
    Claim("9.1.1", "{it:unit} is an enemy unit", lambda f, it: not f.mine(it)),
    Claim("9.1.1", "{it:unit} does not arrive in this Game Turn", lambda f, it: not due(f, it)),
    Claim(
        "9.2",
        "{unit:unit} may arrive only in {there:hex}",
        lambda f, unit, there: own_hex(f, unit, there) and there != f.arg,
    ),
    Claim("10.0", "{it:hex} is a land bridge hex, where no unit may arrive", lambda f, it: f.bridge(it)),
    Claim(
        "9.2", "units may not arrive in Memel ({it:hex})", lambda f, it: f.land.label[it] == MEMEL and f.me == GERMAN
    ),
    Claim("6.3", "{unit:unit} would exceed the stacking limit in {it:hex}", lambda f, it, unit: f.full(it, unit)),
)
