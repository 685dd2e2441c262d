"""Interactions of rules, found by comparing the program with the rulebook."""

from __future__ import annotations

import pytest

from grognard.engine.position import PositionError
from tests.kit import offered, offers, refused, status, where
from tests.rhine.table import game, table
from tests.rules import rule


@rule("rhine", "9.3", "9.3a")
def test_units_are_withdrawn_together_so_that_their_order_does_not_matter() -> None:
    allies = "US1=1911N US4=1910N US9=2110N US30=2111N US2A=2012N US3A=1912N"
    german = "2Pz=2010N 9Pz=2011N 116Pz=2500N 11Pz=2600N 21Pz=2700N Lehr=2800N 105PB=1100S 106PB=1200S 107PB=1300S"
    match = table(f"turn 9\nphase german reinforcement\nwatch 1\nantwerp 1\nat {allies} {german}", bare=True)
    match.play("done", "withdraw 2Pz")
    assert not match.over
    assert status(match, "german")["supply"]["9Pz"] == "none", "its line is cut now"
    match.play("withdraw 9Pz", *(f"withdraw {u}" for u in ("116Pz", "11Pz", "21Pz", "Lehr", "105PB", "106PB", "107PB")))
    assert not match.over
    assert where(match, "9Pz") == "removed"


@rule("rhine", "9.3", "9.3c")
def test_a_unit_supplied_by_the_stores_of_metz_may_be_withdrawn() -> None:
    ring = "US1=1709S US4=1711S US9=1609S US30=1610S US2A=1809S US3A=1810S"
    german = "2Pz=1710S 9Pz=2511N 116Pz=2500N 11Pz=2600N 21Pz=2700N Lehr=2800N 105PB=1100S 106PB=1200S 107PB=1300S"
    match = table(f"turn 9\nphase german reinforcement\nwatch 1\nantwerp 1\nat {ring} {german}", bare=True)
    assert status(match, "german")["supply"]["2Pz"] == "automatic"
    match.play("done", "withdraw 2Pz")
    assert where(match, "2Pz") == "removed"


@rule("rhine", "12.6", "12.6a", "12.6f")
def test_the_units_of_one_corps_do_not_link_up_with_the_other_in_the_same_turn() -> None:
    text = (
        "turn 3\nphase allied linkup\nat AAA18=2010N AAA1=2009N US1=2011N US82AB=airborne US101AB=airborne"
        " BC1AB=airborne BC1PAB=airborne\nmade18 US82AB US101AB\nmade1 BC1AB BC1PAB"
    )
    match = table(text, bare=True)
    assert where(match, "US82AB") == "2010N"
    assert where(match, "AAA1") == "2009N"


@rule("rhine", "12.6", "12.6j")
def test_two_corps_in_one_hex_are_exchanged_without_losses() -> None:
    text = (
        "turn 3\nphase allied linkup\nat AAA18=2010N AAA1=2010N US1=2011N US82AB=airborne US101AB=airborne"
        " BC1AB=airborne BC1PAB=airborne\nmade18 US82AB US101AB\nmade1 BC1AB BC1PAB\nallied 2010N 2011N"
    )
    match = table(text, bare=True)
    match.play("select BC1AB", "place 2010N", "select BC1PAB", "place 2010N")
    match.play("select US82AB", "place 2011N", "select US101AB", "place 2011N")
    assert [where(match, u) for u in ("BC1AB", "US101AB")] == ["2010N", "2011N"]
    assert where(match, "AAA1") == where(match, "AAA18") == "airborne"


@rule("rhine", "12.6", "12.6j", "10.18aa")
def test_no_component_is_placed_in_a_frozen_flood_or_across_the_sea() -> None:
    text = (
        "turn 3\nflood 3\nphase allied linkup\nat AAA18=2010N BC43=2010N US82AB=airborne US101AB=airborne\n"
        "made18 US82AB US101AB\nallied 2009N 2011N 1910N"
    )
    match = table(text, bare=True, features={"2009N": "flood"}, sides={"1910N-2010N": "all-sea"})
    match.play("select US82AB")
    assert offers(match, "place") == {"2011N"}


