"""Chapter 10: no scenario gives its end away. What one activation can reach while the enemy only stands there.

The searches allow more than the rules: a unit moves alone, stacking is never judged, and enemy zones cut no Command
Path. What they do not find, no player finds. Attacks and infiltration are left out, since they need a die.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path

import pytest

import grognard
from grognard.games.aachen import assignment, command
from grognard.games.aachen.control import controls
from grognard.games.aachen.movement import March
from grognard.games.aachen.pieces import place
from grognard.games.aachen.raids import after_one_action, raiders
from grognard.games.aachen.state import ASIDE, AachenState
from grognard.games.aachen.units import GERMAN, US
from grognard.hexes import bits
from grognard.mechanics.command import command as command_range
from tests.aachen.kit import real, step
from tests.kit import offered

DOCS = Path(__file__).parents[2] / "docs"
GAME = real()
ROSTER = GAME.roster
BOARD = GAME.board
LARGE = ("stolberg", "campaign")


@cache
def opening(scenario: str) -> AachenState:
    """The state in which the first activation is chosen, with the proposed assignments."""
    match = grognard.new(GAME, scenario, seed=1)
    while step(match) == "assign":
        match.play("propose" if offered(match, "propose") else "done")
    return match.state


def members(s: AachenState, formation: int) -> Iterator[int]:
    """The combat units of a formation on the map, one of each kind in a hex."""
    seen = set()
    for u in bits(s.on_map & ROSTER.combat):
        kind = ROSTER.mover[u], ROSTER.movement[u], s.at[u]
        if GAME.formation_of(s, u) == formation and kind not in seen:
            seen.add(kind)
            yield u


def formations(s: AachenState, side: int) -> list[int]:
    return [i for i, f in enumerate(ROSTER.formations) if f.side == side and s.at[f.hq] >= 0]


@cache
def ends(scenario: str, unit: int, mover: str, movement: int, h: int, without: int = -1) -> int:
    """The hexes where a Movement Action from a hex may end; one unit may be taken off the map."""
    s = opening(scenario).copy()
    if without >= 0:
        place(GAME, s, without, ASIDE)
        GAME.refresh(s)
    s.at[unit] = h
    march = March(GAME, s, (unit,))
    return march.targets & ~(march.infiltration & ~march.near.all)


def layers(scenario: str, unit: int, most: int, cheap: int, without: int = -1) -> list[int]:
    """By Action Points spent, the hexes that a unit can be in; an Action costs 1 in ``cheap`` hexes and 2 elsewhere."""
    found, seen = [1 << opening(scenario).at[unit]] + [0] * (most + 1), 0
    like = _first(ROSTER.mover[unit], ROSTER.movement[unit], GAME.side_of[unit])
    for n in range(most):
        found[n] &= ~seen
        seen |= found[n]
        for h in bits(found[n]):
            cost = 1 if cheap >> h & 1 else 2
            if n + cost <= most:
                found[n + cost] |= ends(scenario, like, ROSTER.mover[unit], ROSTER.movement[unit], h, without)
    return found[: most + 1]


@cache
def _first(mover: str, movement: int, side: int) -> int:
    """A unit that moves alike: what it may enter is the same for all of its kind."""
    units = (u for u in bits(ROSTER.combat) if ROSTER.mover[u] == mover and GAME.side_of[u] == side)
    return next(u for u in units if ROSTER.movement[u] == movement)


def range_of(s: AachenState, formation: int, unit: int, h: int) -> int:
    """Hexes in command with the HQ in a hex, if no enemy zone cut a path."""
    paths = GAME.ground.steps[ROSTER.mover[unit]].command
    hq = ROSTER.formations[formation].hq
    return command_range(paths, h, ROSTER.range[hq], block=s.manned[1 - GAME.side_of[unit]], dead_ends=0).in_command


@pytest.mark.parametrize("scenario", LARGE)
def test_no_american_unit_can_walk_into_aachen_in_one_activation(scenario: str) -> None:
    s, city = opening(scenario), BOARD.regions["Aachen city"].set
    greatest = max(GAME.tables.points(level, roll) for level in range(1, 8) for roll in range(1, 11))
    walked = 0
    for formation in formations(s, US):
        for unit in members(s, formation):
            for found in layers(scenario, unit, greatest, -1):
                walked |= found
    assert not walked & city
    # The search does go places: a neighbour of the city is in reach.
    assert walked & BOARD.grid.neighbours(city)


def raids(s: AachenState, scenario: str, formation: int, points: int, without: int = -1) -> Iterator[str]:
    """How units of a formation could be on the road of 10.4 in command, with at most one relocation of their HQ."""
    hq, edge = ROSTER.formations[formation].hq, BOARD.regions["German instant victory"].set
    units = list(members(s, formation))
    here = s.at[hq]
    towns = controls(s, GERMAN)
    for unit in units:
        for found in layers(scenario, unit, points, -1, without):
            towns |= found
    towns &= GAME.ground.built_up & ~(1 << here)
    for unit in units:
        home = range_of(s, formation, unit, here)
        for spare, places in ((0, 1 << here), (ROSTER.relocation[hq], towns)):
            for h in bits(places):
                there = range_of(s, formation, unit, h)
                if not there & edge or spare > points:
                    continue
                for spent, found in enumerate(layers(scenario, unit, points - spare, home | there, without)):
                    if found & there & edge:
                        yield f"{GAME.counters[unit].id} for {spent + spare}, its HQ in {GAME.hex_name(h)}"


def choices_before_play(side: int) -> list[tuple[int, int]]:
    """Every unit that its owner assigns before play, with every formation that may have it then (ruling 10l)."""
    match = grognard.new(GAME, "campaign", seed=1)
    out = []
    for name in GAME.scenarios["campaign"].words["proposed"]:
        unit = GAME.unit_ids[name]
        if GAME.side_of[unit] == side:
            hqs = assignment.qualified(GAME, match.state, unit)  # type: ignore[arg-type]
            out += [(unit, GAME.hq_formation[hq]) for hq in bits(hqs)]
    return out


@cache
def assigned_to(formation: int) -> AachenState:
    """The campaign with every German unit in a formation that may be assigned to it before play.

    What one unit can do does not depend on where others are assigned, so this covers all assignments.
    """
    s = opening("campaign").copy()
    for unit, index in choices_before_play(GERMAN):
        s.assigned[unit] = formation + 1 if index == formation else s.assigned[unit]
    return s


def test_several_formations_may_have_the_independent_units_at_the_start() -> None:
    found = {(GAME.counters[unit].id, ROSTER.formations[index].code) for unit, index in choices_before_play(GERMAN)}
    assert {("34MG", "116P"), ("34MG", "9P"), ("34MG", "526"), ("XXLW", "116P"), ("XXLW", "353")} <= found


def test_with_no_assignment_a_german_unit_can_end_the_campaign_in_one_activation() -> None:
    for formation in formations(opening("campaign"), GERMAN):
        s = assigned_to(formation)
        assert not list(raids(s, "campaign", formation, GAME.tables.most_points(s.level[formation])))


def test_the_search_finds_a_raid_if_the_road_is_not_guarded() -> None:
    """Without the cavalry on the road the 116th Panzer with 34MG wins with 6 of its 7 points."""
    formation = ROSTER.by_code["116P"]
    s, cavalry = assigned_to(formation).copy(), GAME.unit_ids["4Cav"]
    place(GAME, s, cavalry, ASIDE)
    assert list(raids(s, "campaign", formation, 6, without=cavalry))


# -- the warning about 10.4 ----------------------------------------------------------------------


def unguarded(s: AachenState) -> AachenState:
    """The same state, but the cavalry has left its post on the road."""
    out = s.copy()
    place(GAME, out, GAME.unit_ids["4Cav"], BOARD.grid.parse("1014"))
    GAME.refresh(out)
    return out


def test_the_us_side_is_warned_of_a_formation_that_could_reach_the_road() -> None:
    truth = opening("campaign")
    # As the game begins, the road is guarded against every formation, whoever leads 34MG and XXLW.
    assert GAME.reading.warnings(GAME.redact(truth, "us")) == ()
    s = GAME.redact(unguarded(truth), "us").copy()
    # The U.S. side does not know who leads them; any formation with enough points could do it now.
    assert {note.rule for note in GAME.reading.warnings(s)} == {"10.4"}
    for name in ("34MG", "XXLW"):
        s.assigned[GAME.unit_ids[name]] = truth.assigned[GAME.unit_ids[name]]
    assert GAME.reading.warnings(s) == ()
    # At level 5 the 526th can get the 7 points that its raid takes.
    s.level[ROSTER.by_code["526"]] = 5
    (note,) = GAME.reading.warnings(s)
    assert note.rule == "10.4"
    assert "526th Infantry Division" in note.text
    # Only the side that must guard the road is warned, and only in the scenario with that victory.
    s.phasing = GERMAN
    assert GAME.reading.warnings(s) == ()
    other = unguarded(opening("stolberg"))
    other.level[ROSTER.by_code["526"]] = 5
    assert GAME.reading.warnings(other) == ()


def test_the_warning_names_the_formation_of_a_raid_if_the_guard_leaves() -> None:
    match = grognard.new(GAME, "campaign", seed=1)
    match.play("propose")
    while match.side == "us":
        match.play("done")
    match.play("assign 34MG", "under 116P-HQ", "propose", "done")
    formation = ROSTER.by_code["116P"]
    assert not raiders(GAME, match.state)  # type: ignore[arg-type]
    s = unguarded(match.state)  # type: ignore[arg-type]
    assert formation in raiders(GAME, s)
    warned = " ".join(note.text for note in GAME.reading.warnings(GAME.redact(s, "us")))
    assert ROSTER.formations[formation].name in warned


def test_a_guarded_road_needs_no_warning() -> None:
    s = unguarded(opening("campaign"))
    s.level[ROSTER.by_code["526"]] = 5
    s.manned[US] |= BOARD.regions["German instant victory"].set
    assert not raiders(GAME, s)


@pytest.mark.parametrize("scenario", ["campaign", "wurm"])
def test_the_warning_searches_all_hexes_together_as_each_by_itself(scenario: str) -> None:
    s = opening(scenario)
    for formation in formations(s, GERMAN):
        for unit in members(s, formation):
            singly = layers(scenario, unit, 2, -1)
            assert after_one_action(GAME, s, unit, singly[0]) & ~singly[0] == singly[1]
            twice = after_one_action(GAME, s, unit, singly[0] | singly[1])
            assert twice | singly[0] == singly[0] | singly[1] | singly[2]


# -- what falls without a fight ------------------------------------------------------------------


def falls(scenario: str, formation: int) -> dict[str, int]:
    """Scored hexes of the enemy that a formation can enter in its first activation, with the fewest Action Points."""
    s = opening(scenario)
    scored = sum(1 << h for h in GAME.objectives(s)) & ~controls(s, US)
    out: dict[str, int] = {}
    for unit in members(s, formation):
        found = command.command_of(GAME, s, formation, ROSTER.mover[unit])
        assert found is not None
        most = GAME.tables.most_points(s.level[formation])
        for spent, hexes in enumerate(layers(scenario, unit, most, found.in_command)):
            for h in bits(hexes & scored):
                label = BOARD.grid.label(h)
                out[label] = min(spent, out.get(label, spent))
    return out


def listed(scenario: str, words: Iterable[str]) -> dict[str, dict[str, int]]:
    """The table of docs/aachen-balance.md: by formation, hex and Action Points."""
    out: dict[str, dict[str, int]] = {}
    for line in words:
        cells = [cell.strip() for cell in line.strip("| \n").split("|")]
        if len(cells) == 3 and cells[0] == GAME.scenarios[scenario].title:
            out[cells[1]] = {label: int(n) for label, n in re.findall(r"(\d{4}) \((\d)\)", cells[2])}
    return out


@pytest.mark.parametrize("scenario", ["stolberg", "wurm", "campaign"])
def test_the_documentation_lists_what_falls_without_a_fight(scenario: str) -> None:
    s = opening(scenario)
    found = {ROSTER.formations[i].name: falls(scenario, i) for i in formations(s, US)}
    table = (DOCS / "aachen-balance.md").read_text().splitlines()
    assert listed(scenario, table) == {name: hexes for name, hexes in found.items() if hexes}
