"""Influence maps agree with the rules."""

from __future__ import annotations

import gc
import weakref

import pytest

from grognard.ai.knowledge import knowledge
from grognard.ai.maps import Maps
from grognard.hexes import bits

from ..hurtgen.table import table as hurtgen
from ..oder.table import table as oder
from ..rhine.table import table as rhine
from .drill import BLUE, RED, Drill

#: Single units at the start of their movement, with and without an enemy nearby.
LONE = {
    "infantry": (hurtgen, "turn 3\nphase us movement\nat 1/8=0505 1/983=1212", "1/8"),
    "tanks": (hurtgen, "turn 3\nphase german movement\nat 16=1014 1/8=1212", "16"),
    "guns": (hurtgen, "turn 3\nphase us movement\nat 20=0505 1/983=0708", "20"),
    "two hexes off": (hurtgen, "turn 3\nphase us movement\nat 1/8=0505 1/983=0705 2/983=0507", "1/8"),
    "panzers": (oder, "turn 3\nphase german movement\nat 24=1812 5=2013", "24"),
    "out of a zone": (oder, "turn 3\nphase german movement\nat GD=1812 5=1912", "GD"),
    "an army": (oder, "turn 3\nphase soviet movement\nat 5=2010 GD=2210", "5"),
    "no column on turn 1": (rhine, "turn 1\nphase german movement\nat 9SS=2010N US1=2014N", "9SS"),
    "north of the sector line": (rhine, "turn 3\nphase allied movement\nsector 2\nat 9SS=2510N BC53=2810N", "BC53"),
    "south of it": (rhine, "turn 3\nphase allied movement\nsector 2\nat 9SS=2510N US80=2810N", "US80"),
    "half supplied": (rhine, "turn 3\nphase allied movement\nsector 2\nat 9SS=2010N US1=2011N", "US1"),
}
#: The same for units that may move in column.
COLUMNS = {
    "panzers": (rhine, "turn 3\nphase german movement\nat 9SS=2010N US1=2013N", "9SS"),
    "volksgrenadiers": (rhine, "turn 5\nphase german movement\nat 183VG=2406N US1=2014N", "183VG"),
}


def offered(found):
    """The maps of a position, a unit, and the hexes it may move to, including its own."""
    table, text, name = found
    match = table(text)
    unit = match.game.unit_ids[name]
    maps = Maps(match.game, match.state.copy())
    match.play(f"select {name}")
    return maps, unit, match.actions.offer["move"] | 1 << maps.s.at[unit]


@pytest.mark.parametrize("found", LONE.values(), ids=LONE.keys())
def test_a_lone_unit_reaches_what_the_rules_offer(found):
    maps, unit, there = offered(found)
    assert maps.reach(unit) == there
    assert maps.destinations(unit) == there


@pytest.mark.parametrize("found", COLUMNS.values(), ids=COLUMNS.keys())
def test_units_in_column_get_farther(found):
    maps, unit, there = offered(found)
    assert maps.destinations(unit) == there
    assert maps.reach(unit) & ~maps.destinations(unit) == 0
    assert maps.reach(unit) != there


def test_a_unit_that_may_not_leave_a_zone_stays():
    match = hurtgen("turn 3\nphase us movement\nat 1/8=0505 1/983=0605 2/8=0510")
    maps = Maps(match.game, match.state)
    unit = match.game.unit_ids["1/8"]
    assert maps.reach(unit) == 1 << match.state.at[unit]
    assert "select 1/8" not in match.actions


def test_no_unit_moves_from_zone_to_zone():
    """Enemy zones cover the neighbours to the east and north, so only the path back is open."""
    game = Drill()
    maps = Maps(game, game.position(b1="0505", r1="0605", r2="0603"))
    found = maps.reach(game.unit_ids["b1"])
    assert found & game.hexes("0404 0405") == game.hexes("0404 0405")
    assert not found & game.hexes("0604 0605")


