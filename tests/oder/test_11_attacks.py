"""Clauses 11.0 to 11.4: who may attack whom, together with whom, and how often."""

from __future__ import annotations

import pytest

from tests.kit import (
    advance,
    announce,
    blocked,
    column,
    fight,
    forecast,
    offered,
    offers,
    refused,
    rest,
    retreat,
    status,
    where,
)
from tests.oder.helpers_assault import (
    NE,
    NW,
    RING,
    SE,
    SW,
    TARGET,
    N,
    combat,
    fight_to,
    gone,
    odds_against,
    regroup,
    results,
)
from tests.oder.helpers_campaign import vp
from tests.oder.table import table
from tests.rules import rule

#: Two panzer corps in 1909 against an army in 2010: 16 to 4.
PANZERS = f"24={NW} 40={NW} 31={TARGET}"
#: A shock army and a tank army against a corps: 21 to 6.
SHOCK = f"2Sh={NE} 1GT={SE} 66={TARGET}"

# -- 11.0: adjacent enemies, in one's own Combat Phase ---------------------------------------


@rule("oder", "11.0", "11.0a")
def test_only_adjacent_enemies_are_attacked() -> None:
    match = combat(f"24={NW} 40=1809 31={TARGET} 5=2110 28=2713")
    refused(match, "attack 2110", "11.0")
    refused(match, "attack 2713", "11.0")
    match.play("attack 2010")
    refused(match, "with 40", "11.0")
    assert offers(match, "with") == {"24"}


@rule("oder", "11.0", "11.0a")
def test_an_empty_hex_and_a_friendly_hex_are_not_attacked() -> None:
    match = combat(f"{PANZERS} 66={SW}")
    refused(match, f"attack {N}")
    refused(match, f"attack {SW}")


@rule("oder", "11.0", "11.0a")
@pytest.mark.parametrize("phase", ["german movement", "soviet combat", "soviet movement"])
def test_no_side_attacks_outside_its_own_combat_phase(phase: str) -> None:
    match = table(f"turn 3\nphase {phase}\naerial_spent 1\nat {PANZERS}", bare=True)
    blocked(match, "attack 2010", "with 24")


@rule("oder", "11.0", "11.0a", "11.5")
@pytest.mark.parametrize(("hex_", "beside"), [("1003", "1103"), ("3521", "3421")])
def test_the_corners_of_the_map_are_attacked_like_any_other_hex(hex_: str, beside: str) -> None:
    match = table(f"turn 3\nphase soviet combat\naerial_spent 1\nat 24={hex_} 1GT={beside} 2GT={beside}", bare=True)
    announce(match, hex_, "1GT", "2GT")
    assert (column(match), len(forecast(match).by_roll)) == ("3:1", 6)
    assert match.play("resolve").side == "dice"
    assert column(match) == "3:1"


@rule("oder", "11.0", "11.0b")
def test_an_attack_is_never_compulsory() -> None:
    match = combat(PANZERS, second=True)
    assert offered(match, "attack 2010")
    match.play("done")
    assert status(match)["phase"] != "german combat"
    assert where(match, "31") == TARGET
    assert vp(match) == (0, 0)


@rule("oder", "11.0", "11.0c")
def test_a_fortress_command_does_not_attack() -> None:
    # A printed attack factor would not help it.
    files = {"counters.csv": "id,attack\nFCB,9\n"}
    refused(combat(f"FCB={NW} 31={TARGET}", files=files), "attack 2010", "11.0", "2.2.2")
    match = combat(f"FCB={NW} 24={NW} 31={TARGET}", files=files).play("attack 2010")
    refused(match, "with FCB", "11.0", "2.2.2")


@rule("oder", "11.0", "11.5")
def test_a_unit_without_an_attack_factor_does_not_attack() -> None:
    files = {"counters.csv": "id,attack\n24,0\n"}
    why = refused(combat(f"24={NW} 31={TARGET}", files=files), f"attack {TARGET}", "11.5").why
    assert "has an attack factor" in why
    match = combat(PANZERS, files=files).play(f"attack {TARGET}")
    assert offers(match, "with") == {"40"}
    assert "24 has no attack factor" in refused(match, "with 24", "11.5").why
    # Nor does it probe.
    assert not offers(combat(f"24={NW} 31={TARGET}", files=files), "probe")
    assert offers(combat(f"24={NW} 31={TARGET}"), "probe")


