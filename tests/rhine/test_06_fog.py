"""6.7 and 6.8: only the top unit of an enemy stack is seen. Nothing else may tell what lies beneath it."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard import Match, Refusal
from grognard.engine.actions import Actions
from grognard.engine.dice import KeyedDice
from grognard.table.chronicle import log_of
from tests.rhine.helpers_supply import GRID, announce, at, drop, fight, fighting, height, move, moving, phase, seen
from tests.rhine.table import offered, offers, refused, status, where
from tests.rules import rule

#: Three Allied units in 2011N and three in 2013N, a German stack of three in 2010N and one in 2008N.
ALLIED_TOPS, GERMAN_TOPS = "US1 US2A", "9SS 2Pz"
TOPS = f"tops {ALLIED_TOPS} {GERMAN_TOPS}"


def stacks(*, allied: str = "US4 US4C / US9 US102C", german: str = "12VG 105PB / 183VG 106PB") -> str:
    """The units of the four stacks; beneath the tops lie those of the two lists."""
    a, b = allied.split("/")
    c, d = german.split("/")
    return (
        f"{at(f'US1 {a}', '2011N')} {at(f'US2A {b}', '2013N')} {at(f'9SS {c}', '2010N')} {at(f'2Pz {d}', '2008N')}"
    )


#: For each side two positions that differ only in what it may not see.
PAIRS = {
    "german": (stacks(), stacks(allied="US9 US102C / US4 US4C")),
    "allied": (stacks(), stacks(german="183VG 106PB / 12VG 105PB")),
}
HIDDEN = {"german": "US4 US4C US9 US102C".split(), "allied": "12VG 105PB 183VG 106PB".split()}
PHASES = [
    f"{side} {name}"
    for side in ("allied", "german")
    for name in ("declaration", "reinforcement", "movement", "combat", "movement second", "combat second")
] + ["allied opening", "allied sector", "allied airborne", "german supply"]


def alike(one: Match, other: Match, side: str) -> None:
    """A side, and a spectator, cannot tell two matches apart."""
    for viewer in (side, ""):
        assert one.view(viewer) == other.view(viewer)
        game = one.game
        a, b = (game.redact(match.state, viewer) for match in (one, other))
        for label in ("2010N", "2011N", "2012N", "2013N", "2008N"):
            assert game.inspect(a, GRID.parse(label)) == game.inspect(b, GRID.parse(label))
            assert height(one, viewer, label) == height(other, viewer, label)
        assert game.overlays(a) == game.overlays(b)
        assert game.marks(a) == game.marks(b)
        assert game.reach(a) == game.reach(b)
        assert log_of(one, viewer) == log_of(other, viewer)


def answer(match: Match, action: str) -> tuple[str, str]:
    found = match.why_not(action)
    return (found.rule, found.why) if isinstance(found, Refusal) else ("", "legal")


def answered_alike(one: Match, other: Match, side: str) -> None:
    """Whatever this side tries, both matches answer the same."""
    assert one.side == other.side == side
    hexes = ["2011N", "2012N", "2013N", "2010N", "2009N", "2008N", "2110N", "1910N"]
    units = [*HIDDEN[side], "US1", "US2A", "9SS", "2Pz"]
    verbs = ("attack", "probe", "move", "to", "place", "supply", "land")
    actions = [f"{verb} {label}" for verb in verbs for label in hexes]
    actions += [
        f"{verb} {unit}"
        for verb in ("select", "also", "drop", "with", "top", "lose", "retreat", "advance", "remove", "replace", "lift")
        for unit in units
    ]
    actions += ["done", "resolve", "bombers", "pass", "yield", "stop", "exit", "order move-fight", "full south"]
    assert [answer(one, action) for action in actions] == [answer(other, action) for action in actions]


# -- what is seen ----------------------------------------------------------------------------


@rule("rhine", "6.7", "6.7a", "6.7d")
@pytest.mark.parametrize("name", ["allied movement", "allied combat", "german movement", "german combat"])
def test_only_the_top_unit_of_an_enemy_stack_is_seen(name: str) -> None:
    match = phase(name, stacks(), TOPS)
    for side in ("allied", "german"):
        told = seen(match, side)
        for unit in HIDDEN[side]:
            assert told[unit] == "unseen"
            assert unit not in status(match, side)["supply"]
            assert unit not in status(match, side)["steps"]
            assert seen(match, "")[unit] == "unseen"
        for unit in (*ALLIED_TOPS.split(), *GERMAN_TOPS.split()):
            assert told[unit] == where(match, unit)
    for side, other in (("allied", "german"), ("german", "allied")):
        for unit in HIDDEN[other]:
            assert seen(match, side)[unit] == where(match, unit)
            assert unit in status(match, side)["supply"]


@rule("rhine", "6.7", "6.7a")
def test_a_unit_alone_in_its_hex_is_seen() -> None:
    match = moving("german", "US1=2011N 9SS=2008N")
    assert (seen(match, "german")["US1"], seen(match, "allied")["9SS"], seen(match, "")["US1"]) == (
        "2011N",
        "2008N",
        "2011N",
    )


@rule("rhine", "6.7", "6.7e")
def test_the_height_of_a_stack_is_seen() -> None:
    match = moving("german", f"{stacks()} US28=2013N 7FJ=2005N", TOPS)
    for side in ("allied", "german", ""):
        found = [height(match, side, label) for label in ("2011N", "2013N", "2010N", "2005N", "2006N")]
        assert found == [3, 4, 3, 1, 0]


# -- what is shown when an attack begins -----------------------------------------------------


@rule("rhine", "6.7", "6.7b", "6.7c")
@pytest.mark.parametrize(
    ("side", "target", "attackers"), [("allied", "2010N", "US1 US4"), ("german", "2011N", "9SS 12VG")]
)
def test_a_stack_is_shown_when_the_attack_on_it_begins_and_then_there_is_no_way_back(
    side: str, target: str, attackers: str
) -> None:
    match = announce(fighting(side, stacks(), TOPS), target, *attackers.split())
    mine = HIDDEN["allied" if side == "german" else "german"]
    there = [unit for unit in HIDDEN[side] if where(match, unit) == target]
    away = [unit for unit in HIDDEN[side] if where(match, unit) != target]
    assert len(there) == len(away) == 2
    assert all(seen(match, side)[unit] == "unseen" for unit in there)
    assert match.preview is not None
    assert (match.preview.column, dict(match.preview.chances), match.preview.by_roll) == ("unseen", {}, ())
    assert match.may_undo(side)
    match.play("resolve")
    assert match.side == "dice"
    assert all(seen(match, side)[unit] == target for unit in there)
    assert all(seen(match, side)[unit] == "unseen" for unit in away)
    assert not match.may_undo(side)
    with pytest.raises(Refusal):
        match.undo()
    # The defender sees who attacks him, and no more than that.
    other = "allied" if side == "german" else "german"
    shown = [unit for unit in mine if seen(match, other)[unit] != "unseen"]
    assert shown == [unit for unit in mine if unit in attackers.split()]


@rule("rhine", "6.7", "6.7b")
def test_what_an_attack_showed_is_seen_until_the_phase_ends() -> None:
    match = fight(fighting("allied", stacks(), TOPS, dice=[4]), "2010N", "US1", "US4")  # 11 to 10 is 1:1: AS
    assert match.side == "allied"
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N"] * 3
    assert (seen(match, "german")["US4"], seen(match, "german")["US4C"]) == ("2011N", "unseen")
    match.play("done")
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N", "unseen", "unseen"]
    assert seen(match, "german")["US4"] == "unseen"


@rule("rhine", "6.7", "6.7f")
def test_a_drop_shows_the_stack_when_its_battle_begins() -> None:
    units = f"AAA18=airborne US82AB=airborne US101AB=airborne {at('9SS 12VG 105PB', '2010N')}"
    match = drop(phase("allied airborne", units, "tops 9SS"), "AAA18", "US82AB US101AB", "2010N")
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N", "unseen", "unseen"]
    assert match.may_undo("allied")
    match.play("done")
    assert match.side == "dice"
    assert [seen(match, "allied")[unit] for unit in ("9SS", "12VG", "105PB")] == ["2010N"] * 3
    assert not match.may_undo("allied")
    with pytest.raises(Refusal):
        match.undo()


# -- leaks -----------------------------------------------------------------------------------


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_view_tells_what_lies_beneath(side: str, name: str) -> None:
    one, other = (phase(name, units, TOPS) for units in PAIRS[side])
    alike(one, other, side)
    if one.side == side:
        answered_alike(one, other, side)


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_view_tells_how_strong_it_is(side: str, name: str) -> None:
    weak = {"german": "steps US4=1", "allied": "steps 12VG=1"}[side]
    one, other = phase(name, stacks(), TOPS), phase(name, stacks(), TOPS, weak)
    alike(one, other, side)
    if one.side == side:
        answered_alike(one, other, side)


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize(("side", "target", "unit"), [("german", "2011N", "9SS"), ("allied", "2010N", "US1")])
def test_an_attack_that_is_announced_tells_nothing(side: str, target: str, unit: str) -> None:
    one, other = (fighting(side, units, TOPS) for units in PAIRS[side])
    for action in (f"attack {target}", f"with {unit}"):
        one.play(action)
        other.play(action)
        alike(one, other, side)
        answered_alike(one, other, side)
    if side == "allied":
        one.play("bombers")
        other.play("bombers")
        alike(one, other, side)


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize(
    ("side", "target", "names"), [("german", "2010N", ("US4", "US9")), ("allied", "2011N", ("12VG", "183VG"))]
)
def test_the_defender_does_not_learn_who_will_attack_before_it_begins(
    side: str, target: str, names: tuple[str, str]
) -> None:
    attacker = "allied" if side == "german" else "german"
    one, other = (fighting(attacker, units, TOPS) for units in PAIRS[side])
    announce(one, target, names[0])
    announce(other, target, names[1])
    alike(one, other, side)
    one.play("resolve")
    assert seen(one, side)[names[0]] == where(one, names[0])


def both(one: Match, other: Match, side: str, *actions: str) -> None:
    """Play the same in two matches, but in the second with the hidden units exchanged; a side sees no difference."""
    swap = {"US4": "US9", "US4C": "US102C", "12VG": "183VG", "105PB": "106PB"}
    for action in actions:
        one.play(action)
        other.play(" ".join(swap.get(word, word) for word in action.split()))
        alike(one, other, side)


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize(
    ("side", "actions"),
    [
        ("german", "select US1/also US4/also US4C/move 2112N/drop US4/stop/done/done/order fight-move"),
        ("allied", "select 9SS/also 12VG/also 105PB/move 2109N/drop 105PB/stop/done/done"),
    ],
)
def test_a_stack_on_the_move_tells_nothing_of_what_lies_in_it(side: str, actions: str) -> None:
    mover = "allied" if side == "german" else "german"
    far = {"german": "9SS=2010N 12VG=2010N 105PB=2010N", "allied": "US1=2011N US4=2011N US4C=2011N"}[side]
    near_by = {"german": "9SS=1702N", "allied": "US1=2511N"}[side]
    one, other = (moving(mover, thinned(units, far, near_by), TOPS) for units in PAIRS[side])
    both(one, other, side, *actions.split("/"))


def thinned(units: str, far: str, near_by: str) -> str:
    """The units without some of the other side's, and one of them elsewhere, so that a stack can move freely."""
    words = [word for word in units.split() if word not in far.split()]
    return " ".join([*words, near_by])


