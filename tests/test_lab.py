"""Playouts, simulations, perft, forged actions and the soak test, with a toy game and the real ones."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import grognard
from grognard.ai import Commander, RandomCommander, consult
from grognard.engine.action import Action, Refusal
from grognard.engine.board import Board
from grognard.engine.contents import Counter as Piece
from grognard.engine.contents import Scenario
from grognard.engine.game import Game, Result
from grognard.engine.library import games
from grognard.engine.looks import Box
from grognard.engine.reading import Reading
from grognard.engine.state import State, field
from grognard.engine.step import ONLY, Die, Procedure, Prompt, Step
from grognard.engine.verbs import Verb, shared
from grognard.hexes import Grid
from grognard.lab import Answer, draw, forge, forge_text, perft, play_out, simulate, soak, try_action
from grognard.lab.simulation import losses

SCENARIOS = [(name, scenario) for name in games() for scenario in grognard.game(name).scenarios]


# -- a toy: each side in turn hits or passes; a hit is a roll and costs a counter on a six ---------------


class ToyState(State):
    turn: int = field("number")
    points: list[int] = field("numbers", (0, 0))
    at: list[int] = field("places", (-2, -2))
    secret: int = field("number", 7, shown=lambda game, state, seat: state.secret if seat == "red" else 0)


class Turn(Procedure):
    name = "turn"

    def run(self, s):
        s.turn += 1
        if s.turn > 4:
            s.over = True
        else:
            self.push(s, Choose)


class Choose(Step):
    name = "choose"

    def seat(self, s):
        return self.game.sides[s.turn % 2]

    def offer(self, s):
        return {"hit": 0b110, "pass": ONLY}

    def prompt(self, s):
        return Prompt("Hit or pass.", "1.1")

    def do_pass(self, s, arg):
        self.pop(s)

    def do_hit(self, s, arg):
        self.pop(s)
        self.push(s, Roll)


class Roll(Die):
    name = "roll"

    def prompt(self, s):
        return Prompt("Roll.", "1.2")

    def do_roll(self, s, arg):
        self.pop(s)
        s.points[s.turn % 2] += arg
        if arg == 6:
            s.at[s.turn % 2] = -1


class ToyReading(Reading):
    box_looks = {"gone": Box("Gone", lost=True)}


class Toy(Game):
    id = "toy"
    title = "Toy War"
    sides = ("red", "blue")
    verbs = {"hit": Verb("number"), **shared("pass roll")}
    boxes = ("gone", "aside")
    reading_type = ToyReading
    step_types = (Turn, Choose, Roll)
    state_type = ToyState

    def __init__(self):
        pieces = tuple(Piece(side[0], side, side, "infantry", {}, "1-1") for side in self.sides)
        scenario = Scenario("only", "Only", "", 4, "1")
        super().__init__(Board(Grid((1, 3), (1, 3)), "Toy"), pieces, {"only": scenario})
        self.make_steps()

    def start(self, scenario, options):
        state = ToyState()
        state.agenda = [(0,)]
        return state

    def result(self, state):
        red, blue = state.points
        return Result("red" if red > blue else "blue", "by points", (), {"red": red, "blue": blue})


@pytest.fixture
def toy():
    return Toy()


def begin(game):
    return game.start(game.scenarios["only"], {})


class Rng:
    """A random generator with given values."""

    def __init__(self, *values):
        self.values = list(values)

    def random(self):
        return self.values.pop(0)


# -- commanders ------------------------------------------------------------------------------------


def test_the_random_commander_is_uniform():
    """Five equal parts of the generator's range give the five legal actions."""
    offer = {"move": 0b101001, "lose": 0, "pass": 1, "hit": 0b10}
    actions = [RandomCommander().decide(None, None, offer, Rng((n + 0.5) / 5)) for n in range(5)]
    assert actions == [("move", 0), ("move", 3), ("move", 5), ("pass", 0), ("hit", 1)]


class Spy(Commander):
    name = "spy"

    def __init__(self):
        self.seen = []

    def decide(self, game, state, offer, rng):
        self.seen.append(state.secret)
        return Action("pass")


def test_a_commander_sees_what_its_side_may_see(toy):
    red, blue = Spy(), Spy()
    play_out(toy, begin(toy), random.Random(1), {"red": red, "blue": blue})
    assert red.seen == [7, 7]
    assert blue.seen == [0, 0]


