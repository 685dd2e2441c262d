"""Clauses 11.11 to 11.16: the effect of terrain in and around the defender's hex."""

from __future__ import annotations

from typing import Any

import pytest

from tests.kit import announce, fight, forecast, offered, offers, refused, settle, take, where
from tests.rhine.helpers_battle import combat, lone, shift, shifted
from tests.rhine.helpers_course import steps
from tests.rhine.helpers_march import ALLIED, COMMANDO, Walker, price
from tests.rhine.sheet import NW, SE, SW, TARGET, E, W, around, near
from tests.rhine.table import moving, table
from tests.rules import rule

SIDES = pytest.mark.parametrize("side", ["allied", "german"])


def sides_to(**hexes: str) -> dict[str, dict[str, str]]:
    """Hexsides of the target: ``sides_to(W="river")``."""
    names = {"W": W, "SW": SW, "NW": NW, "E": E, "SE": SE}
    return {"sides": {f"{TARGET}-{names[name]}": kind for name, kind in hexes.items()}}


# -- 11.11 to 11.13: hexes ---------------------------------------------------------------------------


@rule("rhine", "11.11", "11.11a")
@SIDES
def test_clear_terrain_gives_no_shift(side: str) -> None:
    assert shifted(side) == 0
    assert forecast(lone(3, 1, side)).column == "3:1"


@rule("rhine", "11.12", "11.12a")
@SIDES
def test_rough_ground_shifts_one_to_the_left(side: str) -> None:
    rough = {"terrain": {TARGET: "rough"}}
    assert shifted(side, **rough) == -1
    assert forecast(lone(3, 1, side, **rough)).column == "2:1"
    assert shifted(side, terrain={W: "rough"}) == 0  # only the defender's hex counts


@rule("rhine", "11.13", "11.13a")
@SIDES
def test_polder_gives_no_shift(side: str) -> None:
    polder = {"terrain": {TARGET: "polder"}}
    assert shifted(side, **polder) == 0
    assert forecast(lone(3, 1, side, **polder)).column == "3:1"


@rule("rhine", "11.13", "11.13b", "11.13c")
def test_germans_on_a_highway_in_the_polder_gain_a_column() -> None:
    road = {"terrain": {TARGET: "polder"}, "features": {TARGET: "highway"}}
    assert shifted("allied", **road) == -1
    assert forecast(lone(3, 1, **road)).column == "2:1"
    assert shifted("german", **road) == 0
    assert forecast(lone(3, 1, "german", **road)).column == "3:1"


@rule("rhine", "11.13", "11.13b")
def test_the_highway_hexes_of_the_map() -> None:
    # Both are on the highway in the polder; the attack comes along the road.
    match = table("turn 2\nphase allied combat\nat BC53=1606N BC50=1606N BC15=1606N 183VG=1605N")
    found = forecast(announce(match, "1605N", "BC53 BC50 BC15"))
    assert (found.total, found.column) == (-1, "4:1")  # 15 against 3
    match = table("turn 2\nphase german combat\nat 9SS=1604N 10SS=1604N BC43=1605N")
    assert shift(match, "1605N", "9SS 10SS") == (0, "1:1")  # 8 against 6


@rule("rhine", "11.13", "11.13d")
@SIDES
def test_in_a_highway_town_only_the_town_counts(side: str) -> None:
    assert shifted(side, features={TARGET: "highway;town"}) == -1
    assert shifted(side, terrain={TARGET: "polder"}, features={TARGET: "highway;town"}) == -1


@rule("rhine", "11.13", "11.13e")
@SIDES
def test_a_clear_highway_hex_gives_no_shift(side: str) -> None:
    assert shifted(side, features={TARGET: "highway"}) == 0


# -- 11.14: rivers --------------------------------------------------------------------------------------


@rule("rhine", "11.14", "11.14a", "11.14b", "11.14d")
@SIDES
@pytest.mark.parametrize(
    ("west", "southwest", "expected"),
    [
        ("river", "river", -1),
        ("river", "rhine", -1),
        ("rhine", "river", -1),
        ("rhine", "rhine", -2),
        ("river", "none", 0),
        ("rhine", "none", 0),
        ("rhine", "blocked", 0),
    ],
)
def test_water_in_front_of_all_attackers_shifts(side: str, west: str, southwest: str, expected: int) -> None:
    assert shifted(side, (W, SW), **sides_to(W=west, SW=southwest)) == expected


