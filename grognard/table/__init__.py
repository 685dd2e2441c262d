"""The web table: a server for matches, with secret links as seats. It knows games only through the engine."""
