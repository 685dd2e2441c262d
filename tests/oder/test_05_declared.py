"""What is declared and checked in a turn, in the words of 5.1 and 5.3."""

from __future__ import annotations

import grognard
from tests.oder.table import table
from tests.rules import rule


def events(match: grognard.Match) -> list[str]:
    return [event.text for event in match.events]


@rule("oder", "5.3")
def test_the_order_that_a_side_declares_is_reported() -> None:
    for order, words in (("move-fight", "movement first, then combat"), ("fight-move", "combat first, then movement")):
        match = table("turn 3\nphase soviet declaration\nat 3=2410 58=2313")
        match.play(f"order {order}")
        assert any(f"Soviet declares {words}" in event for event in events(match))


@rule("oder", "5.1")
def test_the_check_after_the_german_turn_is_named_after_the_soviet() -> None:
    """The side whose sudden death is looked at: the Soviet one at the end of the German turn."""
    match = table("turn 3\nphase german declaration\nat 3=2410 58=2313")
    track = match.game.reading.track(match.state)
    names = list(track.phases)
    german = names.index("German Regroup")
    assert names[german + 1] == "Soviet Sudden Death Supply Check"
    assert names[-1] == "German Sudden Death Supply Check"
