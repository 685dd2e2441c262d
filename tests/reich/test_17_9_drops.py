"""Chapter 17.9.3.E: drops on German units."""

from __future__ import annotations

import pytest

from grognard import Match
from grognard.games.reich import drops as rules
from tests.kit import offered, offers, refused
from tests.reich.helpers_map import at
from tests.reich.helpers_special import GAME, labels, place, units_in, units_of
from tests.reich.test_17_9_airborne import drops, segment
from tests.rules import rule

#: The hex of a German stack, and the hex of the other unit that drops.
T, OTHER = "1331", "1131"


def dropped(germans: str, *dice: int, more: str = "", text: tuple[str, ...] = ()) -> Match:
    """A drop on German units in 1331, with the dice that follow."""
    at_ = " ".join(f"{unit}={T}" for unit in germans.split())
    match = segment(f"{at_} {more}", *text, dice=dice)
    return drops(match, f"US-82AB={T}", f"US-101AB={OTHER}").play("done")


@rule("reich", "17.9.3.Ek", "17.9.3.Eo", "17.9.3.Eag")
def test_a_die_for_each_unit_that_drops_on_germans_after_all_hexes_are_named() -> None:
    match = segment("G-91=1331 G-85=1132")
    drops(match, "US-82AB=1331", "CW-1AB=1132", "US-101AB=1133").play("done")
    assert match.side == "dice"
    assert "US-82AB" in match.prompt.text
    assert offers(match, "roll") == set("123456")
    assert match.state.at[GAME.unit_ids["US-101AB"]] < 0
    match.play("roll 1")
    while GAME.step(match.state).name == "drop-withdrawal":
        match.play(f"place {sorted(offers(match, 'place'))[0]}")
    assert "CW-1AB" in match.prompt.text


@rule("reich", "17.9.3.Ep", "17.9.3.Er", "17.9.3.Eac")
@pytest.mark.parametrize("die", [1, 2, 3])
def test_the_germans_leave_and_choose_where_to(die: int) -> None:
    match = dropped("G-91", die)
    assert match.side == "german"
    around = labels(GAME.ground.lines.next(1 << at(T)))
    assert offers(match, "place") <= around
    target = sorted(offers(match, "place"))[0]
    match.play(f"place {target}")
    assert place(match, "G-91") == target
    assert place(match, "US-82AB") == T
    assert match.state.allied >> at(T) & 1


@rule("reich", "17.9.3.Eq", "17.9.3.Eaa", "17.9.3.Ez")
def test_the_germans_attack_and_a_loss_eliminates_the_unit() -> None:
    match = dropped("G-2PZ", 4)
    assert "strength 6" in match.prompt.text
    assert match.side == "dice"
    match.play("roll 1")
    table = GAME.tables.fire
    assert table.steps(6, 1) == 1
    assert place(match, "US-82AB") == "eliminated" or match.state.at[GAME.unit_ids["US-82AB"]] < 0
    assert units_in(match, T) == {"G-2PZ"}
    assert not match.state.allied >> at(T) & 1
    assert match.state.reduced == 0


@rule("reich", "17.9.3.Eab", "17.9.3.Ez")
@pytest.mark.parametrize("die", [4, 5, 6])
def test_without_a_loss_the_germans_withdraw_after_all(die: int) -> None:
    match = dropped("G-91", die, 4)
    assert GAME.tables.fire.steps(1, 4) == 0
    assert GAME.step(match.state).name == "drop-withdrawal"
    forest = sorted(labels(GAME.board.terrain["forest"]))
    assert forest
    assert rules.strength(GAME, match.state, at(T)) == 1


@rule("reich", "17.9.3.Es", "17.9.3.Ev", "17.9.3.Ew")
def test_where_germans_may_not_withdraw() -> None:
    near = sorted(labels(GAME.ground.lines.next(1 << at(T)) & GAME.ground.land))
    match = segment(f"G-91={T} US-30={near[0]}")
    drops(match, f"US-82AB={T}", f"US-101AB={near[1]}").play("done", "roll 1")
    found = offers(match, "place")
    assert near[0] not in found
    assert near[1] not in found
    refused(match, f"place {near[0]}", "17.9.3.E")
    refused(match, f"place {near[1]}", "17.9.3.E")
    refused(match, "place 1531", "17.9.3.E")
    zone = labels(GAME.zone(match.state, 0))
    assert found & zone


