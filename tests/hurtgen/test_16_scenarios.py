"""The two scenarios: set-up, reinforcement schedules, special rules (16)."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from tests.hurtgen.helpers_ground import to_the_end, until
from tests.hurtgen.helpers_guns import ALL_TOWNS, TOWNS, attack_and_roll
from tests.hurtgen.table import game, table
from tests.kit import offered, offers, refused, status, where
from tests.rules import rule

US_SETUP = {
    "2-3-7": "0402 0505 0606 0508 0510 0512 0514 0515 0516 0617 0718 0818 0819 1019 1120 1121 0922 0723",
    "1-2-16/2-7": "0203 0310 0315 0720 0721 1020",
    "3-1-20/1-7": "0322 0108",
}
GERMAN_SETUP = {
    "1-2-7": "0702 0803 0805 0807 0709 0712 0714 0716 0917",
    "2-3-7": "1118 1317 1520 1522 1423 1224 1025",
    "2-2-12": "0914 1518",
    "3-2-12": "1014",
    "1-3-12": "1718",
    "2-3-16/1-7": "1002 1623",
    "2-3-16/2-12": "1213",
    "2-1-18/1-7": "1411 2117 1725",
    "1-2-12/2-7": "1716",
}
#: side, turn, hex -> printed values of the arrivals
ARRIVALS = {
    ("us", 4, "0123"): ["3-2-12", "2-3-12", "1-2-16/2-12"],
    ("german", 2, "2907"): ["1-2-7"] * 4 + ["2-3-16/1-7"],
    ("german", 2, "2918"): ["1-2-7"] * 2 + ["2-1-18/1-7"],
    ("german", 9, "2907"): ["1-2-7"] * 5 + ["2-3-16/1-7"],
    ("german", 9, "2918"): ["1-2-7"] * 2 + ["2-1-18/1-7"],
    ("german", 11, "2918"): ["2-3-7"] * 3 + ["1-2-16/1-7"],
}
DIVISION = ("60", "156", "16", "116r", "116sp", "116k", "116h")
VEHICLES = ("60", "156", "16", "116r", "116sp")


def historical() -> Match:
    return grognard.new("hurtgen", "historical", seed=1)


def free() -> Match:
    return grognard.new("hurtgen", "free", seed=1)


def printed(unit: str) -> str:
    title = game()
    return title.counters[title.unit_ids[unit]].printed


def standing(match: Match, side: str) -> dict[str, list[str]]:
    """Printed values -> hexes of a side's units on the map."""
    out: dict[str, list[str]] = {}
    for counter in match.game.counters:
        place = where(match, counter.id)
        if counter.side == side and place[0].isdigit():
            out.setdefault(counter.printed, []).append(place)
    return {values: sorted(places) for values, places in out.items()}


def listed(setup: dict[str, str]) -> dict[str, list[str]]:
    return {values: sorted(places.split()) for values, places in setup.items()}


# -- 16.1 historical: set-up -----------------------------------------------------------------


@rule("hurtgen", "16.0", "16.0a", "16.12", "16.12a", "16.12b", "16.12c")
def test_the_american_set_up() -> None:
    found = standing(historical(), "us")
    assert found == listed(US_SETUP)
    assert {values: len(places) for values, places in found.items()} == {"2-3-7": 18, "1-2-16/2-7": 6, "3-1-20/1-7": 2}
    assert sum(len(places) for places in found.values()) == 26


@rule("hurtgen", "16.0", "16.0a", "16.13", "16.13a", "16.13b", "16.13c", "16.13d")
def test_the_german_set_up() -> None:
    found = standing(historical(), "german")
    assert found == listed(GERMAN_SETUP)
    assert (len(found["1-2-7"]), len(found["2-3-7"])) == (9, 7)
    assert sum(len(places) for places in found.values()) == 27


