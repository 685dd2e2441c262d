"""Tournaments: entrants, pairs with the same dice, checks of orders, the scorebook."""

from __future__ import annotations

import json
import random

import pytest

import grognard
from grognard.ai import Commander, Level, RandomCommander
from grognard.engine.action import Action
from grognard.engine.reading import Reading
from grognard.lab import Bout, Entrant, Played, play_out, read_entrant, read_entrants, simulate
from grognard.lab.entrants import assign_sides
from grognard.lab.scorebook import Scorebook, ScorebookError
from grognard.lab.tournament import Clock, Thought, arenas, contest, longest, schedule, tournament

from .test_lab import Toy, begin

NAME = "oder"
CAP = grognard.game(NAME).longest
SCENARIO = next(iter(grognard.game(NAME).scenarios))
PAIR = (Entrant("random"), Entrant("random", 5))


# -- entrants --------------------------------------------------------------------------------------


def test_commanders_by_name_and_budget():
    assert read_entrant("random") == Entrant("random")
    assert read_entrants("random, random:60", 20) == (Entrant("random", 20), Entrant("random", 60))
    assert [e.label for e in read_entrants("random,random:60")] == ["random", "random:60"]


@pytest.mark.parametrize("text", ["random:0", "random:-1", "random:x", "random:", "random:99999999999", "random:²"])
def test_a_budget_must_be_a_number(text):
    with pytest.raises(ValueError, match="the budget of evaluations must be a number"):
        read_entrant(text)


def test_the_budget_reaches_the_commander(monkeypatch):
    made = []
    levels_ = {"counted": Level(lambda n: made.append(n) or RandomCommander(), "")}
    monkeypatch.setattr("grognard.lab.entrants.commanders", lambda: levels_)
    tournament(arenas(NAME), read_entrants("counted:7,counted"), games=2)
    assert made == [7, None, None, 7]


def test_each_side_gets_its_commander():
    one, other = PAIR
    assert assign_sides([one, other], ["red", "blue"]) == {"red": one, "blue": other}
    assert assign_sides([one], ["red", "blue"]) == {"red": one, "blue": one}
    with pytest.raises(ValueError, match="3 commanders for 2 sides"):
        assign_sides([one] * 3, ["red", "blue"])


def test_the_schedule_has_every_pairing_on_both_sides():
    who = [Entrant(name) for name in "abc"]
    bouts = schedule([("war", "x"), ("war", "y")], who, games=3)
    assert len(bouts) == len(set(bouts)) == 3 * 2 * 4
    assert bouts[:4] == [
        Bout("war", "x", "a", "b", 0),
        Bout("war", "x", "a", "b", 1),
        Bout("war", "x", "a", "c", 0),
        Bout("war", "x", "a", "c", 1),
    ]
    assert {bout.number for bout in bouts[:12]} == {0, 1}
    assert bouts[0].seats(("red", "blue")) == {"red": "a", "blue": "b"}
    assert bouts[1].seats(("red", "blue")) == {"red": "b", "blue": "a"}


# -- dice and luck ---------------------------------------------------------------------------------


