"""7.4 and 7.5: what terrain does for the defender; how attackers are shared out over several attacks.

The defender stands in 1010, the attackers west of it in 0910 and 0911.
"""

from __future__ import annotations

from itertools import pairwise

import pytest

from tests.hurtgen.helpers_combat import CLEAR, GROVE, ROUGH, WOODS, attack_at, combat, declare, fight
from tests.kit import blocked, offered, refused, settle, total, where
from tests.rules import rule

PAIR = "1/8=0910 2/8=0911 1/983=1010"
LINES = {
    "rough": ROUGH,
    "broken": WOODS,
    "town": WOODS,
    "woods": WOODS,
    "grove": GROVE,
    "clear": CLEAR,
    "mixed": CLEAR,
}
#: Results from the worst to the best for the attacker.
MERIT = ("Ae", "A2", "A1", "Br", "D1", "D2", "D3", "D4", "De")


def line(at: str = PAIR, targets: str = "1010", units: str = "1/8 2/8", **ground: dict[str, str]) -> str:
    """The terrain line on which this attack is resolved."""
    match = declare(combat(at, **ground), targets, *units.split())
    assert match.preview is not None
    return match.preview.line


def crossing(west: str, south_west: str, ground: str = "clear") -> str:
    """The line when the two attackers cross these hexsides. A bridge carries a road."""
    sides = {"0910-1010": west, "0911-1010": south_west}
    roads = {pair: "road" for pair, words in sides.items() if "bridge" in words}
    return line(sides=sides, roads=roads, terrain={"1010": ground})


# -- 7.41 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("ground", "words"), LINES.items())
@rule("hurtgen", "7.41", "7.41a", "7.43", "7.43a")
def test_the_defender_has_the_benefit_of_its_own_hex(ground: str, words: str) -> None:
    assert line(terrain={"1010": ground}) == words


@pytest.mark.parametrize("ground", LINES)
@rule("hurtgen", "7.41", "7.41a", "7.41b")
def test_terrain_under_the_attackers_has_no_effect(ground: str) -> None:
    under = {"0910": ground, "0911": ground}
    assert line(terrain=under) == CLEAR
    assert line(terrain=under | {"1010": "grove"}) == GROVE


@rule("hurtgen", "7.41a")
def test_only_the_hexsides_of_the_defenders_own_hex_count() -> None:
    assert line(sides={"0810-0910": "stream", "0910-0911": "stream", "1110-1111": "stream"}) == CLEAR
    assert (
        line(sides={"1010-1110": "stream", "1010-1111": "stream"}) == CLEAR
    )  # the defender's, but no attacker crosses them


# -- 7.42 ----------------------------------------------------------------------------------------


@rule("hurtgen", "7.42", "7.42a")
def test_a_stream_that_not_all_attackers_cross_does_not_help() -> None:
    assert crossing("stream", "none") == CLEAR
    assert crossing("none", "stream") == CLEAR


@rule("hurtgen", "7.42", "7.42b")
def test_a_stream_that_all_attackers_cross_helps() -> None:
    assert crossing("stream", "stream") == WOODS
    assert line("1/8=0910 1/983=1010", units="1/8", sides={"0910-1010": "stream"}) == WOODS


@rule("hurtgen", "7.42c")
def test_some_over_a_stream_and_some_over_a_bridge_make_the_bridge_line() -> None:
    assert crossing("stream", "stream bridge") == GROVE
    assert crossing("river bridge", "stream") == GROVE


@rule("hurtgen", "7.42d")
def test_a_bridge_helps_only_if_no_attacker_comes_over_open_ground() -> None:
    assert crossing("stream bridge", "none") == CLEAR
    assert crossing("none", "river bridge") == CLEAR
    assert crossing("stream bridge", "stream bridge") == GROVE
    assert crossing("river bridge", "stream bridge") == GROVE


# -- 7.43, 7.44 ----------------------------------------------------------------------------------


@rule("hurtgen", "7.43", "7.43a")
def test_terrain_moves_the_column_and_adds_no_strength() -> None:
    rolls = {}
    for ground in ("clear", "rough"):
        match = declare(combat(PAIR, terrain={"1010": ground}), "1010", "1/8", "2/8")
        assert total(match) == 4 - 2
        assert match.preview is not None
        rolls[ground] = list(match.preview.by_roll)
    assert rolls["clear"] == ["D2", "D2", "D2", "D1", "Br", "Br"]
    assert rolls["rough"] == ["D1", "Br", "A1", "A1", "A1", "A1"]


