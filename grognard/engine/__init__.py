"""The rules engine: games, states, steps, actions, dice, records, views and refusals."""
