"""Routes for pages: one document for the home page and for every seat. The client's files are under /static."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Response, get
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from ..errors import Problem

STATIC = Path(__file__).parent.parent / "static"


def _index() -> Response[bytes]:
    path = STATIC / "index.html"
    if not path.is_file():
        raise Problem("unavailable", "the client is not installed")
    return Response(path.read_bytes(), media_type="text/html; charset=utf-8", headers={"cache-control": "no-cache"})


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[bytes]:
    return _index()


@get("/m/{token:str}", include_in_schema=False, sync_to_thread=False)
def table(token: FromPath[str]) -> Response[bytes]:
    return _index()


def static_files() -> Any:
    return create_static_files_router(path="/static", directories=[STATIC], include_in_schema=False, cache_control=None)


HANDLERS = [home, table]
