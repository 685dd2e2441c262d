"""Positions that somebody might write who does not know the game, or means no good."""

from __future__ import annotations

import random
from collections.abc import Sequence


class Mangler:
    """Changes words of true positions, mostly for words that can stand there."""

    def __init__(self, texts: Sequence[str], rng: random.Random) -> None:
        self.texts = texts
        self.rng = rng
        words: dict[str, set[str]] = {}
        for text in texts:
            for line in text.splitlines():
                key, *rest = line.split()
                words.setdefault(key, set()).update(rest)
        self.words = {key: sorted(found | {"-", "-1", "99", "99999"}) for key, found in words.items()}
        self.any = sorted({word for found in self.words.values() for word in found} | {"=", "/", *words})

    def text(self) -> str:
        rng = self.rng
        lines = [line.split() for line in rng.choice(self.texts).splitlines()]
        for _ in range(rng.randrange(1, 4)):
            line = rng.choice(lines[2:])
            if rng.random() < 0.1:
                line[rng.randrange(len(line))] = rng.choice(self.any)
            elif rng.random() < 0.2:
                line.pop(rng.randrange(len(line)))
                line.append(rng.choice(self.any))
            elif len(line) > 1:
                line[rng.randrange(1, len(line))] = rng.choice(self.words.get(line[0], self.any))
        return "\n".join(" ".join(line) for line in lines)
