"""The extended example of play (18.0) as one game: Turn 2, from its set-up to the beginning of Turn 3.

Its dice are scripted. Where it says that a die does not matter, the least favourable one is rolled.
"""

from __future__ import annotations

import grognard
from grognard import Match
from tests.kit import offered, where
from tests.reich.helpers_combat import GAME, alive, attack, columns, reduced, strengths, totals
from tests.rules import rule

#: The units that are not where Turn 1 begins.
PLACES = """
    G-709=0518 G-6FJR=0520 G-77=0522 G-17SS=0722 G-HQ7=0826 G-LEHR=0923 G-21PZ=1122 G-IIIFLK=1122 G-2PZ=1125 G-12SS=1222
    G-501SS=1223 G-347=1422 G-16LW=1423 G-1SS=1521 G-503SS=1521
    US-4=0519 US-90=0519 US-29=0721 US-2=0721 CW-50=0921 CW-7A=1021 CW-8AB=1021 CW-2CAB=1021 CW-3C=1221
"""

DICE = [
    *(4, 2, 5),  # the first Strafing markers: 2nd Panzer, 1st SS, 503rd SS
    *(4, 2),  # Command dice: 21st Army Group, US 1st Army
    5,  # Combat Duration
    *(3, 5),  # Cherbourg: attacker, defender
    *(4, 1),  # 0520
    *(5, 4),  # Saint-Lô
    *(3, 2),  # 0821
    *(1, 5),  # Caen
    *(1, 5),  # 1222, where the attacker's die does not matter
    3,  # the German Command die
    *(3, 6, 2),  # Strategic Movement: 10th SS, 9th SS, 502nd SS
    *(3, 2),  # 1221: the defender fires first
    *(2, 5, 4),  # Strafing markers: 10th SS, 3rd FJ, 2nd SS
    *(4, 6),  # Command dice
    *(6, 1),  # Villers-Bocage: attacker, defender
    *(1, 2),  # the special assault, where the attacker's die does not matter
    6,  # the port of Cherbourg
    4,  # the German Command die
    2,  # Strategic Movement of the 502nd SS
]


def opening() -> Match:
    """Turn 2 as the example sets it up: the campaign's own set-up, but for some units that Turn 1 has moved."""
    text = grognard.new(GAME, "campaign", dice=()).position()
    lines = dict(line.split(" ", 1) for line in text.splitlines() if " " in line)
    del lines["agenda"], lines["strafed"]
    placed = dict(word.split("=") for word in f"{lines['at']} {PLACES}".split())
    lines |= {"at": " ".join(f"{unit}={place}" for unit, place in placed.items()), "turn": "2"}
    lines |= {"allied": f"{lines['allied']} 0519 0721 0921 1021", "phase": "german reinforcement"}
    return grognard.setup("\n".join(f"{key} {value}" for key, value in lines.items()), dice=DICE)


def place(match: Match, **stacks: str) -> None:
    """Place arriving units: a hex, then its units."""
    for hex_, units in stacks.items():
        for unit in units.split():
            match.play(f"select {unit}", f"place {hex_.removeprefix('h')}")


def move(match: Match, units: str, *way: str, cost: int) -> None:
    """Move units one by one, and check what each pays."""
    for unit in units.split():
        match.play(f"select {unit}", *(f"move {to}" for to in way))
        if offered(match, "stop"):
            match.play("stop")
        assert where(match, unit) == way[-1]
        assert match.state.spent[GAME.unit_ids[unit]] == cost, unit


def fight(match: Match, target: str, units: str, *support: str) -> tuple[object, ...]:
    """Make an attack; return strengths, columns and modifiers, the attacker's first."""
    attack(match, target, units, *support)
    found = strengths(match), columns(match), totals(match)
    match.play("resolve")
    return found


def arrivals(match: Match) -> None:
    place(match, h5706="G-9SS G-10SS G-502SS", h0125="G-353 G-266 G-3FJ", h0634="G-272 G-276 G-277", h0434="G-2SS")
    match.play("done")
    place(match, h0619="US-30 US-79 US-2A US-HQ1-12", h0820="US-9", h1121="CW-15")
    place(match, h1020="CW-11A CW-49 CW-4AB CW-34TB CW-HQ21")
    match.play("done")
    assert (where(match, "CW-79"), match.state.refit_cw) == ("support", 1)


