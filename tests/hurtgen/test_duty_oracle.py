"""Mandatory combat against a slow, obvious judge (7.11, 7.12, 7.21, 7.23, rulings 7.11 and 7.12).

The judge tries every way to divide the units in contact into combats. On random tangles of units the
attacks the program lets a player declare must be exactly those after which some division of the rest
is left: none too few, none too many. Artillery that stands back may fire at anybody, alone or with
others, but the division of the rest must do without it: it may have fired, it is no promise to fire.
"""

from __future__ import annotations

import random
import re
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import combinations
from typing import Any

import pytest

from grognard import Action, Match
from grognard.engine.game import Game
from grognard.hexes import bits
from tests.generic.play import choose, journey
from tests.hurtgen.table import game, table
from tests.rules import rule

US = ["1/8", "2/8", "3/8", "1/22", "2/22"]
GERMAN = ["1/983", "2/983", "1/984", "2/984"]
NEAR_GUNS = ["45", "20"]
FAR_GUNS = {"44": "0404", "56": "0505"}

#: Targets, units that attack from next door, and whether artillery barrages.
Combat = tuple[frozenset[str], frozenset[str], bool]


def subsets(items: frozenset[str]) -> list[frozenset[str]]:
    ordered = sorted(items)
    return [frozenset(c) for n in range(1, len(ordered) + 1) for c in combinations(ordered, n)]


def judge(touch: frozenset[tuple[str, str]]):
    """Whether these attackers and defenders can all be put into combats, by trying everything."""

    @cache
    def possible(attackers: frozenset[str], defenders: frozenset[str]) -> bool:
        if not attackers and not defenders:
            return True
        if not attackers or not defenders:
            return False
        first = min(attackers)
        for targets in subsets(defenders):
            if any((first, t) not in touch for t in targets):
                continue
            helpers = frozenset(a for a in attackers if a != first and all((a, t) in touch for t in targets))
            for extra in [frozenset[str](), *subsets(helpers)]:
                if possible(attackers - {first} - extra, defenders - targets):
                    return True
        return False

    return possible


def tangle(seed: int, *, artillery: bool = False) -> str:
    """A knot of units in a small patch of the map, and artillery in it and behind it if it is wanted."""
    rng = random.Random(seed)
    patch = [f"{c:02d}{r:02d}" for c in range(10, 14) for r in range(10, 13)]
    rng.shuffle(patch)
    units = US[: rng.randint(1, 5)] + GERMAN[: rng.randint(1, 4)]
    behind: list[tuple[str, str]] = []
    if artillery:
        units += NEAR_GUNS[: rng.randint(0, 2)]
        behind = list(FAR_GUNS.items())[: rng.randint(0, 2)]
    places = " ".join(f"{unit}={h}" for unit, h in [*zip(units, patch, strict=False), *behind])
    return f"turn 2\nphase us combat\nsupport 0\nat {places}"


