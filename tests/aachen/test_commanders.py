"""Commanders buy orders: they play all scenarios, spend what they must, and see only what their side sees."""

from __future__ import annotations

import random
from functools import cache
from itertools import islice

import pytest

from grognard.ai import commanders, consult
from grognard.ai.plan.purchases import Buyer
from grognard.ai.search.budget import Budget
from grognard.ai.search.sequences import Sequences
from grognard.games.aachen import stacking
from grognard.games.aachen.gains import ahead, may_still_act
from grognard.games.aachen.pieces import lose_points
from grognard.games.aachen.state import ASIDE, UNKNOWN
from grognard.games.aachen.units import GERMAN, US
from grognard.hexes import bits, of

from ..ai.helpers import played, staff
from .kit import act, levels, real, table

SCENARIOS = ("first-blood", "stolberg", "wurm", "campaign")


def opened(scenario):
    game = real()
    state = game.start(game.scenarios[scenario], {})
    game.run(state)
    return state


@cache
def decisions(scenario, seed=1, most=90):
    """The first decisions of a game between captains: copies of the states, and the actions."""
    game = real()
    found = played(game, opened(scenario), staff(game, "captain"), seed)
    return tuple((state.copy(), action) for state, action in islice(found, most))


def moments(scenario, name):
    return [(state, action) for state, action in decisions(scenario) if real().step(state).name == name]


@pytest.mark.parametrize("level", ["recruit", "captain"])
def test_commanders_play_first_blood_to_its_end(level):
    game, state = real(), opened("first-blood")
    for _ in played(game, state, staff(game, level), seed=5):
        pass
    assert state.over
    assert game.result(state) is not None


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_captains_give_legal_orders_in_every_scenario(scenario):
    game = real()
    assert {"stack", "move", "attack", "resolve"} <= {action.verb for _, action in decisions(scenario)}
    assert all(game.permits(state, action) for state, action in decisions(scenario))


def test_a_captain_needs_fewer_activations_than_a_random_commander_has():
    """First Blood is won by clearing the three hexes in four activations (10.1)."""
    game = real()
    cleared = 0
    for seed in range(6):
        state = opened("first-blood")
        for _ in played(game, state, staff(game, "captain"), seed):
            pass
        cleared += not state.manned[GERMAN] & of(game.objectives(state))
    assert cleared >= 3


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_the_price_of_an_order_is_what_it_costs(scenario):
    game, found = real(), 0
    for state, action in decisions(scenario):
        if action.verb not in ("move", "resolve", "refit", "improve") or game.doctrine.purse(state) is None:
            continue
        if action.verb == "move" and game.step(state).name == "move":
            continue  # a march that goes on is paid for
        side, after = state.phasing, state.copy()
        price = game.doctrine.price(state, action.verb, action.arg)
        game.do(after, action)
        if after.phasing == side and not after.over and after.agenda[:-1] and game.step(after).chance:
            assert after.purse[side] == state.purse[side] - price
            found += 1
    assert found


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_a_captain_never_ends_a_move_over_the_stacking_limits(scenario):
    game = real()
    for state, action in decisions(scenario):
        if action.verb == "stack":
            assert not stacking.overstacked_hexes(game, state) & state.occupied[state.phasing]


def test_purses_exist_only_where_orders_are_bought():
    game = real()
    for state, _ in decisions("stolberg"):
        assert (game.doctrine.purse(state) is not None) == (game.step(state).name in {"act", "declare", "move"})


def test_hidden_facts_do_not_change_a_decision():
    game, compared = real(), 0
    for state, _ in decisions("stolberg")[::6]:
        seat = game.seat(state)
        other = game.resample(state, seat, random.Random("another truth"))
        if other == state or game.redact(other, seat) != game.redact(state, seat):
            continue
        first, second = (
            consult(commanders()["captain"].make(), game, truth, random.Random(3)) for truth in (state, other)
        )
        assert first == second
        compared += 1
    assert compared >= 5


# -- what a captain buys ---------------------------------------------------------------------------


def bought(match):
    """The order a buyer finds in a match."""
    game, s = match.game, match.state
    return Buyer(game, s, s.phasing, game.offer(s)).best()


def test_a_strong_stack_attacks_a_weak_neighbour():
    """It has orders of many kinds, and no other attack; by itself this one is worth its points."""
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-VIIILW=1706")
    s = match.state
    attacks = [p for p in Buyer(match.game, s, s.phasing, match.game.offer(s)).candidates() if p.attack]
    best = max(attacks, key=lambda p: p.gain)
    assert best.gain > 0
    assert match.game.place_name(best.hex) == "1706"
    assert [a.verb for a in best.actions] == ["stack", "attack", "mode", "resolve"]


def test_points_left_for_an_attack_are_in_its_price():
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-VIIILW=1706", purse=1)
    order = bought(match)
    assert order.total <= 1