@rule("hurtgen", "16.13", "16.13c", "16.0a")
def test_start_hexes_of_the_116th() -> None:
    match = historical()
    places = {unit: (printed(unit), where(match, unit)) for unit in DIVISION}
    assert places == {
        "60": ("2-2-12", "0914"),
        "156": ("2-2-12", "1518"),
        "16": ("3-2-12", "1014"),
        "116r": ("1-3-12", "1718"),
        "116sp": ("2-3-16/2-12", "1213"),
        "116k": ("2-1-18/1-7", "1411"),
        "116h": ("1-2-12/2-7", "1716"),
    }


@rule("hurtgen", "16.0", "16.0b")
def test_names_do_not_matter() -> None:
    """Two battalions of the same values change places: what may be done and what comes of it stays the same."""
    text = "turn 3\nphase us movement\nat {}=0402 {}=0505 1/983=0406"
    first, second = table(text.format("1/8", "3/28")), table(text.format("3/28", "1/8"))
    first.play("select 3/28")
    second.play("select 1/8")
    assert offers(first, "move") == offers(second, "move")
    first.play("move 0405", "done", "attack 0406", "with 3/28")
    second.play("move 0405", "done", "attack 0406", "with 1/8")
    assert first.preview is not None
    assert second.preview is not None
    assert (first.preview.total, first.preview.by_roll) == (second.preview.total, second.preview.by_roll)


@rule("hurtgen", "16.13", "16.13e")
@pytest.mark.parametrize("unit", VEHICLES)
def test_vehicles_can_leave_their_set_up_hexes(unit: str) -> None:
    match = until(historical(), 1, "german movement").play(f"select {unit}")
    assert offers(match, "move")


# -- 16.1 historical: arrivals and length ----------------------------------------------------


def check_arrivals(match: Match) -> None:
    """Play through all turns and compare who may come when and where. Nobody enters, so the pools add up."""
    waiting: dict[str, set[str]] = {"us": set(), "german": set()}
    title = match.game
    for turn in range(1, 15):
        for side in ("us", "german"):
            until(match, turn, f"{side} movement")
            pool = {unit for unit in offers(match, "select") if where(match, unit) == "due"}
            new = pool - waiting[side]
            assert pool >= waiting[side]
            waiting[side] = pool
            found: dict[str, list[str]] = {}
            for unit in sorted(new):
                assert title.counters[title.unit_ids[unit]].side == side
                match.play(f"select {unit}")
                for entry in offers(match, "enter"):
                    found.setdefault(entry, []).append(printed(unit))
                match.undo()
            expected = {h: sorted(v) for (who, when, h), v in ARRIVALS.items() if (who, when) == (side, turn)}
            assert {h: sorted(v) for h, v in found.items()} == expected, f"turn {turn}, {side}"
    assert (len(waiting["us"]), len(waiting["german"])) == (3, 21)


@rule("hurtgen", "16.14", "16.14a", "16.15", "16.15a", "16.15b", "16.15c")
def test_the_reinforcement_schedules() -> None:
    check_arrivals(historical())


@rule("hurtgen", "16.16", "16.16a")
def test_the_americans_are_first_in_every_turn() -> None:
    match = historical()
    assert match.side == "us"
    for turn in range(1, 15):
        for phase in ("us movement", "us combat", "german movement", "german combat"):
            now = status(match)
            assert (now["turn"], now["phase"], now["phasing"]) == (turn, phase, phase.split()[0])
            match.play("done")
    assert match.over


@rule("hurtgen", "16.16", "16.16b")
def test_the_game_ends_after_fourteen_turns() -> None:
    match = until(historical(), 14, "german combat")
    assert not match.over
    match.play("done")
    assert match.over
    assert match.result is not None
    assert match.result.winner in ("us", "german")
    assert not list(match.actions)


