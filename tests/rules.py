"""The mark that ties a test to the rules it proves."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeVar

import pytest

T = TypeVar("T", bound=Callable[..., object])


def rule(game: str, *ids: str) -> Callable[[T], T]:
    """``@rule("hurtgen", "7.11", "7.11a")``: the clauses or duties this test proves."""

    def mark(test: T) -> T:
        marked: T = pytest.mark.rule(game, *ids)(test)
        return marked

    return mark