def test_a_lone_weak_unit_does_not_attack_a_strong_stack():
    match = act("german 526-HQ", "526-HQ=2706 526-VIIILW=2406 1-HQ=1703 1-I/16=2306 1-745=2306")
    order = bought(match)
    assert order is None or not order.attack


def test_an_hq_is_never_ordered_to_move_with_a_stack():
    for _, action in moments("stolberg", "act"):
        if action.verb in ("select", "also"):
            assert not real().roster.hqs >> action.arg & 1


def test_the_first_unit_over_the_road_of_supply_wins_so_it_goes_there():
    """The German side wins at once with a unit in command on the road of U.S. supply (10.4)."""
    match = act(
        "german 9P-HQ",
        "9P-HQ=1410 9P-11=1211 1-HQ=3103 1-I/16=3105",
        scenario="campaign",
        turn=4,
        german="1410",
    )
    order = bought(match)
    road = match.game.board.regions["German instant victory"].set
    assert order.gain > 50
    assert road >> order.hex & 1


def test_captains_of_both_sides_value_a_goal_of_their_own():
    game, s = real(), opened("stolberg")
    for side in (US, GERMAN):
        assert set(game.doctrine.goals(s, side)) <= set(bits(game.board.playable))
        assert max(game.doctrine.goals(s, side).values()) > 0


def test_the_end_of_the_last_turn_is_no_reason_for_an_order():
    """Only an order that wins by itself counts as a victory; the last points of a game are spent like others."""
    match = act("german 116P-HQ", "116P-HQ=3510 116P-I/60=3512 1-HQ=1703 1-I/16=1705", purse=1, turn=3)
    s = match.state
    s.level = [0] * len(s.level)
    gains = [p.gain for p in Buyer(match.game, s, s.phasing, match.game.offer(s)).candidates()]
    assert gains
    assert max(gains) < 50


def test_germans_stay_in_the_decisive_hexes_that_the_enemy_is_near():
    """A U.S. unit in a hex of Aachen at the end wins (10.2), so the only unit there gains nothing by leaving."""
    game = real()
    state = opened("stolberg")
    doctrine = game.doctrine
    city = [h for h in bits(game.board.regions["Aachen city"].set) if not state.manned[GERMAN] >> h & 1]
    unit = game.unit_ids["526-VIIILW"]
    gains = doctrine.place_gain(state, GERMAN, (unit,), of(city))
    assert gains
    assert max(gains.values()) > 0


def besieged(*, near):
    """Infantry of the 116th Panzer is in 2805, a city hex of Aachen; a U.S. stack is next to it, or far away."""
    game, s = real(), opened("stolberg")
    s.at = [ASIDE] * len(s.at)
    enemies = "2704" if near else "1014"
    at = {"116P-HQ": "3510", "116P-I/60": "2805", "116P-II/16": "2907", "116P-675": "2908"}
    for unit, h in {**at, "1-HQ": "1703", "1-I/16": enemies, "1-745": enemies}.items():
        s.at[game.unit_ids[unit]] = game.board.grid.parse(h)
    game.refresh(s)
    return game, s


def joined(game, s, unit):
    """The gain of a unit that joins the garrison of 2805."""
    h = game.board.grid.parse("2805")
    return game.doctrine.place_gain(s, GERMAN, (game.unit_ids[unit],), 1 << h)[h]


def test_a_second_unit_joins_a_garrison_where_the_enemy_is_near():
    near, far = (joined(*besieged(near=near), "116P-II/16") for near in (True, False))
    assert near > 1 > far


def test_a_hex_that_the_enemy_can_reach_through_own_hexes_only_is_not_threatened():
    game, s = besieged(near=True)
    grid, inner = game.board.grid, game.board.grid.parse("2806")
    assert game.doctrine.worths(s, GERMAN).garrison(inner, 1 << game.unit_ids["116P-675"]) > 0
    ring = [h for h in bits(grid.neighbours(1 << inner)) if h != grid.parse("2805")]
    guards = [u for u in bits(game.roster.combat & game.units_of[GERMAN]) if s.at[u] < 0]
    for u, h in zip(guards, ring, strict=False):
        s.at[u] = h
    game.refresh(s)
    assert game.doctrine.worths(s, GERMAN).garrison(inner, 1 << game.unit_ids["116P-675"]) == 0


def test_an_attacker_fears_for_its_hex_only_while_the_enemy_can_still_act():
    position = "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-328=1706"
    gains = []
    for passed in ("passed 0", "passed 2"):
        match = act("us 1-HQ", position, passed, "level " + levels(F1=3, F526=3), turn=3)
        s = match.play("stack 1705", "attack 1706").state
        gains.append((may_still_act(match.game, s, GERMAN), ahead(match.game, s)))
    assert gains[0][0]
    assert not gains[1][0]
    assert gains[0][1] > gains[1][1]