def test_the_enemy_stops_a_march():
    """Red is three hexes away; blue moves no deeper than its zone, and not into it in column."""
    game = Drill(long=6)
    maps = Maps(game, game.position(b1="0305", r1="0605"))
    zone = game.board.grid.neighbours(1 << game.hex("0605"))
    b1 = game.unit_ids["b1"]
    behind = game.hexes("0705 0706 0805")
    assert maps.reach(b1) & zone == game.hexes("0505 0506 0604"), "the near side of the zone"
    assert not maps.reach(b1) & (behind | 1 << game.hex("0605"))
    assert maps.destinations(b1) & zone == maps.reach(b1) & zone, "who goes in column keeps out of zones"
    assert maps.destinations(b1) & behind == game.hexes("0805"), "but gets round them"


def test_the_threat_to_a_hex_is_the_strength_that_can_get_next_to_it():
    game = Drill()
    maps = Maps(game, game.position(b5="0201", b6="0210", r1="1205"))
    grid, threat = game.board.grid, maps.threat(BLUE)
    for h in grid:
        near = sum(
            strength for label, strength in (("0201", 2), ("0210", 9)) if 0 < grid.distance(h, game.hex(label)) <= 4
        )
        # Adjacent hexes as well: the unit steps aside and attacks back.
        assert threat.at(h) == near + sum(s for label, s in (("0201", 2), ("0210", 9)) if h == game.hex(label))
    assert threat.at(game.hex("1205")) == 0


def test_without_units_there_is_no_threat():
    game = Drill()
    maps = Maps(game, game.position(r1="0505"))
    assert maps.threat(BLUE).any() == 0
    assert maps.reachable(BLUE) == 0
    assert maps.danger(RED, game.hex("0505"), 1.0, 1.0) == 0.0


def test_hexes_in_reach_of_the_enemy():
    """All hexes it can move to, and adjacent hexes with our units."""
    game = Drill()
    maps = Maps(game, game.position(r1="0305", b1="0605"))
    grid = game.board.grid
    r1, b1 = game.hex("0305"), game.hex("0605")
    assert grid.distance(r1, b1) == 3
    assert maps.reachable(RED) == maps.reach(game.unit_ids["r1"]) | 1 << b1
    assert not maps.reach(game.unit_ids["r1"]) >> b1 & 1
    assert all(maps.reachable(RED) >> h & 1 for h in grid if grid.distance(h, r1) <= 2)
    assert not any(maps.reachable(RED) >> h & 1 for h in grid if grid.distance(h, r1) > 3)


def test_a_retreat_needs_an_adjacent_hex_out_of_the_enemys_reach():
    game = Drill()
    maps = Maps(game, game.position(r1="0105", b1="0605"))
    grid, foe = game.board.grid, game.hex("0105")
    # The enemy moves three hexes and its zone reaches one farther: an adjacent hex at distance five is safe.
    safe = {h for h in grid if grid.distance(h, foe) >= 5}
    assert set(bits(maps.retreat_hexes(BLUE))) == {h for h in grid if safe & set(grid.neighbour_list(h))}


def test_a_threatened_unit_may_still_have_a_retreat():
    """The enemy can move next to the unit but not behind it."""
    game = Drill()
    maps = Maps(game, game.position(r1="0205", b1="0605"))
    here = game.hex("0605")
    assert maps.threat(RED).at(here)
    assert maps.retreat_hexes(BLUE) >> here & 1


@pytest.mark.parametrize(("strong", "weak"), [(("r6",), ("r5",)), (("r6", "r5"), ("r6",))])
def test_more_enemies_mean_more_danger(strong, weak):
    def danger(*names):
        game = Drill()
        places = dict(zip(names, ("0205", "0206"), strict=False))
        maps = Maps(game, game.position(b5="0605", **places))
        return maps.danger(BLUE, game.hex("0405"), 2.0, 2.0)

    assert danger(*strong) > danger(*weak) > 0.0


def test_a_surrounded_unit_is_in_more_danger():
    """The other units only block retreats: they have no attack strength."""
    game = Drill(gentle=True, harmless={"r1", "r2", "r3"})
    here = game.hex("0505")
    free = Maps(game, game.position(b5="1205", r5="0105"))
    hemmed = Maps(game, game.position(b5="1205", r5="0105", r1="0905", r2="0501", r3="0510"))
    assert free.retreat_hexes(BLUE) >> here & 1
    assert not hemmed.retreat_hexes(BLUE) >> here & 1
    assert free.threat(RED).at(here) == hemmed.threat(RED).at(here) > 0
    assert hemmed.danger(BLUE, here, 2.0, 2.0) > free.danger(BLUE, here, 2.0, 2.0)


