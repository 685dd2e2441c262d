"""Plain attacks on one hex at a time, without probes and momentum attacks, on a toy with a die for each attack."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import pytest

import grognard
from grognard.engine.contents import Scenario
from grognard.engine.game import Result
from grognard.engine.limits import Choice, Limit, Only
from grognard.engine.match import Match
from grognard.engine.reading import Reading
from grognard.engine.state import field
from grognard.engine.step import Die, Procedure, Prompt
from grognard.engine.verbs import shared
from grognard.mechanics import advance, attacks
from grognard.mechanics.attacks import AttackGame, Attacks, AttackState
from grognard.mechanics.phasing import own_units
from grognard.mechanics.stacks import put, units_in, units_on
from tests.engine.helpers import offers, refused
from tests.engine.toys import DATA, clear_board, counter, library_of

#: Blue at 0202: a, b and w, which has no strength; c at 0304. Red: x at 0201, y at 0303.
COUNTERS = (
    *(counter(name, "blue", attack=attack) for name, attack in (("a", 2), ("b", 1), ("c", 3), ("w", 0))),
    counter("x", "red", attack=1),
    counter("y", "red", attack=1),
)
HEXES = ("0202", "0202", "0304", "0202", "0201", "0303")
GONE, ROOM = -1, 2


class FrayState(AttackState):
    at: list[int] = field("places", [GONE] * len(COUNTERS))
    moved: int = field("units")
    hand: list[int] = field("unit-list")
    fought: int = field("units")
    struck: int = field("units")
    target: int = field("hex")
    attackers: int = field("units")
    advanced: int = field("units")
    #: how many attacks have begun, and ended
    begun: int = field("number")
    ended: int = field("number")


class Day(Procedure):
    """One Combat Phase."""

    name = "day"

    def run(self, s: Any) -> None:
        if s.turn > 1:
            s.over = True
            return
        s.turn += 1
        attacks.begin_combat_phase(s)
        self.push(s, Combat)


class Combat(attacks.Combat[Any, Any]):
    choices = (
        Choice(
            "attack",
            Limit("13.1", lambda c, hexes: hexes & c.enemies, "there is no enemy in {it}"),
            Limit("13.2", attacks.untouched, "{it} has been attacked in this phase"),
            Limit("13.1", lambda c, hexes: hexes & c.attackable, "no unit that may attack is next to {it}"),
        ),
        Choice("done"),
    )


class Declare(attacks.Declare[Any, Any]):
    choices = (
        Choice(
            "with",
            Limit("13.1", own_units, "{it} is an enemy unit"),
            Limit("13.2", lambda c, units: units & ~c.attackers, "{it} already takes part"),
            Limit("13.2", attacks.unspent, "{it} has attacked in this phase"),
            Limit("13.1", attacks.adjacent, "{it} is not next to {c.there}"),
        ),
        Choice("resolve", Only("13.1", lambda c: c.game.attacks.armed(c.s, c.attackers), "no unit has a strength")),
    )


class Roll(Die):
    """On 4 or more the defenders are gone."""

    name = "shot"

    def prompt(self, s: Any) -> Prompt:
        return Prompt("Roll the die.", "13.7")

    def do_roll(self, s: Any, roll: int) -> None:
        self.pop(s)
        if roll >= 4:
            for unit in (4, 5):
                if s.at[unit] == s.target:
                    put(s.at, s.occupied, 1, unit, GONE)
        self.push(s, advance.Advances)


class ChooseAdvance(advance.ChooseAdvance[Any, Any]):
    choices = (
        Choice(
            "advance",
            Only("13.8", advance.vacated, "the enemy is still in {c.there}"),
            Limit("13.8", lambda c, units: units & c.attackers & ~c.s.advanced, "{it} did not attack, or has advanced"),
            Limit("5.1", advance.with_room, "{c.there} has no room for {it}"),
        ),
        Choice("advance-all", Only("5.1", advance.all_with_room, "{c.there} has no room for all of them")),
        Choice("pass"),
    )


class FrayAttacks(Attacks[Any, Any]):
    rules = attacks.Rules(attack="13.1", gather="13.2", advance="13.8")

    def near(self, hexes: int) -> int:
        return int(self.game.board.grid.neighbours(hexes))

    def able(self, s: Any) -> int:
        return int(self.game.units_of[s.phasing])

    def armed(self, s: Any, units: int) -> int:
        return units & 0b110111

    def has_room(self, s: Any, h: int, unit: int) -> bool:
        return units_in(s.at, h).bit_count() < ROOM

    def have_room(self, s: Any, h: int, units: int) -> bool:
        return units_in(s.at, h).bit_count() + units.bit_count() <= ROOM

    def enter(self, s: Any, unit: int, h: int) -> None:
        put(s.at, s.occupied, 0, unit, h)

    def on_begin(self, s: Any) -> None:
        s.begun += 1

    def resolve(self, s: Any) -> None:
        s.agenda.append((self.game.codes[Roll],))

    def on_combat_over(self, s: Any) -> None:
        s.ended += 1


class Fray(AttackGame[FrayState]):
    id = "fray"
    title = "Fray"
    sides = ("blue", "red")
    side_names = {"blue": "Blue", "red": "Red"}
    boxes = ("gone",)
    state_type = FrayState
    reading_type = Reading
    verbs = {**shared("attack with resolve advance pass done roll"), **advance.ALL}
    step_types = (Day, Combat, Declare, Roll, advance.Advances, ChooseAdvance, attacks.AfterCombat)

    def __init__(self) -> None:
        scenarios = {"open": Scenario("open", "Open", "", 1, "")}
        super().__init__(clear_board((1, 5), (1, 5)), COUNTERS, scenarios, None)
        self.data_digest = DATA
        self.attacks = FrayAttacks(self)
        self.make_steps()

    def opening_state(self, scenario: Scenario) -> FrayState:
        state = FrayState()
        state.at = [self.board.grid.parse(label) for label in HEXES]
        state.occupied = self.occupied(state.at)
        state.agenda = [(self.codes[Day],)]
        return state

    def start(self, scenario: Scenario, options: Mapping[str, Any]) -> FrayState:
        return self.opening_state(scenario)

    def refresh(self, state: Any) -> None:
        state.occupied = self.occupied(state.at)

    def result(self, state: Any) -> Result:
        return Result("", "", (), {})


FRAY = Fray()


@pytest.fixture
def match() -> Iterator[Match]:
    with library_of(FRAY):
        yield grognard.new("fray", dice=[6, 6, 1, 6])


def play(match: Match, *actions: str) -> None:
    for action in actions:
        match.play(action)


def place(match: Match, unit: str) -> str:
    h = match.state.at[FRAY.unit_ids[unit]]
    return FRAY.board.grid.label(h) if h >= 0 else "gone"


def test_an_attack_is_announced_gathered_and_resolved(match):
    assert offers(match, "attack") == {"0201", "0303"}
    assert match.why_not("attack 0101").why == "there is no enemy in 0101"
    match.play("attack 0303")
    assert match.prompt.text == "Attack on 0303: choose a unit that takes part."
    assert offers(match, "with") == {"a", "b", "c", "w"}
    match.play("with w")
    assert match.why_not("resolve").why == "no unit has a strength"
    play(match, "with c")
    assert match.prompt.text == "Attack on 0303: add units, or roll the die."
    match.play("resolve")
    assert place(match, "y") == "gone"
    assert match.state.begun == 1
    assert match.prompt.text == "Choose a unit to advance into 0303, or pass."


def test_a_unit_attacks_once_and_a_hex_is_attacked_once(match):
    play(match, "attack 0303", "with a", "resolve", "pass")
    assert (match.state.target, match.state.attackers, match.state.ended) == (-1, 0, 1)
    match.play("attack 0201")
    assert offers(match, "with") == {"b", "w"}
    assert match.why_not("with a").why == "a has attacked in this phase"
    assert match.why_not("with c").why == "c is not next to 0201"


def test_a_hex_with_attacked_units_is_not_attacked_again():
    with library_of(FRAY):
        match = grognard.new("fray", dice=[1])
        play(match, "attack 0303", "with a", "resolve")
        assert offers(match, "attack") == {"0201"}
        assert match.why_not("attack 0303").why == "0303 has been attacked in this phase"


def test_attackers_advance_one_by_one_while_there_is_room(match):
    play(match, "attack 0303", "with a", "with b", "with c", "resolve", "advance c")
    assert place(match, "c") == "0303"
    assert offers(match, "advance") == {"a", "b"}
    assert match.why_not("advance-all").why == "0303 has no room for all of them"
    match.play("advance a")
    assert not offers(match, "advance"), "the combat is over: no room is left"
    assert match.prompt.text == "Choose a hex to attack, or end the Combat Phase."
    assert place(match, "b") == "0202"


def test_all_attackers_advance_at_once_if_there_is_room_for_all(match):
    play(match, "attack 0303", "with a", "with c", "resolve", "advance-all")
    assert [place(match, u) for u in "acb"] == ["0303", "0303", "0202"]
    assert match.prompt.text == "Choose a hex to attack, or end the Combat Phase."
    assert match.state.advanced == 0, "the combat is over"


def test_the_last_attacker_is_followed_by_the_others_at_once(match):
    play(match, "attack 0303", "with a", "with c", "resolve", "advance a", "advance-all")
    assert [place(match, u) for u in "ac"] == ["0303", "0303"]


def test_nobody_advances_into_a_hex_that_the_enemy_still_holds():
    with library_of(FRAY):
        match = grognard.new("fray", dice=[1])
        play(match, "attack 0201", "with a", "resolve")
        assert match.prompt.text == "Choose a hex to attack, or end the Combat Phase."
        refused(match, "advance a")
        assert place(match, "a") == "0202"


def test_an_attack_with_known_units_is_not_gathered():
    state = FRAY.opening_state(FRAY.scenarios["open"])
    FRAY.run(state)
    y = FRAY.board.grid.parse("0303")
    attacks.attack_with(FRAY, state, y, 0b1010)
    assert FRAY.step(state).name == "shot"
    assert (state.target, state.attackers, state.fought, state.begun) == (y, 0b1010, 0b1010, 1)
    assert state.struck == units_on(state.at, 0b111111, 1 << y)
    FRAY.do(state, grognard.Action("roll", 1))
    assert FRAY.step(state).name == "combat"
    assert (state.ended, state.target, state.fought) == (1, -1, 0b1010)
