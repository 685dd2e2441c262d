"""Chapter 17.7.5: the SHAEF Reaction."""

from __future__ import annotations

from grognard import Match
from tests.kit import offered, offers, refused
from tests.reich.helpers_map import at, region
from tests.reich.helpers_special import GAME, labels, place, units_in
from tests.reich.table import position
from tests.rules import rule

RULE = "17.7.5.B"
#: SHAEF with two divisions in Reims, and a German attack in the Eifel that cannot win at once.
SHAEF = "AL-SHAEF=3525 US-82AB=3525 US-101AB=3525 US-4=3910"
BATTLE = "G-1SS=4719 US-1=4718 US-2=4718 US-3A=4718"
TEXT = (
    "allied 3525 3910 4718 4723 4515 4225 4422 4418",
    "antwerp 1",
    "antwerp_held 1",
    "offensive 10",
    "points 0 0 0 4 8",
)


def after_combat(*more: str, at_: str = SHAEF, text: tuple[str, ...] = TEXT) -> Match:
    """After the first combat of the counteroffensive."""
    match = position("german offensive-combat", f"{at_} {BATTLE}", *text, *more, turn=10, dice=[1, 1, 1])
    match.play("attack 4718", "with G-1SS", "resolve")
    while GAME.step(match.state).name in ("lose", "air-defence", "choose-advance"):
        match.play("propose" if offered(match, "propose") else "pass")
    return match


def asked(match: Match) -> bool:
    return GAME.step(match.state).name == "shaef-reaction"


def targets(match: Match, unit: str = "US-82AB") -> set[str]:
    match.play(f"select {unit}")
    found = offers(match, "place")
    match.undo()
    return found


@rule("reich", "17.7.5", "17.7.5.A", "17.7.5.B", "17.7.5.Ba")
def test_the_allied_player_is_asked_after_a_combat() -> None:
    match = after_combat()
    assert asked(match)
    assert match.side == "allied"
    assert offers(match, "select") == {"US-82AB", "US-101AB"}


@rule("reich", "17.7.5a")
def test_it_is_open_in_the_counteroffensive_only() -> None:
    text = tuple(line for line in TEXT if not line.startswith("offensive"))
    match = position("german combat", f"{SHAEF} {BATTLE}", *text, turn=9, dice=[1, 1])
    match.play("attack 4718", "with G-1SS", "resolve")
    while GAME.step(match.state).name in ("lose", "air-defence", "choose-advance"):
        match.play("propose" if offered(match, "propose") else "pass")
    assert not asked(match)


@rule("reich", "17.7.5.Aa", "17.7.5.Ba")
def test_it_may_be_declined_and_is_asked_again_after_the_next_combat() -> None:
    match = position("german offensive-combat", f"{SHAEF} {BATTLE} G-2SS=4921 US-9=4821", *TEXT, turn=10, dice=[1] * 5)
    for target, unit in (("4718", "G-1SS"), ("4821", "G-2SS")):
        match.play(f"attack {target}", f"with {unit}", "resolve")
        while GAME.step(match.state).name in ("lose", "air-defence", "choose-advance"):
            match.play("propose" if offered(match, "propose") else "pass")
        assert asked(match)
        match.play("pass")
    assert not match.state.shaef_used


@rule("reich", "17.7.5.A", "17.7.5.Ba")
def test_the_allied_player_may_wait_for_the_last_combat() -> None:
    match = position("german offensive-combat", f"{SHAEF} {BATTLE} G-2SS=4921 US-9=4821", *TEXT, turn=10, dice=[1] * 5)
    for target, unit in (("4718", "G-1SS"), ("4821", "G-2SS")):
        match.play(f"attack {target}", f"with {unit}", "resolve")
        while GAME.step(match.state).name in ("lose", "air-defence", "choose-advance"):
            match.play("propose" if offered(match, "propose") else "pass")
        if offered(match, "wait"):
            match.play("wait")
    if offered(match, "done"):
        match.play("done")
    assert asked(match)
    assert match.side == "allied"
    refused(match, "wait", RULE)
    match.play("pass")
    assert GAME.phase_of(match.state) == "german breakthrough"


