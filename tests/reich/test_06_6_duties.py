"""Clauses 6.6, 13.3 and 13.4: what an attack from several hexes obliges to."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.reich import duties
from tests.kit import offered, offers, refused
from tests.reich.helpers_combat import NE, N, T, attack, card, combat, on_map, resolve, settle
from tests.rules import rule

#: next to the attackers in NE, but not to N or T; next to that hex; and next to that one
FAR, BEYOND, LAST = "1526", "1625", "1725"


def joint(*more: str, others: str = "", **options: object) -> Match:
    """Attackers north and north-east of T, with another German hex in a zone of theirs."""
    at = f"G-12SS={T} G-2PZ={FAR} US-1={N} US-29={NE} {others}"
    return combat("allied", at, *more, **options)  # type: ignore[arg-type]


@rule("reich", "6.6", "6.6a", "13.3", "13.3a", "13.4", "13.4a")
def test_a_joint_attack_needs_somebody_for_the_other_enemies() -> None:
    match = joint()
    match.play(f"attack {T}", "with US-1")
    refused(match, "with US-29", "6.6")
    assert offered(match, "resolve")  # an attack from one hex obliges to nothing
    match = joint(others=f"US-2={BEYOND}")
    attack(match, T, "US-1 US-29")


@rule("reich", "6.6a", "13.3a", "6.6b", "13.1.Cd")
def test_the_promised_attack_must_be_made() -> None:
    match = joint(others=f"US-2={BEYOND}", dice=[1, 1])
    resolve(match, T, "US-1 US-29")
    settle(match)
    refused(match, "done", "6.6")
    assert offers(match, "attack") == {FAR}
    assert FAR in match.prompt.text
    resolve(match, FAR, "US-2")
    assert match.side == "dice"


@rule("reich", "6.6b", "6.6a")
def test_the_units_that_are_needed_attack_nothing_else() -> None:
    match = joint(others=f"US-2={BEYOND} G-9SS={LAST}", dice=[1, 1])
    resolve(match, T, "US-1 US-29")
    settle(match)
    refused(match, f"attack {LAST}", "6.6")
    spare = joint(others=f"US-2={BEYOND} US-4={BEYOND} G-9SS={LAST}", dice=[1, 1, 1, 1])
    resolve(spare, T, "US-1 US-29")
    settle(spare)
    spare.play(f"attack {LAST}", "with US-2")
    refused(spare, "with US-4", "6.6")


@rule("reich", "13.3b", "6.6a")
def test_an_earlier_attack_satisfies_the_condition() -> None:
    match = joint(others=f"US-2={BEYOND}", dice=[1, 1])
    resolve(match, FAR, "US-2")
    settle(match)
    attack(match, T, "US-1 US-29")
    match.play("resolve")
    settle(match)
    assert match.state.owed == 0


@rule("reich", "6.6a")
def test_one_unit_cannot_attack_two_promised_hexes() -> None:
    at = f"G-12SS={T} G-2PZ={FAR} G-9SS=1527 US-1={N} US-29={NE} US-2={BEYOND}"
    match = combat("allied", at)
    match.play(f"attack {T}", "with US-1")
    refused(match, "with US-29", "6.6")
    one = combat("allied", at.replace("G-9SS=1527 ", ""))
    attack(one, T, "US-1 US-29")
    two = combat("allied", f"{at} US-4=1627")
    attack(two, T, "US-1 US-29")


@rule("reich", "6.6f", "13.4a", "13.1.Cc")
def test_zones_alone_never_force_combat() -> None:
    match = joint(dice=[1, 1])
    assert offered(match, "done")
    resolve(match, T, "US-1")
    settle(match)
    assert offered(match, "done")


@rule("reich", "6.6d")
@pytest.mark.parametrize(
    "ground",
    [
        {"features": {FAR: "city"}},
        {"terrain": {FAR: "mountain"}},
        {"features": {FAR: "fort;fort:westwall"}},
        {"sides": {f"{NE}-{FAR}": "major-river bridge"}},
    ],
)
def test_enemies_beyond_the_zone_need_not_be_attacked(ground: dict[str, dict[str, str]]) -> None:
    attack(joint(**ground), T, "US-1 US-29")


@rule("reich", "6.6d", "13.3a")
def test_the_germans_at_caen_need_not_attack_the_beach() -> None:
    at = "G-21PZ=1122 G-12SS=1222 CW-3C=1221 CW-3=1121 CW-7A=1021"
    match = on_map("german", at, turn=2)
    match.play("attack 1221", "with G-21PZ")
    refused(match, "with G-12SS", "6.6")
    free = on_map("german", at.replace(" CW-7A=1021", ""), turn=2)
    attack(free, "1221", "G-21PZ G-12SS")


@rule("reich", "6.6e")
@pytest.mark.parametrize(
    ("unit", "line"), [("G-501SS", "released 0"), ("G-2PZ", "oos G-2PZ"), ("G-IIIFLK", "oos G-IIIFLK")]
)
def test_a_stack_without_a_zone_brings_no_duty(unit: str, line: str) -> None:
    at = f"US-1={T} US-2={FAR} G-12SS={N} {unit}={NE}"
    match = combat("german", at, line)
    attack(match, T, f"G-12SS {unit}")
    with_zone = combat("german", f"US-1={T} US-2={FAR} G-12SS={N} G-352={NE}")
    with_zone.play(f"attack {T}", "with G-12SS")
    refused(with_zone, "with G-352", "6.6")


@rule("reich", "6.6i")
def test_the_zone_of_the_stack_counts_even_if_it_stays_out() -> None:
    at = f"US-1={T} US-2={FAR} G-12SS={N} G-501SS={NE} G-2PZ={NE}"
    match = combat("german", at)
    match.play(f"attack {T}", "with G-12SS", "with G-501SS")  # G-2PZ in its hex can attack the other hex
    match.play("resolve")
    settle(match)


@rule("reich", "6.6i", "6.6j")
def test_a_stackmate_may_make_the_other_attack() -> None:
    at = f"US-1={T} US-2={FAR} G-12SS={N} G-501SS={NE} G-2PZ={NE}"
    match = combat("german", at, dice=[1, 1])
    resolve(match, T, "G-12SS G-501SS")
    settle(match)
    refused(match, "done", "6.6")
    attack(match, FAR, "G-2PZ")
    both = combat("german", at)
    both.play(f"attack {T}", "with G-12SS", "with G-501SS")
    refused(both, "with G-2PZ", "6.6")  # nobody would be left for the hex in the zone of its stack


def owing(at: str, *more: str) -> Match:
    """A German Combat Segment in which an earlier attack obliges to attack FAR."""
    match = combat("german", at, *more)
    return grognard.setup(f"{match.position()}\nowed {FAR}", of=match.game)


@rule("reich", "6.6h")
def test_a_promised_attack_that_nobody_can_make_is_excused() -> None:
    at = f"US-1={T} US-2={FAR} G-12SS={N} G-352={BEYOND}"
    owed = owing(at)
    refused(owed, "done", "6.6")
    nobody = owing(at.replace(f" G-352={BEYOND}", ""))
    assert offered(nobody, "done")
    spent = owing(at, "disrupted G-352")
    assert offered(spent, "done")


@rule("reich", "6.6h")
def test_what_cannot_be_attacked_any_more_does_not_bind_other_attacks() -> None:
    at = f"US-1={T} US-2={FAR} G-12SS={N} CW-50=1225"
    match = owing(at)
    attack(match, T, "G-12SS")


@rule("reich", "6.6h")
def test_a_hex_that_the_enemy_has_left_need_not_be_attacked() -> None:
    match = joint(others=f"US-2={BEYOND}", dice=[1, 1])
    resolve(match, T, "US-1 US-29")
    settle(match)
    position = match.position().replace(f"G-2PZ={FAR}", "G-2PZ=2020")
    assert "G-2PZ=2020" in position
    moved = grognard.setup(position, of=match.game)
    assert moved.state.owed
    assert duties.owed(moved.state) == 0
    if moved.side == "allied":
        assert offered(moved, "done")


@rule("reich", "6.6a", "6.6b")
def test_the_card_tells_the_hexes_that_stay_open() -> None:
    match = attack(joint(others=f"US-2={BEYOND}"), T, "US-1 US-29")
    assert any(FAR in note["text"] and note["rule"] == "6.6" for note in card(match, "allied")["reactions"])
    alone = attack(joint(others=f"US-2={BEYOND}"), T, "US-1")
    assert not card(alone, "allied")["reactions"]
