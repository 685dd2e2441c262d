"""The guard: headers, other sites, and too much at once."""

from __future__ import annotations

import base64
import hashlib
import re

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from grognard import art
from grognard.table.guard import POLICY, Buckets

from ..engine import skirmish
from .server import serving
from .test_play import code


@pytest.mark.parametrize("path", ["/", "/m/secret", "/api/library", "/api/match", "/nothing", "/schema"])
def test_every_answer_has_the_strict_headers(light_table, path):
    headers = light_table.http.get(path).headers
    assert headers["content-security-policy"] == POLICY
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["x-frame-options"] == "DENY"
    assert headers["referrer-policy"] == "no-referrer"


def test_the_policy_allows_nothing_inline_but_the_style_of_the_map():
    rules = dict(rule.split(" ", 1) for rule in POLICY.split("; "))
    assert rules["default-src"] == "'none'"
    assert rules["script-src"] == "'self'"
    assert "unsafe" not in POLICY
    styles = re.findall(r"<style>(.*?)</style>", art.board_svg(skirmish.GAME), re.S)
    hashes = {f"'sha256-{base64.b64encode(hashlib.sha256(css.encode()).digest()).decode()}'" for css in styles}
    assert set(rules["style-src"].split()) == {"'self'", *hashes}


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({}, 201),
        ({"origin": "HERE"}, 201),
        ({"sec-fetch-site": "same-origin"}, 201),
        ({"origin": "https://evil.example"}, 403),
        ({"origin": "null"}, 403),
        ({"sec-fetch-site": "cross-site"}, 403),
    ],
)
def test_other_sites_may_not_act(light_table, headers, status):
    headers = {name: light_table.url if value == "HERE" else value for name, value in headers.items()}
    answer = light_table.http.post("/api/matches", json={"game": "skirmish"}, headers=headers)
    assert answer.status_code == status
    if status == 403:
        assert code(answer) == (403, "origin")


def test_other_sites_may_not_listen(light_table):
    address = f"ws://{light_table.host}/ws"
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, origin="https://evil.example") as socket:
        socket.recv(timeout=10)
    with connect(address, origin=light_table.url) as socket:  # type: ignore[arg-type]
        socket.send("{}")
        assert "malformed" in str(socket.recv(timeout=10))


def test_too_many_requests_have_to_wait(toys, tmp_path):
    with serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path, rate=20, rate_new=4, rate_login=4) as table:
        new = [table.http.post("/api/matches", json={"game": "skirmish"}) for _ in range(4)]
        assert [answer.status_code for answer in new] == [201, 201, 429, 429]
        assert code(new[-1]) == (429, "rate")
        assert int(new[-1].headers["retry-after"]) > 0
        login = [table.http.post("/api/login", json={"name": "x", "password": "y"}) for _ in range(3)]
        assert [answer.status_code for answer in login] == [403, 403, 429]
        look = [table.http.get("/api/library").status_code for _ in range(12)]
        assert look == [200] * 10 + [429] * 2


def test_a_bucket_leaks():
    bucket = Buckets(60)  # one a second, thirty at once
    assert [bucket.wait("a", 0.0) for _ in range(30)] == [0.0] * 30
    assert bucket.wait("a", 0.0) == pytest.approx(1.0)
    assert bucket.wait("b", 0.0) == 0.0
    assert bucket.wait("a", 1.0) == 0.0
    assert bucket.wait("a", 1.0) > 0
    assert bucket.wait("a", 100.0) == 0.0


def test_buckets_are_forgotten_when_there_are_too_many():
    bucket = Buckets(60, kept=10)
    for number in range(1000):
        bucket.wait(str(number), 0.0)
    assert len(bucket._level) <= 10


def test_the_pages_and_the_schema(light_table):
    schema = light_table.http.get("/schema").json()
    assert schema["openapi"].startswith("3.")
    assert "/api/match/actions" in schema["paths"]
    assert not [path for path in schema["paths"] if path.startswith(("/m/", "/static"))]
    assert light_table.http.get("/static/../app.py").status_code == 404
    assert light_table.http.get("/static/%2e%2e/app.py").status_code == 404
