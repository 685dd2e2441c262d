"""How the map plays: moves in Movement Phases with the reconstructed costs, without opposition unless stated.

The numbers are measured, not stated by any rule; they say what a corrected hex or cost would change.
"""

from __future__ import annotations

from statistics import median

import pytest

import grognard
from grognard import Match
from grognard.hexes import bits, reach
from tests.kit import offers
from tests.mapkit import phases
from tests.oder.helpers_map import BOARD, GAME, GERMAN, MAP, SOVIET, USIR
from tests.oder.table import table

FACTORS = {"mechanized": 6, "non-mechanized": 4}
GOALS = {
    "the west edge": BOARD.edge("west"),
    "the east edge": BOARD.edge("east"),
    "the USIR": USIR,
    "Königsberg": MAP.hexes("2408"),
    "Warsaw": MAP.hexes("2115"),
    "German ground": GERMAN,
}


def march(who: str, start: str, goal: str) -> int:
    return phases(GAME.ground_of(who, 0, -1), 1 << MAP.at(start), GOALS[goal], FACTORS[who])


@pytest.mark.parametrize(
    ("start", "goal", "mobile", "foot"),
    [
        ("2117", "the west edge", 3, 4),  # from the Magnuszew bridgehead to the Oder
        ("1821", "the west edge", 2, 3),  # from the Sandomierz bridgehead
        ("1821", "the USIR", 1, 2),
        ("2811", "Königsberg", 1, 2),
        ("2711", "the east edge", 2, 3),  # from the East Prussian border
        ("2115", "the east edge", 3, 5),
        ("1105", "Warsaw", 4, 6),  # from Stettin
        ("3510", "German ground", 2, 3),
    ],
)
def test_marches_against_nobody(start: str, goal: str, mobile: int, foot: int) -> None:
    assert (march("mechanized", start, goal), march("non-mechanized", start, goal)) == (mobile, foot)


def typical(who: str, terrain: str) -> float:
    """How many hexes a unit of a class reaches from a hex of a terrain, half of them more, half fewer."""
    costs = GAME.ground_of(who, 0, -1)
    return float(median(reach(costs, 1 << h, FACTORS[who]).all.bit_count() for h in bits(BOARD.terrain[terrain])))


def test_marsh_is_the_worst_ground_and_panzers_reach_twice_as_many_hexes_as_infantry() -> None:
    assert {who: typical(who, "clear") for who in FACTORS} == {"mechanized": 52, "non-mechanized": 27}
    for who in FACTORS:
        assert typical(who, "marsh") < 0.7 * typical(who, "clear")


def test_the_garrison_of_memel_is_one_march_from_koenigsberg_along_the_spit() -> None:
    match = table("turn 2\nphase german movement\nat 28k=2806").play("select 28k")
    assert "2408" in offers(match, "move")
    way = match.game.reading.path(match.state, MAP.at("2408"))
    assert [MAP.grid.label(h) for h in way] == ["2806", "2706", "2607", "2507", "2408"]


# -- the first turn --------------------------------------------------------------------------------


def begun(reserves: str = "") -> Match:
    """The first German Movement Phase after the set-up that the program proposes, with Soviet armies elsewhere if so
    said ("21=2315 59=2119")."""
    match = grognard.new("oder", seed=1).play("propose", "done")
    for unit, label in (words.split("=") for words in reserves.split()):
        match.play(f"select {unit}", f"place {label}")
    return match.play("propose", "done", "propose", "done", "order move-fight")


def test_at_the_start_everybody_has_a_line_of_supply_but_the_army_in_the_narew_bridgehead() -> None:
    supply = begun().view("german").status["supply"]
    assert {unit for unit, kind in supply.items() if kind != "regular"} == {"2Sh"}
    assert supply["28k"] == "regular", "Memel is supplied along the spit"


def test_at_the_start_the_soviet_front_is_closed_except_for_courland_and_the_memel_delta() -> None:
    match = begun("21=2315 59=2119 6=2218 19=2316")
    found = {}
    for unit in sorted(offers(match, "select")):
        goals = MAP.hexes(" ".join(offers(match.play(f"select {unit}"), "move")))
        match.undo()
        if goals & SOVIET:
            found[unit] = MAP.labels(goals & SOVIET)
    assert set(found) == {"28k", "9", "HG"}
    assert found["9"] == found["HG"] == {"2808"}
    assert {"2903", "3105"} <= found["28k"]
    assert "2807" not in found["28k"]
