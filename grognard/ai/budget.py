"""How long a commander may think: so many seconds, or so many evaluations, which give the same decision every time."""

from __future__ import annotations

import time


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
