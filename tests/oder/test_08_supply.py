"""Chapter 8: supply lines, sources, and what being out of supply means."""

from __future__ import annotations

import random

import pytest

from tests.kit import control, due, intact, left, move, offers, reach, refused, rest, status, supply, where
from tests.oder.helpers_campaign import announce_unaided, fight_unaided, sea_between, until, vp
from tests.oder.helpers_lines import (
    GERMAN_SOURCES,
    cut_off,
    rim,
    rules_of_modifiers,
    soviet_cut_off,
    sum_of_modifiers,
    traced,
)
from tests.oder.sheet import COUNTERS, EAST_EDGE, EVERY_HEX, USIR, distance, near, within
from tests.oder.table import moving, phase, table
from tests.rules import rule

#: No German east of this water has a source, no Soviet west of it.
DIVIDED = sea_between(15)
#: One passage through water between columns 15 and 16, or 25 and 26.
WEST_GATE = {side: kind for side, kind in DIVIDED.items() if side != "1510-1610"}
EAST_GATE = {side: kind for side, kind in sea_between(25).items() if side != "2510-2610"}
#: A city, a town or the like at 1710, west of the start line, with all sources out of reach.
HERE = "1710"
#: Six armies against one corps in 2113: 51 to 6, so no die decides it; and one behind it.
STORM = "1GT=2214 2GT=2214 3GT=2214 4T=2213 5GT=2213 8G=2213 66=2113"
STORMERS = ("1GT", "2GT", "3GT", "4T", "5GT", "8G")
BEHIND = "3=2013"


def german(feature: str = "none", *more: str, hex_: str = HERE, units: str = "66", **ground: object) -> dict[str, str]:
    """How German units in a hex with this feature are supplied when no source can be reached."""
    ground.setdefault("sides", cut_off())
    at = " ".join(f"{unit}={hex_}" for unit in units.split())
    match = moving("german", at, *more, features={hex_: feature}, **ground)
    return {unit: supply(match, unit) for unit in units.split()}


# -- 8.0 -------------------------------------------------------------------------------------


@rule("oder", "8.0", "8.0a")
def test_supply_for_movement_is_judged_where_the_move_begins() -> None:
    # The corps stands in the gate, in the army's zone, with a free hex behind it; beyond the gate nobody is supplied.
    match = moving("german", "24=1510 5=1511", sides=WEST_GATE)
    assert supply(match, "24") == "regular"
    assert max(distance("1610", hex_) for hex_ in reach(match, "24") if hex_ > "16") == 5
    match.play("select 24", "move 1610")
    assert supply(match, "24") == "none"
    assert left(match, "24") == 5
    # A unit that begins its move there has half.
    assert reach(moving("german", "24=1610 5=1511", sides=WEST_GATE), "24") <= within("1610", 3)


@rule("oder", "8.0", "8.0b")
def test_supply_for_combat_is_judged_at_the_start_of_each_combat() -> None:
    units = "5=2010 66=2009 50=2011 GD=2012 1SS=2012 4SS=2012"
    match = phase("german combat", units, dice=[4])
    assert supply(match, "5") == "regular"
    assert sum_of_modifiers(match, "2010", "66") == 0
    match = phase("german combat", units, dice=[4])
    fight_unaided(match, "2011", "GD", "1SS", "4SS")
    rest(match.play("advance GD"))
    assert supply(match, "5") == "none"  # 2009 and 2011 close all six hexes
    assert sum_of_modifiers(match, "2010", "66") == -1


@rule("oder", "8.0", "8.0c")
def test_supply_for_sudden_death_is_judged_in_the_check_phase() -> None:
    for start, to, before, wins in (("3311", "3411", "regular", False), ("3411", "3311", "none", True)):
        match = phase("soviet movement second", f"24=3510 HG=3518 28=3509 5={start}", turn=3)
        assert supply(match, "24") == before
        move(match, "5", to)
        assert not match.over
        until(match, 4, "german declaration")
        assert match.over == wins


@rule("oder", "8.0", "8.0c")
def test_the_soviet_check_judges_supply_after_the_german_turn() -> None:
    for to, wins in (("1320", False), ("1221", True)):
        match = phase("german movement second", "3GT=2408 4T=1319 66=1318 67=1121", turn=3)
        assert supply(match, "4T") == "regular"
        move(match, "67", to)
        assert supply(match, "4T") == ("regular" if wins else "none")
        until(match, 3, "soviet declaration")
        assert match.over == wins


