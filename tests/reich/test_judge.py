"""The engine against an independent judge, in positions made up at random: nothing legal is missing, nothing else is
offered."""

from __future__ import annotations

import random
from collections.abc import Iterator

import grognard
from grognard import Match
from grognard.games.reich import supply
from grognard.hexes import bits
from tests.kit import offers
from tests.rules import rule

from . import scenes, scenes_moves
from .judge import Judge, edge, neighbours

GAME = grognard.game("reich")
LABEL = GAME.board.grid.label


def matches(seed: int, number: int, *phases: str) -> Iterator[tuple[random.Random, Match, Judge]]:
    """Positions in which a side decides; with phases one of these begins."""
    rng = random.Random(f"judge/{seed}")
    while number:
        text = rng.choice((scenes, scenes_moves)).scene(rng)
        if phases:
            lines = [line for line in text.splitlines() if not line.startswith(("phase", "points"))]
            text = "\n".join([*lines, "points 8 8 8 4 8", f"phase {rng.choice(phases)}"])
        try:
            match = grognard.setup(text, dice=[rng.randint(1, 6) for _ in range(6)])
        except grognard.PositionError:
            continue
        while not match.over and GAME.step(match.state).name in ("give", "declare-points"):
            match.play(rng.choice(match.actions.texts()))
        if not match.over and match.side != "dice":
            number -= 1
            yield rng, match, Judge(GAME, match.state)


@rule("reich", "6.2", "6.3", "8.1", "8.2", "8.3")
def test_zones_and_supply_lines() -> None:
    for _, match, judge in matches(1, 40):
        for number, side in enumerate(GAME.sides):
            zone = GAME.zone(match.state, number)  # type: ignore[attr-defined]
            assert {LABEL(h) for h in bits(zone)} == judge.zones[side], match.position()
            fed = {LABEL(h) for h in bits(supply.fed(GAME, match.state, number))}  # type: ignore[arg-type]
            assert fed & judge.held(side) == judge.supplied(side), match.position()


def ordered(match: Match, unit: str, verb: str) -> set[str]:
    """What a unit is offered when it is selected."""
    if match.why_not(f"select {unit}"):
        return set()
    match.play(f"select {unit}")
    found = offers(match, verb)
    match.undo()
    return found


MOVES = ("allied assault", "allied exploitation", "allied breakthrough", "german assault", "german exploitation")


@rule("reich", "6.5", "10.2", "10.3", "10.4", "10.5", "10.7", "14.1")
def test_moves_and_mobile_assaults() -> None:
    compared = 0
    for _, match, judge in matches(2, 20, *MOVES):
        if GAME.step(match.state).name != "movement":
            continue
        exploitation = match.state.step == 3  # type: ignore[attr-defined]
        for unit in judge.army(match.side):
            assert ordered(match, unit, "move") == judge.ends(unit), (unit, match.position())
            if exploitation:
                assert ordered(match, unit, "assault") == judge.assaults(unit), (unit, match.position())
            compared += 1
    assert compared > 20


@rule("reich", "6.6", "13.1", "13.2", "13.6", "13.7.1", "13.9.A")
def test_attacks_and_fires() -> None:
    compared = 0
    for rng, match, judge in matches(3, 60, "allied combat", "german combat"):
        if GAME.step(match.state).name != "combat":
            continue
        mine, targets = judge.army(match.side), judge.enemies(match.side)
        fit = {t for t in targets if any(judge.is_armed(u) and judge.may_attack(u, t) for u in mine)}
        by_sea = {t for t in targets if any(edge(t, n)[0] == "all-sea" for n in neighbours(t))}  # 13.9.B
        assert fit <= offers(match, "attack") <= fit | by_sea, match.position()
        for target in sorted(fit)[:4]:
            compared += _join(rng, match, judge, target)
    assert compared > 20


def _join(rng: random.Random, match: Match, judge: Judge, target: str) -> int:
    """Declare an attack unit by unit; take it all back."""
    match.play(f"attack {target}")
    attackers: list[str] = []
    while len(attackers) < 4:
        fit = {u for u in judge.army(match.side) if u not in attackers and judge.may_join(u, target, attackers)}
        assert offers(match, "with") == fit, (target, attackers, match.position())
        if not fit:
            break
        attackers.append(rng.choice(sorted(fit)))
        match.play(f"with {attackers[-1]}")
        card = match.preview
        assert card is not None
        own, other = sorted(card.fires, key=lambda fire: not fire.attacks)
        shown = own.total, other.total, own.strength, other.strength, bool(card.first)
        assert shown == judge.fire(attackers, target), (target, attackers, match.position())
    for _ in range(len(attackers) + 1):
        match.undo()
    return len(attackers)