@rule("oder", "11.0", "11.0d")
def test_units_stacked_with_a_fortress_command_attack_with_their_own_factors() -> None:
    files = {"counters.csv": "id,attack\nFCB,9\n"}
    match = combat(f"FCB={NW} 24={NW} 31={TARGET}", files=files).play("attack 2010")
    assert offers(match, "with") == {"24"}
    match.play("with 24")
    assert column(match) == "2:1"


@rule("oder", "11.0", "11.0e")
def test_a_fortress_command_does_not_advance() -> None:
    match = regroup(fight_to(combat(f"FCB={NW} {PANZERS}"), TARGET, "24", "40", result="DE"))
    assert offers(match, "advance") == {"24", "40"}
    refused(match, "advance FCB")


@rule("oder", "11.0", "11.0f")
def test_the_side_whose_combat_phase_it_is_attacks() -> None:
    at = f"1GT={SE} 2GT={SE} 41P={TARGET} 24={NW} 50={N}"
    match = combat(at, side="soviet")
    assert match.side == "soviet"
    refused(match, f"attack {N}")
    announce(match, TARGET, "1GT", "2GT")
    assert forecast(match).line == "soviet"
    match.play("resolve", "roll 6")
    assert offers(match, "lose") == {"1GT", "2GT"}
    assert match.side == "soviet"
    other = combat(at, side="german")
    assert other.side == "german"
    assert forecast(announce(other, N, "24")).line == "german"


# -- 11.0: shock armies ------------------------------------------------------------------------


@rule("oder", "11.0", "11.0g")
def test_a_shock_army_attacks_only_when_combat_comes_before_movement() -> None:
    first = combat(SHOCK, side="soviet").play("attack 2010")
    assert offers(first, "with") == {"2Sh", "1GT"}
    second = combat(SHOCK, side="soviet", second=True).play("attack 2010")
    refused(second, "with 2Sh", "11.0", "5.3")
    assert offers(second, "with") == {"1GT"}


@rule("oder", "11.0", "11.0g")
@pytest.mark.parametrize(("order", "allowed"), [("fight-move", True), ("move-fight", False)])
def test_the_declared_order_decides_about_shock_armies(order: str, allowed: bool) -> None:
    match = table(f"turn 3\nphase soviet declaration\naerial_spent 1\nat 2Sh={NE} 66={TARGET}", bare=True)
    match.play(f"order {order}")
    if order == "move-fight":
        match.play("done")
    assert status(match)["phase"] == "soviet combat"
    assert offered(match, "attack 2010") is allowed
    if not allowed:
        refused(match, "attack 2010", "11.0", "5.3")


@rule("oder", "11.0", "11.0h")
@pytest.mark.parametrize("second", [False, True])
def test_a_shock_army_makes_no_probing_attack(second: bool) -> None:
    at = f"2Sh={NE} 66={TARGET}"
    refused(combat(at, side="soviet", second=second), f"probe {N}", "11.0", "11.9")
    match = combat(f"{at} 5={NW}", side="soviet", second=second).play(f"probe {N}")
    refused(match, "with 2Sh", "11.0", "11.9")
    assert offers(match, "with") == {"5"}


@rule("oder", "11.0", "11.0i")
@pytest.mark.parametrize("turn", [1, 3])
def test_a_shock_army_defends_with_its_factor_at_all_times(turn: int) -> None:
    assert odds_against(f"GD={NW} 1SS={NW} 2Sh={TARGET}", "GD", "1SS", turn=turn)[0] == "2:1"
    assert odds_against(f"GD={NW} 40={NW} 2SS={NW} 2Sh={TARGET}", "GD", "40", "2SS", turn=turn)[0] == "3:1"


@rule("oder", "11.0", "11.0i")
@pytest.mark.parametrize("turn", [1, 3])
def test_a_shock_army_exerts_a_zone_of_control_at_all_times(turn: int) -> None:
    text = f"turn {turn}\nphase german movement\naerial_spent 1\nat 24=1809"
    free = table(text, bare=True).play("select 24", f"move {NW}")
    assert offered(free, f"move {N}")
    match = table(f"{text} 2Sh={TARGET}", bare=True).play("select 24", f"move {NW}")
    assert where(match, "24") == NW
    refused(match, f"move {N}")


