"""Chapters 3.2.D, 16.1 and 16.2, and what follows when a hex changes hands: 10.7.1, 10.7.3, 10.7.5, 10.7.9, 17.1."""

from __future__ import annotations

import pytest

from grognard.games.reich import moments, zones
from grognard.games.reich.state import CIVIL_WAR, FRENCH_FIRST
from tests.kit import offered
from tests.reich.helpers_combat import combat, settle
from tests.reich.helpers_map import GROUND, allied, at, german, region
from tests.reich.helpers_special import GAME, bit, enter, is_allied, labels, place
from tests.reich.helpers_supply import Board
from tests.reich.helpers_supply import region as hexes_of
from tests.reich.table import position
from tests.rules import rule


def run(board: Board, step: type) -> Board:
    """Carry out an automatic step."""
    board.state.agenda = [(GAME.codes[step],)]
    GAME.steps[GAME.codes[step]].run(board.state)
    return board


# -- 3.2.D -------------------------------------------------------------------------------------


@rule("reich", "3.2.D", "3.2.Db", "3.2.Dc", "3.4.Db")
def test_a_hex_that_is_passed_is_taken_and_stays_taken() -> None:
    match = position("allied assault", "CW-7A=1024 US-2A=1525", turn=3, dice=[6, 6])
    match.play("declare 12", "select US-2A", "move 1526", "move 1527", "stop")
    assert {"1526", "1527"} <= labels(match.state.allied)
    board = enter(Board("G-2PZ=1527", allied="1526 1527"), "G-2PZ", "1526")
    assert not is_allied(board, "1526")
    assert is_allied(board, "1527")


@rule("reich", "3.2.D", "3.2.Db")
def test_an_advance_takes_the_hex() -> None:
    match = combat("allied", "US-1=1326 US-2=1326 US-2A=1326 G-91=1327", dice=[6, 1])
    match.play("attack 1327", "with US-1", "with US-2", "with US-2A", "resolve")
    while GAME.step(match.state).name != "choose-advance":
        match.play("propose")
    assert not match.state.allied >> at("1327") & 1
    match.play("advance US-1")
    assert match.state.allied >> at("1327") & 1


@rule("reich", "3.2.Dd")
def test_strategic_movement_takes_only_its_last_hex() -> None:
    match = position("allied exploitation", "US-2=0820", "breakout 5", "brittany_turn 5", turn=6, dice=[6])
    match.play("select US-2")
    assert offered(match, "strategic 2830")
    match.play("strategic 2830")
    assert labels(match.state.allied) - {"0820"} == {"2830"}


@rule("reich", "3.2.Dd")
def test_support_units_are_never_in_a_hex() -> None:
    board = Board("AL-TAC1=0820")
    assert any("AL-TAC1 is a support unit" in e for e in GAME.position_errors(board.state))


# -- forts ---------------------------------------------------------------------------------------


@rule("reich", "16.1", "16.1a", "16.1.A", "16.1.Aa", "16.1.B", "16.1.C", "16.1.Ca")
def test_every_fort_has_one_kind() -> None:
    coastal, metz, wall = (GROUND.forts[kind] for kind in ("coastal", "metz", "westwall"))
    assert coastal & GROUND.coast == coastal
    assert not (metz | wall) & GROUND.coast
    assert labels(metz) == {"4526", "4527", "4626", "4726"}
    assert coastal >> at("0518") & 1
    assert not coastal & metz | coastal & wall | metz & wall
    assert GROUND.every_fort == coastal | metz | wall


@rule("reich", "16.1.Ba")
def test_each_metz_fort_starts_with_a_garrison() -> None:
    setup = GAME.scenarios["campaign"].words["setup"]
    assert {setup[f"G-METZ{n}"] for n in range(1, 5)} == hexes_of("Metz Forts")
    assert {GAME.counters[GAME.unit_ids[f"G-METZ{n}"]].printed for n in range(1, 5)} == {"0-3-0"}


