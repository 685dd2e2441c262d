"""How long a commander may think: so many seconds, or so many evaluations, which give the same decision every time."""

from __future__ import annotations

import time


class Budget:
    """Counts evaluations, and looks at the clock only if no number of them is given."""

    def __init__(self, seconds: float, evaluations: int | None = None) -> None:
        self.seconds, self.evaluations = seconds, evaluations
        self.made = 0
        self._end = 0.0 if evaluations is not None else time.perf_counter() + seconds

    def spend(self) -> None:
        """One evaluation has been made."""
        self.made += 1

    def left(self) -> bool:
        """Whether there is time for one more."""
        if self.evaluations is not None:
            return self.made < self.evaluations
        return time.perf_counter() < self._end