def test_consulting_does_not_change_the_state(toy):
    state = begin(toy)
    toy.run(state)
    before = state.copy()
    assert consult(RandomCommander(), toy, state, random.Random(1)) in [("hit", 1), ("hit", 2), ("pass", 0)]
    assert state == before


# -- playouts --------------------------------------------------------------------------------------


def test_chance_is_drawn_by_weight():
    outcomes = [(Action("draw", 1), 1), (Action("draw", 2), 0), (Action("draw", 3), 3)]
    drawn = [draw(outcomes, Rng((n + 0.5) / 4)).arg for n in range(4)]
    assert drawn == [1, 3, 3, 3]


def test_a_playout_ends_and_its_journal_gives_the_same_state(toy):
    played = play_out(toy, begin(toy), random.Random(5))
    again = begin(toy)
    toy.run(again)
    for action in played.journal:
        toy.apply(again, action)
    assert played.state.over
    assert not played.fault
    assert again == played.state
    assert played.choices == sum(action.verb != "roll" for action in played.journal) == 4


def test_a_dead_end_is_an_error(toy, monkeypatch):
    monkeypatch.setattr(Choose, "offer", lambda self, s: {"hit": 0, "pass": ONLY if s.turn < 3 else 0})
    played = play_out(toy, begin(toy), random.Random(1))
    assert played.fault == "dead end: nothing is legal in the step 'choose'"
    assert played.choices == 2


def test_an_endless_game_is_an_error(toy, monkeypatch):
    monkeypatch.setattr(Choose, "do_pass", lambda self, s, arg: None)
    toy.make_steps()
    played = play_out(toy, begin(toy), random.Random(1), {"red": Spy(), "blue": Spy()}, cap=50)
    assert played.fault == "not finished after 50 choices"
    assert played.choices == 50


def test_a_game_says_how_long_its_longest_games_are(toy, monkeypatch):
    monkeypatch.setattr(Toy, "longest", 3)
    assert play_out(toy, begin(toy), random.Random(1)).fault == "not finished after 3 choices"
    assert not play_out(toy, begin(toy), random.Random(1), cap=4).fault


def test_each_is_called_before_every_decision(toy):
    turns = []
    play_out(toy, begin(toy), random.Random(1), each=lambda state: turns.append(state.turn))
    assert turns == [1, 2, 3, 4]


# -- simulations -----------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_results_do_not_depend_on_the_number_of_processes(name):
    alone, together = (simulate(name, games=4, jobs=jobs, seed="s") for jobs in (1, 2))
    assert alone == together
    assert [o.number for o in alone.outcomes] == [1, 2, 3, 4]
    assert not alone.faults


@pytest.mark.parametrize("name", games())
def test_another_seed_gives_other_games(name):
    lengths = [[o.actions for o in simulate(name, games=2, seed=seed).outcomes] for seed in (1, 2)]
    assert lengths[0] != lengths[1]


def test_the_summary_counts_wins(toy, monkeypatch):
    monkeypatch.setattr("grognard.lab.simulation.load", lambda name: toy)
    seen = []
    summary = simulate("toy", games=30, seed=3, on_result=seen.append)
    points = [(o.score["red"], o.score["blue"]) for o in summary.outcomes]
    assert summary.wins == Counter("red" if red > blue else "blue" for red, blue in points)
    assert sum(summary.levels.values()) == len(seen) == 30
    assert {o.choices for o in summary.outcomes} == {4}


def test_losses_are_the_counters_in_their_box(toy):
    state = begin(toy)
    assert losses(toy, state) == {"red": 0, "blue": 0}
    state.at[1] = toy.box("gone")
    assert losses(toy, state) == {"red": 0, "blue": 1}


def test_a_crash_is_reported_and_the_other_games_continue(toy, monkeypatch):
    def crash(self, s, arg):
        raise ZeroDivisionError("boom")

    monkeypatch.setattr(Choose, "do_hit", crash)
    toy.make_steps()
    monkeypatch.setattr("grognard.lab.simulation.load", lambda name: toy)
    summary = simulate("toy", games=300, seed=1)
    assert {o.fault for o in summary.faults} == {"ZeroDivisionError: boom"}
    assert len(summary.faults) + len(summary.finished) == 300
    assert summary.finished


def test_an_unknown_scenario_is_refused():
    with pytest.raises(KeyError, match="has no scenario 'nowhere'"):
        simulate(next(iter(games())), "nowhere")


