"""Chapters 5.3.1, 5.3.3 and 5.3.4: stacks, overstacked hexes, displaced units, and who sees what."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.games.aachen import displacement
from grognard.games.aachen.stacking import is_overstacked
from grognard.hexes import bits
from tests.aachen.helpers_stacks import NEXT, stuck
from tests.aachen.kit import act, disrupted, improved, lost, purse, real, step, support, table, told, where
from tests.kit import offers, refused
from tests.rules import rule

HQS = "1-HQ=2008 526-HQ=2916"


def us(at: str, *more: str, **ground: object) -> Match:
    return act("us 1-HQ", f"{HQS} {at}", *more, **ground)  # type: ignore[arg-type]


def ids(*names: str) -> int:
    return sum(1 << real().unit_ids[name] for name in names)


def crowded(at: str = "", *more: str, **ground: object) -> Match:
    """1-I/16 has joined 1-I/18 in 2411 and stopped there."""
    return us(f"1-I/16=2410 1-I/18=2411 {at}", *more, **ground).play("select 1-I/16", "move 2411", "stop")


# -- limits (5.3.1) -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("units", "over"),
    [
        (("1-HQ", "1-745", "1-634", "1-I/16"), False),
        (("1-HQ", "3A-HQ"), True),
        (("1-745", "1-634", "3A-I/32"), True),
        (("1-I/16", "1-I/18"), True),
        (("1-I/16", "1-1"), True),
        (("3A-I/32", "1-745", "1-I/16"), False),
        (("3A-I/36", "3A-83"), True),
    ],
)
@rule("aachen", "5.3.1", "5.3.1b", "5.3.1c", "5.3a", "5.3", "5.3.1n")
def test_one_hq_two_afvs_and_one_unit_of_infantry_type_a_hex(units: tuple[str, ...], over: bool) -> None:
    assert is_overstacked(real(), ids(*units)) == over


@rule("aachen", "5.3.1a", "5.3.1")
def test_the_owner_orders_a_stack_and_nothing_else_changes() -> None:
    match = us("1-I/16=2410 1-745=2410", "tops 1-I/16")
    before = set(match.actions.texts())
    match.play("top 1-745")
    assert match.state.tops == ids("1-745", "1-HQ", "526-HQ")  # type: ignore[attr-defined]
    assert set(match.actions.texts()) - {"top 1-I/16"} == before - {"top 1-745"}
    refused(match, "top 1-745", "5.3.1")
    refused(match, "top 526-HQ", "5.3.1")
    assert match.may_undo()


# -- overstacked hexes (5.3.1) ---------------------------------------------------------------------


@rule("aachen", "5.3.1", "5.3.1e", "5.3.1g", "5.3.1h", "5.3.1u", "5.3.3", "5.3.3a")
def test_pitfall_21_all_combat_units_are_disrupted_and_the_opponent_displaces_the_surplus() -> None:
    match = crowded("1-745=2411")
    assert disrupted(match, "1-I/16", "1-I/18", "1-745")
    assert (match.side, step(match)) == ("german", "displace")
    assert offers(match, "displace") == {"1-I/16", "1-I/18"}
    refused(match, "displace 1-745", "5.3.1")
    refused(match, "displace 1-HQ", "5.3.1")
    match.play("displace 1-I/18")
    assert offers(match, "to") == {"2410", "2412", "2310", "2311", "2510", "2511"}
    match.play("to 2511")
    assert (where(match, "1-I/18"), where(match, "1-I/16")) == ("2511", "2411")
    assert (match.side, step(match), purse(match, "us")) == ("us", "act", 6)


@rule("aachen", "5.3.1u", "5.3.1e", "5.3.1n")
def test_units_of_all_formations_are_counted_together_and_suffer_together() -> None:
    match = us("1-I/16=2410 3A-I/36=2411 3A-HQ=2006").play("select 1-I/16", "move 2411", "stop")
    assert disrupted(match, "1-I/16", "3A-I/36")


@rule("aachen", "5.6.2", "5.6.2c")
def test_pitfall_42_a_disrupted_unit_loses_a_point_by_overstacking() -> None:
    match = crowded("", "disrupted 1-I/18")
    assert (lost(match, "1-I/18"), lost(match, "1-I/16")) == (1, 0)


@rule("aachen", "5.3.1r", "7.7d")
def test_overstacking_removes_an_improved_defense() -> None:
    assert not improved(crowded("", "improved 2411"), "2411")


@rule("aachen", "5.3.1f", "5.3.1t")
def test_a_hex_with_one_hq_costs_it_nothing() -> None:
    match = us("1-I/16=2308 1-I/18=2008").play("select 1-I/16", "move 2008", "stop")
    assert support(match, "1-HQ") == 5
    assert disrupted(match, "1-I/16", "1-I/18")


# -- displacement (5.3.3) ---------------------------------------------------------------------------


@rule("aachen", "5.3.3b", "5.3.3c", "5.3.3i")
def test_pitfall_30_a_full_hex_only_where_there_is_no_other_and_full_is_meant_for_the_type() -> None:
    match = crowded("1-II/18=2412 1-745=2511 1-634=2511").play("displace 1-I/18")
    refused(match, "to 2412", "5.3.3")
    assert "2511" in offers(match, "to")
    shut = {f"2411-{n}": "roer" for n in ("2310", "2311", "2510", "2511")}
    only = crowded("1-II/18=2412 1-III/18=2410", sides=shut).play("displace 1-I/18")
    assert offers(only, "to") == {"2412", "2410"}


@rule("aachen", "5.3.3d", "5.3.1g", "5.3.3a")
def test_pitfall_30_a_chain_of_displacements() -> None:
    shut = {f"2411-{n}": "roer" for n in ("2310", "2311", "2510", "2511", "2410")}
    match = us("1-I/16=2412 1-I/18=2411 1-II/18=2413", sides=shut).play("select 1-I/16", "move 2411", "stop")
    match.play("displace 1-I/18")
    assert where(match, "1-I/18") == "2412"
    full = us("1-I/16=2412 1-I/18=2411 1-II/18=2412", sides=shut).play("select 1-I/16", "move 2411", "stop")
    full.play("displace 1-I/18")
    assert disrupted(full, "1-II/18", "1-I/18", "1-I/16")
    assert (full.side, step(full)) == ("german", "displace")
    assert offers(full, "displace") == {"1-II/18", "1-I/18"}
    full.play("displace 1-II/18", "to 2413")
    assert (where(full, "1-II/18"), where(full, "1-I/18"), where(full, "1-I/16")) == ("2413", "2412", "2411")
    assert lost(full, "1-I/18") == 1  # disrupted twice


@rule("aachen", "5.3.1l", "5.3.3j", "5.3.3h", "5.3.3")
def test_pitfall_30_no_enemy_hex_and_no_closed_ground() -> None:
    match = us(
        "1-745=2509 1-634=2410 3A-I/32=2410 3A-HQ=2006 526-328=2411",
        terrain={"2309": "dense-forest"},
        sides={"2410-2310": "dragons-teeth"},
    ).play("select 1-745", "move 2410")
    while step(match) == "react":
        match.play("hold")
    assert (match.side, step(match)) == ("german", "displace")
    match.play("displace 1-634")
    for closed in ("2309", "2310", "2411", "2312"):
        refused(match, f"to {closed}", "5.3.3")
    assert offers(match, "to") == {"2409", "2509", "2510"}


@rule("aachen", "5.3.3h", "5.3.3j")
def test_pitfall_30_the_hex_of_a_lone_enemy_hq_is_closed_to_displacement() -> None:
    match = us("1-745=2410 9P-HQ=2411 9P-11=2920")
    open_ = displacement.neighbours_open(match.game, match.state, match.game.unit_ids["1-745"])  # type: ignore[arg-type]
    assert {match.game.board.grid.label(h) for h in bits(open_)} == {"2409", "2309", "2310", "2509", "2510"}


@rule("aachen", "5.3.3h", "5.3.3f", "7.3.6")
def test_zones_do_not_bar_displacement_and_it_displaces_no_hq() -> None:
    match = crowded("526-328=2513 9P-HQ=2413 9P-11=2920", german="2920").play("displace 1-I/18", "to 2412")
    assert where(match, "1-I/18") == "2412"
    assert where(match, "9P-HQ") == "2413"


@rule("aachen", "5.3.3e", "5.3.3j", "5.3.1m", "5.3.3g", "5.3.3")
def test_pitfall_30_without_a_hex_the_owner_eliminates() -> None:
    water = {f"2411-{n}": "roer" for n in NEXT}
    match = stuck("1-I/16=2411 1-I/18=2411", sides=water)
    assert (match.side, step(match)) == ("us", "give-up")
    match.play("remove 1-I/16")
    assert (where(match, "1-I/16"), where(match, "1-I/18")) == ("eliminated", "2411")
    assert step(match) == "act"
    # One hex that is open is enough: the enemy displaces, and nobody is lost.
    ford = stuck("1-I/16=2411 1-I/18=2411", sides={**water, "2411-2410": "none"})
    assert (ford.side, step(ford)) == ("german", "displace")
    ford.play("displace 1-I/16")
    assert (where(ford, "1-I/16"), where(ford, "1-I/18")) == ("2410", "2411")


@rule("aachen", "5.3.3g", "5.3.1m")
def test_pitfall_30_the_owner_chooses_who_is_eliminated() -> None:
    """One tank too many in 2411, with woods all around that no motorized unit can enter."""
    woods = dict.fromkeys(NEXT, "dense-forest")
    tanks = {"1-745", "1-634", "3A-I/32"}
    for gone in sorted(tanks):
        match = stuck("1-745=2411 1-634=2411 3A-I/32=2411 1-I/16=2411", terrain=woods)
        assert (match.side, step(match)) == ("us", "give-up")
        assert offers(match, "remove") == tanks
        match.play(f"remove {gone}")
        assert {unit for unit in tanks if where(match, unit) == "eliminated"} == {gone}
        assert {where(match, unit) for unit in tanks - {gone}} == {"2411"}
        assert step(match) == "act"


# -- who sees what (5.3.4) ----------------------------------------------------------------------------


def seen(match: Match, seat: str) -> set[str]:
    """The units whose places a seat knows, on the map."""
    shown = match.moment().shown(seat)
    return {name for name, u in match.game.unit_ids.items() if shown.at[u] >= 0}  # type: ignore[attr-defined]


@rule("aachen", "5.3.4", "5.3.4a")
def test_only_the_top_of_an_enemy_stack_is_seen() -> None:
    match = us("1-I/16=2410 1-745=2410 1-634=2410", "tops 1-745")
    assert seen(match, "us") >= {"1-I/16", "1-745", "1-634"}
    assert seen(match, "german") & {"1-I/16", "1-745", "1-634"} == {"1-745"}
    match.play("top 1-634")
    assert seen(match, "german") & {"1-I/16", "1-745", "1-634"} == {"1-634"}


@rule("aachen", "5.3.4d", "5.3.4e", "5.3.1")
def test_an_hq_on_top_shows_the_unit_right_below_it() -> None:
    match = us("1-I/16=2008 1-745=2008", "tops 1-HQ", "rank 1-I/16=2 1-745=1 1-HQ=3")
    assert seen(match, "german") & {"1-I/16", "1-745", "1-HQ"} == {"1-HQ", "1-I/16"}
    below = us("1-I/16=2008 1-745=2008", "tops 1-I/16", "rank 1-I/16=3 1-745=1 1-HQ=2")
    assert seen(below, "german") & {"1-I/16", "1-745", "1-HQ"} == {"1-I/16"}


@rule("aachen", "5.3.4c", "5.3.4")
def test_strength_markers_of_the_enemy_are_never_shown() -> None:
    match = us("1-I/16=2410 526-328=2411", "lost 526-328=2 1-I/16=3")
    for seat, own, enemy in (("us", "1-I/16", "526-328"), ("german", "526-328", "1-I/16"), ("", "", "1-I/16")):
        shown = match.moment().shown(seat)
        assert shown.lost[match.game.unit_ids[enemy]] == 99  # type: ignore[attr-defined]
        if own:
            assert shown.lost[match.game.unit_ids[own]] < 10  # type: ignore[attr-defined]


@rule("aachen", "5.5.2d", "5.5.2n", "5.5.2o")
def test_an_assignment_is_secret_until_the_unit_acts() -> None:
    match = us("4Cav=2410", "assigned 4Cav=1")
    unit = match.game.unit_ids["4Cav"]
    assert match.moment().shown("german").assigned[unit] == 99  # type: ignore[attr-defined]
    assert match.moment().shown("us").assigned[unit] == 1  # type: ignore[attr-defined]
    match.play("select 4Cav", "move 2411")
    assert match.moment().shown("german").assigned[unit] == 1  # type: ignore[attr-defined]
    assert any("4Cav" in text for text in told(match, "5.5.2"))


@rule("aachen", "5.3.4b", "5.3.3a", "5.3.4")
def test_who_displaces_sees_the_stack_and_those_next_to_it_until_it_is_done() -> None:
    match = crowded("1-745=2412 1-634=2412 3A-I/32=2414 3A-II/32=2414 3A-HQ=2006", "tops 1-I/18 1-745 3A-I/32")
    assert {"1-I/16", "1-I/18", "1-745", "1-634"} <= seen(match, "german")
    assert "3A-II/32" not in seen(match, "german")
    match.play("displace 1-I/18", "to 2511")
    assert len(seen(match, "german") & {"1-745", "1-634"}) == 1


@rule("aachen", "5.3.1h", "5.3.3a")
def test_the_enemy_may_leave_the_displacement_to_the_owner() -> None:
    match = us("1-I/16=2408 1-I/18=2410").play("select 1-I/16", "move 2410", "stop")
    assert (match.side, step(match)) == ("german", "displace")
    match.play("leave-it")
    assert (match.side, step(match)) == ("us", "displace")
    assert "has left the displacement to you" in refused(match, "leave-it", "5.3.1").why
    match.play("displace 1-I/18")
    assert (match.side, step(match)) == ("us", "displace-to")
    match.play("to 2510")
    assert (where(match, "1-I/18"), where(match, "1-I/16")) == ("2510", "2410")


@rule("aachen", "5.3.1h", "5.3.3a")
def test_the_enemy_may_choose_the_unit_and_leave_the_hex_to_the_owner() -> None:
    match = us("1-I/16=2408 1-I/18=2410").play("select 1-I/16", "move 2410", "stop", "displace 1-I/16", "leave-it")
    assert (match.side, step(match)) == ("us", "displace-to")
    assert where(match.play("to 2409"), "1-I/16") == "2409"


# -- the order of stacks (5.3.1) ------------------------------------------------------------------------

#: Two US and two German units, each pair in one hex with the first on top.
PAIRS = "1-HQ=1703 1-I/16=1704 1-745=1704 526-HQ=3518 526-328=3517 394=3517"
TOPS = "tops 1-HQ 1-I/16 526-HQ 526-328"


def deciding(frames: str) -> Match:
    """A match with these frames on its agenda."""
    first = table("ops", PAIRS, TOPS, "lost 1-I/16=1", "plans 0", turn=2, scenario="campaign")
    head, _, _ = first.position().partition("agenda ")
    return grognard.setup(f"{head}agenda {frames}", of=first.game)


@rule("aachen", "5.3.1", "5.3.1a")
@pytest.mark.parametrize(
    ("side", "frames"),
    [
        ("us", "game-turn 6 / cycle 1 / choose us 0"),
        ("german", "game-turn 6 / cycle 1 / choose german 0"),
        ("us", "game-turn 2 / assignments 0 1 / assign us 0"),
        ("german", "game-turn 2 / assignments 0 2 / assign german 0"),
        ("german", "game-turn 3 / look german"),
        ("us", "game-turn 4 / replacements 1 / replace us"),
        ("german", "game-turn 4 / replacements 2 / reorganize german"),
        ("us", "game-turn 5 / arrivals 3 / reinforce us -"),
    ],
)
def test_a_side_puts_its_stacks_in_order_whenever_it_decides(side: str, frames: str) -> None:
    top, below, enemy = ("1-I/16", "1-745", "394") if side == "us" else ("526-328", "394", "1-745")
    other = "german" if side == "us" else "us"
    match = deciding(frames)
    name = step(match)
    assert (match.side, name) == (side, frames.rpartition("/ ")[2].split()[0])
    assert below not in seen(match, other)
    before = dict(match.facts(side))
    refused(match, f"top {top}", "5.3.1")
    refused(match, f"top {enemy}", "5.3.1")
    match.play(f"top {below}")
    assert (match.side, step(match)) == (side, name)
    assert seen(match, other) & {top, below} == {below}
    after = match.facts(side)
    changed = {fact for fact in before.keys() | after.keys() if before.get(fact) != after.get(fact)}
    assert changed <= {"tops", "rank"}, "it costs nothing and settles nothing"
    refused(match, f"top {below}", "5.3.1")


@rule("aachen", "5.3.1", "5.3.1v")
def test_a_decision_in_front_of_both_players_does_not_list_what_is_beneath() -> None:
    brief = [form for form in real().steps if form.brief]
    assert "react" in {form.name for form in brief}
    assert not [form.name for form in brief if "top" in form.laws]
