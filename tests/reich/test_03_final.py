"""Chapter 3.4: the set-up of Final Battles, its conditions, and what it leaves of the campaign."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.reich import deployment
from grognard.hexes import bits
from tests.kit import offered, offers, refused
from tests.reich.helpers_map import ROSTER, at, ids, region
from tests.reich.helpers_special import GAME, begun, box, labels, units_in, units_of
from tests.reich.helpers_supply import Board
from tests.reich.helpers_supply import region as hexes_of
from tests.rules import rule

#: The steps of choices and placements in their order: the rule of each prompt.
ORDER = [f"3.4.A.{n}" for n in (2, 3, 3, 3, 3, 5, 5, 6, 7, 7, 7, 7, 8, 9, 9, 9, 9, 9, 10)]


def after(count: int) -> Match:
    """The set-up after so many choices and placements, made as proposed."""
    match = grognard.new(GAME, "final", seed=1)
    for _ in range(count):
        match.play("propose", "done")
    return match


def at_step(text: str, part: int = 0) -> Match:
    """The set-up at a step of 3.4.A."""
    return after([i for i, rule_ in enumerate(ORDER) if rule_ == f"3.4.A.{text}"][part])


def placed(match: Match, unit: str) -> set[str]:
    """Where a unit may be placed."""
    match.play(f"select {unit}")
    found = offers(match, "place")
    match.undo()
    return found


def white_divisions(match: Match) -> list[str]:
    """US divisions of the 12th Army Group that may be placed."""
    return sorted(ids(ROSTER.us & ROSTER.divisions & ROSTER.commands["12AG"]) & offers(match, "select"))


# -- order ---------------------------------------------------------------------------------------


@rule("reich", "3.4.A", "3.4.Aa", "3.4.A.10", "3.4.A.10a")
def test_the_steps_come_in_their_order_and_by_their_players() -> None:
    match = grognard.new(GAME, "final", seed=1)
    seen, sides = [], []
    while "everything" in match.actions.texts():
        seen.append(match.prompt.rule)
        sides.append(match.side)
        match.play("propose", "done")
    assert seen == ORDER
    assert sides == ["allied"] * 8 + ["german"] * 10 + ["allied"]


@rule("reich", "3.4.Aa")
def test_units_used_up_are_not_offered_again() -> None:
    match = at_step("6")
    for unit in ("AL-SHAEF", "US-82AB", "CW-6AB", "US-PATTON", "CW-1AB"):
        refused(match, f"select {unit}", "3.4.A.6")
    refused(match, "select G-85", "3.4.A.6")


@rule("reich", "3.4.A", "3.4.B", "3.4.Ba")
def test_the_whole_set_up_can_be_accepted_at_once_by_each_side() -> None:
    match = grognard.new(GAME, "final", seed=1).play("everything")
    assert (match.side, match.prompt.rule) == ("german", "3.4.A.7")
    match.play("everything")
    assert (match.side, match.prompt.rule) == ("allied", "3.4.A.10")
    match.play("everything")
    assert match.state.turn == 11
    assert GAME.phase_of(match.state) == "german reinforcement"
    assert match.position() == begun("final").position()


@rule("reich", "3.4.A.1", "3.4.A.1a", "3.4.A.1b")
def test_reinforcements_are_on_the_track_first() -> None:
    match = grognard.new(GAME, "final", seed=1)
    late = {c.id for i, c in enumerate(GAME.counters) if ROSTER.turn[i] >= 11}
    assert box(match, "track") == late
    assert match.state.turn == 11
    assert GAME.tables.track[10].label == "Dec"
    assert not late & {text.partition(" ")[2] for text in at_step("6").actions.texts()}


# -- the Allied order of battle --------------------------------------------------------------------


@rule("reich", "3.4.A.2", "3.4.A.2a", "3.4.A.2b")
def test_two_commonwealth_infantry_divisions_and_four_named_units_leave() -> None:
    match = at_step("2")
    infantry = ids(ROSTER.types["infantry"] & ROSTER.commonwealth & ROSTER.divisions)
    assert offers(match, "choose") == {u for u in infantry if ROSTER.turn[GAME.unit_ids[u]] < 11}
    assert box(match, "removed") >= {"CW-1AB", "CW-POLAB", "CW-Bel", "CW-NLPI"}
    refused(match, "choose CW-8AB", "3.4.A")
    match.play("choose CW-50", "choose CW-3")
    refused(match, "choose CW-51", "3.4.A")
    match.play("done")
    assert box(match, "removed") >= {"CW-50", "CW-3"}


@rule("reich", "3.4.A.3", "3.4.A.3a", "3.4.A.3b", "3.4.A.3c", "3.4.A.3d")
@pytest.mark.parametrize(
    ("part", "count", "yes", "no"),
    [
        (0, 6, "CW-51", "CW-4CDO"),
        (1, 2, "CW-7A", "CW-8AB"),
        (2, 6, "US-1", "FR-3A US-101AB"),
        (3, 1, "US-2A", "FR-2A"),
    ],
)
def test_so_many_divisions_of_each_kind_are_reduced(part: int, count: int, yes: str, no: str) -> None:
    match = at_step("3", part)
    before = match.state.reduced
    assert offered(match, f"choose {yes}")
    for unit in no.split():
        refused(match, f"choose {unit}", "3.4.A")
    match.play("propose")
    assert match.state.chosen.bit_count() == count
    match.play(f"return {sorted(units_of(match.state.chosen))[0]}")
    refused(match, "done", "3.4.A")
    match.play("propose", "done")
    assert (match.state.reduced & ~before).bit_count() == count


@rule("reich", "3.4.A.4", "3.4.A.4a", "3.4.A.4b", "3.4.A.4c", "3.4.A.4d", "3.4.A.4e")
def test_headquarters_and_airborne_divisions_have_fixed_places() -> None:
    match = at_step("5")
    assert units_in(match, "3525") == {"AL-SHAEF", "US-82AB", "US-101AB"}
    assert units_in(match, "3913") == {"CW-HQ21"}
    assert units_in(match, "4225") == {"US-HQ1-12"}
    assert units_in(match, "4734") == {"US-HQ6"}
    assert box(match, "england") == {"CW-6AB", "CW-52AL", "US-17AB"}


@rule("reich", "3.4.A.5", "3.4.A.5a", "3.4.A.5b")
def test_four_and_four_divisions_are_set_aside_with_patton() -> None:
    match = at_step("5")
    refused(match, "choose CW-8AB", "3.4.A")
    match.play("propose", "done", "propose", "done")
    kept = units_of(match.state.kept)
    assert "US-PATTON" in kept
    assert len(kept) == 9
    assert sum(u.startswith("CW-") for u in kept) == 4
    assert kept <= ids(ROSTER.divisions) | {"US-PATTON"}
    assert not [u for u in kept if offered(match, f"select {u}")]


# -- step 6 ------------------------------------------------------------------------------------------


@rule("reich", "3.4.A.6", "3.4.A.6a", "3.4.A.6d", "3.4.A.6e", "3.4.A.6f", "3.4.A.6i")
def test_allied_units_go_to_the_front_of_their_own_area() -> None:
    match = at_step("6")
    front, north = region("Allied Front Line hexes"), region("North of row 14")
    south = region("21st Army Group area") | region("12th Army Group area")
    assert placed(match, "CW-7A") == labels(front & north)
    assert placed(match, "US-2A") == labels(front & south & ~north)
    assert placed(match, "US-45") == labels(front & region("6th Army Group area"))
    match.play("select CW-7A")
    refused(match, "place 4914", "3.4.A.6")
    refused(match, "place 4609", "3.4.A.6")
    match.undo()
    match.play("select US-2A")
    refused(match, "place 4813", "3.4.A.6")
    refused(match, "place 5338", "3.4.A.6")
    match.undo()
    match.play("select US-45")
    refused(match, "place 4914", "3.4.A.6")


@rule("reich", "3.4.A.6f")
def test_the_21st_army_group_area_south_of_row_14_is_open_to_the_12th() -> None:
    area = region("21st Army Group area") & ~region("North of row 14") & GAME.ground.land
    match = at_step("10")
    white = next(u for u in units_of(match.state.kept) if u.startswith("US-") and u not in ("US-PATTON", "US-3"))
    free = labels(area & match.state.allied & ~match.state.occupied[0])
    assert free
    assert free <= placed(match, white)


@rule("reich", "3.4.A.6a", "3.4.A.6b", "3.4.A.6c")
def test_an_open_front_is_refused_with_its_hexes() -> None:
    match = at_step("6")
    refused(match, "done", "3.4.A.6")
    while units := sorted(offers(match, "select")):  # everybody close together
        match.play(f"select {units[0]}")
        match.play(f"place {sorted(offers(match, 'place'))[0]}")
    gaps = deployment.gaps(GAME, match.state, 0)
    refusal = refused(match, "done", "3.4.A.6")
    assert gaps
    assert all(label in refusal.why for label in labels(gaps))
    match.play("propose")
    assert not deployment.gaps(GAME, match.state, 0)
    assert offered(match, "done")


@rule("reich", "3.4.A.6c")
def test_zones_cover_cities_in_the_set_up() -> None:
    board = Board("US-1=5432", scenario="final", turn=11)
    assert "5431" not in labels(deployment.gaps(GAME, board.state, 0))
    assert not GAME.zone(board.state, 0) >> at("5431") & 1


@rule("reich", "3.4.A.6g")
def test_ikes_blind_spot_holds_five_divisions_in_the_set_up() -> None:
    match = at_step("6")
    hexes = ["4717", "4717", "4718", "4719", "4720"]
    units = [
        u for u in sorted(ids(ROSTER.us & ROSTER.divisions & ROSTER.commands["12AG"])) if offered(match, f"select {u}")
    ]
    for unit, h in zip(units, hexes, strict=False):
        match.play(f"select {unit}", f"place {h}")
    match.play(f"select {units[5]}")
    refused(match, "place 4721", "10.7.3")
    assert not offers(match, "place") & hexes_of("Ike's Blind Spot")


@rule("reich", "3.4.Ab")
def test_stacking_limits_hold_in_the_set_up() -> None:
    match = at_step("6")
    units = [
        u for u in sorted(ids(ROSTER.us & ROSTER.divisions & ROSTER.commands["12AG"])) if offered(match, f"select {u}")
    ]
    for unit in units[:3]:
        match.play(f"select {unit}", "place 4914")
    match.play(f"select {units[3]}")
    refused(match, "place 4914", "3.4.A")


@rule("reich", "3.4.A.6h", "3.4.E.1", "3.4.E.1a")
def test_the_two_front_lines_face_each_other() -> None:
    allied, german = region("Allied Front Line hexes"), region("German Front Line hexes")
    grid = GAME.board.grid
    assert not allied & german
    assert allied & ~region("Allied side December 1944") == 0
    assert german & (region("Allied side December 1944") | region("Fortress Holland")) == 0
    beyond = GAME.ground.land & ~region("Allied side December 1944")
    assert all(grid.neighbours(1 << h) & beyond for h in bits(allied))
    assert all(grid.neighbours(1 << h) & allied for h in bits(german))


# -- the German order of battle ----------------------------------------------------------------------


@rule("reich", "3.4.A.7", "3.4.A.7a", "3.4.A.7b", "3.4.A.7c")
def test_german_units_that_leave() -> None:
    match = at_step("7")
    named = "G-METZ1 G-METZ2 G-METZ3 G-METZ4 G-IIIFLK G-HQ7 G-21KG G-30BDE G-6FJR G-914 G-709 G-716".split()
    assert box(match, "removed") >= set(named)
    before, counts = len(box(match, "removed")), []
    for printed in ((1, 2), (3, 4), (2, 3), (1, 2)):
        for unit in offers(match, "choose"):
            values = GAME.counters[GAME.unit_ids[unit]].values
            assert (values["attack"], values["defense"]) == printed
            assert GAME.counters[GAME.unit_ids[unit]].size == "XX"
        match.play("propose", "done")
        counts.append(len(box(match, "removed")) - before)
        before = len(box(match, "removed"))
    assert counts == [10, 1, 6, 3]


@rule("reich", "3.4.A.8", "3.4.A.8a", "3.4.A.8b")
def test_german_units_that_are_reduced() -> None:
    match = at_step("8")
    assert {"G-9SS", "G-10SS"} <= units_of(match.state.reduced)
    assert offers(match, "choose") == {"G-2FJ", "G-3FJ", "G-5FJ", "G-7FJ"}
    match.play("choose G-2FJ", "choose G-7FJ", "done")
    assert units_of(match.state.reduced & ROSTER.german) == {"G-9SS", "G-10SS", "G-2FJ", "G-7FJ"}


@rule("reich", "3.4.A.9", "3.4.A.9a", "2.1.B", "2.1.Ba", "17.7.2", "17.7.2a")
def test_ten_units_start_in_the_box() -> None:
    ten = "G-1SS G-2SS G-12SS G-LEHR G-2PZ G-116PZ G-150PB G-FEB G-501SS G-506"
    assert box(at_step("9"), "watch") == set(ten.split())
    board = Board("G-85=watch")
    assert any("G-85 is not a Mechanized unit" in e for e in GAME.position_errors(board.state))


@rule("reich", "3.4.A.9b")
def test_each_garrison_city_gets_a_division_on_foot() -> None:
    match = at_step("9")
    refused(match, "select G-9SS", "3.4.A.9")
    refused(match, "select G-105PB", "3.4.A.9")
    unit, other = sorted(offers(match, "select"))[:2]
    assert placed(match, unit) == {"4404", "4005", "4302"}
    match.play(f"select {unit}", "place 4404")
    refused(match, "done", "3.4.A.9")
    assert placed(match, other) == {"4005", "4302"}
    match.play("propose", "done")
    assert all(len(units_in(match, label)) == 1 for label in ("4404", "4005", "4302"))


@rule("reich", "3.4.A.9c")
def test_the_21st_panzer_starts_on_the_german_front() -> None:
    match = at_step("9", 1)
    assert offers(match, "select") == {"G-21PZ"}
    assert placed(match, "G-21PZ") == hexes_of("German Front Line hexes")


@rule("reich", "3.4.A.9d", "3.4.A.9f")
def test_two_mechanized_divisions_share_a_front_hex_in_the_north() -> None:
    match = at_step("9", 2)
    first, second, third = sorted(offers(match, "select"))[:3]
    refused(match, "select G-105PB", "3.4.A.9")
    front = region("German Front Line hexes") & region("21st Army Group area")
    assert placed(match, first) <= labels(front)
    spot = sorted(placed(match, first))[0]
    match.play(f"select {first}", f"place {spot}")
    assert placed(match, second) == {spot}
    match.play(f"select {second}", f"place {spot}")
    refused(match, f"select {third}", "3.4.A.9")
    assert offered(match, "done")


@rule("reich", "3.4.A.9e")
def test_two_mechanized_divisions_start_in_the_south() -> None:
    match = at_step("9", 3)
    first, second = sorted(offers(match, "select"))[:2]
    front = labels(region("German Front Line hexes") & region("6th Army Group area"))
    assert placed(match, first) <= front
    spot = sorted(placed(match, first))[0]
    match.play(f"select {first}", f"place {spot}")
    assert {spot} < placed(match, second) <= front


@rule("reich", "3.4.A.9g")
def test_the_other_german_units_go_beyond_the_line() -> None:
    match = at_step("9", 4)
    unit = sorted(offers(match, "select"))[0]
    found = placed(match, unit)
    assert not found & (hexes_of("Fortress Holland") | hexes_of("Allied side December 1944") | hexes_of("E entrance"))
    assert {"5313", "4917", "5215"} <= found
    match.play(f"select {unit}")
    for label in ("4304", "4815"):
        refused(match, f"place {label}", "3.4.A.9")


@rule("reich", "3.4.A.9h")
def test_the_german_front_has_to_be_covered() -> None:
    match = at_step("9", 4)
    while offers(match, "select"):
        unit = sorted(offers(match, "select"))[0]
        match.play(f"select {unit}")
        inland = [
            h for h in sorted(offers(match, "place"), reverse=True) if h not in hexes_of("German Front Line hexes")
        ]
        match.play(f"place {inland[0]}")
    refusal = refused(match, "done", "3.4.A.9")
    open_hexes = labels(deployment.gaps(GAME, match.state, 1))
    assert open_hexes
    assert all(label in refusal.why for label in open_hexes)
    match.play("propose")
    assert offered(match, "done")
    assert not deployment.gaps(GAME, match.state, 1)


# -- step 10 -----------------------------------------------------------------------------------------


@rule("reich", "3.4.A.10b", "3.4.A.10c", "3.4.A.10d")
def test_the_units_set_aside_go_anywhere_behind_the_line_in_their_area() -> None:
    match = at_step("10")
    kept = units_of(match.state.kept)
    assert offers(match, "select") == kept
    british = next(u for u in sorted(kept) if u.startswith("CW-"))
    found = placed(match, british)
    assert found <= labels(region("North of row 14") & match.state.allied)
    assert "3910" in found
    assert "3910" not in hexes_of("Allied Front Line hexes")
    red = next(u for u in sorted(kept) if ROSTER.commands["6AG"] >> GAME.unit_ids[u] & 1)
    assert placed(match, red) <= labels(region("6th Army Group area"))
    white = next(u for u in sorted(kept - {red, "US-PATTON"}) if u.startswith("US-"))
    assert not placed(match, white) & (labels(region("North of row 14")) | labels(region("6th Army Group area")))
    match.play(f"select {white}")
    refused(match, "place 4817", "3.4.A.10")
    inside = (ROSTER.us | ROSTER.french) & ROSTER.divisions
    there = sum(match.state.at[u] >= 0 and GAME.ike >> match.state.at[u] & 1 for u in bits(inside))
    if there == 5:
        refused(match, "place 4619", "10.7.3")
    match.undo()
    refused(match, "done", "3.4.A.10")


# -- sensible proposals ---------------------------------------------------------------------------


@rule("reich", "3.4.A.6", "3.4.A.10")
def test_the_proposals_hold_the_cities_of_the_front_and_the_places_behind_it() -> None:
    match = begun("final")
    for city in ("4806", "5431", "5237"):
        assert deployment.steps_in(GAME, match.state, at(city), 0) >= 6
    for label in ("3910", "4814", "4723", "4515"):
        assert units_in(match, label) & ids(ROSTER.divisions)
    assert not deployment.weak_places(GAME, match.state)
    assert not GAME.position_errors(match.state)


@rule("reich", "3.4.A.6", "3.4.A.10")
@pytest.mark.parametrize("step", ["6", "10"])
def test_a_thin_city_and_an_empty_antwerpen_are_named_before_the_step_ends(step: str) -> None:
    match = at_step(step).play("propose")
    if step == "6":
        for unit in sorted(units_in(match, "5431")):
            match.play(f"return {unit}")
    else:
        for unit in sorted(units_in(match, "3910")):
            match.play(f"return {unit}")
    said = " ".join(note.text for note in GAME.reading.warnings(match.state))
    assert "Antwerpen is empty" in said
    assert ("5431" in said) == (step == "6")
    assert "4806" not in said or step == "6"
    assert not GAME.reading.warnings(begun("final").state)