@rule("hurtgen", "7.44", "7.44a")
def test_the_defender_has_the_best_terrain_available() -> None:
    """The rulebook's example is rough behind a stream: the rough line."""
    assert crossing("stream", "stream", "rough") == ROUGH
    assert crossing("stream", "stream", "woods") == WOODS
    assert crossing("stream", "stream", "grove") == WOODS
    assert crossing("stream", "none", "grove") == GROVE
    assert crossing("river bridge", "river bridge", "town") == WOODS
    assert crossing("river bridge", "river bridge", "mixed") == GROVE


@pytest.mark.parametrize("differential", [-10, -7, -5, -3, -2, -1, 0, 1, 3, 4, 7, 9, 12, 15])
@rule("hurtgen", "7.44b")
def test_the_order_of_the_four_lines(differential: int) -> None:
    lines = []
    for ground in ("rough", "town", "grove", "clear"):
        match = attack_at(differential, ground)
        assert total(match) == differential
        assert match.preview is not None
        lines.append([MERIT.index(result) for result in match.preview.by_roll])
    for better, worse in pairwise(lines):
        assert all(a <= b for a, b in zip(better, worse, strict=True))
    if differential > -7:
        assert lines[0] != lines[-1]


# -- 7.45 ----------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("first", "second", "words"),
    [("clear", "woods", WOODS), ("rough", "clear", ROUGH), ("grove", "mixed", GROVE), ("town", "rough", ROUGH)],
)
@rule("hurtgen", "7.45", "7.45a")
def test_defenders_attacked_together_share_the_best_terrain(first: str, second: str, words: str) -> None:
    at = "1/8=0911 2/8=1111 1/983=1010 2/983=1011"
    ground = {"1010": first, "1011": second}
    assert line(at, "1010 1011", terrain=ground) == words
    assert line(at, "1011 1010", terrain=ground) == words
    # Attacked one by one each has its own.
    assert line(at, "1010", "1/8", terrain=ground) == LINES[first]
    assert line(at, "1011", "1/8", terrain=ground) == LINES[second]


@rule("hurtgen", "7.45", "7.45b")
def test_a_stream_in_front_of_one_defender_serves_all_of_that_combat() -> None:
    at = "1/8=0911 2/8=1111 1/983=1010 2/983=1011"
    streams = {"0911-1010": "stream", "1010-1111": "stream"}
    assert line(at, "1010 1011", sides=streams) == WOODS
    assert line(at, "1011 1010", sides=streams) == WOODS
    assert line(at, "1010 1011", sides={"0911-1010": "stream"}) == CLEAR
    # One attacker crosses a stream to one defender, the other to the other: nobody has earned it.
    assert line(at, "1010 1011", sides={"0911-1010": "stream", "1011-1111": "stream"}) == CLEAR


# -- 7.5 -----------------------------------------------------------------------------------------


@rule("hurtgen", "7.51", "7.51a")
def test_a_weak_holding_attack_frees_strength_for_the_main_one() -> None:
    """1/22 alone holds 1011 and 1012 while three units go for 1010, though 2/8 could have helped."""
    match = combat("1/22=0912 1/8=0910 2/8=0911 3/8=1009 1/983=1010 1/1055=1011 2/983=1012", dice=[1, 1])
    declare(match, "1011 1012", "1/22")
    assert total(match) == -3
    settle(match.play("resolve"))
    assert where(match, "1/22") not in ("0912", "eliminated")  # A1
    declare(match, "1010", "1/8", "2/8", "3/8")
    assert total(match) == 4
    settle(match.play("resolve"))
    assert offered(match, "done")


@rule("hurtgen", "7.52", "7.52a")
def test_the_attacker_cannot_lower_the_differential() -> None:
    match = combat("1/8=0910 2/8=0911 3/8=1009 45=0505 1/983=1010")
    declare(match, "1010", "1/8", "2/8", "3/8")
    assert total(match) == 4
    refused(match, "resolve 1")
    for action in match.actions.texts():
        other = match.before(match.version).play(action)
        assert total(other) >= 4, action
    match.play("resolve")
    assert match.side == "dice"
    assert total(match) == 4


@rule("hurtgen", "7.52b")
def test_artillery_and_ground_support_may_be_left_out() -> None:
    match = combat("1/8=0910 45=0505 1/983=1010", more="support 20")
    declare(match, "1010", "1/8")
    assert offered(match, "barrage 45")
    assert offered(match, "support 5")
    assert fight(combat("1/8=0910 45=0505 1/983=1010"), "1010", "1/8").side == "dice"