@rule("rhine", "6.7", "6.7a")
def test_a_replacement_for_a_hidden_unit_does_not_name_it() -> None:
    one, other = (phase("allied reinforcement", stacks(), TOPS, "steps US4=1 US9=1") for _ in range(2))
    both(one, other, "german", "replace US4")


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_a_battle_elsewhere_tells_nothing_about_the_other_stacks(side: str) -> None:
    # 2013N and 2008N are not in the battle for 2010N and 2011N; their hidden units have changed places with those of
    # a stack far away.
    own, far = {"german": ("US2A", "2013N"), "allied": ("2Pz", "2008N")}[side]
    names = {"german": ("US28", "US30"), "allied": ("246VG", "363VG")}[side]
    found = []
    for a, b in (names, names[::-1]):
        third = f"{'US3A' if own == 'US2A' else 'Lehr'}=2714N"
        units = f"US1=2011N 9SS=2010N {own}={far} {a}={far} {third} {b}=2714N"
        text = f"tops US1 9SS {own} {third.split('=')[0]}"
        match = fight(fighting("german" if side == "german" else "allied", units, text, dice=[4]), *(
            ("2011N", "9SS") if side == "german" else ("2010N", "US1")
        ))
        found.append(match)
    one, other = found
    alike(one, other, side)
    one.play("done")
    other.play("done")
    alike(one, other, side)


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize("seed", range(3))
def test_no_offer_in_a_played_game_depends_on_what_is_hidden(seed: int) -> None:
    rng = random.Random(seed)
    match = grognard.new("rhine", scenario="campaign", dice=KeyedDice(str(seed)))
    likely = {"done": 0.1, "top": 0.2, "move": 4, "select": 3, "attack": 4, "with": 3, "resolve": 3, "stop": 0.5}
    for step in range(160):
        if match.over:
            break
        texts = sorted(match.actions.texts())
        if match.side in match.game.sides:
            known = match.game.redact(match.state, match.side)
            assert sorted(Actions(match.game, known).texts()) == texts
            if step % 4 == 0:
                guess = match.resample(match.side, random.Random(step))
                assert sorted(Actions(match.game, guess).texts()) == texts
        verbs = sorted({text.split()[0] for text in texts})
        verb = "propose" if "propose" in verbs else rng.choices(verbs, [likely.get(v, 1) for v in verbs])[0]
        match.play(rng.choice([text for text in texts if text.split()[0] == verb]))


