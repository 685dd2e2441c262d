"""Routes for the library and its pictures."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, get
from litestar.params import FromPath, QueryParameter

from ...art import PALETTES, chart_svg
from ...engine.brief_rules import BriefRule
from ...engine.game import Game
from .. import catalogue
from ..catalogue import GameCard, GameSheet
from ..errors import Problem, error_responses
from ..pictures import Picture
from .common import AnyRequest, services_of

SVG = "image/svg+xml"
Palette = Annotated[str, QueryParameter(max_length=40)]
Cell = Annotated[int | None, QueryParameter(ge=0, le=1000)]


@get("/api/library", responses=error_responses(), sync_to_thread=True)
def library() -> list[GameCard]:
    """All games."""
    return catalogue.library()


@get("/api/games/{game:str}", responses=error_responses(404), sync_to_thread=True)
def game_sheet(game: FromPath[str]) -> GameSheet:
    """Everything about a game that never changes."""
    return catalogue.sheet(catalogue.find(game))


@get("/api/games/{game:str}/rules", responses=error_responses(404), sync_to_thread=True)
def brief_rules(game: FromPath[str]) -> list[BriefRule]:
    """Every clause of a game's rulebook in a sentence or two."""
    return list(catalogue.find(game).rules_in_brief)


def _palette(name: str) -> str:
    if name not in PALETTES:
        raise Problem("not-found", f"unknown palette {name[:40]!r}; choose one of: {', '.join(PALETTES)}")
    return name


def _answer(request: AnyRequest, picture: Picture, media: str) -> Response[bytes]:
    """The response with a picture, compressed and cached if the client asks for that."""
    tag = f'"{picture.tag}"'
    forever = request.query_params.get("v") == picture.tag
    headers = {
        "etag": tag,
        "cache-control": "public, max-age=31536000, immutable" if forever else "no-cache",
        "vary": "accept-encoding",
    }
    if tag in request.headers.get("if-none-match", ""):
        return Response(b"", status_code=304, headers=headers, media_type=media)
    if "gzip" in request.headers.get("accept-encoding", ""):
        return Response(picture.packed, headers={**headers, "content-encoding": "gzip"}, media_type=media)
    return Response(picture.plain, headers=headers, media_type=media)


async def _drawn(request: AnyRequest, game: Game, what: str, palette: str, media: str) -> Response[bytes]:
    return _answer(request, await services_of(request).pictures.picture(game, what, _palette(palette)), media)


@get("/art/{game:str}/map.svg", media_type=SVG, responses=error_responses(404))
async def map_svg(request: AnyRequest, game: FromPath[str], palette: Palette = "default") -> Response[bytes]:
    """The board without counters."""
    return await _drawn(request, catalogue.find(game), "map", palette, SVG)


@get("/art/{game:str}/counters.json", media_type="application/json", responses=error_responses(404))
async def counters_json(request: AnyRequest, game: FromPath[str], palette: Palette = "default") -> Response[bytes]:
    """Every counter as SVG."""
    return await _drawn(request, catalogue.find(game), "counters", palette, "application/json")


@get("/art/{game:str}/charts/{chart:str}", media_type=SVG, responses=error_responses(404))
async def chart(
    request: AnyRequest, game: FromPath[str], chart: FromPath[str], row: Cell = None, col: Cell = None
) -> Response[bytes]:
    """One chart; with row and column that cell is highlighted."""
    title = catalogue.find(game)
    wanted = next((c for c in title.reading.charts() if f"{c.id}.svg" == chart), None)
    if wanted is None:
        names = ", ".join(f"{c.id}.svg" for c in title.reading.charts())
        raise Problem("not-found", f"unknown chart; {title.title} has: {names}")
    lit = None if row is None or col is None else (row, col)
    return _answer(request, Picture.of(chart_svg(wanted, lit=lit).encode()), SVG)


HANDLERS = [library, game_sheet, brief_rules, map_svg, counters_json, chart]