@rule("hurtgen", "16.16", "16.16c")
@pytest.mark.parametrize(("orders", "towns"), [(["advance 1/1055", "to 1826", "pass"], 25), (["pass"], 0)])
def test_the_last_german_combat_phase_counts_for_the_towns(orders: list[str], towns: int) -> None:
    """Driven out of 1826, the U.S. unit leaves Schmidt to the zone of control of the unit that follows."""
    text = "turn 14\nphase german combat\nat 1/8=1826 1/1055=1926 2/1055=1927"
    match = table(text, plain=True, terrain=dict.fromkeys(TOWNS, "town"))
    attack_and_roll(match, 3, "1826", "with 1/1055", "with 2/1055")
    match.play("to 1727")
    for order in orders:
        if order != "pass" or offered(match, "pass"):
            match.play(order)
    match.play("done")
    assert match.result is not None
    assert match.result.score["us towns"] == ALL_TOWNS - towns


# -- 16.2 free deployment --------------------------------------------------------------------


def touching() -> set[str]:
    """Hexes that have the Front Line on one of their sides."""
    title = game()
    return {title.board.grid.label(h) for side in title.board.regions["Front Line"].hexsides for h in side}


def west_of_the_line() -> set[str]:
    """Every hex that can be reached from the middle of the west edge without crossing the Front Line."""
    board = game().board
    line = set(board.regions["Front Line"].hexsides)
    found = {board.grid.parse("0112")}
    todo = list(found)
    while todo:
        h = todo.pop()
        for n in board.grid.neighbour_list(h):
            if n not in found and (min(h, n), max(h, n)) not in line:
                found.add(n)
                todo.append(n)
    return {board.grid.label(h) for h in found}


def everywhere() -> set[str]:
    grid = game().board.grid
    return {grid.label(h) for h in grid}


def deploy(match: Match, *but: str) -> Match:
    """Place everything the deploying side has, except some, on the first hexes that are free for it."""
    for unit in sorted(offers(match, "select") - set(but)):
        match.play(f"select {unit}")
        match.play(f"place {sorted(offers(match, 'place'))[0]}")
    return match


def forces(units: set[str]) -> dict[str, int]:
    found = [printed(unit) for unit in units]
    return {values: found.count(values) for values in set(found)}


@rule("hurtgen", "16.21", "16.21a", "16.22e")
def test_where_the_americans_deploy() -> None:
    match = deploy(free()).play("done")
    assert (match.side, status(match)["phase"]) == ("us", "us deployment")
    assert forces(offers(match, "select")) == {"2-3-7": 18, "1-2-16/2-7": 6, "3-1-20/1-7": 2}
    match.play("select 1/8")
    west = west_of_the_line()
    assert 0 < len(west) < len(everywhere())
    assert offers(match, "place") == west - touching()
    refused(match, "place 0606", "16.21")  # on the line
    refused(match, "place 1410", "16.21")  # beyond it
    match.play("place 0506")
    assert where(match, "1/8") == "0506"


@rule("hurtgen", "16.22", "16.22a", "16.22e")
def test_where_the_germans_deploy() -> None:
    match = free()
    assert forces(offers(match, "select")) == {
        "1-2-7": 9,
        "2-3-7": 7,
        "3-2-12": 1,
        "2-2-12": 2,
        "1-3-12": 1,
        "1-2-12/2-7": 1,
        "2-1-18/1-7": 3,
        "2-3-16/2-12": 1,
        "2-3-16/1-7": 2,
    }
    assert len(offers(match, "select")) == 27
    match.play("select 1/983")
    assert offers(match, "place") == everywhere() - west_of_the_line() - touching()
    refused(match, "place 0706", "16.22")  # on the line
    refused(match, "place 0506", "16.22")  # beyond it
    match.play("place 0806")  # behind a hex on the line
    assert where(match, "1/983") == "0806"


@rule("hurtgen", "16.22", "16.22b")
@pytest.mark.parametrize("unit", DIVISION)
def test_the_whole_116th_must_be_deployed(unit: str) -> None:
    match = deploy(free(), unit)
    assert offers(match, "select") >= {unit}
    refused(match, "done", "16.22", "3.0")
    deploy(match).play("done")
    assert where(match, unit)[0].isdigit()