@rule("rhine", "6.7", "6.7a")
def test_a_state_can_be_guessed_with_british_paratroops_in_the_south() -> None:
    # They came with the 1st Corps, and stay there until they have moved out (9.5).
    units = f"{at('BC1AB BC1PAB', '2009S')} {at('US5 US90', '2012S')} 183VG=2003S"
    match = moving("german", units, "tops BC1AB US5", "southern BC1AB BC1PAB", "sector 2")
    known = match.view("german").facts["at"]
    for seed in range(4):
        guess = match.game.redact(match.resample("german", random.Random(seed)), "german")
        assert guess.at == match.game.redact(match.state, "german").at
    assert match.view("german").facts["at"] == known


@rule("rhine", "6.7", "6.7a")
def test_a_corps_beneath_another_unit_does_not_betray_itself_by_the_odds() -> None:
    # An attack from opposite hexes gains a column, but not against a corps (11.19).
    box = "US82AB=airborne US101AB=airborne"
    german = f"{at('1SS', '2010N')} {at('12SS', '2012N')} 2Pz=2008N"
    units = [
        f"{at(f'US1 {a}', '2011N')} {at(f'US4 {b}', '2414N')} {german} {box}"
        for a, b in (("AAA18", "US9"), ("US9", "AAA18"))
    ]
    one, other = (fighting("german", text, "tops US1 US4", "made18 US82AB US101AB") for text in units)
    for action in ("attack 2011N", "with 1SS", "with 12SS"):
        one.play(action)
        other.play(action)
        alike(one, other, "german")
    one.play("resolve")
    assert seen(one, "german")["AAA18"] == "2011N"