# -- perft -----------------------------------------------------------------------------------------


@pytest.mark.parametrize(("depth", "count"), [(0, 1), (1, 3), (2, 2 * 6 + 3), (3, 2 * 6 * 3 + 2 * 6 + 3), (99, 0)])
def test_perft_of_the_toy(toy, depth, count):
    """Two hits with six rolls each, or a pass; the game ends after the fourth turn."""
    state = begin(toy)
    toy.run(state)
    assert perft(toy, state, depth) == count


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_perft_counts_the_offered_actions(name, scenario):
    match = grognard.new(name, scenario, dice=())
    before = match.position()
    actions = list(match.actions)
    after = []
    for action in actions:
        other = grognard.new(name, scenario, dice=())  # a roll is not taken back
        after.append(len(other.play(action).actions))
    assert perft(match.game, match.state, 1) == len(actions)
    assert perft(match.game, match.state, 2) == sum(after)
    assert match.position() == before


# -- forged actions --------------------------------------------------------------------------------


@pytest.mark.parametrize("name", games())
def test_forged_actions_are_of_every_kind(name):
    game = grognard.game(name)
    rng = random.Random(1)
    forged = [forge(rng, game) for _ in range(3000)]
    assert {action.verb for action in forged} > set(game.verbs)
    assert min(action.arg for action in forged) < 0
    assert max(action.arg for action in forged) > 2**63
    texts = [forge_text(rng, game) for _ in range(300)]
    assert any(text in game.unit_ids for line in texts for text in line.split())


@pytest.mark.parametrize(("name", "scenario"), SCENARIOS)
def test_forged_actions_are_refused(name, scenario):
    report = soak(name, scenario, games=1, forged=1000)
    assert report.faults == []
    assert (report.games, report.forged) == (1, 1000)


def test_a_legal_action_is_accepted(toy):
    state = begin(toy)
    toy.run(state)
    assert try_action(toy, state, "hit 2") == (True, "")
    assert try_action(toy, state, "hit 3") == (False, "")
    assert try_action(toy, state, "roll 3") == (False, "")
    assert try_action(toy, state, "nonsense") == (False, "")


@pytest.mark.parametrize(
    ("attribute", "broken", "fault"),
    [
        ("permits", lambda self, s, action: True, "is not offered but was carried out"),
        ("refusal", lambda self, s, action: Refusal("1.1", ""), "is refused without a reason"),
        ("refusal", lambda self, s, action: s.points.append(1) or Refusal("1", "no"), "has changed the state"),
    ],
)
def test_a_wrong_answer_is_detected(toy, monkeypatch, attribute, broken, fault):
    monkeypatch.setattr(Toy, attribute, broken)
    state = begin(toy)
    toy.run(state)
    before = state.copy()
    answer = try_action(toy, state, Action("hit", 0))
    assert fault in answer.fault
    assert state == before


def test_an_offer_that_is_not_permitted_is_detected(toy, monkeypatch):
    monkeypatch.setattr(Toy, "permits", lambda self, s, action: False)
    state = begin(toy)
    toy.run(state)
    assert "is offered but not permitted" in try_action(toy, state, Action("hit", 1)).fault


def test_the_soak_test_reports_every_error(toy, monkeypatch):
    for module in ("simulation", "soaking"):
        monkeypatch.setattr(f"grognard.lab.{module}.load", lambda name: toy)
    ticks = []
    clean = soak("toy", "only", games=5, forged=2500, tick=lambda: ticks.append(1))
    assert (clean.games, clean.forged, clean.faults, len(ticks)) == (5, 2500, [], 7)
    monkeypatch.setattr(Toy, "position_errors", lambda self, state: ["two units in one hex"] if state.turn == 3 else [])
    assert "invariant: two units in one hex" in soak("toy", "only", games=0, forged=10).faults[0]


def test_only_refused_actions_count(toy, monkeypatch):
    answers = []

    def every_second_is_legal(game, state, action):
        answers.append(Answer(len(answers) % 2 == 0))
        return answers[-1]

    monkeypatch.setattr("grognard.lab.soaking.load", lambda name: toy)
    monkeypatch.setattr("grognard.lab.soaking.try_action", every_second_is_legal)
    assert soak("toy", "only", games=0, forged=10).forged == 10
    assert len(answers) == 20
