"""Chapters 10.7.4 and 10.7.5: crossing the Rhine, and its bridges.

Between 5621 and 5625 the river has no bridge: 5622 to 5624 are its west bank, 5722 to 5724 its east bank. There is one
between 5621 and 5721.
"""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_moves import GAME, GRID, ends, moved, on_map
from tests.reich.test_10_7_limits import FREE
from tests.rules import rule

LAST = "G-352=4202"


def exploit(at: str, *more: str, **options: object) -> Match:
    return on_map("allied", "exploitation", f"{at} {LAST}", *FREE, *more, turn=12, **options)  # type: ignore[arg-type]


def spent(match: Match, unit: str) -> int:
    return int(match.state.spent[GAME.unit_ids[unit]])


def bridge(a: str, b: str) -> int:
    """The number of a bridge."""
    pair = sorted((GRID.parse(a), GRID.parse(b)))
    return GAME.rhine.bridges.index((pair[0], pair[1]))


# -- 10.7.4 -----------------------------------------------------------------------------------


@rule("reich", "10.7.4", "10.7.4a", "10.7.4b", "10.7.4c", "10.7.4l")
def test_a_unit_crosses_from_where_it_begins_and_stops() -> None:
    match = exploit("US-3=5623 US-36=5523")
    assert {"5723", "5724"} <= ends(match, "US-3")
    assert not ends(match, "US-36") & {"5723", "5724"}
    match.play("select US-36")
    refused(match, "move 5723", "10.7.4")
    match.undo()
    match.play("select US-3", "move 5723")
    assert spent(match, "US-3") == 3
    assert not offers(match, "move")
    refused(match, "select US-3", "10.4.A")


@rule("reich", "10.7.4", "10.7.4d")
@pytest.mark.parametrize(("declared", "legal"), [(2, False), (3, True)])
def test_the_crossing_costs_two_more(declared: int, legal: bool) -> None:
    match = on_map("allied", "assault", f"US-3=5623 {LAST}", *FREE, turn=12).play(f"declare {declared}")
    assert ("5723" in ends(match, "US-3")) is legal


@rule("reich", "10.7.4m")
def test_the_crossing_is_the_first_hex_of_the_move() -> None:
    match = exploit("US-3=5622").play("select US-3", "move 5623")
    assert offers(match, "move")
    for h in ("5723", "5724"):
        refused(match, f"move {h}", "10.7.4")


@rule("reich", "10.7.4", "10.7.4f", "10.7.4i", "10.7.4n", "10.7.4g")
def test_units_follow_one_that_is_across_and_pay() -> None:
    match = exploit("US-3=5623 US-36=5522")
    moved(match, "US-3", "5723")
    match.play("select US-36", "move 5723")
    assert spent(match, "US-36") >= 4
    assert offers(match, "move")  # it need not stop
    before = spent(match, "US-36")
    match.play("move 5722")
    assert spent(match, "US-36") > before


@rule("reich", "10.7.4", "10.7.4g", "10.7.4h")
def test_a_hex_that_helped_stays_occupied() -> None:
    match = exploit("US-3=5723 US-36=5523 US-45=5523")
    moved(match, "US-36", "5723")
    moved(match, "US-3", "5722")  # its place is taken
    assert where(match, "US-36") == "5723"
    alone = exploit("US-3=5723 US-36=5523")
    alone.play("select US-36", "move 5723", "move 5722", "stop")
    refused(alone, "select US-3", "10.7.4")
    assert offered(exploit("US-3=5723 US-36=5523"), "select US-3")


@rule("reich", "10.7.4", "10.7.4b", "14.2.A")
def test_units_that_stop_behind_the_rhine_make_no_mobile_assault() -> None:
    at = "US-3A=5623 US-2A=5623 G-77=5724"
    match = exploit(at).play("select US-3A", "also US-2A", "move 5723")
    assert GAME.step(match.state).name == "movement"
    assert where(match, "US-3A") == where(match, "US-2A") == "5723"
    alone = exploit(at).play("select US-3A", "move 5723")
    assert not offers(alone, "assault")
    # A friend on the far bank spares them the halt, and so the assault is open.
    helped = exploit(f"{at} US-36=5723").play("select US-3A", "also US-2A", "move 5723")
    assert offered(helped, "assault 5724")
    # Without a crossing it is open too.
    beyond = exploit("US-3A=5722 US-2A=5722 G-77=5724").play("select US-3A", "also US-2A", "move 5723")
    assert offered(beyond, "assault 5724")


@rule("reich", "10.7.4", "10.7.4j")
def test_germans_are_not_bound_at_the_rhine() -> None:
    match = on_map("german", "exploitation", "G-12SS=5725 US-3=4420", *FREE, turn=12).play("select G-12SS", "move 5523")
    assert where(match, "G-12SS") == "5523"
    wesel = on_map("german", "exploitation", "G-502SS=5208 US-3=4420", turn=2).play("select G-502SS", "move 5008")
    assert spent(wesel, "G-502SS") == 2


@rule("reich", "10.7.4k")
def test_an_advance_over_the_rhine_needs_neither_condition() -> None:
    from grognard.games.reich import limits

    match = exploit("US-3=5623")
    assert limits.may_advance(GAME, match.state, GAME.unit_ids["US-3"]) >> GRID.parse("5723") & 1


# -- 10.7.5 -----------------------------------------------------------------------------------


