"""What the table reads off a position: the hex inspector, reach and paths, marks, tracks, status and overlays."""

from __future__ import annotations

import grognard
from grognard import Match
from grognard.engine.reading import Track
from grognard.hexes import bits
from tests.kit import marks, notes, status
from tests.oder.table import table

RECONSTRUCTED = "this hex is reconstructed, not taken from the printed map"


def at(match: Match, label: str) -> int:
    return match.game.board.grid.parse(label)


def labels(match: Match, hexes: int) -> set[str]:
    return {match.game.board.grid.label(h) for h in bits(hexes)}


def track(match: Match) -> Track:
    found = match.game.reading.track(match.state)
    assert found
    return found


# -- the inspector ---------------------------------------------------------------------------


def test_the_inspector_shows_terrain_cost_and_defense() -> None:
    match = table("turn 2\nphase german movement\nat GD=2010", bare=True, terrain={"2110": "rough", "2111": "marsh"})
    found = notes(match, "2110")
    assert found["rough: 2 for non-mechanized, 3 for mechanized units"] == "10.2"
    assert found["+1 to the die roll when the defender is attacked here"] == "11.5.1"
    assert "+1 to the die roll when the defender is attacked here" not in notes(match, "2111")


def test_the_inspector_takes_the_costliest_terrain_and_the_best_defence() -> None:
    match = table(
        "turn 2\nphase german movement\nat GD=2010", bare=True, terrain={"2110": "forest"}, features={"2110": "city"}
    )
    found = notes(match, "2110")
    assert found["forest, city: 2 for non-mechanized, 2 for mechanized units"] == "10.2"
    assert found["+2 to the die roll when the defender is attacked here"] == "11.5.1"


def test_the_inspector_shows_rivers_and_closed_hexsides() -> None:
    sides = {"2110-2111": "river", "2110-2210": "all-sea", "2109-2110": "all-sea"}
    match = table("turn 2\nphase german movement\nat GD=2010", bare=True, sides=sides)
    found = notes(match, "2110")
    assert found["river (+1) towards 2111"] == "10.2"
    assert found["all-sea hexside towards 2109, 2210"] == "10.0"
    assert not any("river" in text or "all-sea" in text for text in notes(match, "2010"))


def test_the_inspector_knows_the_sea() -> None:
    assert notes(table("turn 2\nphase german movement\nat GD=2010"), "2206") == {"sea: no unit may enter": "10.0"}


def test_the_inspector_shows_control_and_zones() -> None:
    match = table("turn 2\nphase german movement\nat GD=2010 5=2310", bare=True)
    assert notes(match, "2110")["under German control"] == "3.1"
    assert notes(match, "2310")["under Soviet control"] == "3.1", "where it stands, it has taken the hex"
    assert notes(match, "2110")["in a German Zone of Control"] == "7.0"
    assert "in a Soviet Zone of Control" not in notes(match, "2110")
    assert "in a Soviet Zone of Control" in notes(match, "2210")


def test_the_inspector_shows_whether_a_fortification_is_intact() -> None:
    match = table("turn 2\nphase soviet movement\nat 5=2509")
    assert notes(match, "2508")["intact fortification: +1 to the die roll for German defenders"] == "11.5.2"
    assert notes(match, "2509")["destroyed fortification"] == "11.5.2"


def test_the_inspector_shows_the_places_named_in_the_rules() -> None:
    match = table("turn 2\nphase german movement\nat GD=2010")
    assert notes(match, "2706")["land bridge: units may cross it but not stop"] == "10.0"
    assert notes(match, "1319")["Upper Silesian Industrial Region: German supply, Soviet objective"] == "4.1.2"
    assert notes(match, "2408")["Königsberg: Soviet objective"] == "4.1.2"
    assert notes(match, "2806")["coast: Coastal Supply, naval support"] == "8.2"
    assert len(notes(match, "1812")) < len(notes(match, "2408"))
    assert not [text for text in notes(match, "1812") if text.startswith(("land bridge", "Upper", "König", "coast"))]