@rule("rhine", "11.14", "11.14a", "11.14b")
@SIDES
def test_the_columns_over_a_river_and_over_the_rhine(side: str) -> None:
    assert forecast(lone(3, 1, side, **sides_to(W="river"))).column == "2:1"
    assert forecast(lone(4, 1, side, **sides_to(W="rhine"))).column == "2:1"


@rule("rhine", "11.14", "11.14c")
@SIDES
def test_one_attacker_on_dry_land_takes_the_water_away(side: str) -> None:
    water = sides_to(W="river", SW="rhine")
    assert shifted(side, (W, SW, NW), **water) == 0
    # Only the hexes of attackers count: a friend who rests on dry land does not help.
    match = combat(f"US1={W} US9={NW} 9SS={TARGET}", **sides_to(W="river"))
    assert shift(match, TARGET, "US1")[0] == -1


@rule("rhine", "11.14", "11.14a")
def test_water_behind_the_defender_does_not_count() -> None:
    assert shifted(**sides_to(E="river", SE="rhine")) == 0


@rule("rhine", "11.14", "11.14e")
def test_a_highway_does_not_bridge_the_rhine() -> None:
    road: dict[str, Any] = {
        "features": {TARGET: "highway", W: "highway"},
        "roads": {f"{TARGET}-{W}": "highway"},
    }
    assert shifted(**road, **sides_to(W="rhine")) == -2
    assert shifted(**road, **sides_to(W="river")) == -1
    assert forecast(lone(4, 1, **road, **sides_to(W="rhine"))).column == "2:1"


# -- 11.15: sea and estuary -------------------------------------------------------------------------------


@rule("rhine", "11.15", "11.15a", "11.15b")
@pytest.mark.parametrize(
    ("kind", "unit", "able"),
    [
        ("all-sea", "US1", False),
        ("all-sea", "BC43", False),
        ("all-sea", "BC4Co", False),
        ("estuary", "US1", False),
        ("estuary", "BC43", False),
        ("estuary", "BC4Co", True),
        ("river", "US1", True),
    ],
)
def test_who_attacks_over_sea_and_estuary(kind: str, unit: str, able: bool) -> None:
    match = combat(f"{unit}={W} 280SG={TARGET}", turn=5, **sides_to(W=kind))
    assert offers(match, "attack") == ({TARGET} if able else set())
    if not able:
        refused(match, f"attack {TARGET}", "11.15")


@rule("rhine", "11.15", "11.15a", "11.15b")
@pytest.mark.parametrize("kind", ["all-sea", "estuary"])
def test_germans_do_not_attack_over_water(kind: str) -> None:
    for turn, unit in ((1, "59ID"), (5, "9SS")):
        match = combat(f"{unit}={W} US4C={TARGET}", "german", turn=turn, **sides_to(W=kind))
        refused(match, f"attack {TARGET}", "11.15")


@rule("rhine", "11.15", "11.15b")
def test_only_commandos_probe_across_an_estuary() -> None:
    """An empty hex in the zone of an enemy next to the attackers."""
    for unit, able in (("US1", False), ("BC43", False), ("BC4Co", True)):
        match = combat(f"{unit}={W} 9SS={NW}", turn=5, **sides_to(W="estuary"))
        assert offered(match, f"probe {TARGET}") == able


@rule("rhine", "11.15", "11.15a", "11.15b")
def test_the_mouth_of_the_scheldt() -> None:
    match = table("turn 5\nphase allied combat\nat US1=1213N FW=1112N 59ID=1212N")
    assert offers(match, "attack") == set()
    refused(match, "attack 1212N", "11.15")
    commandos = table("turn 5\nphase allied combat\nat BC4Co=1213N FW=1112N 59ID=1212N")
    assert offers(commandos, "attack") == {"1112N", "1212N"}
    assert offers(commandos, "probe") == set()


@rule("rhine", "11.15", "11.15c")
def test_a_commando_moves_over_an_estuary_as_over_a_river() -> None:
    water = {"sides": around(TARGET, "estuary")}
    assert price(COMMANDO, **water) == 2
    assert price(COMMANDO, **water, terrain={TARGET: "polder"}) == 3
    match = table("turn 5\nphase allied movement\nat BC4Co=1213N")
    assert "1212N" in take(match, "BC4Co")


