"""The table as a Litestar application."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

from litestar import Litestar
from litestar.datastructures import State
from litestar.exceptions import NotFoundException
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from .. import __version__
from .api import account, games, matches, mine, pages, play, reading, socket
from .compress import Compress
from .errors import HANDLERS as ERRORS
from .guard import Guard
from .services import Services
from .settings import Settings, read_settings

#: Larger request bodies are refused before they are read; records may be larger.
BODY = 64_000


def _description() -> OpenAPIConfig:
    return OpenAPIConfig(
        title="Grognard: the table",
        version=__version__,
        path="/schema",
        render_plugins=[JsonRenderPlugin(path=["/", "/openapi.json"])],
        components=Components(
            security_schemes={
                "seat": SecurityScheme(type="http", scheme="bearer", description="The token in a seat's link."),
                "account": SecurityScheme(type="apiKey", name="grognard", security_scheme_in="cookie"),
            }
        ),
    )


def make_litestar(settings: Settings) -> Litestar:
    """The application without its guard, for tests that need its internals."""
    services = Services(settings)

    @asynccontextmanager
    async def running(_: Litestar) -> AsyncIterator[None]:
        await services.start()
        try:
            yield
        finally:
            await services.stop()

    modules = (account, games, matches, mine, pages, play, reading, socket)
    handlers: list[Any] = [handler for module in modules for handler in module.HANDLERS]
    return Litestar(
        route_handlers=[*handlers, pages.static_files()],
        plugins=[services.channels],
        lifespan=[running],
        state=State({"services": services}),
        exception_handlers={**ERRORS, NotFoundException: pages.on_unknown},
        openapi_config=_description(),
        request_max_body_size=BODY,
        logging_config=None,
    )


def make_app(settings: Settings | None = None) -> Guard:
    """The complete application."""
    chosen = settings or read_settings()
    app = make_litestar(chosen)
    services: Services = app.state.services
    return Guard(Compress(app), chosen, services.figures)