@rule("oder", "8.0", "8.0d")
def test_each_unit_of_a_moving_stack_has_its_own_supply() -> None:
    match = moving("german", "24=2010 4SS=2010", "aerial 24", sides=DIVIDED)
    assert (supply(match, "24"), supply(match, "4SS")) == ("aerial", "none")
    assert reach(match, "24") == within("2010", 6) - {h for h in EVERY_HEX if h < "16"}
    assert reach(match, "4SS") == within("2010", 3)
    match.play("select 24", "also 4SS", "move 2011", "move 2012", "move 2013")
    if offers(match, "drop"):
        refused(match, "move 2014")
        match.play("drop 4SS")
    assert left(match, "24") == 3
    match.play("move 2016")
    assert (where(match, "24"), where(match, "4SS")) == ("2016", "2013")


# -- 8.1 -------------------------------------------------------------------------------------


@rule("oder", "8.1", "8.1a")
def test_a_line_may_be_of_any_length_and_cross_any_passable_ground() -> None:
    kinds = ["clear", "forest", "rough", "marsh"]
    ground = {
        "terrain": {hex_: kinds[int(hex_[:2]) % 4] for hex_ in EVERY_HEX},
        "sides": dict.fromkeys(sea_between(20), "river"),
    }
    match = moving("german", "66=3410 5=1110", **ground)
    assert supply(match, "66") == "regular"
    assert supply(match, "5") == "regular"
    # From the east edge the only way leads round a long wall in the north.
    wall = {side: kind for side, kind in DIVIDED.items() if "1503" not in side}
    assert supply(moving("german", "66=2121", sides=wall), "66") == "regular"


@rule("oder", "8.1", "8.1b")
def test_no_line_enters_an_enemy_occupied_hex() -> None:
    only = cut_off("1010")
    match = moving("german", "66=1110 5=1010", sides=only)
    assert supply(match, "66") == "none"
    match = moving("german", "66=1110 5=1109", sides=only)  # only the zone of 1109 in the source
    assert supply(match, "66") == "regular"
    match = moving("german", "66=1810 5=1510", sides=WEST_GATE)
    assert supply(match, "66") == "none"
    match = moving("soviet", "5=3410 66=3510", sides=soviet_cut_off("3510"))
    assert supply(match, "5") == "none"


@rule("oder", "8.1", "8.1c")
def test_no_line_crosses_an_all_sea_hexside() -> None:
    match = moving("german", "66=1810 5=1310", sides=DIVIDED)
    assert (supply(match, "66"), supply(match, "5")) == ("none", "none")
    match = moving("german", "66=1810 5=1308", sides=WEST_GATE)
    assert (supply(match, "66"), supply(match, "5")) == ("regular", "regular")
    water = {hex_: "sea" for hex_ in EVERY_HEX if hex_.startswith("15")}
    assert supply(moving("german", "66=1810", terrain=water), "66") == "none"
    del water["1510"]
    assert supply(moving("german", "66=1810", terrain=water), "66") == "regular"


@rule("oder", "8.1", "8.1a", "8.1b", "8.1c", "7.4a")
def test_lines_on_boards_full_of_water_and_enemies() -> None:
    dry = [hex_ for hex_ in EVERY_HEX if hex_ not in ("2607", "2706")]  # the spit has zones of its own kind (7.0)
    found = set()
    for seed in range(4):
        rng = random.Random(seed)
        sea = {side for side in sorted(rim(*EVERY_HEX)) if rng.random() < 0.4}
        hexes = rng.sample(dry, 40)
        germans = rng.sample([unit for unit, row in COUNTERS.items() if row["side"] == "german"], 20)
        soviets = rng.sample([unit for unit, row in COUNTERS.items() if row["side"] == "soviet"], 20)
        at = dict(zip(germans + soviets, hexes, strict=True))
        places = " ".join(f"{unit}={hex_}" for unit, hex_ in at.items())
        match = moving("german", places, sides=dict.fromkeys(sea, "all-sea"))
        for unit, hex_ in at.items():
            sources, enemies = (GERMAN_SOURCES, hexes[20:]) if unit in germans else (EAST_EDGE, hexes[:20])
            expected = "regular" if traced(hex_, sources, enemies, sea) else "none"
            assert supply(match, unit) == expected, (unit, hex_)
            found.add((COUNTERS[unit]["side"], expected))
    assert len(found) == 4


@rule("oder", "8.1", "8.1d")
def test_a_line_may_use_the_land_bridges() -> None:
    memel = "turn 2\nphase german movement\nat 66=2806 43=2807 39=2905"
    assert supply(table(memel), "66") == "regular"
    assert supply(table(f"{memel} 5=2507"), "66") == "coastal"
    lagoon = "turn 2\nphase german movement\nat 66=2308 43=2408 39=2309"
    assert supply(table(lagoon), "66") == "regular"
    assert supply(table(f"{lagoon} 5=2107"), "66") == "coastal"


