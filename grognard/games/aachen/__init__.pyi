"""Crossing the Line: Aachen 1944. The package offers no game yet, so the library does not list it."""
