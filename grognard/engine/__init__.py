"""The law of the table: games, states, steps, actions, dice, records, views and refusals."""
