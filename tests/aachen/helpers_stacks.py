"""An overstacked hex, 2411, that is found at the end of an Action of the U.S. side, and what may stand around it."""

from __future__ import annotations

from collections.abc import Mapping

import grognard
from grognard import Match
from tests.aachen.kit import act


def stuck(
    at: str, *more: str, sides: Mapping[str, str] | None = None, terrain: Mapping[str, str] | None = None
) -> Match:
    """2411 is found to be overstacked at the end of an Action of the U.S. side."""
    start = act("us 1-HQ", f"1-HQ=2008 526-HQ=2916 3A-HQ=2006 {at}", *more, sides=sides, terrain=terrain)
    *lines, agenda = start.position().splitlines()
    frames = agenda.rpartition(" / ")[0]
    return grognard.setup("\n".join([*lines, f"{frames} / overstacked 2411"]), of=start.game)


NEXT = ("2310", "2311", "2410", "2412", "2510", "2511")
RING = " ".join(
    f"{u}={h}" for u, h in zip(("526-328", "526-453", "526-473", "526-536", "12-I/27", "12-II/27"), NEXT, strict=True)
)
