"""Clauses 13.1 and 13.2: who may attack what, and how often."""

from __future__ import annotations

import pytest

from tests.kit import blocked, offered, refused, where
from tests.reich.helpers_combat import NE, SE, SW, N, S, T, alive, attack, combat, fire, resolve, settle, strengths
from tests.rules import rule


@rule("reich", "13.1", "13.1a", "13.1.A", "13.1.Aa", "13.1.Ab")
@pytest.mark.parametrize(("side", "own"), [("allied", "US-1"), ("german", "G-12SS")])
def test_the_side_whose_segment_it_is_attacks(side: str, own: str) -> None:
    at = {"US-1": f"G-12SS={T} US-1={N}", "G-12SS": f"US-1={T} G-12SS={N}"}[own]
    match = combat(side, at)
    assert match.side == side
    attack(match, T, own)
    assert fire(match, True).side == side
    assert not offered(match, f"with {'G-12SS' if own == 'US-1' else 'US-1'}")


@rule("reich", "13.1.Ab", "13.1.Aa")
def test_units_of_the_other_side_do_not_attack() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N}")
    refused(match, f"attack {N}", "13.1.C")
    match.play(f"attack {T}")
    refused(match, "with G-12SS", "13.1.A")


@rule("reich", "13.1.B", "13.1.Ba")
def test_an_attack_has_one_target() -> None:
    match = combat("allied", f"G-12SS={T} G-352={NE} US-1={N}")
    match.play(f"attack {T}", "with US-1")
    refused(match, f"attack {NE}")


@rule("reich", "13.1.Bb", "13.2.F", "13.2.Fa")
def test_all_units_in_the_hex_defend() -> None:
    match = attack(combat("allied", f"G-12SS={T} G-352={T} G-HQ7={T} US-1={N}"), T, "US-1")
    assert strengths(match) == (5, 8 + 3 + 1)
    assert fire(match, False).steps == 4
    refused(match, "remove G-HQ7")


@rule("reich", "13.1.C", "13.1.Ca")
def test_attackers_are_adjacent() -> None:
    two = "1325"
    match = combat("allied", f"G-352={T} US-1={two} US-29={N}")
    match.play(f"attack {T}")
    refused(match, "with US-1", "13.1.C")
    assert offered(match, "with US-29")
    refused(combat("allied", f"G-352={T} G-12SS={S} US-29={N}"), f"attack {S}", "13.1.C")


@rule("reich", "13.1.Cb")
@pytest.mark.parametrize("kind", ["impassable", "all-sea"])
def test_no_attack_crosses_a_prohibited_hexside(kind: str) -> None:
    at = f"G-352={T} US-1={N} US-29={NE}"
    match = combat("allied", at, sides={f"{T}-{N}": kind})
    match.play(f"attack {T}")
    refused(match, "with US-1", "13.1.C")
    assert offered(match, "with US-29")
    alone = combat("allied", f"G-352={T} G-716={S} US-1={N} US-29={SE}", sides={f"{T}-{N}": kind, f"{T}-{SE}": kind})
    refused(alone, f"attack {T}", "13.1.C")


@rule("reich", "13.1.Cc", "6.6f")
def test_attacking_is_voluntary() -> None:
    match = combat("allied", f"G-352={T} US-1={N} US-29={S}")
    assert offered(match, "done")
    match.play("done")
    assert match.side != "allied" or not offered(match, f"attack {T}")
    assert alive(match, "G-352")


@rule("reich", "13.1.Ce", "13.7.5a")
def test_all_units_of_a_stack_may_attack() -> None:
    units = "US-1 US-29 US-2 US-82AB"
    at = " ".join(f"{unit}={N}" for unit in units.split())
    match = attack(combat("allied", f"G-352={T} {at}"), T, units)
    assert strengths(match)[0] == 5 + 4 + 4 + 4


@rule("reich", "13.1.Cf")
def test_nations_attack_together_from_different_hexes() -> None:
    match = attack(combat("allied", f"G-352={T} US-1={N} CW-50={NE}"), T, "US-1 CW-50")
    assert strengths(match)[0] == 8


