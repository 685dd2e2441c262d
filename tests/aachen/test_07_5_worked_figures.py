"""The worked figures of the reconstructed charts, in play and in the preview of an attack."""

from __future__ import annotations

from typing import Any

import pytest

from grognard import Match
from grognard.engine.reading import Preview
from tests.aachen.helpers_combat import (
    DUEL,
    GERMAN_HQ,
    TANKS,
    US,
    US_HQ,
    attack,
    declare,
    head,
    modifier,
    parts,
    totals,
)
from tests.aachen.kit import act, told
from tests.kit import forecast, refused
from tests.rules import rule

TRAINING = f"{US_HQ} {US} 526-HQ=2413 526-328=2409"
FOREST: dict[str, Any] = {
    "terrain": {"2409": "light-forest"},
    "pillboxes": "2409",
    "sides": {"2408-2409": "dragons-teeth"},
}
TOWN: dict[str, Any] = {"terrain": {"2409": "town"}, "sides": {"2408-2409": "dragons-teeth"}}


@rule("aachen", "7.5.1", "7.5.1.1", "7.5.1.2")
def test_figure_1_a_prepared_attack_on_a_pillbox_in_the_forest_behind_teeth() -> None:
    match = attack(TRAINING, "1-I/16", "prepared", chits=(2, 1), dice=[4], **FOREST)
    assert totals(match) == (25, 5)
    assert (head(match), match.state.column) == ("5:1", 3)  # type: ignore[attr-defined]
    assert parts(match) == {"A": -2, "C": 5}
    assert "a 4 +3 is 7: 2/2r" in told(match, "7.5.1")


@rule("aachen", "7.5.1.2", "7.5.1.2ax", "7.5.1.2an")
def test_figures_4_and_5_tanks_into_forest_and_town() -> None:
    over_stream: dict[str, Any] = {"terrain": {"2409": "light-forest"}, "sides": {"2408-2409": "stream"}}
    weak = f"{TANKS} 526-HQ=2413 526-328=2409"
    assert "D" not in parts(attack(weak, "3A-I/32", who="us 3A-HQ", **over_stream))
    tiger = "506=2408 3PG-HQ=2413"
    line = "assigned 506=15"
    for us, points in (("3A-HQ=2405 1-HQ=2404 1-I/16=2409", 0), ("3A-HQ=2405 3A-23=2409", 1)):
        at = f"{us} {tiger}"
        match = attack(at, "506", "hasty", line, who="german 3PG-HQ", terrain={"2409": "town"})
        assert parts(match).get("D", 0) == points


@rule("aachen", "7.5.1.2aq", "7.5.1.2ar")
def test_figure_6_a_defending_tiger() -> None:
    for terrain in ("clear", "town", "city"):
        at = f"{US_HQ} {US} 3PG-HQ=2413 506=2409"
        match = attack(at, "1-I/16", "hasty", "assigned 506=15", terrain={"2409": terrain})
        assert parts(match)["D"] == -8


@rule("aachen", "7.5.1.2")
def test_figure_7_hq_and_combat_support() -> None:
    at = f"{DUEL} 1-II/16=2308 1-III/16=2509 3A-HQ=2404 3A-I/36=2508"
    regular, prepared = (attack(at, "1-I/16", mode) for mode in ("regular", "prepared"))
    assert parts(regular) == {"B": 2, "C": 3}
    assert parts(prepared) == {"B": 5, "C": 5}
    assert modifier(prepared) == 10