def test_distance_from_counts_hexes_to_the_nearest_unit():
    game = Drill()
    maps = Maps(game, game.position(r1="0101", r2="1210"))
    grid = game.board.grid
    for h in grid:
        assert maps.distance_from(RED)[h] == min(grid.distance(h, game.hex("0101")), grid.distance(h, game.hex("1210")))


def test_the_defence_and_the_worth_of_a_stack_are_sums():
    game = Drill(stack_limit=3)
    maps = Maps(game, game.position(b1="0505", b6="0505", b5="0506"))
    assert (maps.defense_at(game.hex("0505")), maps.worth_at(game.hex("0505"))) == (10.0, 10.0)
    assert (maps.defense_at(game.hex("0506")), maps.defense_at(game.hex("0101"))) == (2.0, 0.0)


def test_a_prospect_is_the_average_of_the_effects():
    game = Drill()
    s = game.position(b1="0505", r1="0605")
    p = knowledge(game).prospect(s, BLUE, 3.0, 1.0, game.hex("0605"))
    assert p == pytest.approx((0.1, 0.0, 0.9, 0.0, 0.0, 0.0, 0.0, 0.0, 0.0))
    gentle = Drill(gentle=True)
    p = knowledge(gentle).prospect(s, BLUE, 3.0, 1.0, game.hex("0605"))
    assert p == pytest.approx((0.1, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0, 0.0))
    bloody = Drill(bloody=True)
    p = knowledge(bloody).prospect(s, BLUE, 3.0, 1.0, game.hex("0605"))
    assert p == pytest.approx((0.1, 0.0, 0.0, 0.0, 0.0, 0.9, 0.0, 0.0, 0.0))


def test_knowledge_is_not_shared_between_games():
    one, other = Drill(), Drill(gentle=True)
    assert knowledge(one) is knowledge(one)
    assert knowledge(one).doctrine is one.doctrine
    assert knowledge(other).doctrine is other.doctrine


def test_knowledge_lasts_as_long_as_the_game():
    game = Drill()
    known = weakref.ref(knowledge(game))
    gc.collect()
    assert known() is knowledge(game)
    del game
    gc.collect()
    assert known() is None


def test_a_unit_moves_only_to_allowed_hexes():
    free, bound = Drill(long=6), Drill(long=6)
    bound.doctrine.bound_hexes = {"b1": bound.hexes("0505 0506 0507 0508 0605")}
    for game, there in ((free, True), (bound, False)):
        maps = Maps(game, game.position(b1="0505", r1="1201"))
        unit = game.unit_ids["b1"]
        assert maps.reach(unit) >> game.hex("0506") & 1
        assert maps.destinations(unit) >> game.hex("0508") & 1
        assert bool(maps.reach(unit) >> game.hex("0504") & 1) is there
        assert bool(maps.destinations(unit) >> game.hex("0504") & 1) is there
        assert bool(maps.forbidden_hexes(unit) >> game.hex("0504") & 1) is not there


def test_attack_hexes_with_a_bonus_mean_more_danger():
    game = Drill()
    s = game.position(b1="0505", r5="0805")
    plain = Maps(game, s).danger(BLUE, game.hex("0505"), 1.0, 1.0)
    game.doctrine.heights = game.hexes("0605")
    assert Maps(game, s).attack_bonus(RED, game.hex("0505"), game.hexes("0605 0606")) == 1
    assert Maps(game, s).attack_bonus(RED, game.hex("0505"), game.hexes("0606")) == 0
    assert Maps(game, s).danger(BLUE, game.hex("0505"), 1.0, 1.0) > plain > 0
    game.doctrine.heights = game.hexes("0404")
    assert Maps(game, s).danger(BLUE, game.hex("0505"), 1.0, 1.0) == plain, "he cannot get there"
