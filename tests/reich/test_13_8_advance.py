"""Clause 13.8: advance after combat."""

from __future__ import annotations

import pytest

from grognard import Match
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_combat import NE, SE, N, S, T, alive, combat, on_map, resolve, settle, settle_losses
from tests.rules import rule

#: a weak defender, and dice that clear the hex without hurting the attacker
WEAK = f"G-716={T}"


def cleared(units: str, *more: str, at: str = WEAK, side: str = "allied", **options: object) -> Match:
    """An attack by units such as ``US-1=1326`` that clears T."""
    options.setdefault("dice", [6, 1])
    match = combat(side, f"{at} {units}", *more, **options)  # type: ignore[arg-type]
    names = " ".join(word.partition("=")[0] for word in units.split() if word.partition("=")[2] in (N, NE, S))
    return resolve(match, T, names)


@rule("reich", "13.8", "13.8a", "13.7.5", "13.7.5a", "13.8i")
def test_survivors_may_enter_the_vacated_hex() -> None:
    match = cleared(f"US-1={N} US-2A={N} US-HQ1-12={N}")
    assert offers(match, "advance") == {"US-1", "US-2A", "US-HQ1-12"}
    match.play("advance US-2A")
    assert where(match, "US-2A") == T
    assert offered(match, "advance US-1")
    match.play("pass")
    assert where(match, "US-1") == N


@rule("reich", "13.8i", "13.8a")
def test_all_may_advance_at_once_or_nobody() -> None:
    match = cleared(f"US-1={N} US-29={NE}").play("advance-all")
    assert where(match, "US-1") == where(match, "US-29") == T
    match = cleared(f"US-1={N} US-29={NE}").play("pass")
    assert where(match, "US-1") == N
    assert match.state.target < 0


@rule("reich", "13.8b")
def test_nobody_advances_if_a_defender_is_left() -> None:
    match = cleared(f"US-1={N} US-29={N}", at=f"G-12SS={T} G-716={T}")
    settle(match)
    assert alive(match, "G-12SS", "G-716")
    assert not offers(match, "advance")


@rule("reich", "13.8c")
def test_only_attackers_advance() -> None:
    match = cleared(f"US-1={N} US-29={SE} US-2={N}".replace(f"US-2={N}", "US-2=1325"))
    assert offers(match, "advance") == {"US-1"}
    refused(match, "advance US-29", "13.8")
    idle = combat("allied", f"{WEAK} US-1={N} US-29={N}", dice=[6, 1])
    resolve(idle, T, "US-1")
    refused(idle, "advance US-29", "13.8")


@rule("reich", "13.8d", "16.1.Cf", "13.8j")
def test_a_fort_does_not_prevent_the_advance_and_is_destroyed() -> None:
    at = "G-METZ1=4526 US-1=4426 US-2A=4426 US-29=4426 US-82AB=4426"
    match = on_map("allied", at, turn=8, dice=[6, 1])
    settle_losses(resolve(match, "4526", "US-1 US-2A US-29 US-82AB"))
    assert not alive(match, "G-METZ1")
    match.play("advance US-1")
    game, s = match.game, match.state
    assert s.razed >> game.board.grid.parse("4526") & 1
    assert s.allied >> game.board.grid.parse("4526") & 1


@rule("reich", "13.8e", "13.1.D")
def test_an_advance_is_not_postponed() -> None:
    match = cleared(f"US-1={N} US-29=1428", at=f"{WEAK} G-12SS=1427", dice=[6, 1, 1, 1])
    match.play("pass")
    settle(resolve(match, "1427", "US-29"))
    assert not offers(match, "advance")


@rule("reich", "13.8f", "10.4.Ca")
def test_an_advance_costs_no_points() -> None:
    match = cleared(f"US-1={N}")
    before = list(match.state.points)
    match.play("advance US-1")
    assert match.state.points == before
    assert not match.state.moved


@rule("reich", "13.8g")
def test_an_advance_goes_from_zone_to_zone() -> None:
    match = cleared(f"US-1={N}", at=f"{WEAK} G-12SS={NE}")
    game, s = match.game, match.state
    zone = game.zone(s, 1)
    assert zone >> game.board.grid.parse(N) & zone >> game.board.grid.parse(T) & 1
    match.play("advance US-1")
    assert where(match, "US-1") == T


