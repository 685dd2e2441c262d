"""Storming the Reich. The package offers no game yet, so the library does not list it."""
