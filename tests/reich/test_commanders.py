"""Commanders of Storming the Reich: they hold what must not be lost, wait where it pays, and give true reasons."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.ai.maps import Maps
from grognard.ai.plan.planner import Plan, Planner
from grognard.games.reich import fires, opinions
from grognard.games.reich.fires import ATTACKER, DEFENDER
from grognard.games.reich.state import ALLIED, ASSAULT, EXPLOITATION, FULL, GERMAN, LIMITED
from grognard.hexes import bits
from grognard.mechanics.fire import joint, named
from grognard.mechanics.stacks import hexes_of

from ..ai.helpers import played, staff
from .helpers_combat import on_map
from .table import game, position
from .test_17_7_shaef import after_combat

GAME = game()
GRID = GAME.board.grid
#: A German army in reach of the Beaches, and Allies on all of them.
PANZERS = "G-12SS=1124 G-LEHR=1023 G-1SS=1024 G-2SS=0923"
LANDED = "US-1=0820 US-4=0619 US-29=0820 US-2=0820 CW-50=1020 CW-53=1020 CW-3=1121 CW-3C=1121 CW-15=1121"


def hexes(*labels: str) -> int:
    return sum(1 << GRID.parse(label) for label in labels)


def unit(name: str) -> int:
    return GAME.unit_ids[name]


def captain(match: Match) -> str:
    """The first action that a captain advises, as written."""
    hint = match.hint("captain", seed=1)
    verb, arg = hint.actions[0].verb, hint.actions[0].arg
    kind = GAME.verbs[verb].kind
    return f"{verb} {GAME.counters[arg].id if kind == 'unit' else GAME.place_name(arg) if kind == 'hex' else arg}"


# -- whole games -----------------------------------------------------------------------------


@pytest.mark.parametrize(("level", "turn"), [("recruit", 3), ("captain", 4)])
def test_commanders_play_normandy_breakout_legally(level: str, turn: int) -> None:
    state = GAME.start(GAME.scenarios["breakout"], {})
    GAME.run(state)
    verbs = set()
    for now, action in played(GAME, state, staff(GAME, level), seed=2):
        verbs.add(action.verb)
        if now.turn >= turn:
            break
    assert now.over or now.turn >= turn
    assert {"select", "move", "attack", "resolve", "declare"} <= verbs


def test_captains_set_up_final_battles_and_launch_the_counteroffensive() -> None:
    state = GAME.start(GAME.scenarios["final"], {})
    GAME.run(state)
    for now, _ in played(GAME, state, staff(GAME, "captain"), seed=1):
        if now.german_attacks:
            break
    assert now.offensive == now.turn == 11
    assert not GAME.lines.ruhr & now.allied


# -- what must not be lost -------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "vital"), [(2, True), (6, True), (7, False)])
def test_beaches_are_vital_as_long_as_they_lose_the_game(turn: int, vital: bool) -> None:
    match = position("allied assault", LANDED, "allied 0619 0820 1020 1121", turn=turn)
    found = GAME.doctrine.vital(match.state, ALLIED)
    assert found & GAME.ground.beaches == (GAME.ground.beaches & match.state.allied if vital else 0)


def test_every_beach_keeps_a_unit_while_it_loses_the_game() -> None:
    """Germans far away may still come by Strategic Movement and a good die (10.7.12)."""
    far = "US-1=0820 US-4=0619 US-29=0820 CW-50=1020 CW-3=1121 G-352=2731"
    for turn, kept in ((6, {"0619", "0820", "1020", "1121"}), (7, set())):
        s = position("allied exploitation", far, "allied 0619 0820 1020 1121", turn=turn, dice=[3, 3]).state
        found = Planner(Maps(GAME, s), ALLIED).assign(Plan()).garrisons
        assert {GRID.label(h) for h in found.values()} == kept


@pytest.mark.parametrize(
    ("turn", "across", "high"), [(6, "", True), (6, "US-1=2324 US-2=2424 US-4=2525 US-9=2624", False), (7, "", False)]
)
def test_ground_across_the_seine_is_worth_most_until_the_allies_are_there(turn: int, across: str, high: bool) -> None:
    """Without a supplied division there at the end of Turn 6 they lose (3.2.C.2)."""
    s = position(
        "allied exploitation", f"US-29=2022 {across}".strip(), "breakout 5", "brittany_turn 5", turn=turn
    ).state
    assert (GAME.doctrine.goals(s, ALLIED).get(GRID.parse("2223"), 0.0) > 2.0) == high


@pytest.mark.parametrize(
    ("army", "enters"),
    [("CW-3=3911 CW-50=3911 CW-GA=3912 CW-7A=3912", 3), ("CW-3=3911 CW-GA=3713 CW-7A=3713 CW-11A=3713", 0)],
)
def test_antwerpen_is_entered_by_a_whole_garrison_or_not_at_all(army: str, enters: int) -> None:
    """One division alone would be lost there, and the game with it (8.7.E)."""
    text = ("allied 3816", "breakout 5", "brittany_turn 5")
    s = position("allied exploitation", f"{army} G-352=4112", *text, turn=7, dice=[6, 6]).state
    assert s.step == EXPLOITATION
    assert bool(GAME.doctrine.vital(s, ALLIED) >> GAME.lines.antwerp & 1) == bool(enters)
    after = Planner(Maps(GAME, s), ALLIED).carry_out(s, Plan()).after
    assert sum(after.at[unit(word.partition("=")[0])] == GAME.lines.antwerp for word in army.split()) >= enters
    assert enters or not after.occupied[ALLIED] >> GAME.lines.antwerp & 1


def test_four_steps_stay_on_a_beach_in_reach_of_panzers() -> None:
    match = position("allied assault", f"{LANDED} {PANZERS}", "allied 0619 0820 1020 1121", dice=[3, 3])
    match.play("declare 6")
    planner = Planner(Maps(GAME, match.state), ALLIED)
    kept = planner.assign(Plan()).garrisons
    for h in bits(hexes("0820", "1020", "1121")):
        steps = sum(GAME.doctrine.steps(match.state, u) for u, spot in kept.items() if spot == h)
        assert steps >= 4, GAME.place_name(h)


def test_units_that_hold_a_beach_stay_out_of_attacks() -> None:
    """Both divisions would be needed for the attack, and four steps are the least to hold the Beach."""
    few = on_map("allied", "CW-50=1020 CW-53=1020 G-716=1021", "allied 1020", turn=5)
    many = on_map("allied", "CW-50=1020 CW-53=1020 CW-15=1020 G-716=1021", "allied 1020", turn=5)
    assert captain(few) == "done 0"
    assert captain(many).startswith("attack")


def test_antwerpen_is_vital_once_taken_and_entered_in_strength_only() -> None:
    """Who loses it again loses the game (8.7.E)."""
    city = GAME.lines.antwerp
    weak = position("allied exploitation", "CW-3=3911 G-2PZ=4010", turn=8)
    strong = position("allied exploitation", "CW-3=3911 CW-50=3911 CW-GA=3912 CW-7A=3912 CW-15=3912", turn=8)
    doctrine = GAME.doctrine
    assert not doctrine.allowed_hexes(weak.state, unit("CW-3")) >> city & 1
    assert doctrine.allowed_hexes(strong.state, unit("CW-3")) >> city & 1
    assert not doctrine.vital(weak.state, ALLIED) >> city & 1
    held = position("allied exploitation", "CW-3=3910 G-2PZ=4010", "allied 3910", turn=8)
    assert doctrine.vital(held.state, ALLIED) >> city & 1
    calm = position(
        "allied exploitation", "CW-3=3910 CW-50=3910 G-2PZ=5510", "allied 3910", "antwerp 1", turn=12, dice=[6, 6]
    ).state
    kept = Planner(Maps(GAME, calm), ALLIED).assign(Plan()).garrisons
    assert sum(GAME.doctrine.steps(calm, u) for u, h in kept.items() if h == city) >= 3  # even out of reach


@pytest.mark.parametrize(("turn", "vital"), [(9, False), (10, True), (11, True), (12, False)])
def test_cities_are_vital_while_the_counteroffensive_may_come(turn: int, vital: bool) -> None:
    match = position("allied exploitation", "CW-HQ21=3913 CW-3=3910", "antwerp 1", "allied 3910 3913", turn=turn)
    found = GAME.doctrine.vital(match.state, ALLIED)
    assert bool(found >> GRID.parse("3913") & 1) == vital


# -- where to go -----------------------------------------------------------------------------


def test_the_allies_wait_west_of_the_seine_until_the_crossing_counts() -> None:
    """A crossing on Turn 5 would bring Limited Supply on Turn 6 (9.1.D)."""
    for turn, open_ in ((5, False), (6, True)):
        match = position("allied exploitation", "US-1=2325 CW-3=2023", "breakout 5", "brittany_turn 5", turn=turn)
        for name in ("US-1", "CW-3"):
            allowed = GAME.doctrine.allowed_hexes(match.state, unit(name))
            assert bool(allowed & GAME.areas.east) == open_


def test_the_french_enter_paris_first_in_the_campaign() -> None:
    """Otherwise all French divisions are lost (10.7.9)."""
    doctrine = GAME.doctrine
    both = position("allied exploitation", "US-1=2425 FR-2A=2427", "breakout 5", "brittany_turn 5", turn=6)
    alone = position("allied exploitation", "US-1=2425", "breakout 5", "brittany_turn 5", turn=6)
    assert not doctrine.allowed_hexes(both.state, unit("US-1")) & GAME.paris
    assert doctrine.allowed_hexes(both.state, unit("FR-2A")) & GAME.paris
    assert doctrine.special_goals(both.state, ALLIED)[unit("FR-2A")].keys() == set(bits(GAME.paris))
    assert doctrine.allowed_hexes(alone.state, unit("US-1")) & GAME.paris
    assert not doctrine.special_goals(alone.state, ALLIED)


def test_the_germans_block_the_way_into_brittany_before_the_breakout() -> None:
    before = position("german assault", "US-1=0425 G-77=0226", turn=3)
    after = position("german assault", "US-1=0425 G-77=0226", "brittany_turn 3", turn=3)
    assert GAME.doctrine.enemy_exits(before.state, GERMAN) == GAME.ground.entrances["B"]
    assert not GAME.doctrine.enemy_exits(after.state, GERMAN)
    assert not GAME.doctrine.enemy_exits(before.state, ALLIED)


def test_commonwealth_units_look_for_ways_in_their_own_area() -> None:
    """East of the Seine they operate with the 21st Army Group only (10.7.2)."""
    s = position("allied exploitation", "CW-3=2932 US-1=2932", "breakout 5", "brittany_turn 5", turn=7).state
    closed = GAME.areas.south_east & GAME.ground.land & ~GAME.ground.off_map
    for name, barred in (("CW-3", True), ("US-1", False)):
        costs = GAME.doctrine.movement_costs(s, unit(name))
        assert bool(costs.next(closed) & closed) != barred, name


@pytest.mark.parametrize(("unit_of_staff", "stays_behind"), [("US-HQ1-12", True), ("US-PATTON", False)])
def test_an_hq_stays_behind_the_front(unit_of_staff: str, stays_behind: bool) -> None:
    """Reinforcements arrive with an HQ that is not next to the enemy (7.1.3)."""
    front = "US-1=4021 US-2=4022 US-29=4023 G-352=4121 G-353=4123"
    match = position("allied exploitation", f"{front} {unit_of_staff}=3220", "allied 3220", turn=8, dice=[6, 6, 6])
    after = Planner(Maps(GAME, match.state), ALLIED).carry_out(match.state, Plan()).after
    there, germans = after.at[unit(unit_of_staff)], bits(after.occupied[GERMAN])
    assert bool(GAME.doctrine.standoff(match.state, unit(unit_of_staff))) == stays_behind
    assert not stays_behind or min(GRID.distance(there, h) for h in germans) >= 4


@pytest.mark.parametrize(("divisions", "guarded"), [(9, False), (10, True)])
def test_the_germans_block_the_east_edge_once_ten_divisions_are_near(divisions: int, guarded: bool) -> None:
    names = "US-1 US-2 US-29 US-30 US-8 US-79 US-90 US-9 US-83 US-35".split()[:divisions]
    at = " ".join(
        f"{name}={h}" for name, h in zip(names, [f"5{n}16" for n in (1, 2, 3, 4) for _ in range(3)], strict=False)
    )
    s = position("german assault", f"{at} G-352=5613", turn=13).state
    assert bool(GAME.doctrine.enemy_exits(s, GERMAN)) == guarded
    assert not GAME.doctrine.enemy_exits(s, ALLIED)


# -- the chances -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("attackers", "defenders", "target", "turn"),
    [("US-1=0820 US-29=0820", "G-352=0821", "0821", 3), ("CW-7A=1121 CW-50=1121", "G-716=1122 G-21KG=1122", "1122", 5)],
)
def test_the_chances_are_those_of_the_preview(attackers: str, defenders: str, target: str, turn: int) -> None:
    match = on_map("allied", f"{attackers} {defenders}", turn=turn).play(f"attack {target}")
    for name in (word.partition("=")[0] for word in attackers.split()):
        match.play(f"with {name}")
    s, doctrine, h = match.state, GAME.doctrine, GRID.parse(target)
    mine = sum(doctrine.attack(s, u) for u in bits(s.attackers))
    theirs = sum(doctrine.defense(s, u) for u in bits(fires.defenders(GAME, s)))
    bonus = doctrine.attack_bonus(s, ALLIED, h, hexes_of(s.at, s.attackers))
    found = doctrine.chances(s, ALLIED, mine, theirs, h, bonus)
    ours, foes = fires.fire(GAME, s, ATTACKER), fires.fire(GAME, s, DEFENDER)
    whole = {name: n / of for name, (n, of) in named(GAME.tables.fire, joint(GAME.tables.fire, ours, foes)).items()}
    mean = sum(p * int(name.split(":")[1]) for name, p in whole.items())
    reckoned = sum(p * min(foes.steps, int(name.split(":")[1])) for name, p in found.items())
    assert reckoned == pytest.approx(mean)


def test_a_failed_mobile_assault_costs_a_step_more() -> None:
    fresh = position("allied exploitation", "US-2A=0820 G-352=0821", dice=[3, 3, 3]).state
    fresh.step = EXPLOITATION
    h = GRID.parse("0821")
    left = GAME.doctrine.steps(fresh, unit("G-352"))
    assaulted = GAME.doctrine.chances(fresh, ALLIED, 5, 3, h, 0)
    fresh.step = ASSAULT
    attacked = GAME.doctrine.chances(fresh, ALLIED, 5, 3, h, 0)

    def lost(chances: dict[str, float]) -> float:
        return sum(p * int(name.split(":")[0]) for name, p in chances.items())

    cleared = sum(p for name, p in attacked.items() if int(name.split(":")[1]) >= left)
    assert lost(dict(assaulted)) == pytest.approx(lost(dict(attacked)) + 1 - cleared)


# -- small decisions -------------------------------------------------------------------------


@pytest.mark.parametrize(("least", "declared"), [(1, 0), (2, 1), (4, 2), (6, 3), (8, 4), (12, 8)])
def test_points_are_left_for_combat_and_breakthrough(least: int, declared: int) -> None:
    match = position("allied assault", "US-1=0820 G-352=0822", dice=[3])
    s = match.state
    s.points[1] = least
    found = [n for n in range(13) if opinions.opinion(GAME.doctrine, s, ALLIED, "declare", n)]
    assert found == [declared]


def test_two_air_units_are_kept_for_combat_and_none_strafes_the_front() -> None:
    army = "US-1=0820 G-LEHR=0824 G-2PZ=0825 G-1SS=0826 G-12SS=0821"
    match = position("allied strafing", army, turn=3)
    strafed = []
    while (action := captain(match)).startswith("strafe"):
        strafed.append(action)
        match.play(action)
    assert len(strafed) == 2
    assert "strafe G-12SS" not in strafed
    assert action == "keep 0"
    assert match.state.air == 2


def test_the_exit_into_brittany_is_made_at_once() -> None:
    match = position("allied exploitation", "US-1=0125 US-29=0126 US-2=0127 US-4=0128 US-9=0425", dice=[3])
    assert captain(match) == "exit 0"


#: Divisions near the East edge, three in a hex; the tenth is given by a test.
NINE = "US-1=5513 US-2=5513 US-29=5513 US-30=5516 US-8=5516 US-79=5516 US-90=5514 US-9=5514 US-83=5514"


@pytest.mark.parametrize(("tenth", "leaves"), [("US-35=5515", True), ("US-35=4919", False), ("CW-8AB=5519", False)])
def test_ten_divisions_leave_over_the_east_edge_together_or_none(tenth: str, leaves: bool) -> None:
    match = position("allied exploitation", f"{NINE} {tenth} G-352=4202", turn=14, dice=[3, 3])
    found = GAME.doctrine.departures(match.state, ALLIED)
    assert len(found) == (10 if leaves else 0)
    if not leaves:
        return
    match.play(captain(match))  # selects one of them: the others of its stack go as well
    while match.result is None:
        match.play(*match.hint("captain", seed=1).texts)
    assert match.result is not None
    assert match.result.winner == "allied"


@pytest.mark.parametrize(("at", "launched"), [("G-METZ1=4526", False), ("", False)])
def test_the_counteroffensive_is_not_declared_without_need(at: str, launched: bool) -> None:
    """Never while a Metz garrison wins without it (3.2.C.2), nor without a Box (17.7.4)."""
    army = "G-1SS=5015 G-2SS=5015 G-9SS=5015 G-10SS=5016 G-12SS=5016 US-1=4723"
    match = position("german decision", f"{army} {at}".strip(), turn=11)
    assert (captain(match) == "launch 0") == launched


def test_the_counteroffensive_is_declared_if_declining_loses_at_once() -> None:
    """Four Mechanized divisions would have to be withdrawn (17.8.C)."""
    match = position("german decision", "G-1SS=5015 G-2SS=5015 US-1=4723", turn=11)
    assert captain(match) == "launch 0"


ARDENNES = "G-1SS=4719 G-352=4719 US-1=4718 US-2=4619"


@pytest.mark.parametrize(
    ("turn", "units", "attacked", "worth"),
    [(11, "G-1SS", "", True), (11, "G-352", "", False), (11, "G-1SS", "4718", False), (12, "G-1SS", "", False)],
)
def test_the_counteroffensive_wants_six_hexes_attacked_by_panzers(
    turn: int, units: str, attacked: str, worth: bool
) -> None:
    """Brigades, Infantry and a second attack on a hex do not count (17.7.4)."""
    s = position("german combat", ARDENNES, "offensive 11", f"hexes_attacked {attacked}".strip(), turn=turn).state
    target = GRID.parse("4718")
    assert (GAME.doctrine.attack_prize(s, GERMAN, target, [unit(units)]) > 0) == worth
    assert not GAME.doctrine.attack_prize(s, ALLIED, target, [unit("US-1")])
    s.hexes_attacked = hexes("4619", "4620", "4621", "4622", "4623", "4624")
    later = GAME.doctrine.attack_prize(s, GERMAN, target, [unit(units)])
    assert later < 0 if turn == 12 else later == 0  # then time works for the Germans


def test_shaef_reacts_after_the_last_combat_and_strengthens_a_city() -> None:
    match = after_combat("cities_at_start 4515 4723")
    assert captain(match) == "wait 0"
    match.play("wait")
    while GAME.step(match.state).name != "shaef-reaction":
        match.play(captain(match))
    while GAME.step(match.state).name == "shaef-reaction":
        match.play(*match.hint("captain", seed=1).texts)
    assert match.state.shaef_used
    assert hexes("4515", "4723") & match.state.occupied[ALLIED]


def test_the_negated_hex_is_the_one_that_holds_up_most_panzers() -> None:
    panzers = "G-1SS=4719 G-2SS=4719 G-9SS=4818 G-10SS=4818 US-1=4718 US-2=4619"
    s = position("german breakthrough", panzers, "offensive 11", turn=11).state
    opinion = {
        label: opinions.opinion(GAME.doctrine, s, GERMAN, "negate", GRID.parse(label)) for label in ("4718", "4619")
    }
    assert opinion["4718"] is not None
    assert opinion["4718"] > (opinion["4619"] or 0.0)


@pytest.mark.parametrize(
    ("turn", "front", "goes"), [(9, "US-1=4423", True), (8, "US-1=4423", False), (9, "US-1=5220", False)]
)
def test_panzers_far_behind_the_front_go_to_the_box_shortly_before_the_counteroffensive(
    turn: int, front: str, goes: bool
) -> None:
    match = position("german exploitation", f"G-1SS=5519 {front}", turn=turn, dice=[3]).play("select G-1SS")
    assert (captain(match) == "box 0") == goes


@pytest.mark.parametrize(("turn", "logistics", "speed"), [(3, FULL, 10), (3, LIMITED, 5), (1, FULL, 5)])
def test_the_enemy_is_expected_to_move_with_an_ordinary_die(turn: int, logistics: int, speed: int) -> None:
    s = position("german assault", "US-1=0820 G-2PZ=1125", turn=turn).state
    s.logistics = logistics
    assert GAME.doctrine.speed(s, unit("US-1")) == speed