@rule("rhine", "11.15", "11.15d")
def test_a_commando_attacks_over_an_estuary_as_over_a_river() -> None:
    alone = combat(f"BC4Co={W} 280SG={TARGET}", turn=5, **sides_to(W="estuary"))
    assert shift(alone, TARGET, "BC4Co") == (-1, "1:1")  # 2 against 1
    two = combat(f"BC4Co={W} BC1Co={SW} 280SG={TARGET}", turn=8, **sides_to(W="estuary", SW="river"))
    assert shift(two, TARGET, "BC4Co BC1Co") == (-1, "3:1")  # 4 against 1
    dry = combat(f"BC4Co={W} BC43={SW} 280SG={TARGET}", turn=5, **sides_to(W="estuary"))
    assert shift(dry, TARGET, "BC4Co BC43")[0] == 0


@rule("rhine", "11.15", "11.15e")
def test_a_commando_advances_over_an_estuary() -> None:
    at = f"BC4Co={W} BC43={SW} 280SG={TARGET}"
    match = fight(combat(at, turn=5, **sides_to(W="estuary")), TARGET, "BC4Co BC43")  # 7 against 1
    assert offers(match, "advance") == {"BC4Co", "BC43"}
    match.play("advance BC4Co")
    assert where(match, "BC4Co") == TARGET


@rule("rhine", "11.15", "11.15f")
@pytest.mark.parametrize(("unit", "escapes"), [("BC4Co", True), ("BC115", False)])
def test_a_commando_retreats_over_an_estuary(unit: str, escapes: bool) -> None:
    """The only land way leads to the attacker."""
    match = combat(f"9SS={W} {unit}={TARGET}", "german", turn=5, dice=[5], sides=around(TARGET, "estuary", W))
    fight(match, TARGET, "9SS")  # 4 against 2, die 5: DR
    if escapes:
        assert match.side == "allied"
        assert offers(match, "to")
        assert offers(match, "to") <= set(near(TARGET)) - {W, NW, SW}  # not next to the attacker
    else:
        assert where(match, unit) == "eliminated"


@rule("rhine", "11.15", "11.15g")
def test_only_the_commando_of_a_stack_attacks_over_an_estuary() -> None:
    match = combat(f"BC4Co={W} BC43={W} 280SG={TARGET}", turn=5, **sides_to(W="estuary"))
    match.play(f"attack {TARGET}")
    assert offers(match, "with") == {"BC4Co"}
    refused(match, "with BC43", "11.15")
    # From a hex with land between, infantry joins.
    match = combat(f"BC4Co={W} BC43={SW} 280SG={TARGET}", turn=5, **sides_to(W="estuary"))
    assert offers(match.play(f"attack {TARGET}"), "with") == {"BC4Co", "BC43"}


@rule("rhine", "11.15", "11.15h")
def test_french_commandos_do_not_have_the_rights_of_british_ones() -> None:
    water = {"sides": around("2010S", "estuary")}
    match = moving("allied", "FAFC=2011S", "sector 2", turn=5, **water)
    assert "2010S" not in take(match, "FAFC")
    refused(match, "move 2010S", "10.12", "11.15")
    refused(combat("FAFC=2011S 280SG=2010S", more="sector 2", turn=5, **water), "attack 2010S", "11.15")
    # No other Allied unit either.
    assert price(ALLIED, sides=around(TARGET, "estuary")) == 99


@rule("rhine", "11.15", "11.15i")
@pytest.mark.parametrize("turn", [1, 5, 9])
def test_commandos_cross_estuaries_all_game(turn: int) -> None:
    more = "sector 2" + ("\nwatch 2" if turn > 6 else "")
    commando = Walker("allied", "BC1Co", 5, more, turn)
    assert price(commando, sides=around(TARGET, "estuary")) == 2
    at = f"BC1Co={W} 280SG={TARGET}"
    match = combat(at, more=more, turn=turn, **sides_to(W="estuary"))
    assert offers(match, "attack") == {TARGET}


# -- 11.16: towns and cities --------------------------------------------------------------------------------


#: Allied units in the Ruhr have won the game, so only Germans defend there.
BUILT = [("allied", "city"), ("german", "city"), ("allied", "ruhr")]
TOWNS = [("allied", "town"), ("german", "town"), *BUILT]
SHIFTS = {"none": 0, "town": -1, "city": -2, "ruhr": -2}


