"""The chances of doctrines equal those that the game shows for a plain attack."""

from __future__ import annotations

from fractions import Fraction

import pytest

from grognard.engine.doctrine import Role
from grognard.hexes import bits

from ..hurtgen.helpers_combat import INFANTRY, RING
from ..hurtgen.helpers_combat import combat as hurtgen
from ..oder.helpers_assault import combat as oder
from ..rhine.helpers_battle import combat as rhine
from ..rhine.helpers_battle import factors
from .helpers import PHASED

#: Modifiers that a doctrine includes: ground, forts, the wall, the first turn, the attackers' hexes,
#: support, and defenders out of supply.
PLAIN = {"7.22", "8.5", "7.0", "11.5.1", "11.5.2", "5.2", "11.16", "11.12", "11.17", "5.8"}
PLAIN |= {"11.5.3", "11.5.4", "8.6", "11.13", "11.14", "11.19", "10.18", "12.5"}


def same_chances(match, target, *units, favour=None):
    """Declare an attack: the chances of the game and of the doctrine must be equal, and so must the bonus of the
    attackers' hexes, if given."""
    game = match.game
    doctrine, side = game.doctrine, game.side_index[match.side]
    match.play(f"attack {target}", *(f"with {unit}" for unit in units))
    preview = match.preview
    assert preview is not None
    assert {modifier.rule for modifier in preview.modifiers} <= PLAIN, "not a plain attack"
    s, h = match.state, game.board.grid.parse(target)
    attack = sum(doctrine.attack(s, game.unit_ids[unit]) for unit in units)
    hexes = sum(1 << h for h in {s.at[game.unit_ids[unit]] for unit in units})
    found = doctrine.attack_bonus(s, side, h, hexes)
    assert favour is None or found == favour
    defense = sum(doctrine.defense(s, u) for u in bits(game.units_of[1 - side]) if s.at[u] == h)
    found = doctrine.chances(s, side, attack, defense, h, found)
    assert {result: Fraction(p).limit_denominator(36) for result, p in found.items()} == {
        result: Fraction(n, of) for result, (n, of) in preview.chances.items()
    }


@pytest.mark.parametrize("terrain", ["clear", "mixed", "grove", "broken", "woods", "rough"])
@pytest.mark.parametrize("count", [1, 2, 4, 6])
def test_hurtgen_by_difference_and_terrain(terrain, count):
    places = dict(zip(INFANTRY[:count], RING, strict=False))
    at = " ".join(f"{unit}={place}" for unit, place in places.items())
    same_chances(hurtgen(f"{at} 1/1055=1010", terrain={"1010": terrain}), "1010", *places)


@pytest.mark.parametrize(("unit", "enemy"), [("1/983", "1/8"), ("16", "1/8"), ("275F", "1/8")])
def test_hurtgen_for_german_attacks(unit, enemy):
    same_chances(hurtgen(f"{unit}=1009 {enemy}=1010", side="german"), "1010", unit)


#: Attackers and defenders in one hex each, from weak to overwhelming.
ODER_GERMAN = ("41P / 5 28 31", "41P / 5", "24 / 31", "24 40 / 31", "GD 24 58 / 31")
ODER_SOVIET = ("31 / 66", "31 / 41P", "1GT / KGJN", "1GT 2GT / KGJN", "1GT 2GT 8G / KGJN")
ODER_GROUND = {
    "clear": {},
    "forest": {"terrain": {"2010": "forest"}},
    "rough": {"terrain": {"2010": "rough"}},
    "town": {"features": {"2010": "town"}},
    "city": {"features": {"2010": "city"}},
    "town in a forest": {"terrain": {"2010": "forest"}, "features": {"2010": "town"}},
    "fortification": {"features": {"2010": "fortification"}},
}


@pytest.mark.parametrize("ground", ODER_GROUND.values(), ids=ODER_GROUND.keys())
@pytest.mark.parametrize(
    ("side", "forces"), [("german", f) for f in ODER_GERMAN] + [("soviet", f) for f in ODER_SOVIET]
)
def test_oder_by_odds_and_terrain(side, forces, ground):
    attackers, defenders = (part.split() for part in forces.split("/"))
    near = "1909" if side == "german" else "2110"
    at = " ".join([f"{unit}={near}" for unit in attackers] + [f"{unit}=2010" for unit in defenders])
    same_chances(oder(at, side=side, **ground), "2010", *attackers)


@pytest.mark.parametrize(("side", "unit", "enemy"), [("german", "GD", "31"), ("soviet", "31", "41P")])
def test_oder_on_the_first_turn(side, unit, enemy):
    near = "1909" if side == "german" else "2110"
    same_chances(oder(f"{unit}={near} {enemy}=2010", side=side, turn=1), "2010", unit)


