"""Chapter 5: the turn sequence, the first turn, the order of phases, support markers."""

from __future__ import annotations

import pytest

from grognard import PositionError
from tests.kit import field, move, now, offered, offers, place, reach, refused, rest, status, where
from tests.oder.helpers_campaign import announce_unaided, fight_unaided, go_on, odds_at, until, vp
from tests.oder.sheet import within
from tests.oder.table import table
from tests.rules import rule

QUIET = "at 24=1713 5=2713"
DUE = "at 24=1713 5=2713 66=due 28=due\ndue_turn 66={0} 28={0}"
#: One corps and one army face each other at 2113 and 2214.
FRONT = "at 41P=2113 1GT=2214 2GT=2214"


def phases(text, last, order="move-fight"):
    """Every phase from here to the last one named, nobody doing anything."""
    match = table(text, bare=True)
    seen = [now(match)]
    for _ in range(60):
        if match.over or seen[-1] == last:
            return seen
        go_on(match, order)
        if now(match) == seen[-1]:
            match.play("done")
        seen.append(now(match))
    raise AssertionError(seen)


# -- 5.0, 5.1 --------------------------------------------------------------------------------


@rule("oder", "5.0", "5.0a")
@pytest.mark.parametrize("side", ["german", "soviet"])
def test_nothing_is_done_out_of_its_phase(side):
    target, unit = ("2214", "41P") if side == "german" else ("2113", "1GT")
    moving = table(f"turn 2\nphase {side} movement\n{FRONT}", bare=True)
    fighting = table(f"turn 2\nphase {side} combat\n{FRONT}", bare=True)
    for action in (f"attack {target}", "order move-fight", "air 2013", "place 1010"):
        refused(moving, action)
    for action in (f"select {unit}", "order fight-move", "air 2013", "place 1010"):
        refused(fighting, action)
    assert offered(moving, f"select {unit}")
    assert offered(fighting, f"attack {target}")


@rule("oder", "5.0", "5.0b")
def test_the_german_player_turn_comes_first_in_every_game_turn():
    match = table(f"turn 1\nphase german declaration\n{QUIET}", bare=True)
    seen = []
    while not match.over:
        entry = status(match)["turn"], status(match)["phasing"]
        if entry not in seen:
            seen.append(entry)
            assert status(match)["phase"] == f"{entry[1]} declaration"
        before = now(match)
        go_on(match)
        if not match.over and now(match) == before:
            match.play("done")
    assert seen == [(turn, side) for turn in range(1, 9) for side in ("german", "soviet")]


@rule("oder", "5.1", "5.1a", "5.1b", "5.1c")
@pytest.mark.parametrize(("order", "main"), [("move-fight", "movement combat"), ("fight-move", "combat movement")])
def test_the_phases_of_a_game_turn_in_order(order, main):
    first, second = main.split()
    german = ["german declaration", "german support", f"german {first}", f"german {second}", "german regroup"]
    soviet = ["soviet declaration", f"soviet {first}", f"soviet {second}", "soviet regroup"]
    seen = phases(f"turn 2\nphase german declaration\n{DUE.format(2)}", (3, "german declaration"), order)
    assert seen == [(2, name) for name in german + soviet] + [(3, "german declaration")]


@rule("oder", "5.1", "5.1a", "5.1b")
def test_the_checks_end_each_player_turn():
    # The Soviet check follows the German regroup, the German check the Soviet one: no declaration comes between.
    text = "turn 2\nphase german regroup\nat 1GT=2408 2GT=1319 66=due\ndue_turn 66=2"
    match = table(text, bare=True)
    assert now(match) == (2, "german regroup")
    until(match, 2, "soviet declaration")
    assert match.over
    text = "turn 2\nphase soviet regroup\nat 24=3510 HG=3512 5=due\ndue_turn 5=2"
    match = table(text, bare=True)
    assert now(match) == (2, "soviet regroup")
    until(match, 3, "german declaration")
    assert match.over


@rule("oder", "5.1", "5.1d")
def test_the_turn_markers_advance_until_game_turn_8_and_then_the_game_ends():
    for turn in range(1, 8):
        match = table(f"turn {turn}\nphase soviet retrieval\n{QUIET}", bare=True)
        assert now(match) == (turn + 1, "german declaration")
    assert table(f"turn 8\nphase soviet retrieval\n{QUIET}", bare=True).over


@rule("oder", "5.1", "5.1e")
def test_a_reinforcement_does_nothing_before_the_next_german_turn():
    match = table(f"turn 4\nphase german regroup\n{DUE.format(4)}", bare=True)
    place(match, "66", "1010")
    until(match, 4, "soviet declaration")
    assert where(match, "66") == "1010"
    for phase in ("soviet movement", "soviet combat"):
        refused(until(match, 4, phase), "select 66")
    assert offered(until(match, 5, "german movement"), "select 66")


