"""Clause 11.24: momentum attacks."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from tests.kit import (
    advance,
    amount,
    announce,
    blocked,
    column,
    fight,
    forecast,
    offered,
    offers,
    on_map,
    refused,
    rest,
    status,
    total,
    water,
    where,
)
from tests.rhine.helpers_aftermath import clean, combat, gone, outcome
from tests.rhine.helpers_course import steps
from tests.rhine.sheet import NE, SE, SW, TARGET, E, W, island
from tests.rules import rule

#: An armored division attacks a brigade behind which a division stands: 9 to 2, then 9 to 3.
BREACH = f"US2A={W} 105PB={TARGET} 85ID={E}"


def through(*advancing: str, at: str = BREACH, attackers: str = "US2A", roll: int = 4, **ground: Any) -> Match:
    """The brigade is eliminated and these units advance: momentum is theirs."""
    match = fight(combat(at, **ground), TARGET, *attackers.split(), roll=roll)
    assert gone(match, "105PB")
    return advance(match, *advancing)


# -- who, whom and when --------------------------------------------------------------------------


@rule("rhine", "11.24", "11.24a", "11.4c")
def test_units_that_advanced_may_attack_again() -> None:
    match = through("US2A")
    assert match.side == "allied"
    assert offered(match, f"attack {E}")
    assert offered(match, "pass")
    assert column(announce(match, E, "US2A")) == "3:1"
    assert match.play("resolve").side == "dice"
    assert outcome(match.play("roll 1"), "US2A", "85ID") == "DR"


@rule("rhine", "11.24", "11.24a")
def test_the_germans_may_do_so_too() -> None:
    # 7 to 2: 3:1, a 5; then 7 to 6.
    match = fight(combat(f"1SS={E} US4C={TARGET} US1={W}", side="german"), TARGET, "1SS", roll=5)
    advance(match, "1SS")
    assert column(announce(match, W, "1SS")) == "1:1"


@rule("rhine", "11.24", "11.24a")
def test_without_an_advance_there_is_no_momentum() -> None:
    match = through()
    assert where(match, "US2A") == W
    assert clean(match)
    blocked(match, f"attack {E}", "with US2A")


@rule("rhine", "11.24", "11.24a", "11.4i")
def test_a_force_driven_out_may_be_hit_again() -> None:
    # 15 to 3: 5:1, a 2 drives the division out; it is attacked once more where it went.
    match = fight(combat(f"US2A={W} US1={W} 85ID={TARGET}"), TARGET, "US2A", "US1", roll=2).play(f"to {NE}")
    advance(match, "US2A", "US1")
    fight(match, NE, "US2A", "US1", roll=3)
    assert outcome(match, "US2A", "85ID") == "DE"


@rule("rhine", "11.24", "11.24b")
def test_no_fresh_unit_joins() -> None:
    match = through("US2A", at=f"{BREACH} US1=2008N US9=1908N").play(f"attack {E}")
    assert offers(match, "with") == {"US2A"}
    for unit in ("US1", "US9"):
        refused(match, f"with {unit}", "11.24")


@rule("rhine", "11.24", "11.24b")
def test_units_that_did_not_advance_do_not_join() -> None:
    # The division in the south-west stands next to the hex taken and next to the hex left behind. 15 to 2.
    at = f"US2A={W} US1={W} US9={W} 105PB={TARGET} 85ID={SW}"
    match = through("US2A", at=at, attackers="US2A US1", terrain={TARGET: "rough"}).play(f"attack {SW}")
    assert offers(match, "with") == {"US2A"}
    for unit in ("US1", "US9"):
        refused(match, f"with {unit}", "11.24")


@rule("rhine", "11.24", "11.24b")
def test_only_enemies_next_to_the_new_hex_are_attacked() -> None:
    # The division at 2111N stands next to the hex the attackers came from.
    match = through("US2A", at=f"{BREACH} 353ID=2111N")
    assert offers(match, "attack") == {E}
    refused(match, "attack 2111N", "11.24", "11.1")


@rule("rhine", "11.24", "11.24c")
def test_momentum_is_used_at_once_or_lost() -> None:
    at = f"{BREACH} US9=1511N 353ID=1510N"
    match = through("US2A", at=at)
    refused(match, "done")
    blocked(match, "attack 1510N", "with US9")
    match = through("US2A", at=at).play("pass")
    blocked(match, f"attack {E}", "with US2A")
    match = through("US2A", at=at).play("pass")
    fight(match, "1510N", "US9", roll=2)
    assert clean(match)
    blocked(match, f"attack {E}", "with US2A")


@rule("rhine", "11.24", "11.24d", "11.24e")
@pytest.mark.parametrize("roll", [1, 5])
def test_units_advance_again_but_attack_no_third_time(roll: int) -> None:
    # The division goes back to 2008N, whole or reduced.
    match = fight(through("US2A"), E, "US2A", roll=roll).play("to 2008N")
    assert offers(match, "advance") == {"US2A"}
    match.play("advance US2A")
    assert where(match, "US2A") == E
    assert clean(match)
    blocked(match, "attack 2008N", "with US2A")


@rule("rhine", "11.24", "11.24d")
def test_no_unit_has_momentum_twice_in_a_phase() -> None:
    # Two divisions break in; one attacks and goes on. Neither may attack once more.
    at = f"US2A={W} US3A={W} 105PB={TARGET} 106PB={E} 85ID=2008N"
    match = fight(combat(at), TARGET, "US2A", "US3A")
    fight(advance(match, "US2A", "US3A"), E, "US2A", roll=4)
    match.play("advance US2A")
    assert where(match, "US2A") == E
    refused(match, "probe 1908N")
    blocked(match, "attack 2008N", "with US2A")


@rule("rhine", "11.24", "11.24e")
def test_an_advance_after_momentum_is_optional() -> None:
    match = fight(through("US2A", at=f"US2A={W} 105PB={TARGET} 106PB={E}"), E, "US2A", roll=4)
    assert offered(match, "pass")
    rest(match)
    assert where(match, "US2A") == TARGET
    assert clean(match)


@rule("rhine", "11.24", "11.24i")
def test_some_may_attack_while_others_rest() -> None:
    at = f"US2A={W} US1={W} 105PB={TARGET} 85ID={E}"
    match = through("US2A", "US1", at=at, attackers="US2A US1", terrain={TARGET: "rough"})
    assert offers(match.play(f"attack {E}"), "with") == {"US2A", "US1"}
    match.play("with US1")
    assert column(match) == "2:1"
    match.play("resolve", "roll 1")
    assert (steps(match, "US1"), steps(match, "US2A")) == (1, 2)


# -- terrain and odds ----------------------------------------------------------------------------


@rule("rhine", "11.24", "11.24f")
def test_no_momentum_over_a_blocked_hexside() -> None:
    sides = water(TARGET, E, kind="blocked")
    match = through("US2A", at=f"{BREACH} 353ID={SE}", sides=sides)
    refused(match, f"attack {E}", "11.24")
    assert offers(match, "attack") == {SE}
    # A first attack over such a hexside is no different from any other.
    match = combat(f"US2A={W} 85ID={TARGET}", sides=water(TARGET, W, kind="blocked"))
    assert column(announce(match, TARGET, "US2A")) == "3:1"


@rule("rhine", "11.24", "11.24f", "11.25g")
def test_no_momentum_probe_over_a_blocked_hexside() -> None:
    match = through("US2A", sides=water(TARGET, NE, kind="blocked"))
    refused(match, f"probe {NE}", "11.24", "11.25")
    assert offered(match, f"probe {SE}")


@rule("rhine", "11.24")
def test_no_momentum_into_the_intact_wall() -> None:
    match = through("US2A", at=f"{BREACH} 353ID={SE}", features={E: "westwall"})
    refused(match, f"attack {E}", "11.24", "11.17")
    assert offers(match, "attack") == {SE}


@rule("rhine", "11.24", "11.24g")
def test_a_momentum_attack_has_the_usual_shifts() -> None:
    match = announce(through("US2A", sides=water(TARGET, E, kind="river")), E, "US2A")
    assert (column(match), total(match), amount(match, "11.14")) == ("2:1", -1, -1)
    match = announce(through("US2A", terrain={E: "rough"}), E, "US2A")
    assert (column(match), total(match)) == ("2:1", -1)
    match = announce(through("US2A", features={E: "city"}), E, "US2A")
    assert (column(match), total(match)) == ("1:1", -2)
    assert not {"DR", "DE"} & set(forecast(match).by_roll)


@rule("rhine", "11.24", "11.24g")
@pytest.mark.parametrize(("roll", "result"), [(1, "DR"), (3, "BB"), (5, "DE")])
def test_a_momentum_attack_has_the_usual_results(roll: int, result: str) -> None:
    match = fight(through("US2A"), E, "US2A", roll=roll)
    assert outcome(match, "US2A", "85ID") == result
    if result == "BB":
        assert (where(match, "US2A"), where(match, "85ID")) == (TARGET, E)
        assert clean(match)


@rule("rhine", "11.24", "11.24g")
def test_a_momentum_attack_may_cost_a_step_and_be_escalated() -> None:
    # 15 to 7 at 2:1: a 1 costs a step, a 4 is a bloodbath that may go on.
    at = f"US2A={W} US1={W} 105PB={TARGET} 85ID={E} 9SS={E}"
    ground: dict[str, Any] = {"at": at, "attackers": "US2A US1", "terrain": {TARGET: "rough"}}
    match = fight(through("US2A", "US1", **ground), E, "US2A", "US1", roll=1).play("lose US1")
    assert (steps(match, "US1"), on_map(match, E)) == (1, {"85ID", "9SS"})
    match = fight(through("US2A", "US1", **ground), E, "US2A", "US1", roll=4).play("lose US1", "lose 85ID")
    assert offers(match, "lose") == {"US2A"}


# -- supply --------------------------------------------------------------------------------------

#: Leclerc at the sector line: north of it 1416S, south of it 1515S and 1615S.
LINE = "F2A=1416S 105PB=1515S 85ID=1615S"


@rule("rhine", "11.24", "11.24h")
def test_supply_is_judged_in_the_hex_taken() -> None:
    # Full supply in the north: 7 to 2, a 5. In the south the division is attenuated and has no momentum.
    match = fight(combat(LINE, more="sector 1"), "1515S", "F2A", roll=5).play("advance F2A")
    assert where(match, "F2A") == "1515S"
    assert status(match)["supply"]["F2A"] == "attenuated"
    blocked(match, "attack 1615S", "with F2A")
    assert clean(match)


@rule("rhine", "11.24", "11.24h")
def test_a_unit_that_comes_into_full_supply_has_momentum() -> None:
    # Full supply in the south: 7 halved is 4, to 2, a 6. Then the whole 7 to 3.
    match = fight(combat(LINE, more="sector 2"), "1515S", "F2A", roll=6).play("advance F2A")
    assert column(announce(match, "1615S", "F2A")) == "2:1"


@rule("rhine", "11.24", "11.24j")
def test_germans_out_of_supply_have_momentum_with_half_their_factors() -> None:
    # 7 halved is 4 in both attacks, to 2.
    sides = {**island(E, but=[TARGET]), **island(TARGET, but=[E, W])}
    match = combat(f"1SS={E} US4C={TARGET} US102C={W}", side="german", sides=sides)
    assert status(match, "german")["supply"]["1SS"] == "none"
    fight(match, TARGET, "1SS", roll=6).play("advance 1SS")
    assert column(announce(match, W, "1SS")) == "2:1"


@rule("rhine", "11.24", "11.24j")
def test_allied_units_out_of_supply_have_none() -> None:
    # 9 halved is 5, to 2: 2:1, a 6.
    sides = {**island(W, but=[TARGET]), **island(TARGET, but=[E, W])}
    match = fight(combat(BREACH, sides=sides), TARGET, "US2A", roll=6).play("advance US2A")
    assert where(match, "US2A") == TARGET
    assert status(match)["supply"]["US2A"] == "none"
    blocked(match, f"attack {E}", "with US2A")
    # Nor do they probe.
    match = combat(f"US2A={W} 85ID={SW}", sides={**island(W, but=[TARGET, SW]), **island(TARGET, but=[W, SW])})
    assert status(match)["supply"]["US2A"] == "none"
    refused(match, f"probe {TARGET}")


@rule("rhine", "11.24", "11.24j", "11.25")
def test_germans_out_of_supply_probe() -> None:
    sides = {**island(E, but=[TARGET, SE]), **island(TARGET, but=[E, SE])}
    match = combat(f"1SS={E} US1={SE}", side="german", sides=sides)
    assert status(match, "german")["supply"]["1SS"] == "none"
    assert offered(match, f"probe {TARGET}")
