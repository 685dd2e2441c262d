"""Chapter 3: set-ups, lengths, and what each scenario leaves out."""

from __future__ import annotations

import pytest

from tests.reich.helpers_map import COUNTERS, GRID, GROUND, INDEX, ROSTER, SCENARIOS, at, ids, region
from tests.rules import rule

CAMPAIGN, BREAKOUT, FINAL = (SCENARIOS[name].words for name in ("campaign", "breakout", "final"))
STEPS = {step["number"]: step for step in FINAL["steps"]}


@rule("reich", "3.1a", "3.2.B", "3.3.Ba", "3.4.B", "3.4.A.1b")
def test_three_scenarios_and_their_turns() -> None:
    assert {name: (s.words["first_turn"], s.turns) for name, s in SCENARIOS.items()} == {
        "campaign": (1, 15),
        "breakout": (1, 6),
        "final": (11, 15),
    }


@rule("reich", "3.2.A")
@pytest.mark.parametrize(
    ("label", "units"),
    [
        ("0619", "US-4 US-90 US-82AB"),
        ("0820", "US-1 US-29 US-2"),
        ("1020", "CW-50 CW-7A CW-8AB"),
        ("1121", "CW-3 CW-3C CW-27AB CW-2CAB"),
        ("0620", "US-101AB"),
        ("1221", "CW-51 CW-6AB"),
        ("England", "CW-1AB CW-52AL"),
        ("0821", "G-352 G-914"),
        ("0520", "G-91"),
        ("1421", "G-711"),
        ("1230", "G-HQ7"),
        ("1621", "G-IIIFLK"),
    ],
)
def test_set_up_of_the_campaign(label: str, units: str) -> None:
    assert {unit for unit, where in CAMPAIGN["setup"].items() if where == label} == set(units.split())


def test_no_enemies_share_a_hex_at_the_start() -> None:
    sides: dict[str, set[str]] = {}
    for unit, label in CAMPAIGN["setup"].items():
        sides.setdefault(label, set()).add(COUNTERS[INDEX[unit]].side)
    assert all(len(found) == 1 for found in sides.values())


@rule("reich", "16.1.Ba")
def test_every_metz_fort_has_its_garrison() -> None:
    where = {CAMPAIGN["setup"][COUNTERS[u].id] for u in range(len(COUNTERS)) if ROSTER.types["garrison"] >> u & 1}
    assert {at(label) for label in where} == set(_hexes("Metz Forts"))


def _hexes(name: str) -> list[int]:
    return [h for h in range(region(name).bit_length()) if region(name) >> h & 1]


@rule("reich", "3.2.E.1", "3.2.E.2", "17.9.1")
def test_special_set_up_of_june() -> None:
    for words in (CAMPAIGN, BREAKOUT):
        assert words["strafed"] == "G-LEHR"
        assert words["dropped"] == ["US-82AB", "US-101AB", "CW-6AB"]
    where = CAMPAIGN["anywhere"]["G-503SS"]
    assert where["entry"] == "E"
    assert region("E entrance") >> at(where["proposed"]) & 1
    assert _cheapest_exit(where["proposed"]) == 1


def _cheapest_exit(label: str) -> int:
    costs = GROUND.costs("ordinary")
    found = [costs.step(at(label), n) for n in GRID.neighbour_list(at(label))]
    return min(price for price in found if price is not None)


@rule("reich", "3.3.Aa", "3.3.Ac", "3.3.Fb")
def test_units_of_the_east_map_wait_off_the_map() -> None:
    waiting = set(BREAKOUT["waiting"])
    assert waiting == {"G-503SS", "G-1SS", "G-16LW", "G-347", "G-719", "G-70"}
    assert not waiting & set(BREAKOUT["setup"])
    assert set(BREAKOUT["absent"]) == ids(ROSTER.types["garrison"])
    here = {unit: label for unit, label in CAMPAIGN["setup"].items() if unit not in waiting | set(BREAKOUT["absent"])}
    assert BREAKOUT["setup"] == here
    assert all(region("West Map") >> at(label) & 1 for label in here.values() if label != "England")


@rule("reich", "3.3.Ab", "3.3.Ad")
def test_no_unit_is_due_after_turn_6_or_from_the_south_east() -> None:
    assert set(BREAKOUT["arrivals"]) == {2, 3, 4, 5, 6}
    late = [unit for units in BREAKOUT["arrivals"].values() for unit in units]
    assert not [unit for unit in late if ROSTER.entry[INDEX[unit]] == "A-D"]
    for turn in (2, 3, 4, 5):
        assert BREAKOUT["arrivals"][turn] == CAMPAIGN["arrivals"][turn]


