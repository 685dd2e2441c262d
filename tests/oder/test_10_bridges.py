"""Chapter 10: land bridges and the sea."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import left, move, offers, reach, refused, supply, where
from tests.oder.helpers_lines import goes_on, rim, soviet_cut_off, spent, walk
from tests.oder.sheet import distance, near
from tests.oder.table import moving, table
from tests.rules import rule


def on_the_map(name: str, units: str, **ground: object) -> Match:
    """A phase on the real map."""
    return table(f"turn 2\nphase {name}\nat {units}", **ground)


@rule("oder", "10.0", "10.0l")
def test_a_unit_passes_the_courland_spit_but_does_not_stop_on_it() -> None:
    match = on_the_map("german movement", "66=2806")
    found = reach(match, "66")
    assert {"2507", "2407", "2408"} <= found
    assert not found & {"2607", "2706"}
    match.play("select 66")
    for hex_ in ("2607", "2706"):
        refused(match, f"move {hex_}", "10.0")
    match.play("move 2507")
    assert where(match, "66") == "2507"
    assert left(match, "66") == 1
    back = on_the_map("soviet movement", "5=2507")
    assert "2806" in reach(back, "5")
    assert not reach(back, "5") & {"2607", "2706"}


@rule("oder", "10.0", "10.0d", "10.0l")
@pytest.mark.parametrize(("start", "over", "beyond"), [("2806", "2706", "2507"), ("2308", "2208", "2107")])
def test_a_stack_passes_a_land_bridge_like_each_of_its_units(start: str, over: str, beyond: str) -> None:
    match = on_the_map("german movement", f"66={start} 67={start}")
    assert beyond in reach(match, "66")
    match.play("select 66", "also 67")
    while where(match, "66") != beyond:
        ways = offers(match, "move") & {beyond, over, "2607"}
        assert ways, f"the stack in {where(match, '66')} cannot go on"
        if where(match, "66") != start:  # on the bridge
            assert not {"stop", "drop 66", "drop 67", "done"} & set(match.actions.texts())
        match.play(f"move {max(ways, key=lambda hex_: distance(start, hex_))}")
    assert where(match, "67") == beyond


@rule("oder", "10.0", "10.0m")
@pytest.mark.parametrize("spit", ["2607", "2706"])
def test_the_courland_spit_does_not_join_the_shore_of_the_lagoon(spit: str) -> None:
    match = on_the_map("soviet movement", "5=2707 28=2707")
    match.play("select 5", "also 28")
    refused(match, f"move {spit}", "10.0")
    match = on_the_map("soviet movement", f"5={spit} 28={spit}", terrain={"2707": "clear"})
    match.play("select 5", "also 28")
    refused(match, "move 2707", "10.0")
    assert "2707" in near(spit)


@rule("oder", "10.0", "10.0n")
def test_the_vistula_spit_joins_2107_and_2308() -> None:
    assert {"2208", "2209"} <= near("2308")
    match = on_the_map("german movement", "66=2308")
    assert {"2107", "2209"} <= reach(match, "66")
    move(match, "66", "2107")
    assert where(match, "66") == "2107"
    match = on_the_map("soviet movement", "5=2308", terrain={"2107": "clear"})
    goes_on(match, "5", "2107")
    for start in ("2107", "2209"):
        assert "2308" in reach(on_the_map("german movement", f"66={start}"), "66")
    # But the spit joins neither 2108 nor 2209 nor 2307.
    pieces = on_the_map("german movement", "66=2107", terrain={"2308": "sea"}, sides={"2107-2108": "all-sea"})
    assert not reach(pieces, "66") & {"2209", "2307"}


@rule("oder", "10.0", "10.0o")
def test_no_unit_enters_a_land_bridge_hex_in_which_it_would_have_to_stop() -> None:
    free = on_the_map("german movement", "66=2107", terrain={"2107": "clear"})
    assert "2308" in reach(free, "66")
    match = on_the_map("german movement", "66=2107 67=2107 5=2308", terrain={"2107": "clear"})
    match.play("select 66")
    refused(match, "move 2208", "10.0", "7.1")
    match = match.undo().play("select 66", "also 67")
    refused(match, "move 2208", "10.0", "7.1")
    # No movement factors left to go on: 2310, 2309, 2308 cost three, the spit the fourth.
    ground = {
        "terrain": dict.fromkeys(("2107", "2308", "2309", "2310", "2311"), "clear"),
        "sides": {"2309-2310": "none", "2310-2311": "none"},
    }
    assert "2107" in reach(on_the_map("german movement", "66=2310", **ground), "66")
    match = on_the_map("german movement", "66=2311", **ground)
    assert "2308" in reach(match, "66")
    match.play("select 66", "move 2308")
    assert left(match, "66") == 1
    refused(match, "move 2208", "10.0")


@rule("oder", "10.0", "10.0o", "10.1e")
def test_a_stack_enters_a_land_bridge_only_if_every_unit_can_leave_it() -> None:
    ground = {
        "terrain": dict.fromkeys(("2107", "2308", "2309", "2310", "2311"), "clear"),
        "sides": {"2309-2310": "none", "2310-2311": "none"},
    }
    way = ("move 2310", "move 2309", "move 2308")
    match = on_the_map("german movement", "24=2311 66=2311", **ground).play("select 24", "also 66", *way)
    refused(match, "move 2208", "10.0", "10.1")  # the last factor of the corps of foot
    match.play("drop 66")
    assert "2107" in offers(match, "move")
    match.play("move 2107")
    assert (where(match, "24"), where(match, "66")) == ("2107", "2308")
    both = on_the_map("german movement", "24=2311 4SS=2311", **ground)
    both.play("select 24", "also 4SS", *way, "move 2208", "move 2107")
    assert where(both, "24") == where(both, "4SS") == "2107"
    # Two movement factors end in the middle of the long spit, four beyond it.
    for sides, beyond in (({}, {"2806"}), (soviet_cut_off(), set())):
        match = on_the_map("soviet movement", "5=2507", sides=sides)
        assert supply(match, "5") == ("regular" if beyond else "none")
        assert reach(match, "5") & {"2607", "2706", "2806"} == beyond


@rule("oder", "10.0", "10.0p")
def test_nobody_advances_onto_a_land_bridge() -> None:
    match = on_the_map("german combat", "66=2107 5=2108 28=2308")
    refused(match, "probe 2208", "10.0", "11.9", "11.7")
    assert offers(match, "probe")
    # Nor after an attack on somebody there.
    match = on_the_map("german combat", "GD=2107 1SS=2107 4SS=2107 50=2208")
    match.play("attack 2208", "with GD", "with 1SS", "with 4SS", "resolve")
    while match.side == "dice":
        match.play("roll 1")
    assert where(match, "50") in ("due", "eliminated")
    assert not offers(match, "advance")


@rule("oder", "10.0", "10.0q")
def test_nobody_crosses_all_sea_hexsides_or_enters_the_sea() -> None:
    for side, unit in (("german", "24"), ("soviet", "1GT")):
        match = moving(side, f"{unit}=2010", sides={"2010-2011": "all-sea"})
        assert reach(match, unit) == walk("2010", 6, price=lambda a, b: 9 if {a, b} == {"2010", "2011"} else 1)
        assert spent(match, unit, 6, "2011") == 2  # round by 2110
        match = moving(side, f"{unit}=2010", sides=dict.fromkeys(rim("2010"), "all-sea"))
        refused(match, f"select {unit}", "10.0")
        match = moving(side, f"{unit}=2010", terrain={"2011": "sea"}).play(f"select {unit}")
        assert "2011 is a sea hex" in refused(match, "move 2011", "10.0").why
    match = moving("german", "24=2010 66=2010", sides={"2010-2011": "all-sea"}).play("select 24", "also 66")
    assert "all-sea hexside" in refused(match, "move 2011", "10.0").why
    assert "not adjacent" in refused(match, "move 2012", "10.0").why
    match = on_the_map("german movement", "24=2407 66=2407").play("select 24", "also 66")
    refused(match, "move 2406", "10.0")
