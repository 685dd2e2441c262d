"""The supply of each unit in the status is what the rules say."""

from __future__ import annotations

from grognard.games.rhine import supply

from ..generic.play import LIBRARY, journey

GAME = next(game for game in LIBRARY if game.id == "rhine")


def test_the_table_of_supply_agrees_with_the_supply_of_each_unit() -> None:
    kinds = set()
    for seed in range(4):
        for number, state in enumerate(journey(GAME, "campaign", seed)):
            if number % 11:
                continue
            for side in (*GAME.sides, ""):
                shown = GAME.redact(state, side)
                table = supply.kinds_on_map(GAME, shown)
                assert list(table.items()) == [
                    (u, supply.kind_of(GAME, shown, u)) for u, h in enumerate(shown.at) if h >= 0
                ]
                kinds |= set(table.values())
    assert len(kinds) > 2