@rule("rhine", "6.7", "6.7a")
def test_a_momentum_attack_that_is_announced_tells_nothing() -> None:
    pairs = [("US4", "US9"), ("US9", "US4")]
    found = []
    for a, b in pairs:
        units = f"1SS=2010N 12SS=2010N US4C=2011N {at(f'US1 {a}', '2012N')} {at(f'US2A {b}', '2414N')}"
        match = fight(fighting("german", units, "tops US1 US2A"), "2011N", "1SS", "12SS")  # 14 to 2: DE
        match.play("advance 1SS", "advance 12SS")
        found.append(match)
    one, other = found
    for action in ("attack 2012N", "with 1SS", "with 12SS"):
        alike(one, other, "german")
        one.play(action)
        other.play(action)
    alike(one, other, "german")
    assert one.preview is not None
    assert one.preview.column == "unseen"


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize("side", ["allied", "german"])
def test_another_state_that_fits_what_a_side_knows_looks_the_same(side: str) -> None:
    match = fighting(side, stacks(), TOPS)
    fields = [f.name for f in match.game.state_type.fields]
    known = match.game.redact(match.state, side)
    for seed in range(8):
        other = match.game.redact(match.resample(side, random.Random(seed)), side)
        assert all(getattr(other, name) == getattr(known, name) for name in fields)


