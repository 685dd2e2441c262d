"""Clauses 7.1 and 7.1.3: Allied reinforcements."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from tests.kit import refused, where
from tests.reich.helpers_supply import GERMANS, arriving, number, places, put, region, ring, wide_ring
from tests.reich.table import position
from tests.rules import rule

US_BEACHES, CW_BEACHES = {"0619", "0820"}, {"1020", "1121"}
#: The way to the sea, and Antwerpen.
OPEN = "antwerp 1\nallied 3910 3508 3509 3608 3609 3709 3808 3809 3909 3913 4723 4515 3525 4814 4440"


def american(more: str = "", *, turn: int = 3, at: str = "") -> Match:
    """The US 9th Division waits in England; it may be placed on any turn from its own on."""
    return position("allied reinforcement", f"US-9=england US-1=0721 {at}", *more.splitlines(), turn=turn)


def hexes(match: Match, unit: str) -> set[str]:
    """The hexes of the map among the places of a unit."""
    return places(match, unit) - {"england"}


# -- the box in England ----------------------------------------------------------------------


@rule("reich", "7.1b", "7.1c", "7.1.3", "7.1.3d", "5.4a")
def test_an_allied_unit_may_wait_in_england_although_there_is_room() -> None:
    match = arriving("allied", "US-9", turn=2)
    assert places(match, "US-9") == US_BEACHES | {"england"}
    put(match, "US-9=england")
    assert where(match, "US-9") == "england"


@rule("reich", "7.1.3e", "7.1b", "17.9.2.Ba")
def test_units_in_england_enter_in_a_later_reinforcement_segment_or_not_at_all() -> None:
    match = arriving("allied", "", turn=4, at="US-9=england CW-1AB=england US-1=0820")
    assert hexes(match, "US-9") == US_BEACHES
    assert hexes(match, "CW-1AB") == CW_BEACHES
    match.play("select US-9")
    refused(match, "england", "7.1.3")  # it is there already
    match.play("place 0820")
    assert where(match, "US-9") == "0820"
    match.play("done")
    assert where(match, "CW-1AB") == "england"


@rule("reich", "7.1.3b")
@pytest.mark.parametrize(("unit", "turn"), [("CW-POLAB", 5), ("US-17AB", 9)])
def test_units_with_the_england_note_arrive_in_england(unit: str, turn: int) -> None:
    match = arriving("allied", unit, turn=turn, at="US-1=0820")
    assert where(match, unit) == "england"


@rule("reich", "17.9.2.Bc")
def test_airborne_units_from_england_are_on_their_regular_side() -> None:
    match = put(arriving("allied", "", turn=4, at="CW-1AB=england US-1=0820"), "CW-1AB=1020")
    assert not match.state.dropped


@rule("reich", "7.1a", "4.1k", "7.1.3c")
def test_a_unit_that_is_due_has_to_be_put_somewhere() -> None:
    match = arriving("allied", "US-9", turn=2)
    refused(match, "done", "7.1")
    match.play("select US-9")
    refused(match, "place 0921", "7.1.3")
    refused(match, "done", "7.1.1")
    refused(match, "tray", "3.3.D")


@rule("reich", "7.1.3d", "7.1.1a", "5.1a")
def test_stacking_sends_units_to_england() -> None:
    full = "US-1=0619 US-2=0619 US-4=0619 US-29=0820 US-90=0820 US-30=0820"
    match = arriving("allied", "US-9", turn=2, at=full)
    assert places(match, "US-9") == {"england"}
    match.play("select US-9")
    refused(match, "place 0820", "5.1")
    match.play("england")
    again = arriving("allied", "", turn=3, at=full.replace("US-30=0820", "US-9=england"))
    assert hexes(again, "US-9") == {"0820"}


@rule("reich", "7.1.3", "7.1d", "7.1.3f", "7.1.3a", "8.7.Df")
def test_a_d_units_arrive_in_their_hexes_or_never() -> None:
    southern = region("A-D entrance")
    match = arriving("allied", "US-3", *OPEN.splitlines(), turn=7)
    assert places(match, "US-3") == southern
    match.play("select US-3")
    refused(match, "england", "7.1.3")
    refused(match, "place 3913", "7.1.3")
    held = " ".join(f"{unit}={h}" for unit, h in zip(GERMANS, sorted(southern), strict=False))
    barred = arriving("allied", "US-3", turn=7, at=held)
    assert where(barred, "US-3") == "removed"
    free = arriving("allied", "US-3", turn=7, at=" ".join(held.split()[1:]))
    assert places(free, "US-3") == {"3640"}


# -- beaches ---------------------------------------------------------------------------------


@rule("reich", "7.1.3.A", "7.1.3.Aa", "7.1.3.Ab")
def test_beaches_take_units_of_their_nation_through_turn_7() -> None:
    assert hexes(american(turn=7), "US-9") == US_BEACHES
    late = arriving("allied", "US-102", turn=9).play("select US-102")
    refused(late, "place 0820", "7.1.3.A")
    british = arriving("allied", "CW-15", turn=2)
    assert hexes(british, "CW-15") == CW_BEACHES
    british.play("select CW-15")
    refused(british, "place 0820", "7.1.3")


@rule("reich", "7.1.3.Ac")
def test_germans_next_to_a_beach_do_not_hinder_arrivals() -> None:
    match = arriving("allied", "CW-15", turn=2, at=ring("1121", GERMANS))
    assert "1121" in hexes(match, "CW-15")


@rule("reich", "7.1.3.A")
def test_shaef_arrives_wherever_anybody_may() -> None:
    match = arriving("allied", "AL-SHAEF", turn=7)
    assert hexes(match, "AL-SHAEF") == US_BEACHES | CW_BEACHES


# -- Cherbourg and headquarters --------------------------------------------------------------


@rule("reich", "7.1.3.B", "7.1.3.Ba", "7.1.3.Bb", "8.6.Bc")
def test_cherbourg_takes_us_units_from_the_turn_it_is_operational() -> None:
    for date, open_ in ((6, True), (5, True), (7, False), (0, False)):
        match = american(f"allied 0518\ncherbourg {date}", turn=6)
        assert ("0518" in hexes(match, "US-9")) == open_
    assert "0518" not in hexes(american("cherbourg 6", turn=6), "US-9")  # German-controlled
    early = american("allied 0518\ncherbourg 7", turn=6).play("select US-9")
    refused(early, "place 0518", "7.1.3.B")
    british = arriving("allied", "", "allied 0518\ncherbourg 8", turn=8, at="CW-15=england US-1=0820")
    assert "0518" not in hexes(british, "CW-15")


@rule("reich", "7.1.3.Bc")
def test_germans_next_to_cherbourg_do_not_hinder_arrivals() -> None:
    match = american("allied 0518\ncherbourg 8", turn=8, at="G-352=0519")
    assert "0518" in hexes(match, "US-9")


@rule("reich", "7.1.3.C", "7.1.3.Ca", "7.1.3.Cb", "7.1.3.Db")
def test_the_21st_army_group_takes_commonwealth_units_while_supplied_and_out_of_contact() -> None:
    def found(at: str, more: str = "") -> set[str]:
        return hexes(arriving("allied", "CW-15", *more.splitlines(), turn=2, at=f"CW-HQ21=1025 {at}"), "CW-15")

    assert "1025" in found("")
    assert "1025" in found("", "oos CW-HQ21")  # the line is traced now
    assert "1025" not in found("G-352=1026")
    assert "1025" in found("G-352=1027")
    assert "1025" not in found(wide_ring("1025", GERMANS))
    american_unit = arriving("allied", "US-9", turn=2, at="CW-HQ21=1025")
    assert "1025" not in hexes(american_unit, "US-9")
    for enemies in ("G-352=1026", wide_ring("1025", GERMANS)):
        match = arriving("allied", "CW-15", turn=2, at=f"CW-HQ21=1025 {enemies}").play("select CW-15")
        refused(match, "place 1025", "7.1.3.C")


@rule("reich", "7.1.3.D", "7.1.3.Da")
def test_the_12th_army_group_takes_us_and_french_units_but_not_those_of_anvil() -> None:
    def found(unit: str, turn: int, at: str) -> set[str]:
        return hexes(arriving("allied", unit, turn=turn, at=f"US-HQ1-12=0721 {at}"), unit)

    assert "0721" in found("US-9", 2, "")
    assert "0721" not in found("US-9", 2, "G-352=0722")
    assert "0721" not in found("CW-15", 2, "")
    assert "0721" not in found("US-3", 7, "")
    match = arriving("allied", "US-9", turn=2, at="US-HQ1-12=0721 G-352=0722").play("select US-9")
    refused(match, "place 0721", "7.1.3.D")


# -- ports -----------------------------------------------------------------------------------


@rule("reich", "7.1.3.E", "7.1.3.Ea", "7.1.3.Ed", "7.1.3.Ee")
def test_a_port_takes_one_unit_a_turn_of_any_nation_without_a_line() -> None:
    match = arriving("allied", "CW-Bel US-80", "allied 2511", turn=5, at=wide_ring("2511", GERMANS))
    assert "2511" in hexes(match, "CW-Bel") & hexes(match, "US-80")
    put(match, "US-80=2511").play("select CW-Bel")
    refused(match, "place 2511", "7.1.3.E")
    # the replacements of the same turn share the port
    due = "allied 2511", "due CW-15=5"
    later = position("allied replacement", "US-80=2511 CW-15=track", "arrived US-80", *due, turn=5)
    assert "2511" not in hexes(later, "CW-15")
    assert "2511" in hexes(position("allied replacement", "CW-15=track", *due, turn=5), "CW-15")


@rule("reich", "7.1.3.Eb", "7.1.3.Ec")
def test_a_port_serves_while_allied_and_out_of_contact_and_rouen_needs_le_havre() -> None:
    def found(more: str, at: str = "") -> set[str]:
        return hexes(american(more, at=at), "US-9")

    assert "2412" in found("allied 2412")
    assert "2412" not in found("")
    assert "2412" not in found("allied 2412", "G-352=2413")
    assert {"1520", "1921"} <= found("allied 1520 1921")
    assert "1921" not in found("allied 1921")
    match = american("allied 1921").play("select US-9")
    refused(match, "place 1921", "7.1.3.E")
    refused(match, "place 2412", "7.1.3.E")


# -- Antwerpen -------------------------------------------------------------------------------


@rule("reich", "7.1.3.F", "7.1.3.G", "7.1.3.Fa", "7.1.3.Ga", "7.1.3.Gb", "8.7.De")
def test_antwerpen_opens_the_cities_of_each_army_group() -> None:
    match = arriving("allied", "US-106", *OPEN.splitlines(), turn=11, at="CW-NLPI=england")
    assert hexes(match, "CW-NLPI") == {"3910", "3913"}
    assert hexes(match, "US-106") == {"4723", "4515", "3525"}  # no town, nothing in Germany or of the 6th Army Group
    match.play("select US-106")
    refused(match, "place 4626", "7.1.3.G")  # German-controlled
    shut = arriving("allied", "US-106", OPEN.splitlines()[1], turn=11)
    assert not hexes(shut, "US-106")


@rule("reich", "7.1.3.Fa", "7.1.3.Ga")
def test_a_city_needs_a_line_and_no_german_next_to_it() -> None:
    near = arriving("allied", "US-106", *OPEN.splitlines(), turn=11, at="G-352=4724")
    assert hexes(near, "US-106") == {"4515", "3525"}
    near.play("select US-106")
    refused(near, "place 4723", "7.1.3.G")
    cut = arriving("allied", "US-106", *OPEN.splitlines(), turn=11, at=wide_ring("4723", GERMANS))
    assert "4723" not in hexes(cut, "US-106")


# -- markers and the program -----------------------------------------------------------------


@rule("reich", "7.1g", "7.3.Bb")
def test_markers_arrive_without_being_placed() -> None:
    match = grognard.new("reich", scenario="campaign", seed=1)
    assert where(match, "CW-79") == "support"
    assert number(arriving("allied", "CW-15", turn=2), "refit_cw") == 1
    assert number(arriving("allied", "US-8", turn=3), "refit_us") == 1


@rule("reich", "7.1.3", "4.1k")
def test_the_program_places_the_whole_segment() -> None:
    units = "US-9 US-30 US-79 US-2A US-HQ1-12 CW-15 CW-49 CW-11A CW-4AB CW-34TB CW-HQ21"
    match = arriving("allied", units, turn=2, at="US-82AB=0619 CW-1AB=england")
    match.play("propose")
    assert {where(match, unit) for unit in units.split()} <= US_BEACHES | CW_BEACHES
    assert where(match, "CW-1AB") == "england"
    refused(match, "propose", "7.1.1")
    match.play("done")
    assert where(match, "CW-1AB") == "england"


@rule("reich", "7.1f")
def test_a_placed_unit_is_a_unit_like_any_other() -> None:
    match = put(arriving("allied", "US-9", turn=2), "US-9=0820")
    assert match.state.occupied[0] >> match.game.board.grid.parse("0820") & 1
    assert match.state.due[match.game.unit_ids["US-9"]] == 0


# -- the proposal ----------------------------------------------------------------------------------

TURN_2 = "US-HQ1-12 CW-HQ21 US-9 US-30 US-79 US-2A CW-15 CW-49 CW-11A CW-4AB CW-34TB".split()


def turn_2(*more: str) -> Match:
    units = " ".join(f"{unit}=track" for unit in TURN_2)
    due = "due " + " ".join(f"{unit}=2" for unit in TURN_2)
    return position("allied reinforcement", f"US-29=0820 CW-50=1020 G-352=1331 {units}", due, *more, turn=2)


def proposed(match: Match) -> dict[str, str]:
    found = match.game.step(match.state).presets(match.state)
    return {match.game.counters[unit].id: text for unit, text in found.items()}


@rule("reich", "7.1.1", "7.1.3")
def test_the_proposal_for_the_segment_is_shown_and_follows_what_is_placed_by_hand() -> None:
    match = turn_2()
    first = proposed(match)
    assert set(first) == set(TURN_2)
    before = match.position()
    by_hand = turn_2().play("select US-30", "place 0820", "select CW-15", "place 1020")
    rest = proposed(by_hand)
    assert set(rest) == set(TURN_2) - {"US-30", "CW-15"}
    for shown in (match, by_hand):
        texts = proposed(shown)
        shown.play("propose")
        assert {unit: f"arrives in {where(shown, unit)}" for unit in texts} == texts
        assert not proposed(shown)
    match.undo()
    assert match.position() == before


@rule("reich", "5.2.A", "5.2.A.3", "7.1.3.A")
def test_the_room_on_beaches_is_shown_by_free_type() -> None:
    match = turn_2().play("select CW-4AB", "place 1020", "select US-HQ1-12", "place 0820")
    said = [note.text for note in match.game.reading.remarks(match.state)]
    assert said == [
        "0619: room for 3 and freely a brigade, an airborne division, a Leader or HQ",
        "0820: room for 2 and freely a brigade, an airborne division",
        "1020: room for 2 and freely an airborne division, a Leader or HQ",
        "1121: room for 3 and freely a brigade, an airborne division, a Leader or HQ",
    ]
    match.play("propose")
    assert not match.game.reading.remarks(match.state)
