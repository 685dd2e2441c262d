"""The set-up that the program proposes to the German: no airdrop opens a path off the map on Turn 1 (4.2)."""

from __future__ import annotations

import pytest

import grognard
from grognard import DataError, Match
from grognard.hexes import bits
from tests.kit import offered, offers, refused, where
from tests.rhine.helpers_breakout import DROP_HEXES, NORTH, SOUTH, chance, open_way, plans
from tests.rhine.helpers_course import CAMPAIGN, german_any
from tests.rhine.table import game

ANY = CAMPAIGN["groups"]["Any"]
#: One unit in each of ten hexes of the West Wall, as a player in a hurry might place them.
CARELESS = {
    "9SS": "1602N",
    "10SS": "2004N",
    "462VG": "1806S",
    "526ID": "2104S",
    "180ID": "2405S",
    "190ID": "2507S",
    "7FJ": "2709S",
    "107PB": "2911S",
    "280SG": "1603N",
    "394SG": "2104N",
}
BOTH = ("select AAA1", "with BC1AB", "with BC1PAB", "land {}", "select AAA18", "with US82AB", "with US101AB", "land {}")


def set_up(sector: str, places: dict[str, str] | None = None) -> Match:
    """The German "Any" units are placed: those named in the given hexes, the others as the program proposes."""
    match = german_any(sector)
    for unit, label in (places or {}).items():
        match.play(f"select {unit}", f"place {label}")
    return match.play("propose", "done") if offered(match, "propose") else match.play("done")


def dropped(sector: str, first: str, second: str, places: dict[str, str] | None = None) -> Match:
    """Turn 1 up to the battles for the drop hexes of the 1st and the 18th Corps."""
    orders = (order.format(label) for order, label in zip(BOTH, [first] * 4 + [second] * 4, strict=True))
    return set_up(sector, places).play("order move-fight", *orders, "done")


def germans(match: Match) -> int:
    return int(match.state.occupied[1])


def test_the_proposal_names_the_hexes() -> None:
    match = set_up(SOUTH)
    assert {unit: where(match, unit) for unit in ANY} == CAMPAIGN["proposed"]


def test_no_corps_can_be_dropped_on_a_proposed_hex() -> None:
    match = set_up(SOUTH)
    assert not sum(1 << match.state.at[match.game.unit_ids[unit]] for unit in ANY) & DROP_HEXES


@pytest.mark.parametrize("edge", [False, True], ids=["all Germans", "without those at the edge"])
@pytest.mark.parametrize("sector", [NORTH, SOUTH])
def test_no_drop_opens_a_path_whatever_the_dice(sector: str, edge: bool) -> None:
    """The Germans in the drop hexes are taken away without a battle, and those whom an attack before the movement could
    reach as well."""
    match = set_up(sector)
    left = germans(match)
    if edge:
        sources = game().board.regions["Allied edge sources"].set  # type: ignore[attr-defined]
        left &= ~(sources | game().board.grid.neighbours(sources))
    assert open_way(left, 0, sector) == ""
    found = [(drop, open_way(left & ~drop, drop, sector)) for drop in plans(left, sector)]
    assert len(found) > 90
    assert [(match.game.place_name(h), way) for drop, way in found if way for h in bits(drop)] == []


@pytest.mark.parametrize(
    ("first", "second"),
    [("2911S", "2911S"), ("2104S", "2204S"), ("2204S", "2104S"), ("1508S", "1510S"), ("1308S", "1308S")],
)
def test_there_is_no_chance_of_a_way_out(first: str, second: str) -> None:
    sector = NORTH if first == "1308S" else SOUTH
    assert chance(dropped(sector, first, second).state) == 0


def test_the_same_drops_win_against_a_careless_set_up() -> None:
    """The same method finds a path against a bad set-up."""
    assert chance(dropped(SOUTH, "2911S", "2911S", CARELESS).state) == 1
    assert 0.15 < chance(dropped(SOUTH, "2104S", "2204S", CARELESS).state) < 1


LEAVE = ("select US4A", "place 2617S", "propose", "done", "select US4A")


def test_the_orders_that_win_against_a_careless_set_up_are_refused() -> None:
    match = dropped(SOUTH, "2911S", "2911S", CARELESS).play(*LEAVE, "move 2900S", "exit")
    assert match.result is not None
    assert match.result.winner == "allied"
    match = dropped(SOUTH, "2911S", "2911S").play(*LEAVE)
    refused(match, "move 2900S", "7.3", "10.19")
    assert not {label for label in offers(match, "move") if label[2:4] == "00"}


def test_units_that_the_player_has_placed_stay_and_the_others_keep_their_hexes() -> None:
    match = set_up(NORTH, {"9SS": "2911S", "394SG": "2607S"})
    expected = {**CAMPAIGN["proposed"], "9SS": "2911S", "394SG": "2607S"}
    assert {unit: where(match, unit) for unit in ANY} == expected


def test_a_full_hex_is_passed_over() -> None:
    full = dict.fromkeys(("9SS", "10SS", "462VG", "7FJ"), "1501S")
    match = set_up(NORTH, full)
    assert where(match, "280SG") not in ("1501S", "reserve")
    assert {unit: where(match, unit) for unit in ("526ID", "180ID")} == {"526ID": "2203S", "180ID": "2405S"}


def corrected(text: str) -> grognard.engine.game.Game:
    return grognard.game("rhine", {"scenarios.toml": f"[campaign.proposed]\n{text}\n"})


def test_an_owner_proposes_other_hexes() -> None:
    mine = corrected('"9SS" = "2911S"\n"10SS" = "1710N"')
    match = grognard.new(mine, dice=[]).play("propose", "done", "propose", "done", "full north", "propose", "done")
    assert where(match, "9SS") == "2911S"
    area = mine.board.regions["Any set-up"].set
    assert area >> match.state.at[mine.unit_ids["10SS"]] & 1, "1710N is not open to it: a hex of the program's choice"


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ('"8SS" = "2911S"', "unknown unit '8SS'"),
        ('"9SS" = "9911S"', "9911S"),
        ('"2Pz" = "2911S"', "'2Pz' is not in a list"),
    ],
)
def test_what_is_wrong_with_a_proposal_is_said(text: str, reason: str) -> None:
    with pytest.raises(DataError) as caught:
        corrected(text)
    assert reason in str(caught.value)
    assert "scenarios.toml:2" in str(caught.value)
