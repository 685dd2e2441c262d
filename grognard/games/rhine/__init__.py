"""Watch on the Rhine: the Siegfried Line campaign, 1944-45 (Decision Games).

Every module is a chapter of the rulebook, or a part of one:

    setup           3            set-up, and the choice of the supply sector
    pieces          2, 3.9       steps, stacks and hex control
    victory         4            how to win
    sequence        5            the game turn, the dam (10.18) and Hitler's decision
    stacking, fog   6            stacking, and what lies beneath the top of a stack
    supply, asides  8            supply; Aerial Supply markers
    area            9.5          where Allied units may go
    arrivals        9.1-9.5      which units arrive, and where
    reinforcements  9            the Reinforcement Phase
    replacements    9.2-9.9      replacements, returns, withdrawals
    ground          10.6-10.17   what steps cost
    movement, moves 10           movement
    combat          11.1, 11.24  announcing attacks, probes and momentum attacks
    odds            11.7-11.19   odds and shifts
    results         11.18-11.22  bombers, combat results, losses
    retreat         11.21        retreat
    drop            12.2-12.4    airdrops of the First Allied Airborne Army
    airborne        12.5-12.6    its losses and the link-up
"""

from __future__ import annotations

from ...engine.data import Overlay
from .game import RhineGame

TITLE = RhineGame.title


def load(overlay: Overlay | None = None) -> RhineGame:
    """Load the game, with an owner's corrections if there are any."""
    return RhineGame.load(overlay)


__all__ = ["TITLE", "RhineGame", "load"]