def first_air_phase(match: Match) -> None:
    match.play("done")  # nobody goes to England
    assert not match.state.dropped
    match.play("strafe G-2PZ", "strafe G-1SS", "strafe G-503SS", "keep")
    under = [GAME.counters[unit].id if unit >= 0 else "" for unit in match.state.strafers]
    assert under == ["G-1SS", "", "G-2PZ", "G-503SS"]  # 2, 3, 4 and 5 points
    assert match.state.air == 1
    match.play("pass")
    assert match.state.unbombed


def allied_assault(match: Match) -> None:
    assert not match.state.oos
    assert match.state.points[:2] == [5, 4]
    match.play("declare 1")
    assert match.state.points[:2] == [4, 3]
    move(match, "US-82AB US-2A", "0519", cost=1)
    move(match, "US-30", "0620", cost=1)
    move(match, "CW-11A", "1021", cost=1)
    move(match, "CW-49 CW-34TB", "0921", cost=1)
    move(match, "CW-4AB", "1121", cost=1)
    match.play("done")
    assert match.state.points[:2] == [2, 1]  # half of 5 is 2


def allied_combat(match: Match) -> None:
    assert fight(match, "0518", "US-4 US-90 US-82AB US-2A") == ((18, 5), ("17+", "5"), (-2, 0))
    match.play("lose US-90", "lose G-243")
    assert fight(match, "0520", "US-101AB US-30 US-79") == ((12, 3), ("10-12", "3"), (-2, 0))
    match.play("lose US-30", "lose G-6FJR")
    assert fight(match, "0722", "US-29 US-2") == ((8, 8), ("7-9", "7-9"), (-2, 0))
    match.play("lose US-2")
    assert fight(match, "0821", "US-1 US-9 CW-50 CW-49 CW-34TB", "air") == ((17, 5), ("17+", "5"), (-1, 0))
    match.play("lose CW-34TB", "advance-all")
    assert where(match, "US-1") == where(match, "US-9") == "0821"
    caen = "CW-7A CW-8AB CW-2CAB CW-11A CW-3 CW-15 CW-27AB CW-4AB"
    assert fight(match, "1122", caen, "funnies die") == ((24, 12), ("17+", "10-12"), (-1, 0))
    match.play("lose CW-27AB", "lose CW-4AB")
    assert match.state.funnies_used
    assert fight(match, "1222", "CW-3C CW-51 CW-6AB") == ((9, 8), ("7-9", "7-9"), (-2, 0))
    assert reduced(match) == {
        *("US-90", "US-30", "US-2", "CW-34TB", "CW-27AB", "CW-4AB", "CW-3C", "CW-51", "G-17SS", "G-IIIFLK", "G-12SS")
    }
    assert not alive(match, "G-243", "G-6FJR", "G-352", "G-914")


def breakthrough(match: Match) -> None:
    move(match, "CW-4AB", "1221", cost=2)
    move(match, "CW-11A CW-7A CW-8AB CW-2CAB", "0921", "0922", cost=2)
    move(match, "CW-49 CW-50 CW-34TB", "1021", cost=1)
    move(match, "CW-HQ21", "0921", cost=1)
    match.play("done")


