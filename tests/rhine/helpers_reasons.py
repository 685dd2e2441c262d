"""Refusals: the rule and the facts that a sentence has to name."""

from __future__ import annotations

from grognard import Match
from tests.kit import refused


def because(match: Match, action: str, rule: str, *facts: str) -> None:
    """The action is refused by this rule, and the sentence names these facts."""
    refusal = refused(match, action, rule)
    for fact in facts:
        assert fact in refusal.why, refusal.why