def test_the_tank_points_of_an_afv_make_a_garrison_firmer():
    """Terrain never reduces Tank Points of the defender (7.5.1.2 D)."""
    game, s = besieged(near=True)
    worths, h = game.doctrine.worths(s, GERMAN), game.board.grid.parse("2805")
    infantry, tank, engineers = (1 << game.unit_ids[name] for name in ("116P-I/60", "116P-II/16", "116P-675"))
    worths.force[game.unit_ids["116P-675"]] = worths.force[game.unit_ids["116P-II/16"]]
    assert worths.garrison(h, tank, infantry) > worths.garrison(h, engineers, infantry) > 0


def test_losses_that_were_announced_are_in_every_guess():
    """Both sides see a unit on top lose points; markers beneath units are never inspected (5.3.4)."""
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-328=1706", "lost 526-328=3", "noted 526-328=3")
    game, unit = match.game, match.game.unit_ids["526-328"]
    assert game.redact(match.state, "us").lost[unit] == UNKNOWN
    found = {game.resample(match.state, "us", random.Random(seed)).lost[unit] for seed in range(20)}
    assert min(found) == 3
    assert max(found) <= 4


def test_losses_are_noted_as_they_are_announced():
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-328=1706 526-453=1706", "tops 526-328")
    game, s = match.game, match.state
    top, beneath = game.unit_ids["526-328"], game.unit_ids["526-453"]
    for unit in (top, beneath):
        lose_points(game, s, unit, 2, "7.5.2")
    assert (s.lost[top], s.lost[beneath]) == (2, 2)
    assert (s.noted[top], s.noted[beneath]) == (2, 0)
    s.seen |= 1 << beneath
    lose_points(game, s, beneath, 1, "7.5.2")
    assert s.noted[beneath] == 1


def test_an_improved_defense_that_would_be_lost_counts():
    """It goes when a unit leaves its hex (7.7)."""
    at = "526-HQ=2706 526-VIIILW=1806 1-HQ=1703 1-I/16=1805"
    match, dug_in = act("german 526-HQ", at), act("german 526-HQ", at, "improved 1806")
    unit, there = match.game.unit_ids["526-VIIILW"], match.game.board.grid.parse("1906")
    gains = [m.game.doctrine.place_gain(m.state, GERMAN, (unit,), 1 << there)[there] for m in (match, dug_in)]
    assert gains[1] < gains[0]


def test_the_gain_of_an_attack_follows_the_losses_of_its_defender():
    """Odds are kept, but only as long as nothing in the attack changes."""
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-328=1706")
    match.play("stack 1705", "attack 1706")
    s, doctrine = match.state.copy(), match.game.doctrine
    before = doctrine.attack_gain(s)
    assert doctrine.attack_gain(s.copy()) == before
    s.lost[match.game.unit_ids["526-328"]] = 4
    assert doctrine.attack_gain(s) != before


# -- initiative --------------------------------------------------------------------------------------


def chosen(at, *more, level="captain", phase="ops"):
    match = table(phase, at, *more)
    return match, consult(commanders()[level].make(10), match.game, match.state, random.Random(1))


def test_a_captain_activates_the_formation_with_the_most_to_gain():
    """One is next to a weak enemy, the other has nobody near."""
    match, action = chosen(
        "1-HQ=1703 1-I/16=1705 3A-HQ=1203 3A-I/32=1202 526-HQ=2706 526-VIIILW=1706", "disrupted 3A-I/32"
    )
    assert action.verb == "act"
    assert match.game.counters[action.arg].id == "1-HQ"
    assert "act 1-HQ" in match.actions


def test_a_captain_with_nothing_to_gain_hands_the_initiative_over_rather_than_to_pass():
    """Who has passed may activate nothing for the rest of the turn (6.2)."""
    at = "1-HQ=1703 1-I/16=1705 526-HQ=4210 526-VIIILW=4209"
    _, action = chosen(at, "level " + levels(F1=1))
    assert action.verb in ("transfer", "act")
    match, action = chosen(at, "level " + levels(F1=1), "passed 2")
    assert "transfer" not in match.actions
    assert action.verb in ("pass", "act")


# -- the search --------------------------------------------------------------------------------------


def sequences(match, evaluations, seed=1):
    game, s = match.game, match.state
    buyer = Buyer(game, s, s.phasing, game.offer(s))
    return Sequences(buyer, random.Random(seed), lambda: Budget(0.0, evaluations), 3)


#: Two U.S. battalions near a weak German one.
NEAR = "1-HQ=1703 1-I/16=1705 1-II/16=1604 526-HQ=2706 526-VIIILW=1806"


