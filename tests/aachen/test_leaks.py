"""Chapter 5.3.4: two truths that a side cannot tell apart send it the same bytes, refusals and log lines."""

from __future__ import annotations

import random
from collections.abc import Iterator
from functools import cache

import msgspec
import pytest

import grognard
from grognard import Match
from grognard.engine.action import Action
from grognard.engine.actions import Actions
from grognard.games.aachen.state import AachenState
from grognard.hexes import bits
from grognard.lab import forge
from grognard.table.match_log import log_of
from grognard.table.seat_view import board_of
from grognard.table.trail import Trail
from tests.aachen.kit import real
from tests.rules import rule

GAME = real()
SEATS = ("us", "german", "")
#: Verbs that end things are drawn seldom, so that much happens in a short time.
SELDOM = {"done", "pass", "stop", "stand-down", "hold", "transfer"}


@cache
def states(scenario: str) -> tuple[AachenState, ...]:
    """States of games played at random, some with a drawn plan, moves and combats under way among them."""
    out: list[AachenState] = []
    for seed in (5, 6):
        rng, match = random.Random(seed), grognard.new(GAME, scenario, seed=seed)
        while not match.over and len(out) < 500 * (seed - 4):
            by_verb: dict[str, list[Action]] = {}
            for action in match.actions:
                by_verb.setdefault(action.verb, []).append(action)
            verbs = list(by_verb)
            verb = rng.choices(verbs, [0.1 if v in SELDOM else 1 for v in verbs])[0]
            match.play(rng.choice(by_verb[verb]))
            if not match.over:
                out.append(match.state.copy())  # type: ignore[arg-type]
    return tuple(out)


def match_of(scenario: str, state: AachenState) -> Match:
    return Match(GAME, GAME.scenarios[scenario], state.copy())


def pairs(scenario: str, seat: str, step: int) -> Iterator[tuple[Match, Match]]:
    """Matches in two truths that look the same to a seat and differ in something hidden."""
    found = 0
    for number, state in enumerate(states(scenario)[::step]):
        other = GAME.resample(state, seat, random.Random(number))
        # How a side answers reactions and what it wants to be asked is its own business too.
        own = GAME.side_index.get(seat, -1)
        if seat and state.initiative == own:
            other.answer, other.reply = (state.answer + 1) % 3, (state.reply + 1) % 5
        for wish in ("quiet", "asks"):
            hidden = 3 if own < 0 else 1 << 1 - own
            setattr(other, wish, getattr(state, wish) ^ hidden)
        if other != state:
            found += 1
            yield match_of(scenario, state), match_of(scenario, other)
    assert found > 10, "the pairs would prove nothing"


def selection(match: Match) -> tuple[object, ...]:
    """What the deciding side has selected so far: hidden lines of the log have shown that there is something."""
    s = match.state
    return s.hand, s.assignee, s.attackers, s.withheld  # type: ignore[attr-defined]


def sent(match: Match, seat: str) -> bytes:
    """All that a seat is sent about a moment."""
    view = match.view(seat)
    return msgspec.json.encode((view, board_of(match, seat, view, Trail.along(match).watch)))


@pytest.mark.parametrize("seat", SEATS)
@pytest.mark.parametrize("scenario", ["stolberg", "campaign"])
@rule("aachen", "5.3.4", "5.3.4a", "5.3.4c", "5.5.2n", "8.3b")
def test_two_truths_send_a_seat_the_same_bytes(scenario: str, seat: str) -> None:
    for one, other in pairs(scenario, seat, 12):
        assert sent(one, seat) == sent(other, seat), one.position()


@pytest.mark.parametrize("seat", ["us", "german"])
@rule("aachen", "5.3.4")
def test_refusals_notes_and_paths_are_the_same_in_two_truths(seat: str) -> None:
    rng = random.Random(3)
    for one, other in pairs("campaign", seat, 9):
        if one.side != seat:
            continue
        assert one.actions.texts() == other.actions.texts()
        for _ in range(40):
            action = forge(rng, GAME)
            if one.giver(action) != seat:  # the table answers only the side that a standing order names
                continue
            assert str(one.why_not(action)) == str(other.why_not(action)), (action, one.position())
        for match in (one, other):
            assert match.state.copy() == match.state
        shown = [match.moment().shown(seat) for match in (one, other)]
        for h in rng.sample(list(bits(GAME.board.playable)), 12):
            notes = [GAME.reading.inspect(state, h) for state in shown]
            assert notes[0] == notes[1]
            assert GAME.reading.path(shown[0], h) == GAME.reading.path(shown[1], h)


@pytest.mark.parametrize("seat", ["us", "german"])
@rule("aachen", "5.3.4", "6.4.1m")
def test_what_the_enemy_does_reads_the_same_in_two_truths_that_stay_alike(seat: str) -> None:
    rng, compared = random.Random(4), 0
    for one, other in pairs("stolberg", seat, 3):
        if one.side in (seat, "dice") or selection(one) != selection(other):
            continue
        both = [a for a in Actions(GAME, one.state) if GAME.permits(other.state, a)]
        if not both:
            continue
        action = rng.choice(both)
        for match in (one, other):
            match.play(action)
        if GAME.redact(one.state, seat) != GAME.redact(other.state, seat):
            continue
        compared += 1
        lines = [log_of(match, seat)[1:] for match in (one, other)]
        assert lines[0] == lines[1], (action, one.position())
        assert sent(one, seat) == sent(other, seat)
    assert compared > 15