@rule("reich", "13.1.D", "13.1.Da", "4.1ad", "4.1br", "4.1by")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_one_combat_is_over_before_the_next_begins(side: str) -> None:
    sides = (("US-1", "US-2", "US-29"), ("G-12SS", "G-9SS", "G-2PZ"))
    mine, other = sides if side == "allied" else sides[::-1]
    at = f"{mine[0]}={N} {mine[1]}={N} {mine[2]}={S} {other[0]}={T} {other[1]}={SW}"
    match = combat(side, at, dice=[3, 3])
    attack(match, T, f"{mine[0]} {mine[1]}")
    refused(match, f"attack {SW}")
    match.play("resolve")
    assert offered(match, f"lose {mine[0]}")
    refused(match, f"attack {SW}")
    settle(match)
    assert match.side == side
    assert offered(match, f"attack {SW}")


@rule("reich", "13.2", "13.2.B", "13.2.Ba", "13.2.C", "13.2.Ca", "13.1.Db")
def test_a_unit_attacks_once() -> None:
    at = f"G-12SS={T} G-2PZ={NE} US-1={N} US-29={N}"
    match = combat("allied", at, dice=[1, 1])
    resolve(match, T, "US-1")
    settle(match)
    match.play(f"attack {NE}")
    refused(match, "with US-1", "13.2.B")
    assert offered(match, "with US-29")


@rule("reich", "13.2.B", "13.2.Ba")
def test_a_hex_is_refused_if_all_its_neighbours_have_attacked() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ={NE} G-9SS={S} US-1={N} US-29={SW}", dice=[1, 1])
    resolve(match, T, "US-1")
    settle(match)
    refused(match, f"attack {NE}", "13.2.B")
    assert offered(match, f"attack {S}")


@rule("reich", "13.2.D", "13.2.Da")
def test_units_of_a_stack_may_attack_different_hexes_or_none() -> None:
    at = f"G-12SS={T} G-2PZ={NE} US-1={N} US-29={N} US-2={N}"
    match = combat("allied", at, dice=[4, 1, 4])
    resolve(match, T, "US-1")
    settle(match)
    resolve(match, NE, "US-29")
    assert match.side == "dice"
    assert match.state.fought == sum(1 << match.game.unit_ids[u] for u in ("US-1", "US-29"))


@rule("reich", "13.2.E", "13.2.Ea", "14.1.Cc")
def test_a_hex_is_attacked_once() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ={NE} US-1={N} US-29={S} US-2={N}", dice=[1, 1])
    resolve(match, T, "US-1")
    settle(match)
    refused(match, f"attack {T}", "13.2.E")
    assert offered(match, f"attack {NE}")


# -- strength 0 --------------------------------------------------------------------------------


@rule("reich", "13.2.A", "13.2.Aa", "13.2a")
def test_an_hq_attacks_only_with_others_of_its_hex() -> None:
    match = combat("allied", f"G-12SS={T} CW-HQ21={N} CW-50={N} US-HQ1-12={S} CW-3={NE}")
    match.play(f"attack {T}")
    refused(match, "with CW-HQ21", "13.2.A")
    refused(match, "with US-HQ1-12", "13.2.A")
    match.play("with CW-3")
    refused(match, "with CW-HQ21", "13.2.A")
    match.play("with CW-50", "with CW-HQ21")
    assert strengths(match)[0] == 6


@rule("reich", "13.2.Aa")
def test_a_hex_next_to_hqs_alone_is_not_attacked() -> None:
    match = combat("allied", f"G-12SS={T} CW-HQ21={N} G-2PZ={S} CW-50={SE}")
    blocked(match, f"attack {T}", "with CW-HQ21", rules=("13.2.A",))
    match = combat("allied", f"G-12SS={T} CW-HQ21={N} G-2PZ=1329 CW-50=1330")
    refused(match, f"attack {T}", "13.2.A")


@rule("reich", "13.2.Ab")
def test_an_hq_does_not_attack_while_its_companion_attacks_another_hex() -> None:
    match = combat("allied", f"G-12SS={T} G-2PZ={NE} CW-HQ21={N} CW-50={N}", dice=[1, 1])
    resolve(match, T, "CW-50")
    settle(match)
    assert where(match, "CW-HQ21") == N
    assert not offered(match, f"attack {NE}")
    # the printed strength counts, not the halved one
    halved = combat("allied", f"G-12SS={T} US-1={N} US-HQ1-12={N}", "oos US-1")
    attack(halved, T, "US-1 US-HQ1-12")