@rule("reich", "7.1.4")
def test_the_campaign_brings_every_unit() -> None:
    due = [unit for units in CAMPAIGN["arrivals"].values() for unit in units]
    tactical = ids(ROSTER.types["tactical-air"])
    assert sorted([*CAMPAIGN["setup"], *CAMPAIGN["anywhere"], *due, *tactical]) == sorted(INDEX)


@rule("reich", "3.4.A.1a")
def test_reinforcements_of_final_battles_are_those_of_the_campaign() -> None:
    assert FINAL["arrivals"] == {turn: CAMPAIGN["arrivals"][turn] for turn in range(11, 16)}


@rule("reich", "3.4.Aa", "3.4.A.2b", "3.4.A.4a", "3.4.A.4b", "3.4.A.4c", "3.4.A.4d", "3.4.A.4e", "3.4.A.7a")
def test_named_units_of_the_final_battles_steps() -> None:
    assert list(STEPS) == list(range(2, 11))
    assert set(STEPS[2]["removed"]) == {"CW-1AB", "CW-POLAB", "CW-Bel", "CW-NLPI"}
    assert STEPS[4]["placed"] == {
        "AL-SHAEF": "3525",
        "US-82AB": "3525",
        "US-101AB": "3525",
        "CW-HQ21": "3913",
        "US-HQ1-12": "4225",
        "US-HQ6": "4734",
    }
    assert set(STEPS[4]["england"]) == {"CW-6AB", "CW-52AL", "US-17AB"}
    garrisons = ids(ROSTER.types["garrison"])
    assert set(STEPS[7]["removed"]) - garrisons == {
        *("G-IIIFLK", "G-HQ7", "G-21KG", "G-30BDE", "G-6FJR", "G-914", "G-709", "G-716"),
    }
    assert garrisons <= set(STEPS[7]["removed"])
    assert STEPS[8]["reduced"] == ["G-9SS", "G-10SS"]


@rule("reich", "3.4.A.9a", "3.4.A.9b", "3.4.A.9c", "3.4.A.9d", "3.4.A.9e")
def test_the_german_set_up_of_final_battles() -> None:
    assert set(STEPS[9]["box"]) == {
        *("G-1SS", "G-2SS", "G-12SS", "G-LEHR", "G-2PZ", "G-116PZ"),
        *("G-150PB", "G-FEB", "G-501SS", "G-506"),
    }
    assert set(STEPS[9]["garrisons"]) == {"4404", "4005", "4302"}
    assert STEPS[9]["anywhere"] == ["G-21PZ"]
    for name in STEPS[9]["pairs"]:
        assert region("German Front Line hexes") & region(name)


@rule("reich", "3.4.A.2a", "3.4.A.3a", "3.4.A.3b", "3.4.A.3c", "3.4.A.3d", "3.4.A.5a")
@rule("reich", "3.4.A.7b", "3.4.A.7c", "3.4.A.8a")
def test_how_many_units_are_chosen() -> None:
    found = {(n, c["of"], c["what"]): c["count"] for n, step in STEPS.items() for c in step.get("chosen", ())}
    assert found == {
        (2, "commonwealth infantry divisions", "remove"): 2,
        (3, "commonwealth infantry divisions", "reduce"): 6,
        (3, "commonwealth armored divisions", "reduce"): 2,
        (3, "us infantry divisions", "reduce"): 6,
        (3, "us armored divisions", "reduce"): 1,
        (5, "commonwealth divisions", "keep"): 4,
        (5, "us and french divisions", "keep"): 4,
        (7, "1-2-4 divisions", "remove"): 10,
        (7, "3-4 infantry divisions", "remove"): 1,
        (7, "2-3 infantry divisions", "remove"): 6,
        (7, "1-2 infantry divisions", "remove"): 3,
        (8, "fj divisions", "reduce"): 2,
    }


@rule("reich", "17.9.3.A", "3.4.E.2d")
def test_airborne_operations_by_scenario() -> None:
    assert [words["airborne_operations"] for words in (CAMPAIGN, BREAKOUT, FINAL)] == [2, 2, 1]


@rule("reich", "3.4.A.6b", "3.4.A.9h")
def test_the_fronts_of_december_can_be_covered() -> None:
    """With terrain ignored, hexes that a few stacks and their neighbours cover."""
    for name, most in (("Allied Front Line hexes", 25), ("German Front Line hexes", 25)):
        left, used = region(name), 0
        while left:
            h = max(_hexes(name), key=lambda x: ((GRID.neighbours(1 << x) | 1 << x) & left).bit_count())
            left &= ~(GRID.neighbours(1 << h) | 1 << h)
            used += 1
        assert used <= most
