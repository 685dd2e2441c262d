"""Chapters 6.4.3 and 7.5.3: combat within combat. Every moment can be saved, read back, taken back and played on."""

from __future__ import annotations

import pytest

import grognard
from grognard import Match
from grognard.engine.record import replay
from tests.aachen.helpers_combat import GERMAN_HQ, US_HQ, outcome
from tests.aachen.kit import act, purse, step, where
from tests.rules import rule


def reacting() -> Match:
    """The U.S. side is about to move next to a German battalion."""
    at = f"{US_HQ} 1-I/16=2406 1-II/16=2403 {GERMAN_HQ} 12-I/27=2409 12-I/48=2415"
    return act("us 1-HQ", at, "quiet 3")


def winning() -> Match:
    """A battle has been won by the attacker, who may use the bonus for another attack."""
    at = "3A-HQ=2405 3A-I/32=2408 3A-I/33=2408 526-HQ=2413 12-I/48=2415 526-VIIILW=2409"
    return outcome("0/1", at, "3A-I/32 3A-I/33", "526-VIIILW", who="us 3A-HQ", purse=3)


#: A move, the reaction to it, its attack. 14 : 20 is 1:2 and a 1 is 5r/0: the battalion that was moving has won.
REACTION = [
    "select 1-I/16",
    "move 2408",
    "react 12-HQ",
    "roll 1",
    "roll 10",
    "select 12-I/27",
    "attack 2408",
    "resolve",
    "chit 2",
    "chit 2",
    "roll 1",
    "roll 1",
    "stay",
]
#: The battalion uses its bonus to move back; the reaction goes on, then the activation that it interrupted.
BONUS_MOVE = [
    *REACTION,
    "use-bonus",
    "select 1-I/16",
    "move 2407",
    "stop",
    "done",
    "select 1-II/16",
    "move 2402",
    "stop",
]
#: Or to attack: 20 : 6 is 3:1 and a 9 is 1/2r. It wins again, and declines that bonus.
BONUS_ATTACK = [
    *REACTION,
    "use-bonus",
    "select 1-I/16",
    "attack 2409",
    "resolve",
    "chit 4",
    "chit 0",
    "roll 9",
    "roll 1",
    "stay",
    "decline",
    "done",
    "select 1-II/16",
    "move 2402",
    "stop",
]
#: A bonus attack of the attacker that wins another bonus, used for an Improved Defense; then the activation goes on.
TWO_BONUSES = [
    "select 3A-I/32",
    "also 3A-I/33",
    "attack 2409",
    "resolve",
    "chit 2",
    "chit 2",
    "roll 3",
    "roll 1",
    "stay",
    "lose 3A-I/32",
    "improve 2408",
    "select 3A-I/33",
    "move 2407",
    "stop",
]


def passing() -> Match:
    """A U.S. battalion in a German zone is about to go into another one."""
    return act("us 1-HQ", "1-HQ=1508 526-HQ=2616 1-I/16=2410 526-328=2510", "quiet 3")


#: Infiltration: the exit question, the check, the entry question and its reaction; then the activation goes on.
INFILTRATION = [
    *("select 1-I/16", "move 2411", "pass", "roll 6", "react 526-HQ", "roll 1", "roll 10"),
    *("improve 2510", "done", "select 1-I/16", "move 2410", "hold", "roll 2"),
]


def crowding() -> Match:
    """Three hexes in a row hold a battalion each, and the river leaves one way out of each."""
    shut = {f"2411-{n}": "roer" for n in ("2310", "2311", "2510", "2511", "2410")}
    shut |= {f"2412-{n}": "roer" for n in ("2311", "2312", "2511", "2512")}
    at = "1-HQ=2008 526-HQ=2916 1-I/16=2412 1-I/18=2411 1-II/18=2412 1-III/18=2413"
    return act("us 1-HQ", at, "quiet 3", sides=shut)


#: A chain of displacements over three hexes, the last of them left to the owner.
CHAIN = [
    *("select 1-I/16", "move 2411", "stop", "displace 1-I/18", "displace 1-II/18", "to 2413"),
    *("displace 1-III/18", "leave-it", "to 2414", "refit 1-I/16", "roll 1"),
]