@rule("oder", "5.1", "5.1f", "5.4", "5.4n", "5.4o")
def test_the_markers_leave_before_the_german_check_and_come_back_next_turn():
    text = f"turn 2\nphase soviet regroup\nair 2113\nnaval 2007\n{DUE.format(2)}"
    match = table(text)
    assert (status(match)["markers"]["air"], status(match)["markers"]["naval"]) == ("2113", "2007")
    until(match, 3, "german declaration")
    assert set(status(match)["markers"].values()) == {""}
    until(match, 3, "german support")
    assert offers(match, "air")
    assert offers(match, "naval")
    # Without its marker the second corps is cut off when the check comes.
    text = "turn 2\nphase soviet retrieval\naerial 24\nat 24=3510 HG=3518 5=3411 28=3509"
    assert now(table(text, bare=True)) == (3, "german declaration")


# -- 5.2 -------------------------------------------------------------------------------------


@rule("oder", "5.2", "5.2a")
def test_on_the_first_turn_german_attack_rolls_are_one_less():
    text = "turn {}\nphase german combat\nat GD=2013 5=2113"
    first = announce_unaided(table(text.format(1), bare=True), "2113", "GD").preview
    second = announce_unaided(table(text.format(2), bare=True), "2113", "GD").preview
    assert (first.total, second.total) == (-1, 0)
    assert (first.column, second.column) == ("2:1", "2:1")
    assert second.by_roll == ("DE", "DR", "EX", "AS", "AL1", "AL1")
    assert first.by_roll == ("DE", "DE", "DR", "EX", "AS", "AL1")
    # A die of 3 is DR on turn 1, EX on turn 2; and the Soviet has no such modifier.
    match = fight_unaided(table(text.format(1), bare=True, dice=[3]), "2113", "GD")
    assert offers(match, "to")
    soviet = "turn 1\nphase soviet combat\nat 41P=2113 1GT=2214"
    assert odds_at(soviet, "2113", "1GT", bare=True)[1] == 0


@rule("oder", "5.2", "5.2b", "5.2f")
@pytest.mark.parametrize(
    ("german", "soviet", "first", "second"),
    [
        ("41P", "1GT 2GT", "2:1", "3:1"),
        ("41P", "8G 11G", "1:1", "2:1"),
        ("41P", "4T", "1:2", "1:1"),
        ("66", "1Po", "1:3", "1:2"),
        ("8 41P", "1Po", "automatic AL1", "1:3"),
        ("KGM", "1GT 2GT 8G", "7:1", "automatic DE"),
        ("KGM", "1GT 2GT 3GT", "automatic DE", "automatic DE"),
        ("8 41P 42", "1Po", "automatic AL1", "automatic AL1"),
    ],
)
def test_on_the_first_turn_soviet_odds_shift_one_column_to_the_left(german, soviet, first, second):
    units = " ".join([f"{unit}=2113" for unit in german.split()] + [f"{unit}=2214" for unit in soviet.split()])
    text = f"turn {{}}\nphase soviet combat\nat {units}"
    assert odds_at(text.format(1), "2113", *soviet.split(), bare=True) == (first, 0)
    assert odds_at(text.format(2), "2113", *soviet.split(), bare=True) == (second, 0)


@rule("oder", "5.2f")
def test_shifted_odds_decide_whether_a_die_is_rolled():
    match = table("turn 1\nphase soviet combat\nat 8=2113 41P=2113 1Po=2214", bare=True, dice=[2])
    fight_unaided(match, "2113", "1Po")  # the only die is the one for regrouping
    assert (where(match, "1Po"), vp(match)) == ("due", (1, 0))
    match = table("turn 1\nphase soviet combat\nat KGM=2113 1GT=2214 2GT=2214 8G=2214", bare=True)
    assert fight_unaided(match, "2113", "1GT", "2GT", "8G").side == "dice"
    assert where(match, "KGM") == "2113"


@rule("oder", "5.2", "5.2c")
@pytest.mark.parametrize("which", ["first", "second"])
def test_shock_armies_do_not_attack_on_the_first_turn(which):
    match = table(f"turn 1\nphase soviet combat {which}\nat 41P=2113 2Sh=2214 5=2213", bare=True)
    announce_unaided(match, "2113", "5")
    refused(match, "with 2Sh", "5.2")
    match = table("turn 2\nphase soviet combat first\nat 41P=2113 2Sh=2214 5=2213", bare=True)
    assert offered(announce_unaided(match, "2113", "5"), "with 2Sh")