@rule("oder", "8.1", "8.1e")
def test_a_line_may_cross_empty_hexes_under_enemy_control() -> None:
    match = moving("german", "66=3010", sides=WEST_GATE)
    assert {control(match, hex_) for hex_ in near("3010")} == {"soviet"}
    assert supply(match, "66") == "regular"
    match = moving("german", "66=1810", "flipped 1510 1610", sides=WEST_GATE)
    assert control(match, "1510") == control(match, "1610") == "soviet"
    assert supply(match, "66") == "regular"
    match = moving("soviet", "5=1310")
    assert {control(match, hex_) for hex_ in near("1310")} == {"german"}
    assert supply(match, "5") == "regular"


@rule("oder", "8.1", "8.1f")
def test_a_fortification_does_not_block_a_soviet_line() -> None:
    forts = dict.fromkeys(("2510", "2610"), "fortification")
    match = moving("soviet", "5=2210", sides=EAST_GATE, features=forts)
    assert intact(match, "2510")
    assert supply(match, "5") == "regular"
    match = moving("soviet", "5=2210 66=2510", sides=EAST_GATE, features=forts)
    assert supply(match, "5") == "none"


@rule("oder", "8.1", "8.1g")
def test_air_support_does_not_block_a_soviet_line() -> None:
    for marker in ("2510", "2610", "2210"):
        match = moving("soviet", "5=2210", f"air {marker}", sides=EAST_GATE)
        assert status(match)["markers"]["air"] == marker
        assert supply(match, "5") == "regular"


# -- 8.2 -------------------------------------------------------------------------------------


@rule("oder", "8.2", "8.2a")
@pytest.mark.parametrize("source", ["1003", "1010", "1017", "1021"])
def test_every_hex_of_the_west_edge_is_a_german_source(source: str) -> None:
    assert supply(moving("german", "66=1710", sides=cut_off(source)), "66") == "regular"
    assert supply(moving("german", f"66={source}", sides=cut_off()), "66") == "regular"
    assert supply(moving("german", "66=1710", sides=cut_off()), "66") == "none"


@rule("oder", "8.2", "8.2b")
@pytest.mark.parametrize("source", sorted(USIR))
def test_every_hex_of_the_silesian_region_is_a_german_source(source: str) -> None:
    assert supply(moving("german", "66=1710", sides=cut_off(source)), "66") == "regular"
    assert supply(moving("german", f"66={source}", sides=cut_off()), "66") == "regular"


@rule("oder", "8.2", "8.2a", "8.2b")
def test_the_german_sources_are_no_soviet_sources() -> None:
    assert supply(moving("soviet", "5=1310", sides=soviet_cut_off()), "5") == "none"
    assert supply(moving("soviet", "5=1010", sides=soviet_cut_off()), "5") == "none"


@rule("oder", "8.2", "8.2c")
def test_a_cut_off_unit_in_a_city_never_lost_has_fortress_supply() -> None:
    assert german("city") == {"66": "fortress"}
    assert german("city", units="66 24 67") == {"66": "fortress", "24": "fortress", "67": "fortress"}
    breslau = table("turn 2\nphase german movement\nat 66=1114 FCB=1114 5=1014 28=1015 3=1314")
    assert supply(breslau, "66") == supply(breslau, "FCB") == "fortress"
    next_to_it = table("turn 2\nphase german movement\nat 66=1214 5=1213 28=1215")
    assert supply(next_to_it, "66") == "none"


@rule("oder", "8.2", "8.2d")
def test_a_city_once_soviet_gives_no_fortress_supply() -> None:
    assert german("city", f"once_changed {HERE}") == {"66": "none"}
    match = moving("soviet", "1GT=1910 66=1609", sides=cut_off(), features={HERE: "city"})
    move(match, "1GT", "1810", "1710", "1711", "1812")
    assert control(match, HERE) == "soviet"
    until(match, 3, "german movement")
    move(match, "66", HERE)
    assert control(match, HERE) == "german"
    assert supply(match, "66") == "none"


@rule("oder", "8.2", "8.2e")
def test_towns_and_cities_east_of_the_start_line_give_no_fortress_supply() -> None:
    assert german("town") == {"66": "none"}
    assert german("city", hex_="2715") == {"66": "none"}
    assert german("city", hex_="2115") == {"66": "fortress"}


