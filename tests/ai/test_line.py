"""Lines: the enemy's open paths, and the units that block them."""

from __future__ import annotations

from itertools import pairwise

import pytest

from grognard.ai.line import Line
from grognard.ai.maps import Maps
from grognard.ai.plan.posts import Posts
from grognard.hexes import bits

from .drill import BLUE, RED, Drill

#: Red comes from the west; the city is three hexes to the east of it.
CITY, FOE = "0505", "0205"


def line(vital=CITY, *, door="", long=0, **at):
    game = Drill(long=long)
    game.doctrine.vital_hexes = (game.hexes(vital), 0)
    game.doctrine.door_hexes = (game.hexes(door), 0)
    s = game.position(**at)
    return game, s, Line(Maps(game, s), BLUE)


def bar(game, s, found, *, fixed="", free=(), worth=lambda u, h: 0.0, otherwise=None):
    """Posts by name; ``otherwise`` gives the hexes of units that do not become blockers."""
    places = {game.unit_ids[name]: game.hex(label) for name, label in (otherwise or {}).items()}
    units = {game.unit_ids[name]: places.get(game.unit_ids[name], -1) for name in free}

    def best(u, hexes):
        h = max(bits(hexes), key=lambda h: (worth(u, h), -h), default=-1)
        return (worth(u, h), h) if h >= 0 else (-1e18, -1)

    spots = Posts(found).block(s, game.hexes(fixed), units, best)
    return {game.counters[u].id: game.board.grid.label(h) for u, h in spots.items()}


def zone_of(game, labels):
    return game.board.grid.neighbours(game.hexes(labels))


def closed(game, s, found, spots, fixed=""):
    held = game.hexes(" ".join((fixed, *spots.values())))
    return not found.breach(found.targets(s), game.board.grid.neighbours(held), held)


def test_a_gap_lets_the_enemy_through():
    game, s, found = line(r1=FOE, b1="0901")
    way = found.breach(found.targets(s), 0, 0)
    assert (way[0], way[-1]) == (game.hex(FOE), game.hex(CITY))
    assert all(game.board.grid.distance(a, b) == 1 for a, b in pairwise(way))


@pytest.mark.parametrize("post", ["0405", "0404", "0305"])
def test_the_zone_of_a_unit_blocks_a_path(post):
    game, s, found = line(r1=FOE, b1=post)
    assert not found.breach(found.targets(s), zone_of(game, post), game.hexes(post))


def test_a_unit_far_from_the_path_blocks_nothing():
    game, s, found = line(r1=FOE, b1="1201")
    assert found.breach(found.targets(s), zone_of(game, "1201"), game.hexes("1201"))


def test_a_unit_in_the_city_keeps_the_enemy_out():
    game, s, found = line(r1=FOE, b1=CITY)
    assert not found.breach(found.targets(s), 0, game.hexes(CITY))


def test_the_path_is_blocked_by_a_unit_in_reach():
    game, s, found = line(r1=FOE, b1="0505", b2="1201")
    game.doctrine.vital_hexes = (game.hexes("0504"), 0)
    spots = bar(game, s, found, free=("b2", "b1"))
    assert set(spots) == {"b1"}, "the other is too far away"
    assert closed(game, s, found, spots)


def test_every_post_is_in_the_reach_of_its_unit_and_no_unit_has_two():
    game, s, found = line("0502 0508 1005", r1=FOE, r2="0202", r3="0208", b1="0602", b2="0605", b3="0608", b4="0904")
    spots = bar(game, s, found, free=("b1", "b2", "b3", "b4"))
    assert spots
    assert closed(game, s, found, spots)
    for name, label in spots.items():
        assert found.maps.destinations(game.unit_ids[name]) >> game.hex(label) & 1
    assert not {game.hex(label) for label in spots.values()} & set(bits(found.maps.occupied[RED]))


def test_of_several_posts_the_best_for_the_unit_is_chosen():
    game, s, found = line(r1=FOE, b1="0606")
    best = game.hex("0404")
    assert bar(game, s, found, free=("b1",), worth=lambda u, h: float(h == best)) == {"b1": "0404"}


def test_a_closed_line_needs_no_more_units():
    game, s, found = line(r1=FOE, b1="0405", b2="0605")
    assert bar(game, s, found, fixed="0405", free=("b2",)) == {}


def test_nothing_is_blocked_where_nothing_is_vital():
    game, s, found = line("", r1=FOE, b1="0505")
    assert bar(game, s, found, free=("b1",)) == {}


def test_no_unit_is_sent_where_the_enemy_cannot_come():
    game, s, found = line("1005", r1=FOE, b1="0905")
    assert bar(game, s, found, free=("b1",)) == {}