# -- 11.0: sea, losses -------------------------------------------------------------------------


@rule("oder", "11.0", "11.0j")
def test_nobody_attacks_across_an_all_sea_hexside() -> None:
    sides = {f"{NW}-{TARGET}": "all-sea"}
    refused(combat(f"24={NW} 31={TARGET}", sides=sides), "attack 2010")
    match = combat(f"24={NW} 40={SW} 31={TARGET}", sides=sides).play("attack 2010")
    refused(match, "with 24")
    assert offers(match, "with") == {"40"}


@rule("oder", "11.0", "11.0j")
@pytest.mark.parametrize(
    ("at", "target", "side"), [("24=2007 31=2107", "2107", "german"), ("31=2707 41P=2607", "2607", "soviet")]
)
def test_the_bays_of_the_map_stop_attacks(at: str, target: str, side: str) -> None:
    match = combat(at, side=side, bare=False)
    assert match.side == side
    refused(match, f"attack {target}")


@rule("oder", "11.0", "11.0k")
@pytest.mark.parametrize("result", ["AL1", "EX"])
def test_a_fortress_command_in_the_attackers_hex_is_no_loss(result: str) -> None:
    at = f"FCB={NW} 24={NW} 66={NW} 31={TARGET}"
    match = fight_to(combat(at), TARGET, "24", "66", result=result)
    assert match.side == "german"
    assert offers(match, "lose") == {"24", "66"}
    refused(match, "lose FCB")


@rule("oder", "11.0", "11.0k")
def test_a_lone_attacker_is_lost_and_the_fortress_command_with_it_stays() -> None:
    match = regroup(fight_to(combat(f"FCB={NW} 24={NW} 31={TARGET}"), TARGET, "24", result="AL1"))
    assert gone(match, "24")
    assert where(match, "FCB") == NW


# -- 11.1, 11.2: stacks and several hexes --------------------------------------------------------


@rule("oder", "11.1", "11.1a", "11.2e", "11.3b")
def test_all_units_of_a_hex_defend_as_one() -> None:
    one = odds_against(f"24={NW} 40={NW} 31={TARGET}", "24", "40")
    two = odds_against(f"24={NW} 40={NW} 31={TARGET} 50={TARGET}", "24", "40")
    three = odds_against(f"24={NW} 40={NW} 31={TARGET} 50={TARGET} 3={TARGET}", "24", "40")
    assert (one, two, three) == (("4:1", 0), ("2:1", 0), ("1:1", 0))


@rule("oder", "11.1", "11.1a", "11.3b")
def test_the_units_of_a_hex_suffer_together() -> None:
    match = combat(f"24={NW} 40={NW} GD={NW} 31={TARGET} 50={TARGET}")
    regroup(fight_to(match, TARGET, "24", "40", "GD", result="DE"))
    assert gone(match, "31")
    assert gone(match, "50")


@rule("oder", "11.2", "11.2e")
def test_a_fortress_command_takes_part_in_the_defence_of_its_hex() -> None:
    assert odds_against(f"1GT={SE} 2GT={SE} 41P={TARGET}", "1GT", "2GT", side="soviet")[0] == "3:1"
    assert odds_against(f"1GT={SE} 2GT={SE} 41P={TARGET} FCB={TARGET}", "1GT", "2GT", side="soviet")[0] == "2:1"


@rule("oder", "11.2", "11.2e")
def test_the_defender_cannot_decline_combat() -> None:
    match = fight(combat(PANZERS), TARGET, "24", "40")
    assert match.side == "dice"


@rule("oder", "11.2", "11.2a")
def test_factors_of_several_hexes_are_added() -> None:
    at = f"24={NW} 40={SW} 41P={N} 31={TARGET}"
    assert odds_against(at, "24")[0] == "2:1"
    assert odds_against(at, "24", "40")[0] == "4:1"
    assert odds_against(at, "24", "40", "41P")[0] == "4:1"
    assert odds_against(at, "24", "41P")[0] == "2:1"
    assert odds_against(at.replace("41P", "66"), "24", "40", "66")[0] == "5:1"


