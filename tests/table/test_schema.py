"""The description at /schema is correct: schemathesis sends requests that it allows and many that it forbids."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
import schemathesis
from hypothesis import HealthCheck, given, settings
from litestar.serialization import decode_json, encode_json
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

from grognard.table.app import make_litestar
from grognard.table.settings import Settings

from .server import Table, serving

GAME = "hurtgen"
CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
APP = make_litestar(Settings(data=Path(), database="sqlite+aiosqlite:///unused.sqlite"))
DESCRIPTION = decode_json(encode_json(APP.openapi_schema.to_schema()))

#: Every route and method, each with its own test.
OPERATIONS = [found.ok() for found in schemathesis.openapi.from_dict(DESCRIPTION).get_all_operations()]


@pytest.fixture(scope="module")
def described(tmp_path_factory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("schema")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as table:
        yield table


@pytest.fixture(scope="module")
def token(described: Table) -> str:
    """The token of a seat, for routes that need one."""
    return str(described.make("/api/matches", {"game": GAME})["tokens"].popitem()[1])


def test_the_table_serves_its_description(described):
    assert described.http.get("/schema").json() == DESCRIPTION


@pytest.mark.parametrize("operation", OPERATIONS, ids=lambda operation: operation.label)
def test_every_answer_is_as_described(operation, described, token):
    seated = operation.path.startswith("/api/match/") or operation.path == "/api/match"

    @settings(max_examples=5, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
    @given(case=operation.as_strategy())
    def answer(case):
        if seated:
            case.headers = {**dict(case.headers or {}), "authorization": f"Bearer {token}"}
        case.call_and_validate(base_url=described.url, checks=CHECKS, timeout=20)

    answer()


def test_the_description_is_not_empty():
    assert len(DESCRIPTION["paths"]) > 25
