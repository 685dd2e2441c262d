"""What the table reads off a position: the hex inspector, reach and paths, marks and tracks."""

from __future__ import annotations

from tests.hurtgen.table import table
from tests.kit import notes


def test_the_inspector_shows_terrain_cost_and_combat_line() -> None:
    match = table("phase us movement\nat 1/8=1010", plain=True, terrain={"1012": "woods"})
    found = notes(match, "1012")
    assert found["woods: 3 on foot, prohibited for vehicles"] == "5.21"
    assert found["defends on the broken, town, woods, stream line"] == "7.43"


def test_the_inspector_shows_roads_and_water() -> None:
    match = table(
        "phase us movement\nat 1/8=1010",
        plain=True,
        sides={"1012-1013": "stream", "1012-1011": "river bridge"},
        roads={"1012-1011": "road"},
    )
    found = notes(match, "1012")
    assert found["road (½ a hex) to 1011"] == "5.22"
    assert found["bridged river towards 1011"] == "6.33"
    assert found["stream (+2 on foot, closed to vehicles) towards 1013"] == "5.21"
    assert not any("river without" in text for text in found)


def test_the_inspector_shows_whose_zone_a_hex_is_in() -> None:
    match = table("phase us movement\nat 1/8=1010 1/983=1410", plain=True)
    assert "in a U.S. Zone of Control" in notes(match, "1011")
    assert "in a German Zone of Control" not in notes(match, "1011")
    assert "in a German Zone of Control" in notes(match, "1411")


def test_the_inspector_says_what_is_reconstructed() -> None:
    match = table("phase us movement\nat 1/8=0402")
    assert "this hex is reconstructed, not taken from the printed map" in notes(match, "0303")
    assert "this hex is reconstructed, not taken from the printed map" not in notes(match, "1214")


def test_the_inspector_shows_objectives_entries_and_exits() -> None:
    match = table("phase us movement\nat 1/8=0402")
    assert notes(match, "1726")["Schmidt: 25 Victory Points for the U.S. at the end of the game"] == "15.22"
    assert notes(match, "2907")["reinforcements enter here"] == "13.0"
    assert notes(match, "2918")["the 116th Panzer Division may leave the map here"] == "14.0"
    assert "reinforcements enter here" not in notes(match, "1010")


def test_reach_gives_the_cost_of_every_hex_and_a_path() -> None:
    match = table("phase us movement\nat 1/8=1010", plain=True, roads={"1010-1011": "road"})
    assert match.game.reading.reach(match.state) == {}
    match.play("select 1/8")
    parse, label = match.game.board.grid.parse, match.game.board.grid.label
    reach = match.game.reading.reach(match.state)
    assert reach[parse("1011")] == "½"
    assert reach[parse("1012")] == "1½"
    assert parse("1018") not in reach
    way = [label(h) for h in match.game.reading.path(match.state, parse("1012"))]
    assert way == ["1010", "1011", "1012"]
    assert match.game.reading.path(match.state, parse("1018")) == ()


def test_a_reinforcement_counts_the_price_of_its_entry() -> None:
    match = table("turn 2\nphase german movement\nat 1/854=due 2/854=due")
    match.play("select 1/854")
    assert match.game.reading.reach(match.state) == {}
    match.play("enter 2907")
    assert match.game.reading.reach(match.state)[match.game.board.grid.parse("2907")] == "½"


def test_marks_show_the_current_attack_and_open_duties() -> None:
    match = table("phase us combat\nat 1/8=1010 2/8=1210 1/983=1110 2/983=1111 45=1020", plain=True)
    ids = match.game.unit_ids

    def marks(unit: str) -> tuple[str, ...]:
        return match.game.reading.marks(match.state).get(ids[unit], ())

    assert marks("1/8") == ("must attack",)
    assert marks("1/983") == ("must be attacked",)
    assert marks("45") == ()
    match.play("attack 1110")
    assert "target" in marks("1/983")
    match.play("with 1/8")
    assert marks("1/8") == ("attacking",)


def test_marks_show_moved_and_selected_units() -> None:
    match = table("phase us movement\nat 1/8=1010 2/8=1210", plain=True)
    ids = match.game.unit_ids
    match.play("select 1/8", "move 1011", "select 2/8")
    assert match.game.reading.marks(match.state)[ids["1/8"]] == ("moved",)
    assert match.game.reading.hand(match.state) == (ids["2/8"],)
    assert match.view("us").hand == ["2/8"]


def test_the_track_shows_phase_turn_and_arrivals() -> None:
    match = table("turn 3\nphase german combat\nat 1/8=1010 1/983=1310", plain=True)
    track = match.game.reading.track(match.state)
    assert track.phases[track.phase] == "German Combat"
    assert track.turn == 3
    assert len(track.turns) == 14
    assert [note.rule for note in track.turns[3].notes] == ["16.14", "12.11"]
    assert "2907" in track.turns[1].notes[0].text
    assert track.turns[4].notes == ()