# -- units that may not attack -----------------------------------------------------------------


@rule("reich", "12.1b", "7.3.Ec", "9.2.Bb", "10.7.8b", "16.2")
@pytest.mark.parametrize(
    ("side", "unit", "line", "number"),
    [
        ("german", "G-12SS", "disrupted G-12SS", "12.1"),
        ("german", "G-12SS", "refitting G-12SS", "7.3.E"),
        ("allied", "US-2A", "refitting US-2A", "7.3.E"),
        ("allied", "US-1", "grounded US-1", "9.2.B"),
        ("german", "G-METZ1", "turn 3", "16.2"),
        ("german", "G-84", "turn 3", "10.7.8"),
    ],
)
def test_units_that_may_not_attack(side: str, unit: str, line: str, number: str) -> None:
    others = "G-2PZ" if side == "german" else "US-29"
    enemy = "CW-50" if side == "german" else "G-352"
    more = () if line.startswith("turn") else (line,)
    match = combat(side, f"{enemy}={T} {unit}={N} {others}={S}", *more)
    match.play(f"attack {T}")
    refused(match, f"with {unit}", number)
    assert offered(match, f"with {others}")
    alone = combat(side, f"{enemy}={T} {unit}={N}", *more)
    assert not offered(alone, f"attack {T}") if alone.side == side else True


@rule("reich", "10.7.8b")
def test_a_unit_of_the_15th_army_attacks_when_it_is_released() -> None:
    match = combat("german", f"CW-50={T} G-84={N}", turn=4)
    attack(match, T, "G-84")
    match = combat("german", f"CW-50={T} G-84={N}", "released 1")
    attack(match, T, "G-84")


@rule("reich", "10.7.8g", "10.7.8i")
def test_an_attack_on_an_unreleased_unit_releases_all() -> None:
    match = combat("allied", f"G-84={T} G-49=1330 US-1={N}", dice=[1, 1])
    assert not match.state.released
    resolve(match, T, "US-1")
    assert match.state.released
    match = combat("allied", f"G-12SS={T} G-49=1330 US-1={N}", dice=[1, 1])
    resolve(match, T, "US-1")
    assert not match.state.released


@rule("reich", "7.3.Fa", "7.3.Fd")
def test_the_refit_marker_comes_off_when_the_attack_begins() -> None:
    match = combat("allied", f"G-12SS={T} US-1={N}", "refitting G-12SS", "reduced G-12SS")
    attack(match, T, "US-1")
    assert match.state.refitting
    match.play("resolve")
    assert not match.state.refitting
    assert match.side == "dice"
    assert match.state.reduced


@rule("reich", "7.1.2.Ga")
def test_nobody_attacks_into_or_out_of_an_entrance_hex() -> None:
    match = combat("allied", "G-12SS=5706 US-1=5707", bare=False)
    assert not offered(match, "attack 5706") if match.side == "allied" else True
    match = combat("german", "US-1=5707 G-12SS=5706", bare=False)
    assert not offered(match, "attack 5707") if match.side == "german" else True


@rule("reich", "13.9.E", "13.9.Ea")
def test_red_units_do_not_attack_mountains() -> None:
    match = combat("allied", f"G-352={T} US-2A={N} US-1={S}", terrain={T: "mountain"})
    match.play(f"attack {T}")
    refused(match, "with US-2A", "13.9.E")
    assert offered(match, "with US-1")
    tiger = combat("german", f"US-1={T} G-501SS={N} G-352={S}", terrain={T: "mountain"})
    tiger.play(f"attack {T}")
    refused(tiger, "with G-501SS", "13.9.E")
    attack(combat("allied", f"G-352={T} US-2A={N}", terrain={N: "mountain"}), T, "US-2A")
    alone = combat("allied", f"G-352={T} G-77={NE} US-2A={N}", terrain={T: "mountain"})
    refused(alone, f"attack {T}", "13.1.C")
    assert offered(alone, f"attack {NE}")
