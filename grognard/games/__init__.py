"""One folder a rulebook; a game needs no edit outside its own folder."""