@rule("hurtgen", "16.21", "16.22", "16.22a", "16.21a")
def test_every_unit_must_be_deployed() -> None:
    match = deploy(free(), "1/983")
    refused(match, "done")
    deploy(match).play("done")
    deploy(match, "1/8")
    refused(match, "done")
    deploy(match).play("done")
    count = {side: sum(map(len, standing(match, side).values())) for side in ("us", "german")}
    assert count == {"us": 26, "german": 27}


@rule("hurtgen", "16.22", "16.22c")
def test_no_stacking_in_free_deployment() -> None:
    match = free().play("select 1/983", "place 0806", "select 2/983")
    refused(match, "place 0806", "5.31", "16.22")
    assert offered(match, "place 0807")


@rule("hurtgen", "16.25", "16.25a", "16.21", "16.22")
def test_a_unit_that_cannot_be_deployed_now_is_refused_for_its_own_reason() -> None:
    match = free()
    refused(match, "select 1/8", "16.25")  # an enemy unit
    refused(match, "select 1/854", "16.22")  # a reinforcement
    match.play("select 1/983", "place 0806")
    assert "has been placed" in refused(match, "select 1/983", "16.22").why
    assert "has been placed" not in refused(match, "select 1/854", "16.22").why
    deploy(match).play("done")
    refused(match, "select 1/983", "16.25")
    refused(match, "select 10", "16.21")
    match.play("select 1/8")
    assert "1/8" in refused(match, "select 2/8", "16.21").why  # one unit after the other
    match.play("place 0101")
    assert "has been placed" in refused(match, "select 1/8", "16.21").why
    deploy(match, "2/8").play("select 2/8")
    assert "2/8" in refused(match, "done", "16.21").why


@rule("hurtgen", "16.22", "16.22d")
@pytest.mark.parametrize("unit", VEHICLES)
def test_vehicles_deploy_only_where_they_could_have_driven(unit: str) -> None:
    board = game().board
    label = board.grid.label
    on_road = {label(h) for side in board.roads for h in side}
    open_ground = {label(h) for h, kind in board.terrain_at.items() if kind not in ("woods", "broken", "rough")}
    match = free().play(f"select {unit}")
    east = everywhere() - west_of_the_line() - touching()
    assert offers(match, "place") == east & (on_road | open_ground)
    assert board.terrain_at[board.grid.parse("1009")] == "woods"
    refused(match, "place 1009", "16.22", "5.24")
    assert offered(match, "place 1010")  # woods as well, but on a trail


@rule("hurtgen", "16.22", "16.22d")
def test_towed_artillery_deploys_anywhere_east_of_the_line() -> None:
    assert offered(free().play("select 116k"), "place 1009")


@rule("hurtgen", "16.23", "16.23a", "16.24", "16.24a")
def test_free_deployment_has_the_same_reinforcements() -> None:
    match = deploy(free()).play("done")
    check_arrivals(deploy(match).play("done"))


@rule("hurtgen", "16.25", "16.25a")
def test_the_german_deploys_first_and_the_american_moves_first() -> None:
    match = free()
    assert (match.side, status(match)["phase"]) == ("german", "german deployment")
    refused(match, "select 1/8")
    deploy(match).play("done")
    assert (match.side, status(match)["phase"]) == ("us", "us deployment")
    refused(match, "select 1/983")
    deploy(match).play("done")
    assert (match.side, status(match)["turn"], status(match)["phase"]) == ("us", 1, "us movement")
    until(match, 2, "us movement")
    until(match, 2, "german movement")


@rule("hurtgen", "16.25", "16.25b")
def test_free_deployment_lasts_fourteen_turns() -> None:
    match = deploy(free()).play("done")
    deploy(match).play("done")
    until(match, 14, "german combat")
    assert not match.over
    assert to_the_end(match).over
