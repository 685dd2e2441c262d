"""Clauses 11.8 and 11.9: momentum attacks of the German mechanized corps, and probing attacks."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import (
    advance,
    announce,
    blocked,
    column,
    control,
    intact,
    offered,
    offers,
    on_map,
    probe,
    refused,
    rest,
    retreat,
    status,
    total,
    water,
    where,
)
from tests.oder.helpers_assault import NE, NW, SE, SW, TARGET, N, S, combat, conquer, fight_to, gone, regroup, results
from tests.oder.helpers_campaign import vp
from tests.rules import rule

#: Two panzer corps attack an army from the north-west, behind which another stands.
PANZERS = f"24={NW} 40={NW} 31={TARGET} 50={SE}"


def through(*advancing: str, at: str = PANZERS, attackers: str = "24 40", **ground: Any) -> Match:
    """The first army is eliminated and these corps advance: momentum is theirs."""
    return conquer(combat(at, **ground), TARGET, attackers.split(), advancing)


# -- 11.8: who, whom and when ----------------------------------------------------------------------


@rule("oder", "11.8", "11.8a", "11.3e")
def test_a_panzer_corps_that_advanced_may_attack_again() -> None:
    match = through("24")
    assert match.side == "german"
    assert offered(match, f"attack {SE}")
    assert column(announce(match, SE, "24")) == "2:1"
    assert match.play("resolve").side == "dice"


@rule("oder", "11.8", "11.8a")
def test_the_survivor_of_an_exchange_that_advanced_may_attack_again() -> None:
    match = fight_to(combat(PANZERS), TARGET, "24", "40", result="EX").play("lose 40")
    assert offered(advance(regroup(match), "24"), f"attack {SE}")


@rule("oder", "11.8", "11.8a")
def test_without_an_advance_there_is_no_momentum() -> None:
    match = through()
    assert where(match, "24") == NW
    refused(match, f"attack {SE}")
    assert offered(match, "done")


@rule("oder", "11.8", "11.8b")
def test_only_mechanized_units_that_advanced_take_part() -> None:
    at = f"24={NW} 40={NW} 66={NW} 31={TARGET} 50={SE}"
    match = through("24", "66", at=at, attackers="24 40 66").play(f"attack {SE}")
    assert offers(match, "with") == {"24"}
    refused(match, "with 66", "11.8")
    refused(match, "with 40")


@rule("oder", "11.8", "11.8b")
def test_infantry_that_advanced_alone_has_no_momentum() -> None:
    at = f"24={NW} 40={NW} 66={NW} 31={TARGET} 50={SE}"
    match = through("66", at=at, attackers="24 40 66")
    refused(match, f"attack {SE}")
    assert offered(match, "done")


@rule("oder", "11.8", "11.8b")
@pytest.mark.parametrize("units", ["1GT 2GT", "1GT 2GT 43"])
def test_soviet_armies_have_no_momentum(units: str) -> None:
    """Tank armies have none, nor has the first unit of the list, 43."""
    at = " ".join(f"{unit}={SE}" for unit in units.split())
    match = combat(f"{at} KGM={TARGET} 41P={NW}", side="soviet")
    advance(fight_to(match, TARGET, *units.split(), result="DE"), *units.split())
    assert {where(match, unit) for unit in units.split()} == {TARGET}
    refused(match, f"attack {NW}")
    refused(match, f"probe {N}")
    assert offered(match, "done")


@rule("oder", "11.8", "11.8c", "11.9o")
def test_momentum_is_used_at_once_or_lost() -> None:
    match = combat(f"{PANZERS} 58=2407 5=2408")
    conquer(match, TARGET, ("24", "40"), ("24",))
    refused(match, "done")
    blocked(match, "attack 2408", "with 58")
    match = conquer(combat(f"{PANZERS} 58=2407 5=2408"), TARGET, ("24", "40"), ("24",))
    match.play("pass")
    refused(match, f"attack {SE}")
    regroup(fight_to(match, "2408", "58", result="AL1"))
    refused(match, f"attack {SE}")


@rule("oder", "11.8", "11.8d")
def test_a_momentum_attack_has_the_usual_modifiers() -> None:
    ground: dict[str, Any] = {"sides": {f"{TARGET}-{SE}": "river"}, "terrain": {SE: "forest"}}
    match = announce(through("24", "40", **ground), SE, "24", "40")
    assert (column(match), total(match)) == ("4:1", 2)
    match = announce(through("24", "40", features={SE: "city"}, more=f"air {SE}"), SE, "24", "40")
    assert (column(match), total(match)) == ("4:1", 1)
    assert not {"DR", "AS"} & set(results(match))
    assert total(announce(through("24", turn=1), SE, "24")) == -1


@rule("oder", "11.8", "11.8e")
def test_a_momentum_attack_hits_the_retreated_units_or_others() -> None:
    match = combat(f"24={NW} 40={NW} 31={TARGET} 50={NE}")
    fight_to(match, TARGET, "24", "40", result="DR").play(f"to {SE}")
    advance(match, "24", "40")
    assert offers(match, "attack") == {SE, NE}
    fight_to(match, SE, "24", "40", result="DE")
    regroup(match)
    assert gone(match, "31")


@rule("oder", "11.8", "11.8f")
@pytest.mark.parametrize("result", ["DE", "DR"])
def test_units_advance_again_after_a_momentum_attack(result: str) -> None:
    match = fight_to(through("24", "40"), SE, "24", "40", result=result)
    regroup(match)
    if result == "DR":
        match.play(f"to {sorted(offers(match, 'to'))[0]}")
    assert offers(match, "advance") == {"24", "40"}
    advance(match, "24")
    assert (where(match, "24"), where(match, "40")) == (SE, TARGET)


@rule("oder", "11.8", "11.8g", "11.9n")
def test_one_momentum_attack_a_unit() -> None:
    match = through("24", "40", at=f"{PANZERS} 5=2211")
    regroup(fight_to(match, SE, "24", "40", result="DE"))
    advance(match, "24", "40")
    assert on_map(match, SE) == {"24", "40"}
    refused(match, "attack 2211")
    assert not offers(match, "probe")
    assert offered(match, "done")


@rule("oder", "11.8", "11.8h")
def test_some_of_the_advanced_units_may_stay_out_of_it() -> None:
    match = through("24", "40").play(f"attack {SE}")
    assert offers(match, "with") == {"24", "40"}
    match.play("with 40", "resolve", "roll 6")
    regroup(match)
    assert gone(match, "40")
    assert where(match, "24") == TARGET


@rule("oder", "11.8", "11.8i")
def test_supply_is_checked_again_for_the_momentum_attack() -> None:
    # The army in 1908 closes 1909 behind the corps that leaves it; water and zones close the rest.
    match = combat(f"{PANZERS} 5=1908", sides=water(TARGET, SW))
    announce(match, TARGET, "24", "40")
    assert total(match) == 0
    match.play("resolve", "roll 1")
    advance(regroup(match), "24", "40")
    assert status(match)["supply"]["24"] == "none"
    assert total(announce(match, SE, "24", "40")) == 1


@rule("oder", "11.8", "11.8j", "11.9m")
def test_a_momentum_attack_may_be_a_probe() -> None:
    match = through("24", "40")
    assert {NE, S} <= offers(match, "probe")
    refused(match, f"probe {N}")
    probe(match, NE, "24")
    assert where(match, "24") == NE
    assert vp(match) == (1, 0)


@rule("oder", "11.9", "11.9m")
def test_a_momentum_probe_has_the_conditions_of_a_probe() -> None:
    # After the advance no enemy is adjacent, although 2109 lies in the zone of the army in 2209.
    match = through("24", at=f"24={NW} 40={NW} 31={TARGET} 50=2209")
    refused(match, f"probe {NE}")


@rule("oder", "11.8", "11.8k")
def test_fresh_units_do_not_join_a_momentum_attack() -> None:
    match = through("24", at=f"{PANZERS} 58={NE}").play(f"attack {SE}")
    assert offers(match, "with") == {"24"}
    refused(match, "with 58", "11.8")


@rule("oder", "11.8", "11.8k")
def test_a_fresh_panzer_corps_attacks_after_the_momentum_attack() -> None:
    match = through("24", at=f"{PANZERS} 58=2407 5=2408").play("pass")
    announce(match, "2408", "58")
    assert column(match) == "1:1"


@rule("oder", "11.8", "11.8l")
def test_a_momentum_attack_may_hit_a_hex_that_was_attacked_before() -> None:
    match = combat(f"{PANZERS} 58={NE} 39k={NE}")
    fight_to(match, SE, "58", result="AS")
    refused(match, f"attack {SE}", "11.3")
    conquer(match, TARGET, ("24", "40"), ("24",))
    assert offered(match, f"attack {SE}")
    regroup(fight_to(match, SE, "24", result="AL1"))
    assert gone(match, "24")


@rule("oder", "11.8", "11.8m")
def test_a_hex_hit_by_a_momentum_attack_is_not_attacked_again() -> None:
    match = through("24", at=f"{PANZERS} 58={NE}")
    fight_to(match, SE, "24", result="AS")
    assert where(match, "50") == SE
    refused(match, f"attack {SE}", "11.3")
    unhurt = through("24", at=f"{PANZERS} 58={NE}").play("pass")
    assert offered(unhurt, f"attack {SE}")


# -- 11.9: conditions of a probe -------------------------------------------------------------------

#: A corps next to an army: 2009 and 1910 lie in the army's zone of control.
BESIDE = f"24={NW} 31={TARGET}"


@rule("oder", "11.9", "11.9a", "11.9e", "11.9g", "11.9f")
@pytest.mark.parametrize("unit", ["24", "66"])
def test_a_probe_takes_an_empty_hex_in_an_enemy_zone_without_a_fight(unit: str) -> None:
    match = combat(f"{unit}={NW} 31={TARGET}")
    assert offers(match, "probe") == {N, SW}
    probe(match, N, unit)
    assert where(match, unit) == N
    assert where(match, "31") == TARGET
    assert match.chance_count == 0
    assert vp(match) == (0, 0)


@rule("oder", "11.9", "11.9b")
def test_a_probing_unit_must_be_next_to_an_enemy() -> None:
    match = combat(f"24=1809 31={TARGET}")
    refused(match, f"probe {NW}", "11.9")
    match = combat(f"24=1809 40={SW} 31={TARGET}").play(f"probe {NW}")
    refused(match, "with 24", "11.9")
    assert offers(match, "with") == {"40"}


@rule("oder", "11.9", "11.9c")
def test_no_probe_where_the_zone_is_stopped_by_the_sea() -> None:
    match = combat(BESIDE, sides=water(TARGET, N))
    refused(match, f"probe {N}", "11.9")
    assert offered(match, f"probe {SW}")


@rule("oder", "11.9", "11.9c")
def test_the_probed_hex_must_be_in_an_enemy_zone() -> None:
    match = combat(BESIDE)
    for hex_ in ("1908", "1809", "1810"):
        refused(match, f"probe {hex_}", "11.9")
    refused(match, f"probe {TARGET}")
    refused(match, "probe 2008")
    refused(match, f"probe {S}")


@rule("oder", "11.9", "11.9d")
def test_the_zone_may_be_that_of_an_enemy_further_away() -> None:
    match = combat(f"{BESIDE} 50=1811")
    probe(match, "1810", "24")
    assert where(match, "24") == "1810"


@rule("oder", "11.9", "11.9h")
@pytest.mark.parametrize(("unit", "able"), [("5", True), ("1GT", True), ("2G", True), ("1Po", True), ("2Sh", False)])
def test_all_soviet_units_but_shock_armies_probe(unit: str, able: bool) -> None:
    match = combat(f"{unit}={SE} 41P={TARGET}", side="soviet")
    assert offered(match, f"probe {S}") is able
    if able:
        assert where(probe(match, S, unit), unit) == S


@rule("oder", "11.9", "11.9h")
def test_a_fortress_command_does_not_probe() -> None:
    refused(combat(f"FCB={NW} 31={TARGET}"), f"probe {N}")
    match = combat(f"FCB={NW} 66={NW} 31={TARGET}").play(f"probe {N}")
    assert offers(match, "with") == {"66"}
    refused(match, "with FCB")


@rule("oder", "11.9", "11.9p")
def test_a_probe_obeys_the_terrain() -> None:
    refused(combat(BESIDE, sides=water(NW, N)), f"probe {N}")
    refused(combat(BESIDE, terrain={N: "sea"}), f"probe {N}")
    assert offered(combat(BESIDE, sides={f"{N}-{NW}": "river"}, terrain={N: "rough"}), f"probe {N}")


@rule("oder", "11.9", "11.9p", "11.9s")
def test_units_probe_together_within_the_stacking_limit() -> None:
    at = f"24={NW} 66={NW} 67={NW} 23={NE} 53=1908 31={TARGET}"
    match = combat(at).play(f"probe {N}")
    assert offers(match, "with") == {"24", "66", "67", "23"}
    refused(match, "with 53", "11.9")
    match.play("with 24", "with 23", "with 66")
    refused(match, "with 67")
    match.play("resolve")
    assert on_map(match, N) == {"24", "23", "66"}
    assert where(match, "67") == NW


@rule("oder", "11.9", "11.9t", "11.9u")
def test_an_occupied_hex_cannot_be_probed() -> None:
    refused(combat(f"{BESIDE} 66={N}"), f"probe {N}")
    refused(combat(f"{BESIDE} FCB={N}"), f"probe {N}")
    match = combat(f"5={SE} 41P={TARGET} FCB={S}", side="soviet")
    refused(match, f"probe {S}")


@rule("oder", "11.9", "11.9u")
@pytest.mark.parametrize("marker", ["naval", "air"])
def test_a_marker_does_not_occupy_a_hex(marker: str) -> None:
    match = combat(BESIDE, more=f"{marker} {N}", features={N: "coast"})
    assert where(probe(match, N, "24"), "24") == N
    match = combat(f"5={SE} 41P={TARGET}", side="soviet", more=f"{marker} {S}", features={S: "coast"})
    assert where(probe(match, S, "5"), "5") == S


# -- 11.9: what a probe brings ---------------------------------------------------------------------


@rule("oder", "11.9", "11.9q")
def test_a_probe_takes_control_and_a_soviet_one_razes_the_fort() -> None:
    match = combat(f"5={SE} 41P={TARGET}", side="soviet", features={S: "fortification", NE: "fortification"})
    assert (control(match, S), intact(match, S)) == ("german", True)
    probe(match, S, "5")
    assert (control(match, S), intact(match, S)) == ("soviet", False)
    assert intact(match, NE)
    match = combat(BESIDE, more=f"flipped {N}")
    assert control(match, N) == "soviet"
    assert control(probe(match, N, "24"), N) == "german"


@rule("oder", "11.9", "11.9w")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_an_announced_probe_is_carried_out(side: str) -> None:
    unit, at, hex_ = ("66", f"66={NW} 31={TARGET}", N) if side == "german" else ("5", f"5={SE} 41P={TARGET}", S)
    match = combat(at, side=side).play(f"probe {hex_}")
    assert not offered(match, "pass")
    match.play(f"with {unit}")
    assert not offered(match, "pass")
    assert not offered(match, "done")
    match.play("resolve")
    assert where(match, unit) == hex_


@rule("oder", "11.9", "11.9i", "11.9j", "11.9r")
@pytest.mark.parametrize(("unit", "side"), [("66", "german"), ("5", "soviet"), ("1GT", "soviet")])
def test_a_probe_is_the_one_attack_of_infantry_and_soviets(unit: str, side: str) -> None:
    enemy = "31" if side == "german" else "41P"
    match = probe(combat(f"{unit}={NW} {enemy}={TARGET}", side=side), N, unit)
    assert match.side == side
    refused(match, f"attack {TARGET}")
    refused(match, f"probe {NE}")
    refused(match, f"probe {NW}")
    assert offered(match, "done")


@rule("oder", "11.9", "11.9j")
@pytest.mark.parametrize("result", ["AS", "DR"])
def test_a_unit_that_attacked_does_not_probe(result: str) -> None:
    match = combat(f"1GT={SE} KGM={TARGET} 9={S}", side="soviet")
    assert offered(match, "probe 2111")
    fight_to(match, TARGET, "1GT", result=result)
    if result == "DR":
        rest(retreat(match, "KGM", NW))
    refused(match, "probe 2111")
    german = fight_to(combat(BESIDE), TARGET, "24", result="AS")
    refused(german, f"probe {N}")


@rule("oder", "11.9", "11.9k", "11.9l", "11.8c")
def test_a_panzer_corps_that_probed_may_attack_an_enemy_hex_but_not_probe() -> None:
    match = probe(combat(BESIDE), N, "24")
    assert match.side == "german"
    assert offers(match, "attack") == {TARGET}
    assert not offers(match, "probe")
    refused(match, f"probe {NE}", "11.9")
    fight_to(match, TARGET, "24", result="AS")
    refused(match, f"attack {TARGET}")
    refused(match, f"probe {NE}")


@rule("oder", "11.9", "11.9k", "11.9r")
def test_only_the_mechanized_units_of_a_probe_have_momentum() -> None:
    match = probe(combat(f"{BESIDE} 66={NW}"), N, "24", "66").play(f"attack {TARGET}")
    assert offers(match, "with") == {"24"}


@rule("oder", "11.9", "11.9i", "11.9n")
def test_after_a_probe_and_its_momentum_attack_there_is_no_more() -> None:
    match = probe(combat(f"24={NW} 31={TARGET} 50={SE} 5={NE}"), N, "24")
    regroup(fight_to(match, TARGET, "24", result="DE"))
    advance(match, "24")
    assert where(match, "24") == TARGET
    assert not offers(match, "attack")
    assert not offers(match, "probe")
    assert offered(match, "done")


@rule("oder", "11.9", "11.9n")
def test_after_a_momentum_probe_there_is_no_more() -> None:
    match = probe(through("24"), NE, "24")
    assert not offers(match, "attack")
    assert not offers(match, "probe")
    assert offered(match, "done")


@rule("oder", "11.9", "11.9o")
@pytest.mark.parametrize("begun", ["probe", "advance"])
def test_momentum_may_be_declined(begun: str) -> None:
    match = probe(combat(f"{BESIDE} 58={SW}"), N, "24") if begun == "probe" else through("24", at=f"{PANZERS} 58={NE}")
    match.play("pass")
    assert status(match)["phase"] == "german combat"
    target = TARGET if begun == "probe" else SE
    match.play(f"attack {target}")
    assert offers(match, "with") == {"58"}


@rule("oder", "11.9", "11.9v")
def test_a_probe_is_not_an_attack_on_adjacent_enemies() -> None:
    match = probe(combat(f"66={NW} 40={SW} 31={TARGET}"), N, "66")
    announce(match, TARGET, "40")
    assert column(match) == "2:1"
    match.play("resolve")
    assert match.side == "dice"
