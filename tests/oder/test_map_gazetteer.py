"""Every fact the gazetteer knows of a hex: what the rules say of it, and what geography says.

``gazetteer.csv`` holds one fact a line: places and hexes that the rules name, and towns found by fitting
the real ground to those (two hexes more or less).
"""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest

import grognard
from tests.kit import csv_rows, offered, offers
from tests.oder.helpers_map import ALL_SEA, BOARD, BRIDGES, CITIES, GAME, LAND, MAP, SOVIET, START, USIR, open_side
from tests.oder.table import table

Line = dict[str, str]

LINES: list[Line] = csv_rows(Path(__file__).parent / "gazetteer.csv")
DERIVED = [line for line in LINES if line["facts"].startswith("DERIVED")]
STATED = [line for line in LINES if line not in DERIVED]
#: hex or range of hexes, and one thing that the rules say of it
FACTS = [(line["hex"], fact.strip()) for line in STATED for fact in line["facts"].split(";")]
#: names of the gazetteer that the map spells otherwise
SPELLED = {
    "Koenigsberg": "Königsberg",
    "Swinemunde": "Swinemünde",
    "Schneidemuhl": "Schneidemühl",
    "Koslin": "Köslin",
    "Czestochowa": "Tschenstochau",
    "Ketrzyn/Rastenburg": "Rastenburg",
    "Krakow": "Kraków",
    "Lodz": "Łódź",
    "Lomza": "Łomża",
    "Bialystok": "Białystok",
    "Pultusk": "Pułtusk",
    "Rzeszow": "Rzeszów",
    "Plock": "Płock",
    "Suwalki": "Suwałki",
}
CORNERS = {"NW": "north west", "NE": "north east", "SE": "south east", "SW": "south west"}


def spelled(name: str) -> str:
    return SPELLED.get(name, name)


def is_open(a: str, b: str) -> bool:
    return open_side(MAP.at(a), MAP.at(b))


# -- how each kind of fact is checked ------------------------------------------------------------


def city(h: int) -> None:
    assert CITIES >> h & GAME.cities >> h & 1


def objective(h: int) -> None:
    assert "victory" in BOARD.features[h]
    assert (USIR | 1 << GAME.koenigsberg) >> h & 1


def crossing(h: int, a: str, b: str) -> None:
    assert h in (MAP.at(a), MAP.at(b))
    assert is_open(a, b)


def set_up_limit(h: int) -> None:
    """One infantry corps starts there; a second may join it, a third and a panzer corps may not."""
    match = grognard.new("oder", seed=1).play("propose", "done", "propose", "done")
    here = f"place {MAP.grid.label(h)}"
    assert START["german"]["28k"] == MAP.grid.label(h)
    match.play("select 1SS")
    assert not offered(match, here)
    match.play("place 1012", "select 66", here, "select 67")
    assert not offered(match, here)


def no_reinforcements(h: int) -> None:
    match = table("turn 4\nphase german regroup\nat 18=due\ndue_turn 18=4").play("select 18")
    assert MAP.grid.label(h) not in offers(match, "place")
    assert BOARD.names[h] in {"Memel"}


def adjacent(h: int, *others: str) -> None:
    assert set(others) <= set(MAP.near(MAP.grid.label(h)))


def bridge(h: int) -> None:
    assert BRIDGES >> h & GAME.bridges >> h & 1


def no_stop(h: int) -> None:
    """A corps passes from one side to the other but finds no place to stop on the way."""
    begin, end = [n for n in MAP.near(MAP.grid.label(h)) if is_open(MAP.grid.label(h), n)]
    match = table(f"turn 2\nphase german movement\nat 1SS={begin}").play("select 1SS")
    assert offered(match, f"move {end}")
    assert not offered(match, f"move {MAP.grid.label(h)}")


def reachable(h: int, start: str) -> None:
    assert is_open(start, MAP.grid.label(h))


def no_zone(h: int) -> None:
    mainland = [n for n in MAP.grid.neighbour_list(h) if (LAND & ~BRIDGES) >> n & 1]
    assert mainland
    assert not [n for n in mainland if GAME.zones.of(1 << n) >> h & 1]