@rule("rhine", "12.2", "12.2e", "9.4j")
def test_an_arriving_airborne_unit_without_a_hex_may_go_into_the_box() -> None:
    edges = game().board.regions["Allied edge sources"].hexes
    label = game().board.grid.label
    match = table(
        f"turn 7\nphase allied reinforcement\nat US17AB=due\ndue_turn US17AB=7\nclosed {' '.join(map(label, edges))}",
        bare=True,
    )
    assert offered(match, "done"), "nobody has to place what has no hex"
    match.play("select US17AB")
    assert offers(match, "place") == set()
    match.play("box")
    assert where(match, "US17AB") == "airborne"


@rule("rhine", "12.2", "12.2h")
def test_a_unit_taken_out_of_the_box_is_not_put_back_with_the_same_hand() -> None:
    match = table("turn 3\nphase allied reinforcement\nat US82AB=airborne", bare=True)
    match.play("select US82AB")
    refused(match, "box", "12.2")


@rule("rhine", "6.2", "6.2e")
def test_the_owner_may_keep_whichever_units_he_likes() -> None:
    match = table("turn 2\nphase allied combat\nat US1=2010N US4=2010N BC43=2010N", bare=True)
    match.play("done")
    assert offers(match, "remove") == {"US1", "US4", "BC43"}
    match.play("remove US1", "remove US4")
    assert where(match, "BC43") == "2010N"


@rule("rhine", "6.2", "12.5", "12.5d")
def test_a_corps_removed_for_stacking_is_gone_for_good_with_its_units() -> None:
    match = table(
        "turn 3\nphase allied combat\nat AAA18=2010N US1=2010N US4=2010N US9=2010N US82AB=airborne US101AB=airborne\n"
        "made18 US82AB US101AB",
        bare=True,
    )
    match.play("done", "remove AAA18")
    assert {where(match, u) for u in ("AAA18", "US82AB", "US101AB")} == {"removed"}


@rule("rhine", "10.18", "10.18m", "12.2i")
def test_the_flood_holds_airborne_units_too() -> None:
    text = "turn 2\nflood 2\nphase allied movement\nat US82AB=2010N US101AB=2011N"
    match = table(text, bare=True, features={"2010N": "flood"})
    refused(match, "lift US82AB", "10.18")
    match.play("lift US101AB")


@rule("rhine", "11.21u", "9.5x")
def test_a_unit_on_foreign_ground_retreats_towards_its_own() -> None:
    match = table(
        "turn 5\nphase german combat\nat US82AB=1810S 1SS=1809S 12SS=1809S Lehr=1809S 11Pz=1809S", bare=True, dice=[5]
    )
    match.play("attack 1810S", *(f"with {u}" for u in ("1SS", "12SS", "Lehr", "11Pz")), "resolve")
    if match.side == "allied":
        match.play(f"to {min(offers(match, 'to'))}")
    assert where(match, "US82AB") not in ("eliminated", "1810S")


@rule("rhine", "11.24", "11.24f", "11.25", "11.25g")
def test_commandos_do_not_probe_or_go_on_across_blocked_hexsides() -> None:
    match = table("turn 5\nphase allied combat\nat BC4Co=2011N 9SS=1910N", bare=True, sides={"2010N-2011N": "blocked"})
    assert "2010N" not in offers(match, "probe")
    match = table("turn 5\nphase allied combat\nat BC4Co=2011N 9SS=1910N", bare=True, sides={"2010N-2011N": "estuary"})
    assert "2010N" in offers(match, "probe")


