"""How long a commander may think: so many seconds, or so many evaluations, which give the same decision every time."""

from __future__ import annotations

import time
from collections.abc import Hashable


class Clock:
    """What a commander who thinks by the clock has used up of a phase, over all he decides in it. Whoever counts
    evaluations has no such clock, and is never in a hurry."""

    def __init__(self, seconds: float, *, runs: bool) -> None:
        self._seconds, self._runs = seconds, runs
        self._phase: Hashable = None
        self._spent, self._began = 0.0, 0.0

    def start(self, phase: Hashable) -> None:
        """He begins to think about a decision of a phase."""
        if phase != self._phase:
            self._phase, self._spent = phase, 0.0
        self._began = time.perf_counter() if self._runs else 0.0

    def stop(self) -> None:
        """He has decided."""
        if self._runs:
            self._spent += time.perf_counter() - self._began

    def past(self, share: float) -> bool:
        """Whether more than this share of his time for the phase is gone."""
        return self._runs and self._spent + time.perf_counter() - self._began > share * self._seconds


class Budget:
    """Counts evaluations; looks at the clock only if no number is given, and then stops at ``enough`` as well."""

    def __init__(self, seconds: float, evaluations: int | None = None, enough: int = 1_000_000) -> None:
        self.evaluations, self.enough = evaluations, enough
        self.made = 0
        self._seconds = seconds
        self._end = 0.0 if evaluations is not None else time.perf_counter() + seconds

    def spend(self) -> None:
        """One evaluation has been made."""
        self.made += 1

    def left(self) -> bool:
        """Whether there is time for one more."""
        if self.evaluations is not None:
            return self.made < self.evaluations
        return self.made < self.enough and time.perf_counter() < self._end

    def spent(self) -> float:
        """How much of it is used up, from 0 to 1 and a little more."""
        if self.evaluations is not None:
            return self.made / self.evaluations
        clock = 1.0 - (self._end - time.perf_counter()) / self._seconds
        return max(clock, self.made / self.enough)