@rule("reich", "13.8h", "5.1c", "5.2.Bb")
def test_no_more_units_advance_than_may_stack() -> None:
    match = cleared(f"US-1={N} US-29={N} US-2={NE} US-4={NE}")
    assert offered(match, "advance US-1")
    refused(match, "advance-all", "5.2")
    match.play("advance US-1", "advance US-29", "advance US-2")
    assert where(match, "US-4") == NE
    assert not offered(match, "advance US-4")


@rule("reich", "13.8h", "5.2.B")
def test_nations_do_not_advance_into_one_hex() -> None:
    match = cleared(f"US-1={N} CW-50={NE}")
    refused(match, "advance-all", "5.2")
    match.play("advance CW-50")
    assert where(match, "CW-50") == T
    assert not offered(match, "advance US-1")


# -- areas -----------------------------------------------------------------------------------------


@rule("reich", "13.8k", "10.7.1k", "10.7.1l")
@pytest.mark.parametrize(("line", "able"), [("turn 3", False), ("west_free 1", True)])
def test_the_commonwealth_does_not_advance_west(line: str, *, able: bool) -> None:
    match = on_map("allied", "G-716=0821 CW-50=0921 CW-49=0921", *([] if line == "turn 3" else [line]), dice=[6, 1])
    resolve(match, "0821", "CW-50 CW-49")
    assert not alive(match, "G-716")
    assert bool(offers(match, "advance")) == able


@rule("reich", "13.8k", "10.7.1g")
def test_us_units_do_not_advance_into_the_exclusion_zone() -> None:
    match = on_map("allied", "G-716=0822 US-1=0821 US-29=0821", dice=[6, 1])
    resolve(match, "0822", "US-1 US-29")
    assert offers(match, "advance")
    inside = on_map("allied", "G-716=0922 US-1=0822 CW-50=0921", dice=[6, 1])
    inside.play("attack 0922")
    refused(inside, "with US-1", "10.7.1")


@rule("reich", "13.8k", "10.7.10c")
@pytest.mark.parametrize("breakout", [False, True])
def test_nobody_advances_over_the_seine_line_before_the_breakout(*, breakout: bool) -> None:
    more = ["breakout 5", "brittany_turn 5"] if breakout else []
    at = "G-716=1921 US-1=1922 US-29=1922 US-2A=1922"
    match = on_map("allied", at, *more, turn=6, dice=[6, 1])
    settle_losses(resolve(match, "1921", "US-1 US-29 US-2A"))
    assert not alive(match, "G-716")
    assert bool(offers(match, "advance")) == breakout


@rule("reich", "16.2c")
def test_a_garrison_never_advances() -> None:
    match = on_map("german", "G-METZ1=4526 G-12SS=4526 US-101AB=4425", turn=8, dice=[6, 1])
    resolve(match, "4425", "G-12SS")
    assert not alive(match, "US-101AB")
    refused(match, "advance G-METZ1", "13.8", "16.2")
    assert offered(match, "advance G-12SS")


@rule("reich", "10.7.9j")
def test_germans_may_advance_into_paris() -> None:
    match = on_map("german", "US-101AB=2527 G-12SS=2627 G-2PZ=2627", turn=8, dice=[6, 1])
    settle_losses(resolve(match, "2527", "G-12SS G-2PZ"))
    assert offers(match, "advance") >= {"G-12SS"}


@rule("reich", "7.3.Ec", "9.2.Bb")
@pytest.mark.parametrize(("unit", "line"), [("US-2A", "refitting US-2A"), ("US-2A", "grounded US-2A")])
def test_units_that_may_not_attack_do_not_advance(unit: str, line: str) -> None:
    match = combat("allied", f"{WEAK} US-1={N} {unit}={N}", line, dice=[6, 1])
    resolve(match, T, "US-1")
    assert offers(match, "advance") == {"US-1"}
    refused(match, f"advance {unit}", "13.8")