@rule("reich", "16.1.Cb")
@pytest.mark.parametrize("kind", ["coastal", "metz", "westwall"])
def test_all_forts_give_the_same_modifier(kind: str) -> None:
    clear = GAME.board.terrain["clear"] & ~(GROUND.cities | GROUND.towns)
    h = (GROUND.forts[kind] & clear or GROUND.forts[kind]).bit_length() - 1
    assert GROUND.hex_modifier(h, german(10)) == -2


@rule("reich", "16.1", "16.1.Cf", "2.2.Cd")
@pytest.mark.parametrize(("label", "razed"), [("2412", True), ("4526", True), ("4920", False)])
def test_an_allied_unit_destroys_coastal_and_metz_forts_by_entering(label: str, razed: bool) -> None:
    board = enter(Board(""), "US-1", label)
    assert bool(board.state.razed >> at(label) & 1) == razed


@rule("reich", "16.1.Cf")
def test_only_an_allied_unit_destroys_a_fort() -> None:
    assert not enter(Board(""), "G-2PZ", "2412").state.razed


@rule("reich", "16.1.Cg", "16.1.Ci", "16.1.Ck")
@pytest.mark.parametrize(("label", "works"), [("2412", False), ("4526", False), ("4920", True)])
def test_only_a_west_wall_fort_works_again_for_germans_who_come_back(label: str, works: bool) -> None:
    board = enter(Board(""), "US-1", label)
    assert not zones.intact_forts(GAME, board.state) >> at(label) & 1
    enter(board, "G-2PZ", label)
    assert bool(zones.intact_forts(GAME, board.state) >> at(label) & 1) == works
    there = zones.intact_forts(GAME, board.state)
    clear = GAME.board.terrain_at[at(label)] == "clear" and not (GROUND.cities | GROUND.towns) >> at(label) & 1
    if clear:
        assert GROUND.hex_modifier(at(label), german(10, there)) == (-2 if works else 0)


@rule("reich", "16.1.Ch")
def test_a_west_wall_fort_gives_allied_units_nothing() -> None:
    clear = GROUND.forts["westwall"] & GAME.board.terrain["clear"] & ~(GROUND.cities | GROUND.towns)
    assert clear
    assert GROUND.hex_modifier(clear.bit_length() - 1, allied(10, GROUND.every_fort)) == 0


@rule("reich", "16.1.Ck", "16.1.C")
def test_a_west_wall_fort_stops_zones_and_lines_only_while_it_is_german() -> None:
    h = "4920"
    board = Board("US-1=4820")
    near = GAME.board.grid.neighbours(1 << at("4820"))
    assert near >> at(h) & 1
    assert not zones.zone(GAME, board.state, 0) >> at(h) & 1
    board.state.allied |= 1 << at(h)
    assert zones.zone(GAME, board.state, 0) >> at(h) & 1


@rule("reich", "16.1.Cc", "16.1.Cd", "16.1.Ce")
@pytest.mark.parametrize(
    ("label", "out", "spared"), [("2412", False, False), ("0518", True, True), ("4920", True, False)]
)
def test_coastal_forts_feed_their_units_but_cherbourg(label: str, out: bool, spared: bool) -> None:
    ring = " ".join(
        f"US-{n}={h}"
        for n, h in zip(
            "1 2 4 9 29 30".split(),
            sorted(labels(GAME.board.grid.neighbours(1 << at(label)) & GROUND.land)),
            strict=False,
        )
    )
    board = Board(f"G-709={label} {ring}", turn=10)
    board.check(1)
    assert ("G-709" in board.units("oos")) == out
    assert ("G-709" in board.units("spared")) == spared


# -- Metz garrisons ------------------------------------------------------------------------------


@rule("reich", "16.2", "16.2a")
def test_a_metz_garrison_does_not_move() -> None:
    match = position("german assault", "G-METZ1=4526 G-2PZ=4828", turn=9, dice=[6])
    assert offered(match, "select G-2PZ")
    assert not offered(match, "select G-METZ1")


