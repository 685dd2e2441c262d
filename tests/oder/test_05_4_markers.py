"""5.4: the German support markers."""

from __future__ import annotations

import heapq

import pytest

from tests.kit import amount, move, now, offered, offers, reach, refused, status, where
from tests.oder.helpers_campaign import announce_unaided, fight_unaided, odds_at, until
from tests.oder.sheet import EVERY_HEX, having, near, within
from tests.oder.table import table
from tests.rules import rule

QUIET = "at 24=1713 5=2713"
DUE = "at 24=1713 5=2713 66=due 28=due\ndue_turn 66={0} 28={0}"
#: One corps and one army face each other at 2113 and 2214.
FRONT = "at 41P=2113 1GT=2214 2GT=2214"


def walk(start, factors, cost):
    """Where somebody comes with so many movement factors when a hex costs what ``cost`` says."""
    best = {start: 0}
    heap = [(0, start)]
    while heap:
        spent, at = heapq.heappop(heap)
        for to in near(at):
            total = spent + cost(to)
            if total <= factors and total < best.get(to, 99):
                best[to] = total
                heapq.heappush(heap, (total, to))
    return set(best) - {start}


@rule("oder", "5.4", "5.4b", "5.4c", "5.4d", "5.4f", "5.4q", "5.4r")
def test_where_the_markers_go():
    match = table("turn 2\nphase german declaration\nat 24=1713 5=2713 28=2904 66=2812").play("order move-fight")
    assert offers(match, "air") == set(EVERY_HEX)
    assert offers(match, "naval") == having("coast")
    refused(match, "naval 1713", "5.4")
    match.play("air 2713")  # on a Soviet army, in its zone
    assert offers(match, "naval") == having("coast")
    refused(match, "air 1713")
    match.play("naval 2904")
    markers = status(match)["markers"]
    assert (markers["air"], markers["naval"]) == ("2713", "2904")
    # There they stay.
    until(match, 2, "german movement")
    for phase in ("german movement", "german combat", "soviet movement", "soviet combat"):
        until(match, 2, phase)
        refused(match, "air 1713")
        refused(match, "naval 2007")
        assert status(match)["markers"] == markers


@rule("oder", "5.4", "5.4b", "5.4d", "5.4q")
@pytest.mark.parametrize("first", ["1003", "2713"])
def test_a_placed_marker_is_not_placed_again(first):
    """Neither marker bars the other; each is refused for its own reason. 1003 is the first hex of the map."""
    coast = {"1003": "coast", "2713": "coast", "2904": "coast"}
    match = table("turn 2\nphase german support\nat 24=1713 5=2115", bare=True, features=coast)
    match.play(f"air {first}")
    assert "is already placed" in refused(match, "air 1713", "5.4").why
    assert "1713 is not a coastal hex" in refused(match, "naval 1713", "5.4").why
    match = table("turn 2\nphase german support\nat 24=1713 5=2115", bare=True, features=coast)
    match.play(f"naval {first}")
    assert "is already placed" in refused(match, "naval 2904", "5.4").why
    assert "is already placed" in refused(match, "naval 1713", "5.4").why
    assert offers(match, "air") == set(EVERY_HEX)


@rule("oder", "5.4", "5.4e", "5.4p")
@pytest.mark.parametrize("flown", [True, False])
def test_air_support_rules_out_aerial_supply_for_the_turn(flown):
    match = table(f"turn 2\nphase german declaration\n{FRONT}", bare=True).play("order move-fight")
    match.play(*(["air 1613"] if flown else []))
    until(match, 2, "german movement")
    for phase in ("german movement", "german combat"):
        until(match, 2, phase)
        if flown:
            refused(match, "supply 41P", "5.4", "8.3")
        else:
            assert offered(match, "supply 41P")
    until(match, 2, "soviet combat").play("attack 2113")
    assert match.side == ("soviet" if flown else "german")


@rule("oder", "5.4", "5.4e", "5.4g")
@pytest.mark.parametrize("hex_", ["1003", "1004", "3521"])
def test_air_support_counts_wherever_it_is(hex_):
    """1003 is the first hex of the map, 3521 the last."""
    match = table(f"turn 2\nphase german combat\nair {hex_}\n{FRONT}", bare=True)
    refused(match, "supply 41P", "8.3", "5.4")
    match = table(f"turn 2\nphase soviet combat\nair {hex_}\n{FRONT}", bare=True).play("attack 2113")
    assert match.side == "soviet"
    text = f"turn 2\nphase soviet combat\nair {hex_}\nat 24={hex_} 1GT={min(near(hex_))}"
    assert amount(announce_unaided(table(text, bare=True), hex_, "1GT"), "11.5.3") == 1


