"""Units do not crowd into a winning hex until some are lost by stacking (6.4 of Watch on the Oder)."""

from __future__ import annotations

import pytest

from ..oder.table import table
from .helpers import phase, through_phase

#: One hex of Silesia is not taken yet.
SILESIA = """turn 6
phase soviet movement
at 5=1417 28=1417 31=1417 50=1416 49=1416 3=1416 8=1119 FCB=1114
flipped 1219 1220 1318 1319 1320 2408
"""


@pytest.mark.parametrize("level", ["captain", "colonel", "general"])
def test_no_more_armies_go_into_the_last_hex_than_it_holds(level: str) -> None:
    match = table(SILESIA)
    before = phase(match)
    through_phase(match, level)
    assert phase(match) != before
    assert match.game.controller(match.state, match.game.place("1218")) == 1  # type: ignore[attr-defined]
    assert sum(place >= 0 for place in match.state.at) == 8, "no army was removed by 6.4"