def test_the_inspector_shows_where_markers_act() -> None:
    match = table("turn 2\nphase soviet combat\nat 5=2310\nair 2110\nnaval 2806")
    beside = "under German air support: costs Germans 1 movement factor, Soviets 1 more than usual"
    assert notes(match, "2111")[beside] == "10.3"
    assert beside not in notes(match, "2112")
    assert notes(match, "2806")["German naval support"] == "11.5.3"
    assert "German naval support" not in notes(match, "2706")


def test_the_inspector_says_what_is_reconstructed() -> None:
    match = table("turn 2\nphase german movement\nat GD=2010")
    assert RECONSTRUCTED in notes(match, "1114")
    assert RECONSTRUCTED not in notes(match, "2115")


# -- reach and paths -------------------------------------------------------------------------


def test_reach_gives_the_cost_of_every_hex_and_a_path() -> None:
    match = table(
        "turn 2\nphase german movement\nat 66=2010", bare=True, terrain={"2011": "forest"}, sides={"2009-2010": "river"}
    )
    assert match.game.reading.reach(match.state) == {}
    assert match.game.reading.path(match.state, at(match, "2012")) == ()
    match.play("select 66")
    reach = match.game.reading.reach(match.state)
    costs = {label: reach[at(match, label)] for label in ("2011", "2009", "2110", "2012")}
    assert costs == {"2011": "2", "2009": "2", "2110": "1", "2012": "3"}
    assert at(match, "2015") not in reach
    way = [match.game.board.grid.label(h) for h in match.game.reading.path(match.state, at(match, "2111"))]
    assert way == ["2010", "2110", "2111"], "round the forest"
    assert match.game.reading.path(match.state, at(match, "2015")) == ()


def test_reach_offers_no_place_on_a_land_bridge_but_the_path_leads_over_it() -> None:
    match = table("turn 2\nphase german movement\nat 66=2507").play("select 66")
    reach = match.game.reading.reach(match.state)
    assert not {at(match, "2607"), at(match, "2706")} & set(reach)
    assert reach[at(match, "2806")] == "3"
    way = match.game.reading.path(match.state, at(match, "2806"))
    assert [match.game.board.grid.label(h) for h in way] == ["2507", "2607", "2706", "2806"]


def test_a_selected_stack_has_no_single_reach() -> None:
    match = table("turn 2\nphase german movement\nat 66=2010 67=2010", bare=True).play("select 66")
    assert match.game.reading.reach(match.state)
    match.play("also 67")
    assert match.game.reading.reach(match.state) == {}


# -- marks -----------------------------------------------------------------------------------


def test_marks_show_moved_and_selected_units() -> None:
    match = table("turn 2\nphase german movement\nat 66=2010 67=2110", bare=True)
    match.play("select 66", "move 2013", "stop", "select 67")
    assert marks(match, "66") == ("moved",)
    assert marks(match, "67") == ()
    assert match.view("german").hand == ["67"]


def test_marks_show_the_current_attack() -> None:
    match = table("turn 2\nphase german combat\nat GD=2010 66=2110 5=2011 39=2011 28=2211", bare=True)
    match.play("attack 2011")
    assert marks(match, "5") == marks(match, "39") == ("target",)
    assert marks(match, "28") == marks(match, "GD") == ()
    match.play("with GD")
    assert marks(match, "GD") == ("attacking",)


def test_marks_show_units_that_have_fought_and_the_unit_supplied_by_air() -> None:
    match = table("turn 2\nphase german combat\nat GD=2010 66=2110 67=2016 5=2011", bare=True, dice=[6])
    match.play("supply 67", "attack 2011", "with 66", "resolve")
    assert "fought" in marks(match, "66")
    assert marks(match, "67") == ("supplied by air",)
    assert marks(match, "GD") == ()


# -- the track -------------------------------------------------------------------------------


