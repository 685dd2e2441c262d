"""Behaviour that a reader of the rules expects."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.ai import consult
from grognard.ai.registry import colonel, general
from grognard.ai.search.rehearsal import Rehearsal
from grognard.engine.step import DICE
from grognard.mechanics.order import FIGHT_MOVE, MOVE_FIGHT

from ..generic.play import begin
from ..hurtgen.table import game as hurtgen_game
from ..kit import where
from ..rhine.table import game as rhine_game
from .helpers import command, first_of_each_step, officer, played, staff, through_phase

HURTGEN, ODER, RHINE = (grognard.game(name) for name in ("hurtgen", "oder", "rhine"))
DIVISION = ("60", "156", "16", "116r", "116sp", "116k", "116h")
thinking = pytest.mark.parametrize("level", ["captain", "colonel"])


def hurtgen(text, seed=1, **ground):
    return grognard.setup(f"game hurtgen\n{text}", seed=seed, of=hurtgen_game(**ground))


def rhine(text, seed=1, **ground):
    return grognard.setup(f"game rhine\nsector 1\n{text}", seed=seed, of=rhine_game(bare=True, **ground))


# -- Hürtgen Forest --------------------------------------------------------------------------------


def unhindered(match, level):
    """The German plays, the U.S. ends its phases, until the penalties of 12.11 begin."""
    german = officer(level)
    while match.state.turn <= match.game.tables.last_turn_116:
        if match.side == "us":
            match.play("done")
        else:
            match.play(consult(german, match.game, match.state, random.Random(1)))
    return match


@thinking
@pytest.mark.parametrize("turn", [1, 2])
def test_the_panzer_division_leaves_the_map_in_time(level, turn):
    """From its hexes in the historical set-up, guns included."""
    setup = HURTGEN.start(HURTGEN.scenarios["historical"], {}).at
    at = " ".join(f"{unit}={HURTGEN.place_name(setup[HURTGEN.unit_ids[unit]])}" for unit in DIVISION)
    match = unhindered(hurtgen(f"turn {turn}\nphase german movement\nat {at} 1/8=0101"), level)
    assert {unit: where(match, unit) for unit in DIVISION} == dict.fromkeys(DIVISION, "exited")
    assert match.game.reading.status(match.state)["vp"]["us"] == 0


def test_all_units_that_can_leave_do():
    """An enemy pins one regiment on the last turn; the others leave."""
    match = hurtgen("turn 4\nphase german movement\nat 60=2810 156=2815 16=2820 1/8=2811", plain=True)
    through_phase(match, "captain")
    assert [where(match, unit) for unit in ("60", "156", "16")] == ["2810", "exited", "exited"]


def test_guns_do_not_move_next_to_the_enemy():
    """In a whole game, a gun moves next to an enemy only if it began next to one or had no other hex."""
    game = HURTGEN
    beside = game.board.grid.neighbours
    walked = 0
    for state, action in played(game, begin(game, "historical"), staff(game, "captain")):
        if action.verb != "move" or game.step(state).name != "move":
            continue
        unit = state.agenda[-1][1]
        if game.roster.artillery >> unit & 1 and state.at[unit] >= 0:
            contact = beside(state.occupied[1 - state.phasing])
            assert not contact >> action.arg & 1 or not game.offer(state)["move"] & ~contact
            walked += 1
    assert walked > 10


def test_a_gun_in_reach_of_the_enemy_stays_behind():
    match = hurtgen("turn 3\nphase us movement\nat 20=1010 1/8=1208 1/983=1210 2/983=1213", plain=True)
    through_phase(match, "captain")
    grid = match.game.board.grid
    at = match.state.at
    gun = at[match.game.unit_ids["20"]]
    assert min(grid.distance(gun, at[match.game.unit_ids[foe]]) for foe in ("1/983", "2/983")) > 1


@thinking
@pytest.mark.parametrize(
    "at",
    [
        "1/8=1010 1/983=1011",
        "1/8=1010 16=1011",
        "1/8=1010 2/8=1012 1/983=1011 2/983=0911 16=1111",
        "1/8=1010 1/983=1009 2/983=1110 1/984=1111 2/984=1011 1/985=0911 2/985=0910",
    ],
)
def test_units_that_must_attack_do(level, at):
    """At any odds, units next to an enemy fight, and the phase can end."""
    match = hurtgen(f"turn 3\nphase us combat\nat {at}", plain=True)
    done = []
    side_before = match.state.phasing
    while match.state.phasing == side_before and not match.over:
        assert match.side != DICE
        done += command(match, level, while_=lambda m: m.version < 200 and m.state.phasing == side_before)
    assert any(action.verb == "attack" for action in done)


# -- Watch on the Rhine ----------------------------------------------------------------------------

#: A line of ten units in a column of hexes with no gap: without it, units soon leave the map and win.
NORTH = "59ID 64ID 245ID 346ID 712ID 11Pz 16VG 159ID 189ID 198ID".split()
SOUTH = "338ID 716ID 462VG 526ID 180ID 190ID 7FJ 107PB 9SS 10SS".split()


def wall(units, column):
    return " ".join(f"{unit}={row}{column}" for unit, row in zip(units, range(11, 31, 2), strict=True))


CITY = {"2013N": "city"}
RUHR = dict.fromkeys(("2000N", "2001N", "2101N"), "ruhr;victory")


@thinking
@pytest.mark.parametrize("start", ["2016N", "2015N", "2012N", "2013N"])
def test_a_city_the_enemy_can_reach_is_not_left_empty(level, start):
    text = f"turn 5\nallied 2013N\nphase allied movement\nat 9SS=2009N US1={start} {wall(NORTH, '04N')}"
    match = rhine(text, features=CITY)
    through_phase(match, level)
    assert where(match, "US1") == "2013N"


@pytest.mark.parametrize("start", ["2016N", "2116N", "1915N"])
def test_a_unit_that_captures_a_city_on_its_way_stays_there(start):
    """A weak enemy behind it invites an attack; but a city left empty would lose the game (4.4)."""
    text = f"turn 5\nallied 2017N\nphase allied movement\nat 9SS=1807N 105PB=2210N US1={start} US9=2017N"
    text = f"{text} {wall(NORTH, '04N')}"
    match = rhine(text, features=CITY)
    through_phase(match, "captain")
    city = match.game.board.grid.parse("2013N")
    assert not match.state.allied >> city & 1 or match.state.occupied[0] >> city & 1


@thinking
def test_a_city_is_not_left_empty_for_an_easy_attack_elsewhere(level):
    """A weak German unit is next to the city; the garrison stays."""
    text = f"turn 5\nallied 2013N\nphase allied movement\nat 9SS=2009N 105PB=2211N US1=2013N {wall(NORTH, '04N')}"
    match = rhine(text, features=CITY)
    through_phase(match, level)
    assert where(match, "US1") == "2013N"


@thinking
def test_one_of_several_units_stays_in_the_city(level):
    text = "turn 5\nallied 2013N\nphase allied movement\nat 9SS=2009N US1=2013N US9=2013N US30=2014N"
    match = rhine(text, features=CITY)
    through_phase(match, level)
    assert "2013N" in {where(match, unit) for unit in ("US1", "US9", "US30")}


@thinking
@pytest.mark.parametrize(("phase", "foe"), [("movement", "2305N"), ("combat", "2102N")])
def test_an_empty_ruhr_city_is_entered(level, phase, foe):
    """By movement or by a probe: an empty hex next to an enemy is probed (11.25)."""
    match = rhine(f"turn 5\nallied 2002N 2003N\nphase allied {phase}\nat US1=2002N 9SS={foe}", features=RUHR)
    through_phase(match, level)
    assert match.over
    assert match.result.winner == "allied"


@thinking
@pytest.mark.parametrize(
    ("phase", "start", "foe"),
    [("movement", "2010N", "2313N"), ("movement", "2012N", "2313N"), ("combat", "2014N", "1913N")],
)
def test_an_empty_allied_city_is_taken(level, phase, start, foe):
    match = rhine(f"turn 5\nallied 2013N\nphase german {phase}\nat 9SS={start} US1={foe}", features=CITY)
    through_phase(match, level)
    assert match.over
    assert match.result.winner == "german"


@thinking
@pytest.mark.parametrize(("turn", "over"), [(3, False), (4, True)])
def test_a_german_unit_that_can_leaves_over_the_west_edge(level, turn, over):
    """From Turn 4 on (4.4)."""
    match = rhine(f"turn {turn}\nallied 2013N\nphase german movement\nat 9SS=2013N US1=2409N")
    through_phase(match, level)
    assert match.over == over
    assert not over or match.result.winner == "german"


@thinking
@pytest.mark.parametrize(("line", "over"), [("", True), (wall(NORTH, "08N"), False)])
def test_an_allied_unit_that_can_leaves_over_the_east_edge(level, line, over):
    """In column every edge is near (4.2, 10.19), but no unit gets past a line."""
    match = rhine(f"turn 3\nallied 2017N\nphase allied movement\nat US1=2012N 105PB=2900S {line}")
    through_phase(match, level)
    assert match.over == over
    assert not over or match.result.winner == "allied"


@pytest.mark.parametrize("level", ["colonel", "general"])
@pytest.mark.parametrize(("line", "sector"), [("", "south"), (wall(SOUTH, "08S"), "north")])
def test_full_supply_goes_to_the_sector_that_can_win_the_game(level, line, sector):
    """Four divisions face a line in the north, one armored division is in the south, which may be open (8.16)."""
    at = f"{wall(NORTH, '10N')} US1=2016N US9=2016N US2=2016N US30=2016N US2A=2010S {line}"
    match = rhine(f"turn 3\nallied 2017S 2017N 2010S\nphase allied sector\nat {at}")
    match.play(consult(officer(level), match.game, match.state, random.Random(1)))
    assert match.game.reading.status(match.state)["sector"] == sector


def test_a_general_chooses_combat_first_if_that_opens_a_path_to_an_exit():
    """Five divisions face a line, and an armored one behind them can move through the gap that they make, but not
    if movement comes first (5.6). By the worth of the attacks alone, movement first is better."""
    allied = "2017N 2016N 2015N 2014N 2013N 2012N 2011N 2010N 1909N 1910N"
    at = f"US1=1909N US9=1909N US30=1909N US2=1910N US28=1910N US2A=2014N {wall(NORTH, '08N')}"
    orders = {}
    for commander in (colonel(8), general(150)):
        match = rhine(f"turn 3\nallied {allied}\nphase allied declaration\nat {at}")
        match.play(consult(commander, match.game, match.state, random.Random(1)))
        orders[commander.name] = match.state.order
    assert orders == {"colonel": MOVE_FIGHT, "general": FIGHT_MOVE}


@pytest.mark.parametrize(("game", "rehearsed"), [(ODER, False), (RHINE, True)], ids=["oder", "rhine"])
def test_the_order_is_rehearsed_only_if_a_vital_hex_ends_the_game(game, rehearsed, monkeypatch):
    """The rehearsals include the side's own moves, since none are planned yet."""
    played = []
    monkeypatch.setattr(Rehearsal, "value", lambda self, s, number, *, moved=True: played.append(moved) or 0.0)
    s = first_of_each_step(game, "campaign", (1,))["declaration"]
    assert consult(general(150), game, s, random.Random(1)).verb == "order"
    assert set(played) == ({False} if rehearsed else set())