@rule("rhine", "11.15", "11.25a", "11.25h")
def test_a_commando_is_next_to_an_enemy_over_the_scheldt() -> None:
    text = "turn 5\nphase allied combat\nat BC4Co=2011N 9SS=1911N"
    assert offers(table(text, bare=True, sides={"1911N-2011N": "estuary"}), "probe")
    other = text.replace("BC4Co", "BC43")
    assert not offers(table(other, bare=True, sides={"1911N-2011N": "estuary"}), "probe")


@rule("rhine", "6.7", "6.7b", "11.25d")
def test_who_probes_is_seen_until_the_phase_ends() -> None:
    match = table("turn 5\nphase allied combat\nat US1=2011N US9=2011N US30=2011N 9SS=1910N", bare=True)
    match.play("probe 2010N", "with US1", "with US9", "with US30", "resolve")
    assert "unseen" not in match.view("german").facts["at"]
    match.play(*(["pass"] if offered(match, "pass") else []), "done")
    assert "unseen" in match.view("german").facts["at"]


@rule("rhine", "11.26", "11.26c")
def test_units_outside_do_not_attack_with_a_single_foreign_group_in_antwerp() -> None:
    text = "turn 5\nantwerp 1\nphase allied combat\nallied 1511N\nat BC43=1511N US1=1411N 9SS=1510N"
    match = table(text, bare=True)
    match.play("attack 1510N", "with BC43")
    refused(match, "with US1", "11.1")
    match = table(text.replace("BC43=1511N", "BC43=1511N US4=1511N"), bare=True)
    match.play("attack 1510N", "with BC43", "with US4", "with US1")


@rule("rhine", "11.25", "11.25d")
def test_static_units_do_not_probe() -> None:
    match = table("turn 5\nphase german combat\nat 7Flk=2011N US1=1910N", bare=True)
    assert not offers(match, "probe")
    assert offers(table("turn 5\nphase german combat\nat 9SS=2011N US1=1910N", bare=True), "probe")


@rule("rhine", "8.16", "8.16k")
def test_the_refusal_of_a_probe_names_the_want_of_supply() -> None:
    match = table("turn 5\nsector 2\nphase allied combat\nat US1=2011N 9SS=1910N", bare=True)
    refused(match, "probe 2010N", "8.16")


@rule("rhine", "8.18", "8.18d")
def test_the_allied_player_is_asked_at_the_end_of_the_german_turn_and_before_his_check() -> None:
    ring = "9SS=1910N 10SS=2110N 12VG=2009N 183VG=2011N 26VG=1911N 62VG=2111N"
    text = f"turn 3\nphase german combat second\nat US1=2010N {ring}"
    match = table(text, bare=True)
    match.play("done")
    assert (match.side, offers(match, "supply")) == ("allied", {"2010N"})
    match.play("pass")
    assert (match.side, status(match)["phase"]) == ("allied", "allied supply")
    match.play("supply 2010N")
    assert where(match, "US1") == "2010N"


@rule("rhine", "6.8", "6.8b")
def test_a_unit_is_put_on_top_once_in_a_phase() -> None:
    match = table("turn 3\nphase allied movement\nat US1=2010N US4=2010N\ntops US1", bare=True)
    match.play("top US4", "top US1")
    refused(match, "top US4", "6.8")
    refused(table("turn 3\nphase allied reinforcement\nat US1=2010N US4=2010N", bare=True), "top US4", "6.8")


@rule("rhine", "6.7", "6.7a")
def test_when_the_top_unit_leaves_the_one_that_came_before_it_is_seen() -> None:
    coming = "at US1=due US4=due US9=due\ndue_turn US1=3 US4=3 US9=3"
    match = table(f"turn 3\nphase allied reinforcement\nantwerp 1\n{coming}", bare=True)
    for unit in ("US9", "US1", "US4"):
        match.play(f"select {unit}", "place 1517N")
    match.play("done")
    while status(match)["phase"] != "allied movement":
        match.play("order move-fight" if offered(match, "order move-fight") else "done")
    match.play("select US4", "move 1515N", "stop")
    seen = match.view("german").facts["at"]
    assert "US1=1517N" in seen
    assert "US9=unseen" in seen