class Ledger:
    """Who is next to whom, who has attacked and been attacked, kept from what is seen on the map alone."""

    def __init__(self, match: Match) -> None:
        self.match = match
        self.fought: frozenset[str] = frozenset()
        self.struck: frozenset[str] = frozenset()
        touch = self.touch
        self.attackers, self.defenders = frozenset(a for a, _ in touch), frozenset(d for _, d in touch)

    def ids(self, units: int) -> frozenset[str]:
        return frozenset(self.match.game.counters[u].id for u in bits(units))

    @property
    def touch(self) -> frozenset[tuple[str, str]]:
        beside, game_, at = self.match.game.board.grid.adjacent, self.match.game, self.match.state.at
        us, german = ([u for u in bits(game_.units_of[side]) if at[u] >= 0] for side in (0, 1))
        ids = [c.id for c in game_.counters]
        return frozenset((ids[a], ids[d]) for a in us for d in german if beside(at[a], at[d]))

    @property
    def free_guns(self) -> frozenset[str]:
        """Artillery that may barrage; every gun here reaches every hex of the patch."""
        state = self.match.state
        near = frozenset(a for a, _ in self.touch)
        placed = self.ids(sum(1 << u for u, h in enumerate(state.at) if h >= 0))
        return (placed & {*NEAR_GUNS, *FAR_GUNS}) - near - self.fought - self.ids(state.displaced)

    @property
    def fair_game(self) -> frozenset[str]:
        """Enemies on the map that have neither been attacked nor advanced."""
        state = self.match.state
        placed = self.ids(sum(1 << u for u, h in enumerate(state.at) if h >= 0))
        return (placed & {*GERMAN}) - self.struck - self.ids(state.advanced)

    def note(self, state: Any) -> None:
        """An attack is being resolved."""
        self.fought |= self.ids(state.attackers | state.barrage)
        self.struck |= self.ids(state.targets)
        self.attackers -= self.fought
        self.defenders -= self.struck

    def expected(self) -> set[Combat]:
        """Every next combat that leaves the rest possible without any barrage."""
        touch, possible = self.touch, judge(self.touch)
        fires = [False, True] if self.free_guns else [False]
        found = {
            (targets, units, fire)
            for targets in subsets(self.defenders)
            for units in subsets(self.attackers)
            if all((a, t) in touch for a in units for t in targets)
            and possible(self.attackers - units, self.defenders - targets)
            for fire in fires
        }
        if self.free_guns:
            alone = [frozenset([d]) for d in self.fair_game if possible(self.attackers, self.defenders - {d})]
            found |= {(targets, frozenset(), True) for targets in alone}
        return found


def declarations(match: Match) -> Iterator[Any]:
    """Every state on the way from here to a resolved attack, with at most one barrage in it."""
    game_, seen = match.game, set()
    stack = [match.state.copy()]
    while stack:
        state = stack.pop()
        key = (len(state.agenda), state.targets, state.attackers, state.barrage)
        if key in seen:
            continue
        seen.add(key)
        yield state
        offer = game_.offer(state)
        for verb in ("attack", "also", "with") if state.barrage else ("attack", "also", "with", "barrage"):
            for arg in bits(offer.get(verb, 0)):
                after = state.copy()
                game_.do(after, (verb, arg))
                stack.append(after)


def declared(match: Match) -> set[Combat]:
    """Every combat that can be declared, by walking all offers up to ``resolve``."""
    ids, found = [c.id for c in match.game.counters], set()
    for state in declarations(match):
        offer = match.game.offer(state)
        assert any(offer.values()), "a dead end while declaring"
        if "resolve" in offer and not state.spent:
            targets, attackers = (frozenset(ids[u] for u in bits(units)) for units in (state.targets, state.attackers))
            found.add((targets, attackers, bool(state.barrage)))
    return found


def phase(seed: int) -> Iterator[Ledger]:
    """A whole Combat Phase at random: the ledger before every attack."""
    rng = random.Random(seed)
    match = table(tangle(seed, artillery=True), plain=True)
    ledger = Ledger(match)
    while True:
        if match.game.step(match.state).name == "combat":
            yield ledger
        action = choose(match.game, match.state, rng, 1)
        if action.verb == "done":
            break
        if action.verb == "resolve":
            ledger.note(match.state)
        match.play(action)
    assert not ledger.attackers
    assert not ledger.defenders


@rule("hurtgen", "7.11a", "7.11c", "7.12a", "7.12b", "7.12c", "7.21a", "7.23a", "7.23c")
@pytest.mark.parametrize("seed", range(60))
def test_exactly_those_attacks_may_be_declared_that_leave_every_other_duty_possible(seed: int) -> None:
    match = table(tangle(seed), plain=True)
    assert declared(match) == Ledger(match).expected()


@rule("hurtgen", "7.11a", "7.11d", "7.12c", "7.14c", "7.21a", "8.13a", "8.31a")
@pytest.mark.parametrize("seed", range(60))
def test_the_same_holds_with_artillery_before_every_attack_of_the_phase(seed: int) -> None:
    for ledger in phase(seed):
        assert declared(ledger.match) == ledger.expected()


def test_the_tangles_are_worth_untangling() -> None:
    """Among the positions there are some where a combat next to a free choice is forbidden."""
    limited = 0
    for seed in range(60):
        ledger = Ledger(table(tangle(seed), plain=True))
        limited += bool({(frozenset([d]), frozenset([a]), False) for a, d in ledger.touch} - ledger.expected())
    assert limited >= 20


