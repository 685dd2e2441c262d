"""The web table: matches on a server, seats by secret links. Knows games only through the engine's contract."""