@rule("oder", "11.2", "11.2a")
def test_a_hex_may_be_attacked_from_all_six_sides() -> None:
    units = ("HG", "24", "40", "4SS", "47k", "58")
    at = " ".join(f"{unit}={hex_}" for unit, hex_ in zip(units, RING, strict=True))
    match = combat(f"{at} 5GT={TARGET}").play("attack 2010")
    assert offers(match, "with") == set(units)
    match.play(*(f"with {unit}" for unit in units))
    assert column(match) == "6:1"


@rule("oder", "11.2", "11.2b")
def test_adjacent_friends_may_stay_out() -> None:
    at = f"24={NW} 40={SW} 41P={N} 66={NW} 31={TARGET}"
    match = fight_to(combat(at), TARGET, "24", "66", result="AL1")
    assert offers(match, "lose") == {"24", "66"}


@rule("oder", "11.2", "11.2c")
def test_an_attack_has_one_target_hex() -> None:
    at = f"24={NW} 40={N} 31={TARGET} 50={NE}"
    for begun in (["attack 2010"], ["attack 2010", "with 40"]):
        match = combat(at).play(*begun)
        refused(match, f"attack {NE}")
    match = combat(f"{at} 4SS=2108").play("attack 2010")
    assert offers(match, "with") == {"24", "40"}
    match.play("with 24", "with 40")
    assert column(match) == "4:1"


@rule("oder", "11.2", "11.2d")
def test_units_of_a_stack_attack_different_hexes_or_none() -> None:
    match = combat(f"24={N} 40={N} 41P={N} 31={TARGET} 50={NE}")
    fight_to(match, TARGET, "24", result="AS")
    match.play(f"attack {NE}")
    assert offers(match, "with") == {"40", "41P"}
    match.play("with 40", "resolve", "roll 4")
    match.play("done")
    assert [where(match, unit) for unit in ("24", "40", "41P")] == [N, N, N]


# -- 11.3: once a phase ----------------------------------------------------------------------


@rule("oder", "11.3", "11.3a", "11.3c")
@pytest.mark.parametrize("result", ["AS", "DR"])
def test_a_unit_attacks_once_in_a_combat_phase(result: str) -> None:
    match = combat(f"66={N} 24={N} 31={TARGET} 50={NE}")
    fight_to(match, TARGET, "66", "24", result=result)
    if result == "DR":
        rest(retreat(match, "31", SE))
    refused(match, f"attack {NE}", "11.3", "11.0")


@rule("oder", "11.3", "11.3a", "11.3c")
def test_a_unit_that_attacked_does_not_join_another_attack() -> None:
    match = combat(f"24={N} 40={N} 31={TARGET} 50={NE}")
    fight_to(match, TARGET, "24", result="AS").play(f"attack {NE}")
    refused(match, "with 24", "11.3")
    assert offers(match, "with") == {"40"}


@rule("oder", "11.3", "11.3a")
def test_a_unit_is_named_once_in_an_attack() -> None:
    match = announce(combat(PANZERS), TARGET, "24")
    refused(match, "with 24")
    assert column(match) == "2:1"


@rule("oder", "11.3", "11.3c")
def test_a_unit_may_attack_again_in_its_next_combat_phase() -> None:
    match = combat(f"24={N} 31={TARGET}", second=True)
    fight_to(match, TARGET, "24", result="AS").play("done")
    for _ in range(20):
        if status(match)["turn"] == 4:
            break
        order = offers(match, "order")
        match.play("order move-fight" if order else "done")
    match.play("order fight-move", "done")
    assert status(match)["phase"] == "german combat"
    assert offered(match, "attack 2010")


@rule("oder", "11.3", "11.3d")
@pytest.mark.parametrize("result", ["AS", "AL1", "EX"])
def test_units_that_were_attacked_are_left_alone_for_the_phase(result: str) -> None:
    match = combat(f"24={N} 40={N} GD={NW} 31={TARGET} 50={TARGET}")
    fight_to(match, TARGET, "24", "40", result=result)
    if result != "AS":
        match.play("lose 40")
        regroup(match)
    if result == "EX":
        match.play("lose 31")
        regroup(match)
    assert where(match, "50") == TARGET
    refused(match, "attack 2010", "11.3")


#: No zone of control leads from the land bridge to Memel: the army in 2807 can fall back to Memel only,
#: although GD stands beside it. (Anywhere else nobody retreats next to a fresh enemy.)
MEMEL = "24=2808 40=2907 GD=2706 31=2807"


