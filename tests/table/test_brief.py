"""Brief decisions: at one screen they are made in front of both players, and a run of them gets one notice."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

import grognard
from grognard.engine.witnesses import hides_change
from grognard.table.notices import RUN, Notices
from grognard.table.settings import Settings

from ..engine.fog import QUICK
from ..engine.skirmish import GAME as SKIRMISH
from ..engine.toys import library_of
from .server import Player, Table, serving

#: A blue unit is about to move next to a red one, which may react to that.
FRONT = "game skirmish\nturn 1\nphase blue moves\nallowance 3\nat 1/8=0201 2/8=0102 1/983=0401"


@pytest.fixture(scope="module")
def quick_table(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Table]:
    folder: Path = tmp_path_factory.mktemp("quick")
    with library_of(QUICK, SKIRMISH), serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found


def both_seats(table: Table) -> Player:
    made = table.new("quick-fog", allied="me", german="me")
    return table.at(made["tokens"]["allied"])


def test_a_brief_decision_at_one_screen_shows_what_both_sides_may_see(quick_table: Table) -> None:
    screen = both_seats(quick_table)
    before = screen.look()
    assert before["view"]["side"] == "allied"
    assert not before["view"]["public"]
    page = screen.play("favour south")
    view = page["view"]
    assert (view["seat"], view["side"], view["brief"], view["public"]) == ("german", "german", True, True)
    # A spectator sees neither the choice of the Allied side nor the German units beneath.
    assert view["facts"]["supply"] == "9"
    assert page["board"]["units"]["2/ge"]["at"] == "unseen"
    assert page["board"]["units"]["2/us"]["at"] == "unseen"
    # The asked side may act, with all that it knows.
    assert view["actions"]["place"] == ["0300N"]
    assert page["board"]["lit"]["hexes"] == {"place": ["0300N"]}


def test_the_asked_side_is_reminded_of_its_own_units_at_one_screen_only(quick_table: Table) -> None:
    screen = both_seats(quick_table)
    assert screen.look()["view"]["reminders"] == {}
    reminders = screen.play("favour south")["view"]["reminders"]
    assert "2/ge" in reminders
    assert "2/us" not in reminders
    made = quick_table.new("quick-fog", allied="me", german="friend")
    quick_table.at(made["tokens"]["allied"]).play("favour south")
    for side in ("allied", "german"):
        view = quick_table.at(made["tokens"][side]).look()["view"]
        assert (view["brief"], view["reminders"]) == (True, {})


def test_what_else_the_screen_is_told_then_is_open_too(quick_table: Table) -> None:
    screen = both_seats(quick_table)
    screen.play("favour south")
    log = screen.get("/log").json()
    assert log[-1]["action"] == ""
    assert [event["text"] for event in log[-1]["events"]] == ["the Allied side has put its supply marker down"]
    assert screen.get("/inspect/0300N").json()["units"] == ["1/ge"]
    moment = screen.get("/replay/4").json()
    assert moment["view"]["facts"]["supply"] == "9"


def test_an_open_outcome_is_told_though_what_followed_is_hidden(quick_table: Table) -> None:
    """The deck is hidden, but each card was dealt in front of everybody."""
    made = quick_table.new("quick-fog", allied="me", german="friend")
    for side in ("allied", "german"):
        log = quick_table.at(made["tokens"][side]).get("/log").json()
        assert sorted(line["action"] for line in log[1:]) == ["card 1", "card 2", "card 3"]
        assert [line["events"] for line in log[1:]] == [[], [], []]


def test_a_list_may_be_shown_shorter_before_and_at_full_length_after() -> None:
    """A list of units is shown without hidden ones: its length says nothing of the action."""
    units = SimpleNamespace(kind="unit-list", is_list=True)
    assert hides_change(units, [1, 2], [1, 3], [1], [1, 3]) is False  # type: ignore[arg-type]
    assert hides_change(units, [1, 2], [1, 3], [1], [1]) is True  # type: ignore[arg-type]


def test_after_a_brief_decision_the_screen_belongs_to_the_next_side(quick_table: Table) -> None:
    screen = both_seats(quick_table)
    screen.play("favour south")
    view = screen.play("place 0300N")["view"]
    assert (view["side"], view["brief"], view["public"]) == ("allied", False, False)
    assert view["facts"]["supply"] == "2"


def test_a_side_at_a_screen_of_its_own_answers_with_its_own_board(quick_table: Table) -> None:
    made = quick_table.new("quick-fog", allied="me", german="friend")
    quick_table.at(made["tokens"]["allied"]).play("favour south")
    page = quick_table.at(made["tokens"]["german"]).look()
    assert page["view"]["brief"]
    assert not page["view"]["public"]
    assert page["board"]["units"]["2/ge"]["at"] == "0300N"
    waiting = quick_table.at(made["tokens"]["allied"]).look()["view"]
    assert waiting["brief"]
    assert not waiting["public"]
    assert waiting["actions"] == {}
    assert waiting["facts"]["supply"] == "2"


def test_the_screen_sees_the_same_whatever_the_secret_is(quick_table: Table) -> None:
    pages = []
    for word in ("north", "south"):
        seed = "0" * 32
        made = quick_table.make(
            "/api/matches", {"game": "quick-fog", "seed": seed, "seats": {"allied": "me", "german": "me"}}
        )
        screen = quick_table.at(made["tokens"]["allied"])
        page = screen.play(f"favour {word}")
        pages.append(json.dumps([page["view"], page["board"], screen.get("/log").json()]))
    assert pages[0] == pages[1]


def test_undo_gives_the_screen_back_to_its_side(quick_table: Table) -> None:
    screen = both_seats(quick_table)
    page = screen.play("favour south")
    screen.post("/undo", {"version": page["view"]["version"]})
    view = screen.look()["view"]
    assert (view["side"], view["public"]) == ("allied", False)


def test_the_side_that_looks_follows_from_the_actions() -> None:
    match = grognard.setup(FRONT, of=SKIRMISH, dice=[])
    match.play("select 1/8")
    assert match.facing == "blue"
    match.play("enter 0301")
    assert (match.side, match.brief, match.facing) == ("red", True, "blue")
    match.play("pass")
    assert match.facing == "blue"
    assert not match.brief


def test_a_run_of_brief_questions_gets_one_notice(tmp_path: Path) -> None:
    notices, now = Notices(Any, Settings(data=tmp_path, database="")), [0.0]  # type: ignore[arg-type]
    notices.clock = lambda: now[0]

    def told(side: str, *, brief: bool, match: str = "m") -> bool:
        live = SimpleNamespace(id=match, seat=side, match=SimpleNamespace(brief=brief))
        return not notices._in_run(live)  # type: ignore[arg-type]

    assert told("german", brief=True)
    now[0] += RUN / 2
    assert not told("german", brief=True)
    assert told("allied", brief=False)
    # Another side and another match have runs of their own.
    assert told("allied", brief=True)
    assert told("german", brief=True, match="n")
    # Each question prolongs the run; after a pause, or a decision that is not brief, a new one begins.
    now[0] += RUN - 1
    assert not told("german", brief=True)
    now[0] += RUN
    assert told("german", brief=True)
    assert told("german", brief=False)
    assert told("german", brief=True)


# -- standing orders ---------------------------------------------------------------------------------


def test_a_seat_that_waits_gives_its_own_orders_only(quick_table: Table) -> None:
    made = quick_table.new("quick-fog", allied="me", german="friend")
    allied, german = (quick_table.at(made["tokens"][side]) for side in ("allied", "german"))
    allied.play("favour south")
    view = allied.look()["view"]
    assert (view["seat"], view["actions"], view["orders"]) == ("german", {}, {"quick": ["allied"]})
    assert german.look()["view"]["orders"] == {}
    refused = german.try_("quick allied")
    assert refused.status_code == 403
    assert "for the allied side" in refused.text
    # Nor may the other seat ask whether such an order could be given, which would tell whether it was.
    assert german.get("/why", action="slow allied").json()["legal"] is False
    before = german.get("/why", action="quick allied").json()
    allied.play("quick allied")
    assert german.get("/why", action="quick allied").json() == before
    assert allied.look()["view"]["orders"] == {"slow": ["allied"]}
    log = german.get("/log").json()
    assert (log[-1]["action"], log[-1]["events"]) == ("", [])
    german.play("place 0300N")
    assert allied.look()["view"]["facts"]["open"] == "1"


def test_at_one_screen_both_sides_may_give_orders(quick_table: Table) -> None:
    screen = both_seats(quick_table)
    page = screen.play("favour south")
    assert page["view"]["public"]
    assert page["view"]["orders"] == {"quick": ["allied"]}
    page = screen.play("quick allied")
    assert page["view"]["orders"] == {"slow": ["allied"]}
    assert page["view"]["seat"] == "german"