@rule("oder", "5.2", "5.2d", "5.4", "5.4a")
def test_on_the_first_turn_there_are_no_markers():
    match = table(f"turn 1\nphase german declaration\n{FRONT}", bare=True).play("order move-fight")
    assert now(match) == (1, "german movement")
    refused(match, "supply 41P", "5.2", "8.3")
    refused(match, "air 2113")
    refused(match.play("done"), "supply 41P", "5.2", "8.3")
    match = table(f"turn 1\nphase soviet combat\n{FRONT}", bare=True).play("attack 2113")
    assert match.side == "soviet"
    match = table(f"turn 2\nphase soviet combat\n{FRONT}", bare=True).play("attack 2113")
    assert match.side == "german"
    assert offered(match, "supply 41P")


@rule("oder", "5.2", "5.2e")
@pytest.mark.parametrize(("turn", "modifier"), [(1, -1), (2, 0)])
def test_the_first_turn_modifier_counts_for_momentum_attacks_too(turn, modifier):
    text = f"turn {turn}\nphase german combat\nat 24=2013 50=2113 49=2214"
    match = table(text, bare=True, dice=[1, 6])
    fight_unaided(match, "2113", "24").play("advance 24", "attack 2214", "with 24")
    assert match.preview.total == modifier


@rule("oder", "5.1", "10.0i", "11.3", "11.8")
def test_a_phase_begins_with_nothing_done_in_it_and_a_turn_without_momentum_attacks():
    match = table("turn 2\nphase german movement\nmoved 24\nat 24=2013 50=2113", bare=True)
    assert offered(match, "select 24")
    match = table("turn 2\nphase german combat\nfought 24\nstruck 50\nprobed 24\nat 24=2013 50=2113", bare=True)
    assert offered(match.play("attack 2113"), "with 24")
    match = table("turn 2\nphase soviet combat second\nmomentum 24\nat 24=2013 50=2713", bare=True)
    assert field(match, "momentum") == ["24"]
    assert field(until(match, 3, "german declaration"), "momentum") == []


# -- 5.3 -------------------------------------------------------------------------------------


@rule("oder", "5.3", "5.3a", "5.3b")
@pytest.mark.parametrize("side", ["german", "soviet"])
@pytest.mark.parametrize(("order", "main"), [("move-fight", "movement combat"), ("fight-move", "combat movement")])
def test_the_declared_order_binds_for_the_turn(side, order, main):
    match = table(f"turn 2\nphase {side} declaration\n{FRONT}", bare=True)
    assert offers(match, "order") == {"move-fight", "fight-move"}
    match.play(f"order {order}")
    assert status(match)["order"] == order
    if side == "german":
        match.play("done")
    for name in main.split():
        assert now(match) == (2, f"{side} {name}")
        refused(match, "order move-fight")
        refused(match, "order fight-move")
        match.play("done")


@rule("oder", "5.3", "5.3d")
def test_example_the_soviet_fights_first_so_the_shock_army_may_attack():
    match = table("turn 2\nphase german declaration\nat 66=2113 2Sh=2214 5=2213", bare=True, dice=[1])
    match.play("order move-fight", "done")
    assert now(match) == (2, "german movement")
    assert now(match.play("done")) == (2, "german combat")
    until(match, 2, "soviet declaration").play("order fight-move")
    assert now(match) == (2, "soviet combat")
    fight_unaided(match, "2113", "2Sh")  # 12 to 6 is 2:1, die 1: DR
    assert offers(match, "to")


@rule("oder", "5.3", "5.3c")
def test_the_order_is_declared_again_each_turn_without_penalty():
    match = table(f"turn 2\nphase german declaration\n{FRONT}", bare=True).play("order move-fight")
    until(match, 3, "german declaration", "fight-move")
    assert offers(match, "order") == {"move-fight", "fight-move"}
    assert vp(match) == (0, 0)
    text = "turn 2\nphase {} combat {}\nat 24=2013 5=2113"
    for side, target, unit in (("german", "2113", "24"), ("soviet", "2013", "5")):
        both = {odds_at(text.format(side, which), target, unit, bare=True) for which in ("first", "second")}
        assert len(both) == 1


@rule("oder", "5.3", "5.3d", "5.3h")
def test_shock_armies_that_move_first_do_not_attack():
    match = table("turn 2\nphase soviet movement first\nat 41P=2113 2Sh=2516 5=2213", bare=True)
    assert reach(match, "2Sh") >= {h for h in within("2516", 4) if h not in within("2113", 1)}
    move(match, "2Sh", "2214").play("done")
    announce_unaided(match, "2113", "5")
    refused(match, "with 2Sh", "5.3", "11.0")


@rule("oder", "5.3", "5.3e", "5.3h")
def test_a_shock_army_attacks_advances_and_then_moves():
    match = table("turn 2\nphase soviet combat first\naerial_spent 1\nat 41P=2113 2Sh=2214", bare=True, dice=[1])
    fight_unaided(match, "2113", "2Sh")
    match.play(f"to {sorted(offers(match, 'to'))[0]}", "advance 2Sh")
    assert where(match, "2Sh") == "2113"
    move(until(match, 2, "soviet movement"), "2Sh", "2214")
    assert where(match, "2Sh") == "2214"