@rule("reich", "16.2b")
def test_a_metz_garrison_does_not_attack() -> None:
    match = position("german combat", "G-METZ1=4526 G-2PZ=4526 US-1=4425", turn=9)
    match.play("attack 4425")
    assert offered(match, "with G-2PZ")
    assert not offered(match, "with G-METZ1")


@rule("reich", "16.2c")
def test_a_metz_garrison_does_not_advance() -> None:
    from grognard.games.reich import limits

    board = Board("G-METZ1=4526 G-2PZ=4526", turn=9)
    assert limits.may_advance(GAME, board.state, GAME.unit_ids["G-METZ1"]) == 0
    assert limits.may_advance(GAME, board.state, GAME.unit_ids["G-2PZ"])


@rule("reich", "16.2d")
def test_a_metz_garrison_has_no_zone() -> None:
    assert zones.zone(GAME, Board("G-METZ1=4526").state, 1) == 0
    assert zones.zone(GAME, Board("G-METZ1=4526 G-2PZ=4526").state, 1)


@rule("reich", "16.2e")
def test_a_metz_garrison_is_always_in_supply() -> None:
    around = sorted(labels(GAME.board.grid.neighbours(1 << at("4526")) & GROUND.land))
    ring = " ".join(f"US-{n}={h}" for n, h in zip("1 2 4 9 29 30".split(), around, strict=False))
    board = Board(f"G-METZ1=4526 G-85=4526 {ring}", turn=9)
    assert board.check(1) == {"G-85"}


# -- limits that end ------------------------------------------------------------------------------


@rule("reich", "10.7.1", "10.7.1n", "10.7.1o")
def test_argentan_and_alencon_together_free_the_west_for_good() -> None:
    board = enter(Board(""), "US-1", "1225")
    assert not board.state.west_free
    enter(board, "US-2", "1328")
    assert board.state.west_free
    enter(board, "G-2PZ", "1225")
    assert board.state.west_free


@rule("reich", "10.7.12r", "10.7.12n")
def test_crossing_the_seine_line_is_noted() -> None:
    board = Board("US-2=1621 US-1=england")
    enter(board, "US-1", "1720")  # a drop
    assert not board.state.seine_crossed
    enter(board, "US-2", "1620")
    assert board.state.seine_crossed


@rule("reich", "10.7.3", "10.7.3d", "10.7.3g")
@pytest.mark.parametrize("label", ["4916", "5015", "5016"])
def test_a_roer_dam_lifts_the_blind_spot(label: str) -> None:
    board = enter(Board("", allied=""), "US-1", label)
    assert board.state.ike_lifted
    assert not enter(Board(""), "US-1", "5014").state.ike_lifted
    assert enter(board, "G-2PZ", label).state.ike_lifted


@rule("reich", "10.7.3e")
def test_six_german_divisions_at_the_end_of_a_step_lift_the_blind_spot() -> None:
    five = "G-1SS=4718 G-2SS=4719 G-12SS=4720 G-9SS=4818 G-10SS=4819 G-150PB=4720"
    board = run(Board(five, turn=9), moments.BlindSpotCheck)
    assert not board.state.ike_lifted
    board = run(Board(f"{five} G-2PZ=4717", turn=9), moments.BlindSpotCheck)
    assert board.state.ike_lifted


@rule("reich", "10.7.3e")
def test_the_blind_spot_is_judged_after_each_german_movement_step() -> None:
    six = "G-1SS=4718 G-2SS=4719 G-12SS=4720 G-9SS=4818 G-10SS=4819 G-2PZ=4717"
    for segment in ("assault", "exploitation"):
        match = position(f"german {segment}", six, turn=9, dice=[3])
        assert not match.state.ike_lifted
        match.play("done")
        assert match.state.ike_lifted


@rule("reich", "10.7.5j", "10.7.5k")
def test_the_captured_bridge_falls_with_its_hex() -> None:
    board = Board("US-1=5415", allied="5415", bridge=1, bridge_hex=at("5415"))
    enter(board, "G-2PZ", "5416")
    assert not board.state.blown
    enter(board, "G-2PZ", "5415")
    assert board.state.blown == 1
    assert (board.state.bridge, board.state.bridge_hex) == (1, -1)