# -- sharing out within 7.11, 7.12 and 7.21: an attack that makes a later duty impossible is refused ---

#: 1/8 in 0910 is next to 1009 and 1010, 2/8 in 0911 next to 1010 and 1011.
ROW = "1/8=0910 2/8=0911 1/983=1009 2/983=1010 1/984=1011"
#: 1/8 in 0911 alone against three; 1010 is next to both others, but 0910 and 1011 are apart.
THREE = "1/8=0911 1/983=0910 2/983=1010 1/984=1011"


@pytest.mark.parametrize(
    "attack",
    ["attack 1010 / with 1/8", "attack 1010 / with 2/8", "attack 1010 / with 1/8 / with 2/8"],
)
@rule("hurtgen", "7.11", "7.11a", "7.21", "7.21a")
def test_two_units_against_three_may_not_spend_themselves_on_the_middle(attack: str) -> None:
    blocked(combat(ROW), *attack.split(" / "), "resolve", rules=("7.11", "7.21", "7.12"))


@pytest.mark.parametrize(("first", "then"), [("1009", "1010 1011"), ("1009 1010", "1011")])
@rule("hurtgen", "7.11c", "7.21", "7.21a")
def test_the_middle_one_goes_to_either_of_the_two(first: str, then: str) -> None:
    match = settle(fight(combat(ROW, dice=[2, 2]), first, "1/8"))
    if then != "1011":
        blocked(match.before(match.version), "attack 1011", "with 2/8", "resolve", rules=("7.11", "7.21"))
    settle(fight(match, then, "2/8"))
    assert offered(match, "done")


@rule("hurtgen", "7.12", "7.12a")
def test_a_joint_attack_may_not_take_the_only_enemy_of_a_unit_that_cannot_join_it() -> None:
    """2/8 in 0912 is next to 1011 only and could not attack 1010 and 1011 together."""
    at = "1/8=0911 2/8=0912 1/983=1010 2/983=1011"
    blocked(combat(at), "attack 1010", "also 1011", "with 1/8", "resolve", rules=("7.12",))


@rule("hurtgen", "7.11d", "7.21a")
def test_one_battery_takes_care_of_one_neighbour_only() -> None:
    for targets, rest in (("0910 1010", "1011"), ("0910 1011", "1010")):
        match = settle(fight(combat(f"{THREE} 45=0505", dice=[6, 2]), rest, barrage=("45",)))
        first, second = targets.split()
        blocked(match.fork(), f"attack {first}", "with 1/8", "resolve", rules=("7.21",))
        blocked(match.fork(), f"attack {second}", "with 1/8", "resolve", rules=("7.21",))
        settle(fight(match, targets, "1/8"))
        assert offered(match, "done")
    match = combat(f"{THREE} 45=0505 20=0506", dice=[6, 6, 5])
    for target, battery in (("1010", "45"), ("1011", "20")):
        settle(fight(match, target, barrage=(battery,)))
    assert offered(settle(fight(match, "0910", "1/8")), "done")


@rule("hurtgen", "7.11d")
def test_a_battery_out_of_range_engages_no_enemy() -> None:
    at = "1/8=0911 1/983=1010 2/983=1011"
    for far in ("2828", "2710"):
        blocked(combat(f"{at} 45={far}"), "attack 1011", "barrage 45", rules=("8.11",))
    match = settle(fight(combat(f"{at} 45=2610", dice=[6]), "1011", barrage=("45",)))  # 16 hexes off
    assert fight(match, "1010", "1/8").side == "dice"


@rule("hurtgen", "7.11d", "7.11a")
def test_a_battery_that_fires_elsewhere_takes_care_of_no_neighbour() -> None:
    at = "1/8=0911 45=0505 1/983=1010 2/983=1011 1/984=1805"
    match = settle(fight(combat(at, dice=[6]), "1805", barrage=("45",)))
    blocked(match.fork(), "attack 1010", "with 1/8", "resolve", rules=("7.21",))
    assert fight(match, "1010 1011", "1/8").side == "dice"
    # Nor does it by joining the attack on the first neighbour.
    blocked(combat(at), "attack 1010", "with 1/8", "barrage 45", "resolve", rules=("7.21",))
    match = fight(combat(at), "1010 1011", "1/8", barrage=("45",))
    assert match.side == "dice"