@pytest.mark.parametrize(("phase", "share"), [("allied", 2), ("german", 1)])
def test_in_the_german_turn_either_sector_may_have_full_supply_next(phase, share):
    """The other sector has half movement and no columns (8.16), but the choice is made again each turn."""
    match = rhine(f"turn 3\nallied 2017S 2017N 2010S\nphase {phase} movement\nat US2A=2010S US1=2014N 526ID=1105N")
    game, s = match.game, match.state
    south, north = game.unit_ids["US2A"], game.unit_ids["US1"]
    full = game.roster.movement
    assert game.doctrine.speed(s, south) == -(-full[south] // share)
    assert game.doctrine.speed_outside_zones(s, south) == (0 if share == 2 else 2 * full[south])
    assert game.doctrine.speed(s, north) == full[north]
    assert game.doctrine.speed_outside_zones(s, north) == 2 * full[north]


ACCESS = ("1116N", "1212N", "1213N", "1311N", "1312N", "1411N", "1412N", "1511N")  # of 8.15, all but the last


@thinking
def test_the_last_hex_that_keeps_antwerp_closed_is_taken(level):
    """No unit blocks the path to Walcheren; farther cities are worth more than most hexes, but not than this one."""
    allied = " ".join((*ACCESS, "1711N", "1712N", "1912S"))
    at = "BC3=1411N BC52=1511N BC51=1712N BC53=1711N US2A=1912S 526ID=2001N 36VG=2000N 12VG=2101N"
    match = grognard.setup(f"game rhine\nsector 1\nturn 2\nallied {allied}\nphase allied movement\nat {at}", seed=1)
    through_phase(match, level)
    assert not RHINE.opening & ~match.state.allied


# -- stacking --------------------------------------------------------------------------------------


@pytest.mark.parametrize("seed", [1, 2])
def test_no_unit_is_lost_for_want_of_room_on_the_oder(seed):
    """In several turns of captains 6.4 removes no unit, and no phase ends with an overfull hex."""
    match = grognard.new(ODER, seed=seed)
    command(match, "captain", seed=seed, while_=lambda m: m.state.turn <= 4)
    assert match.state.turn > 3 or match.over
    assert not [event for event in match.events if event.rule == "6.4"]
    assert not [entry for entry in match.journal if entry.action.verb == "remove"]


def test_no_unit_is_lost_for_want_of_room_on_the_rhine():
    match = grognard.new(RHINE, seed=1)
    command(match, "captain", while_=lambda m: m.state.turn <= 2)
    assert not [entry for entry in match.journal if entry.action.verb == "remove"]