@rule("oder", "8.2", "8.2f")
def test_a_cut_off_unit_on_the_coast_has_coastal_supply() -> None:
    assert german("coast") == {"66": "coastal"}
    assert german("town;coast", f"once_changed {HERE}") == {"66": "coastal"}
    assert german("coast", hex_="3010") == {"66": "coastal"}
    match = moving("soviet", "5=3010", sides=soviet_cut_off(), features={"3010": "coast"})
    assert supply(match, "5") == "none"  # only the German side
    cut = "turn 2\nphase german movement\nat 66=1605 5=1505 28=1705"
    assert supply(table(cut), "66") == "coastal"


@rule("oder", "8.2", "8.2g", "8.5", "8.5b")
@pytest.mark.parametrize(("feature", "kind"), [("city", "fortress"), ("coast", "coastal")])
def test_fortress_and_coastal_supply_count_as_supply_for_movement_and_combat(feature: str, kind: str) -> None:
    ground = {"sides": cut_off(), "features": {HERE: feature}}
    match = moving("german", f"66={HERE} 24={HERE}", **ground)
    assert supply(match, "66") == supply(match, "24") == kind
    assert left(match.play("select 66"), "66") == 4
    assert left(match.undo().play("select 24"), "24") == 6
    attack = phase("german combat", f"66={HERE} 5=1810", **ground)
    assert sum_of_modifiers(attack, "1810", "66") == 0
    defence = phase("soviet combat", f"66={HERE} 5=1810", **ground)
    assert sum_of_modifiers(defence, HERE, "5") == (2 if feature == "city" else 0)
    assert "8.6" not in rules_of_modifiers(defence)


@rule("oder", "8.2", "8.2h", "8.2j")
@pytest.mark.parametrize(
    ("feature", "behind", "kind", "points", "dice"),
    [
        ("city", BEHIND, "fortress", 2, [2, 3]),
        ("coast", BEHIND, "coastal", 2, [2, 3]),
        ("city;coast", BEHIND, "fortress", 2, [1, 1]),
        ("city", "", "regular", 1, [3]),
        ("coast", "", "regular", 1, [3]),
        ("none", BEHIND, "none", 2, [1, 4]),
    ],
)
def test_points_and_regrouping_follow_the_kind_of_supply(
    feature: str, behind: str, kind: str, points: int, dice: list[int]
) -> None:
    text = f"{STORM} {behind}"
    match = phase("soviet combat", text, "aerial_spent 1", dice=dice, features={"2113": feature})
    assert supply(match, "66") == kind
    fight_unaided(match, "2113", *STORMERS)
    assert vp(match) == (0, points)
    assert due(match) == {"66": 2 + sum(dice)}


@rule("oder", "8.2", "8.2i")
def test_fortifications_and_fortress_commands_give_no_fortress_supply() -> None:
    assert german("fortification") == {"66": "none"}
    assert german("fortification", units="66 FCB") == {"66": "none", "FCB": "none"}
    assert german("town;fortification") == {"66": "none"}
    assert german("city") == {"66": "fortress"}


@rule("oder", "8.2", "8.2j")
def test_the_kinds_of_supply_come_in_order() -> None:
    for feature in ("city", "coast", "city;coast"):
        assert german(feature, sides=cut_off("1010")) == {"66": "regular"}
    assert german("city;coast") == {"66": "fortress"}
    assert german("city;coast", f"once_changed {HERE}") == {"66": "coastal"}


@rule("oder", "8.2", "8.2k")
def test_a_source_lost_to_the_soviet_but_empty_is_still_a_source() -> None:
    for source in ("1319", "1010"):
        match = moving("german", "66=1710", f"flipped {source}", f"once_changed {source}", sides=cut_off(source))
        assert control(match, source) == "soviet"
        assert supply(match, "66") == "regular"
        match = moving("german", f"66=1710 5={source}", sides=cut_off(source))
        assert supply(match, "66") == "none"


@rule("oder", "8.2", "8.2l")
@pytest.mark.parametrize("hex_", sorted(USIR))
def test_the_silesian_region_is_city(hex_: str) -> None:
    beside = max(near(hex_))
    match = phase("soviet combat", f"66={hex_} 1GT={beside} 2GT={beside} 3GT={beside}", bare=False, plain=True)
    announce_unaided(match, hex_, "1GT", "2GT", "3GT")
    assert match.preview is not None
    assert (match.preview.column, match.preview.total) == ("4:1", 2)
    # 3 and 4 would be DR and EX, 5 would be AS.
    assert match.preview.by_roll == ("EX", "EX", "AL1", "AL1", "AL1", "AL1")