#: Attackers, who acts, kind, further lines, ground; then modifier, mean hits of both, chance of a red 2 or more.
AVERAGES = [
    (TRAINING, "1-I/16", "us 1-HQ", "prepared", (), {"pillboxes": "2409"}, (5, 1.33, 2.55, 96)),
    (TRAINING, "1-I/16", "us 1-HQ", "prepared", (), FOREST, (3, 2.58, 1.48, 51)),
    (TRAINING, "1-I/16", "us 1-HQ", "regular", (), TOWN, (1, 2.45, 1.57, 56)),
    (TRAINING, "1-I/16", "us 1-HQ", "hasty", (), TOWN, (-2, 3.54, 0.76, 14)),
    (
        f"3A-HQ=2405 1-HQ=2404 1-I/16=2408 3A-I/32=2408 3A-I/33=2408 1-II/16=2308 {GERMAN_HQ} 12-I/27=2409",
        "1-I/16 3A-I/32 3A-I/33",
        "us 3A-HQ",
        "prepared",
        ("assigned 1-I/16=2",),
        {},
        (9, 0.52, 3.39, 100),
    ),
    (
        f"{US_HQ} 1-I/16=2409 12-HQ=2413 12-I/27=2408",
        "12-I/27",
        "german 12-HQ",
        "prepared",
        ("lost 12-HQ=2",),
        {},
        (1, 2.97, 1.17, 33),
    ),
]


def means(match: Match, found: Preview) -> tuple[float, float, int]:
    """The mean hits of both sides, and the chance of a red result of 2 or more for the defender in percent."""
    results: Any = match.game.tables.results  # type: ignore[attr-defined]
    total = sum(weight / of for weight, of in found.chances.values())
    assert total == pytest.approx(1)
    attacker = sum(results[text].attacker * weight / of for text, (weight, of) in found.chances.items())
    defender = sum(results[text].defender * weight / of for text, (weight, of) in found.chances.items())
    red = sum(
        weight / of
        for text, (weight, of) in found.chances.items()
        if results[text].defender_red and results[text].defender >= 2
    )
    return round(attacker, 2), round(defender, 2), round(100 * red)


@pytest.mark.parametrize(
    ("at", "units", "who", "mode", "more", "ground", "figures"), AVERAGES, ids=range(1, len(AVERAGES) + 1)
)
@rule("aachen", "7.5.1", "7.5.1.1k", "7.5.1i")
def test_figure_8_the_preview_gives_the_averages_over_all_chits_and_dice(
    at: str, units: str, who: str, mode: str, more: tuple[str, ...], ground: dict[str, Any], figures: tuple[float, ...]
) -> None:
    match = declare(act(who, at, *more, **ground), units, mode=mode)
    found = forecast(match)
    assert (found.total, *means(match, found)) == figures


@rule("aachen", "7.5.1", "7.1")
def test_the_preview_offers_the_three_kinds_of_attack_with_cost_and_chance() -> None:
    match = declare(act("us 1-HQ", TRAINING, purse=2), "1-I/16")
    hasty, regular, prepared = forecast(match).alternatives
    assert [a.price for a in (hasty, regular, prepared)] == ["1 Action Point", "2 Action Points", "3 Action Points"]
    assert [a.possible for a in (hasty, regular, prepared)] == [True, True, False]
    refused(match, "mode prepared", "7.1")
    assert [a.total for a in (hasty, regular, prepared)] == [0, 3, 5]
    chance = [a.victory[0] / a.victory[1] for a in (hasty, regular, prepared)]
    assert chance == sorted(chance)
    assert hasty.chosen


@rule("aachen", "5.3.4", "7.5.1")
def test_the_preview_before_the_attack_says_what_it_assumes() -> None:
    at = f"{US_HQ} {US} 116P-HQ=2413 116P-I/24=2409 116P-I/60=2409"
    match = declare(act("us 1-HQ", at, "lost 116P-I/60=3"), "1-I/16")
    assert forecast(match).assumed == "at full strength, 1 unit unseen"
    alone = declare(act("us 1-HQ", f"{US_HQ} {US} 116P-HQ=2413 116P-I/60=2409"), "1-I/16")
    hurt = declare(act("us 1-HQ", f"{US_HQ} {US} 116P-HQ=2413 116P-I/60=2409", "lost 116P-I/60=3"), "1-I/16")
    assert forecast(alone) == forecast(hurt), "a strength that nobody has seen changes no preview"