def german_assault(match: Match) -> None:
    assert GAME.names(match.state.oos) == "G-709"
    assert match.state.points[3:] == [4, 8]
    move(match, "G-266 G-353 G-3FJ", "0526", cost=4)
    move(match, "G-272 G-276 G-277", "0630", cost=4)
    move(match, "G-2SS", "0627", cost=8)
    move(match, "G-91", "0420", "0521", cost=3)
    move(match, "G-2PZ", "0923", cost=4)
    move(match, "G-501SS", "1222", cost=3)
    move(match, "G-347", "1322", cost=2)
    move(match, "G-16LW", "1324", "1223", cost=4)
    move(match, "G-1SS", "1324", cost=5)
    move(match, "G-503SS", "1422", cost=3)
    match.play("select G-10SS", "strategic 1521", "select G-9SS", "strategic 1521")
    assert where(match, "G-10SS") == where(match, "G-9SS") == "1521"
    match.play("select G-502SS", "strategic 1521")
    assert not offered(match, "strategic 1521")  # failed, but it still moves
    match.play("move 5108")
    assert match.state.spent[GAME.unit_ids["G-502SS"]] == 7
    match.play("move 5008", "stop")
    assert match.state.spent[GAME.unit_ids["G-502SS"]] == 8
    match.play("done")
    assert fight(match, "1221", "G-12SS G-501SS G-347") == ((7, 9), ("7-9", "7-9"), (0, 0))
    match.play("lose G-347", "lose CW-4AB")
    assert not alive(match, "G-347", "CW-4AB")
    assert match.state.due[GAME.unit_ids["CW-4AB"]] == 4
    match.play("done")


def allied_exploitation(match: Match) -> None:
    match.play("strafe G-3FJ", "strafe G-2SS", "strafe G-10SS", "keep")
    assert not match.state.oos & GAME.combat_of[0]
    assert match.state.points[:2] == [5, 6]
    match.play("select CW-11A", "also CW-7A", "also CW-8AB", "also CW-2CAB", "assault 0923", "air")
    assert (strengths(match), columns(match), totals(match)) == ((14, 13), ("13-16", "13-16"), (-1, 0))
    match.play("resolve", "lose CW-2CAB", "lose CW-8AB")  # the second because the hex is not cleared
    assert {"CW-2CAB", "CW-8AB", "G-LEHR", "G-2PZ"} <= reduced(match)
    assert match.state.spent[GAME.unit_ids["CW-11A"]] == 2
    move(match, "CW-34TB", "0921", cost=1)
    move(match, "CW-27AB", "0921", cost=2)
    move(match, "US-79", "0420", cost=4)
    move(match, "US-HQ1-12", "0419", cost=2)
    match.play("done")


def special_assault(match: Match) -> None:
    assert fight(match, "0518", "US-4 US-90 US-82AB US-2A") == ((16, 1), ("13-16", "1"), (-2, 0))
    assert not alive(match, "G-709")
    match.play("advance-all")
    assert {where(match, unit) for unit in ("US-4", "US-90", "US-82AB", "US-2A")} == {"0518"}
    assert match.state.cherbourg == 8


def german_exploitation(match: Match) -> None:
    assert not match.state.oos
    assert match.state.points[3:] == [4, 8]
    move(match, "G-353 G-266", "0523", cost=4)
    move(match, "G-91", "0522", cost=2)
    move(match, "G-77", "0722", cost=3)
    move(match, "G-17SS", "0723", cost=2)
    move(match, "G-272 G-276 G-277", "0626", cost=4)
    move(match, "G-2SS", "0624", cost=4)
    move(match, "G-LEHR", "0924", cost=1)
    move(match, "G-16LW", "1123", cost=3)
    move(match, "G-1SS", "1123", cost=5)
    move(match, "G-503SS", "0924", cost=8)
    move(match, "G-10SS", "1323", cost=5)
    move(match, "G-9SS", "1125", cost=8)
    move(match, "G-HQ7", "1425", cost=6)
    match.play("select G-502SS", "strategic 1521")
    assert where(match, "G-502SS") == "5008"
    match.play("done")


@rule("reich", "4.1", "10.2.5", "10.6", "13.5", "14.2", "8.6.A", "10.7.12", "17.5.2")
def test_the_example_of_play_is_one_game() -> None:
    match = opening()
    arrivals(match)
    first_air_phase(match)
    allied_assault(match)
    allied_combat(match)
    breakthrough(match)
    german_assault(match)
    allied_exploitation(match)
    special_assault(match)
    german_exploitation(match)
    s = match.state
    assert (s.turn, match.side, GAME.phase_of(s)) == (3, "german", "german reinforcement")
    assert not s.funnies_used
    assert not (s.oos | s.strafed | s.disrupted | s.priority | s.red_ball)
    assert s.strafers == [-1, -1, -1, -1]
    assert match.chance_count == len(DICE)
    assert not match.over
