"""Undo, take-backs across a roll, resignation, clocks and rematches, with their rows in the journal."""

from __future__ import annotations

import asyncio
import time

import pytest
from sqlalchemy import select, update

from grognard.table.schema import journal, matches
from grognard.table.store import opened

from .server import Player, Table
from .test_play import code


@pytest.fixture
def made(table: Table) -> dict:
    return table.new("skirmish", blue="me", red="friend")


@pytest.fixture
def pair(table: Table, made: dict) -> tuple[Player, Player]:
    return table.at(made["tokens"]["blue"]), table.at(made["tokens"]["red"])


def rows(table: Table, match: str) -> list[tuple]:
    """The journal in the database, read by another connection."""

    async def read():
        async with opened(table.settings.database) as store:
            query = select(journal).where(journal.c.match == match).order_by(journal.c.number)
            return [tuple(row) for row in await store.read(query)]

    return asyncio.run(read())


def test_the_journal_only_grows(table, made, pair):
    blue, red = pair
    seen: list[tuple] = []

    def grown(kinds: list[str]) -> None:
        nonlocal seen
        now = rows(table, made["match"])
        assert now[: len(seen)] == seen
        assert [row[1] for row in now] == list(range(1, len(now) + 1))
        assert [row[2] for row in now[len(seen) :]] == kinds
        seen = now

    red.play("first blue")
    grown(["do", "do"])
    version = blue.play("select 1/8")["view"]["version"]
    grown(["do"])
    assert blue.post("/undo", {"version": version}).json()["board"]["moment"] == 2
    grown(["undo"])
    red.post("/takeback", {})
    grown(["offer"])
    blue.post("/takeback", {"accept": False})
    grown(["decline"])
    red.post("/takeback", {"to": 0})
    blue.post("/takeback", {"accept": True})
    grown(["offer", "takeback"])
    assert blue.look()["board"]["moment"] == 0
    red.play("first red")
    grown(["do", "do"])
    blue.post("/resign")
    grown(["resign"])
    blue.post("/rematch")
    red.post("/rematch")
    grown(["rematch", "rematch"])
    for refused in (red.try_("done"), blue.post("/undo", {"version": 1}), blue.post("/resign")):
        assert refused.status_code >= 400
    grown([])


def test_undo_stops_at_a_roll(pair):
    _, red = pair
    page = red.play("first blue")
    answer = red.post("/undo", {"version": page["view"]["version"]})
    assert code(answer) == (422, "refused")
    assert answer.json()["error"]["rule"] == ""


def test_a_player_cannot_undo_the_opponents_action(pair):
    blue, red = pair
    red.play("first blue")
    version = blue.play("select 1/8")["view"]["version"]
    assert code(red.post("/undo", {"version": version})) == (422, "refused")
    assert code(blue.post("/undo", {"version": version - 1})) == (409, "stale")
    assert blue.post("/undo", {"version": version}).status_code == 200


def test_a_take_back_across_a_roll_needs_the_opponents_consent(pair):
    blue, red = pair
    red.play("first blue")
    page = red.post("/takeback", {}).json()
    assert page["board"]["offers"]["takeback"] == {"by": "red", "to": 0, "mine": True}
    assert blue.look()["board"]["offers"]["takeback"] == {"by": "red", "to": 0, "mine": False}
    assert code(red.post("/takeback", {"accept": True})) == (403, "seat")
    page = blue.post("/takeback", {"accept": True}).json()
    assert page["board"]["moment"] == 0
    assert page["board"]["offers"]["takeback"] is None
    assert red.look()["view"]["actions"] == {"first": ["blue", "red"]}


def test_after_a_take_back_other_dice_are_rolled(table):
    """Taken back and repeated sixteen times: with the old dice all rolls would be equal."""
    both = table.at(table.new("skirmish", blue="me", red="me")["tokens"]["red"])
    rolls = set()
    for _ in range(16):
        both.play("first blue")
        rolls.add(both.get("/log").json()[2]["action"])
        assert both.post("/takeback", {}).status_code == 200  # nobody else has to agree
    assert len(rolls) > 1


def test_an_offer_expires_with_the_next_action(pair):
    blue, red = pair
    red.play("first blue")
    red.post("/takeback", {})
    blue.play("select 1/8")
    assert red.look()["board"]["offers"]["takeback"] is None
    assert code(blue.post("/takeback", {"accept": True})) == (422, "refused")


@pytest.mark.parametrize("body", [{"to": 2}, {"to": 99}, {"to": 1}, {"accept": True}])
def test_impossible_take_backs(pair, body):
    _, red = pair
    red.play("first blue")  # moment 1 is a roll, moment 2 is now
    assert code(red.post("/takeback", body)) == (422, "refused")