def test_the_track_shows_phase_turn_and_arrivals() -> None:
    match = table("turn 3\nphase soviet combat\nat GD=2010 5=2310 18=due 28=due\ndue_turn 18=4 28=6", bare=True)
    found = track(match)
    assert found.phases[found.phase] == "Soviet Combat"
    assert (len(found.phases), found.phases.count("German Support")) == (11, 1)
    assert (found.turn, len(found.turns)) == (3, 8)
    arrivals = {turn.number: [(note.text, note.rule) for note in turn.notes] for turn in found.turns if turn.notes}
    assert arrivals == {4: [("arriving: 18", "9.0")], 6: [("arriving: 28", "9.0")]}


def test_the_track_of_a_new_game_holds_the_turn_4_box_and_no_phase_yet() -> None:
    found = track(grognard.new("oder", seed=1))
    assert (found.turn, found.phase) == (1, -1)
    (note,) = found.turns[3].notes
    assert set(note.text.removeprefix("arriving: ").split(", ")) == {"KGW2", "KGW20", "KGJN", "KGM", "KGWS", "18"}


# -- status and overlays ---------------------------------------------------------------------


def test_the_status_shows_turn_points_order_and_markers() -> None:
    text = "turn 5\nphase soviet movement second\nat GD=2010 5=2310\nvp_german 7\nvp_soviet 9\nair 2110"
    match = table(text, bare=True)
    found = status(match)
    assert (found["turn"], found["turns"], found["phase"], found["phasing"]) == (5, 8, "soviet movement", "soviet")
    assert found["order"] == "fight-move"
    assert found["vp"] == {"german": 7, "soviet": 9}
    assert found["markers"] == {"air": "2110", "naval": "", "aerial": ""}


def test_the_status_shows_how_every_unit_on_the_map_is_supplied() -> None:
    """43 is shut in on the spit between Königsberg and Memel, and shuts Memel off with the armies before it."""
    text = "turn 2\nphase german movement\nat FCK=2408 28k=2806 66=2609 43=2507 5=2807 39=2906 67=aside"
    assert status(table(text))["supply"] == {
        "FCK": "regular",
        "28k": "coastal",
        "66": "regular",
        "43": "none",
        "5": "regular",
        "39": "regular",
    }


def test_the_overlays_show_zones_supply_control_and_works() -> None:
    match = table("turn 2\nphase german movement\nat GD=2010 5=2509")
    found = match.game.reading.overlays(match.state)
    assert labels(match, found["German Zones of Control"]) == {"2009", "2109", "2110", "2011", "1910", "1909"}
    assert labels(match, found["Soviet Zones of Control"]) == {"2508", "2609", "2610", "2510", "2410", "2409"}
    works, control = labels(match, found["Intact fortifications"]), labels(match, found["Soviet control"])
    assert "2508" in works
    assert "2509" not in works
    assert {"2509", "2416"} <= control
    assert not {"2508", "2115"} & control


def test_the_overlay_of_supply_ends_in_the_enemys_zones() -> None:
    match = table("turn 2\nphase german movement\nat GD=1515 5=1508", bare=True)
    found = match.game.reading.overlays(match.state)
    for side, enemy in (("German", "1508"), ("Soviet", "1515")):
        lines = labels(match, found[f"{side} supply"])
        assert enemy not in lines
        assert {"1511", "1512"} <= lines
    assert "1516" in labels(match, found["Soviet supply"]), "into a zone a line may run"


def test_the_overlay_of_threat_ends_a_hex_beyond_the_reach_of_every_unit() -> None:
    """An infantry corps goes four hexes over open ground and attacks the fifth; a river costs it one of them."""
    match = table("turn 2\nphase german movement\nat 66=1512 5=2712", bare=True, sides={"1511-1512": "river"})
    found = match.game.reading.overlays(match.state)
    lines = labels(match, found["German threat"])
    assert {"1517", "1508", "2012"} <= lines
    assert not {"1518", "1507", "2712"} & lines
    assert "2212" in labels(match, found["Soviet threat"])


def test_every_overlay_is_on_the_map() -> None:
    match = grognard.new("oder", seed=1)
    found = match.game.reading.overlays(match.state)
    assert len(found) == 8
    for name, hexes in found.items():
        assert hexes, name
        assert not hexes & ~match.game.board.playable, name