@rule("oder", "5.3", "5.3e")
def test_units_that_advanced_may_move_in_the_phase_that_follows():
    text = "turn 2\nphase german combat first\nat GD=2013 1SS=2013 4SS=2013 50=2113 49=2214"
    match = table(text, bare=True, dice=[6])
    rest(fight_unaided(match, "2113", "GD", "1SS", "4SS").play("advance GD", "advance 1SS"))
    until(match, 2, "german movement").play("select GD", "also 1SS")
    # 49 in 2214 holds 2114 and 2213: out of a zone only to a free hex (7.1).
    assert offers(match, "move") == {"2112", "2013", "2014"}
    match.play("move 2013", "move 1913")
    assert where(match, "GD") == "1913"


@rule("oder", "5.3", "5.3e")
def test_units_that_probed_may_move_in_the_phase_that_follows():
    text = "turn 2\nphase soviet combat first\naerial_spent 1\nat 41P=2113 5=2214"
    match = table(text, bare=True).play("probe 2213", "with 5", "resolve")
    assert where(match, "5") == "2213"
    assert offered(until(match, 2, "soviet movement"), "select 5")


@rule("oder", "5.3", "5.3f")
def test_units_that_moved_may_attack_afterwards():
    match = table("turn 2\nphase german movement first\nat 24=1913 50=2113", bare=True)
    move(match, "24", "2013").play("done")
    assert offered(match.play("attack 2113"), "with 24")


@rule("oder", "5.1", "5.3", "5.4a")
def test_a_position_in_the_support_phase_keeps_the_order_that_was_declared():
    text = "turn 2\nphase german support\nat 24=1713 5=2115\n"
    for more, order, phase in (
        ("order 2", "fight-move", "german combat"),
        ("order 1", "move-fight", "german movement"),
        ("", "move-fight", "german movement"),
    ):
        match = table(text + more, bare=True)
        assert (status(match)["phase"], status(match)["order"]) == ("german support", order)
        assert now(match.play("done")) == (2, phase)
    # Before the declaration there is none.
    match = table("turn 2\nphase german regroup\nat 24=1713 66=due 5=2115\ndue_turn 66=2", bare=True)
    assert (status(match)["phase"], status(match)["order"]) == ("german regroup", "")


@rule("oder", "5.3", "5.3g")
@pytest.mark.parametrize("order", ["move-fight", "fight-move"])
def test_a_side_may_do_nothing_in_both_phases(order):
    match = table(f"turn 2\nphase soviet declaration\n{FRONT}", bare=True)
    until(match, 3, "german declaration", order)
    assert [where(match, unit) for unit in ("41P", "1GT", "2GT")] == ["2113", "2214", "2214"]
    assert vp(match) == (0, 0)


# -- phases written by hand ------------------------------------------------------------------


@pytest.mark.parametrize(
    "words", ["german", "russian combat", "german combat second of", "soviet second", "german regroup second"]
)
@rule("oder", "5.1")
def test_a_phase_is_a_side_and_a_phase(words):
    wanted = f"line 3: unknown phase '{words}'; write a side and a phase, such as 'german movement'"
    with pytest.raises(PositionError, match=wanted):
        table(f"turn 2\nphase {words}\n{QUIET}", bare=True)


@rule("oder", "5.1")
def test_a_phase_that_a_turn_does_not_have_is_refused_with_those_it_has():
    known = "check, combat, declaration, movement, regroup, retrieval, support"
    with pytest.raises(PositionError, match=f"line 3: unknown phase 'german supper'; choose from: {known}"):
        table(f"turn 2\nphase german supper\n{QUIET}", bare=True)
    with pytest.raises(PositionError, match="line 3: unknown place 'third' of a phase; choose from: first, second"):
        table(f"turn 2\nphase german combat third\n{QUIET}", bare=True)


@pytest.mark.parametrize(
    ("words", "phase", "others"),
    [
        ("combat", "combat", True),
        ("combat first", "combat", True),
        ("movement second", "movement", False),
        ("movement", "movement", True),
        ("movement first", "movement", True),
        ("combat second", "combat", False),
    ],
)
@rule("oder", "5.1")
def test_the_place_of_a_main_phase_says_what_follows_it(words, phase, others):
    """After the first main phase comes the other one, after the second no main phase of the side."""
    match = table(f"turn 2\nphase german {words}\n{QUIET}", bare=True)
    assert now(match) == (2, f"german {phase}")
    match.play("done")
    other = {"combat": "german movement", "movement": "german combat"}[phase]
    assert (now(match) == (2, other)) == others
