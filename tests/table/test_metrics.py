"""Health and metrics on a port of their own."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest

from grognard.table.metrics import Histogram, Monitor

from .server import Table, serving


@pytest.fixture
def watched(toys: None, tmp_path: Path) -> Iterator[tuple[Table, httpx.Client]]:
    """A table, and a client of its monitor."""
    with serving(f"sqlite:///{tmp_path}/table.sqlite", tmp_path, metrics="127.0.0.1:0") as table:
        monitor = table.services.monitor
        assert monitor is not None
        with httpx.Client(base_url=f"http://127.0.0.1:{monitor.port}") as client:
            yield table, client


def figures(client: httpx.Client) -> dict[str, float]:
    text = client.get("/metrics").text
    return {name: float(value) for name, value in re.findall(r"^(grognard_\S+) (\S+)$", text, re.MULTILINE)}


def test_what_players_do_is_counted(watched: tuple[Table, httpx.Client]) -> None:
    table, client = watched
    before = figures(client)
    assert before["grognard_action_seconds_count"] == before["grognard_matches_loaded"] == 0
    made = table.new("skirmish", blue="me", red="me")
    player = table.at(made["tokens"]["blue"])
    player.play("first blue")
    version = player.look()["view"]["version"]
    assert player.post("/actions", {"version": 99, "actions": ["done"]}).status_code == 409
    now = figures(client)
    assert now['grognard_journal_rows_total{kind="do"}'] == 1
    assert sum(n for name, n in now.items() if "journal_rows" in name) == version
    assert now['grognard_action_answers_total{status="200"}'] == now['grognard_action_answers_total{status="409"}'] == 1
    assert now["grognard_action_seconds_count"] == now['grognard_action_seconds_bucket{le="+Inf"}'] == 2
    assert now["grognard_action_seconds_sum"] > 0
    assert now['grognard_matches{state="running"}'] == now["grognard_matches_loaded"] == 1
    assert now["grognard_workers"] == 1
    assert now["grognard_workers_busy"] == now["grognard_workers_queue"] == now["grognard_writes_queue"] == 0


def test_the_figures_name_nobody(watched: tuple[Table, httpx.Client]) -> None:
    table, client = watched
    made = table.new("skirmish", blue="me", red="me")
    table.at(made["tokens"]["blue"]).play("first blue")
    table.http.post("/api/account", json={"name": "Ike", "password": "overlord 1944"})
    text = client.get("/metrics").text
    assert made["match"] not in text
    assert not any(token in text for token in made["tokens"].values())
    assert "Ike" not in text


def test_a_table_that_can_read_and_write_is_healthy(watched: tuple[Table, httpx.Client]) -> None:
    table, client = watched
    reply = client.get("/health")
    assert (reply.status_code, reply.json()) == (200, {"ok": True, "trouble": ""})
    writer = table.services.store._writer
    assert writer is not None
    writer.get_loop().call_soon_threadsafe(writer.cancel)
    reply = next(reply for _ in range(1000) if (reply := client.get("/health")).status_code != 200)
    assert (reply.status_code, reply.json()["trouble"]) == (503, "nothing is written any more")


def test_the_table_itself_does_not_serve_them(watched: tuple[Table, httpx.Client]) -> None:
    table, client = watched
    assert table.http.get("/metrics").status_code == table.http.get("/health").status_code == 404
    assert client.get("/api/library").status_code == 404
    assert client.post("/metrics").status_code == 405


def test_durations_are_counted_by_class() -> None:
    histogram = Histogram()
    for seconds in (0.001, 0.005, 0.006, 99.0):
        histogram.add(seconds)
    assert histogram.counts == [2, 1, 0, 0, 0, 0, 0, 0, 0, 0, 1]


@pytest.mark.parametrize("address", ["9444x", "host:", "host:99999", "nothing"])
def test_an_address_that_is_not_valid_is_refused(address: str) -> None:
    with pytest.raises(ValueError, match="GROGNARD_METRICS"):
        Monitor(address, None, None)  # type: ignore[arg-type]
