"""The version of this program: the only place that states it."""

VERSION = "0.2.0"
