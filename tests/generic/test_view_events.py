"""The events in a view: those that its side knows, up to its moment."""

from __future__ import annotations

import grognard


def test_a_view_has_the_events_of_its_side_and_of_its_moment() -> None:
    match = grognard.setup("game hurtgen\nturn 1\nphase us movement\nat 1/22=0508 1/985=1212\n")
    match.play("select 1/22", "move 0510")
    view = match.view("german")
    assert [event.text for event in view.events] == [event.text for event in match.events]
    assert "1/22 moves from 0508 to 0510" in [event.text for event in view.events]
    match.play("done", "done")
    assert all(event.number <= 2 for event in view.events)
    assert len(match.view("german").events) > len(view.events)


def test_a_view_has_no_event_that_is_hidden_from_its_side() -> None:
    """The lower units of a stack are hidden from the enemy, also while it is set up."""
    match = grognard.new("rhine", seed="1").play("propose")
    placed = [event.text for event in match.events]
    assert "59ID is set up in 1213N" in placed
    assert [event.text for event in match.view("german").events] == placed
    assert not match.view("allied").events
    assert not match.view("").events