@rule("reich", "17.1", "17.1.B")
def test_the_first_allied_unit_in_fortress_holland_opens_it() -> None:
    assert enter(Board(""), "CW-50", "4404").state.holland_open
    assert not enter(Board(""), "CW-50", "4407").state.holland_open
    assert not enter(Board(""), "G-85", "4404").state.holland_open


@rule("reich", "8.7.B", "4.1dd")
def test_montys_blind_spot_lasts_to_the_end_of_the_turn() -> None:
    board = enter(Board("", turn=7), "CW-50", "3910")
    assert not board.state.antwerp_held
    moments.end_turn(GAME, board.state)
    assert board.state.antwerp_held
    empty = Board("", turn=7)
    moments.end_turn(GAME, empty.state)
    assert not empty.state.antwerp_held


# -- Paris -------------------------------------------------------------------------------------------


@rule("reich", "10.7.9", "10.7.9d", "10.7.9g")
def test_the_french_2nd_armored_enters_paris_first() -> None:
    board = enter(Board("FR-2A=2425"), "FR-2A", "2526")
    assert board.state.paris == FRENCH_FIRST
    enter(board, "US-1", "2527")
    assert board.state.paris == FRENCH_FIRST
    run(board, moments.CivilWar)
    assert board.state.at[GAME.unit_ids["FR-2A"]] == at("2526")


@rule("reich", "10.7.9c", "10.7.9e", "10.7.9f", "10.7.9i", "10.7.9h")
def test_others_in_paris_first_cost_all_french_divisions() -> None:
    board = Board("FR-2A=2425 FR-1A=track FR-3A=4735")
    board.state.due[GAME.unit_ids["FR-1A"]] = 9
    enter(board, "US-1", "2626")
    enter(board, "FR-2A", "2527")
    assert board.state.paris == CIVIL_WAR
    assert board.state.at[GAME.unit_ids["FR-2A"]] == at("2527")
    run(board, moments.CivilWar)
    gone = {u: GAME.place_name(board.state.at[GAME.unit_ids[u]]) for u in ("FR-2A", "FR-1A", "FR-3A")}
    assert set(gone.values()) == {"removed"}
    assert not board.state.due[GAME.unit_ids["FR-1A"]]
    run(enter(board, "US-2", "2527"), moments.CivilWar)
    assert board.state.paris != CIVIL_WAR


@rule("reich", "10.7.9c", "4.1cp")
def test_the_french_leave_in_the_attrition_phase() -> None:
    match = position("supply", "US-1=2527 FR-3A=4735", "allied 2527", "paris 2", turn=8)
    assert place(match, "FR-3A") == "removed"
    match = position("supply", "US-1=2527 FR-3A=4735", "allied 2527", "paris 1", turn=8)
    assert place(match, "FR-3A") == "4735"


@rule("reich", "10.7.9k")
@pytest.mark.parametrize("order", [("US-1", "FR-2A"), ("FR-2A", "US-1")])
def test_units_of_one_advance_into_paris_are_one_stack(order: tuple[str, str]) -> None:
    match = combat(
        "allied",
        "US-1=2627 FR-2A=2627 US-2A=2627 G-91=2527",
        "breakout 5",
        "brittany_turn 5",
        turn=6,
        dice=[6, 1],
    )
    match.play("attack 2527", "with US-1", "with FR-2A", "with US-2A", "resolve")
    while GAME.step(match.state).name != "choose-advance":
        match.play("propose")
    match.play(*(f"advance {unit}" for unit in order))
    assert match.state.paris == FRENCH_FIRST
    settle(match)


@rule("reich", "10.7.9k")
def test_in_plain_movement_the_first_unit_decides() -> None:
    board = enter(Board("US-1=2627 FR-2A=2627"), "US-1", "2527")
    enter(board, "FR-2A", "2527")
    assert board.state.paris == CIVIL_WAR
    assert bit("FR-2A")
    assert region("Paris") == GAME.paris
