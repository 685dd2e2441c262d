"""The store on both databases: of two writers only one wins, and readers see what was written."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable, Iterator

import pytest
from sqlalchemy import func, insert, select
from sqlalchemy.exc import IntegrityError

from grognard.table.schema import journal, matches
from grognard.table.settings import database_url
from grognard.table.store import Store, opened

from .server import Table, serving, some_action
from .test_play import code


@pytest.fixture
def twins(new_store: Callable[[], str], toys: None, tmp_path) -> Iterator[tuple[Table, Table]]:
    """Two servers for the same matches."""
    address = new_store()
    with serving(address, tmp_path) as one, serving(address, tmp_path) as two:
        yield one, two


def run(url: str, work):
    async def go():
        async with opened(database_url(url)) as store:
            return await work(store)

    return asyncio.run(go())


def a_match(name: str) -> dict:
    return {
        "id": name,
        "game": "g",
        "scenario": "s",
        "header": "{}",
        "created": 0,
        "updated": 0,
        "seat": "",
        "turn": "",
        "over": 0,
        "temporary": 0,
    }


def a_row(match: str, number: int, text: str = "") -> dict:
    return {"match": match, "number": number, "kind": "do", "seat": "x", "text": text, "at": 0}


def writing(store: Store, table, *rows: dict):
    def work(connection):
        connection.execute(insert(table), list(rows))

    return store.write(work)


def test_a_number_of_the_journal_is_written_once(new_store):
    async def work(store: Store):
        await writing(store, matches, a_match("m"))
        await writing(store, journal, a_row("m", 1, "first"))
        with pytest.raises(IntegrityError):
            await writing(store, journal, a_row("m", 1, "second"))
        return [row.text for row in await store.read(select(journal))]

    assert run(new_store(), work) == ["first"]


def test_a_failed_write_does_not_affect_others_in_the_same_commit(new_store):
    """Fifty writers at once, of which every fifth fails: the others are written, each row once."""

    async def work(store: Store):
        await writing(store, matches, a_match("m"))
        wanted = [number if number % 5 else 1 for number in range(1, 51)]
        answers = await asyncio.gather(
            *(writing(store, journal, a_row("m", number)) for number in wanted), return_exceptions=True
        )
        failed = [number for number, answer in zip(wanted, answers, strict=True) if answer is not None]
        assert all(isinstance(answer, IntegrityError) for answer in answers if answer is not None)
        return failed, [row.number for row in await store.read(select(journal).order_by(journal.c.number))]

    failed, written = run(new_store(), work)
    assert failed == [1] * 10
    assert written == [number for number in range(1, 51) if number % 5]


def test_a_write_is_done_completely_or_not_at_all(new_store):
    async def work(store: Store):
        await writing(store, matches, a_match("m"))
        with pytest.raises(IntegrityError):
            await writing(store, journal, a_row("m", 1), a_row("m", 2), a_row("m", 2))
        return (await store.read(select(func.count()).select_from(journal)))[0][0]

    assert run(new_store(), work) == 0


def test_two_tables_serve_the_same_match(twins):
    one, two = twins
    made = one.new("skirmish", blue="me", red="friend")
    there = two.at(made["tokens"]["red"])
    there.play("first blue")
    here = one.at(made["tokens"]["blue"])
    assert here.look()["view"]["version"] == 2
    here.play("select 1/8")
    assert there.look()["view"]["version"] == 3
    assert here.get("/log").json() == there.get("/log").json()


def test_of_two_writers_one_wins_and_the_other_gets_an_error(twins):
    """The same move on two servers at the same time, again and again: one of them wins each version."""
    one, two = twins
    made = one.new("skirmish", blue="me", red="me")
    token = made["tokens"]["red"]
    one.at(token).play("first blue")
    two.at(token).look()
    won = 0
    for _ in range(12):
        view = one.at(token).look()["view"]
        answers: dict[int, int] = {}

        def go(table: Table, view: dict = view, answers: dict = answers) -> None:
            answer = table.at(token).try_(some_action(view), version=view["version"])
            shown = answer.json() if answer.status_code == 200 else answer.json()["current"]
            answers[answer.status_code] = shown["view"]["version"]

        threads = [threading.Thread(target=go, args=(table,)) for table in twins]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert sorted(answers) == [200, 409]
        assert answers[200] == answers[409] > view["version"]
        assert [table.at(token).look()["view"]["version"] for table in twins] == [answers[200]] * 2
        won += 1
    log = one.at(token).get("/log").json()
    assert sum(line["seat"] in ("blue", "red") for line in log) == 1 + won


def test_the_slower_server_shows_the_current_match(twins):
    one, two = twins
    token = one.new("skirmish", blue="me", red="me")["tokens"]["red"]
    two.at(token).look()
    one.at(token).play("first blue")
    late = two.at(token).try_("first red", version=0)
    assert code(late) == (409, "stale")
    assert late.json()["current"]["view"]["version"] == 2


def test_a_match_is_the_same_after_a_restart(new_store, toys, tmp_path):
    address = new_store()
    with serving(address, tmp_path) as table:
        made = table.make("/api/matches", {"game": "skirmish", "clock": {"days": 3}})
        player = table.at(made["tokens"]["red"])
        player.walk(25)
        player.post("/takeback", {})
        player.walk(3)
        before, log = player.look(), player.get("/log").json()
        assert before["board"]["clock"]["deadline"] > 0
    with serving(address, tmp_path) as table:
        player = table.at(made["tokens"]["red"])
        after = player.look()
        assert after == before
        assert player.get("/log").json() == log
        player.walk(300)
        assert player.look()["view"]["over"]