def test_exits_are_blocked_too():
    game, s, found = line("", door=CITY, r1=FOE, b1="0606")
    assert found.breach(found.targets(s), 0, 0)
    spots = bar(game, s, found, free=("b1",), worth=lambda u, h: -float(game.board.grid.distance(h, game.hex("0405"))))
    assert closed(game, s, found, spots)


@pytest.mark.parametrize(("vital", "door"), [("", CITY), (CITY, "")])
def test_a_zone_over_a_hex_does_not_keep_the_enemy_out(vital, door):
    """The enemy must stop in the hex, but then it is there, and leaves through an exit in its next turn."""
    game, s, found = line(vital, door=door, r1=FOE, b1="0605")
    assert game.board.grid.distance(game.hex("0605"), game.hex(CITY)) == 1
    assert found.breach(found.targets(s), zone_of(game, "0605"), game.hexes("0605"))
    assert found.open(found.targets(s), zone_of(game, "0605"), game.hexes("0605"))


def test_the_hexes_in_front_of_an_exit_are_its_approaches():
    game, _, found = line("", door=CITY, r1=FOE, b1="0901")
    assert found.exits == game.hexes(CITY)
    assert found.approaches == game.board.grid.neighbours(found.exits) | found.exits
    assert line(r1=FOE, b1="0901")[2].approaches == 0, "a city is no door"


def test_a_post_covers_as_many_exits_as_possible():
    game, s, found = line("", door="0504 0505", r1="0204", b1="0606")
    assert found.open(found.targets(s), 0, 0) == game.hexes("0504 0505")
    away = game.hex("0606")
    assert not closed(game, s, found, {"b1": "0606"}), "as near as can be, but it keeps one door only"
    spots = bar(game, s, found, free=("b1",), worth=lambda u, h: -float(game.board.grid.distance(h, away)))
    assert len(spots) == 1
    assert closed(game, s, found, spots)


def test_a_post_is_in_front_of_an_exit_rather_than_in_it():
    """A unit defeated in an exit leaves it to the enemy. Otherwise both posts cover the same hexes."""
    game, s, found = line("", door="0504 0505 0506", r1=FOE, b1="0606")
    inside, before = game.hex("0505"), game.hex("0405")
    sills = found.open(found.approaches, 0, 0)
    assert (zone_of(game, "0505") & sills).bit_count() == (zone_of(game, "0405") & sills).bit_count()
    spots = bar(game, s, found, free=("b1",), worth=lambda u, h: 9.0 * (h == inside) + 1.0 * (h == before))
    assert not found.exits >> game.hex(spots["b1"]) & 1


def test_hexes_that_the_army_covers_anyway_need_no_posts():
    game, s, found = line("", door=CITY, r1=FOE, b1="0606", b2="0705")
    assert bar(game, s, found, free=("b1", "b2"), otherwise={"b2": "0405"}) == {}
    assert bar(game, s, found, free=("b1", "b2"), otherwise={"b2": "1001"}), "that one is nowhere near"


def test_a_unit_with_a_post_does_not_block_its_former_hex():
    """Two exits, and one unit that blocks the paths to both only as long as it stays."""
    game, s, found = line("0505 0502", r1="0203", b1="0403")
    assert closed(game, s, found, {"b1": "0403"})
    unit = game.unit_ids["b1"]
    assert Posts(found)._held(0, {unit: game.hex("0403")}, {}) == game.hexes("0403")
    assert Posts(found)._held(0, {unit: game.hex("0403")}, {unit: game.hex("0505")}) == game.hexes("0505")
    assert Posts(found)._held(game.hexes("1001"), {unit: -1}, {}) == game.hexes("1001")


def test_strong_attackers_do_not_block_exits():
    game, s, found = line("", door=CITY, r1=FOE, b6="0605", b1="0606")
    assert set(bar(game, s, found, free=("b6", "b1"))) == {"b1"}
    assert set(bar(game, s, found, free=("b6", "b1"), worth=lambda u, h: 5.0 * (u == game.unit_ids["b6"]))) == {"b6"}


def test_a_long_move_outside_zones_is_stopped_by_a_zone():
    game, s, found = line("1005", long=9, r1=FOE, b1="0705")
    assert found.breach(found.targets(s), 0, 0)
    wall = "0701 0703 0705 0707 0709 0710"
    held = game.hexes(wall)
    assert not found.breach(found.targets(s), game.board.grid.neighbours(held), held)


def test_a_long_move_outside_zones_does_not_enter_a_zone():
    """The city is in the zone of a unit that is not on the path to it."""
    game, s, found = line("1005", long=9, r1=FOE, b1="1105")
    assert game.board.grid.distance(game.hex("1005"), game.hex("1105")) == 1
    assert not found.breach(found.targets(s), zone_of(game, "1105"), game.hexes("1105"))