def exposed() -> Match:
    """A lone U.S. HQ, its battalion about to move next to the enemy."""
    at = "1-HQ=2310 526-HQ=2616 1-I/16=2410 526-328=2412 526-453=2313"
    return act("us 1-HQ", at, "quiet 3", us="1508 4218")


#: The reaction drives away the HQ whose formation is active; the activation goes on out of its new hex.
DISPLACED = [
    *("select 1-I/16", "move 2411", "react 526-HQ", "roll 4", "roll 10", "select 526-453", "move 2311", "to 1508"),
    *("done", "select 1-I/16", "move 2410", "pass", "stop"),
]

FLOWS = [
    pytest.param(passing, INFILTRATION, id="infiltration with a reaction"),
    pytest.param(crowding, CHAIN, id="displacement over three hexes"),
    pytest.param(exposed, DISPLACED, id="HQ displaced in its own activation"),
    pytest.param(reacting, BONUS_MOVE, id="defender's bonus move in a reaction"),
    pytest.param(reacting, BONUS_ATTACK, id="defender's bonus attack in a reaction"),
    pytest.param(winning, TWO_BONUSES, id="bonus attack that wins a bonus"),
]


def frames(match: Match) -> list[str]:
    """The names of the steps on the agenda, outermost first."""
    return [match.game.steps[frame[0]].name for frame in match.state.agenda]


def record(match: Match) -> str:
    """The record of a match; a board made to measure has no digest of its data."""
    return "\n".join(line for line in match.record().splitlines() if not line.startswith("[Data"))


@pytest.mark.parametrize(("begin", "actions"), FLOWS)
@rule("aachen", "6.4.3", "7.5.3", "7.5.3s", "7.5.3p")
def test_every_moment_is_saved_read_back_and_played_on(begin, actions: list[str]) -> None:  # type: ignore[no-untyped-def]
    whole = begin().play(*actions)
    match = begin()
    for number, action in enumerate(actions):
        text = match.position()
        read = grognard.setup(text, of=match.game, dice=[])
        assert read.position() == text, action
        assert read.state.copy() == match.state
        assert read.actions.texts() == match.actions.texts()
        assert replay(lambda _: match.game, record(match)).position() == text
        read.play(*actions[number:])
        assert read.position() == whole.position(), f"read back before {action!r}"
        for seat in ("us", "german", ""):
            match.view(seat)
        match.play(action)
        if match.may_undo():
            after = match.position()
            match.undo()
            assert match.position() == text
            assert match.play(action).position() == after
    assert match.position() == whole.position()


@rule("aachen", "6.4.3", "7.5.3n", "7.5.3i")
def test_the_points_of_every_level_are_kept() -> None:
    match = reacting().play(*REACTION)
    # The reaction has 4 points at level 6 with a 10, 3 of them left; the winner's bonus lies on top.
    assert (match.side, purse(match, "us"), purse(match, "german")) == ("us", 1, 3)
    assert frames(match)[-4:] == ["activation", "activation", "bonus", "bonus-card"]
    match.play("use-bonus")
    assert frames(match)[-4:] == ["activation", "activation", "bonus", "act"]
    match.play("select 1-I/16", "move 2407", "stop")
    assert (match.side, step(match), purse(match, "us"), purse(match, "german")) == ("german", "act", 6, 3)
    match.play("done")
    assert (match.side, step(match), purse(match, "us"), purse(match, "german")) == ("us", "act", 6, 0)
    assert where(match, "1-I/16") == "2407"


@rule("aachen", "7.5.3s", "6.4.3")
def test_a_bonus_within_a_bonus_within_a_reaction() -> None:
    match = reacting().play(*BONUS_ATTACK[: BONUS_ATTACK.index("decline")])
    assert frames(match).count("bonus") == 2
    assert frames(match).count("activation") == 2
    assert (match.side, purse(match, "us"), purse(match, "german")) == ("us", 1, 3)
    match.play("decline")
    assert (match.side, step(match), purse(match, "us"), purse(match, "german")) == ("german", "act", 6, 3)
