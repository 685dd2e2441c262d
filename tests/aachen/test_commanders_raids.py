"""Commanders look for raids that decide the game, and guard against them (10.2, 10.4)."""

from __future__ import annotations

import random

from grognard.ai import commanders, consult
from grognard.ai.plan.purchases import Buyer
from grognard.games.aachen import raiding
from grognard.games.aachen.raids import raiders
from grognard.games.aachen.units import GERMAN, US

from .kit import act, table

#: A German battalion far behind the U.S. line, three Movement Actions from the road of U.S. supply.
FAR = "9P-HQ=1910 9P-11=1910 1-HQ=3103 1-I/16=3105"


def raid_of(match, points):
    game, s = match.game, match.state
    aim = raiding.aim_of(game, s)
    return raiding.shortest(game, s, aim, game.roster.by_code["9P"], points)


def campaign(at, *more, purse=7):
    return act("german 9P-HQ", at, *more, purse=purse, scenario="campaign", turn=4, german="1910 2010")


def bought(match):
    game, s = match.game, match.state
    return Buyer(game, s, s.phasing, game.offer(s)).best()


def test_a_raid_of_several_movement_actions_is_found_if_the_points_are_enough():
    match = campaign(FAR)
    raid = raid_of(match, 7)
    assert raid is not None
    assert len(raid.hexes) == raid.points + 1 >= 3
    assert match.game.board.regions["German instant victory"].set >> raid.hexes[-1] & 1
    assert raid_of(match, raid.points) is not None
    assert raid_of(match, raid.points - 1) is None


def test_units_of_one_kind_in_one_hex_begin_their_raid_there():
    match = campaign(f"{FAR} 9P-10=1910")
    alone, both = raid_of(campaign(FAR), 7), raid_of(match, 7)
    assert both.hexes[0] == alone.hexes[0] == match.game.board.grid.parse("1910")
    assert both.points == alone.points
    assert raiders(match.game, match.state) == raiders(match.game, campaign(FAR).state) != ()


def test_a_german_captain_begins_such_a_raid():
    order = bought(campaign(FAR))
    assert order.suggested
    assert order.gain > 50
    assert order.total == raid_of(campaign(FAR), 7).points


def test_a_german_captain_carries_it_out_and_wins():
    match = campaign(FAR)
    captain = commanders()["captain"].make()
    for _ in range(40):
        if match.over:
            break
        match.play(consult(captain, match.game, match.state, random.Random(1)))
    assert match.over
    assert match.result.winner == "german"


def test_the_hint_for_a_raid_says_what_else_it_costs():
    """Nothing is attacked on the way."""
    match = campaign(FAR)
    points = raid_of(match, 7).points - 1
    sentence = match.hint("captain").sentence
    assert f"for 1 point, and {points} for further orders" in sentence
    assert "attack" not in sentence


def test_a_raider_has_to_be_in_command():
    """With its HQ too far away, and no town to relocate to, no unit can win on the road (10.4)."""
    match = act(
        "german 9P-HQ", "9P-HQ=5010 9P-11=1910 1-HQ=3103 1-I/16=3105", scenario="campaign", turn=4, german="5010"
    )
    assert raid_of(match, 7) is None


def test_past_units_that_may_react_a_raid_is_less_likely():
    quiet, loud = (
        raid_of(act("german 9P-HQ", at, scenario="campaign", turn=4, german="1910 2010"), 7)
        for at in (FAR, f"{FAR} 1-I/18=1911")
    )
    assert quiet.chance == 1.0
    assert loud.chance < 1.0


def guarded(purse=3):
    """The first U.S. division acts; it is the German raiders' turn next."""
    at = "9P-HQ=1910 9P-11=1910 1-HQ=1106 1-I/16=1209 3A-HQ=3103 1-II/16=1107"
    return act("us 1-HQ", at, purse=purse, scenario="campaign", turn=4, german="1910", us="1106 3103")


def test_a_us_captain_guards_the_road():
    match = guarded()
    doctrine, before = match.game.doctrine, match.state.copy()
    assert doctrine.risk(before, US) > 10
    assert doctrine.risk(before, GERMAN) == 0
    captain = commanders()["captain"].make()
    while match.side == "us" and match.game.step(match.state).name in ("act", "move"):
        match.play(consult(captain, match.game, match.state, random.Random(1)))
    assert doctrine.risk(match.state, US) < 0.6 * doctrine.risk(before, US)


def test_an_order_that_opens_the_road_is_not_bought():
    """What an order risks counts, even if nothing near the unit shows it."""
    match = guarded()
    game, s = match.game, match.state
    buyer = Buyer(game, s, US, game.offer(s))
    found = buyer.best()
    after = s
    for action in found.actions[:-1]:
        after = buyer.after(after, action)
    after, _ = buyer.arrived(after, found.actions[-1])
    assert game.doctrine.risk(after, US) <= game.doctrine.risk(s, US)


def test_without_a_hex_that_decides_there_is_no_raid():
    match = table("us activation 2A-HQ", "2A-HQ=4701 2A-17=4702 49-HQ=4107", "purse 5 0", scenario="wurm", turn=5)
    assert raiding.aim_of(match.game, match.state) is None
    assert match.game.doctrine.risk(match.state, GERMAN) == 0
    assert list(match.game.doctrine.suggestions(match.state, US)) == []


CITY = "2705 2706 2805 2806 2807 2905 2906".split()
GARRISON = "Pol Gen 526-328 526-453 526-473 526-536 526-VIIILW".split()


def before_aachen(garrison):
    at = f"1-HQ=1705 1-I/16=2504 526-HQ=2706 {' '.join(f'{u}={h}' for u, h in zip(GARRISON, garrison, strict=False))}"
    return act("us 1-HQ", at, "german_flags 2706", purse=5, whole=True, us="1705")


def test_an_empty_hex_of_aachen_is_a_raid_of_the_us_side():
    """A U.S. unit in any of its hexes at the end wins (10.2), and the German side knows it."""
    match = before_aachen(CITY[:3])
    city = match.game.board.regions["Aachen city"].set
    assert match.game.doctrine.risk(match.state, GERMAN) > 1
    (first, *_) = match.game.doctrine.suggestions(match.state, US)
    raid = raiding.danger(match.game.doctrine, match.state)[1]
    assert city >> raid.hexes[-1] & 1
    assert first.hex == raid.hexes[1]


def test_a_garrison_in_every_hex_of_aachen_leaves_no_raid():
    match = before_aachen(CITY)
    assert match.game.doctrine.risk(match.state, GERMAN) == 0
    assert list(match.game.doctrine.suggestions(match.state, US)) == []
