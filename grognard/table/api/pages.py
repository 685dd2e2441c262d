"""Routes for pages: one document for the home page and for every seat. The client's files are under /static."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from litestar import Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import FromPath
from litestar.static_files import create_static_files_router

from ..errors import Problem, on_http

STATIC = Path(__file__).parent.parent / "static"


def _index(status: int = 200) -> Response[bytes]:
    path = STATIC / "index.html"
    if not path.is_file():
        raise Problem("unavailable", "the client is not installed")
    return Response(
        path.read_bytes(),
        status_code=status,
        media_type="text/html; charset=utf-8",
        headers={"cache-control": "no-cache"},
    )


@get("/", include_in_schema=False, sync_to_thread=False)
def home() -> Response[bytes]:
    return _index()


@get("/m/{token:str}", include_in_schema=False, sync_to_thread=False)
def table(token: FromPath[str]) -> Response[bytes]:
    return _index()


@get("/offline.js", include_in_schema=False, sync_to_thread=False)
def service_worker() -> Response[bytes]:
    """The service worker. It must be at the root of the site, whose pages it serves."""
    return Response(
        (STATIC / "js" / "offline.js").read_bytes(),
        media_type="text/javascript; charset=utf-8",
        headers={"cache-control": "no-cache"},
    )


#: Addresses of the site's data; what is not found there is answered for programs.
_DATA = ("/api/", "/art/", "/schema", "/static/")


def on_unknown(request: Request[Any, Any, Any], error: NotFoundException) -> Response[Any]:
    """An unknown address: a page for a browser that opens it, an error for programs."""
    if "text/html" in request.headers.get("accept", "") and not request.url.path.startswith(_DATA):
        return _index(404)
    return on_http(request, error)


def static_files() -> Any:
    return create_static_files_router(path="/static", directories=[STATIC], include_in_schema=False, cache_control=None)


HANDLERS = [home, table, service_worker]