def test_a_sequence_of_orders_is_paid_from_the_purse_and_can_be_carried_out():
    for points in (1, 3, 5, 7):
        match = act("us 1-HQ", NEAR, purse=points)
        best = sequences(match, 60).best()
        assert best is not None
        assert 0 < sum(p.price for p in best.orders) <= points
        for action in best.orders[0].actions:
            assert match.game.permits(match.state, action)
            match.game.apply(match.state, action)


def test_the_search_is_reproducible_and_more_evaluations_are_no_worse():
    values = []
    for evaluations in (12, 150):
        found = [sequences(act("us 1-HQ", NEAR), evaluations)._searched() for _ in range(2)]
        assert [d.orders for d in found[0]] == [d.orders for d in found[1]]
        values.append(found[0][0].value)
    assert values[0] <= values[1]


def test_support_that_is_brought_up_first_counts_in_the_attack_that_follows():
    """A second battalion with a zone into the target adds 2 to the die of a Prepared Attack (7.5.1.2 B)."""
    at = "1-HQ=1703 1-I/16=1705 1-II/16=1505 526-HQ=2706 526-328=1706"
    match = act("us 1-HQ", at, "level " + levels(F526=0), purse=4)
    search = sequences(match, 20)
    attack = next(p for p in search.first if p.attack and p.price == 3)
    support = next(p for p in search.first if p.then and match.game.place_name(p.hex) == "1806")
    (alone,) = search.carried_out([attack]).orders
    first, supported = search.carried_out([support, attack]).orders
    assert (first.attack, supported.attack) == (False, True)
    assert supported.gain > alone.gain + 0.3


def test_the_enemys_openings_are_the_formations_next_to_the_moved_units():
    far = "1-HQ=1703 1-I/16=1705 526-HQ=2706 526-VIIILW=2206 116P-HQ=3510 116P-I/60=3512"
    match = act("us 1-HQ", far)
    game, s = match.game, match.state
    found = game.doctrine.openings(s, GERMAN, s.occupied[US])
    assert [game.counters[o.agenda[-1][1]].id for o in found] == []
    close = act("us 1-HQ", f"{far} 526-453=1706")
    found = game.doctrine.openings(close.state, GERMAN, close.state.occupied[US])
    assert [game.counters[o.agenda[-1][1]].id for o in found] == ["526-HQ"]
    assert all(o.purse[GERMAN] > 0 and close.game.seat(o) == "german" for o in found)
    close.state.passed = 1 << GERMAN
    assert list(game.doctrine.openings(close.state, GERMAN, close.state.occupied[US])) == []


# -- between the turns -------------------------------------------------------------------------------


def test_strength_points_go_to_the_unit_at_the_front():
    match = table("ops", "1-HQ=1703 1-I/16=1705 1-II/16=1302 526-HQ=2706 526-VIIILW=1706", "lost 1-I/16=3 1-II/16=3")
    units = [match.game.unit_ids[name] for name in ("1-I/16", "1-II/16")]
    near, far = (match.game.doctrine.preference(match.state, US, "replace", u) for u in units)
    assert near > far > 0


@pytest.mark.parametrize(
    ("scenario", "lost", "given"), [("stolberg", 4, True), ("stolberg", 1, False), ("campaign", 4, False)]
)
def test_a_remnant_is_given_up_for_a_unit_that_guards_more(scenario, lost, given):
    """A unit given up counts as lost at its printed strength, and losses score in the campaign (8.4.2, 9)."""
    at = "526-HQ=2706 526-328=1806 526-453=3009 1-HQ=1703 1-I/16=1805"
    match = table("ops", at, f"lost 526-328=4 526-453={lost}", scenario=scenario)
    liked = match.game.doctrine.preference(match.state, GERMAN, "give", match.game.unit_ids["526-453"])
    assert (liked > 0) is given


def test_an_hq_leaves_a_town_that_the_enemy_comes_near():
    """It would be displaced, and lose support or a level (5.3.2)."""
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1403 526-HQ=2706 526-VIIILW=1705", us="1302 1703")
    hq, doctrine = match.game.unit_ids["1-HQ"], match.game.doctrine
    assert doctrine.preference(match.state, US, "relocate", hq) > 0
    safe = act("us 1-HQ", "1-HQ=1703 1-I/16=1403 526-HQ=2706 526-VIIILW=2305", us="1302 1703")
    assert safe.game.doctrine.preference(safe.state, US, "relocate", hq) < 0


def test_a_captain_that_relocates_an_hq_names_its_place():
    """Taking the order back is liked a little, so that no HQ goes to a bad place; a good place is liked more."""
    match = act("us 1-HQ", "1-HQ=1703 1-I/16=1403 526-HQ=2706 526-VIIILW=1705", us="1302 1703")
    match.play("relocate 1-HQ")
    captain = staff(match.game, "captain")["us"]
    action = consult(captain, match.game, match.state, random.Random(1))
    assert action is not None
    assert action.verb == "place"
