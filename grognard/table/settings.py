"""Settings of the table, read from environment variables."""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path

import msgspec
from platformdirs import user_data_path


def data_folder(env: Mapping[str, str]) -> Path:
    """The folder for matches and drawn maps."""
    return Path(env["GROGNARD_DATA"]) if env.get("GROGNARD_DATA") else user_data_path("grognard", appauthor=False)


def database_url(url: str) -> str:
    """A database address for SQLAlchemy, with its asynchronous driver."""
    scheme, separator, rest = url.partition("://")
    if not separator:
        raise ValueError("DATABASE_URL must look like postgresql://user@host/name or sqlite:///file")
    drivers = {"postgres": "postgresql+asyncpg", "postgresql": "postgresql+asyncpg", "sqlite": "sqlite+aiosqlite"}
    return f"{drivers.get(scheme, scheme)}://{rest}"


class Settings(msgspec.Struct, frozen=True, kw_only=True):
    """The settings of a table."""

    data: Path
    database: str
    #: requests a minute from one address, half of them at once; 0: no limit
    rate: int = 1200
    #: new matches, imports and hints a minute from one address, and attempts to log in
    rate_new: int = 60
    rate_login: int = 10
    #: processes for computer players
    workers: int = 1
    #: draw all maps and counters at the start
    warm: bool = False
    #: address of the table as seen from outside, for links in notices
    public: str = ""
    #: allowed host names besides those of this machine; ``*``: any
    hosts: tuple[str, ...] = ()
    webhook: str = ""
    #: smtp://user:password@host:port
    smtp: str = ""
    mail_from: str = ""
    #: proxies whose forwarded addresses are trusted, as uvicorn reads them; none by default
    proxies: str = ""
    #: address and port for health and metrics; none by default
    metrics: str = ""

    @property
    def postgres(self) -> bool:
        return self.database.startswith("postgresql")


def read_settings(env: Mapping[str, str] | None = None) -> Settings:
    """Read the settings from the environment."""
    env = os.environ if env is None else env
    data = data_folder(env)
    url = env.get("DATABASE_URL") or f"sqlite:///{data / 'table.sqlite'}"
    numbers = {
        name: int(env[f"GROGNARD_{name.upper()}"])
        for name in ("rate", "rate_new", "rate_login", "workers")
        if env.get(f"GROGNARD_{name.upper()}")
    }
    return Settings(
        data=data,
        database=database_url(url),
        warm=env.get("GROGNARD_WARM", "1") != "0",
        public=env.get("GROGNARD_PUBLIC", "").rstrip("/"),
        hosts=tuple(env.get("GROGNARD_HOSTS", "").replace(",", " ").split()),
        webhook=env.get("GROGNARD_WEBHOOK", ""),
        smtp=env.get("GROGNARD_SMTP", ""),
        mail_from=env.get("GROGNARD_MAIL_FROM", ""),
        proxies=env.get("FORWARDED_ALLOW_IPS", ""),
        metrics=env.get("GROGNARD_METRICS", ""),
        **numbers,
    )
