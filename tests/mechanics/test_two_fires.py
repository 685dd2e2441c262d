"""Previews with a fire for each side, and their readers, on the toy Duel."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest
from typer.testing import CliRunner

import grognard
from grognard.ai.fight.builder import AttackBuilder
from grognard.ai.fight.lookahead import Lookahead
from grognard.ai.maps import Maps
from grognard.ai.value.judge import Judge
from grognard.ai.value.previews import preview_value
from grognard.cli import app
from grognard.engine.action import Action
from grognard.engine.match import Match
from grognard.engine.reading import Preview
from grognard.engine.step import Offer
from grognard.engine.view import make_view
from grognard.hexes import bits
from grognard.mechanics.fire import fire_effects
from grognard.table.journal import Header, Live, Progress
from grognard.table.report import report_of
from tests.engine.toys import library_of

from .duel import GAME

OPEN, HILL = "game duel\nphase camp\nat a=0202 b=0202 y=0201", "game duel\nphase camp\nat a=0202 b=0202 x=0303"


@pytest.fixture(autouse=True)
def _toys() -> Iterator[None]:
    with library_of(GAME):
        yield


def begun(position: str, hex_: str, *units: str, dice: list[int] | None = None) -> Match:
    match = grognard.setup(position, dice=dice or [])
    return match.play(f"attack {hex_}", *(f"with {unit}" for unit in units))


def actions_of(match: Match) -> Offer:
    return GAME.offer(match.state)


def shown(match: Match) -> Preview:
    assert match.preview is not None
    return match.preview


def lost_steps(match: Match) -> tuple[int, int]:
    steps = [sum(c.values["steps"] for c in GAME.counters if c.side == side) for side in GAME.sides]
    left = [sum(match.state.steps[u] for u in range(5) if GAME.counters[u].side == side) for side in GAME.sides]
    return steps[0] - left[0], steps[1] - left[1]


@pytest.mark.parametrize(("position", "target"), [(OPEN, "0201"), (HILL, "0303")])
def test_the_chances_of_a_preview_are_those_of_all_rolls(position: str, target: str) -> None:
    expected: dict[str, int] = {}
    for dice in product(range(1, 7), repeat=2):
        match = begun(position, target, "a", "b", dice=[*dice, 1]).play("resolve")
        while losers := actions_of(match).get("lose", 0):
            cheapest = min(bits(losers), key=lambda unit: (GAME.counters[unit].values["strength"], unit))
            match.play(f"lose {GAME.counters[cheapest].id}")
        ours, theirs = lost_steps(match)
        expected[f"{ours}:{theirs}"] = expected.get(f"{ours}:{theirs}", 0) + 1
    preview = shown(begun(position, target, "a", "b"))
    assert dict(preview.chances) == {result: (n, 36) for result, n in sorted(expected.items())}
    assert preview.cleared is not None
    steps = next(fire.steps for fire in preview.fires if not fire.attacks)
    assert preview.cleared[0] == sum(n for result, n in expected.items() if result.endswith(f":{steps}"))


def test_each_fire_has_its_own_figures() -> None:
    attacker, defender = shown(begun(OPEN, "0201", "a", "b")).fires
    assert (attacker.side, attacker.attacks, attacker.strength, attacker.column, attacker.steps) == (
        "blue",
        True,
        7,
        "6+",
        3,
    )
    assert attacker.by_roll == ("1", "2", "2", "3", "3", "3")
    assert attacker.chances == {"1": (6, 36), "2": (12, 36), "3": (18, 36)}
    assert (defender.side, defender.attacks, defender.strength, defender.column) == ("red", False, 2, "1-2")
    assert shown(begun(OPEN, "0201", "a", "b")).first == ""


def test_the_side_that_fires_first_comes_first() -> None:
    preview = shown(begun(HILL, "0303", "a", "b"))
    assert [fire.side for fire in preview.fires] == ["red", "blue"]
    assert preview.first == "red"
    second = preview.fires[1]
    assert (second.total, [m.amount for m in second.modifiers]) == (-1, [-1])
    # On average over the losses to the first fire, the second is worse than at full strength.
    full = {result: (second.by_roll.count(result), 6) for result in second.by_roll}
    assert sum(int(r) * n / of for r, (n, of) in second.chances.items()) < sum(
        int(r) * n / of for r, (n, of) in full.items()
    )


def test_a_preview_knows_the_next_roll() -> None:
    match = begun(HILL, "0303", "a", "b", dice=[4])
    before = shown(match)
    assert before.next_fire == before.fires[0]
    assert before.next_by_roll == before.fires[0].by_roll
    assert sum(n for n, _ in before.next_chances.values()) == 6


def test_the_report_has_the_results_of_each_fire() -> None:
    match = begun(OPEN, "0201", "a", "b", dice=[5, 2]).play("resolve")
    attacker, defender = shown(begun(OPEN, "0201", "a", "b")).fires
    luck = report_of(
        Live("m", Progress(Header(game="duel", scenario="any", data="", seats={}), match, 0.0)), "blue"
    ).luck
    assert [(event.side, event.rolled, event.result) for event in luck] == [
        ("blue", 5, attacker.by_roll[4]),
        ("red", 2, defender.by_roll[1]),
    ]
    assert luck[0].results == {r: attacker.by_roll.count(r) / 6 for r in attacker.by_roll}


def test_a_view_has_both_fires() -> None:
    card = make_view(begun(OPEN, "0201", "a"), "red").preview
    assert card is not None
    assert [fire["side"] for fire in card["fires"]] == ["blue", "red"]
    assert card["fires"][0]["chances"]["1"][1] == 36


def test_odds_prints_both_fires(tmp_path: Path) -> None:
    file = tmp_path / "position.txt"
    file.write_text(HILL)
    found = CliRunner().invoke(
        app, ["odds", str(file), "-p", "attack 0303", "-p", "with a", "-p", "with b"], catch_exceptions=False
    )
    assert found.exit_code == 0
    for words in ("strength 7", "strength 3", "red fires first", "both fires"):
        assert words in found.stdout


# -- commanders ----------------------------------------------------------------------------------


def test_the_gain_of_an_attack_is_its_average_over_both_rolls() -> None:
    s = begun(OPEN, "0201").state
    lookahead = Lookahead(Judge(Maps(GAME, s), 0))
    s = grognard.setup(OPEN).state
    built = AttackBuilder(lookahead).compose(s, Action("attack", GAME.board.grid.parse("0201")), 0.0)
    assert built is not None
    total = 0.0
    for first, second in product(range(1, 7), repeat=2):
        trial = s.copy()
        for action in (*built.actions, Action("roll", first), Action("roll", second)):
            GAME.apply(trial, action)
        lookahead.settle(trial)
        total += lookahead.judge.value(trial)
    assert built.gain == pytest.approx(total / 36)
    assert " against " in built.odds


def test_a_preview_is_worth_more_the_more_steps_the_enemy_loses() -> None:
    effects = fire_effects(4)
    one, two = (preview_value(begun(OPEN, "0201", *units).preview, effects) for units in (("b",), ("a", "b")))
    assert one < two
    assert preview_value(begun(HILL, "0303", "a", "b").preview, effects) < two
