"""The engine against an independent judge, in positions made up at random: nothing legal is missing, nothing else is
allowed."""

from __future__ import annotations

import random
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

from grognard.engine.position import position_state
from grognard.games.aachen import command, drm, zones
from grognard.games.aachen.movement import march_of_units
from grognard.hexes import bits
from tests.rules import rule

from .judge import NEAR, Judge, is_hq
from .scenes import GAME, scene

IDS, LABEL, PARSE = GAME.unit_ids, GAME.board.grid.label, GAME.board.grid.parse
MODES = ("hasty", "regular", "prepared")


def positions(seed: int, number: int) -> Iterator[tuple[str, Any, Judge]]:
    rng = random.Random(f"judge/{seed}")
    for _ in range(number):
        text = scene(rng)
        state = position_state(GAME, text)
        yield text, state, Judge(GAME, state)


def stacks(judge: Judge) -> Iterator[list[str]]:
    """The undisrupted units of each formation in each hex."""
    for units in judge.stacks.values():
        found = defaultdict(list)
        for unit in sorted(units):
            if not is_hq(unit) and unit not in judge.disrupted and judge.formation[unit]:
                found[judge.formation[unit]].append(unit)
        yield from found.values()


def numbers(units: list[str]) -> int:
    return sum(1 << IDS[u] for u in units)


@rule("aachen", "5.4", "5.8", "5.8.2", "5.8.4")
def test_zones_and_command() -> None:
    for text, state, judge in positions(1, 20):
        for side, name in enumerate(GAME.sides):
            assert {LABEL(h) for h in bits(zones.zone(GAME, state, side))} == judge.zones[name], text
        for unit in judge.at:
            if not is_hq(unit):
                assert command.status(GAME, state, IDS[unit]) == judge.status(unit), (unit, text)


@rule("aachen", "7.3", "7.3.1", "7.3.2", "7.3.3", "7.3.5", "7.3.7", "7.3.8", "5.4.1")
def test_moves_of_units_and_stacks() -> None:
    for text, state, judge in positions(2, 12):
        for stack in stacks(judge):
            for units in [[u] for u in stack] + ([stack] if len(stack) > 1 else []):
                march = march_of_units(GAME, state, tuple(IDS[u] for u in units))
                assert {LABEL(h) for h in bits(march.targets)} == judge.targets(units), (units, text)


@rule("aachen", "7.5.1.2")
def test_modifiers_of_the_combat_die() -> None:
    compared = 0
    for text, state, judge in positions(3, 20):
        for attackers in stacks(judge):
            here, side = judge.at[attackers[0]], judge.side[attackers[0]]
            for target in judge.held(judge.enemy(side), combat=True) & set(NEAR[here]) & judge.area:
                defenders = numbers([u for u in judge.stacks[target] if not is_hq(u)])
                for mode, name in enumerate(MODES):
                    number = GAME.sides.index(side)
                    fight = drm.Fight(PARSE(here), PARSE(target), numbers(attackers), defenders, mode, number)
                    found: dict[str, int] = defaultdict(int)
                    for modifier in drm.modifiers(GAME, state, fight):
                        found[modifier.rule[-1]] += modifier.amount
                    shown = {letter: amount for letter, amount in found.items() if amount}
                    assert shown == judge.modifiers(attackers, target, name), (attackers, target, name, text)
                    compared += 1
    assert compared > 50
