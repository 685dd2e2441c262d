"""Compression: what is worth it is sent as gzip to those who accept it, and is the same when unpacked."""

from __future__ import annotations

import gzip
from typing import Any

import httpx
import pytest

from .server import Table


def raw(table: Table, path: str, accept: str = "gzip", **headers: str) -> tuple[httpx.Response, bytes]:
    """A response and its body as it was sent."""
    with table.http.stream("GET", path, headers={"accept-encoding": accept, **headers}) as reply:
        return reply, b"".join(reply.iter_raw())


@pytest.mark.parametrize("path", ["/static/js/table.js", "/static/css/table.css", "/schema/openapi.json"])
def test_long_texts_are_sent_as_gzip_and_are_the_same_unpacked(light_table: Table, path: str) -> None:
    packed, body = raw(light_table, path)
    plain, text = raw(light_table, path, accept="identity")
    assert packed.headers["content-encoding"] == "gzip"
    assert "accept-encoding" in packed.headers["vary"].lower()
    assert int(packed.headers["content-length"]) == len(body) < len(text) / 2
    assert "content-encoding" not in plain.headers
    assert gzip.decompress(body) == text


def test_pages_of_a_match_are_compressed(light_table: Table) -> None:
    made = light_table.new("skirmish", blue="me", red="me")
    key = {"authorization": f"Bearer {made['tokens']['blue']}"}
    packed, body = raw(light_table, "/api/match", **key)
    _, text = raw(light_table, "/api/match", accept="identity", **key)
    assert packed.headers["content-encoding"] == "gzip"
    assert gzip.decompress(body) == text


def test_short_answers_stay_as_they_are(light_table: Table) -> None:
    reply, body = raw(light_table, "/api/nothing")
    assert reply.status_code == 404
    assert "content-encoding" not in reply.headers
    assert len(body) < 1000


def test_the_same_file_in_two_forms_has_two_tags(light_table: Table) -> None:
    tags = []
    for accept in ("gzip", "identity"):
        reply, _ = raw(light_table, "/static/js/table.js", accept=accept)
        tags.append(reply.headers.get("etag"))
    assert tags[0] != tags[1]


def test_a_client_that_wants_only_the_headers_gets_no_body(light_table: Table) -> None:
    reply: Any = light_table.http.head("/static/js/table.js")
    assert reply.status_code == 200
    assert reply.content == b""