CLAUSE = re.compile(
    r"(?P<unit>\S+) is the last unit in the Zone of Control of (?P<enemy>\S+) that can attack it"
    r"(?:: (?:add it as a target \('(?P<also>also \d+)', before the units\))?(?: or )?"
    r"(?:barrage it first \((?P<guns>.+)\))?)?"
)


def refusals_by_7_21(match: Match) -> Iterator[tuple[Any, int, dict[str, str | None]]]:
    """Each enemy for whose sake a unit may not join an attack: the attack so far, the unit, what is said."""
    for state in declarations(match):
        if match.game.step(state).name != "declare" or state.barrage:
            continue
        for unit in bits(match.game.units_of[0]):
            if match.game.permits(state, Action("with", unit)):
                continue
            refusal = match.game.refusal(state, Action("with", unit))
            for clause in refusal.why.split("; ") if refusal.rule == "7.21" else ():
                said = CLAUSE.fullmatch(clause)
                assert said, clause
                yield state, unit, said.groupdict()


def check(ledger: Ledger, state: Any, unit: int, said: dict[str, str | None]) -> None:
    """That nobody else could attack the enemy, and that each remedy named is one, and each one is named."""
    match, enemy = ledger.match, str(said["enemy"])
    ids = [c.id for c in match.game.counters]
    others = {a for a, d in ledger.touch if d == enemy} & ledger.attackers - ledger.ids(state.attackers)
    assert others == {said["unit"]} == {ids[unit]}
    assert enemy in ledger.defenders - ledger.ids(state.targets)
    at = match.game.place_name(match.state.at[ids.index(enemy)])
    first, *more = (match.game.place_name(state.at[t]) for t in bits(state.targets))
    again = match.fork().play(f"attack {first}", *(f"also {h}" for h in more))
    assert said["also"] == (f"also {at}" if f"also {at}" in again.actions else None)
    guns = set((said["guns"] or "").replace(",", "").split())
    assert guns == ledger.free_guns
    for gun in guns:
        assert "resolve" in match.fork().play(f"attack {at}", f"barrage {gun}").actions


@rule("hurtgen", "7.21", "7.11d")
def test_a_refusal_by_7_21_is_true_and_so_are_its_remedies() -> None:
    met = {"also": 0, "guns": 0, "neither": 0}
    for seed in range(60):
        for ledger in phase(seed):
            for state, unit, said in refusals_by_7_21(ledger.match):
                check(ledger, state, unit, said)
                met["also"] += bool(said["also"])
                met["guns"] += bool(said["guns"])
                met["neither"] += not said["also"] and not said["guns"]
    assert min(met.values()) >= 5, met


def left_out(game_: Game, states: Iterable[Any]) -> Iterator[str]:
    """Who was next to an enemy as a Combat Phase of a game began and has no part in any attack at its end."""
    begun, duties, last = None, (0, 0), (0, 0)
    for state in states:
        if state.over or game_.step(state).name != "combat":
            continue
        if (state.turn, state.phasing) != begun:
            yield from (game_.counters[u].id for due, done in zip(duties, last, strict=True) for u in bits(due & ~done))
            begun = state.turn, state.phasing
            mine, theirs = state.occupied[state.phasing], state.occupied[1 - state.phasing]
            duties = (
                game_.units_in(state, mine & game_.zones.of(theirs)) & ~game_.roster.artillery,
                game_.units_in(state, theirs & game_.zones.of(mine)),
            )
        last = state.fought, state.struck
    yield from (game_.counters[u].id for due, done in zip(duties, last, strict=True) for u in bits(due & ~done))


@rule("hurtgen", "7.0a", "7.11", "7.11a", "7.12", "7.12c", "7.21")
@pytest.mark.parametrize("scenario", ["historical", "free"])
def test_in_random_games_no_unit_next_to_an_enemy_is_left_out(scenario: str) -> None:
    """No excuse is needed: where a duty is open no retreat leads (7.71). Surplus artillery apart (ruling 11.12)."""
    for seed in range(1, 7):
        assert list(left_out(game(), journey(game(), scenario, seed))) == []