@rule("reich", "10.7.5", "10.7.5a", "10.7.5b", "10.7.5c", "10.7.5d")
@pytest.mark.parametrize("die", [2, 6])
def test_a_die_blows_the_bridge(die: int) -> None:
    assert len(GAME.rhine.bridges) == 12
    match = exploit("US-3=5521", dice=[6]).play("select US-3", "move 5621")
    assert match.side == "dice"
    match.play(f"roll {die}")
    assert match.state.blown == 1 << bridge("5621", "5721")
    assert match.state.bridge == 0
    german = on_map("german", "exploitation", "G-352=5721 US-3=4420", f"blown {match.state.blown}", turn=12)
    german.play("select G-352", "move 5621")
    assert spent(german, "G-352") == 3


@rule("reich", "10.7.5", "10.7.5b", "10.7.4e")
def test_the_move_stops_for_the_die_and_goes_on() -> None:
    match = exploit("US-3=5520", dice=[6]).play("select US-3", "move 5622")
    if match.side == "dice":
        match.play("roll 2")
    assert where(match, "US-3") == "5622"
    match = exploit("US-3=5521", dice=[6]).play("select US-3", "move 5621", "roll 2")
    assert offers(match, "move")


@rule("reich", "10.7.5", "10.7.5e", "10.7.5f", "10.7.3c", "10.7.4", "10.7.4e", "10.7.5m")
def test_a_one_captures_it_and_units_cross_freely() -> None:
    match = exploit("US-3=5520 US-36=5420 G-271=5722", dice=[6, 1]).play("select US-3", "move 5621")
    state = match.state
    assert (state.bridge, state.bridge_hex) == (bridge("5621", "5721") + 1, GRID.parse("5621"))
    assert state.ike_lifted
    if offered(match, "stop"):
        match.play("stop")
    match = exploit("US-3=5521", f"bridge {bridge('5621', '5721') + 1}", "bridge_hex 5621", dice=[6])
    match.play("select US-3", "move 5621")
    before = spent(match, "US-3")
    match.play("move 5721")
    road = GAME.ground.has_road(GRID.parse("5621"), GRID.parse("5721"))
    assert spent(match, "US-3") == before + (1 if road else 3)
    assert offers(match, "move")


@rule("reich", "10.7.5", "10.7.5g", "10.7.5h", "10.7.5k")
def test_after_a_capture_other_bridges_are_blown_without_a_die() -> None:
    number = bridge("5431", "5531") + 1
    for more in ((f"bridge {number}", "bridge_hex 5431"), (f"bridge {number}", f"blown {1 << number - 1}")):
        match = exploit("US-3=5521 US-36=5431", *more, dice=[6, 6]).play("select US-3", "move 5621")
        assert match.side == "allied"
        assert match.state.blown >> bridge("5621", "5721") & 1
        assert match.state.bridge == number


@rule("reich", "10.7.5", "10.7.5i", "10.7.5j", "10.7.5r")
def test_the_captured_bridge_falls_with_its_hex() -> None:
    number = bridge("5621", "5721") + 1
    at = "G-12SS=5721 US-3=4420"
    match = on_map("german", "exploitation", at, *FREE, f"bridge {number}", "bridge_hex 5621", "allied 5621", turn=12)
    assert not match.state.blown
    match.play("select G-12SS", "move 5621")
    assert spent(match, "G-12SS") == 3  # it is no bridge for them
    assert match.state.blown >> number - 1 & 1
    held = exploit("US-3=5521 US-36=5520", f"bridge {number}", "bridge_hex 5621", "allied 5621", dice=[6])
    assert "5721" in ends(held, "US-36")  # nobody is in the marker's hex


@rule("reich", "10.7.5", "10.7.5l")
def test_a_decided_bridge_needs_no_further_die() -> None:
    match = exploit("US-3=5521 US-36=5521", f"blown {1 << bridge('5621', '5721')}", dice=[6])
    match.play("select US-3", "move 5621")
    assert match.side == "allied"


@rule("reich", "10.7.5", "10.7.5n")
def test_until_then_it_is_a_bridge_for_the_germans() -> None:
    match = on_map("german", "exploitation", "G-352=5721 US-3=4420", turn=12).play("select G-352", "move 5621")
    assert spent(match, "G-352") == 1


@rule("reich", "10.7.5p")
def test_every_entry_counts() -> None:
    from grognard.games.reich import pieces

    state = exploit("US-3=5520").state
    pieces.occupy(GAME, state, GAME.unit_ids["US-3"], GRID.parse("5621"))
    assert GAME.step(state).name == "bridge-roll"
    pieces.occupy(GAME, state, GAME.unit_ids["US-3"], GRID.parse("5621"))
    assert sum(GAME.steps[code].name == "bridge-roll" for code, *_ in state.agenda) == 1


@rule("reich", "10.7.5q")
def test_a_hex_with_two_bridges_has_a_die_for_each() -> None:
    from collections import Counter

    heads = Counter(h for pair in GAME.rhine.bridges for h in pair)
    assert max(heads.values()) == 1  # the map has no such hex
    state = exploit("US-3=5520").state
    rhine = GAME.rhine
    kept = rhine.heads
    try:
        rhine.heads = tuple(hexes | 1 << GRID.parse("5621") if n < 2 else 0 for n, hexes in enumerate(kept))
        rhine.entered(state, GRID.parse("5621"))
    finally:
        rhine.heads = kept
    assert [GAME.steps[code].name for code, *_ in state.agenda[-2:]] == ["bridge-roll"] * 2


def test_captured_bridges_of_the_rulebook_have_their_words() -> None:
    assert GAME.rhine.words(bridge("5008", "5108")).startswith("between 5008")