@rule("oder", "11.3", "11.3d")
def test_a_unit_that_retreated_is_not_attacked_by_fresh_units() -> None:
    fresh = combat(MEMEL.replace("2807", "2806"), bare=False)
    assert offered(fresh, "attack 2806")
    match = fight_to(combat(MEMEL, bare=False), "2807", "24", "40", result="DR")
    rest(retreat(match, "31", "2806"))
    refused(match, "attack 2806", "11.3")


@rule("oder", "11.3", "11.3g")
def test_a_beaten_unit_fights_again_with_the_fresh_stack_it_fell_back_on() -> None:
    at = f"{MEMEL} 50=2806"
    assert column(announce(combat(at, bare=False), "2806", "GD")) == "2:1"
    match = fight_to(combat(at, bare=False), "2807", "24", "40", result="DR")
    rest(retreat(match, "31", "2806"))
    announce(match, "2806", "GD")
    assert column(match) == "1:1"


@rule("oder", "11.3", "11.3g", "11.8e")
def test_a_beaten_unit_suffers_with_the_stack_it_fell_back_on() -> None:
    match = combat(f"{PANZERS} 50={SE}")
    retreat(fight_to(match, TARGET, "24", "40", result="DR"), "31", SE)
    advance(match, "24", "40")
    announce(match, SE, "24", "40")
    assert column(match) == "2:1"
    match.play("resolve", "roll 1")
    regroup(match)
    assert gone(match, "31")
    assert gone(match, "50")


@rule("oder", "11.3", "11.3e", "11.8e")
def test_a_momentum_attack_hits_the_same_units_again() -> None:
    match = combat(PANZERS)
    retreat(fight_to(match, TARGET, "24", "40", result="DR"), "31", SE)
    advance(match, "24")
    assert offered(match, f"attack {SE}")
    fight_to(match, SE, "24", result="EX")
    regroup(match)
    assert gone(match, "31")
    assert gone(match, "24")


@rule("oder", "11.3", "11.3e")
def test_without_an_advance_there_is_no_second_attack() -> None:
    match = combat(PANZERS)
    retreat(fight_to(match, TARGET, "24", "40", result="DR"), "31", SE)
    match.play("pass")
    refused(match, f"attack {SE}")


# -- 11.4: one after the other ------------------------------------------------------------------

LINE = ("28k", "9", "41P", "55", "6k", "20", "27", "46P", "56P", "42")
ARMIES = ("43", "39", "5", "28", "48", "70", "47", "33", "60", "38")


@rule("oder", "11.4", "11.4a", "11.4b")
@pytest.mark.parametrize("backwards", [False, True])
def test_any_number_of_attacks_in_any_order(backwards: bool) -> None:
    columns = range(12, 32, 2)
    at = " ".join(f"{a}={c}10 {b}={c}11" for a, b, c in zip(LINE, ARMIES, columns, strict=True))
    match = combat(at)
    pairs = list(zip(LINE, columns, strict=True))
    for unit, line in reversed(pairs) if backwards else pairs:
        fight_to(match, f"{line}11", unit, result="AS")
    assert not offers(match, "attack")
    assert sum(entry.action.verb == "resolve" for entry in match.journal) == 10


@rule("oder", "11.4", "11.4b")
def test_the_second_attack_is_chosen_after_the_first() -> None:
    match = combat(f"24={N} 40={N} 31={TARGET} 50={NE}")
    assert offers(match, "attack") == {TARGET, NE}
    fight_to(match, TARGET, "24", result="AS")
    assert offers(match, "attack") == {NE}
    assert offered(match, "done")


@rule("oder", "11.4", "11.4c")
def test_a_combat_is_finished_before_the_next_begins() -> None:
    match = combat(f"24={NW} 40={NW} 31={TARGET} GD=2310 50=2410")
    assert offered(match, "attack 2410")
    match.play("attack 2010")
    refused(match, "attack 2410")
    match.play("with 24", "with 40")
    refused(match, "attack 2410")
    roll = results(match).index("DR") + 1
    match.play("resolve")
    refused(match, "attack 2410")
    match.play(f"roll {roll}")
    assert match.side == "soviet"
    refused(match, "attack 2410")
    match.play(f"to {NE}")
    assert match.side == "german"
    refused(match, "attack 2410")
    rest(match)
    assert offered(match, "attack 2410")