def test_a_post_next_to_the_last_hex_is_too_late():
    """The enemy stops when it enters a zone, which here is the city itself: a unit behind it blocks nothing."""
    game, s, found = line(r1=FOE, b1="0706")
    behind = game.hex("0605")
    assert game.board.grid.distance(behind, game.hex(CITY)) == 1
    assert found.maps.destinations(game.unit_ids["b1"]) >> behind & 1
    worth = {behind: 2.0, game.hex("0405"): 1.0}
    spots = bar(game, s, found, free=("b1",), worth=lambda u, h: worth.get(h, 0.0))
    assert spots == {"b1": "0405"}
    assert closed(game, s, found, spots)


def test_posts_that_become_unnecessary_are_dropped():
    game, s, found = line(r1=FOE, b1="0606", b2="0505")
    first, later = game.unit_ids["b1"], game.unit_ids["b2"]
    spots, nowhere = {first: game.hex("0606"), later: game.hex("0405")}, {first: -1, later: -1}
    assert Posts(found)._needed(spots, 0, nowhere, found.targets(s)) == {later: game.hex("0405")}
    assert Posts(found)._needed(spots, game.hexes("0405"), nowhere, found.targets(s)) == {}, "held anyhow"
    worth = {(first, game.hex("0406")): 3.0, (later, game.hex("0405")): 2.0}
    spots = bar(game, s, found, free=("b1", "b2"), worth=lambda u, h: worth.get((u, h), 0.0))
    assert spots == {"b2": "0405"}, "the first post left a way open, and the second bars it alone"
    assert Posts(found)._needed({first: game.hex("0404")}, 0, nowhere, found.targets(s)) == {first: game.hex("0404")}


def test_open_targets_are_those_with_an_open_path():
    game, s, found = line("0505 0504 1201", r1=FOE, b1="0901")
    targets = found.targets(s)
    open_ = found.open(targets, 0, 0)
    assert open_ == game.hexes("0505 0504")
    assert found.open(targets, zone_of(game, "0404"), game.hexes("0404")) & ~open_ == 0
    assert not found.open(targets, 0, game.hexes("0505 0504"))


def test_one_unit_blocks_one_path():
    """The better unit could block either path, but not both."""
    game, s, found = line("0503 0507", r1="0203", r2="0207", b1="0605", b2="0606")
    cities, distance = game.hexes("0503 0507"), game.board.grid.distance

    def worth(unit, h):
        return 10.0 * (unit == game.unit_ids["b1"]) - min(distance(h, city) for city in bits(cities))

    spots = bar(game, s, found, free=("b1", "b2"), worth=worth)
    assert set(spots) == {"b1", "b2"}
    assert closed(game, s, found, spots)


def test_targets_that_cannot_be_protected_are_given_up():
    game, s, found = line("0204 0505", r1=FOE, b1="0705")
    spots = bar(game, s, found, free=("b1",))
    held = game.hexes(" ".join(spots.values()))
    zone = game.board.grid.neighbours(held)
    assert found.breach(game.hexes("0204"), zone, held), "right beside him: nobody can help"
    assert not found.breach(game.hexes("0505"), zone, held)


@pytest.mark.parametrize(("no_zones", "spots"), [(0, {"b1": "0405"}), (-1, {"b2": CITY})])
def test_posts_block_by_zones_and_not_by_nearness(no_zones, spots):
    """Without zones, a post in front of the city blocks nothing, so a unit must be in the city."""
    game, s, found = line(r1=FOE, b1="0606", b2="0705")
    game.doctrine.no_zones = no_zones
    best = {(game.unit_ids["b1"], game.hex("0405")): 2.0, (game.unit_ids["b2"], game.hex(CITY)): 1.0}
    assert bar(game, s, found, free=("b1", "b2"), worth=lambda u, h: best.get((u, h), 0.0)) == spots


def test_the_zones_of_posts_come_from_the_game():
    game, s, found = line(r1=FOE, b1="0606")
    game.doctrine.no_zones = game.hexes("0404 0505")
    assert found.zone(game.hexes("0405")) == zone_of(game, "0405") & ~game.hexes("0404 0505")
    assert s.occupied == game.position(r1=FOE, b1="0606").occupied, "asked on a copy"


def test_an_enemy_has_no_path_through_forbidden_hexes():
    game, s, found = line(r1=FOE, b1="0901")
    assert found.breach(found.targets(s), 0, 0)
    game.doctrine.bound_hexes = {"r1": game.hexes("0205 0204 0304 0305")}
    assert not type(found)(Maps(game, s), BLUE).breach(found.targets(s), 0, 0)
    assert not type(found)(Maps(game, s), BLUE).open(found.targets(s), 0, 0)
