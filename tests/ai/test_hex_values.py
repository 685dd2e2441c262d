"""The value of hexes for a unit."""

from __future__ import annotations

import random

import pytest

from grognard.ai.maps import Maps
from grognard.ai.plan.hex_values import HexValues
from grognard.ai.plan.scripts import HOLD, PORTFOLIO
from grognard.ai.value.goals import Aims
from grognard.hexes import bits

from ..rhine.table import table as rhine
from .helpers import PHASED, on_the_move

every_game = pytest.mark.parametrize("game", PHASED, ids=lambda game: game.id)


def places(game):
    s = on_the_move(game)
    maps, side = Maps(game, s), game.side_index[game.seat(s)]
    return s, HexValues(maps, side, Aims(maps, side))


@every_game
def test_the_best_of_many_hexes_is_the_best_of_each_alone(game):
    """Whatever was asked before, and whichever units have moved since."""
    s, seen = places(game)
    _, fresh = places(game)
    rng = random.Random(3)
    units = seen.maps.units[seen.side]
    for unit in units:
        hexes, script = seen.maps.reach(unit), rng.choice(PORTFOLIO)
        seen.covered = fresh.covered = rng.getrandbits(game.board.grid.size) & game.board.playable
        value, where = seen.best(s, unit, hexes, script)
        one_by_one = {h: fresh.value(s, unit, h, script) for h in bits(hexes)}
        assert value == pytest.approx(max(one_by_one.values()))
        assert one_by_one[where] == pytest.approx(value)
        s.at[unit] = where


@every_game
def test_without_hexes_there_is_no_best_one(game):
    s, seen = places(game)
    value, where = seen.best(s, seen.maps.units[seen.side][0], 0, PORTFOLIO[0])
    assert value < -1e17
    assert where == -1


@every_game
def test_an_empty_vital_hex_attracts_units(game):
    s, seen = places(game)
    free = ~s.occupied[seen.side]
    unit, hexes = next(
        (u, seen.maps.reach(u) & free)
        for u in seen.maps.units[seen.side]
        if not game.doctrine.standoff(s, u) and (seen.maps.reach(u) & free).bit_count() > 1
    )
    plain = {h: seen.value(s, unit, h, PORTFOLIO[0]) for h in bits(hexes)}
    best, second = sorted(plain, key=plain.__getitem__, reverse=True)[:2]
    assert seen.best(s, unit, hexes, PORTFOLIO[0])[1] == best
    seen.gaps = 1 << second
    assert seen.best(s, unit, hexes, PORTFOLIO[0])[1] == second
    assert seen.value(s, unit, second, PORTFOLIO[0]) > plain[second] + 10


@pytest.mark.parametrize(("friend", "room"), [("US1", False), ("BC43", True)])
def test_units_do_not_stack_with_another_army_group(friend, room):
    """Rule 6.4 of Watch on the Rhine: the units in the hex decide, not the hex."""
    match = rhine(f"turn 3\nphase allied movement\nsector 2\nat 9SS=2010N BC53=2810N {friend}=2811N")
    game, s, there = match.game, match.state, match.game.board.grid.parse("2811N")
    unit = game.unit_ids["BC53"]
    match.play("select BC53")
    assert bool(match.actions.offer["move"] >> there & 1) is room, "the rules say so"
    assert game.doctrine.has_room(s, unit, there) is room
    maps = Maps(game, s)
    seen = HexValues(maps, 0, Aims(maps, 0))
    alone = seen.value(s, unit, s.at[unit], HOLD)
    assert (seen.value(s, unit, there, HOLD) > alone - 50) is room