@rule("rhine", "6.7", "8.16r")
def test_the_sector_chosen_in_secret_is_told_to_nobody_before_the_first_turn() -> None:
    found = []
    for sector in ("north", "south"):
        match = grognard.new("rhine", scenario="campaign", dice=[])
        while not offers(match, "full"):
            match.play("propose" if offered(match, "propose") else "done")
        found.append(match.play(f"full {sector}"))
    one, other = found
    assert one.side == other.side == "german"
    alike(one, other, "german")
    assert status(one, "german")["sector"] == "unknown"
    one.play("propose")
    other.play("propose")
    alike(one, other, "german")
    assert (status(one)["sector"], status(other)["sector"]) == ("north", "south")


# -- the order of a stack --------------------------------------------------------------------


@rule("rhine", "6.8", "6.8b")
@pytest.mark.parametrize("name", ["movement", "combat"])
@pytest.mark.parametrize(("side", "unit", "top"), [("allied", "US4", "US1"), ("german", "12VG", "9SS")])
def test_the_owner_puts_on_top_whom_he_likes(name: str, side: str, unit: str, top: str) -> None:
    other = "german" if side == "allied" else "allied"
    match = phase(f"{side} {name}", stacks(), TOPS).play(f"top {unit}")
    assert seen(match, other)[unit] == seen(match, "")[unit] == where(match, unit)
    assert seen(match, other)[top] == seen(match, "")[top] == "unseen"


@rule("rhine", "6.8", "6.8b")
@pytest.mark.parametrize("name", ["movement", "combat"])
@pytest.mark.parametrize(("side", "unit", "top"), [("allied", "US4", "US1"), ("german", "12VG", "9SS")])
def test_the_owner_may_change_his_mind(name: str, side: str, unit: str, top: str) -> None:
    other = "german" if side == "allied" else "allied"
    match = phase(f"{side} {name}", stacks(), TOPS).play(f"top {unit}", f"top {top}")
    assert (seen(match, other)[unit], seen(match, other)[top]) == ("unseen", where(match, top))


@rule("rhine", "6.8", "6.8b")
def test_nobody_turns_over_the_stacks_of_the_other() -> None:
    refused(phase("german movement", stacks(), TOPS), "top US4")
    refused(phase("allied combat", stacks(), TOPS), "top 12VG")
    refused(phase("allied combat", f"{stacks()} US28=2414N", TOPS), "top 2Pz")


@rule("rhine", "6.8", "6.8b")
def test_who_moves_into_a_hex_or_is_taken_in_hand_lies_on_top() -> None:
    match = move(moving("allied", f"{stacks()} US28=2414N", TOPS), "US28", "2013N")
    assert (seen(match, "german")["US28"], seen(match, "german")["US2A"]) == ("2013N", "unseen")
    match = moving("allied", stacks(), TOPS).play("select US9")
    assert (seen(match, "german")["US9"], seen(match, "german")["US2A"]) == ("2013N", "unseen")
    match.play("move 2113N")
    assert seen(match, "german")["US9"] == "2113N"


@rule("rhine", "6.8", "6.8b")
def test_who_retreats_into_a_hex_lies_on_top() -> None:
    units = f"{at('US2A US3A', '2011N')} 183VG=2010N {at('9SS 10SS', '2009N')} US4C=1810N US102C=2210N"
    match = fight(fighting("allied", units, "tops 9SS", dice=[1]), "2010N", "US2A", "US3A")  # 18 to 3 is 6:1: DR
    match.play("to 2009N")
    told = seen(match, "allied")
    assert (told["183VG"], told["9SS"], told["10SS"]) == ("2009N", "unseen", "unseen")