@rule("reich", "17.9.3.Et", "17.9.3.Eu")
def test_all_go_to_one_hex_unless_none_can_take_them() -> None:
    match = dropped("G-91 G-85 G-84", 1)
    refused(match, "select G-91", "17.9.3.E")
    target = sorted(offers(match, "place"))[0]
    match.play(f"place {target}")
    assert units_in(match, target) == {"G-91", "G-85", "G-84"}
    near = sorted(labels(GAME.ground.lines.next(1 << at(T)) & GAME.ground.land))
    two = "G-353 G-272 G-276 G-277 G-271 G-275 G-363 G-89 G-64 G-59 G-136 G-198".split()
    full = " ".join(f"{unit}={near[i // 2]}" for i, unit in enumerate(two) if i // 2 < len(near))
    match = dropped("G-91 G-85", 1, more=full)
    assert offers(match, "select") == {"G-91", "G-85"}
    match.play("select G-91")
    first = sorted(offers(match, "place"))[0]
    match.play(f"place {first}")
    if GAME.step(match.state).name == "drop-withdrawal":
        assert first not in offers(match, "place")
    assert place(match, "G-91") == first


@rule("reich", "17.9.3.Ex")
def test_hexes_in_supply_come_first() -> None:
    grid, land = GAME.board.grid, GAME.ground.land
    near = GAME.ground.lines.next(1 << at(T)) & land
    assert {"1230", "1231"} <= offers(dropped("G-91", 1), "place")
    # American units close the ways out of the two hexes in the west.
    beyond = grid.neighbours(1 << at("1230") | 1 << at("1231")) & land & ~(near | 1 << at(T))
    units = "US-30 US-79 US-90 US-9 US-8 US-83 US-35".split()
    more = " ".join(f"{u}={label}" for u, label in zip(units, sorted(labels(beyond)), strict=False))
    match = segment(f"G-91={T} {more}", dice=(1,))
    drops(match, f"US-82AB={T}", "US-101AB=1131").play("done")
    found = offers(match, "place")
    assert found
    for label in ("1230", "1231"):
        assert "out of supply" in refused(match, f"place {label}", "17.9.3.E").why


@rule("reich", "17.9.3.Ey")
def test_germans_without_a_way_out_are_eliminated() -> None:
    near = sorted(labels(GAME.ground.lines.next(1 << at(T)) & GAME.ground.land))
    units = "US-30 US-79 US-90 US-9 US-8 US-83".split()
    ring = " ".join(f"{u}={label}" for u, label in zip(units, near, strict=True))
    match = dropped("G-91", 2, more=ring)
    assert match.state.at[GAME.unit_ids["G-91"]] < 0
    assert place(match, "US-82AB") == T


@rule("reich", "17.9.3.Eaf")
def test_units_out_of_supply_attack_at_half_and_an_hq_alone_withdraws() -> None:
    match = dropped("G-2PZ G-85", 5, text=("oos G-2PZ",))
    assert rules.strength(GAME, match.state, at(T)) == 6
    match = dropped("G-2PZ", 5, text=("oos G-2PZ",))
    assert rules.strength(GAME, match.state, at(T)) == 3
    match = dropped("G-HQ7", 5)
    assert GAME.step(match.state).name == "drop-withdrawal"
    assert place(match, "G-HQ7") == T


@rule("reich", "10.7.8j", "10.7.8i")
def test_unreleased_units_attack_but_the_drop_releases_nobody() -> None:
    held = next(c.id for i, c in enumerate(GAME.counters) if GAME.roster.release[i] > 6)
    match = dropped(held, 5)
    assert GAME.step(match.state).name == "drop-attack"
    match = segment(f"{held}={T}", turn=6)
    match.state.released = False
    drops(match, f"US-82AB={T}", f"US-101AB={OTHER}").play("done", "roll 1")
    assert not match.state.released
    assert units_of(match.state.dropped) <= {"US-82AB", "US-101AB"}


@rule("reich", "8.7.Ac", "10.7.9j")
def test_a_forced_withdrawal_may_end_in_paris() -> None:
    match = segment("G-91=2427 US-30=2229 US-79=2228", "allied 2229 2228", turn=8)
    if not offered(match, "select US-82AB"):
        pytest.fail("no operation")
    drops(match, "US-82AB=2427", "US-101AB=2328").play("done", "roll 1")
    if GAME.step(match.state).name == "drop-withdrawal":
        near = labels(GAME.ground.lines.next(1 << at("2427")))
        paris = near & labels(GAME.paris)
        assert paris
        assert paris <= offers(match, "place")
