"""Clauses 12.5 to 12.7 and 12.9: corps under attack, their exchange for components, their effect on movement."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import announce, field, fight, move, now, offered, offers, reach, refused, supply, where
from tests.rhine.helpers_arrivals import AT_2010, BOX, airborne, drop, exchanged, take_losses
from tests.rhine.helpers_course import steps, until
from tests.rhine.sheet import near
from tests.rhine.table import table
from tests.rules import rule

HEX = "2010N"
MADE18 = "made18 US82AB US101AB\ndropped 1"
MADE1 = "made1 BC1AB BC1PAB\ndropped 1"
AT_1 = BOX.replace("AAA1=airborne", f"AAA1={HEX}")
#: 26 attack factors: 2:1 against the 18th Corps, where a 4 is a bloodbath, a 5 a DR and a 6 a DE.
PANZERS = ("1SS", "12SS", "11Pz", "Lehr")
EAST_OF = " ".join(f"{unit}=2009N" for unit in PANZERS)


def attacked(units: str = AT_2010, more: str = MADE18, enemies: str = EAST_OF, **ground: Any) -> Match:
    """A German combat phase of turn 3 with the enemy next to a corps."""
    return table(f"turn 3\nphase german combat\nat {units} {enemies}\n{more}", bare=True, **ground)


def struck(roll: int, units: str = AT_2010, more: str = MADE18, **ground: Any) -> Match:
    """The four panzer divisions attack and roll."""
    return fight(attacked(units, more, dice=[roll], **ground), HEX, *PANZERS)


def german_steps(match: Match) -> int:
    return sum(steps(match, unit) for unit in PANZERS)


# -- 12.5: corps under attack ----------------------------------------------------------------


@rule("rhine", "12.5", "12.5a")
def test_a_retreat_of_a_corps_becomes_a_bloodbath() -> None:
    preview = announce(attacked(), HEX, *PANZERS).preview
    assert preview is not None
    assert preview.column == "2:1"
    match = take_losses(struck(5), "1SS", "US82AB")
    assert (where(match, "AAA18"), steps(match, "AAA18"), german_steps(match)) == (HEX, 1, 7)
    assert steps(match, "US82AB") == 1


@rule("rhine", "12.5", "12.5a", "12.5b")
def test_two_corps_in_a_hex_lose_one_step_between_them() -> None:
    units = AT_2010.replace("AAA1=airborne", f"AAA1={HEX}")
    more = f"{MADE18}\nmade1 BC1AB BC1PAB"
    others = ("9SS", "10SS", "KGP")
    enemies = f"{EAST_OF} " + " ".join(f"{unit}=1909N" for unit in others)
    match = fight(attacked(units, more, enemies, dice=[5]), HEX, *PANZERS, *others)  # 37 to 18 is 2:1: a DR
    take_losses(match, "1SS", "AAA1", "BC1AB")
    assert [steps(match, unit) for unit in ("AAA1", "AAA18", "BC1AB", "BC1PAB", "US82AB")] == [1, 2, 1, 1, 2]
    assert (where(match, "AAA1"), where(match, "AAA18"), german_steps(match)) == (HEX, HEX, 7)


@rule("rhine", "12.5", "12.5f")
def test_a_corps_defends_with_its_factor_and_the_terrain() -> None:
    town: dict[str, Any] = {"features": {HEX: "town"}}
    rough: dict[str, Any] = {"terrain": {HEX: "rough"}}
    clear: dict[str, Any] = {}
    for ground, column, total in ((clear, "2:1", 0), (town, "1:1", -1), (rough, "1:1", -1)):
        preview = announce(attacked(**ground), HEX, *PANZERS).preview
        assert preview is not None
        assert (preview.column, preview.total) == (column, total)
        assert "26 against 10" in preview.title
    preview = announce(attacked(more=f"{MADE18}\nsteps AAA18=1 US82AB=1"), HEX, *PANZERS).preview
    assert preview is not None
    assert "26 against 5" in preview.title


@rule("rhine", "12.5")
def test_an_attack_on_a_corps_is_never_concentric() -> None:
    enemies = "1SS=2009N 12SS=2011N 11Pz=1909N Lehr=2110N"
    preview = announce(attacked(enemies=enemies), HEX, *PANZERS).preview
    assert preview is not None
    assert preview.total == 0
    match = table(f"turn 3\nphase german combat\nat US1={HEX} {enemies}", bare=True)
    preview = announce(match, HEX, *PANZERS).preview
    assert preview is not None
    assert preview.total == 1


@rule("rhine", "12.5", "12.5b", "12.5j")
def test_the_loss_of_a_step_falls_on_one_of_the_units_of_the_corps() -> None:
    for chosen, left in (("BC1AB", (1, 1)), ("BC1PAB", (2, 0))):
        match = struck(4, AT_1, MADE1)  # 26 to 8 is 3:1, a DR; it becomes a bloodbath
        take_losses(match, "1SS", chosen)
        assert steps(match, "AAA1") == 1
        assert (steps(match, "BC1AB"), steps(match, "BC1PAB")) == left
        # A brigade lost in this way is in the dead pile like any other.
        assert where(match, "BC1PAB") == ("airborne" if chosen == "BC1AB" else "eliminated")
        assert where(match, "BC1AB") == "airborne"
        assert field(match, "made1") == (["BC1AB", "BC1PAB"] if chosen == "BC1AB" else ["BC1AB"])


@rule("rhine", "12.5", "12.5b")
@pytest.mark.parametrize(
    ("units", "more", "made"), [(AT_1, MADE1, {"BC1AB", "BC1PAB"}), (AT_2010, MADE18, {"US82AB", "US101AB"})]
)
def test_a_single_corps_loses_a_step_without_a_choice(units: str, more: str, made: set[str]) -> None:
    match = struck(4, units, more)
    settle_german(match)
    assert (match.side, offers(match, "lose")) == ("allied", made)


@rule("rhine", "12.5b")
def test_the_allied_player_chooses_the_unit() -> None:
    match = struck(4)
    settle_german(match)
    assert (match.side, offers(match, "lose")) == ("allied", {"US82AB", "US101AB"})
    match.play("lose US101AB")
    assert (steps(match, "US82AB"), steps(match, "US101AB")) == (2, 1)


@rule("rhine", "12.5", "12.5b")
def test_the_only_unit_of_a_corps_bears_its_loss() -> None:
    match = struck(4, more="antwerp 1\nmade18 US101AB")
    settle_german(match)
    assert "US101AB" not in offers(match, "lose")  # there is no choice
    assert (where(match, "AAA18"), steps(match, "AAA18")) == (HEX, 1)
    assert (steps(match, "US101AB"), steps(match, "US82AB")) == (1, 2)
    assert not [event for event in match.events if "12.5" in event.rule and "US82AB" in event.text]


def settle_german(match: Match) -> None:
    """Take the German loss if it comes first."""
    while match.side == "german" and offers(match, "lose") and not offered(match, "pass"):
        match.play("lose 1SS")


@rule("rhine", "12.5", "12.5c", "12.5d", "12.5e")
def test_a_corps_that_loses_its_second_step_is_gone_with_all_its_units() -> None:
    units = f"{AT_2010.replace('AAA1=airborne', 'AAA1=2015N')} US17AB=airborne US1=2117N"
    more = f"antwerp 1\n{MADE18}\nmade1 BC1AB BC1PAB\nsteps AAA18=1 US82AB=1"
    match = struck(4, units, more)  # 26 to 5 is 5:1: a DE
    assert {where(match, unit) for unit in ("AAA18", "US82AB", "US101AB")} == {"removed"}
    # Nobody else is touched.
    assert (where(match, "AAA1"), steps(match, "AAA1")) == ("2015N", 2)
    assert {where(match, unit) for unit in ("BC1AB", "BC1PAB", "US17AB")} == {"airborne"}
    until(match, 4, "allied reinforcement")
    assert offers(match, "reclaim") == set()
    for unit in ("US82AB", "US101AB", "AAA18"):
        refused(match, f"reclaim {unit}")
        refused(match, f"select {unit}")


@rule("rhine", "12.5c")
def test_a_corps_that_was_destroyed_never_drops_again() -> None:
    box = "AAA18=removed US82AB=removed US101AB=removed US17AB=airborne US13AB=airborne BC1AB=airborne BC1PAB=airborne"
    match = airborne(box=f"AAA1=airborne {box}", turn=9, more="antwerp 1\nwatch 2\ndropped 1")
    assert now(match)[1] == "allied airborne"
    refused(match, "select AAA18", "12.5", "12.2")
    assert offered(match, "select AAA1")


@rule("rhine", "12.2", "12.8")
def test_a_corps_on_the_map_does_not_drop_again() -> None:
    # The units for another drop wait in the box, and the year is a new one.
    box = "AAA1=removed AAA18=2010N BC1AB=removed BC1PAB=removed US82AB=airborne US101AB=airborne"
    box += " US17AB=airborne US13AB=airborne"
    match = airborne(box=box, turn=9, more=f"antwerp 1\nwatch 2\n{MADE18}")
    assert not offers(match, "select") & {"AAA18"}
    assert now(match)[1] == "allied reinforcement"


@rule("rhine", "12.5", "12.5g")
def test_a_de_reduces_a_corps_and_then_the_retreat_is_a_bloodbath() -> None:
    match = take_losses(struck(6), "1SS", "US82AB")
    assert (where(match, "AAA18"), german_steps(match)) == ("removed", 7)
    assert {where(match, unit) for unit in ("US82AB", "US101AB")} == {"removed"}


@rule("rhine", "12.5", "12.5h")
def test_a_corps_cannot_choose_to_retreat_when_a_bloodbath_goes_on() -> None:
    match = take_losses(struck(4), "1SS", "US82AB")
    assert (match.side, offered(match, "pass")) == ("german", True)
    match.play("lose 12SS")
    refused(match, "yield")
    take_losses(match)
    assert (where(match, "AAA18"), german_steps(match)) == ("removed", 6)
    # Other troops could have gone.
    match = table(f"turn 3\nphase german combat\nat US1={HEX} {EAST_OF}\nsector 1", bare=True, dice=[2])
    fight(match, HEX, *PANZERS)  # 26 to 6 is 4:1, where a 2 is a bloodbath
    take_losses(match, "1SS")
    match.play("lose 12SS")
    assert (match.side, offered(match, "yield")) == ("allied", True)


@rule("rhine", "12.5", "12.5i")
def test_whoever_stands_with_a_corps_stays_with_it() -> None:
    # 26 to 13 is 2:1: a DR on a 5.
    units = f"{AT_2010} US1={HEX}"
    match = struck(5, units, f"{MADE18}\nsteps US1=1\nsector 1")
    assert offers(match, "to") == set()
    take_losses(match, "1SS", "AAA18", "US82AB")
    assert (where(match, "US1"), where(match, "AAA18"), steps(match, "AAA18"), steps(match, "US1")) == (HEX, HEX, 1, 1)
    assert german_steps(match) == 7


# -- 12.6: the exchange ----------------------------------------------------------------------


def linkup(units: str, more: str = MADE18, **ground: Any) -> Match:
    """The end of an Allied player turn."""
    return exchanged(table(f"turn 3\nphase allied linkup\nat {units}\n{more}", bare=True, **ground))


@rule("rhine", "12.6", "12.6a")
@pytest.mark.parametrize("label", [HEX, "2009N", "2110N"])
def test_a_corps_reached_by_ground_troops_turns_into_its_units(label: str) -> None:
    match = linkup(f"{AT_2010} US1={label} 59ID=2005N")
    assert [where(match, unit) for unit in ("AAA18", "US82AB", "US101AB")] == ["airborne", HEX, HEX]
    assert where(match, "US1") == label


@rule("rhine", "12.6", "12.6b")
def test_the_units_appear_with_the_steps_they_have_left() -> None:
    match = linkup(f"{AT_2010} US1=2110N", f"{MADE18}\nsteps AAA18=1 US82AB=1")
    assert (steps(match, "US82AB"), steps(match, "US101AB")) == (1, 2)
    units = AT_1.replace("BC1PAB=airborne", "BC1PAB=eliminated")
    match = linkup(f"{units} BC50=2110N", "made1 BC1AB\ndropped 1\nsteps AAA1=1")
    assert (where(match, "BC1AB"), steps(match, "BC1AB"), where(match, "BC1PAB")) == (HEX, 2, "eliminated")


@rule("rhine", "12.6", "12.6c", "12.6h")
def test_the_units_belong_to_their_army_groups_at_once() -> None:
    match = linkup(f"{AT_2010} BC50=2110N US1=2013N 59ID=2007N")
    assert [where(match, unit) for unit in ("AAA18", "US82AB", "US101AB")] == ["airborne", HEX, HEX]
    until(match, 4, "allied movement")
    found = reach(match, "US82AB")
    assert "2013N" in found
    assert "2110N" not in found
    refused(match.play("select US82AB"), "move 2110N", "6.4")


@rule("rhine", "12.6", "12.6h")
@pytest.mark.parametrize(
    ("corps", "unit", "label", "beside", "more"),
    [
        ("AAA18", "BC50", HEX, "2110N", MADE18),
        ("AAA1", "US1", HEX, "2011N", MADE1),
        ("AAA18", "F1MR", "2010S", "2110S", f"{MADE18}\nsector 2"),
        ("AAA18", "F2A", HEX, "2009N", MADE18),
        ("AAA18", "US4C", HEX, "1910N", MADE18),  # a brigade will do
        ("AAA18", "BC6AB", HEX, "1910N", MADE18),  # and so will paratroops on foot
    ],
)
def test_troops_of_any_army_group_will_do(corps: str, unit: str, label: str, beside: str, more: str) -> None:
    assert beside in near(label)
    match = linkup(f"{BOX.replace(f'{corps}=airborne', f'{corps}={label}')} {unit}={beside}", more)
    assert where(match, corps) == "airborne"
    assert {where(match, part) for part in (("US82AB", "US101AB") if corps == "AAA18" else ("BC1AB", "BC1PAB"))} == {
        label
    }


@rule("rhine", "12.6", "12.6d")
def test_the_corps_goes_back_to_the_box_and_may_drop_in_the_next_year() -> None:
    text = f"turn 7\nphase allied linkup\nat {AT_2010} US1=2110N 59ID=2005N\nantwerp 1\nwatch 2\n{MADE18}"
    match = exchanged(table(text, bare=True))
    assert (where(match, "AAA18"), where(match, "US82AB")) == ("airborne", HEX)
    until(match, 8, "allied movement")
    match.play("lift US82AB", "lift US101AB")
    until(match, 9, "allied airborne")
    drop(match, "AAA18", HEX).play("done")
    assert where(match, "AAA18") == HEX


@rule("rhine", "12.6", "12.6e", "12.6f")
@pytest.mark.parametrize(
    "units",
    [
        f"{AT_2010} US1=2012N",  # two hexes away
        f"{AT_2010} 59ID=2009N",
        BOX.replace("AAA18=airborne", f"AAA18={HEX}").replace("AAA1=airborne", "AAA1=2011N"),
        BOX.replace("AAA18=airborne", f"AAA18={HEX}").replace("AAA1=airborne", f"AAA1={HEX}"),
    ],
)
def test_a_corps_without_ground_troops_beside_it_stays(units: str) -> None:
    more = f"{MADE18}\nmade1 BC1AB BC1PAB" if "AAA1=2" in units else MADE18
    match = linkup(units, more)
    assert (where(match, "AAA18"), where(match, "US82AB")) == (HEX, "airborne")
    assert where(match, "AAA1") == next(word for word in units.split() if word.startswith("AAA1="))[5:]


@rule("rhine", "12.6", "12.6g")
def test_the_exchange_waits_for_the_end_of_the_allied_turn() -> None:
    match = table(f"turn 3\nphase allied movement second\nat {AT_2010} US1=2013N\n{MADE18}", bare=True)
    move(match, "US1", "2011N")
    assert (where(match, "AAA18"), where(match, "US82AB")) == (HEX, "airborne")
    exchanged(match.play("done"))
    assert (where(match, "AAA18"), where(match, "US82AB")) == ("airborne", HEX)
    # In the German turn nothing happens.
    text = f"turn 3\nphase german movement second\nat {AT_2010} US1=2011N 59ID=2005N\n{MADE18}"
    match = table(text, bare=True)
    until(match, 4, "allied movement")
    assert (where(match, "AAA18"), where(match, "US82AB")) == (HEX, "airborne")


@rule("rhine", "12.6", "12.6i")
@pytest.mark.parametrize(("feature", "lost"), [("none", True), ("coast", False)])
def test_the_units_need_supply_of_their_own(feature: str, lost: bool) -> None:
    # German troops all around the two hexes; a marker would be of no use, as a corps was on the map.
    ring = "59ID=2008N 64ID=2012N 245ID=1909N 346ID=1911N 712ID=2108N 85ID=2111N"
    match = linkup(f"{AT_2010} US1=2009N {ring}", features={HEX: feature})
    assert where(match, "US82AB") == HEX
    assert supply(match, "US82AB") == ("none" if lost else "coastal")
    until(match, 4, "allied declaration")
    assert (where(match, "US82AB") == "eliminated") == lost
    assert where(match, "US1") == "eliminated"


AROUND = "allied " + " ".join(sorted(near(HEX)))


@rule("rhine", "12.6", "12.6j")
@pytest.mark.parametrize(
    ("friend", "both"), [("US1=2110N", True), ("BC50=2110N", True), (f"BC50={HEX}", False), (f"US1={HEX}", False)]
)
def test_units_that_do_not_fit_go_next_to_the_hex(friend: str, both: bool) -> None:
    units = AT_2010.replace("AAA1=airborne", f"AAA1={HEX}") if both else AT_2010
    more = f"{MADE18}\n{AROUND}" + "\nmade1 BC1AB BC1PAB" * both
    match = table(f"turn 3\nphase allied linkup\nat {units} {friend}\n{more}", bare=True)
    for _ in range(10):
        if now(match)[1] != "allied linkup":
            break
        if offers(match, "select"):
            match.play(f"select {min(offers(match, 'select'))}")
        refused(match, "place 2013N")
        match.play(f"place {min(offers(match, 'place'))}")
    american = {where(match, unit) for unit in ("US82AB", "US101AB")}
    british = {where(match, unit) for unit in ("BC1AB", "BC1PAB")}
    assert american <= {HEX, *near(HEX)}
    assert british <= ({HEX, *near(HEX)} if both else {"airborne"})
    assert (HEX in american | british) == (friend != f"BC50={HEX}")
    unit, label = friend.split("=")
    assert label not in (british if unit == "US1" else american)
    assert not american & british
    assert (where(match, "AAA18"), now(match)[1]) == ("airborne", "german declaration")


@rule("rhine", "12.6j")
def test_units_that_fit_nowhere_are_lost() -> None:
    match = linkup(f"{AT_2010} BC50={HEX}")  # all the hexes around are German
    assert [where(match, unit) for unit in ("AAA18", "US82AB", "US101AB")] == ["airborne", "eliminated", "eliminated"]


# -- 12.7: movement --------------------------------------------------------------------------

POLDER: dict[str, Any] = {"terrain": {"2011N": "polder"}}


def marching(more: str = "sector 2", units: str = AT_2010, turn: int = 3, **ground: Any) -> Match:
    """The 1st Division, with 5 points in attenuated supply, has one of them left in 2012N."""
    made = MADE18 if units == AT_2010 else "dropped 0"
    text = f"turn {turn}\nphase allied movement\nat {units} US1=2016N\n{more}\n{made}"
    return table(text, bare=True, **ground).play("select US1", "move 2012N")


@rule("rhine", "12.7", "12.7a", "12.7b", "12.7h")
@pytest.mark.parametrize(
    "ground",
    [
        POLDER,
        {"terrain": {"2011N": "rough"}},
        {"sides": {"2011N-2012N": "river"}},
        {"sides": {"2011N-2012N": "rhine"}},
        {"sides": {"2011N-2012N": "blocked"}},
        {"terrain": {"2011N": "polder"}, "sides": {"2011N-2012N": "rhine"}},
        {"features": {"2011N": "flood"}},
    ],
    ids=["polder", "rough", "river", "rhine", "blocked", "polder and rhine", "flood"],
)
def test_next_to_a_corps_every_hex_costs_one_point(ground: dict[str, Any]) -> None:
    more = "sector 2\nflood 6" if "features" in ground else "sector 2"
    assert offered(marching(more, turn=6, **ground), "move 2011N")
    refused(marching(more, units=BOX, turn=6, **ground), "move 2011N")


@rule("rhine", "12.7a")
def test_the_hex_of_the_corps_itself_costs_one_point_and_others_their_own() -> None:
    ground = {"terrain": {HEX: "polder", "1911N": "polder"}, "sides": {f"{HEX}-2011N": "river"}}
    text = f"turn 3\nphase allied movement\nat {AT_2010} US1=2015N\nsector 2\n{MADE18}"
    match = table(text, bare=True, **ground).play("select US1", "move 2011N")
    assert offered(match, f"move {HEX}")
    refused(match, "move 1911N")  # two hexes from the corps


@rule("rhine", "12.7", "12.7c")
def test_the_german_pays_the_full_price() -> None:
    polder, river = {"terrain": {"2009N": "polder"}}, {"sides": {"2009N-2008N": "river"}}
    for ground, able in ((polder, False), (river, False), ({}, True)):
        text = f"turn 1\nphase german movement\nat {AT_2010} 12VG=2003N\n{MADE18}"
        match = table(text, bare=True, **ground).play("select 12VG", "move 2008N")  # one of six points left
        assert offered(match, "move 2009N") == able


@rule("rhine", "12.7", "12.7d")
def test_the_effect_ends_with_the_corps() -> None:
    match = linkup(f"{AT_2010} US9=2110N US1=2016N 59ID=2005N", **POLDER)
    assert where(match, "AAA18") == "airborne"
    until(match, 4, "allied movement", sector="south")
    match.play("select US1", "move 2012N")
    refused(match, "move 2011N")


@rule("rhine", "12.7", "12.7e")
def test_a_corps_does_not_help_an_attack_over_a_river() -> None:
    for kind, shift in (("river", -1), ("rhine", -2)):
        text = f"turn 3\nphase allied combat\nat {AT_2010} US1=2012N 59ID=2011N\nsector 1\n{MADE18}"
        match = table(text, bare=True, sides={"2011N-2012N": kind})
        preview = announce(match, "2011N", "US1").preview
        assert preview is not None
        assert preview.total == shift


@rule("rhine", "12.7", "12.7f")
@pytest.mark.parametrize("kind", ["estuary", "all-sea"])
def test_sea_and_estuaries_stay_closed(kind: str) -> None:
    refused(marching(sides={"2011N-2012N": kind}), "move 2011N")
    assert offered(marching(), "move 2011N")


@rule("rhine", "12.7f")
def test_closed_hexes_stay_closed() -> None:
    refused(marching(features={"2011N": "hook-of-holland"}), "move 2011N")


@rule("rhine", "12.7f")
def test_the_sea_stays_closed() -> None:
    refused(marching(terrain={"2011N": "sea"}), "move 2011N")


@rule("rhine", "12.7", "12.7g")
def test_enemy_zones_still_stop_a_move() -> None:
    text = "turn 3\nphase allied movement\nat {} US1=2013N {}\nsector 2\n" + MADE18
    match = table(text.format(AT_2010, "59ID=2110N"), bare=True)
    match.play("select US1", "move 2011N")
    refused(match, "move 1910N")
    refused(match, "select US1")
    match = table(text.format(AT_2010, "59ID=2105N"), bare=True)
    assert offered(match.play("select US1", "move 2011N"), "move 1910N")


@rule("rhine", "12.7", "12.7i")
def test_leaving_the_neighbourhood_of_a_corps_has_normal_costs() -> None:
    text = f"turn 3\nphase allied movement\nat {AT_2010} US1=2015N\nsector 2\n{MADE18}"
    match = table(text, bare=True, sides={"2011N-1911N": "river"}).play("select US1", "move 2011N")
    refused(match, "move 1911N")
    assert {"1910N", "2110N", "2111N", "2012N", HEX} <= offers(match, "move")
