"""Maps and counters: drawn once in a worker process, and kept in memory and in the data folder."""

from __future__ import annotations

import asyncio
import gzip
import hashlib
from collections.abc import Callable
from concurrent.futures import Executor
from functools import cache
from pathlib import Path

import msgspec

from .. import art
from ..engine.game import Game
from .worker import draw


@cache
def _drawing_digest() -> str:
    """A digest of the drawing code; pictures drawn by another version are drawn again."""
    folder = Path(art.__file__).parent
    whole = hashlib.sha256()
    for path in sorted(folder.glob("*.py")):
        whole.update(path.read_bytes())
    return whole.hexdigest()


class Picture(msgspec.Struct):
    """A picture, plain and compressed, and a tag that changes with it."""

    plain: bytes
    packed: bytes
    tag: str

    @classmethod
    def of(cls, plain: bytes) -> Picture:
        return cls(plain, gzip.compress(plain, 6, mtime=0), hashlib.sha256(plain).hexdigest()[:24])


class Pictures:
    """All pictures, each drawn when first requested."""

    def __init__(self, folder: Path, pool: Callable[[], Executor]) -> None:
        self.folder = folder / "drawn"
        self._pool = pool
        self._kept: dict[tuple[str, str, str], asyncio.Task[Picture]] = {}

    async def picture(self, game: Game, what: str, palette: str) -> Picture:
        key = (game.id, what, palette)
        task = self._kept.get(key)
        if task is None or (task.done() and (task.cancelled() or task.exception())):
            task = self._kept[key] = asyncio.ensure_future(self._make(game, what, palette))
        return await asyncio.shield(task)

    async def _make(self, game: Game, what: str, palette: str) -> Picture:
        words = "|".join([_drawing_digest(), game.id, game.data_digest, what, palette])
        path = self.folder / f"{hashlib.sha256(words.encode()).hexdigest()[:32]}.bin"
        plain = await asyncio.to_thread(_read, path)
        if plain is None:
            loop = asyncio.get_running_loop()
            plain = await loop.run_in_executor(self._pool(), draw, game.id, what, palette)
            await asyncio.to_thread(_write, path, plain)
        return await asyncio.to_thread(Picture.of, plain)


def _read(path: Path) -> bytes | None:
    try:
        return path.read_bytes() or None
    except OSError:
        return None


def _write(path: Path, plain: bytes) -> None:
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_suffix(".new")
        new.write_bytes(plain)
        new.replace(path)
    except OSError:
        pass  # if the folder is not writable, the picture is drawn again next time
