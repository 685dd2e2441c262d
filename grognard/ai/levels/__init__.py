"""Levels: commanders of different strength, from random play to the general."""