@rule("rhine", "11.16", "11.16a", "11.16c", "11.16f")
@pytest.mark.parametrize(("side", "word"), TOWNS)
def test_towns_and_cities_shift_to_the_left(side: str, word: str) -> None:
    built = {"features": {TARGET: word}}
    assert shifted(side, **built) == SHIFTS[word]
    assert forecast(lone(4, 1, side, **built)).column == ("3:1" if word == "town" else "2:1")


@rule("rhine", "11.16", "11.16b", "11.16d", "11.16f")
@pytest.mark.parametrize(("side", "word"), TOWNS)
def test_no_concentric_bonus_against_towns_and_cities(side: str, word: str) -> None:
    for hexes in ((W, E), (W, NW, E, SE)):
        assert shifted(side, hexes, features={TARGET: word}) == SHIFTS[word]
        assert shifted(side, hexes) == 1


@rule("rhine", "11.16", "11.16a", "11.16c")
def test_the_shift_of_a_town_adds_to_that_of_a_river() -> None:
    assert shifted(features={TARGET: "town"}, sides=around(TARGET, "river")) == -2
    assert shifted(features={TARGET: "city"}, sides=around(TARGET, "rhine")) == -4


@rule("rhine", "11.16", "11.16e", "11.16f", "11.16h")
@pytest.mark.parametrize(("side", "word"), BUILT)
def test_in_a_city_retreat_and_elimination_become_a_bloodbath(side: str, word: str) -> None:
    """Each column of the table with DR and DE replaced."""
    built = {"features": {TARGET: word}}
    for attack, results in (
        (4, "AL1 AS AS BB BB BB"),  # 2:1
        (5, "BB BB BB BB BB BB"),  # 3:1
        (3, "AL1 AL1 AL1 AS BB BB"),  # 1:1
    ):
        found = forecast(lone(attack, 1, side, **built))
        assert " ".join(found.by_roll) == results
        assert not {"DR", "DE"} & set(found.chances)


@rule("rhine", "11.16", "11.16e", "11.16f")
@pytest.mark.parametrize("word", ["city", "ruhr"])
@pytest.mark.parametrize("roll", [5, 6])  # DR and DE at 2:1
def test_the_bloodbath_in_a_city_is_carried_out(word: str, roll: int) -> None:
    at = f"US5A={W} 105PB={TARGET}"
    match = combat(at, dice=[roll], features={TARGET: word})
    assert shift(match, TARGET, "US5A") == (-2, "2:1")  # 8 against 2
    match.play("resolve")
    assert steps(match, "US5A") == 1
    assert where(match, "105PB") == "eliminated"
    # In the open the same dice do the attacker no harm.
    match = combat(at, dice=[roll], terrain={TARGET: "rough"}, sides=around(TARGET, "river"))
    assert shift(match, TARGET, "US5A") == (-2, "2:1")
    assert steps(match.play("resolve"), "US5A") == 2


@rule("rhine", "11.16", "11.16g")
def test_towns_convert_nothing() -> None:
    town = {"features": {TARGET: "town"}}
    assert " ".join(forecast(lone(4, 1, **town)).by_roll) == "DR DR BB DR DE DE"  # 3:1 as printed
    match = fight(combat(f"US75={W} 280SG={TARGET}", dice=[1], **town), TARGET, "US75")  # 4:1 less one, DR
    assert match.side == "german"
    assert offers(match, "to")
    assert steps(match, "US75") == 2


@rule("rhine", "11.16", "11.16h")
def test_allied_defenders_of_a_city_hold_it_the_same_way() -> None:
    at = f"9SS={W} 10SS={W} US4C={TARGET} US1={E}"
    match = combat(at, "german", dice=[6], features={TARGET: "city"})
    assert shift(match, TARGET, "9SS 10SS") == (-2, "2:1")  # 8 against 2; a 6 is DE
    settle(match.play("resolve"))
    assert where(match, "US4C") == "eliminated"
    assert sum(steps(match, unit) for unit in ("9SS", "10SS")) == 3


@rule("rhine", "11.16", "11.16i")
@pytest.mark.parametrize("word", ["city", "ruhr"])
def test_an_elimination_without_a_roll_is_not_converted(word: str) -> None:
    match = lone(10, 1, features={TARGET: word})  # 8:1 after the shift
    assert forecast(match).column == "automatic DE"
    match.play("resolve")
    assert steps(match, "US1") == 2
    assert steps(match, "9SS") == 1
    assert match.side == "german"  # and has to retreat
    assert offers(match, "to")
