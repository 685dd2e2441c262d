"""The guard: headers, other sites, unknown host names, and rate limits."""

from __future__ import annotations

import base64
import hashlib
import re
import socket
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from grognard import art
from grognard.table.guard import POLICY, Buckets, Names
from grognard.table.settings import Settings, read_settings

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


def test_other_sites_may_not_open_a_socket(light_table):
    address = f"ws://{light_table.host}/ws"
    with pytest.raises((InvalidStatus, ConnectionClosed)), connect(address, origin="https://evil.example") as socket:
        socket.recv(timeout=10)
    with connect(address, origin=light_table.url) as socket:  # type: ignore[arg-type]
        socket.send("{}")
        assert "malformed" in str(socket.recv(timeout=10))


# -- host names ------------------------------------------------------------------------------------


def calls(host: str, *, server: str = "192.168.1.7", **settings: object) -> str:
    """The answer of the host check to a name on a connection to an address."""
    chosen = Settings(data=Path(), database="", **settings)  # type: ignore[arg-type]
    headers = [(b"host", host.encode())] if host else []
    return Names(chosen).strange({"headers": headers, "server": (server, 8444)})


@pytest.mark.parametrize(
    "host",
    [
        "localhost",
        "LOCALHOST:8444",
        "localhost.",
        "127.0.0.1",
        "127.0.0.1:8444",
        "127.8.8.8",
        "[::1]:8444",
        "[::1]",
        "192.168.1.7",
        "192.168.1.7:8444",
        "[::ffff:192.168.1.7]:8444",
    ],
)
def test_names_of_this_machine_are_allowed_by_default(host):
    assert calls(host) == ""


@pytest.mark.parametrize(
    "host",
    [
        "evil.example",
        "evil.example:8444",
        "localhost.evil.example",
        "127.0.0.1.evil.example",
        "192.168.1.8",
        "192.168.1.7.evil.example",
        "localhost:8444@evil.example",
        "[evil.example]",
        "2130706433",
        "",
    ],
)
def test_any_other_name_is_not_allowed(host):
    assert calls(host) == (host or "nothing")
    assert calls(host, hosts=("table.example",), public="https://else.example") == (host or "nothing")
    assert calls(host, hosts=("*",)) == ""


def test_the_address_is_that_of_the_connection():
    assert calls("[fe80::7]:8444", server="fe80::7%eth0") == ""
    assert calls("[fe80::8]:8444", server="fe80::7%eth0")
    assert calls("192.168.1.7", server="::ffff:192.168.1.7") == ""


@pytest.mark.parametrize(
    "host", ["table.example", "Table.Example.:443", "other.example:8443", "else.example", "[fd00::1]"]
)
def test_names_can_be_allowed_in_the_settings(host):
    env = {"GROGNARD_HOSTS": "table.example, OTHER.example:9000  fd00:0::1", "GROGNARD_PUBLIC": "https://else.example/"}
    found = read_settings(env)
    assert calls(host, hosts=found.hosts, public=found.public) == ""
    assert calls(host)


@pytest.mark.parametrize(
    ("method", "path"),
    [
        ("GET", "/"),
        ("GET", "/api/library"),
        ("POST", "/api/matches"),
        ("GET", "/static/js/main.js"),
        ("GET", "/schema"),
    ],
)
def test_an_unknown_host_name_is_refused_and_quoted(light_table, method, path):
    """Even if the page has the same name, as in DNS rebinding."""
    host = "evil.example:8444"
    body = {"json": {"game": "skirmish"}} if method == "POST" else {}
    answer = light_table.http.request(method, path, headers={"host": host, "origin": f"http://{host}"}, **body)
    assert code(answer) == (403, "host")
    assert "evil.example" in answer.json()["error"]["message"]
    assert "GROGNARD_HOSTS" in answer.json()["error"]["message"]
    assert answer.headers["content-security-policy"] == POLICY
    assert light_table.http.request(method, path, **body).status_code in (200, 201)


def test_an_unknown_host_name_may_not_open_a_socket(light_table):
    port = light_table.host.rsplit(":", 1)[1]
    with pytest.raises(InvalidStatus), connect(f"ws://evil.example:{port}/ws", sock=_line(port)) as socket:
        socket.recv(timeout=10)
    with connect(f"ws://localhost:{port}/ws", sock=_line(port)) as socket:
        socket.send("{}")
        assert "malformed" in str(socket.recv(timeout=10))


def _line(port: str) -> socket.socket:
    """A connection to the table under any host name."""
    return socket.create_connection(("127.0.0.1", int(port)))


def test_behind_a_proxy_the_configured_name_is_allowed(toys, tmp_path):
    """The proxy passes on the host name of the request."""
    with serving(f"sqlite:///{tmp_path}/t.sqlite", tmp_path, hosts=("table.example",)) as table:
        headers = {"host": "table.example", "origin": "https://table.example", "x-forwarded-proto": "https"}
        answer = table.http.post("/api/matches", json={"game": "skirmish"}, headers=headers)
        assert answer.status_code == 201
        answer = table.http.post("/api/account", json={"name": "Ike", "password": "overlord 1944"}, headers=headers)
        assert "secure" in answer.headers["set-cookie"].lower()


# -- rate limits -----------------------------------------------------------------------------------


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
