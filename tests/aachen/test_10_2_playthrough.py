"""Chapter 10.2: two turns of The Stolberg Corridor as a record, with ten reactions that stop the mover."""

from __future__ import annotations

from pathlib import Path

from grognard.engine.record import parse_record, replay, verify
from tests.aachen.kit import real
from tests.generic.make_records import final_digest
from tests.rules import rule

RECORD = Path(__file__).parent / "playthroughs" / "aachen-stolberg-two-turns.record"


@rule("aachen", "10.2", "6.4", "6.4.2", "4")
def test_two_turns_of_the_stolberg_corridor_with_reactions() -> None:
    text = RECORD.read_text(encoding="utf-8")
    match = replay(lambda _: real(), text)
    assert match.state.turn == 3  # type: ignore[attr-defined]
    assert final_digest(match) == parse_record(text).tags["Final"]
    assert verify(lambda _: real(), text)[1] == []
    said = [event.text for event in match.events if event.rule == "6.4.2"]
    passed = [words for words in said if "passes its Reaction Check" in words]
    assert len(passed) >= 5
    # Formations of both sides react, and some attempts fail.
    assert any("Panzer" in words for words in passed)
    assert any("the 1st Infantry Division fails" in words for words in said)
    rules = {event.rule for event in match.events}
    # Emergencies of every kind: overstacking, lost HQs, isolation, rerolls, battles won, the whole Admin Phase.
    assert rules >= {"5.2", "5.3.1", "5.3.2", "5.3.3", "5.6.2", "5.8.4", "6.4.3", "7.5.3", "7.6", "7.7"}
    assert rules >= {"8.1.1", "8.1.2", "8.1.3", "8.1.4", "8.1.5", "8.2", "8.4.1", "8.5.1", "9"}