@rule("oder", "5.4e")
def test_aerial_supply_is_back_in_the_turn_after_air_support():
    match = table(f"turn 2\nphase german support\n{FRONT}", bare=True).play("air 1613")
    assert offered(until(match, 3, "german movement"), "supply 41P")


@rule("oder", "5.4", "5.4g", "5.4k")
@pytest.mark.parametrize(("side", "unit"), [("german", "24"), ("soviet", "8G")])
def test_the_air_marker_acts_on_movement_in_its_hex_and_next_to_it(side, unit):
    # All hexes are forest, 2 factors: 1 for Germans under the marker, 3 for Soviets there.
    text = f"turn 2\nphase {side} movement\nair 1813\nat {unit}=1613"
    match = table(text, bare=True, terrain=dict.fromkeys(EVERY_HEX, "forest"))
    area = within("1813", 1) | {"1813"}
    inside = 1 if side == "german" else 3
    assert reach(match, unit) == walk("1613", 6, lambda to: inside if to in area else 2)


@rule("oder", "5.4", "5.4g", "5.4h")
@pytest.mark.parametrize(
    ("marker", "amount"),
    [("air 2113", 1), ("air 2212", 0), ("air 2213", 1), ("air 2315", 0), ("naval 2113", 1), ("naval 2213", 0)],
)
def test_how_far_the_markers_act_on_combat(marker, amount):
    shore = {"2113": "coast", "2213": "coast"}
    german = f"turn 2\nphase german combat\n{marker}\nat 24=2013 5=2113"
    assert odds_at(german, "2113", "24", bare=True, features=shore) == ("1:1", -amount)
    soviet = f"turn 2\nphase soviet combat\n{marker}\naerial_spent 1\nat 24=2113 1GT=2214"
    assert odds_at(soviet, "2113", "1GT", bare=True, features=shore) == ("1:1", amount)


@rule("oder", "5.4", "5.4i", "5.4j")
def test_markers_take_no_room_and_do_not_occupy_a_hex():
    shore = {"2113": "coast"}
    text = "turn 2\nphase {} {}\nair 2113\nnaval 2113\nat {}"
    match = table(text.format("german", "movement", "24=2113 66=2113 67=2113 5=2713"), bare=True, features=shore)
    assert now(match.play("done")) == (2, "german combat")
    match = table(text.format("soviet", "movement", "24=1613 5=2214"), bare=True, features=shore)
    move(match, "5", "2113")
    assert where(match, "5") == "2113"
    refused(table(text.format("soviet", "combat", "24=1613 5=2214"), bare=True, features=shore), "attack 2113")


@rule("oder", "5.4", "5.4k")
def test_a_naval_marker_stops_no_movement():
    match = table("turn 2\nphase soviet movement\nnaval 2414\nat 5=2514", bare=True, features={"2414": "coast"})
    assert reach(match, "5") == within("2514", 4)


@rule("oder", "5.4", "5.4l")
@pytest.mark.parametrize(
    ("side", "unit", "start", "enemy"), [("german", "24", "2012", "5=2214"), ("soviet", "8G", "2214", "66=2012")]
)
def test_a_marker_cancels_no_zone_of_control(side, unit, start, enemy):
    held = "2113" if side == "german" else "2112"
    text = f"turn 2\nphase {side} movement\nair {held}\nnaval {held}\nat {unit}={start} {enemy}"
    match = table(text, bare=True, features={held: "coast"})
    match.play(f"select {unit}", f"move {held}")
    refused(match, f"select {unit}")
    assert not offers(match, "move")


@rule("oder", "5.4", "5.4m")
def test_markers_are_no_losses():
    text = "turn 2\nphase soviet combat\nair 2113\nnaval 2113\nat 41P=2113 46P=2113 1GT=2214 2GT=2214 3GT=2214 4T=2213"
    match = table(text, bare=True, features={"2113": "coast"}, dice=[1, 1, 1])
    fight_unaided(match, "2113", "1GT", "2GT", "3GT", "4T")  # 35 to 10 is 3:1, die 1 and 2 is EX
    match.play("lose 4T")
    assert (match.side, offers(match, "lose")) == ("german", {"41P", "46P"})
    match.play("lose 46P")
    assert [where(match, unit) for unit in ("41P", "46P")] == ["2113", "due"]
    assert (status(match)["markers"]["air"], status(match)["markers"]["naval"]) == ("2113", "2113")
