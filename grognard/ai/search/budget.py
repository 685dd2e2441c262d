"""Limits on thinking: seconds, or a number of evaluations for reproducible decisions."""

from __future__ import annotations

import time
from collections.abc import Hashable


class Clock:
    """The time spent on all decisions of a phase; not measured unless it ``runs``."""

    def __init__(self, seconds: float, *, runs: bool) -> None:
        self._seconds, self._runs = seconds, runs
        self._phase: Hashable = None
        self._spent, self._began = 0.0, 0.0

    def start(self, phase: Hashable) -> None:
        """Start thinking about a decision of a phase."""
        if phase != self._phase:
            self._phase, self._spent = phase, 0.0
        self._began = time.perf_counter() if self._runs else 0.0

    def stop(self) -> None:
        """Stop thinking: the decision is made."""
        if self._runs:
            self._spent += time.perf_counter() - self._began

    def past(self, share: float) -> bool:
        """Return whether more than this share of the phase's time is spent."""
        return self._runs and self._spent + time.perf_counter() - self._began > share * self._seconds


class Budget:
    """Counts evaluations up to a number, or without one, until the time or a ``limit`` is reached."""

    def __init__(self, seconds: float, evaluations: int | None = None, limit: int = 1_000_000) -> None:
        self.evaluations, self.limit = evaluations, limit
        self.made = 0
        self._seconds = seconds
        self._end = 0.0 if evaluations is not None else time.perf_counter() + seconds

    def spend(self, evaluations: int = 1) -> None:
        """Count one evaluation, or several."""
        self.made += evaluations

    def left(self) -> bool:
        """Return whether another evaluation is allowed."""
        if self.evaluations is not None:
            return self.made < self.evaluations
        return self.made < self.limit and time.perf_counter() < self._end

    def spent(self) -> float:
        """Return the share that is used up; it may slightly exceed 1."""
        if self.evaluations is not None:
            return self.made / self.evaluations
        clock = 1.0 - (self._end - time.perf_counter()) / self._seconds
        return max(clock, self.made / self.limit)