def no_entry(h: int, start: str) -> None:
    assert start in MAP.near(MAP.grid.label(h))
    assert not is_open(start, MAP.grid.label(h))


def mainland(h: int, *across: str) -> None:
    assert (LAND & ~BRIDGES) >> h & 1
    assert all(MAP.between(f"{MAP.grid.label(h)}-{label}") in ALL_SEA for label in across)


def army_start(h: int) -> None:
    assert START["soviet"]["1GT"] == MAP.grid.label(h)
    assert SOVIET >> h & 1


def corner(h: int, which: str) -> None:
    found = {word.removeprefix("edge:") for word in BOARD.features[h] if word.startswith("edge:")}
    assert found == set(CORNERS[which].split())


def set_up_range(h: int) -> None:
    assert GAME.third_shock_hexes >> h & SOVIET >> h & BOARD.edge("east") >> h & LAND >> h & 1


def industry(h: int) -> None:
    assert USIR >> h & CITIES >> h & 1
    assert "usir" in BOARD.features[h]


def source(h: int) -> None:
    assert GAME.sources[0] >> h & 1


#: the form of a fact -> how it is checked; the groups of the form are handed on
KINDS: dict[str, Callable[..., None]] = {
    r"city": city,
    r"Soviet sudden-death objective": objective,
    r"may move across hexside (\d{4})/(\d{4})": crossing,
    r"at most two German non-mech units at set-up, no mech": set_up_limit,
    r"excluded as reinforcement city": no_reinforcements,
    r"adjacent to (\d{4}), (\d{4}) and (\d{4}) \(.*\)": adjacent,
    r"land bridge hex": bridge,
    r"may not end Movement Phase or retreat into": no_stop,
    r"reachable from (\d{4})": reachable,
    r"ZOC does not cross from mainland": no_zone,
    r"no entry from (\d{4})": no_entry,
    r"mainland hex, sea side to (\d{4})/(\d{4})": mainland,
    r"Soviet 1st Guards Tank Army start": army_start,
    r"(NW|NE|SE|SW) map corner(?: \(both edges\))?": corner,
    r"3rd Shock Army set-up range \(east edge\)": set_up_range,
    r"Upper Silesian Industrial Region city hex": industry,
    r"German supply source": source,
}


def forms(fact: str) -> list[str]:
    return [form for form in KINDS if re.fullmatch(form, fact)]


def covered(labels: str) -> list[str]:
    """The hexes of a line: one, or a column from the first to the last."""
    first, _, last = labels.partition("-")
    return [label for label in sorted(MAP.all) if first <= label <= (last or first)]


# -- the facts -----------------------------------------------------------------------------------


def test_every_line_is_read() -> None:
    assert (len(STATED), len(DERIVED)) == (21, 41)
    assert not [fact for _, fact in FACTS if len(forms(fact)) != 1]
    assert {form for _, fact in FACTS for form in forms(fact)} == set(KINDS)
    assert all(line["rule"] for line in LINES), "each says where it comes from"
    assert len(covered("3505-3521")) == 17


@pytest.mark.parametrize(("labels", "fact"), FACTS)
def test_what_the_rules_say_of_a_hex(labels: str, fact: str) -> None:
    (form,) = forms(fact)
    found = re.fullmatch(form, fact)
    assert found
    for label in covered(labels):
        KINDS[form](MAP.at(label), *found.groups())


@pytest.mark.parametrize("line", [line for line in STATED if line["name"]], ids=lambda line: line["hex"])
def test_a_hex_that_the_rules_name_bears_its_name(line: Line) -> None:
    h = MAP.at(line["hex"])
    assert BOARD.sources[h] == "rule"
    if line["name"] == "land bridge":
        assert BRIDGES >> h & 1
    elif line["name"] == "USIR":
        assert USIR >> h & 1
    else:
        assert BOARD.names[h] == spelled(line["name"])


@pytest.mark.parametrize("line", DERIVED, ids=lambda line: line["name"])
def test_each_town_is_within_two_hexes_of_the_real_one(line: Line) -> None:
    found = MAP.place(spelled(line["name"]))
    assert found, f"{line['name']} is not on the map"
    assert MAP.nearest(found, 1 << MAP.at(line["hex"])) <= 2