class MeasuredReading(Reading):
    def status(self, state):
        return {"turn": (state.turn + 1) // 2, "phase": "strike"}


class Measured(Toy):
    """The toy with a margin: the difference of the points."""

    reading_type = MeasuredReading

    def margin(self, state):
        return state.points[0] - state.points[1]


class Hitter(Commander):
    """Always hits, and draws ``draws`` random numbers for each decision."""

    name = "hitter"

    def __init__(self, draws=0, order=("hit", 1)):
        self.draws, self.hit, self.luck = draws, Action(*order), []

    def decide(self, game, state, offer, rng):
        self.luck.append([rng.random() for _ in range(self.draws)])
        return self.hit


def bout(number, first="a", second="b"):
    return Bout("toy", "only", first, second, number)


def fight(number, red=None, blue=None, game=None, **more):
    return contest(game or Measured(), bout(number), {"red": red or Hitter(), "blue": blue or Hitter()}, 1, **more)


def test_two_games_have_the_same_dice_and_swapped_sides():
    played = [fight(number) for number in range(12)]
    assert [p.side for p in played] == ["red", "blue"] * 6
    margins = [p.margin for p in played]
    assert margins[::2] == margins[1::2]
    assert len(set(margins)) > 2


def test_the_luck_of_a_commander_changes_neither_the_dice_nor_the_luck_of_the_other():
    modest, greedy = Hitter(1), Hitter(1)
    one, other = fight(0, modest, Hitter(0)), fight(0, greedy, Hitter(50))
    assert one == other
    assert modest.luck == greedy.luck
    again = Hitter(1)
    fight(1, Hitter(), again)
    assert again.luck != modest.luck


def test_a_side_without_its_own_generator_shares_that_of_the_dice():
    toy = Toy()
    whole = play_out(toy, begin(toy), random.Random(3))
    split = play_out(toy, begin(toy), random.Random(3), luck={"red": random.Random(4)})
    shared = play_out(toy, begin(toy), random.Random(3), luck={})
    assert shared.journal == whole.journal
    assert split.journal != whole.journal


def test_results_do_not_depend_on_the_number_of_processes():
    alone, together = (tournament([(NAME, SCENARIO)], PAIR, games=3, jobs=jobs, seed="s") for jobs in (1, 2))
    assert alone == together
    assert [p.bout.number for p in alone] == [0, 1, 2, 3]
    assert not any(p.fault for p in alone)
    assert {p.side for p in alone} == set(grognard.game(NAME).sides)


def test_another_seed_gives_other_games():
    lengths = [[p.choices for p in tournament([(NAME, SCENARIO)], PAIR, games=2, seed=seed)] for seed in (1, 2)]
    assert lengths[0] != lengths[1]


# -- checks of orders-------------------------------------------------------------------------------


def test_thinking_time_is_measured_by_phase(monkeypatch):
    """Each decision of blue takes two seconds longer than the one before; it has turns 1 and 3 of the toy."""
    ticks = iter([0, 1, 1, 1, 1, 4, 4, 4])
    monkeypatch.setattr("grognard.lab.tournament.time.process_time", lambda: next(ticks))
    toy = Measured()
    played = fight(0, game=toy)
    assert played.thought[1] == Thought(seconds=4, phases=1, longest=4, where="turn 1, strike")
    assert played.thought[0].seconds == 0


def test_the_clock_asks_for_the_phase_only_when_it_changes():
    asked = []

    class Asked(Reading):
        def status(self, state):
            asked.append(state.turn)
            return {"turn": state.turn, "phase": "strike"}

    game = Measured()
    game.reading = Asked(game)
    clock, state = Clock(game), begin(game)
    for turn in (1, 2, 3):
        state.turn = turn
        if turn == 3:
            state.agenda[0] = (0, 1)
        clock.note_phase(state)
        clock.add("red", 1.0)
    assert asked == [1, 3]
    assert clock.thought("red") == Thought(3.0, 2, 2.0, "turn 1, strike")
    assert clock.thought("blue") == Thought()


def test_an_illegal_order_is_an_error():
    for order in (("hit", 5), ("hit", -1), ("fly", 0)):
        assert "which is not legal" in fight(0, blue=Hitter(order=order)).fault


def test_a_crash_is_reported_with_file_and_line():
    class Crash(Hitter):
        def decide(self, *words):
            raise ZeroDivisionError("boom")

    assert fight(0, blue=Crash()).fault.startswith("ZeroDivisionError: boom (test_tournament.py:")


def test_a_game_without_end_is_an_error():
    assert fight(0, cap=2).fault == "not finished after 2 choices"


def test_the_longest_game_of_a_tournament_counts(monkeypatch):
    monkeypatch.setattr(type(grognard.game(NAME)), "longest", 77_000)
    assert longest([("hurtgen", "any"), (NAME, SCENARIO)]) == 77_000
    assert longest([("hurtgen", "any")]) == 20_000


# -- the scorebook ---------------------------------------------------------------------------------


class Cut(Exception):
    pass


def test_an_interrupted_tournament_continues(tmp_path):
    path = tmp_path / "new" / "games.json"
    whole = tournament([(NAME, SCENARIO)], PAIR, games=4)
    book = Scorebook(path, 1, CAP)

    def until_three(found):
        book.add(found)
        if len(book.games) == 3:
            raise Cut

    with pytest.raises(Cut):
        tournament([(NAME, SCENARIO)], PAIR, games=4, on_result=until_three)
    book.save()
    fresh = []
    again = tournament([(NAME, SCENARIO)], PAIR, games=4, known=Scorebook(path, 1, CAP).games, on_result=fresh.append)
    assert [p.bout.number for p in fresh] == [3]
    assert again == whole
    assert again[0].thought == book.games[again[0].bout].thought
    assert [file.name for file in path.parent.iterdir()] == ["games.json"]


def test_a_game_with_an_error_is_played_again():
    whole = tournament([(NAME, SCENARIO)], PAIR, games=2)
    known = {whole[0].bout: whole[0], whole[1].bout: Played(whole[1].bout, fault="crash")}
    assert tournament([(NAME, SCENARIO)], PAIR, games=2, known=known) == whole


def page(**more):
    whole = {"format": "grognard tournament 1", "seed": "1", "cap": CAP, "machine": "", "commit": "", "games": []}
    return json.dumps(whole | more)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("dear diary", "is not a file of tournament games"),
        ("{}", "is not a file of tournament games: .*format"),
        (page(format="x"), "has the format 'x'"),
        (page(seed="2"), "holds a tournament with seed 2, not 1"),
        (page(cap=5), "holds a tournament with cap 5"),
        (page(games=[{"side": "red"}]), r"missing required field `bout` - at `\$\.games\[0\]`"),
    ],
)
def test_a_file_that_is_not_a_scorebook_is_left_unchanged(tmp_path, text, reason):
    path = tmp_path / "games.json"
    path.write_text(text)
    with pytest.raises(ScorebookError, match=reason):
        Scorebook(path, 1, CAP)
    assert path.read_text() == text


# -- commanders of a simulation --------------------------------------------------------------


def test_the_random_commander_is_the_default_of_a_simulation():
    assert simulate(NAME, games=2, commanders=[Entrant("random")]) == simulate(NAME, games=2)


def test_commanders_of_a_simulation_have_their_sides(monkeypatch):
    asked = {}

    class Scribe(RandomCommander):
        needs_state = True

        def __init__(self, name):
            self.name = name

        def decide(self, game, state, offer, rng):
            asked.setdefault(self.name, set()).add(game.seat(state))
            return super().decide(game, state, offer, rng)

    scribes = {name: Level(lambda _, name=name: Scribe(name), "") for name in ("one", "two")}
    monkeypatch.setattr("grognard.lab.entrants.commanders", lambda: scribes)
    simulate(NAME, games=1, commanders=read_entrants("one,two"))
    first, second = grognard.game(NAME).sides
    assert asked == {"one": {first}, "two": {second}}
