"""Chapter 10.1: a whole First Blood, won in the third activation, as a record."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.record import parse_record, replay, verify
from tests.aachen.kit import real
from tests.generic.make_records import final_digest
from tests.rules import rule

RECORD = Path(__file__).parent / "playthroughs" / "aachen-first-blood-in-three.record"


@rule("aachen", "10.1", "10.1p", "10.1f")
def test_first_blood_won_in_three_activations() -> None:
    text = RECORD.read_text(encoding="utf-8")
    match = replay(lambda _: real(), text)
    assert match.result is not None
    assert (match.result.winner, match.result.level) == ("us", "substantial")
    assert match.state.activations == 3  # type: ignore[attr-defined]
    assert final_digest(match) == parse_record(text).tags["Final"]
    assert verify(lambda _: real(), text)[1] == []
    rules = {event.rule for event in match.events}
    # Moves, both kinds of support, checks, a forced retreat that overstacks, a displacement and a bonus.
    assert rules >= {"7.3", "7.5.1.2 A", "7.5.1.2 B", "7.5.1.2 C", "5.6.1", "7.5.2", "5.3.1", "5.3.3", "7.5.3", "10.1"}
