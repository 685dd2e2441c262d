"""Clause 8.6.A: the special assault on Cherbourg."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from grognard import Match
from tests.kit import offered, offers, refused, where
from tests.reich.helpers_combat import (
    TABLE,
    alive,
    attack,
    events,
    fire,
    reduced,
    resolve,
    settle,
    settle_losses,
    shown,
    strengths,
    totals,
    words,
)
from tests.rules import rule

CITY = "0518"
#: Americans around Cherbourg, which cut it off
RING = "US-4=0519 US-90=0618 US-82AB=0519 US-79=0418"


def segment(
    at: str = f"G-709={CITY} G-243={CITY} {RING}", *more: str, turn: int = 2, dice: Iterable[int] = ()
) -> Match:
    """The end of an Allied Exploitation Phase."""
    lines = ["scenario campaign", f"turn {turn}", "phase allied cherbourg", f"at {at}", *more]
    return TABLE.table("\n".join(lines), dice=dice)


def is_offered(match: Match) -> bool:
    return match.game.phase_of(match.state) == "allied cherbourg" and offered(match, f"attack {CITY}")


@rule("reich", "8.6", "8.6.A", "8.6.Aa", "4.1cj", "14.1.Ab")
def test_it_is_offered_at_the_end_of_the_exploitation() -> None:
    match = segment()
    assert match.side == "allied"
    assert set(match.actions.texts()) == {f"attack {CITY}", "done"}


@rule("reich", "8.6.Aa", "8.6.Ag")
def test_once_a_game() -> None:
    match = segment(dice=[1, 1])
    settle(resolve(match, CITY, "US-4")).play("done")
    assert match.state.cherbourg_assault
    assert not is_offered(segment(f"G-709={CITY} {RING}", "cherbourg_assault 1", turn=3))
    declined = segment().play("done")
    assert not declined.state.cherbourg_assault


@rule("reich", "8.6.Ab")
@pytest.mark.parametrize(("line", "able"), [("reduced US-4", True), ("oos US-4 US-90", False)])
def test_cherbourg_must_be_cut_off(line: str, *, able: bool) -> None:
    """Units out of supply have no zone, and a line passes between them."""
    assert is_offered(segment(f"G-709={CITY} US-4=0519 US-90=0519", line)) == able


@rule("reich", "8.6.Ac", "13.9.A.1j")
def test_the_city_counts_and_the_fort_does_not() -> None:
    match = attack(segment(), CITY, "US-4")
    assert totals(match) == (-2, 0)
    assert words(match) == {"City"}


@rule("reich", "8.6.Ad", "14.1.Ab")
def test_every_adjacent_unit_may_attack() -> None:
    match = segment()
    match.play(f"attack {CITY}")
    assert offers(match, "with") == {"US-4", "US-90", "US-82AB", "US-79"}


@rule("reich", "8.6.Ae")
def test_round_after_round_with_the_same_units() -> None:
    match = segment(f"G-709={CITY} G-243={CITY} G-77={CITY} {RING}", dice=[4, 1] * 3)
    for left in (2, 1, 0):
        settle_losses(resolve(match, CITY, "US-4 US-90 US-82AB"))
        assert len(alive(match, "G-709", "G-243", "G-77")) == left


@rule("reich", "8.6.Af")
def test_it_ends_when_the_city_falls() -> None:
    match = segment(f"G-243={CITY} {RING}", dice=[6, 1, 3])
    settle_losses(resolve(match, CITY, "US-4 US-90 US-82AB"))
    match.play("advance-all")
    assert where(match, "US-4") == CITY
    assert match.game.phase_of(match.state) != "allied cherbourg"
    assert match.state.cherbourg == 5  # the die for the port: 3 turns


@rule("reich", "8.6.Af")
def test_it_ends_when_nobody_is_left_to_attack() -> None:
    at = f"G-709={CITY} G-17SS={CITY} US-82AB=0519 US-HQ1-12=0618"
    match = segment(at, "oos G-709", dice=[1, 6])
    settle(resolve(match, CITY, "US-82AB"))
    assert not alive(match, "US-82AB")
    assert match.game.phase_of(match.state) != "allied cherbourg"


@rule("reich", "8.6.Af", "8.6.Ag")
def test_the_player_may_stop() -> None:
    match = segment(dice=[1, 1])
    settle(resolve(match, CITY, "US-4"))
    assert is_offered(match)
    match.play("done")
    assert match.game.phase_of(match.state) != "allied cherbourg"


@rule("reich", "8.6.Ah", "14.2.De")
def test_each_round_is_an_ordinary_combat() -> None:
    match = segment(f"G-709={CITY} G-243={CITY} G-77={CITY} {RING}", dice=[4, 3])
    attack(match, CITY, "US-4 US-90")
    assert shown(match).first == ""
    match.play("resolve")
    assert match.side == "allied"
    settle(match)
    assert not events(match, "14.2.D")
    assert len(reduced(match) & {"US-4", "US-90"}) == 1


@rule("reich", "8.6.Ai", "13.8j", "16.1.Cf")
def test_the_attackers_may_advance() -> None:
    match = segment(f"G-709={CITY} US-4=0519 US-90=0519 US-82AB=0519 US-2A=0519", "oos G-709", dice=[6, 2, 6])
    attack(match, CITY, "US-4 US-90 US-82AB US-2A")
    assert strengths(match)[1] == 1
    match.play("resolve")
    assert offers(match, "advance") == {"US-4", "US-90", "US-82AB", "US-2A"}
    match.play("advance US-4", "pass")
    assert match.state.razed >> match.game.board.grid.parse(CITY) & 1
    assert where(match, "US-90") == "0519"


@rule("reich", "8.6.Aj")
def test_units_that_have_moved_or_assaulted_may_join() -> None:
    match = segment(f"G-709={CITY} US-2A=0519 {RING.replace('US-4=0519 ', '')}", "moved US-2A", "assaulted US-2A")
    assert fire(attack(match, CITY, "US-2A"), True).strength == 6


@rule("reich", "8.6.Ak", "7.3.Ec", "9.2.Bb")
@pytest.mark.parametrize(("line", "number"), [("grounded US-4", "9.2.B"), ("refitting US-2A", "7.3.E")])
def test_units_that_may_not_attack_do_not_join(line: str, number: str) -> None:
    match = segment(f"G-709={CITY} US-2A=0519 {RING}", line)
    match.play(f"attack {CITY}")
    refused(match, f"with {line.split()[1]}", number)


@rule("reich", "8.6.Al")
def test_6_6_does_not_apply_and_every_round_has_its_own_units_and_air() -> None:
    at = f"G-709={CITY} G-243={CITY} G-77={CITY} G-12SS=0520 {RING}"
    match = segment(at, "air 2", dice=[1, 1, 1, 1])
    settle(resolve(match, CITY, "US-4 US-90", "air"))  # G-12SS is in the zone of US-4, and nobody attacks it
    assert match.state.owed == 0
    attack(match, CITY, "US-82AB US-79", "air")
    assert totals(match)[0] == -1
    refused(match, "air", "17.5.3.C")


@rule("reich", "8.6.Am")
def test_it_is_the_last_thing_of_the_phase() -> None:
    match = segment(dice=[1, 1])
    assert not offers(match, "select")
    settle(resolve(match, CITY, "US-4")).play("done")
    assert match.game.phase_of(match.state).startswith("german")


@rule("reich", "8.6.Aa", "14.1.A")
def test_nothing_else_is_attacked() -> None:
    match = segment(f"G-709={CITY} G-352=0520 {RING}")
    refused(match, "attack 0520", "14.1.A")