@rule("rhine", "10.15", "10.15a")
def test_the_prices_of_cities_are_those_of_the_tables() -> None:
    text = (game().folder / "data" / "tables.toml").read_text(encoding="utf-8")
    dear = text.replace("\ncity = 1\n", "\ncity = 5\n").replace("\nruhr = 1\n", "\nruhr = 4\n")
    places = {"2009N": "city", "2011N": "ruhr"}
    text = "turn 3\nphase german movement\nat 12VG=2010N"
    match = table(text, bare=True, features=places, files={"tables.toml": dear})
    match.play("select 12VG")
    costs = match.game.reading.reach(match.state)
    parse = match.game.board.grid.parse
    assert [costs[parse(h)] for h in ("2009N", "2011N", "1910N")] == ["5", "4", "1"]


@rule("rhine", "7.3")
def test_a_hex_behind_enemy_zones_is_refused_for_the_zones() -> None:
    match = table("turn 3\nsector 2\nphase allied movement\nat US1=2010N 9SS=1808N 10SS=2208N 12VG=2008N", bare=True)
    match.play("select US1")
    refused(match, "move 2007N", "7.3", "10.3")


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("at 9SS=unseen", "unseen"),
        ("at AAA1=due", "corps"),
        ("at AAA18=landing", "landing"),
        ("at AAA18=2010N", "components"),
        ("at US1=2010N\nflood 7", "flood"),
        ("at US1=2010N\naerial_used 9", "aerial_used"),
        ("at US1=2010N\nused_us 9", "used_us"),
        ("at US1=2010N\nrecalled 99", "recalled"),
        ("at US1=2010N\nwithdrawn US1", "withdrawn"),
        ("at US1=2010N\nwon 1", "won"),
        ("at 9SS=reserve", "reserve"),
        ("at US82AB=airborne AAA1=2010N\nmade1 US82AB", "made"),
    ],
)
def test_errors_in_a_position_are_named(text: str, word: str) -> None:
    with pytest.raises(PositionError, match=word):
        table(f"turn 3\nphase allied movement\n{text}", bare=True)


def test_a_position_may_not_have_sixteen_units_in_a_hex() -> None:
    units = [row.id for row in game().counters if row.side == "german" and "static" not in row.tags][:16]
    with pytest.raises(PositionError, match="too many units"):
        table(f"turn 3\nphase allied movement\nat {' '.join(f'{u}=2010N' for u in units)}", bare=True)


@rule("rhine", "8.5", "8.5a")
def test_a_supply_line_passes_the_hook_of_holland_which_no_unit_enters() -> None:
    grid = game(bare=True).board.grid
    here = grid.parse("2010N")
    others = [n for n in grid.neighbour_list(here) if grid.label(n) != "2011N"]
    water = {"-".join(sorted((grid.label(here), grid.label(n)))): "all-sea" for n in others}
    text = "turn 3\nantwerp 1\nphase allied movement\nat US1=2010N US4=2012N"
    match = table(text, bare=True, sides=water, features={"2011N": "hook-of-holland"})
    assert status(match)["supply"]["US1"] == "full"
    refused(match.play("select US4"), "move 2011N", "10.7")
    cut = table(text, bare=True, sides={**water, "2010N-2011N": "all-sea"}, features={"2011N": "hook-of-holland"})
    assert status(cut)["supply"]["US1"] == "none"


@rule("rhine", "11.18", "11.18b", "11.18p")
def test_no_french_unit_joins_once_the_bombers_have_been_called() -> None:
    text = "turn 3\nsector 2\nphase allied combat\nat F1A=2011S F2A=2011S 85ID=2010S"
    match = table(text, bare=True).play("attack 2010S", "with F2A", "bombers")
    refused(match, "with F1A", "11.18")
    table(text, bare=True).play("attack 2010S", "with F2A", "with F1A")