def test_resigning_ends_the_match(pair):
    blue, red = pair
    red.play("first blue")
    page = blue.post("/resign").json()
    assert page["view"]["over"]
    assert page["view"]["result"]["winner"] == "red"
    assert page["board"]["resigned"] == "blue"
    assert code(blue.try_("select 1/8")) == (410, "over")
    assert code(red.post("/resign")) == (410, "over")
    assert "resigned" in red.get("/record").text


def test_a_rematch_starts_when_both_have_asked(table, pair):
    blue, red = pair
    assert code(blue.post("/rematch")) == (422, "refused")
    blue.post("/resign")
    assert blue.post("/rematch").json()["board"]["rematch"] == {"wanted": ["blue"], "link": ""}
    link = red.post("/rematch").json()["board"]["rematch"]["link"]
    again = table.at(link.removeprefix("/m/")).look()
    assert again["seats"] == ["red"]
    assert not again["view"]["over"]
    other = blue.look()["board"]["rematch"]["link"]
    assert table.at(other.removeprefix("/m/")).look()["seats"] == ["blue"]
    assert table.at(other.removeprefix("/m/")).look()["match"] == again["match"]


def test_a_clock_that_runs_out_can_be_claimed(table):
    made = table.make("/api/matches", {"game": "skirmish", "seats": {"red": "friend"}, "clock": {"days": 2}})
    blue, red = table.at(made["tokens"]["blue"]), table.at(made["tokens"]["red"])
    clock = blue.look()["board"]["clock"]
    assert clock["days"] == 2
    assert clock["seat"] == "red"
    assert clock["deadline"] == pytest.approx(time.time() + 2 * 86400, abs=60)
    assert code(blue.post("/claim")) == (422, "refused")
    _long_ago(table, made["match"])
    assert code(red.post("/claim")) == (403, "seat")
    page = blue.post("/claim").json()
    assert page["view"]["result"]["winner"] == "blue"
    assert page["view"]["result"]["level"] == "time"


def _long_ago(table: Table, match: str) -> None:
    """Make a match three days old and load it again from the store."""

    async def work():
        async with opened(table.settings.database) as store:

            def back(connection):
                connection.execute(update(matches).where(matches.c.id == match).values(created=time.time() - 3e5))

            await store.write(back)

    asyncio.run(work())
    table.services.matches._live.pop(match)


def test_without_a_clock_no_time_runs_out(pair):
    blue, _ = pair
    assert blue.look()["board"]["clock"] == {"days": None, "seat": "red", "deadline": None}
    assert code(blue.post("/claim")) == (422, "refused")


def test_chat_and_notes(table, made, pair):
    blue, red = pair
    blue.post("/chat", {"text": "Good luck! <b>ä</b>"})
    red.post("/chat", {"text": "and you"})
    table.at(made["spectator"]).post("/chat", {"text": "hello"})
    messages = [(line["seat"], line["text"]) for line in red.look()["board"]["chat"]]
    assert messages == [("blue", "Good luck! <b>ä</b>"), ("red", "and you"), ("spectator", "hello")]
    assert red.put("/notes", {"text": "mind the river"}).status_code == 200
    assert red.look()["board"]["notes"] == "mind the river"
    assert blue.look()["board"]["notes"] == ""
    assert code(blue.post("/chat", {"text": "\x00"})) == (400, "malformed")
    assert code(blue.post("/chat", {"text": "x" * 2001})) == (400, "malformed")
    assert code(blue.put("/notes", {"text": "x" * 20_001})) == (400, "malformed")
    assert len(red.look()["board"]["chat"]) == 3


def test_a_roll_does_not_restart_the_clock(table):
    """A roll between two decisions of a player does not restart the clock, in memory and after loading."""
    made = table.make("/api/matches", {"game": "skirmish", "clock": {"days": 2}})
    player = table.at(made["tokens"]["blue"])
    kept = renewed = 0
    for _ in range(60):
        before = player.look()
        after = player.walk(1, prefer=("attack", "with", "resolve"))
        if after["view"]["over"]:
            break
        clock = [page["board"]["clock"] for page in (before, after)]
        rolled = any(entry["seat"] == "dice" for entry in player.get("/log", after=before["board"]["moment"]).json())
        same = clock[0]["seat"] == clock[1]["seat"]
        assert (clock[0]["deadline"] == clock[1]["deadline"]) == same
        table.services.matches._live.pop(made["match"])
        assert player.look()["board"]["clock"] == clock[1]
        kept += same and rolled
        renewed += not same
    assert kept
    assert renewed