@rule("reich", "17.7.5.Bb")
def test_only_us_airborne_divisions_in_supply_with_shaef_move() -> None:
    match = after_combat(at_=f"{SHAEF} US-17AB=3525 US-30=3525 CW-6AB=3526")
    assert offers(match, "select") == {"US-82AB", "US-101AB", "US-17AB"}
    refused(match, "select CW-6AB", RULE)
    refused(match, "select US-30", RULE)
    match = after_combat("oos US-82AB", at_=f"{SHAEF} US-17AB=3525")
    assert offers(match, "select") == {"US-101AB", "US-17AB"}
    refused(match, "select US-82AB", RULE)
    assert not asked(after_combat(at_=SHAEF.replace("US-101AB=3525", "US-101AB=3526")))


@rule("reich", "17.7.5.Bc", "17.7.5.Bf")
def test_two_divisions_move_at_the_same_time_and_shaef_stays() -> None:
    match = after_combat().play("select US-82AB", "place 4225")
    refused(match, "pass", RULE)
    refused(match, "select US-82AB", RULE)
    match.play("select US-101AB", "place 4515")
    assert (place(match, "US-82AB"), place(match, "US-101AB")) == ("4225", "4515")
    assert place(match, "AL-SHAEF") == "3525"
    assert match.state.shaef_used
    assert not asked(match)


@rule("reich", "17.7.5.Bd")
def test_each_goes_to_an_allied_town_or_city_in_supply_of_its_own() -> None:
    match = after_combat()
    found = targets(match)
    assert found <= labels((GAME.ground.towns | GAME.ground.cities) & match.state.allied)
    match.play("select US-82AB")
    refused(match, "place 4418", RULE)  # clear, or no town
    refused(match, "place 5313", RULE)
    match.play("place 4225", "select US-101AB")
    refused(match, "place 4225", RULE)
    cut = [GAME.board.grid.label(h) for h in GAME.board.grid.neighbour_list(at("4225"))]
    units = "G-85 G-84 G-89 G-49 G-77 G-326".split()
    ring = [h for label in cut for h in GAME.board.grid.neighbour_list(at(label))]
    outer = sorted({GAME.board.grid.label(h) for h in ring} - {*cut, "4225"})
    more = " ".join(
        f"{u}={h}"
        for u, h in zip([*units, *(f"G-{n}" for n in "353 271 272 275 276 277".split())], outer, strict=False)
    )
    match = after_combat(at_=f"{SHAEF} {more}")
    assert "4225" not in targets(match)


@rule("reich", "17.7.5.Be")
def test_no_german_unit_is_adjacent_to_the_destination() -> None:
    assert "4225" in targets(after_combat())
    near = sorted(labels(GAME.board.grid.neighbours(1 << at("4225"))))
    match = after_combat(at_=f"{SHAEF} G-85={near[0]}").play("select US-82AB")
    assert "adjacent" in refused(match, "place 4225", RULE).why


@rule("reich", "17.7.5.Bg")
def test_stacking_limits_hold_at_the_destination() -> None:
    full = "US-30=4225 US-79=4225 US-90=4225"
    assert "4225" in targets(after_combat(at_=f"{SHAEF} {full}"))  # one airborne division is free
    match = after_combat(at_=f"{SHAEF} {full} US-17AB=4225").play("select US-82AB")
    refused(match, "place 4225", RULE)
    assert "3910" in targets(after_combat(at_=SHAEF.replace("US-4=3910", "CW-50=3910")))


@rule("reich", "17.7.5.Bh")
def test_without_a_combat_segment_there_is_no_reaction() -> None:
    text = (*TEXT[:-1], "points 0 0 0 0 4")
    match = position("german offensive-combat", f"{SHAEF} {BATTLE}", *text, "shaef_later 1", turn=10)
    assert not asked(match)


@rule("reich", "17.7.5.Bi")
def test_one_division_alone_is_not_enough_and_commands_do_not_bind() -> None:
    assert not asked(after_combat(at_=SHAEF.replace("US-101AB=3525", "US-101AB=4225")))
    match = after_combat("shaef_used 1")
    assert not asked(match)
    south = sorted(labels(region("6th Army Group area") & GAME.ground.towns))[:1]
    assert south
    text = (f"{TEXT[0]} {south[0]}", "antwerp 1", "antwerp_held 1", "offensive 10", "points 0 0 0 4 8")
    match = after_combat(text=text)
    assert south[0] in targets(match)
    assert not units_in(match, south[0])
