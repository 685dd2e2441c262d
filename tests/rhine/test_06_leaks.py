"""6.7: nothing that a side is shown reveals the units under the top units of the enemy."""

from __future__ import annotations

import random

import pytest

import grognard
from grognard.engine.actions import Actions
from grognard.engine.dice import KeyedDice
from tests.kit import announce, fight, in_hex, offered, offers, status, where
from tests.rhine.helpers_fog import EXCHANGE, PAIRS, TOPS, alike, answered_alike, both, stacks
from tests.rhine.helpers_supply import seen
from tests.rhine.table import fighting, moving, phase, table
from tests.rules import rule

PHASES = [
    f"{side} {name}"
    for side in ("allied", "german")
    for name in ("declaration", "reinforcement", "movement", "combat", "movement second", "combat second")
] + ["allied opening", "allied sector", "allied airborne", "german supply"]


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize("name", PHASES)
@pytest.mark.parametrize("side", ["allied", "german"])
def test_no_view_reveals_hidden_units(side: str, name: str) -> None:
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


@rule("rhine", "6.7", "6.7a")
@pytest.mark.parametrize(
    ("side", "actions"),
    [
        ("german", "select US1/also US4/also US4C/move 2112N/drop US4/stop/done/done/order fight-move"),
        ("allied", "select 9SS/also 12VG/also 105PB/move 2109N/drop 105PB/stop/done/done"),
    ],
)
def test_a_moving_stack_does_not_reveal_its_units(side: str, actions: str) -> None:
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
@pytest.mark.parametrize(
    ("side", "units", "actions"),
    [
        ("german", "US1=2011N US4=2011N US2A=2013N US9=2013N 9SS=1702N", "select US1/also US4/move 2112N/drop US4"),
        ("allied", "9SS=2010N 12VG=2010N 2Pz=2008N 183VG=2008N US1=2511N", "select 9SS/also 12VG/move 2109N/drop 12VG"),
    ],
)
def test_the_last_hidden_unit_that_is_left_behind_is_not_named(side: str, units: str, actions: str) -> None:
    mover = "allied" if side == "german" else "german"
    tops = "tops US1 US2A 9SS" if side == "german" else "tops 9SS 2Pz US1"
    one, other = moving(mover, units, tops), moving(mover, " ".join(map(exchanged, units.split())), tops)
    both(one, other, side, *actions.split("/"))


def exchanged(word: str) -> str:
    """A unit and its hex, with the hidden unit of the other stack in its place."""
    unit, label = word.split("=")
    return f"{EXCHANGE.get(unit, unit)}={label}"


@rule("rhine", "6.7", "6.7a", "6.7f")
def test_a_drop_that_is_prepared_tells_nothing() -> None:
    box = "AAA18=airborne US82AB=airborne US101AB=airborne"
    one, other = (phase("allied airborne", f"{units} {box}", TOPS) for units in PAIRS["allied"])
    both(one, other, "allied", "select AAA18", "with US82AB", "with US101AB", "land 2010N")


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
        match = fight(
            fighting("german" if side == "german" else "allied", units, text, dice=[4]),
            *(("2011N", "9SS") if side == "german" else ("2010N", "US1")),
        )
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
    units = f"{in_hex('2009S', 'BC1AB BC1PAB')} {in_hex('2012S', 'US5 US90')} 183VG=2003S"
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
    german = f"{in_hex('2010N', '1SS')} {in_hex('2012N', '12SS')} 2Pz=2008N"
    units = [
        f"{in_hex('2011N', f'US1 {a}')} {in_hex('2414N', f'US4 {b}')} {german} {box}"
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
        units = f"1SS=2010N 12SS=2010N US4C=2011N {in_hex('2012N', f'US1 {a}')} {in_hex('2414N', f'US2A {b}')}"
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
def test_the_secret_sector_is_hidden_before_the_first_turn() -> None:
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


@rule("rhine", "6.7", "6.7a")
def test_when_the_game_is_over_nothing_is_hidden_any_more() -> None:
    text = "turn 4\nphase german movement\nat 9SS=1517N US1=2010N US4=2010N"
    match = table(text, bare=True)
    assert "unseen" in match.view("german").facts["at"]
    match.play("select 9SS", "exit")
    assert match.over
    for side in ("german", "allied", ""):
        assert "unseen" not in match.view(side).facts["at"]
    assert match.state == match.resample("german", random.Random(1))
