"""Import and export of records, earlier moments, forks, the report and lessons, with the real games."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

import grognard
from grognard.ai import RandomCommander, consult
from grognard.engine.library import games

from .server import Player, Table, serving
from .test_play import code

GAME = "hurtgen"
TITLE = grognard.game(GAME)
SIDES = TITLE.sides


@pytest.fixture(scope="module")
def table(tmp_path_factory) -> Iterator[Table]:
    folder = tmp_path_factory.mktemp("records")
    with serving(f"sqlite:///{folder}/table.sqlite", folder) as found:
        yield found


def played(actions: int = 100_000, seed: int = 5) -> grognard.Match:
    match = grognard.new(GAME, seed=seed)
    rng, commander = random.Random(seed), RandomCommander()
    while not match.over and len(match.journal) < actions:
        match.play(consult(commander, match.game, match.state, rng))
    return match


@pytest.fixture(scope="module")
def finished() -> grognard.Match:
    return played()


@pytest.fixture(scope="module")
def over(table, finished) -> Player:
    """A seat in a match that is over."""
    made = table.make("/api/matches/import", {"record": finished.record()})
    return table.at(made["tokens"][SIDES[0]])


# -- import and export -----------------------------------------------------------------------------


def test_an_exported_record_equals_the_imported_one(finished, over):
    assert over.get("/record").text == finished.record()
    assert over.look()["view"]["over"]
    assert over.look()["view"]["result"]["level"] == finished.result.level


def test_a_match_continues_from_its_record(table):
    match = played(150)
    made = table.make("/api/matches/import", {"record": match.record(), "seats": {SIDES[1]: "friend"}})
    players = [table.at(made["tokens"][side]) for side in SIDES]
    page = players[0].look()
    assert page["board"]["moment"] >= len(match.journal)
    assert page["view"]["facts"] == match.view(SIDES[0]).facts
    for player in players:
        player.walk(3)
    assert players[0].look()["board"]["moment"] > page["board"]["moment"]


def test_an_imported_match_has_new_dice_that_nobody_knows(table):
    match = played(150)
    made = table.make("/api/matches/import", {"record": match.record(seed=True)})
    text = table.at(made["tokens"][SIDES[0]]).get("/record").text
    assert text.count("[Dice ") == 2
    assert "[Seed " not in text


def test_actions_before_the_start_of_the_match_cannot_be_undone(table):
    match = played(150)
    made = table.make("/api/matches/import", {"record": match.record()})
    player = table.at(made["tokens"][SIDES[0]])
    page = player.look()
    assert not page["view"]["may_undo"]
    assert code(player.post("/undo", {"version": page["view"]["version"]})) == (422, "refused")


@pytest.mark.parametrize("text", ["nothing", '[Grognard "1"]', '[Grognard "1"]\n[Game "chess"]\n\ndone\n', "\x00"])
def test_a_text_that_is_not_a_record_is_refused(table, text):
    answer = table.http.post("/api/matches/import", json={"record": text})
    assert answer.status_code in (400, 422)


def test_the_refusal_of_a_record_names_the_missing_tag(table):
    for tags, missing in (
        ('[Game "x"]', "Grognard"),
        ('[Grognard "1"]', "Game"),
        (f'[Grognard "1"]\n[Game "{GAME}"]', "Scenario"),
    ):
        answer = table.http.post("/api/matches/import", json={"record": f"{tags}\n\ndone\n"})
        assert code(answer) == (422, "refused")
        assert f"the tag [{missing} " in answer.json()["error"]["message"]


def test_a_record_with_an_illegal_action_is_refused_with_its_line(table):
    text = played(20).record() + "roll 99\n"
    answer = table.http.post("/api/matches/import", json={"record": text})
    assert code(answer) == (422, "refused")
    assert "line" in answer.json()["error"]["message"]


def test_a_record_that_is_too_large_is_refused(table):
    answer = table.http.post("/api/matches/import", json={"record": "x" * 5_300_000})
    assert code(answer) == (413, "too-large")
    head = f'[Grognard "1"]\n[Game "{GAME}"]\n[Scenario "{next(iter(TITLE.scenarios))}"]\n\n'
    answer = table.http.post("/api/matches/import", json={"record": head + "done\n" * 20_001})
    assert code(answer) == (413, "too-large")


def test_a_position_is_set_up(table):
    match = played(150)
    made = table.make("/api/matches/setup", {"position": match.position()})
    page = table.at(made["tokens"][SIDES[0]]).look()
    assert page["view"]["facts"] == match.view(SIDES[0]).facts
    answer = table.http.post("/api/matches/setup", json={"position": "game chess\nphase x"})
    assert code(answer) == (422, "refused")
    assert code(table.http.post("/api/matches", json={"game": GAME, "options": {"no": "such"}})) == (422, "refused")


# -- looking back ----------------------------------------------------------------------------------


@pytest.mark.parametrize("share", [0.0, 0.3, 0.77, 1.0])
def test_every_moment_is_as_it_was(finished, over, share):
    number = int(len(finished.journal) * share)
    page = over.get(f"/replay/{number}").json()
    then = finished.before(number)
    assert page["board"]["moment"] == number
    side = then.side if then.side in SIDES else SIDES[0]
    assert page["view"]["facts"] == then.view(side).facts
    assert page["view"]["actions"] == {}


def test_a_moment_after_the_last_does_not_exist(finished, over):
    assert code(over.get(f"/replay/{len(finished.journal) + 1}")) == (404, "not-found")
    assert over.get("/replay/-1").status_code == 404


def test_the_log_is_the_journal_with_its_events(finished, over):
    log = over.get("/log").json()
    text = TITLE.notation.text
    assert [line["number"] for line in log] == list(range(len(finished.journal) + 1))
    assert [line["action"] for line in log[1:]] == [text(entry.action) for entry in finished.journal]
    lines = [
        (line["number"], event["rule"], event["text"], event["heading"]) for line in log for event in line["events"]
    ]
    assert lines == [(event.number, event.rule, event.text, event.heading) for event in finished.events]


def test_the_report_has_luck_points_and_losses(finished, over):
    report = over.get("/report").json()
    rolls = [(n, e) for n, e in enumerate(finished.journal, 1) if e.seat == "dice"]
    assert [event["number"] for event in report["luck"]] == [n for n, _ in rolls]
    for event, (_, entry) in zip(report["luck"], rolls, strict=True):
        assert event["actual"] == TITLE.notation.text(entry.action)
        assert sum(event["outcomes"].values()) == pytest.approx(1)
        assert event["outcomes"][event["actual"]] > 0
        if event["results"]:
            assert event["results"][event["result"]] > 0
    total = sum(entry.action.arg for _, entry in rolls)
    assert sum(line["rolled"] for line in report["totals"].values()) == total
    assert report["result"]["level"] == finished.result.level
    assert report["turns"][-1]["vp"] == TITLE.reading.status(finished.state)["vp"]
    lost = sum(report["turns"][-1]["losses"].values())
    boxes = report["turns"][-1]["boxes"]
    assert 0 < lost <= sum(sum(box.values()) for box in boxes.values())


# -- taking over -----------------------------------------------------------------------------------


def test_a_fork_continues_with_new_dice(table, finished, over):
    at = len(finished.journal) // 2
    answer = over.post("/fork", {"at": at})
    assert answer.status_code == 201
    player = table.at(answer.json()["tokens"][SIDES[0]])
    page = player.look()
    assert not page["view"]["over"]
    assert page["match"] != over.look()["match"]
    text = TITLE.notation.text
    shared = [line["action"] for line in player.get("/log").json()[1 : at + 1]]
    assert shared == [text(entry.action) for entry in finished.journal[:at]]
    assert "[Dice" in player.get("/record").text
    assert code(over.post("/fork", {"at": len(finished.journal) + 1})) == (404, "not-found")


def test_a_running_match_of_two_players_cannot_be_forked(table):
    made = table.make("/api/matches", {"game": GAME, "seats": {SIDES[1]: "friend"}})
    player = table.at(made["tokens"][SIDES[0]])
    assert not player.look()["board"]["may_fork"]
    assert code(player.post("/fork", {"at": 0})) == (422, "refused")
    assert code(table.at(made["spectator"]).post("/fork", {"at": 0})) == (422, "refused")
    player.post("/resign")
    assert table.at(made["spectator"]).post("/fork", {"at": 0}).status_code == 201


# -- asking ----------------------------------------------------------------------------------------


def test_inspecting_a_hex(table):
    made = table.make("/api/matches", {"game": GAME})
    player = table.at(made["tokens"][SIDES[0]])
    page = player.look()
    sheet = table.http.get(f"/api/games/{GAME}").json()
    unit, piece = next((u, p) for u, p in page["board"]["units"].items() if p["at"] in sheet["grid"]["hexes"])
    notes = player.get(f"/inspect/{piece['at']}").json()
    assert unit in notes["units"]
    assert notes["terrain"] == sheet["grid"]["hexes"][piece["at"]]["terrain"]
    assert notes["notes"]
    assert code(player.get("/inspect/nowhere")) == (404, "not-found")


def test_inspecting_a_hex_as_it_was(table):
    made = table.make("/api/matches", {"game": GAME})
    player = table.at(made["tokens"][SIDES[0]])
    before = player.look()["board"]["units"]
    after = player.walk(2, prefer=("select", "move"))["board"]["units"]
    unit = next(name for name in after if after[name]["at"] != before[name]["at"])
    old = before[unit]["at"]
    assert unit not in player.get(f"/inspect/{old}").json()["units"]
    assert unit in player.get(f"/inspect/{old}", at=0).json()["units"]
    assert code(player.get(f"/inspect/{old}", at=99)) == (404, "not-found")


def test_the_log_after_a_moment(table):
    made = table.make("/api/matches", {"game": GAME})
    player = table.at(made["tokens"][SIDES[0]])
    player.walk(3)
    whole = player.get("/log").json()
    assert player.get("/log", after=1).json() == [line for line in whole if line["number"] > 1]
    assert player.get("/log", after=99).json() == []


def test_reach_path_and_why_not(table):
    made = table.make("/api/matches", {"game": GAME})
    player = table.at(made["tokens"][SIDES[0]])
    page = player.walk(1, prefer=("select",))
    reach, offered = page["board"]["reach"], page["board"]["lit"]["hexes"]
    goal = next(label for labels in offered.values() for label in labels if label in reach)
    way = player.get(f"/path/{goal}").json()
    assert way["path"][-1] == goal
    assert way["cost"] == reach[goal]
    hexes = table.http.get(f"/api/games/{GAME}").json()["grid"]["hexes"]
    assert all(b in hexes[a]["neighbours"] for a, b in zip(way["path"], way["path"][1:], strict=False))
    verb = next(verb for verb, labels in offered.items() if goal in labels)
    assert player.get("/why", action=f"{verb} {goal}").json() == {"legal": True, "rule": "", "why": "", "asked": ""}
    closed = next(label for label in hexes if label not in reach)
    verdict = player.get("/why", action=f"{verb} {closed}").json()
    assert not verdict["legal"]
    assert verdict["rule"]
    assert verdict["why"]
    assert verdict["asked"] == ""
    # A verb that has no place now: the current prompt is in a separate field.
    out_of_place = player.get("/why", action="resolve").json()
    assert out_of_place["asked"] == page["view"]["prompt"]
    assert player.get(f"/path/{closed}").json() == {"path": [], "cost": ""}
    assert code(player.get("/why")) == (400, "malformed")


# -- lessons ---------------------------------------------------------------------------------------

LESSONS = [(name, number) for name in games() for number in range(1, len(grognard.game(name).lessons()) + 1)]


@pytest.mark.parametrize(("name", "number"), LESSONS)
def test_a_lesson_is_solved_by_the_actions_it_accepts(table, name, number):
    made = table.http.get(f"/api/lessons/{name}/{number}").json()
    player = table.at(next(iter(made["tokens"].values())))
    page = player.look()
    assert page["board"]["lesson"]["met"] is None
    for step in range(page["board"]["lesson"]["steps"]):
        lesson = page["board"]["lesson"]
        assert (lesson["step"], lesson["done"]) == (step, False)
        page = player.play(_wanted(page["view"]["actions"], lesson["wants"]))
        assert page["board"]["lesson"]["met"] is True
    assert page["board"]["lesson"]["done"]
    assert page["board"]["lesson"]["praise"]


def _wanted(offered: dict[str, list[str]], wants: list[str]) -> str:
    """A legal action that a lesson accepts: the highest number, or else the first."""
    texts = [f"{verb} {word}".strip() for verb, words in offered.items() for word in words]
    return next(text for text in reversed(texts) for want in wants if text == want or text.startswith(want + " "))


def test_a_lesson_reports_an_action_that_is_not_its_step(table):
    made = table.http.get(f"/api/lessons/{GAME}/1").json()
    player = table.at(next(iter(made["tokens"].values())))
    lesson = player.look()["board"]["lesson"]
    offered = player.look()["view"]["actions"]
    texts = [f"{verb} {word}".strip() for verb, words in offered.items() for word in words]
    page = player.play(next(text for text in texts if text not in lesson["wants"]))
    assert page["board"]["lesson"]["met"] is False
    assert page["board"]["lesson"]["step"] == 0
    assert code(table.http.get(f"/api/lessons/{GAME}/99")) == (404, "not-found")


# -- the library -----------------------------------------------------------------------------------


def test_the_library_and_its_sheets(table):
    cards = table.http.get("/api/library").json()
    assert {card["id"] for card in cards} == set(games())
    for card in cards:
        sheet = table.http.get(f"/api/games/{card['id']}").json()
        title = grognard.game(card["id"])
        assert set(sheet["counters"]) == {counter.id for counter in title.counters}
        width, height = sheet["grid"]["size"]
        assert all(0 < h["x"] < width and 0 < h["y"] < height for h in sheet["grid"]["hexes"].values())
        assert [chart["id"] for chart in sheet["charts"]] == [chart.id for chart in title.reading.charts()]


def test_charts_are_drawn_with_a_highlighted_cell(table):
    chart = TITLE.reading.charts()[0].id
    plain = table.http.get(f"/art/{GAME}/charts/{chart}.svg")
    assert plain.headers["content-type"].startswith("image/svg+xml")
    lit = table.http.get(f"/art/{GAME}/charts/{chart}.svg", params={"row": 0, "col": 1})
    assert 'class="lit"' in lit.text
    assert 'class="lit"' not in plain.text
    assert table.http.get(f"/art/{GAME}/charts/none.svg").status_code == 404
    assert table.http.get(f"/art/{GAME}/map.svg", params={"palette": "none"}).status_code == 404


def test_pictures_are_drawn_once_and_kept(table):
    first = table.http.get(f"/art/{GAME}/counters.json")
    assert set(first.json()) == {counter.id for counter in TITLE.counters}
    tag = first.headers["etag"]
    again = table.http.get(f"/art/{GAME}/counters.json", headers={"if-none-match": tag})
    assert again.status_code == 304
    assert again.content == b""
    for_ever = table.http.get(f"/art/{GAME}/counters.json", params={"v": tag.strip('"')})
    assert "immutable" in for_ever.headers["cache-control"]
    assert len(list((table.settings.data / "drawn").iterdir())) == 1
