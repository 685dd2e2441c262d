"""Recorded playthroughs and perft counts: any change of the rules shows here.

If the change was meant: ``python -m tests.generic.make_records``.
"""

from __future__ import annotations

import pytest

from grognard.engine.game import Game
from grognard.engine.record import parse_record, verify
from grognard.lab import perft

from .make_records import PERFT, PLAYTHROUGHS, final_digest, moment
from .play import LIBRARY, replay

every_game = pytest.mark.parametrize("game", LIBRARY, ids=[game.id for game in LIBRARY])


@every_game
def test_there_are_playthroughs_and_each_ends_as_it_did(game: Game) -> None:
    paths = sorted(PLAYTHROUGHS.glob(f"{game.id}-*.record"))
    assert len(paths) >= 2, "make them: python -m tests.generic.make_records"
    for path in paths:
        text = path.read_text(encoding="utf-8")
        match = replay(game, text)
        assert match.over
        assert final_digest(match) == parse_record(text).tags["Final"], path.name
        assert verify(lambda name: game, text)[1] == []


@every_game
def test_there_are_as_many_legal_sequences_as_there_were(game: Game) -> None:
    path = PERFT / f"{game.id}.txt"
    assert path.is_file(), "make it: python -m tests.generic.make_records"
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if not line.startswith("#")]
    assert {name for name, _, _ in lines} >= set(game.scenarios)
    assert len({name for name, _, _ in lines}) > len(game.scenarios), "and moments of the playthroughs"
    wrong = []
    states = {name: moment(game, name) for name in {name for name, _, _ in lines}}
    for name, depth, count in lines:
        now = perft(game, states[name], int(depth))
        if now != int(count):
            wrong.append(f"{name} {depth}: {now}, it was {count}")
    assert wrong == []