#: Hexes of an attack on 2010, other features of the board, and the bonus for a German attack.
OPPOSITE, ASIDE = ("2009", "2011"), ("2009", "2109")
ODER_BEARING = {
    "opposite, so that he is out of supply": (OPPOSITE, {}, 2),
    "side by side": (ASIDE, {}, 0),
    "opposite, a city out of supply": (OPPOSITE, {"features": {"2010": "city"}}, 1),
    "across rivers": (ASIDE, {"sides": {"2009-2010": "river", "2109-2010": "river"}}, -1),
    "one across a river": (ASIDE, {"sides": {"2009-2010": "river"}}, 0),
    "air support": (ASIDE, {"more": "air 2110"}, 1),
    "far air support": (ASIDE, {"more": "air 2112"}, 0),
    "naval support": (ASIDE, {"more": "naval 2010", "features": {"2010": "coast"}}, 1),
    "all at once": (OPPOSITE, {"more": "air 2010\nnaval 2010", "features": {"2010": "coast"}}, 4),
}


@pytest.mark.parametrize(("hexes", "ground", "favour"), ODER_BEARING.values(), ids=ODER_BEARING.keys())
def test_oder_by_the_hexes_of_the_attackers(hexes, ground, favour):
    at = f"GD={hexes[0]} 24={hexes[1]} 31=2010"
    same_chances(oder(at, **ground), "2010", "GD", "24", favour=favour)


def test_oder_support_counts_against_the_soviet():
    match = oder("31=2009 28=2109 GD=2010", side="soviet", more="air 2110\nnaval 2010", features={"2010": "coast"})
    same_chances(match, "2010", "31", "28", favour=-2)


RHINE_BEARING = {
    "opposite": (("2011N", "2009N"), {}, 1),
    "side by side": (("2011N", "1910N"), {}, 0),
    "opposite, a town": (("2011N", "2009N"), {"features": {"2010N": "town"}}, 0),
    "opposite, the wall": (("2011N", "2009N"), {"features": {"2010N": "westwall"}}, 0),
    "across rivers": (("2011N", "1910N"), {"sides": {"2010N-2011N": "river", "1910N-2010N": "river"}}, -1),
    "one across a river": (("2011N", "1910N"), {"sides": {"2010N-2011N": "river"}}, 0),
    "across the Rhine": (("2011N", "1910N"), {"sides": {"2010N-2011N": "rhine", "1910N-2010N": "rhine"}}, -2),
}


@pytest.mark.parametrize(("hexes", "ground", "favour"), RHINE_BEARING.values(), ids=RHINE_BEARING.keys())
def test_rhine_by_the_hexes_of_the_attackers(hexes, ground, favour):
    made = factors(US1=(4, 4), US9=(4, 4), _9SS=(3, 3))
    match = rhine(f"US1={hexes[0]} US9={hexes[1]} 9SS=2010N", "allied", "sector 1", **made, **ground)
    same_chances(match, "2010N", "US1", "US9", favour=favour)


RHINE_GROUND = {
    "clear": {},
    "rough": {"terrain": {"2010N": "rough"}},
    "town": {"features": {"2010N": "town"}},
    "city": {"features": {"2010N": "city"}},
    "wall": {"features": {"2010N": "westwall"}},
    "polder": {"terrain": {"2010N": "polder"}},
}


@pytest.mark.parametrize("ground", RHINE_GROUND.values(), ids=RHINE_GROUND.keys())
@pytest.mark.parametrize("strengths", [(2, 3), (7, 3), (30, 2)])
@pytest.mark.parametrize(("side", "turn"), [("allied", 2), ("german", 2), ("german", 1), ("allied", 1)])
def test_rhine_by_odds_and_terrain(side, turn, strengths, ground):
    attack, defense = strengths
    units = ("US1", "9SS") if side == "allied" else ("9SS", "US1")
    made = factors(US1=(attack, defense), _9SS=(attack, defense))
    match = rhine(f"{units[0]}=2011N {units[1]}=2010N", side, "sector 1", turn=turn, **made, **ground)
    same_chances(match, "2010N", units[0])


def test_rhine_against_a_ruhr_city():
    match = rhine("US1=2011N 9SS=2010N", "allied", "sector 1", features={"2010N": "ruhr"})
    same_chances(match, "2010N", "US1")


def test_rhine_halves_allied_units_short_of_fuel():
    match = rhine("US1=2011N 9SS=2010N", "allied", "sector 2", **factors(US1=(8, 3), _9SS=(4, 4)))
    assert match.game.doctrine.attack(match.state, match.game.unit_ids["US1"]) == 4
    same_chances(match, "2010N", "US1")


@pytest.mark.parametrize("game", PHASED, ids=[game.id for game in PHASED])
def test_chances_add_up_and_their_results_have_effects(game):
    """For any strengths. Results without an effect change nothing."""
    doctrine = game.doctrine
    scenario = next(iter(game.scenarios.values()))
    s = game.start(scenario, {})
    seen = set()
    for side in (0, 1):
        for h in list(bits(game.board.playable))[::40]:
            for attack in (0.0, 0.4, 1.0, 3.5, 9.0, 60.0):
                for defense in (0.0, 1.0, 2.5, 30.0):
                    found = doctrine.chances(s, side, attack, defense, h, 0)
                    assert sum(found.values()) == pytest.approx(1.0)
                    assert all(p > 0 for p in found.values())
                    seen |= set(found)
    assert set(doctrine.effects) & seen, "the effects are those of the table"
    assert all(verb in game.verbs for verb in doctrine.roles)
    assert {doctrine.role_of[verb] for verb in game.verbs if verb in doctrine.role_of} <= {*Role, ""}
