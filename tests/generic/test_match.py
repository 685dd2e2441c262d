"""Matches of every scenario: undo, records, forks, dice and views agree with the state."""

from __future__ import annotations

import random
from pathlib import Path

import msgspec
import pytest

import grognard
from grognard import DataError
from grognard.engine.game import Game
from grognard.engine.record import verify

from .play import LIBRARY, choose, every_scenario, finished, match_journey, replay


@every_scenario
def test_undo_gives_back_the_state_before(game: Game, scenario: str) -> None:
    rng = random.Random(3)
    before = None
    undone = 0
    for match in match_journey(game, scenario, 1):
        if before is not None and match.may_undo() and rng.random() < 0.3:
            here, last, version = match.state.copy(), match.journal[-1], match.version
            events = match.events[:]
            match.undo(last.seat)
            assert match.state == before
            assert match.version == version - 1
            match.play(last.action)
            assert match.state == here
            assert match.events == events
            undone += 1
        before = match.state.copy()
    assert undone


@every_scenario
def test_undo_as_far_as_it_goes_and_all_of_it_again(game: Game, scenario: str) -> None:
    tried = 0
    for number, match in enumerate(match_journey(game, scenario, 3)):
        if number % 10 or not match.may_undo() or tried > 60:
            continue
        tried += 1
        here, journal, record = match.state.copy(), match.journal[:], match.record()
        while match.may_undo():
            match.undo()
        assert match.state == match.before(match.version).state
        assert match.journal == journal[: match.version]
        match.play(*(entry.action for entry in journal[match.version :]))
        assert match.state == here
        assert match.record() == record


@every_scenario
def test_record_and_replay_agree(game: Game, scenario: str) -> None:
    for number, match in enumerate(match_journey(game, scenario, 5)):
        if match.over or number in (0, 1, 2, 3, 50, 300):
            record = match.record()
            again = replay(game, record)
            assert again.state == match.state
            assert again.journal == match.journal
            assert again.events == match.events
            assert again.record() == record
            assert again.position() == match.position()
            assert again.result == match.result


@every_scenario
def test_the_same_seed_and_choices_give_the_same_record(game: Game, scenario: str) -> None:
    assert finished(game, scenario, 4).record() == finished(game, scenario, 4).record()


@every_scenario
def test_every_roll_is_proved_and_a_fork_has_dice_of_its_own(game: Game, scenario: str) -> None:
    match = finished(game, scenario, 7)
    assert verify(lambda name: game, match.record())[1] == []
    rng = random.Random(6)
    fork = match.fork(match.version // 2, seed="fork")
    assert fork.before(match.version // 2).state == match.before(match.version // 2).state
    while not fork.over:
        fork.play(choose(game, fork.state, rng, 2))
    again, faults = verify(lambda name: game, fork.record())
    assert faults == []
    assert again.state == fork.state


@every_scenario
def test_a_view_offers_the_deciding_side_what_is_legal_and_the_others_nothing(game: Game, scenario: str) -> None:
    for number, match in enumerate(match_journey(game, scenario, 1)):
        if number % 10:
            continue
        for side in (*game.sides, ""):
            view = match.view(side)
            shown = {f"{verb} {word}".strip() for verb, words in view.actions.items() for word in words}
            assert shown == (set(match.actions.texts()) if side and side == match.side else set())
            assert view.may_undo == (bool(side) and match.may_undo(side))
            assert set(view.facts) == {f.name for f in game.state_type.fields if not f.derived}
            msgspec.json.encode(view)


@every_scenario
def test_no_side_can_tell_a_resampled_state_from_the_true_one(game: Game, scenario: str) -> None:
    rng = random.Random(9)
    varied = 0
    for number, match in enumerate(match_journey(game, scenario, 2)):
        if number % 9:
            continue
        true = match.state
        for side in game.sides:
            view, legal = match.view(side), set(match.actions)
            other = match.resample(side, rng)
            assert other is not true
            assert game.redact(other, side) == game.redact(true, side)
            assert game.position_errors(other) == []
            match.state = other
            assert match.view(side) == view
            assert side != match.side or set(match.actions) == legal
            match.state = true
            varied += other != true
    assert bool(varied) == bool(game.secret_fields), "secrets vary, and nothing else does"


@pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])
class TestOverlays:
    """An owner's corrections reach every game of the library."""

    def first(self, game: Game) -> str:
        return game.board.grid.label(next(h for h in game.board.grid if game.board.playable >> h & 1))

    def test_a_folder_of_corrections(self, game: Game, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("GROGNARD_OVERLAYS", str(tmp_path))
        assert grognard.game(game.id) is game
        (tmp_path / game.id).mkdir()
        (tmp_path / game.id / "hexes.csv").write_text(f"hex,name\n{self.first(game)},Nowhere\n", encoding="utf-8")
        mine = grognard.game(game.id)
        assert mine.board.names[mine.board.grid.parse(self.first(game))] == "Nowhere"
        assert mine.data_digest != game.data_digest
        assert mine.data_digest in grognard.new(game.id).record()

    def test_a_counter_corrected_and_a_fault_named(self, game: Game) -> None:
        unit = game.counters[0].id
        source = next(word for word in ("derived", "reconstructed") if word != game.counters[0].source)
        mine = grognard.game(game.id, {"counters.csv": f"id,source\n{unit},{source}\n"})
        assert mine.counters[0].source == source
        assert mine.counters[0].printed == game.counters[0].printed
        with pytest.raises(DataError, match=r"overlay/counters\.csv:2: unknown column nonsense"):
            grognard.game(game.id, {"counters.csv": f"id,nonsense\n{unit},1\n"})
        with pytest.raises(DataError, match=r"overlay/hexes\.csv:2: "):
            grognard.game(game.id, {"hexes.csv": f"hex,terrain\n{self.first(game)},nonsense\n"})

    def test_loading_twice_gives_the_same_game(self, game: Game) -> None:
        again = grognard.game(game.id, {})
        assert again is not game
        assert again.data_digest == game.data_digest
        assert again.counters == game.counters
        assert again.board.hexsides == game.board.hexsides
